package termspace

import (
	"slices"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// constructed makes the cells of a datatype that the topic declares: its constructors, testers, selectors and what updates a field.
func (s *Space) constructed(d *term.Datatype) {
	boolean := s.carrierOf(sorts.Bool)
	data := s.carrierOf(d.Sort)
	if data < 0 {
		return
	}
	for _, ctor := range d.Ctors {
		s.user(term.Func{Kind: term.UserFunc, Decl: ctor}, s.carriersOf(ctor.Params), data)
		if len(d.Ctors) > 1 && boolean >= 0 {
			s.user(term.Func{Kind: term.TesterFunc, Decl: ctor}, []int{data}, boolean)
		}
		for _, field := range ctor.Fields {
			of := s.carrierOf(field.Result)
			if of < 0 {
				continue
			}
			s.user(term.Func{Kind: term.UserFunc, Decl: field}, []int{data}, of)
			s.user(term.Func{Kind: term.UpdateFunc, Decl: field}, []int{data, of}, data)
		}
	}
}

// user adds the cell of a symbol with arguments, if the topic has all their sorts.
func (s *Space) user(f term.Func, args []int, result int) {
	if len(args) == 0 || slices.Contains(args, -1) {
		return
	}
	c := &Cell{args: args, result: result}
	if f.Kind == term.UserFunc {
		c.fn = s.Script.Store.User(f.Decl, nil)
	} else {
		c.fn = s.Script.Store.Func(f)
	}
	s.add(c)
}

func (s *Space) carriersOf(all []*sorts.Sort) []int {
	var out []int
	for _, sort := range all {
		out = append(out, s.carrierOf(sort))
	}
	return out
}

// enumerated returns how many elements a datatype of the topic has whose constructors have no fields, 0 for other sorts.
func (s *Space) enumerated(of *sorts.Sort) uint64 {
	for _, c := range s.Script.Commands {
		for _, d := range c.Datas {
			if d.Sort == of && !slices.ContainsFunc(d.Ctors, func(c *term.Decl) bool { return len(c.Params) > 0 }) {
				return uint64(len(d.Ctors))
			}
		}
	}
	return 0
}
