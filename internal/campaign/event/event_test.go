package event_test

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

var all = []event.Event{
	event.Seed{}, event.Continued{}, event.Mutant{}, event.Skip{}, event.Run{}, event.Explored{}, event.Timed{}, event.Dearer{}, event.Inferred{}, event.Verdict{}, event.Confirmation{}, event.Finding{}, event.Fault{},
}

// Every event is one line that begins with its kind, and the documentation has each of its fields.
func TestJSON(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/reference/events.md")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	for _, e := range all {
		line, err := event.JSON(e)
		if err != nil {
			t.Fatal(err)
		}
		if prefix := `{"event":"` + e.Kind() + `",`; !strings.HasPrefix(string(line), prefix) || strings.Contains(string(line), "\n") {
			t.Errorf("%T: %s", e, line)
		}
		var back map[string]any
		if err := json.Unmarshal(line, &back); err != nil {
			t.Errorf("%T: %v", e, err)
		}
		if kinds[e.Kind()] {
			t.Errorf("two events are called %s", e.Kind())
		}
		kinds[e.Kind()] = true
		row := ""
		for l := range strings.Lines(string(doc)) {
			if strings.HasPrefix(l, "| `"+e.Kind()+"` |") {
				row = l
			}
		}
		for i := range reflect.TypeOf(e).NumField() {
			name, _, _ := strings.Cut(reflect.TypeOf(e).Field(i).Tag.Get("json"), ",")
			if name != "-" && !strings.Contains(row, "`"+name+"`") {
				t.Errorf("docs/reference/events.md does not have %s of %s", name, e.Kind())
			}
		}
	}
}

// Text made up by a solver or a seed stays within its line.
func TestHostileText(t *testing.T) {
	line, err := event.JSON(event.Run{Reason: "a\nb\x00<&>\xff\"}"})
	if err != nil {
		t.Fatal(err)
	}
	var back event.Run
	if err := json.Unmarshal(line, &back); err != nil || strings.ContainsAny(string(line), "\n\x00") || back.Reason != "a\nb\x00<&>\ufffd\"}" {
		t.Errorf("%s: %q, %v", line, back.Reason, err)
	}
}

type counter int

func (c *counter) Take(event.Event) { *c++ }

func TestSinks(t *testing.T) {
	var a, b counter
	sinks := event.Sinks{&a, &b}
	for _, e := range all {
		sinks.Take(e)
	}
	if int(a) != len(all) || a != b {
		t.Errorf("%d and %d events", a, b)
	}
}

// A written event is read back as the same event.
func TestParse(t *testing.T) {
	full := []event.Event{
		event.Seed{Seed: "a.smt2", SeedHash: "h", Engine: "storm", Job: 1 << 60, Round: 2, Logic: "QF_S", Outcome: event.NotApplicable, Reason: "why", Mutants: 3},
		event.Solve{Seed: "a.smt2", SeedHash: "h", Job: 7, Logic: "QF_S", Solver: "z3", Version: "1", Outcome: "timeout", Reason: "r", Seconds: 0.25, CPU: 0.125, Limit: 2},
		event.Mutant{Mutant: "h/storm/0/1", Engine: "storm", Logic: "QF_S", Rule: "r", Steps: 4, Applicable: 5, Text: 1<<64 - 1, Repeat: true},
		event.Skip{Mutant: "m", Solver: "z3", Why: event.GaveUp, Reason: "r"},
		event.Run{Mutant: "m", Engine: "e", Solver: "z3", Version: "1", Outcome: "sat", Reason: "<&>", Seconds: 0.25, CPU: 0.125, Limit: 0.5, Start: 0.0625, Extra: true, Mode: "reset", Presentation: "plain", Without: "models"},
		event.Verdict{Mutant: "m", Engine: "e", Runs: 2, Classes: []oracle.Class{oracle.CrashClass}, Excused: 1, Undecided: []string{"z3"},
			Rechecked:   []event.Rechecked{{Solver: "z3", Class: oracle.InvalidModel, Mode: "push", Result: event.NotConfirmed}},
			Unsupported: []event.Unsupported{{Solver: "z3", Operators: []string{"a", "b"}}}, Models: map[string]int{"holds": 1}, EvaluatingSeconds: 0.5},
		event.Confirmation{Mutant: "m", Class: oracle.CrashClass, Solver: "z3", Signature: "s", Runs: 2, Shown: 1},
		event.Finding{Mutant: "m", Job: 7, Index: 3, Engine: "storm", Class: oracle.CrashClass, Solver: "z3 -x", Family: "z3", Signature: "s", Suspect: true, Summary: "w", New: true, Folder: "f", Kept: true},
		event.Fault{Seed: "s", Engine: "e", Text: "t"},
	}
	for _, e := range append(full, all...) {
		line, err := event.JSON(e)
		if err != nil {
			t.Fatal(err)
		}
		back, err := event.Parse(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if diff := cmp.Diff(e, back); diff != "" {
			t.Errorf("%T (-written +read):\n%s", e, diff)
		}
	}
	for _, bad := range []string{"", "{", "[]", `{"event":"nonsense"}`, `{"event":"run","seconds":"x"}`} {
		if e, err := event.Parse([]byte(bad)); err == nil {
			t.Errorf("%s is read as %+v", bad, e)
		}
	}
}

// TestAppend: events are written as package json writes them, with the kind first.
func TestAppend(t *testing.T) {
	all := append(slices.Clone(all),
		event.Mutant{Mutant: "a/b", Engine: "typefuzz", Logic: "QF_LIA", Rule: "< -> \"<=\"", Steps: 3, Applicable: 7, Text: 1<<64 - 1},
		event.Skip{Mutant: "m", Solver: "z3 a=b", Why: event.GaveUp, Reason: "2 time-outs\u2028"},
		event.Run{
			Mutant: "m", Engine: "e", Logic: "l", Solver: "s", Version: "4", Outcome: "sat", Reason: "a\tb\x7f", Seconds: 0.000_000_1, CPU: 123.5,
			Extra: true, Mode: "reset",
		},
		event.Run{Seconds: 1e-6, CPU: 1e21},
		event.Verdict{
			Mutant: "m", Engine: "e", Runs: 2, Classes: []oracle.Class{oracle.CrashClass}, Excused: 1,
			Baseline: []event.BaselineFault{{Solver: "s"}}, Rechecked: []event.Rechecked{{Solver: "<s>"}}, Undecided: []string{"z3"},
			Unsupported: []event.Unsupported{{Solver: "z", Operators: []string{"+"}}}, Models: map[string]int{"open": 1, "holds": 2},
			EvaluatingSeconds: 1.25e-7,
		},
	)
	for _, e := range all {
		var b strings.Builder
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(e); err != nil {
			t.Fatal(err)
		}
		want := `{"event":"` + e.Kind() + `",` + strings.TrimSuffix(b.String()[1:], "\n")
		if got, err := event.Append([]byte("before"), e); err != nil || string(got) != "before"+want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
	}
}
