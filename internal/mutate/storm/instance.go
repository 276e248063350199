package storm

import (
	"fmt"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// asserts chooses how many assertions an instance has.
func (s *source) asserts(r *rng.Rand) int {
	n := s.opts.MinAsserts + r.IntN(s.opts.MaxAsserts-s.opts.MinAsserts+1)
	if s.fewer > 0 {
		n = max(1, n>>s.fewer)
	}
	return n
}

// instance makes a script that one of the assignments satisfies.
func (s *source) instance(r *rng.Rand) (mutate.Mutant, error) {
	i := s.reference(r)
	chosen := map[*term.Term]bool{}
	commands := make([]*script.Command, 0, s.opts.MaxAsserts+1)
	pinned := false
	n := s.asserts(r)
	for tries := 0; len(commands) < n && tries < 4*n; tries++ {
		f := s.choose(r, i)
		if f == nil {
			break
		}
		t, err := s.stated(f, i)
		if err != nil {
			return mutate.Mutant{}, err
		}
		if chosen[t] {
			continue // small pools yield repeats
		}
		if ok, err := s.verify(s.assignments[i], t, f.pinned&(1<<i) != 0); err != nil {
			return mutate.Mutant{}, err
		} else if !ok {
			continue
		}
		chosen[t] = true
		pinned = pinned || f.pinned&(1<<i) != 0
		commands = append(commands, problem.Assert(t))
	}
	if len(commands) == 0 {
		return mutate.Mutant{}, fmt.Errorf("%w: no formula is known under the %s", mutate.ErrExhausted, s.assignments[i].Name)
	}
	summary := fmt.Sprintf("%d assertions of %s, true under the %s", len(commands), s.material.description(), s.assignments[i].Name)
	if pinned {
		summary += ", quantified ones by the word of at least two solvers"
	}
	return mutate.Mutant{
		Script: s.material.problem.Script(append(commands, check)...),
		Truth:  s.satisfied(s.assignments[i], pinned),
		Steps:  []mutate.Step{{Engine: Name, Rule: "instance", Summary: summary}},
	}, nil
}

// reference chooses an assignment under which something is known.
func (s *source) reference(r *rng.Rand) int {
	n := len(s.assignments)
	from := r.IntN(n)
	for k := range n {
		i := (from + k) % n
		if len(s.pool.holds[initial][i])+len(s.pool.fails[initial][i]) > 0 {
			return i
		}
	}
	return from
}

// choose picks a formula known under assignment i. Occasionally it insists on one on which the assignments differ: several
// of those cut the space of solutions.
func (s *source) choose(r *rng.Rand, i int) *formula {
	f := s.pool.pick(r, i, s.opts.Initial)
	for range 3 {
		if f == nil || f.divided() || len(s.assignments) == 1 || r.Bool() {
			break
		}
		f = s.pool.pick(r, i, s.opts.Initial)
	}
	return f
}

// stated returns the formula, or its negation where the assignment makes it false.
func (s *source) stated(f *formula, i int) (*term.Term, error) {
	if f.holds&(1<<i) != 0 {
		return f.term, nil
	}
	return s.not(f.term)
}

func (s *source) not(t *term.Term) (*term.Term, error) {
	return s.material.problem.Connect("not", t)
}

// verify evaluates an assertion once more, so that no status rests on the bookkeeping of the pool alone. ok is false when the
// evaluation ran out of steps; the assertion is then not used.
func (s *source) verify(a *interp.Interpretation, t *term.Term, pinned bool) (ok bool, err error) {
	v := a.Value(t)
	if !v.IsFalse() {
		return v.IsTrue() || pinned, nil
	}
	return false, fmt.Errorf("storm: internal error: %s should be true under the %s, but is %s", t, a.Name, v)
}

// satisfied returns the truth of what an assignment satisfies.
func (s *source) satisfied(a *interp.Interpretation, pinned bool) mutate.Truth {
	t := mutate.Truth{
		Status: smt.Sat, Witness: a.Witness(),
		Derivation: []string{fmt.Sprintf("the assertions are true under an assignment, the %s", a.Name)},
	}
	if pinned {
		t.Derivation = append(t.Derivation, "the value of quantified formulas under it is that of at least two solvers")
	}
	return t
}
