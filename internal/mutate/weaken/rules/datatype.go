package rules

import (
	"fmt"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// datatype reports whether sort parameter i stands for datatypes: a constructor gives values of it.
func (r *Rule) datatype(i int) bool {
	for _, v := range r.vars {
		if v.ctor && v.sort.Var == i {
			return true
		}
	}
	return false
}

// datatypes declares the datatypes of an instance, with the constructors that the rule mentions and one without fields, so
// that there are values. b gets the constructors.
func (in instance) datatypes(st *term.Store, r *Rule, b *Binding) ([]*term.Datatype, error) {
	var out []*term.Datatype
	for i, p := range r.sorts {
		if !r.datatype(i) {
			continue
		}
		data := &term.Datatype{Name: p.name, Sort: in.sorts.Sorts[i]}
		for _, v := range r.vars {
			if !v.ctor || v.sort.Var != i {
				continue
			}
			var fields []*sorts.Sort
			for k := range v.args {
				s, err := v.args[k].Instantiate(st.Sorts, &b.sorts)
				if err != nil {
					return nil, err
				}
				fields = append(fields, s)
			}
			b.bindFunction(v, function{head: st.User(addConstructor(data, v.name, fields), nil)})
		}
		addConstructor(data, "no_"+p.name, nil)
		out = append(out, data)
	}
	return out, nil
}

// addConstructor adds a constructor with fields of these sorts.
func addConstructor(data *term.Datatype, name string, fields []*sorts.Sort) *term.Decl {
	c := term.NewDecl(term.Constructor, name, fields, data.Sort)
	c.Data = data
	for i, s := range fields {
		f := term.NewDecl(term.Selector, fmt.Sprintf("%s_%d", name, i+1), []*sorts.Sort{data.Sort}, s)
		f.Data, f.Owner = data, c
		c.Fields = append(c.Fields, f)
	}
	data.Ctors = append(data.Ctors, c)
	return c
}
