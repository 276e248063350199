package definition

import (
	"errors"
	"slices"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// errSorts says that a script cannot be unfolded: bodies may be about one sort, and calls about another of the same name.
var errSorts = errors.New("a sort is declared twice, or under the name of a theory's sort")

// survey finds the definitions whose calls stay whatever the calls look like, and sets the budget.
func (u *unfolder) survey() error {
	names, declared := map[string]int{}, map[string]int{}
	for _, c := range u.script.Commands {
		for _, d := range c.Decls {
			names[d.Name]++
		}
		for _, data := range c.Datas {
			declared[data.Name]++
			for _, ctor := range data.Ctors {
				names[ctor.Name]++
				for _, f := range ctor.Fields {
					names[f.Name]++
				}
			}
			if data.Subterm != nil {
				names[data.Subterm.Name]++
			}
		}
		for _, t := range c.Terms {
			term.Labels(t, func(l *term.Decl) { names[l.Name]++ })
		}
		switch c.Kind {
		case script.DeclareSort, script.DefineSort, script.DeclareSortParameter:
			declared[c.Name]++
		}
	}
	for name, n := range declared {
		if n > 1 || u.st.Table.Sort(name) != nil {
			return errSorts
		}
	}
	for _, c := range u.script.Commands {
		if !defines(c) {
			continue
		}
		for _, d := range c.Decls {
			if why := u.stays(d, c, names); why != "" {
				u.why[d] = why
			}
		}
	}
	nodes := 0
	term.Walk(u.script.Roots(), func(*term.Term) bool { nodes++; return true })
	u.limit = u.st.Len() + floor + growth*nodes
	return nil
}

// stays returns why calls of a definition stay, "" when nothing about the definition requires it.
func (u *unfolder) stays(d *term.Decl, c *script.Command, names map[string]int) (why Reason) {
	if d.Poly {
		return Parameter
	}
	if d.Body.HasNamed() {
		return Labelled
	}
	term.Walk([]*term.Term{d.Body}, func(t *term.Term) bool {
		f := t.Func()
		switch {
		case t.Sort().HasParam() || slices.ContainsFunc(t.Bound(), func(v *term.Term) bool { return v.Sort().HasParam() }):
			why = Parameter
		case slices.ContainsFunc(t.Cases(), func(k term.Case) bool { return k.Ctor != nil && names[k.Ctor.Name] > 1 }):
			why = Twice
		case f == nil:
		case f.Row != nil && f.Decl == nil && names[f.Row.Name] > 0:
			why = Operator
		case f.Decl == nil:
		case slices.Contains(c.Decls, f.Decl):
			why = Recursive
		case f.Decl.Kind == term.Label:
			why = Labelled
		case names[f.Decl.Name] > 1:
			why = Twice
		case f.Decl.To < d.To:
			why = Ends
		}
		return why == ""
	})
	return why
}
