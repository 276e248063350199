package fuzzer_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// given is an engine with one mutant, whatever the seed; the mutant follows from the seed by a rule of the given name.
type given struct{ rule, mutant string }

func (given) Name() string { return "given" }

func (given) Configuration() string { return "" }

func (e given) Prepare(_ context.Context, seed *mutate.Seed, _ mutate.Env) (mutate.Source, error) {
	s, err := elab.Script(e.mutant, elab.Options{})
	if err != nil {
		return nil, err
	}
	m := mutate.Mutant{Script: s, Base: seed.Script, PreservedStatus: smt.Sat, Truth: mutate.Truth{Status: smt.Sat}}
	m.Steps = []mutate.Step{{Engine: "given", Rule: e.rule, Before: assertion(seed.Script), After: assertion(s)}}
	return &givenSource{m: m}, nil
}

// assertion returns the first assertion.
func assertion(s *script.Script) *term.Term {
	active, _ := s.Active(0)
	return active[0].Term
}

type givenSource struct {
	m    mutate.Mutant
	done bool
}

func (s *givenSource) Next(*rng.Rand) (mutate.Mutant, error) {
	if s.done {
		return mutate.Mutant{}, mutate.ErrExhausted
	}
	s.done = true
	return s.m, nil
}

// What real solvers are known to do: listing 4 of Bringolf 2021, whose old behaviour cvc4 1.8 has, and the false positive of
// its section 6.3.2, an operator that z3 does not support at all.
func TestKnownIncompleteness(t *testing.T) {
	testdepth.Crosscheck(t, 0, 0, 0) // the same at all depths
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	or := seed("(declare-const s Real)\n(assert (or (= 0.0 s) (< (* s (+ 6 (* s 12))) (- 1))))\n(check-sat)\n")
	orFalse := given{"or-false", "(declare-const s Real)\n(assert (or (or false (= 0.0 s)) (< (* s (+ 6 (* s 12))) (- 1))))\n(check-sat)\n"}
	replace := seed("(set-logic QF_SLIA)\n(declare-const x String)\n(declare-const y String)\n(assert (= (str.replace x y \"b\") \"ab\"))\n(check-sat)\n")
	replaceAll := given{"replace-all", "(set-logic QF_SLIA)\n(declare-const x String)\n(declare-const y String)\n(assert (= (str.replace_all x y \"b\") \"ab\"))\n(check-sat)\n"}
	for _, tt := range []struct {
		name, solver, version string
		seed                  seeds.Seed
		engine                given
		hits, dropped         []string
	}{
		{"listing 4", "cvc4", "1.8", or, orFalse, []string{"incompleteness-implication/cvc4/or-false/or/false"}, nil},
		{"listing 4, mended", "cvc5", "1.0.3", or, orFalse, nil, nil},
		{"replace_all", "z3", "4.8.12", replace, replaceAll, nil, []string{"str.replace_all"}},
		{"replace_all, supported", "cvc5", "1.0.3", replace, replaceAll, nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sv, err := solver.Resolve(t.Context(), tt.solver, set)
			if err != nil || sv.Version() != tt.version {
				t.Skipf("%s %s is not installed", tt.solver, tt.version)
			}
			f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: []solver.Target{sv}}
			support(t, f)
			r := runAll(t, f, tt.seed, tt.engine)[0]
			var hits, dropped []string
			for _, h := range r.Hits {
				hits = append(hits, h.Finding.Signature)
			}
			for _, u := range r.Unsupported {
				dropped = append(dropped, u.Operators...)
			}
			if diff := cmp.Diff(tt.hits, hits); diff != "" {
				t.Errorf("hits (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.dropped, dropped); diff != "" {
				t.Errorf("dropped (-want +got):\n%s", diff)
			}
		})
	}
}
