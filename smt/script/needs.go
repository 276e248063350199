package script

import (
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Needs returns the features beyond the standard that the printed script uses: a solver that lacks one of them cannot read
// it. Operators are not among them: their rows say which solvers have them.
func (s *Script) Needs() theory.Features {
	n := needs{sorts: map[*sorts.Sort]bool{}}
	for i := range s.Commands {
		c := s.Commands[i]
		if c.Kind == DeclareSortParameter && strings.HasPrefix(c.Text, "(declare-type-var ") {
			n.found.Add(theory.TypeVariable)
		}
		for _, d := range c.Decls {
			n.signature(d)
		}
		for _, data := range c.Datas {
			if data.Subterm != nil {
				n.found.Add(theory.Subterms)
			}
			for _, ctor := range data.Ctors {
				n.signature(ctor)
			}
		}
	}
	n.terms(s.Roots())
	return n.found
}

// NeedsOf returns the features beyond the standard that terms need where they are printed.
func NeedsOf(roots []*term.Term) theory.Features {
	n := needs{sorts: map[*sorts.Sort]bool{}}
	n.terms(roots)
	return n.found
}

// needs gathers features.
type needs struct {
	found theory.Features
	sorts map[*sorts.Sort]bool // those that were visited
}

func (n *needs) signature(d *term.Decl) {
	for _, p := range d.Params {
		n.sort(p)
	}
	n.sort(d.Result)
}

func (n *needs) terms(roots []*term.Term) {
	term.Walk(roots, func(t *term.Term) bool {
		n.sort(t.Sort())
		switch t.Kind() {
		case term.Quant:
			for _, v := range t.Bound() {
				n.sort(v.Sort())
			}
			switch t.Binder() {
			case term.Choice:
				n.found.Add(theory.ChoiceTerm)
			case term.Comprehension:
				n.found.Add(theory.SetComprehension)
			}
		case term.Literal:
			if strings.HasPrefix(t.Text(), "@") || strings.HasPrefix(t.Text(), "|@") {
				n.found.Add(theory.AbstractValue)
			}
		case term.App:
			switch f := t.Func(); f.Kind {
			case term.LiftFunc:
				n.found.Add(theory.LiftedOperator)
			case term.CardFunc:
				n.found.Add(theory.SortCardinality)
			case term.CastFunc:
				n.found.Add(theory.ArrayFunctions)
			case term.MapFunc, term.AsArrayFunc:
				n.found.Add(theory.MappedFunction)
			}
		}
		return true
	})
}

func (n *needs) sort(s *sorts.Sort) {
	if n.sorts[s] {
		return
	}
	n.sorts[s] = true
	if s.Kind() == sorts.Applied && s.Name() == "Array" {
		n.found.Add(theory.ManyIndices)
	}
	if s.Kind() == sorts.Applied && s.Name() == "Tuple" {
		n.found.Add(theory.TupleTerm)
		if len(s.Args()) == 0 {
			n.found.Add(theory.EmptyTuple)
		}
	}
	for _, a := range s.Args() {
		n.sort(a)
	}
}
