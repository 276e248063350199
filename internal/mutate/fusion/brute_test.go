package fusion_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/fusion"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

const small = "(declare-const x (_ BitVec 2))(declare-const y (_ BitVec 2))(declare-const p Bool)\n"

// smallSeeds are formulas over few values, by their status: connectives of many operands, conjunctions of several assertions,
// and divisors that may be zero.
var smallSeeds = map[smt.Status][]string{
	smt.Sat: {
		"(assert (distinct x y #b10))(assert (=> p (bvult x y) (= x #b00)))",
		"(assert (or (= x #b11) (= y #b11) p))(assert (= (bvudiv x y) (bvurem y x)))",
		"(assert (xor p (bvult x y) (bvslt x y)))(assert (= (bvmul x y) (bvadd x y)))",
	},
	smt.Unsat: {
		"(assert (distinct x y (bvnot x) (bvnot y) (bvadd x y)))",
		"(assert (=> p (bvult x y) (= x y)))(assert p)(assert (bvult x y))",
		"(assert (xor (bvult x y) (bvuge x y) p))(assert (or p (= x (bvnot x))))",
	},
}

// partner offers one seed.
type partner string

func (p partner) Partner(*rng.Rand, string) (seeds.Seed, bool) {
	return seeds.Seed{Name: "partner", Hash: "partner", Text: string(p)}, true
}

func seedOf(t *testing.T, name, text string) *mutate.Seed {
	t.Helper()
	seed, err := mutate.Read(seeds.Seed{Name: name, Hash: name, Text: text}, theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	return seed
}

func labelled(status smt.Status, text string) string {
	return fmt.Sprintf("(set-logic QF_BV)(set-info :status %v)%s%s(check-sat)", status, small, text)
}

// single returns an engine of one fusion for each mutant, so that its values can be tried.
func single(t *testing.T) *fusion.Engine {
	t.Helper()
	e, err := fusion.New(with(func(o *fusion.Options) { o.MaxFusions = 1 }))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// mutantsOf tries the truth of every mutant by brute force.
func mutantsOf(t *testing.T, e *fusion.Engine, seed *mutate.Seed, env mutate.Env, n int) (made int, err error) {
	t.Helper()
	env.Rand = rng.New(5)
	source, err := e.Prepare(context.Background(), seed, env)
	if err != nil {
		return 0, err
	}
	for _, m := range mutatetest.Drawn(t, source, rng.New(6), n) {
		made++
		text := m.Script.String()
		got, _, err := mutatetest.Brute{}.Decide(mutatetest.Script(t, text), 0)
		if err != nil || got != m.Truth.Status {
			t.Fatalf("claimed to be %v, but is %v (%v); %s\n%s", m.Truth.Status, got, err, strings.Join(m.Truth.Derivation, "; "), text)
		}
	}
	return made, nil
}

// TestTruthsByBruteForce: whatever is fused, whichever solvers prove the functions, and whatever the partner is, every truth
// of mutants over few values is right.
func TestTruthsByBruteForce(t *testing.T) {
	askers := []mutate.Asker{mutatetest.Brute{}.Asker(), nil}
	engines := []*fusion.Engine{single(t), single(t)} // each proves its functions once
	for status, all := range smallSeeds {
		for i, text := range all {
			s, err := elab.Script(labelled(status, text), elab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got, _, err := (mutatetest.Brute{}).Decide(s, 0); err != nil || got != status {
				t.Fatalf("seed %v %d is %v, %v", status, i, got, err)
			}
			for other, partners := range smallSeeds {
				for k, ask := range askers {
					name := fmt.Sprintf("%v %d with %v, asking %v", status, i, other, ask != nil)
					t.Run(name, func(t *testing.T) {
						env := mutate.Env{Asker: ask, Partners: partner(labelled(other, partners[(i+1)%len(partners)]))}
						made, err := mutantsOf(t, engines[k], seedOf(t, "seed", labelled(status, text)), env, 3)
						if err != nil || made == 0 {
							t.Errorf("%d mutants, %v", made, err)
						}
					})
				}
			}
		}
	}
}

// TestEverySortByBruteForce: the functions for every sort; any term of the formulas can be their input.
func TestEverySortByBruteForce(t *testing.T) {
	all, err := fusion.Builtin(theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	askers := []mutate.Asker{mutatetest.Brute{}.Asker(), nil}
	for i, f := range all[len(all)-4:] {
		for k, ask := range askers {
			e, err := fusion.New(with(func(o *fusion.Options) { o.Functions, o.MaxFusions = []*fusion.Function{f}, 1 }))
			if err != nil {
				t.Fatal(err)
			}
			for status, texts := range smallSeeds {
				for n, text := range texts {
					env := mutate.Env{Asker: ask, Partners: partner(labelled(status, texts[(n+1)%len(texts)]))}
					made, err := mutantsOf(t, e, seedOf(t, "seed", labelled(status, text)), env, 3)
					if err != nil || made == 0 {
						t.Errorf("function %d, %v %d, asking %v: %d mutants, %v", i, status, n, k == 0, made, err)
					}
				}
			}
		}
	}
}

// TestLabelsThatNobodyContradicts: a sat label is used where solvers have no model that evaluation confirms, unless a solver says unsat, or both
// formulas rest on values that the standard leaves open. The truth then says that it rests on labels.
func TestLabelsThatNobodyContradicts(t *testing.T) {
	hidden := "(assert (forall ((v Int)) (exists ((w Int)) (> (* w w) (+ v x)))))"
	open := "(assert (exists ((v Int)) (> (div v 0) (+ v x))))"
	defined := "(define-fun-rec d ((v Int)) Int (ite (<= v 0) (div v 0) (d (- v 1))))(assert (exists ((v Int)) (> (d v) (+ v x))))"
	text := func(body string) string {
		return "(set-logic NIA)(set-info :status sat)(declare-const x Int)" + body + "(check-sat)"
	}
	for name, tt := range map[string]struct {
		status        smt.Status // what solvers say of both
		seed, partner string
		usable, self  bool
		alone         bool // there are no solvers
	}{
		"nobody knows":                        {smt.Unknown, hidden, hidden + "(assert (< x 3))", true, false, false},
		"a solver denies":                     {smt.Unsat, hidden, hidden + "(assert (< x 3))", false, false, false},
		"open on both sides":                  {smt.Unknown, open, open + "(assert (< x 3))", true, true, false},
		"open on one side":                    {smt.Unknown, open, hidden, true, false, false},
		"open in a definition":                {smt.Unknown, defined, open, true, true, false},
		"open in definitions":                 {smt.Unknown, defined, defined + "(assert (< x 3))", true, true, false},
		"open, without solvers on both sides": {smt.Unknown, open, open + "(assert (< x 3))", true, true, true},
		"open, without solvers on one side":   {smt.Unknown, open, hidden, true, false, true},
	} {
		ask := mutatetest.Scripted(func(_ *script.Script, want mutate.Want) []mutate.Reply {
			switch {
			case want == mutate.WantVotes: // on a fusion function
				return []mutate.Reply{{Solver: "z3 1", Codebase: "z3", Status: smt.Unsat}}
			case tt.status == smt.Unknown:
				return nil
			}
			return []mutate.Reply{{Solver: "z3 1", Codebase: "z3", Status: tt.status}}
		})
		env := mutate.Env{Asker: ask, Partners: partner(text(tt.partner)), Rand: rng.New(5)}
		if tt.alone {
			env.Asker = nil
		}
		source, err := single(t).Prepare(t.Context(), seedOf(t, "seed", text(tt.seed)), env)
		if !tt.usable {
			if !errors.Is(err, mutate.ErrNotApplicable) || !strings.Contains(err.Error(), "contradict") {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		m, err := source.Next(rng.New(6))
		if err != nil || m.Truth.Status != smt.Sat || !m.Truth.Label || m.Truth.Witness != "" {
			t.Errorf("%s: %v, %+v", name, err, m.Truth)
			continue
		}
		if self := !strings.Contains(m.Steps[0].Summary, "partner"); self != tt.self {
			t.Errorf("%s: %s", name, m.Steps[0].Summary)
		}
	}
}

// TestVotesThatProveNothing: without a label, the votes of one codebase, or of several that contradict each other, make no mutant unsat.
func TestVotesThatProveNothing(t *testing.T) {
	say := func(codebase, version string, status smt.Status) mutate.Reply {
		return mutate.Reply{Solver: codebase + version, Codebase: codebase, Status: status}
	}
	for name, replies := range map[string][]mutate.Reply{
		"one version":    {say("z3", "1", smt.Unsat)},
		"two versions":   {say("z3", "1", smt.Unsat), say("z3", "2", smt.Unsat)},
		"contradictions": {say("z3", "1", smt.Unsat), say("cvc5", "1", smt.Unsat), say("yices", "1", smt.Sat)},
		"nobody":         nil,
	} {
		ask := mutatetest.Scripted(func(_ *script.Script, want mutate.Want) []mutate.Reply {
			if want == mutate.WantModel && len(replies) > 1 {
				return replies[:1]
			}
			return replies
		})
		text := small + smallSeeds[smt.Sat][0] + "(check-sat)"
		if made, err := mutantsOf(t, single(t), seedOf(t, "seed", text), mutate.Env{Asker: ask}, 3); !errors.Is(err, mutate.ErrNotApplicable) {
			t.Errorf("%s: %d mutants, %v", name, made, err)
		}
	}
	// Two codebases do.
	text := small + smallSeeds[smt.Unsat][1] + "(check-sat)"
	if made, err := mutantsOf(t, single(t), seedOf(t, "seed", text), mutate.Env{Asker: mutatetest.Brute{}.Asker()}, 3); err != nil || made == 0 {
		t.Errorf("%d mutants, %v", made, err)
	}
}

// TestInversesThatFailSomewhere: an inverse that fails for some values, or is open for some, is refused or guarded.
func TestInversesThatFailSomewhere(t *testing.T) {
	bv := func(lines ...string) string {
		return strings.ReplaceAll(block(lines...), "Int", "(_ BitVec 2)")
	}
	for name, tt := range map[string]struct {
		text  string
		fails bool
	}{
		"sum":                          {bv("(assert (= z (bvadd x y)))", "(assert (= x (bvsub z y)))"), false},
		"exclusive or":                 {bv("(assert (= z (bvxor x y)))", "(assert (= y (bvxor x z)))"), false},
		"difference the wrong way":     {bv("(assert (= z (bvsub x y)))", "(assert (= x (bvsub z y)))"), true},
		"product and quotient":         {bv("(assert (= z (bvmul x y)))", "(assert (= x (bvudiv z y)))"), true},
		"disjunction":                  {bv("(assert (= z (bvor x y)))", "(assert (= x z))"), true},
		"fails at one pair":            {bv("(assert (= z (bvadd x y)))", "(assert (= x (ite (= x y #b11) #b00 (bvsub z y))))"), true},
		"shift":                        {bv("(assert (= z (bvshl x y)))", "(assert (= x (bvlshr z y)))"), true},
		"integers":                     {block("(assert (= z (+ x y)))", "(assert (= x (- z y)))"), false},
		"a quotient":                   {block("(assert (= z (* x y)))", "(assert (= x (div z y)))"), true},
		"open where nothing shows it":  {block("(assert (= z (+ x y)))", "(assert (= x (- (+ (- z y) (div y 0)) (div y 0))))"), true},
		"open at zero":                 {block("(assert (= z (+ x y)))", "(assert (= x (+ (- z y) (- (mod y y)) (mod y y))))"), true},
		"rounded":                      {block("(assert (= z (+ (* 2 x) y)))", "(assert (= x (div z 2)))"), true},
		"rounded, and what is cut off": {block("(assert (= z (+ (* 3 x) y)))", "(assert (= x (div (- z y) 3)))"), false},
	} {
		for _, ask := range []mutate.Asker{nil, mutatetest.Brute{}.Asker()} {
			fs, err := fusion.ParseFunctions(theory.Builtin(), "f", tt.text)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			e, err := fusion.New(with(func(o *fusion.Options) { o.Functions = fs }))
			if err != nil {
				t.Fatal(err)
			}
			verdicts, err := e.Check(context.Background(), ask)
			if err != nil || len(verdicts) != 1 {
				t.Fatalf("%s: %v, %v", name, verdicts, err)
			}
			v := verdicts[0]
			if bare := v.State != fusion.Refused && v.Guard == ""; bare == tt.fails {
				t.Errorf("%s: %s", name, v)
			}
			if !tt.fails && ask != nil && strings.Contains(tt.text, "BitVec") && v.State != fusion.Proved {
				t.Errorf("%s is not proved: %s", name, v)
			}
		}
	}
}

// TestWhatLabelsVouchFor: a truth rests on a label as soon as one of the two formulas has no better basis, and on none when
// solvers have decided both.
func TestWhatLabelsVouchFor(t *testing.T) {
	unsat := smallSeeds[smt.Unsat]
	engine := single(t) // proves its functions once
	text := func(i int, label bool) string {
		if label {
			return labelled(smt.Unsat, unsat[i])
		}
		return "(set-logic QF_BV)" + small + unsat[i] + "(check-sat)"
	}
	for _, first := range []bool{false, true} {
		for _, second := range []bool{false, true} {
			env := mutate.Env{Asker: mutatetest.Brute{}.Asker(), Partners: partner(text(2, second)), Rand: rng.New(1)}
			source, err := engine.Prepare(t.Context(), seedOf(t, "seed", text(1, first)), env)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range mutatetest.Drawn(t, source, rng.New(2), 2) {
				reasons := strings.Join(m.Truth.Derivation, "; ")
				if m.Truth.Status != smt.Unsat || m.Truth.Label != (first || second) {
					t.Errorf("labelled %v and %v: %v, label %v (%s)", first, second, m.Truth.Status, m.Truth.Label, reasons)
				}
				if got := strings.Count(reasons, "labelled"); (got > 0) != m.Truth.Label {
					t.Errorf("labelled %v and %v: %s", first, second, reasons)
				}
			}
		}
	}
}

// TestSeedsWithLevels: what is asserted on a level that is already gone, or not yet there, has no part in a mutant, whichever side
// it is on.
func TestSeedsWithLevels(t *testing.T) {
	engine := single(t)
	plain := smallSeeds[smt.Sat][0]
	for name, body := range map[string]string{
		"gone":        "(push 1)(assert (distinct x x))(pop 1)" + plain + "(check-sat)",
		"later":       plain + "(check-sat)(push 1)(assert (distinct x x))",
		"behind":      plain + "(check-sat)(assert (distinct x x))",
		"reset":       "(assert (distinct x x))(reset-assertions)" + small + plain + "(check-sat)",
		"assumptions": plain + "(check-sat-assuming (p (not p)))",
	} {
		status := smt.Sat
		if name == "assumptions" {
			status = smt.Unsat
		}
		levels := fmt.Sprintf("(set-logic QF_BV)(set-info :status %v)%s%s", status, small, body)
		for _, ask := range []mutate.Asker{mutatetest.Brute{}.Asker(), nil} {
			if _, err := mutantsOf(t, engine, seedOf(t, "seed", levels), mutate.Env{Asker: ask}, 2); err != nil && !errors.Is(err, mutate.ErrNotApplicable) {
				t.Errorf("%s: %v", name, err)
			}
			env := mutate.Env{Asker: ask, Partners: partner(levels)}
			if _, err := mutantsOf(t, engine, seedOf(t, "seed", labelled(status, smallSeeds[status][1])), env, 2); err != nil && !errors.Is(err, mutate.ErrNotApplicable) {
				t.Errorf("partner %s: %v", name, err)
			}
		}
	}
}
