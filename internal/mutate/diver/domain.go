package diver

import (
	"github.com/assay-smt/assay/internal/mutate/diver/preanalysis"
	"github.com/assay-smt/assay/internal/mutate/kit/fragment"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/term"
)

// domain keeps the arguments of partial transcendental functions within their domains in one world, even where nothing depends on the value: to
// some solvers (or (= (arccos 2.0) x) true) is unsat, since the argument has to be in the domain. Not safe for concurrent use.
type domain struct {
	analysis *preanalysis.Analysis
	filter   *fragment.Filter
	calls    map[*term.Decl]bool // definitions: partial functions are applied in their bodies, or in those of what they call
}

func newDomain(a *preanalysis.Analysis) *domain {
	d := &domain{analysis: a, calls: map[*term.Decl]bool{}}
	d.filter = fragment.NewFilter(d.accepts)
	return d
}

// accepts reports whether a term, whatever it contains, is not an application of a partial transcendental function, or is one whose arguments
// are certainly in the domain. It does not accept definitions that apply such functions.
func (d *domain) accepts(t *term.Term) bool {
	f := t.Func()
	switch {
	case f == nil:
		return true
	case f.Decl != nil && f.Decl.Kind == term.Defined:
		return !d.applies(f.Decl)
	case !partial(t):
		return true
	}
	in, _ := d.analysis.Evaluator().Within(t)
	return in
}

// applies reports whether the body of a definition, or that of anything it calls, applies partial functions.
func (d *domain) applies(decl *term.Decl) bool {
	found, met := d.calls[decl]
	if met || decl.Body == nil {
		return found
	}
	d.calls[decl] = false // a recursive call adds nothing
	term.Walk([]*term.Term{decl.Body}, func(t *term.Term) bool {
		f := t.Func()
		found = partial(t) || f != nil && f.Decl != nil && f.Decl.Kind == term.Defined && d.applies(f.Decl)
		return !found
	})
	d.calls[decl] = found
	return found
}

// allows reports whether a term and everything in it is accepted.
func (d *domain) allows(t *term.Term) bool { return d.filter.Allows(t) }

// keeps reports whether a term may be put at the end of a spine, whose terms already contain it. Everything else in them is unchanged.
func (d *domain) keeps(spine []*term.Term, with *term.Term) bool {
	for _, t := range spine {
		if !d.accepts(t) {
			return false
		}
	}
	return d.allows(with)
}

// leaves returns a term in t whose argument is certainly outside the domain; nil when there is none.
func (d *domain) leaves(t *term.Term) (outside *term.Term) {
	term.Walk([]*term.Term{t}, func(t *term.Term) bool {
		if partial(t) {
			if in, known := d.analysis.Evaluator().Within(t); known && !in {
				outside = t
			}
		}
		return outside == nil
	})
	return outside
}

// partial reports whether a term applies a transcendental function that is not defined everywhere.
func partial(t *term.Term) bool {
	f := t.Func()
	return f != nil && f.Row != nil && eval.HasDomain(f.Row)
}
