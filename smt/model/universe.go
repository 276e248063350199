package model

import (
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// universe returns the universe of a sort, empty at first.
func (r *reader) universe(s *sorts.Sort) *Universe {
	u := r.model.Universes[s]
	if u == nil {
		u = &Universe{}
		r.model.Universes[s] = u
	}
	return u
}

// readElement reads a constant that only the model declares as an element of its sort, as z3 prints them.
func readElement(r *reader, n syntax.ID, kids []syntax.ID) *syntax.Error {
	t := r.session.Tree()
	if len(kids) < 3 {
		return t.Errorf(n, syntax.CodeMalformed, "the form is (declare-fun NAME () SORT)")
	}
	name, ok := t.Name(kids[1])
	if !ok {
		return t.Errorf(kids[1], syntax.CodeMalformed, "expected a symbol")
	}
	if r.session.Lookup(name) != nil || len(kids) == 4 && t.Len(kids[2]) > 0 {
		return nil // a repetition of the script
	}
	s, err := r.session.Sort(kids[len(kids)-1])
	if err != nil {
		return err
	}
	if !r.session.Uninterpreted(s) {
		return t.Errorf(kids[len(kids)-1], syntax.CodeSort, "%s has its own values: a model declares elements of uninterpreted sorts only", syntax.Clip(s.String(), 60))
	}
	d := term.NewDecl(term.Declared, name, nil, s)
	r.session.Introduce(d)
	u := r.universe(s)
	u.Elements = append(u.Elements, d)
	return nil
}

// readCardinality reads z3's (forall ((x U)) (or (= x U!val!0) ...)) as the statement that these are all elements.
func readCardinality(r *reader, n syntax.ID, kids []syntax.ID) *syntax.Error {
	t := r.session.Tree()
	if len(kids) != 3 || t.Len(kids[1]) != 1 {
		return t.Errorf(n, syntax.CodeMalformed, "a quantifier that is not a statement about all elements of a sort")
	}
	binding := t.Children(t.First(kids[1]))
	if len(binding) != 2 {
		return t.Errorf(kids[1], syntax.CodeMalformed, "expected ((x SORT))")
	}
	s, err := r.session.Sort(binding[1])
	if err != nil {
		return err
	}
	if !r.session.Uninterpreted(s) {
		return t.Errorf(binding[1], syntax.CodeSort, "%s has its own values: a model says of uninterpreted sorts only which elements are all", syntax.Clip(s.String(), 60))
	}
	r.universe(s).Complete = true
	return nil
}

// universes adds the elements that values name, and what cvc's comments say: "; rep: @uc_U_0", "; cardinality
// of U is 2". The latter is believed if the solver's task was to find a finite model.
func (r *reader) universes() {
	cardinality := map[string]int{}
	for line := range strings.Lines(r.src) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "; cardinality of "); ok {
			name, n, ok := strings.Cut(rest, " is ")
			if k, err := strconv.Atoi(n); ok && err == nil {
				cardinality[name] = k
			}
		}
		if rest, ok := strings.CutPrefix(line, "; rep: "); ok {
			r.representative(rest)
		}
	}
	known := map[*term.Decl]bool{}
	for _, u := range r.model.Universes {
		for _, d := range u.Elements {
			known[d] = true
		}
	}
	for _, d := range r.session.Elements() {
		if !known[d] {
			u := r.universe(d.Result)
			u.Elements = append(u.Elements, d)
		}
	}
	if !r.quantifies() {
		return
	}
	for s, u := range r.model.Universes {
		if k, ok := cardinality[s.String()]; ok && k != len(u.Elements) {
			return // the comments count something else
		}
	}
	for s, u := range r.model.Universes {
		if _, ok := cardinality[s.String()]; ok {
			u.Complete = true
		}
	}
}

// quantifies reports whether the check asks about quantified formulas or the cardinality of a sort. If it does not, cvc's comments count the
// elements that matter: cvc regards a constant array and one that differs from it at its only index as different.
func (r *reader) quantifies() bool {
	active, _ := r.model.Script.Active(r.model.Check)
	roots := make([]*term.Term, len(active))
	for i, a := range active {
		roots[i] = a.Term
	}
	found := false
	term.Walk(roots, func(t *term.Term) bool {
		found = found || t.Kind() == term.Quant || t.Func() != nil && t.Func().Kind == term.CardFunc
		return !found
	})
	return found
}

// representative reads the name of an element in a comment; an unreadable name is ignored.
func (r *reader) representative(text string) {
	in := syntax.NewReader(respell(text))
	if more, err := r.session.Next(in); err != nil || !more {
		return
	}
	_, _ = r.session.Term(syntax.Root)
}
