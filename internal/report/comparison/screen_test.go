package comparison_test

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/report/comparison"
	"github.com/assay-smt/assay/internal/report/figures"
)

func TestScreen(t *testing.T) {
	for name, in := range inputs() {
		golden(t, name+".txt", written(t, comparison.Screen, in))
	}
}

// Whatever names are, a screen is a screen.
func TestScreenBounds(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, in comparison.Input) {
		var b strings.Builder
		if err := comparison.Screen(&b, in); err != nil {
			t.Fatalf("%v", err)
		}
		lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		if len(lines) > comparison.Lines {
			t.Fatalf("%d lines:\n%s", len(lines), b.String())
		}
		for _, l := range lines {
			if figures.Columns(l) > comparison.Columns || strings.ContainsFunc(l, unicode.IsControl) || strings.TrimRight(l, " ") != l {
				t.Fatalf("a line of %d columns: %q", figures.Columns(l), l)
			}
		}
	}
	check(t, many())
	for _, word := range words() {
		check(t, hostile(word))
	}
	rapid.Check(t, func(t *rapid.T) { check(t, hostile(hostileText().Draw(t, "word"))) })
}
