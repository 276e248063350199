// Package fragment fits scripts and terms to logics: it finds the logic that a mutant needs, and keeps mutants within the
// logic or the theories of their seed. It builds no terms.
package fragment

import (
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Fragment is the part of SMT-LIB that mutants of a script keep to: its logic, with linear arithmetic for difference logic,
// or, under a logic that allows everything, the theories that the script uses. Not safe for concurrent use.
type Fragment struct {
	logic    theory.Logic
	open     bool            // the logic allows everything, or there is none
	theories map[string]bool // that the script uses
	division bool            // it divides integers
	binders  bool            // it uses quantifiers, when open
	filter   *Filter         // nil when open
}

// New returns the fragment of a script that asserts the given terms under a logic, "" for none. The terms belong to the
// fragment whatever the logic says about them: solvers accept them as they are.
func New(logic string, given ...*term.Term) *Fragment {
	f := &Fragment{logic: theory.ParseLogic(Linear(logic)), theories: map[string]bool{}}
	f.open = logic == "" || f.logic.All
	if !f.open {
		f.filter = NewFilter(func(t *term.Term) bool { return fitsNode(&f.logic, t) }, given...)
	}
	term.Walk(given, func(t *term.Term) bool {
		if fn := t.Func(); fn != nil && fn.Row != nil {
			f.theories[fn.Row.Theory] = true
			f.division = f.division || fn.Row.Name == "div" || fn.Row.Name == "mod"
		}
		f.binders = f.binders || t.Kind() == term.Quant
		return true
	})
	return f
}

// AllowsRow reports whether the fragment has an operator, in some use.
func (f *Fragment) AllowsRow(r *theory.Row) bool {
	if f.open {
		return f.theories[r.Theory] || empty.Allows(r)
	}
	if (r.Name == "div" || r.Name == "mod") && !f.logic.Nonlinear && !f.division {
		return false // the standard has division by constants in linear logics, cvc4 does not
	}
	wide := f.logic
	wide.Nonlinear = wide.Nonlinear || r.HasLinearUse()
	return wide.Allows(r)
}

// empty is a logic without any theory but the core.
var empty = theory.ParseLogic("QF_UF")

// AllowsBinders reports whether the fragment has quantifiers.
func (f *Fragment) AllowsBinders() bool { return f.open && f.binders || !f.open && f.logic.Quantifiers }

// Allows reports whether all of t belongs to the fragment, given that AllowsRow allows its operators.
func (f *Fragment) Allows(t *term.Term) bool { return f.open || f.filter.Allows(t) }

// Succeed records that a term replaces another one: it belongs to the fragment if the other one did.
func (f *Fragment) Succeed(was, is *term.Term) {
	if f.filter != nil && f.filter.known.Get(was) {
		f.filter.known.Set(is, true)
	}
}
