package rules

import (
	"fmt"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// declarations are the declarations of a claim.
type declarations struct {
	datas []*term.Datatype
	decls []*term.Decl
}

// constants binds the parameters of an instance: to values from fixed where it has some, otherwise to new constants and
// functions. It returns the declarations of these with those of datatypes.
func (in instance) constants(st *term.Store, r *Rule, fixed func(*variable, *sorts.Sort) *term.Term) (*Binding, *declarations, error) {
	b := in.open(r)
	datas, err := in.datatypes(st, r, b)
	if err != nil {
		return nil, nil, err
	}
	var decls []*term.Decl
	constant := func(v *variable, name string, s *sorts.Sort) (*term.Term, error) {
		if fixed != nil {
			if t := fixed(v, s); t != nil {
				return t, nil
			}
		}
		d := term.NewDecl(term.Declared, name, nil, s)
		decls = append(decls, d)
		return st.App(st.User(d, nil))
	}
	for _, v := range r.vars {
		if v.bound || v.ctor {
			continue
		}
		s, err := v.sort.Instantiate(st.Sorts, &b.sorts)
		if err != nil {
			return nil, nil, err
		}
		switch {
		case v.args != nil:
			var args []*sorts.Sort
			for i := range v.args {
				a, err := v.args[i].Instantiate(st.Sorts, &b.sorts)
				if err != nil {
					return nil, nil, err
				}
				args = append(args, a)
			}
			d := term.NewDecl(term.Declared, v.name, args, s)
			decls = append(decls, d)
			b.bindFunction(v, function{head: st.User(d, nil)})
		case v.list:
			list := []*term.Term{}
			for i := range in.lengths[v.slot] {
				t, err := constant(v, fmt.Sprintf("%s!%d", v.name, i+1), s)
				if err != nil {
					return nil, nil, err
				}
				list = append(list, t)
			}
			b.bindList(v, list)
		default:
			t, err := constant(v, v.name, s)
			if err != nil {
				return nil, nil, err
			}
			b.bind(v, t)
		}
	}
	return b, &declarations{datas, decls}, nil
}

// claim returns the script that asks for values which refute the instance: unsat proves it. extra assumptions bound the
// values.
func (r *Rule) claim(st *term.Store, in instance, fixed func(*variable, *sorts.Sort) *term.Term, extra func(*term.Decl) *term.Term) (*script.Script, error) {
	b, declared, err := in.constants(st, r, fixed)
	if err != nil {
		return nil, err
	}
	conditions, left, right, err := r.implication(st, b)
	if err != nil {
		return nil, err
	}
	var wrong *term.Term
	if r.Equivalence {
		wrong, err = apply(st, st.Table.Lookup("xor"), nil, nil, []*term.Term{left, right})
	} else {
		conditions = append(conditions, left)
		wrong, err = apply(st, st.Table.Lookup("not"), nil, nil, []*term.Term{right})
	}
	if err != nil {
		return nil, err
	}
	s := &script.Script{Store: st}
	s.Commands = append(s.Commands, &script.Command{Kind: script.SetLogic, Name: "ALL", Text: "ALL"})
	for i := range r.sorts {
		if x := in.sorts.Sorts[i]; x.Kind() == sorts.User && !r.datatype(i) {
			s.Commands = append(s.Commands, &script.Command{Kind: script.DeclareSort, Name: x.Name(), Text: "(declare-sort " + x.Name() + " 0)"})
		}
	}
	if len(declared.datas) > 0 {
		s.Commands = append(s.Commands, &script.Command{Kind: script.DeclareDatatypes, Datas: declared.datas})
	}
	for _, d := range declared.decls {
		s.Commands = append(s.Commands, &script.Command{Kind: script.DeclareFun, Decls: []*term.Decl{d}})
		if extra != nil {
			if t := extra(d); t != nil {
				conditions = append(conditions, t)
			}
		}
	}
	for _, t := range append(conditions, wrong) {
		s.Commands = append(s.Commands, &script.Command{Kind: script.Assert, Terms: []*term.Term{t}})
	}
	s.Commands = append(s.Commands, &script.Command{Kind: script.CheckSat})
	return s, nil
}
