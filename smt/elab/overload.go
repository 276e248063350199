package elab

import (
	"slices"
	"strconv"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Solvers let a script declare a name several times. The printed script has a separate name for every declaration, so
// that all solvers can read it and each name in a model is unambiguous.

// redeclare makes room for d next to the other declarations of its name, or fails. Afterwards d has a new name.
func (e *elaborator) redeclare(at syntax.ID, en *entry, d *term.Decl) *syntax.Error {
	if !e.overloads(en, d) {
		err := e.tree.Errorf(at, syntax.CodeRedeclare, "%s is declared already", syntax.Clip(d.Text, 60))
		err.Hint = "rename one of the two, or declare the second inside push and pop after the first went out of scope"
		return err
	}
	en.over = append(slices.Clip(en.over), en.decl)
	e.rename(d)
	return nil
}

// overloads reports whether d may coexist with what its name already means: its sorts differ from those of all others.
func (e *elaborator) overloads(en *entry, d *term.Decl) bool {
	for _, o := range append(slices.Clip(en.over), en.decl) {
		if o.Kind == term.Label || d.Kind == term.Label || o.Result == d.Result && slices.Equal(o.Params, d.Params) {
			return false
		}
	}
	return e.may(theory.Overloading)
}

// rename gives d a unique name. Terms that are printed later show it.
func (e *elaborator) rename(d *term.Decl) {
	base := d.Name
	for k := 1; ; k++ {
		name := base + "!" + strconv.Itoa(k)
		if en := e.env[name]; !e.renamed[name] && (en == nil || en.decl == nil) && e.opts.Table.Lookup(name) == nil {
			if e.renamed == nil {
				e.renamed = map[string]bool{}
			}
			e.renamed[name] = true
			d.Name, d.Text = name, syntax.SymbolText(name)
			return
		}
	}
}

// choose returns the declaration that a name means when it is applied to args, qualified with as or not: the latest one
// whose sorts fit. If none fits, it is the latest one with this number of arguments, or else the latest.
func (e *elaborator) choose(en *entry, as *sorts.Sort, args []*term.Term) *term.Decl {
	if len(en.over) == 0 {
		return en.decl
	}
	all := append(slices.Clip(en.over), en.decl)
	var near *term.Decl
	for _, d := range slices.Backward(all) {
		if len(d.Params) != len(args) || as != nil && !sorts.Unify(d.Result, as, map[string]*sorts.Sort{}) {
			continue
		}
		by := map[string]*sorts.Sort{}
		fits := true
		for i, a := range args {
			fits = fits && sorts.Unify(d.Params[i], a.Sort(), by)
		}
		if fits {
			return d
		}
		if near == nil {
			near = d
		}
	}
	if near != nil {
		return near
	}
	return en.decl
}

// ambiguous reports whether a name without arguments may be several of its declarations.
func (en *entry) ambiguous() bool {
	n := 0
	for _, d := range append(slices.Clip(en.over), en.decl) {
		if d != nil && len(d.Params) == 0 {
			n++
		}
	}
	return n > 1
}

// member returns the fitting declaration of a kind that a name has: a constructor of a sort, or a selector of one. It is
// the latest one when the sort is unknown.
func (en *entry) member(kind term.DeclKind, s *sorts.Sort) *term.Decl {
	var found *term.Decl
	for _, d := range append(slices.Clip(en.over), en.decl) {
		if d == nil || d.Kind != kind {
			continue
		}
		whole := d.Result
		if kind == term.Selector {
			whole = d.Params[0]
		}
		if s == nil || sorts.Unify(whole, s, map[string]*sorts.Sort{}) {
			found = d
		}
	}
	return found
}

// operatorInstead applies the operator with the name of d when d does not accept args, and makes room for it: d gets
// another name. It returns nil when the operator does not accept them either.
func (e *elaborator) operatorInstead(n syntax.ID, h head, en *entry, args []*term.Term) *term.Term {
	if e.session != nil || e.opts.Dialects&theory.Overloading.Dialects() == 0 {
		return nil
	}
	r, err := e.applyRows(n, h, en.rows, args)
	if r == nil || err != nil || !e.may(theory.Overloading) {
		return nil
	}
	for _, d := range append(slices.Clip(en.over), en.decl) {
		if d.Name == h.name {
			e.rename(d)
		}
	}
	return r
}

// chosen is member, or the latest declaration of the kind when none fits; nil for a name without such a declaration.
func (en *entry) chosen(kind term.DeclKind, s *sorts.Sort) *term.Decl {
	if en == nil {
		return nil
	}
	if d := en.member(kind, s); d != nil {
		return d
	}
	return en.member(kind, nil)
}

// onlyInstance returns the sort of a constructor whose arguments do not determine it if the script mentions only one
// instance of its datatype: z3 uses that one. It is nil if there are several, none, or no need.
func (e *elaborator) onlyInstance(d *term.Decl, args []*term.Term) *sorts.Sort {
	all := e.instances[d.Data]
	if len(all) != 1 || len(args) != len(d.Params) || e.determined(d, args, map[string]*sorts.Sort{}) || !e.may(theory.Unqualified) {
		return nil
	}
	return all[0]
}
