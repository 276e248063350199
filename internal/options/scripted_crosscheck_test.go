package options_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/options"
	"github.com/assay-smt/assay/internal/sandbox"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testdepth"
)

// touching is a script on which many options make a difference.
const touching = `(set-logic ALL)
(declare-fun f (Int) Int)
(declare-const x Int)
(declare-const y Int)
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(declare-const p Bool)
(assert (or (> (* x y) 7) (= (f x) (+ y 2)) p))
(assert (=> p (distinct (bvadd a b) (bvmul a #x03))))
(assert (and (< x 9) (< 2 y) (< y (ite p 7 11)) (= (mod x 3) 1)))
(assert (or (not p) (bvult (bvudiv a b) #x10)))
(check-sat)
`

// TestScripted compares what an option does from the command line with what it does from a script behind a reset, by the statistics that
// the solver prints, and sees that nothing of it is left behind the next reset. Medium: every option; short: every eighth.
func TestScripted(t *testing.T) {
	every := testdepth.Crosscheck(t, 8, 1, 1)
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name       string
		statistics string // the command that prints them
		least      int    // options that make a difference
	}{
		{"z3", "(get-info :all-statistics)", 30},
		{"cvc5", "(get-info :all-statistics)", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := sandbox.LookPath(tt.name); err != nil {
				t.Skip("it is not here")
			}
			target, err := solver.Resolve(t.Context(), tt.name, set)
			if err != nil {
				t.Fatal(err)
			}
			c, err := options.Read(t.Context(), target, 2)
			if err != nil {
				t.Fatal(err)
			}
			text := touching + tt.statistics + "\n"
			file := filepath.Join(t.TempDir(), "a.smt2")
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			reset := target.Profile().Living.Reset + "\n"
			run := func(target solver.Target, stdin string) string {
				argv := target.Command(solver.Query{File: file})
				if stdin != "" {
					argv = target.LivingCommand(solver.Query{}, solver.Reset)
				}
				res, err := sandbox.Run(t.Context(), sandbox.Command{Argv: argv, Stdin: []byte(stdin), Timeout: time.Minute})
				if err != nil {
					t.Fatal(err)
				}
				return volatile.ReplaceAllString(string(res.Stdout)+string(res.Stderr), "")
			}
			plain := run(target, "")
			if again := run(target, text+reset+"(echo \"behind\")\n"+text); behind(again) != plain {
				t.Errorf("behind a reset %s\nwithout one %s", behind(again), plain)
			}
			tried, differ, left, other := 0, 0, 0, 0
			for i, o := range c.Options {
				if i%every != 0 || o.Use != solver.UseSearch {
					continue
				}
				for _, value := range o.Alternatives() {
					one := c.Target(target, options.Setting{Name: o.Name, Value: value})
					base, set, undo := c.Scripted(one)
					if set == "" {
						continue
					}
					tried++
					alone := run(one, "")
					both := run(base, text+reset+"(echo \"behind\")\n"+set+text+undo+reset+"(echo \"behind\")\n"+text)
					inScript, afterwards, _ := strings.Cut(behind(both), "behind\n")
					if alone != plain {
						differ++
					}
					if inScript != alone {
						other++
						t.Logf("%s: from a script %s\nfrom the command line %s", one, inScript, alone)
					}
					if afterwards != plain {
						left++
						t.Logf("%s: left behind %s", one, afterwards)
					}
				}
			}
			t.Logf("%s %s: of %d values %d make a difference, %d another one from a script, %d leave something behind", tt.name, c.Version, tried, differ, other, left)
			if left > 0 || other*10 > tried || differ < tt.least/every {
				t.Errorf("of %d values %d differ, %d do something else from a script, %d leave something behind", tried, differ, other, left)
			}
		})
	}
}

// volatile are the statistics that differ from run to run.
var volatile = regexp.MustCompile(`(?m)^.*(time|memory|alloc|rlimit|driver::|resource::).*\n?`)

// behind is what was printed behind the first marker.
func behind(text string) string {
	_, after, _ := strings.Cut(text, "behind\n")
	return after
}

var _ = slices.Contains[[]string]
