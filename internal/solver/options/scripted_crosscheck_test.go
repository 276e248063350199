package options_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/options"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/internal/testing/testdepth"
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

// TestScripted uses the statistics that the solver prints to compare what an option does from the command line with what it does from a script
// after a reset, and checks that nothing of it is left after the next reset. Long: every option; medium: every eighth; short: every fortieth.
func TestScripted(t *testing.T) {
	every := testdepth.Crosscheck(t, 40, 8, 1)
	for _, tt := range []struct {
		name       string
		statistics string // the command that prints them
		least      int    // options that make a difference
	}{
		{"z3", "(get-info :all-statistics)", 10},
		{"cvc5", "(get-info :all-statistics)", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, target := installed(t, tt.name)
			text := touching + tt.statistics + "\n"
			mark := "(echo \"behind\")\n"
			reset := target.Profile().Living.Reset + "\n"
			run := func(target solver.Target, stdin string) string {
				res, err := sandbox.Run(t.Context(), sandbox.Command{Argv: target.LivingCommand(solver.Query{}, solver.Reset), Stdin: []byte(stdin), Timeout: 10 * time.Second})
				if err != nil {
					t.Fatal(err)
				}
				return string(res.Stdout) + string(res.Stderr)
			}
			// Everything runs after a reset: some solvers, such as cvc5, work differently on standard input than on a file.
			last := func(out string) string { all := parts(out); return all[len(all)-1] }
			plain := last(run(target, reset+mark+text))
			if again := last(run(target, text+reset+mark+text)); !alike(target, again, plain) {
				t.Fatalf("behind a script %q differ", differ(target, again, plain))
			}
			tried, differing, other, left := 0, 0, 0, 0
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
					alone := last(run(one, reset+mark+text))
					got := parts(run(base, text+reset+mark+set+text+undo+reset+mark+text))
					if !alike(target, alone, plain) {
						differing++
					}
					switch {
					case len(got) < 3 && !strings.Contains(alone, "at"): // it was refused, or took too long
					case len(got) < 3 || !alike(target, got[1], alone):
						other++
						t.Logf("%s: from a script %q\nfrom the command line %s", one, got, alone)
					case !alike(target, got[2], plain):
						left++
						t.Logf("%s: left behind %s", one, got[2])
					}
				}
			}
			t.Logf("%s %s: of %d values %d make a difference, %d another one from a script, %d leave something behind", tt.name, c.Version, tried, differing, other, left)
			if left > 0 || other > 1+tried/50 || every == 1 && differing < tt.least {
				t.Errorf("of %d values %d differ, %d do something else from a script, %d leave something behind", tried, differing, other, left)
			}
		})
	}
}

// parts are what was printed between markers.
func parts(text string) []string { return marked.Split(text, -1) }

var marked = regexp.MustCompile(`(?m)^"?behind"?\n`)

// differ returns the names of statistics that differ between two outputs.
func differ(target solver.Target, a, b string) []string {
	noise := target.Profile().Stats.Noise
	return coverage.ParseStatistics(a, noise).Differ(coverage.ParseStatistics(b, noise))
}

// alike reports whether two outputs have the same answer and the same statistics.
func alike(target solver.Target, a, b string) bool {
	first := func(s string) string { line, _, _ := strings.Cut(s, "\n"); return line }
	return first(a) == first(b) && len(differ(target, a, b)) == 0
}
