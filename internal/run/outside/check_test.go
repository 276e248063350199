package outside

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// Whatever a check does besides objecting in due form is noted, and nothing is wrong with the run.
func TestHostileChecks(t *testing.T) {
	run := solver.Run{Solver: "z3 -v", Version: "1.2", Verdict: solver.Verdict{Answers: []smt.Status{smt.Sat, smt.Unsat}}}
	for _, tt := range []struct{ name, reply, title, note string }{
		{"ok", `{"type":"ok"}`, "", ""},
		{"an objection", `{"type":"objection","title":"odd\u0007","detail":"x"}`, "odd?", ""},
		{"no title", `{"type":"objection","title":" "}`, "", "an objection has no title"},
		{"a refusal", `{"type":"refused","reason":"no proof"}`, "", "it refuses to judge runs (no proof), 2 times"},
		{"a mutant", `{"type":"mutant"}`, "", "a message that is not expected here"},
		{"garbage", `fine`, "", "a line that is not a JSON object"},
		{"two", `{"type":"ok"}` + "\n" + `{"type":"ok"}`, "", "wrote more after its reply"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			spec := Spec{[]string{"/bin/sh", "-c", answers, "sh", tt.reply}}
			all, err := Checks(t.Context(), []string{spec.String()}, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer Close(all)
			for range 2 {
				got := all[0].Objections(t.Context(), []byte("(check-sat)"), "QF_BV", run)
				if (tt.title == "") != (got == nil) || got != nil && (got[0].Title != tt.title || !strings.HasPrefix(got[0].By, Prefix)) {
					t.Errorf("%+v", got)
				}
			}
			notes := strings.Join(Notes(all), "\n")
			if (tt.note == "") != (notes == "") || !strings.Contains(notes, tt.note) {
				t.Errorf("notes %q", notes)
			}
		})
	}
}

// A check is told what was run, and what came of it.
func TestAsks(t *testing.T) {
	const echo = greets + `read l; printf '{"type":"objection","title":"asked","detail":"%s"}\n' "$(printf %s "$l" | tr -d '"\\')"`
	spec := Spec{[]string{"/bin/sh", "-c", echo}}
	all, err := Checks(t.Context(), []string{spec.String()}, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer Close(all)
	run := solver.Run{Solver: "z3 -v", Version: "1.2", Verdict: solver.Verdict{Answers: []smt.Status{smt.Sat, smt.Unsat}}}
	run.Raw.Stdout = []byte("sat unsat")
	got := all[0].Objections(t.Context(), []byte("(check-sat)"), "QF_BV", run)
	const want = "{type:run,script:(check-sat),logic:QF_BV,solver:z3 -v,version:1.2,answer:unsat,answers:[sat,unsat],output:sat unsat}"
	if len(got) != 1 || got[0].Detail != want {
		t.Errorf("%+v", got)
	}
}

// What is no check is refused before anything is run with it, and nothing stays behind.
func TestChecksRefused(t *testing.T) {
	for spec, says := range map[string]string{
		"mine.py":                  "write exec:PROGRAM",
		"exec:./nowhere":           "there is no program ./nowhere",
		`exec:/bin/sh -c 'exit 3'`: "it ended before its reply did (exit status 3); ",
		`exec:/bin/sh -c 'echo {\"type\":\"ok\"}'`: "a message that is not expected here",
	} {
		if all, err := Checks(t.Context(), []string{spec}, 0); err == nil || !strings.Contains(err.Error(), says) || all != nil {
			t.Errorf("%s: %v, %v", spec, all, err)
		}
	}
}
