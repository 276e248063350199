package solver

import (
	"errors"
	"strings"
	"testing"
)

func TestVersionList(t *testing.T) {
	all := []string{"4.8.5", "4.8.12", "4.13.0", "4.13.4", "5.1.0", "5.4.0"}
	for text, want := range map[string]string{
		"z3@4.8.12..5.1.0":   "4.8.12 4.13.0 4.13.4 5.1.0",
		"4.8.12..z3@5.1.0":   "4.8.12 4.13.0 4.13.4 5.1.0",
		"z3@4.8.12..z3@4.13": "4.8.12 4.13.0 4.13.4",
		"..4.8.12":           "4.8.5 4.8.12",
		"5..":                "5.1.0 5.4.0",
		"z3@..":              "4.8.5 4.8.12 4.13.0 4.13.4 5.1.0 5.4.0",
		"4.13":               "4.13.4",
		"latest":             "5.4.0",
		"4.13.0, 4.8.5":      "4.13.0 4.8.5",
		"9.9":                "",
	} {
		items, err := ParseVersionList(text, "z3")
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var got []string
		for _, it := range items {
			got = append(got, it.Of(all)...)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
	for text, column := range map[string]int{"": 1, "4.8,,5": 5, "5.0..4.0": 1, "4.8, a b": 5, "z3@": 1, "z3@1..cvc5@2": 1, "1..2..3": 1, "none": 1, "4.8, none": 5, "z3@none..5": 1, "1..none": 1, "/x@1": 1, "4.8.": 0} {
		_, err := ParseVersionList(text, "z3")
		var spec *SpecError
		if column > 0 && (!errors.As(err, &spec) || spec.Column != column) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if it := (VersionItem{From: "4.13.0"}); !it.Has("5.1.0") || it.Has("4.8.12") {
		t.Error("a range without end")
	}
	if it := (VersionItem{Version: "4.13"}); !it.Has("4.13.4") || it.Has("4.14.0") {
		t.Error("a line")
	}
}
