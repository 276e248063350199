package synth

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Widen returns s with a logic that allows a command's new term and the operators above it on its path, so that
// a solver does not refuse the mutant for its logic. ok is false when there is no such logic: a script
// that declares names of other theories cannot move to a logic that has them.
func Widen(s *script.Script, command int, added *term.Term, above []*term.Term) (wide *script.Script, ok bool) {
	at := -1
	for i := range s.Commands[:command] {
		switch s.Commands[i].Kind {
		case script.SetLogic:
			at = i
		case script.Reset:
			at = -1
		}
	}
	if at < 0 {
		return s, true
	}
	name := s.Commands[at].Name
	l := theory.ParseLogic(name)
	if l.All {
		return s, true
	}
	to := ""
	for _, candidate := range wider(name) {
		l := theory.ParseLogic(candidate)
		if fits(&l, added) && linearAbove(&l, above) {
			to = candidate
			break
		}
	}
	if to == "" {
		if clashes(s) {
			return s, false
		}
		to = "ALL"
		if l.HigherOrder {
			to = "HO_ALL"
		}
	}
	if to == name {
		return s, true
	}
	c := s.Commands[at]
	c.Name = to
	return s.With(at, c), true
}

// Linear returns the logic with linear arithmetic in the place of difference logic.
func Linear(logic string) string {
	return strings.NewReplacer("IDL", "LIA", "RDL", "LRA").Replace(logic)
}

// wider returns logics from the given one upwards, as near to it as possible so that solvers keep to
// the strategies they have for it. Difference logics are left at once: nearly every change leaves them,
// and they have no grammar of their own to check against.
func wider(name string) []string {
	name = Linear(name)
	out := []string{name}
	add := func(n string) {
		if n != out[len(out)-1] {
			out = append(out, n)
		}
	}
	if strings.HasSuffix(name, "S") && !strings.HasSuffix(name, "FS") {
		add(name + "LIA")
	}
	add(strings.NewReplacer("LIA", "NIA", "LRA", "NRA", "LIRA", "NIRA").Replace(out[len(out)-1]))
	return out
}

// clashes reports whether the script declares a sort or a symbol that some theory has.
func clashes(s *script.Script) bool {
	table := s.Store.Table
	for i := range s.Commands {
		c := &s.Commands[i]
		switch c.Kind {
		case script.DeclareSort, script.DefineSort:
			if table.Sort(c.Name) != nil {
				return true
			}
		}
		for _, d := range c.Decls {
			if table.Lookup(d.Name) != nil {
				return true
			}
		}
		for _, d := range c.Datas {
			if table.Sort(d.Name) != nil {
				return true
			}
			for _, ctor := range d.Ctors {
				if table.Lookup(ctor.Name) != nil || slices.ContainsFunc(ctor.Fields, func(f *term.Decl) bool { return table.Lookup(f.Name) != nil }) {
					return true
				}
			}
		}
	}
	return false
}

// fits reports whether the logic allows every node of t.
func fits(l *theory.Logic, t *term.Term) bool {
	ok := true
	term.Walk([]*term.Term{t}, func(t *term.Term) bool {
		ok = fitsNode(l, t)
		return ok
	})
	return ok
}

// fitsNode reports whether the logic allows what stands at the head of t.
func fitsNode(l *theory.Logic, t *term.Term) bool {
	switch t.Kind() {
	case term.App:
		// The sort matters too: (ubv_to_int v) is a bit-vector operator, but not one of QF_BV.
		if f := t.Func(); f.Kind == term.TheoryFunc {
			return allows(l, t) && allowsSort(l, t)
		}
	case term.Literal:
		return allowsSort(l, t)
	case term.Quant:
		// Numbers of a logic without Reals are Real all the same in (to_fp RNE 1.5), but no variables are.
		return l.Quantifiers && !slices.ContainsFunc(t.Bound(), func(v *term.Term) bool { return !allowsSort(l, v) })
	}
	return true
}

// Filter lets terms pass whose nodes all do. It remembers those that have passed, so that only new ones cost time. Not safe for
// concurrent use.
type Filter struct {
	passes func(*term.Term) bool // a node, whatever is below it
	known  term.Map[bool]        // it has passed with all its subterms
	stack  []visit
}

// NewFilter returns a filter for nodes. The terms given pass, and so do their subterms.
func NewFilter(passes func(node *term.Term) bool, given ...*term.Term) *Filter {
	f := &Filter{passes: passes}
	term.Walk(given, func(t *term.Term) bool {
		f.known.Set(t, true)
		return true
	})
	return f
}

// Allows reports whether t passes.
func (f *Filter) Allows(t *term.Term) bool {
	f.stack = append(f.stack[:0], visit{t: t})
	for len(f.stack) > 0 {
		v := &f.stack[len(f.stack)-1]
		t := v.t
		switch {
		case f.known.Get(t):
			f.stack = f.stack[:len(f.stack)-1]
		case v.open:
			f.stack = f.stack[:len(f.stack)-1]
			f.known.Set(t, true)
		case !f.passes(t):
			return false
		default:
			v.open = true
			for _, a := range t.Args() {
				f.stack = append(f.stack, visit{t: a})
			}
		}
	}
	return true
}

// Fence keeps terms within a logic: difference logics within linear arithmetic, and a logic that allows everything within
// the theories that a script uses. Not safe for concurrent use.
type Fence struct {
	logic    theory.Logic
	open     bool            // the logic allows everything, or there is none
	theories map[string]bool // that the script uses
	division bool            // it divides integers
	binders  bool            // it uses quantifiers, when open
	filter   *Filter         // nil when open
}

// NewFence returns a fence around a logic, "" for none. The terms given are allowed whatever the logic says of them: solvers
// take them as they are.
func NewFence(logic string, given ...*term.Term) *Fence {
	f := &Fence{logic: theory.ParseLogic(Linear(logic)), theories: map[string]bool{}}
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

// AllowsRow reports whether an operator stays within the fence, in some use.
func (f *Fence) AllowsRow(r *theory.Row) bool {
	if f.open {
		return f.theories[r.Theory] || empty.Allows(r)
	}
	if (r.Name == "div" || r.Name == "mod") && !f.logic.Nonlinear && !f.division {
		return false // the standard has division by constants in linear logics, cvc4 has not
	}
	wide := f.logic
	wide.Nonlinear = wide.Nonlinear || linearUses[r.Name]
	return wide.Allows(r)
}

// empty is a logic without any theory but the core.
var empty = theory.ParseLogic("QF_UF")

// AllowsBinders reports whether quantifiers stay within the fence.
func (f *Fence) AllowsBinders() bool { return f.open && f.binders || !f.open && f.logic.Quantifiers }

// Allows reports whether all of t stays within the logic. Of terms of the theories in use, an open logic allows all.
func (f *Fence) Allows(t *term.Term) bool { return f.open || f.filter.Allows(t) }

// linearUses are the nonlinear operators that linear logics have in linear uses.
var linearUses = map[string]bool{"*": true, "/": true, "div": true, "mod": true}

// allows is Logic.Allows with the linear uses of nonlinear operators: multiplication by, and division
// by, a term without variables.
func allows(l *theory.Logic, t *term.Term) bool {
	row := t.Func().Row
	if !row.Has("nonlinear") || l.Nonlinear || l.All {
		return l.Allows(row)
	}
	wide := *l
	wide.Nonlinear = true
	return wide.Allows(row) && linear(t)
}

func linear(t *term.Term) bool {
	if !linearUses[t.Func().Row.Name] {
		return false
	}
	varying := 0
	for i, a := range t.Args() {
		if !constant(a) {
			varying++
		}
		if i > 0 && !t.Func().Is("*") && (!constant(a) || zero(a)) {
			return false // solvers take division by zero for a function that linear logics lack
		}
	}
	return varying <= 1
}

// constant reports whether t is a number as linear logics write it: a literal, perhaps negated, or a
// quotient of two. z3 refuses products with other ground terms in linear logics.
func constant(t *term.Term) bool {
	f := t.Func()
	switch {
	case t.Kind() == term.Literal:
		return true
	case f.Is("-") && len(t.Args()) == 1, f.Is("to_real"):
		return constant(t.Args()[0])
	case f.Is("/") && len(t.Args()) == 2:
		return t.Args()[0].Kind() == term.Literal && t.Args()[1].Kind() == term.Literal
	}
	return false
}

// zero reports whether t, a constant, is written as zero.
func zero(t *term.Term) bool {
	for t.Kind() == term.App {
		t = t.Args()[0]
	}
	return strings.Trim(t.Text(), "0.") == ""
}

// allowsSort reports whether the logic has values of the sort of t.
func allowsSort(l *theory.Logic, t *term.Term) bool {
	switch t.Sort() {
	case sorts.Int:
		return l.Ints || l.Strings
	case sorts.Real:
		return l.Reals && (l.Ints || t.LiteralKind() != syntax.Numeral)
	case sorts.String:
		return l.Strings
	}
	switch t.Sort().Kind() {
	case sorts.BitVec:
		return l.BitVectors || l.FloatingPoint
	case sorts.Float:
		return l.FloatingPoint
	case sorts.Array:
		return l.Arrays
	}
	return true
}

// linearAbove reports whether the operators above a replaced term are still linear.
func linearAbove(l *theory.Logic, above []*term.Term) bool {
	if l.Nonlinear || l.All {
		return true
	}
	for _, t := range above {
		if t.Kind() == term.App && t.Func().Kind == term.TheoryFunc && t.Func().Row.Has("nonlinear") && !linear(t) {
			return false
		}
	}
	return true
}
