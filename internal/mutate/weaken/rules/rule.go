// Package rules is the language of weakening and strengthening rules, local implications between formulas. It contains the
// rules that Assay has, their matching and their proof. It does not walk formulas and knows nothing of polarity: that is an
// engine's business.
//
// docs/reference/rules.md describes the language and its limits.
package rules

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Rule says that, for all values of its variables that meet its conditions, its left side implies its right side, or is
// equivalent to it. Immutable, safe for concurrent use.
type Rule struct {
	Name string
	// Theory is the name of the file that the rule is in, without its extension.
	Theory string
	// Family is the name of the family that the rule belongs to, "" for none: engines choose among families as among single rules.
	Family string
	// Cite says where the rule comes from, Doc what it is about; both may be empty.
	Cite, Doc string
	// Argued is the written argument for a rule that no solver proves in general, "" for none.
	Argued string
	// Equivalence says that the right side also implies the left one.
	Equivalence bool
	File        string
	Line        int

	text   string // as written
	table  *theory.Table
	vars   []*variable
	sorts  []sortVar
	index  []indexVar
	where  []condition
	sides  [2]*node // left, right
	usable [2]bool  // by Direction
	// quantified says that a side contains a binder.
	quantified bool
}

// String returns the rule as it is written.
func (r *Rule) String() string { return r.text }

// Table returns the operator table that the rule was read with.
func (r *Rule) Table() *theory.Table { return r.table }

// Direction is a way to use a rule: which side is matched and which one replaces it.
type Direction uint8

// The directions.
const (
	// Forward replaces the left side by the right one: a weakening.
	Forward Direction = iota
	// Backward replaces the right side by the left one: a strengthening.
	Backward
)

// String returns the direction in one word.
func (d Direction) String() string { return [...]string{"forward", "backward"}[d] }

// Use is one rule in one direction.
type Use struct {
	Rule      *Rule
	Direction Direction
}

// Weakens reports whether the replacement is implied by what it replaces.
func (u Use) Weakens() bool { return u.Direction == Forward || u.Rule.Equivalence }

// Strengthens reports whether the replacement implies what it replaces.
func (u Use) Strengthens() bool { return u.Direction == Backward || u.Rule.Equivalence }

// from is the side that is matched, to the one that replaces it.
func (u Use) from() *node { return u.Rule.sides[u.Direction] }
func (u Use) to() *node   { return u.Rule.sides[1-u.Direction] }

// Operators calls f with the readings of each operator of the replacing side; one of the readings is meant. It stops when f
// returns false.
func (u Use) Operators(f func(readings []*theory.Row) bool) {
	more := true
	u.to().walk(func(n *node) {
		if more && n.kind == opNode {
			more = f(n.rows)
		}
	})
}

// Binds reports whether the replacing side contains a binder.
func (u Use) Binds() bool {
	found := false
	u.to().walk(func(n *node) { found = found || n.kind == binderNode })
	return found
}

// Uses returns the directions in which the rule can be used: those whose replacement can be built from what is matched and
// from free terms.
func (r *Rule) Uses() []Use {
	var out []Use
	for _, d := range []Direction{Forward, Backward} {
		if r.usable[d] {
			out = append(out, Use{r, d})
		}
	}
	return out
}

// sortVar is a sort parameter; only restricts it when it is not empty.
type sortVar struct {
	name string
	only []sorts.Pattern
}

// indexVar is an index parameter. One with bounds may be chosen.
type indexVar struct {
	name   string
	lo, hi *sorts.Expr // nil: matching must determine it
}

// variable is a parameter that stands for a term, a list of terms, or a function of terms; or it is a variable bound by a
// pattern.
type variable struct {
	name  string
	slot  int
	sort  sorts.Pattern
	args  []sorts.Pattern // of a function
	list  bool            // any number of terms
	free  bool            // may be chosen
	value bool            // stands for a value: a condition reads it
	bound bool            // a binder of the rule binds it
	ctor  bool            // a function that is a constructor of the datatype that it returns
}

// nodeKind is the shape of a node.
type nodeKind uint8

const (
	opNode     nodeKind = iota // an operator applied to args
	varNode                    // a variable, applied to args when it is a function
	valueNode                  // a literal
	indexNode                  // an index as an Int
	binderNode                 // forall or exists over bound, args[0] is its body
	testerNode                 // (_ is v) of args[0]
)

// node is a part of a side.
type node struct {
	kind   nodeKind
	at     int // byte offset in the file
	name   string
	rows   []*theory.Row
	idx    []sorts.Expr
	as     *sorts.Pattern // the sort that it is qualified with
	v      *variable
	args   []*node
	bound  []*variable
	binder term.Binder
	lit    literal
	repeat bool        // followed by an ellipsis
	lists  []*variable // the lists under a repeated node
	sure   bool        // it matches a term in at most one way
	each   bool        // the same for each term that a repeated node stands for
}

// condition is a side condition. Exactly one field is set.
type condition struct {
	formula  *node        // true of the values
	distinct [2]*variable // different terms
}

// abstracts reports whether n, the variable applied, stands for a term as a function of one of its subterms.
func (v *variable) abstracts(n *node) bool {
	return v.args != nil && !v.ctor && len(n.args) == 1 && n.args[0].lone() && n.args[0].v.free
}

// abstracts reports whether the use matches any formula that is a function of a subterm of any sort.
func (u Use) abstracts() bool {
	from := u.from()
	if from.kind != varNode || !from.v.abstracts(from) || from.v.sort.Sort != sorts.Bool || len(u.Rule.where) > 0 {
		return false
	}
	of, arg := from.v.args[0].Var, from.args[0].v
	return of >= 0 && len(u.Rule.sorts[of].only) == 0 && arg.sort.Var == of && !arg.value
}

// settle finds out which nodes are sure.
func (n *node) settle() {
	n.each = n.kind != binderNode && !(n.kind == varNode && n.v.abstracts(n))
	for _, a := range n.args {
		a.settle()
		n.each = n.each && a.sure
	}
	n.sure = n.each && !n.repeat
}

// head returns the name of the head, "" for parameters, testers and values.
func (n *node) head() string {
	switch n.kind { //exhaustive:enforce
	case opNode:
		return n.name
	case binderNode:
		return n.binder.String()
	case varNode, valueNode, indexNode, testerNode:
	}
	return ""
}

// lone reports whether n is a variable that stands for any term of its sort.
func (n *node) lone() bool { return n.kind == varNode && len(n.args) == 0 && !n.v.bound }

// walk calls f for n and everything below it.
func (n *node) walk(f func(*node)) {
	f(n)
	for _, a := range n.args {
		a.walk(f)
	}
}
