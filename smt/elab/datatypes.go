package elab

import (
	"strings"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// dataSpec is a datatype whose constructors are still to be read.
type dataSpec struct {
	at    syntax.ID
	data  *term.Datatype
	ctors []syntax.ID
	// params is the node of the sort parameters' names, 0 for none.
	params  syntax.ID
	subterm string      // the name of the predicate of :subterm, "" for none
	places  []syntax.ID // where each constructor and, after it, its selectors are named
}

func readDatatype(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	t := &e.tree
	subterm := len(kids) == 5 && t.Kind(kids[3]) == syntax.Keyword && t.Text(kids[3]) == ":subterm" && e.may(theory.Subterms)
	if !subterm && len(kids) != 3 || t.Kind(kids[2]) != syntax.List || t.Len(kids[2]) == 0 {
		return t.Errorf(kids[0], syntax.CodeMalformed, "the form is (declare-datatype NAME ((constructor (selector SORT) ...) ...))")
	}
	spec, err := e.dataSpec(kids[1], kids[2], -1)
	if err != nil {
		return err
	}
	if subterm {
		if spec.subterm, err = e.name(kids[4], "the subterm predicate"); err != nil {
			return err
		}
	}
	return e.declareData(c, []dataSpec{spec}, t.Is(kids[0], "declare-codatatype"))
}

func readDatatypes(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	t := &e.tree
	if len(kids) != 3 || t.Kind(kids[1]) != syntax.List || t.Kind(kids[2]) != syntax.List || t.Len(kids[2]) == 0 {
		return t.Errorf(kids[0], syntax.CodeMalformed, "the form is (declare-datatypes ((NAME ARITY) ...) ((constructors) ...))")
	}
	co := t.Is(kids[0], "declare-codatatypes")
	names := t.Children(kids[1])
	if len(names) == 0 || t.Kind(names[0]) != syntax.List {
		return e.oldDatatypes(kids, c, co)
	}
	if len(names) != t.Len(kids[2]) {
		return t.Errorf(kids[0], syntax.CodeMalformed, "%d datatypes are named and %d are defined", len(names), t.Len(kids[2]))
	}
	var specs []dataSpec
	for i, def := range t.Children(kids[2]) {
		pair := t.Children(names[i])
		if len(pair) != 2 {
			return t.Errorf(names[i], syntax.CodeMalformed, "a datatype is named as (NAME ARITY)")
		}
		arity, err := e.index(pair[1])
		if err != nil {
			return err
		}
		spec, err := e.dataSpec(pair[0], def, arity)
		if err != nil {
			return err
		}
		specs = append(specs, spec)
	}
	return e.declareData(c, specs, co)
}

// dataSpec reads a name and its constructors, possibly inside par. arity -1 means any.
func (e *elaborator) dataSpec(name, def syntax.ID, arity int) (dataSpec, *syntax.Error) {
	t := &e.tree
	s, err := e.name(name, "a datatype's name")
	if err != nil {
		return dataSpec{}, err
	}
	spec := dataSpec{at: name, data: &term.Datatype{Name: s}, ctors: t.Children(def)}
	if len(spec.ctors) == 3 && t.Is(spec.ctors[0], "par") {
		if t.Kind(spec.ctors[1]) != syntax.List || t.Kind(spec.ctors[2]) != syntax.List {
			return spec, t.Errorf(def, syntax.CodeMalformed, "the form is (par (PARAMETER ...) (constructor ...))")
		}
		spec.params = spec.ctors[1]
		spec.ctors = t.Children(spec.ctors[2])
	}
	if len(spec.ctors) == 0 {
		return spec, t.Errorf(def, syntax.CodeMalformed, "datatype %s has no constructor", syntax.Clip(s, 60))
	}
	n := 0
	if spec.params != 0 {
		n = t.Len(spec.params)
	}
	if arity >= 0 && n != arity {
		return spec, t.Errorf(def, syntax.CodeMalformed, "datatype %s is announced with %d sort parameters and defined with %d", syntax.Clip(s, 60), arity, n)
	}
	return spec, nil
}

// oldDatatypes reads the form before SMT-LIB 2.6: (declare-datatypes (T ...) ((NAME constructor ...) ...)).
func (e *elaborator) oldDatatypes(kids []syntax.ID, c *script.Command, co bool) *syntax.Error {
	t := &e.tree
	var specs []dataSpec
	for _, def := range t.Children(kids[2]) {
		parts := t.Children(def)
		if len(parts) < 2 {
			return t.Errorf(def, syntax.CodeMalformed, "a datatype is defined as (NAME constructor ...)")
		}
		name, err := e.name(parts[0], "a datatype's name")
		if err != nil {
			return err
		}
		spec := dataSpec{at: parts[0], data: &term.Datatype{Name: name}, ctors: parts[1:]}
		if t.Len(kids[1]) > 0 {
			spec.params = kids[1]
		}
		specs = append(specs, spec)
	}
	return e.declareData(c, specs, co)
}

// declareData declares the sorts of all datatypes, then reads their constructors.
func (e *elaborator) declareData(c *script.Command, specs []dataSpec, co bool) *syntax.Error {
	c.Kind = script.DeclareDatatypes
	for i := range specs {
		s := &specs[i]
		s.data.Co = co
		var args []*sorts.Sort
		if s.params != 0 {
			_, names, err := e.paramNames(s.params)
			if err != nil {
				return err
			}
			for _, name := range names {
				s.data.Params = append(s.data.Params, name)
				args = append(args, e.store.Sorts.Make(sorts.Param, name, nil, nil))
			}
		}
		s.data.Sort = e.store.Sorts.Make(sorts.User, s.data.Name, nil, args)
		if err := e.declareSort(s.at, s.data.Name, &sortEntry{arity: len(args), data: s.data}); err != nil {
			return err
		}
		c.Datas = append(c.Datas, s.data)
	}
	for i := range specs {
		if err := e.constructors(&specs[i]); err != nil {
			return err
		}
	}
	for i := range specs {
		places := specs[i].places
		for _, ctor := range specs[i].data.Ctors {
			for _, d := range append([]*term.Decl{ctor}, ctor.Fields...) {
				if err := e.declare(places[0], d); err != nil {
					return err
				}
				places = places[1:]
			}
		}
		if name := specs[i].subterm; name != "" {
			s := specs[i].data.Sort
			d := term.NewDecl(term.Subterm, name, []*sorts.Sort{s, s}, sorts.Bool)
			d.Data, specs[i].data.Subterm = specs[i].data, d
			if err := e.declare(specs[i].at, d); err != nil {
				return err
			}
		}
	}
	if !co {
		return e.wellFounded(specs)
	}
	return nil
}

func (e *elaborator) constructors(s *dataSpec) *syntax.Error {
	t := &e.tree
	if s.params != 0 {
		names, _, err := e.openParams(s.params)
		if err != nil {
			return err
		}
		defer e.closeParams(names)
	}
	for _, k := range s.ctors {
		at, fields := k, []syntax.ID(nil)
		if t.Kind(k) == syntax.List && t.Len(k) > 0 {
			kids := t.Children(k)
			at, fields = kids[0], kids[1:]
		}
		name, err := e.name(at, "a constructor")
		if err != nil {
			return err
		}
		s.places = append(s.places, at)
		var params []*sorts.Sort
		var sels []*term.Decl
		for _, f := range fields {
			if t.Kind(f) == syntax.Keyword {
				break // z3 writes attributes here
			}
			if t.Len(f) != 2 {
				return t.Errorf(f, syntax.CodeMalformed, "a field is declared as (selector SORT)")
			}
			kids := t.Children(f)
			sel, err := e.name(kids[0], "a selector")
			if err != nil {
				return err
			}
			fs, err := e.fieldSort(kids[1], s)
			if err != nil {
				return err
			}
			s.places = append(s.places, kids[0])
			params = append(params, fs)
			sels = append(sels, term.NewDecl(term.Selector, sel, []*sorts.Sort{s.data.Sort}, fs))
		}
		ctor := term.NewDecl(term.Constructor, name, params, s.data.Sort)
		ctor.Data, ctor.Fields = s.data, sels
		for _, f := range sels {
			f.Data, f.Owner = s.data, ctor
		}
		s.data.Ctors = append(s.data.Ctors, ctor)
	}
	return nil
}

// fieldSort reads a field's sort. In the old form a parametric datatype stands for itself without its
// parameters.
func (e *elaborator) fieldSort(n syntax.ID, s *dataSpec) (*sorts.Sort, *syntax.Error) {
	if name, ok := e.tree.Name(n); ok && s.params != 0 {
		if en := e.sortEnv[name]; en != nil && en.data != nil && en.arity == len(s.data.Params) {
			return e.store.Sorts.Make(sorts.User, name, nil, s.data.Sort.Args()), nil
		}
	}
	return e.sort(n)
}

// wellFounded rejects datatypes without a finite value (SMT-LIB 2.6, section 4.2.3).
func (e *elaborator) wellFounded(specs []dataSpec) *syntax.Error {
	// A constructor waits for the datatypes of its fields; a datatype has a value when one of its constructors
	// waits for none.
	type waiter struct {
		owner string
		left  int
	}
	waiting := map[string]bool{}
	for i := range specs {
		waiting[specs[i].data.Name] = true
	}
	waiters := map[string][]*waiter{}
	var ready []string
	for i := range specs {
		for _, ctor := range specs[i].data.Ctors {
			w := &waiter{owner: specs[i].data.Name}
			for _, p := range ctor.Params {
				if p.Kind() == sorts.User && waiting[p.Name()] {
					w.left++
					waiters[p.Name()] = append(waiters[p.Name()], w)
				}
			}
			if w.left == 0 {
				ready = append(ready, w.owner)
			}
		}
	}
	for len(ready) > 0 {
		name := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		if !waiting[name] {
			continue
		}
		delete(waiting, name)
		for _, w := range waiters[name] {
			if w.left--; w.left == 0 {
				ready = append(ready, w.owner)
			}
		}
	}
	var bad []string
	at := syntax.ID(0)
	for i := range specs {
		if waiting[specs[i].data.Name] {
			if bad == nil {
				at = specs[i].at
			}
			if len(bad) == 4 {
				bad = append(bad, "...")
				break
			}
			bad = append(bad, syntax.Clip(specs[i].data.Name, 40))
		}
	}
	if bad != nil {
		return e.tree.Errorf(at, syntax.CodeSort, "datatype %s has no finite value: every constructor needs another value first", strings.Join(bad, ", "))
	}
	return nil
}
