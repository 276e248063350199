package enumerate

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate/kit/termspace"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/theory"
)

// enumerated asks a solver about all terms with one operator of the core, xor or another, and returns what came of it. The body is shell code for what the solver does with a script,
// whose path is $f; looks have "look" in it.
func enumerated(t *testing.T, body string, operator string, asks ...Ask) *Course {
	t.Helper()
	program := "#!/bin/sh\nfor f; do :; done\ncase $f in *.smt2) ;; *) echo 'Z3 version 5.4.1 - 64 bit'; exit;; esac\nhas() { grep -q -- \"$1\" \"$f\"; }\n" + body + "\n"
	path := filepath.Join(t.TempDir(), "z3")
	if err := os.WriteFile(path, []byte(program), 0o700); err != nil {
		t.Fatal(err)
	}
	profiles, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	topic, _ := termspace.TopicOf("core")
	bench := &trial.Bench{Table: theory.Builtin(), Dir: trialtest.Scratch(t), Limits: solver.Limits{Time: time.Minute}}
	job := &Job{
		Topic: topic, Only: []string{operator}, Plan: Plan{Size: 1}, Asks: asks, Target: trialtest.Named(t, "z3", path, profiles), Bench: bench, Samples: 30, Seed: 1,
	}
	c, err := Begin(job, "", trialtest.Scratch(t))
	if err != nil {
		t.Fatal(err)
	}
	l := job.NewLooker(bench.Dir)
	for _, b := range c.Left {
		r, err := l.Look(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Take(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// TestTogether: what a solver does wrong only when it is asked about several terms at once is a finding where it shows again, and is counted where it does not.
func TestTogether(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		ask        Ask
		class      oracle.Class // "" where it does not show again
	}{
		{"sat", `if has '(or '; then echo sat; else echo unsat; fi`, Fixed, oracle.SolutionSoundness},
		{"crash", `if has '(or '; then kill -SEGV $$; else echo unsat; fi`, Fixed, oracle.CrashClass},
		{"simplify", `n=$(grep -c '(simplify' "$f"); if [ "$n" -gt 1 ]; then kill -SEGV $$; fi; echo sat; sed -n 's/^(simplify \(.*\))$/\1/p' "$f"`, Simplify, oracle.CrashClass},
		{"once", `case $f in *look*) if has '(or '; then echo sat; exit; fi;; esac; echo unsat`, Fixed, ""},
		{"right", `echo unsat`, Fixed, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := enumerated(t, tt.body, "xor", tt.ask)
			sum := c.By()[tt.ask]
			if sum.Agreed == 0 {
				t.Errorf("nothing agreed: %+v", sum)
			}
			if tt.class == "" {
				if unconfirmed := tt.name != "right"; len(c.Found()) > 0 || sum.Wrong > 0 || sum.Unconfirmed > 0 != unconfirmed {
					t.Errorf("%+v, found %d", sum, len(c.Found()))
				}
				return
			}
			if len(c.Found()) == 0 || sum.Wrong == 0 {
				t.Fatalf("nothing was found: %+v", sum)
			}
			f := c.Found()[0]
			if f.Class != tt.class || f.Ask != tt.ask || f.Together < 2 {
				t.Errorf("found %s", fmt.Sprintf("%+v", *f))
			}
		})
	}
}

// TestCrashBehind: a crash after the last answer of a process counts.
func TestCrashBehind(t *testing.T) {
	c := enumerated(t, `sed -n 's/^(check-sat)/unsat/p' "$f"; if has '(push'; then kill -SEGV $$; fi`, "xor", Range, Push)
	if sum := c.By()[Push]; sum.Agreed == 0 || sum.Wrong == 0 || len(c.Found()) != 1 || c.Found()[0].Class != oracle.CrashClass {
		t.Errorf("%+v, found %d", sum, len(c.Found()))
	}
}

// TestApart: a crash hides no wrong answer with the same operators, and only what was asked again counts as wrong.
func TestApart(t *testing.T) {
	c := enumerated(t, `if has '(not (xor'; then kill -SEGV $$; fi; echo unsat`, "xor", Value)
	found := make(map[oracle.Class]int64)
	for _, f := range c.Found() {
		found[f.Class] += 1 + f.Also
	}
	sum := c.By()[Value]
	if len(c.Found()) != 2 || found[oracle.CrashClass] == 0 || found[oracle.RefutationSoundness] == 0 || sum.Wrong != 2 || sum.Alike == 0 || sum.Wrong+sum.Alike != sum.Asked {
		t.Errorf("%v, %+v", found, sum)
	}
}

// TestSuspected: what the solver alone says is wrong is only suspected.
func TestSuspected(t *testing.T) {
	c := enumerated(t, `case $f in *look*) echo unsat;; *) echo 'an invalid model was generated'; echo sat;; esac`, "xor", Value)
	sum := c.By()[Value]
	if sum.Wrong != 0 || sum.Suspected == 0 || sum.Suspicious() != sum.Asked || len(c.Found()) == 0 {
		t.Errorf("%+v, found %d", sum, len(c.Found()))
	}
	for _, f := range c.Found() {
		if !f.Suspected || f.Kind() != "invalid-model (suspected)" {
			t.Errorf("found %s", f.Text())
		}
	}
}

// TestVain: suspects that do not show again are asked again only a few times, and the others are counted.
func TestVain(t *testing.T) {
	c := enumerated(t, `case $f in *look*) echo unsat;; *) echo unknown;; esac`, "xor", Value)
	if sum := c.By()[Value]; sum.Wrong > 0 || sum.Unconfirmed != mostVain || sum.Unasked != sum.Asked-mostVain || sum.Unasked == 0 {
		t.Errorf("%+v", sum)
	}
}

// TestWrongTerms: what is not equal to the term that it should simplify is a finding, and others like it are counted apart.
func TestWrongTerms(t *testing.T) {
	c := enumerated(t, `echo sat; sed -n 's/^(get-model)$/()/p; s/^(simplify .*)$/true/p' "$f"`, "xor", Simplify)
	sum := c.By()[Simplify]
	if len(c.Found()) != 1 || c.Found()[0].Class != oracle.InvalidSimplification || sum.Wrong != 1 || sum.Alike == 0 || sum.Unconfirmed > 0 {
		t.Errorf("%+v, found %d", sum, len(c.Found()))
	}
}
