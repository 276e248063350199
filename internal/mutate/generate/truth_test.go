package generate_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/generate"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/theory"
)

// series starts a series of scripts of a logic, sat and unsat in these percentages.
func series(t testing.TB, logic string, sat, unsat int) mutate.Source {
	t.Helper()
	s, err := elab.Script("(set-logic "+logic+")(check-sat)", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := generate.DefaultOptions()
	o.Sat, o.Unsat = sat, unsat
	src, err := generate.New(o).Prepare(context.Background(), &mutate.Seed{Name: logic, Script: s}, mutate.Env{Dialects: []mutate.Dialect{{Name: "z3"}, {Name: "cvc5"}}})
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// TestTruth: in each logic, witnesses make what was read back true, by the evaluation that certifies findings; no random assignment satisfies what
// is unsat; and most scripts have a truth. In a sample, 6 scripts of each logic, otherwise 152: 20,064 in all.
func TestTruth(t *testing.T) {
	var table []string
	all := map[string]int{}
	for _, logic := range theory.Logics() {
		n := testdepth.Sample(6, 152)
		count := map[string]int{}
		var src mutate.Source
		for i := range n {
			if i%200 == 0 {
				src = series(t, logic, 60, 40)
			}
			m, err := src.Next(rng.New(7).Split(logic).SplitN(uint64(i)))
			if err != nil {
				t.Fatal(err)
			}
			some := checked(t, fmt.Sprint(logic, " ", i), m)
			count[some]++
			all[some]++
			all["scripts"]++
		}
		for reason, k := range src.(mutate.Choosy).Rejected() {
			all[reason] += k
			count[reason] += k
		}
		table = append(table, fmt.Sprintf("%-14s %v", logic, count))
	}
	slices.Sort(table)
	t.Logf("%v\n%s", all, strings.Join(table, "\n"))
	if 10*all["none"] > all["scripts"] {
		t.Errorf("%d of %d scripts have no truth", all["none"], all["scripts"])
	}
}

// checked tests what is claimed about each check of a mutant, and returns what that is: unsat, sat or none.
func checked(t *testing.T, where string, m mutate.Mutant) string {
	t.Helper()
	out := "none"
	text := m.Script.String()
	f, err := certify.NewFormula(text, m.Script.Store.Table)
	if err != nil {
		t.Fatalf("%s: %v\n%s", where, err, text)
	}
	for check, truth := range m.Known() {
		switch truth.Status {
		case smt.Sat:
			switch report := f.Model(truth.Witness, "", check); report.Verdict {
			case oracle.ModelHolds:
			case oracle.ModelTooLarge: // quantifiers: what the engine evaluates bit by bit, this does at once
				t.Logf("%s, check %d: %s", where, check, report.Summary)
			default:
				t.Errorf("%s, check %d: the witness %v: %s\n%s\n%s", where, check, report.Verdict, report.Summary, truth.Witness, text)
			}
			if out == "none" {
				out = "sat"
			}
		case smt.Unsat:
			out = "unsat"
			satisfies(t, fmt.Sprintf("%s, check %d: %v", where, check, truth.Derivation), text, check)
		}
	}
	return out
}

// satisfies fails when a random assignment satisfies a check that is said to be unsat.
func satisfies(t *testing.T, where, text string, check int) {
	t.Helper()
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := problem.At(s, check)
	if err != nil {
		return
	}
	chooser := interp.NewChooser(p)
	for i := range 5 {
		a, err := chooser.Random(rng.New(9).SplitN(uint64(i)))
		if err != nil {
			return
		}
		holds := true
		for _, f := range p.Assertions {
			if holds = a.Value(f).IsTrue(); !holds {
				break
			}
		}
		if holds {
			t.Errorf("%s: %s\n%s", where, a.Witness(), text)
		}
	}
}

func BenchmarkNext(b *testing.B) {
	for _, logic := range []string{"QF_LIA", "QF_BV", "QF_IDL", "AUFLIRA", "QF_SLIA", "QF_FP", "QF_UFDT", "ALL"} {
		for _, arm := range []struct {
			name       string
			sat, unsat int
		}{{"free", 0, 0}, {"sat", 100, 0}, {"unsat", 0, 100}} {
			b.Run(logic+"/"+arm.name, func(b *testing.B) {
				src := series(b, logic, arm.sat, arm.unsat)
				r := rng.New(1)
				for i := range b.N {
					if _, err := src.Next(r.SplitN(uint64(i))); err != nil {
						src = series(b, logic, arm.sat, arm.unsat)
					}
				}
			})
		}
	}
}
