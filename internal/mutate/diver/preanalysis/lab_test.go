package preanalysis

import (
	"errors"
	"fmt"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

// lab checks rules against evaluation.
type lab struct {
	st *term.Store
	ev *eval.Evaluator
}

func newLab() *lab {
	st := term.NewStore(theory.Builtin())
	return &lab{st, eval.New(st, nil, eval.Options{Steps: 1 << 40, Work: 1 << 60, Bytes: 1 << 60})}
}

// app applies an operator to variables of the sorts.
func (l *lab) app(t testing.TB, name string, idx []int, ss ...*sorts.Sort) *term.Term {
	t.Helper()
	args := make([]*term.Term, len(ss))
	for i, s := range ss {
		args[i] = l.st.NewVar("x", s)
	}
	app, _, err := l.st.Overload(l.st.Table.Lookup(name), idx, nil, args)
	if err != nil || app == nil {
		t.Fatalf("%s %v of %v: %v", name, idx, ss, err)
	}
	return app
}

// solved returns the application of the arguments, with the sets that keep its value in want.
func (l *lab) solved(app *term.Term, args []value.Value, want abstract.Set) *Application {
	a := &Application{Term: app, Args: args, Value: l.ev.Apply(app, args), Want: want, Eval: l.ev}
	a.solve()
	return a
}

// claim says what is checked about an argument's set: complete sets contain all wanted values.
type claim struct {
	complete bool
	all      []value.Value // of the argument's sort, or a sample of them
}

// check compares the set of argument i with evaluation: every value in the set leads to a wanted one, every value that the set offers
// is in it, and its formula says the same.
func (l *lab) check(t *testing.T, r *rng.Rand, a *Application, i int, c claim) {
	t.Helper()
	set := a.Sets[i]
	describe := func(v value.Value) string {
		return fmt.Sprintf("%v of %v, value %v, wanted %v: argument %d in %v, tried %v, which gives %v",
			a.Term.Func(), a.Args, a.Value, a.Want, i, set, v, a.Try(i, v))
	}
	if set.Sort() != a.Sort(i) {
		t.Fatalf("%s: the set has the sort %v", describe(a.Args[i]), set.Sort())
	}
	if a.Args[i].IsKnown() && a.Want.Has(a.Value) && !set.Has(a.Args[i]) {
		t.Fatalf("%s: the argument's own value is not in its set", describe(a.Args[i]))
	}
	if s := set.Score(); s < abstract.MinScore || s > abstract.MaxScore {
		t.Fatalf("%s: score %v", describe(a.Args[i]), s)
	}
	if !set.Same(set) {
		t.Fatalf("%s: the set is not the same as itself", describe(a.Args[i]))
	}
	examine := func(v value.Value) {
		in, wanted := set.Has(v), a.Want.Has(a.Try(i, v))
		switch {
		case in && !wanted:
			t.Fatalf("%s: in the set, and not wanted", describe(v))
		case !in && wanted && c.complete:
			t.Fatalf("%s: wanted, and not in the set, which is %T", describe(v), set)
		}
	}
	for _, v := range c.all {
		examine(v)
	}
	for range 4 {
		v, ok := set.Pick(r, a.Args[i])
		if !ok {
			break
		}
		if !set.Has(v) {
			t.Fatalf("%s: picked, and not in the set", describe(v))
		}
		examine(v)
	}
	for range 2 {
		l.checkFormula(t, set, rng.Pick(r, c.all))
	}
}

// checkFormula compares a set's formula with the set.
func (l *lab) checkFormula(t *testing.T, set abstract.Set, v value.Value) {
	t.Helper()
	x, err := value.Term(l.st, set.Sort(), v)
	if err != nil {
		t.Fatal(err)
	}
	f, err := set.Formula(l.st, x)
	if errors.Is(err, abstract.ErrOpen) || errors.Is(err, abstract.ErrElement) {
		return
	}
	if err != nil {
		t.Fatalf("%v: %v", set, err)
	}
	if holds := f == nil || l.ev.Term(f).IsTrue(); holds != set.Has(v) {
		t.Fatalf("%v has %v: %v; its formula %v: %v", set, v, set.Has(v), f, holds)
	}
}

// wantsOf makes sets of all kinds that contain the value.
func (l *lab) wantsOf(r *rng.Rand, s *sorts.Sort, v value.Value) []abstract.Set {
	out := []abstract.Set{abstract.Any(s), abstract.Exactly(s, v)}
	switch s.Kind() {
	case sorts.BitVec:
		for range 4 {
			out = append(out, abstract.Bounded(s, randomVectors(r, v.BV())))
		}
		out = append(out, abstract.Except(s, value.OfBV(v.BV().Not())),
			abstract.OneOf(s, v, value.OfBV(abstract.RandomVector(r, s.Width())), value.OfBV(abstract.RandomVector(r, s.Width()))))
	case sorts.Float:
		for range 5 {
			out = append(out, randomFloats(r, s, v.Float()))
		}
	}
	return out
}
