package fuzzer_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/smt"
)

// TestMemoryAppend: a memory is written as package json writes it.
func TestMemoryAppend(t *testing.T) {
	var blamed triage.Blamed
	if err := json.Unmarshal([]byte(`{"crash/z3":{"signature":"a \"b\"","seed_shows":true}}`), &blamed); err != nil {
		t.Fatal(err)
	}
	memories := []fuzzer.Memory{
		{},
		{Last: map[string]smt.Status{"z3": smt.Sat}},
		{Accepts: []string{"b", "a\n"}, Sessions: map[string]int{"z3": 3}},
		{Timeouts: map[string]int{"z3 a": 2, "cvc5": 1}, Refusals: map[string]string{"ü": "<\xff>"}},
		{
			Blamed: blamed, Accepts: []string{"x"}, Seed: map[string]smt.Status{"z3": smt.Unsat, "a": smt.NoStatus, "b": smt.Unknown},
			Last: map[string]smt.Status{"q\\": smt.Sat}, Timeouts: map[string]int{"z3": 1}, Refusals: map[string]string{"z3": "no"},
			Sessions: map[string]int{"z3": 3}, AskAlways: []string{"z3"},
			Lessons:  map[string]fuzzer.Lesson{"cvc4": {Presentation: "plain", Reason: "no \"models\""}},
			Compared: []fuzzer.Compared{{Solver: "z3", Baseline: "z3@4.8.12", Vain: 1, CPU: 1.5, Dearest: 8}},
		},
	}
	// The last one has every field set, so a field that Append forgets shows up.
	full := reflect.ValueOf(memories[len(memories)-1])
	for i := range full.NumField() {
		if full.Field(i).IsZero() {
			t.Errorf("no memory here has %s", full.Type().Field(i).Name)
		}
	}
	for _, m := range memories {
		want, err := marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.Append([]byte("before"))
		if err != nil || string(got) != "before"+want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
	}
}

func marshal(m fuzzer.Memory) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(m)
	return strings.TrimSuffix(b.String(), "\n"), err
}
