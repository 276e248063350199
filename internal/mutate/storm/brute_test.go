package storm_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/storm"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

const small = "(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)(declare-const d Bool)(declare-const x (_ BitVec 2))(declare-const y (_ BitVec 2))\n"

// smallSat and smallUnsat are formulas over few values, with connectives of more than two operands.
var smallSat = map[string]string{
	"implications": "(assert (=> a b c d))(assert (=> (not a) (not b) c))(assert (=> d c b a))",
	"equations":    "(assert (= a b (not c)))(assert (or (= b c d) (= a c d) (= x y #b01)))",
	"xors":         "(assert (xor a b c d))(assert (xor (bvult x y) a b))(assert (not (xor a (not a) b c)))",
	"distinct":     "(assert (distinct x y #b10))(assert (=> a (distinct x #b00 y #b11)))(assert (distinct a b))",
	"branches":     "(assert (ite a (or b c d) (and b c d)))(assert (ite (bvult x y) (= x #b01) (not (and a b c))))(assert (= (ite a x y) (ite b y x)))",
	"quantifiers":  "(assert (exists ((p Bool) (q (_ BitVec 1))) (=> p (= q #b1) a (bvult x y))))(assert (or c (forall ((p Bool)) (xor p a b))))(assert (=> a b (not c)))",
}

var smallUnsat = map[string]string{
	"implications": "(assert (=> a b c))(assert a)(assert b)(assert (not c))(assert (=> a b c d))",
	"equations":    "(assert (= a b c))(assert (xor a b c))(assert (not a))(assert (or a b d))",
	"distinct":     "(assert (distinct x y (bvnot x) (bvnot y) (bvadd x #b01)))(assert (=> a b d))",
	"odd":          "(assert (xor a b c d))(assert (= a b))(assert (= c d))(assert (or x_y a b))",
}

// prepared makes a source from a text for an asker.
func prepared(t *testing.T, text string, asker mutate.Asker, o storm.Options) (mutate.Source, error) {
	t.Helper()
	return storm.New(o).Prepare(context.Background(), read(t, "small", text), mutate.Env{Asker: asker, Rand: rng.New(3).Split(text), Dialects: []mutate.Dialect{{Name: "z3"}}})
}

// quick returns options that keep formulas small.
func quick(incremental int) storm.Options {
	return with(func(o *storm.Options) {
		o.Incremental, o.Enrichment, o.MaxAsserts, o.MaxDepth, o.Unsat = incremental, 100, 6, 4, 40
	})
}

// judged tries every truth of mutants by brute force, and counts those that are sat and unsat.
func judged(t *testing.T, source mutate.Source, n int, brutes ...mutatetest.Brute) (sat, unsat int, mutants []mutate.Mutant) {
	t.Helper()
	mutants = mutatetest.Drawn(t, source, rng.New(4), n)
	for _, m := range mutants {
		text := m.Script.String()
		s := mutatetest.Script(t, text)
		for check, truth := range m.Known() {
			switch truth.Status {
			case smt.Sat:
				sat++
			case smt.Unsat:
				unsat++
			default:
				t.Errorf("check %d has no truth", check)
			}
			for _, brute := range brutes {
				if got, _, err := brute.Decide(s, check); err != nil || got != truth.Status {
					t.Fatalf("check %d is claimed to be %v but is %v (%v), %s\n%s", check, truth.Status, got, err, strings.Join(truth.Derivation, "; "), text)
				}
			}
		}
		if len(m.Known()) != s.Checks() {
			t.Errorf("%d truths of %d checks", len(m.Known()), s.Checks())
		}
	}
	return sat, unsat, mutants
}

// TestTruthsByBruteForce: every truth of mutants over few values is right, whoever is asked and whether or not the mutants
// ask many times.
func TestTruthsByBruteForce(t *testing.T) {
	for _, incremental := range []int{0, 100} {
		for status, seeds := range map[string]map[string]string{"sat": smallSat, "unsat": smallUnsat} {
			for name, text := range seeds {
				for who, asker := range map[string]mutate.Asker{"nobody": nil, "two": mutatetest.Brute{}.Asker()} {
					t.Run(fmt.Sprintf("%s %s %s %d", status, name, who, incremental), func(t *testing.T) {
						text := small + strings.ReplaceAll(text, "x_y", "(= x y)")
						seed, err := elab.Script(text+"(check-sat)", elab.Options{})
						if err != nil {
							t.Fatal(err)
						}
						if got, _, err := (mutatetest.Brute{}).Decide(seed, 0); err != nil || got.String() != status {
							t.Fatalf("the seed is %v, %v", got, err)
						}
						source, err := prepared(t, text+"(set-info :status "+status+")(check-sat)", asker, quick(incremental))
						if err != nil {
							t.Fatal(err)
						}
						sat, unsat, _ := judged(t, source, 16, mutatetest.Brute{})
						if sat == 0 || unsat == 0 && (incremental > 0 || status == "unsat") {
							t.Errorf("%d sat and %d unsat", sat, unsat)
						}
					})
				}
			}
		}
	}
}

// answer is a reply of a version of a solver.
func answer(codebase, version string, status smt.Status, s *script.Script) mutate.Reply {
	r := mutate.Reply{Solver: codebase + " " + version, Codebase: codebase, Status: status}
	if status == smt.Unsat {
		for i := range s.Commands {
			if c := s.Commands[i]; c.Kind == script.Assert {
				term.Labels(c.Terms[0], func(d *term.Decl) { r.Core = append(r.Core, d.Name) })
			}
		}
	}
	return r
}

// TestVotesThatProveNothing: solvers say unsat about seeds that are sat. As long as the solvers are of one codebase, or are
// contradicted, or are silent when it counts, nothing may be claimed to be unsat for that reason.
func TestVotesThatProveNothing(t *testing.T) {
	for who, f := range map[string]func(s *script.Script, want mutate.Want) []mutate.Reply{
		"one version": func(s *script.Script, _ mutate.Want) []mutate.Reply {
			return []mutate.Reply{answer("z3", "1", smt.Unsat, s)}
		},
		"two versions": func(s *script.Script, want mutate.Want) []mutate.Reply {
			if want == mutate.WantCore {
				return []mutate.Reply{answer("z3", "1", smt.Unsat, s)}
			}
			return []mutate.Reply{answer("z3", "1", smt.Unsat, s), answer("z3", "2", smt.Unsat, s), answer("z3", "3", smt.Unsat, s)}
		},
		"votes against each other": func(s *script.Script, want mutate.Want) []mutate.Reply {
			if want == mutate.WantCore {
				return []mutate.Reply{answer("z3", "1", smt.Unsat, s)}
			}
			return []mutate.Reply{answer("z3", "1", smt.Unsat, s), answer("cvc5", "1", smt.Unsat, s), answer("yices", "2", smt.Sat, s)}
		},
		"a core, and no votes": func(s *script.Script, want mutate.Want) []mutate.Reply {
			if want == mutate.WantCore {
				return []mutate.Reply{answer("z3", "1", smt.Unsat, s)}
			}
			return nil
		},
		"a core that another one denies": func(s *script.Script, want mutate.Want) []mutate.Reply {
			if want == mutate.WantCore {
				return []mutate.Reply{answer("cvc5", "1", smt.Sat, s), answer("z3", "1", smt.Unsat, s)}
			}
			return []mutate.Reply{answer("z3", "1", smt.Unsat, s), answer("cvc5", "1", smt.Unsat, s)}
		},
	} {
		for name, text := range smallSat {
			t.Run(who+" "+name, func(t *testing.T) {
				source, err := prepared(t, small+text+"(check-sat)", mutatetest.Scripted(f), quick(0))
				if err != nil {
					t.Fatal(err)
				}
				if sat, unsat, _ := judged(t, source, 5, mutatetest.Brute{}); sat == 0 || unsat > 0 {
					t.Errorf("%d sat, %d unsat", sat, unsat)
				}
			})
		}
	}
}

// TestFalseCore: one solver names a core that is sat, from formulas that are unsat. Neither a label nor honest votes on all formulas
// make anything about it true.
func TestFalseCore(t *testing.T) {
	brute := mutatetest.Brute{}.Asker()
	asker := mutatetest.Scripted(func(s *script.Script, want mutate.Want) []mutate.Reply {
		if want == mutate.WantCore {
			r := answer("z3", "1", smt.Unsat, s)
			r.Core = r.Core[:1]
			return []mutate.Reply{r}
		}
		return brute.Ask(t.Context(), s, want)
	})
	used := 0
	for name, text := range smallUnsat {
		for how, label := range map[string]string{"labelled": "(set-info :status unsat)", "not labelled": ""} {
			t.Run(name+" "+how, func(t *testing.T) {
				text := small + strings.ReplaceAll(text, "x_y", "(= x y)")
				source, err := prepared(t, text+label+"(check-sat)", asker, quick(0))
				if errors.Is(err, mutate.ErrNotApplicable) {
					return // nothing is known about the seed, which is right
				}
				if err != nil {
					t.Fatal(err)
				}
				used++
				judged(t, source, 16, mutatetest.Brute{})
			})
		}
	}
	if used == 0 {
		t.Error("no seed was mutated, so that nothing was tried")
	}
}

// TestPinnedFormulas: the value of a formula that evaluation leaves open is that of two codebases that agree, and the truth
// says so; otherwise no truth depends on it.
func TestPinnedFormulas(t *testing.T) {
	// 1000003 is not a square.
	const text = small + `(assert (or a (forall ((i Int)) (distinct (* i i) 1000003))))(assert (=> b (exists ((i Int)) (= (* i i) 1000003)) c))(assert (xor a b c))(check-sat)`
	is := func(forall bool) mutatetest.Brute {
		return mutatetest.Brute{Quantified: func(t *term.Term) bool { return (t.Binder() == term.Forall) == forall }}
	}
	honest := is(true)
	quantified := func(m *mutate.Mutant) bool { return strings.Contains(m.Script.String(), "Int") }
	for _, incremental := range []int{0, 100} {
		source, err := prepared(t, text, honest.Asker(), quick(incremental))
		if err != nil {
			t.Fatal(err)
		}
		_, _, mutants := judged(t, source, 16, honest)
		rests := 0
		for i := range mutants {
			m := &mutants[i]
			s, err := elab.Script(m.Script.String(), elab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for check, truth := range m.Known() {
				if truth.Status != smt.Sat {
					continue
				}
				said := strings.Contains(strings.Join(truth.Derivation, " "), "two solvers")
				// With the quantifiers the other way round the truth must stay, unless it says that it rests on solvers. What it says
				// may be more than necessary.
				other, _, err := is(false).Decide(s, check)
				if err != nil {
					t.Fatal(err)
				}
				if other != smt.Sat && !said {
					t.Errorf("check %d depends on a quantifier, but does not say so: %v\n%s", check, truth.Derivation, m.Script)
				}
				if said {
					rests++
				}
			}
		}
		if rests == 0 {
			t.Errorf("incremental %d: no truth rests on a quantifier", incremental)
		}
	}
	for who, replies := range map[string]func(s *script.Script) []mutate.Reply{
		"one codebase": func(s *script.Script) []mutate.Reply {
			return []mutate.Reply{answer("z3", "1", smt.Unsat, s), answer("z3", "2", smt.Unsat, s)}
		},
		"contradictions": func(s *script.Script) []mutate.Reply {
			return []mutate.Reply{answer("z3", "1", smt.Unsat, s), answer("cvc5", "1", smt.Unsat, s), answer("yices", "1", smt.Sat, s)}
		},
		"silence": func(*script.Script) []mutate.Reply { return nil },
	} {
		ask := mutatetest.Scripted(func(s *script.Script, want mutate.Want) []mutate.Reply {
			if want != mutate.WantVotes {
				return nil
			}
			return replies(s)
		})
		for _, incremental := range []int{0, 100} {
			source, err := prepared(t, text, ask, quick(incremental))
			if err != nil {
				t.Fatal(err)
			}
			// Whatever the values of the quantifiers.
			_, _, mutants := judged(t, source, 8, is(true), is(false))
			some := false
			for i := range mutants {
				some = some || quantified(&mutants[i])
				for _, truth := range mutants[i].Known() {
					if strings.Contains(strings.Join(truth.Derivation, " "), "two solvers") {
						t.Errorf("%s: a truth rests on two solvers: %v", who, truth.Derivation)
					}
				}
			}
			if !some {
				t.Logf("%s: no mutant has a quantifier", who)
			}
		}
	}
}
