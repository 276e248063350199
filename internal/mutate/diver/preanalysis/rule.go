// Package preanalysis computes, for every occurrence of a term in a formula, a set of values that may be put there without making the
// formula false under an interpretation (DIVER paper, section III-A, tables I and II). There is one rule per operator and one file per
// theory. Every rule is sound: a value in an argument's set keeps the application's value in the application's set, as long as the other
// arguments stay unchanged. Where the complete set is known it is computed; otherwise the argument is pinned to its current value.
package preanalysis

import (
	"slices"
	"sync"

	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/softfloat"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

// An Application is what a rule sees: an application, its value and those of its arguments, and the set in which its value has to stay.
type Application struct {
	Term *term.Term
	// Args are the values of all arguments, including open ones, in canonical form.
	Args []value.Value
	// Value is the value of the application. It is in Want unless it is open.
	Value value.Value
	Want  abstract.Set
	// Sets receives one set per argument. The rule sets those about which it knows more than the value; the others are pinned. Where Want is
	// irrelevant, all are irrelevant and no rule is called.
	Sets []abstract.Set
	// Eval computes the application's value with other arguments; see Try.
	Eval *eval.Evaluator

	rulings []ruling // of the terms' table, nil until they are needed
}

// rule computes the sets of all arguments of an application of one operator.
type rule func(*Application)

// rules are the rules of the operators, by theory as in theory.Row.Theory, and by name. Each theory's file has its own.
var rules = map[string]map[string]rule{
	"core":          coreRules,
	"ints":          intRules,
	"reals":         realRules,
	"reals_ints":    mixedRules,
	"strings":       stringRules,
	"bitvectors":    bitvectorRules,
	"arrays":        arrayRules,
	"sequences":     sequenceRules,
	"sets":          setRules,
	"finitefields":  fieldRules,
	"floatingpoint": floatRules,
}

// ruling is what is available for the operator of a row.
type ruling struct {
	rule       rule // nil for none
	calculates bool // computes with the arguments
}

// rulingsByTable caches the rulings of tables: there are few tables, and they never change.
var rulingsByTable sync.Map

// rulingsOf returns the rulings of a table's rows by row ID.
func rulingsOf(table *theory.Table) []ruling {
	if known, ok := rulingsByTable.Load(table); ok {
		if all, ok := known.([]ruling); ok {
			return all
		}
	}
	all := make([]ruling, len(table.Rows()))
	for i, row := range table.Rows() {
		all[i] = ruling{rules[row.Theory][row.Name], arithmetic[row.Name]}
	}
	rulingsByTable.Store(table, all)
	return all
}

// ruling returns what is available for the operator of the application, which is in a table.
func (a *Application) ruling() *ruling {
	if a.rulings == nil {
		a.rulings = rulingsOf(a.Eval.Table())
	}
	return &a.rulings[a.Term.Func().Row.ID]
}

// Try returns the application's value when argument i has the value v, in canonical form.
func (a *Application) Try(i int, v value.Value) value.Value {
	args := append([]value.Value(nil), a.Args...)
	args[i] = v
	return applied(a.Eval, a.Term, args)
}

// applied returns the value of an application to other arguments, in canonical form.
func applied(ev *eval.Evaluator, t *term.Term, args []value.Value) value.Value {
	v := ev.Apply(t, args)
	if c, ok := ev.Domain().Canonical(v); ok {
		return c
	}
	return v
}

// Sort returns the sort of argument i.
func (a *Application) Sort(i int) *sorts.Sort { return a.Term.Args()[i].Sort() }

// pin allows argument i only its current value.
func (a *Application) pin(i int) { a.Sets[i] = abstract.Exactly(a.Sort(i), a.Args[i]) }

// solve fills the sets of all arguments of an application.
func (a *Application) solve() {
	args := a.Term.Args()
	a.Sets = make([]abstract.Set, len(args))
	if abstract.IsIrrelevant(a.Want) {
		for i, t := range args {
			a.Sets[i] = abstract.Irrelevant(t.Sort())
		}
		return
	}
	r, ruled := a.ruleFor()
	if ruled && (abstract.IsAny(a.Want) || !a.calculates() || !slices.ContainsFunc(a.Args, value.Value.IsIrrational)) {
		r(a)
	}
	for i, s := range a.Sets {
		if s == nil {
			a.probe(i)
		}
		if a.Sets[i] == nil && !ruled {
			a.preimage(i, a.arbitrary(i, nil))
		}
		if a.Sets[i] == nil {
			a.pin(i)
		}
	}
}

// arithmetic lists the operators whose rules calculate with the arguments.
var arithmetic = map[string]bool{"+": true, "-": true, "*": true, "/": true, "/_total": true, "abs": true}

// calculates reports whether the operator's rule calculates with the arguments.
func (a *Application) calculates() bool {
	return a.Term.Func().Kind == term.TheoryFunc && a.ruling().calculates
}

// probe sets the set of argument i by trying all its values, if its sort has only a few.
func (a *Application) probe(i int) {
	s := a.Sort(i)
	all := few(s)
	if all == nil || len(a.Args) > maxArgs || !a.Args[i].IsKnown() {
		return
	}
	good := make([]value.Value, 0, len(all))
	for _, v := range all {
		if w := a.Try(i, v); w.IsKnown() && a.Want.Has(w) {
			good = append(good, v)
		}
	}
	if len(good) == len(all) {
		a.Sets[i] = abstract.Any(s)
	} else {
		a.Sets[i] = abstract.OneOf(s, good...)
	}
}

var (
	truthValues = []value.Value{value.True, value.False}
	modes       = []value.Value{
		value.OfMode(softfloat.RNE), value.OfMode(softfloat.RNA), value.OfMode(softfloat.RTP), value.OfMode(softfloat.RTN), value.OfMode(softfloat.RTZ),
	}
)

// few returns all values of a sort that has only a few, nil for others.
func few(s *sorts.Sort) []value.Value {
	switch s {
	case sorts.Bool:
		return truthValues
	case sorts.RoundingMode:
		return modes
	}
	return nil
}
