package preanalysis

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// back guesses an argument for which an application has the value w; v is of the argument's sort.
type back func(r *rng.Rand, w value.Value) (v value.Value, ok bool)

// function is an application as a function of one argument.
type function struct {
	eval *eval.Evaluator
	term *term.Term
	args []value.Value // its own
	i    int
	back back
}

// maxArgs bounds the arguments of an application that is seen as a function: each such function stores all of them.
const maxArgs = 16

// preimage sets the set of argument i to those values for which the application has a wanted value, as evaluation finds out. It is
// complete. The set stays pinned where other arguments are open, or that would take too long.
func (a *Application) preimage(i int, b back) { a.preimageOf(i, b, 0) }

// preimageOf is preimage for a set that is known to score at least loose.
func (a *Application) preimageOf(i int, b back, loose float64) {
	if len(a.Args) > maxArgs || !a.knownBut(i, a.gaps()) {
		return
	}
	f := &function{eval: a.Eval, term: a.Term, args: slices.Clone(a.Args), i: i, back: b}
	if s, ok := abstract.Preimage(a.Sort(i), f, a.Want, loose); ok {
		a.Sets[i] = s
	}
}

func (f *function) Apply(v value.Value) value.Value {
	args := slices.Clone(f.args)
	args[f.i] = v
	return applied(f.eval, f.term, args)
}

func (f *function) Back(r *rng.Rand, w value.Value) (value.Value, bool) { return f.back(r, w) }

func (f *function) Term(st *term.Store, x *term.Term) (*term.Term, error) {
	args := slices.Clone(f.term.Args())
	for j, t := range args {
		if j == f.i {
			args[j] = x
			continue
		}
		lit, err := abstract.Literal(st, t.Sort(), f.args[j])
		if err != nil {
			return nil, err
		}
		args[j] = lit
	}
	return st.App(f.term.Func(), args...)
}

func (f *function) Same(other abstract.Function) bool {
	o, ok := other.(*function)
	if !ok || o.i != f.i || o.term.Func() != f.term.Func() || len(o.args) != len(f.args) {
		return false
	}
	for j, v := range f.args {
		if j != f.i && (v.Kind() != o.args[j].Kind() || value.Compare(v, o.args[j]) != 0) {
			return false
		}
	}
	return true
}

func (f *function) String() string {
	out := "(" + f.term.Func().String()
	for j, v := range f.args {
		if j == f.i {
			out += " _"
			continue
		}
		out += " " + v.Text(80)
	}
	return out + ")"
}

// verdict is the outcome of the search for a set.
type verdict uint8

const (
	reached   verdict = iota // it has the form that was tried
	unreached                // it is empty
	unformed                 // it has another form
)

// truths sets the set of argument i of a predicate. yes gives the values for which the predicate holds, no those for which it fails.
func (a *Application) truths(i int, yes, no func() abstract.Set) {
	switch t, f := a.Want.Has(value.True), a.Want.Has(value.False); {
	case t && f:
		a.Sets[i] = abstract.Any(a.Sort(i))
	case t:
		a.Sets[i] = yes()
	case f:
		a.Sets[i] = no()
	}
}

// gaps counts the arguments that are not known in all their parts.
func (a *Application) gaps() int {
	n := 0
	for _, v := range a.Args {
		if !v.IsKnown() {
			n++
		}
	}
	return n
}

// knownBut reports whether all arguments except the i-th are known; gaps of the arguments are not.
func (a *Application) knownBut(i, gaps int) bool {
	return gaps == 0 || gaps == 1 && !a.Args[i].IsKnown()
}
