package model

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// point is the value of a function at arguments.
type point struct {
	args  []*term.Term
	value *term.Term
}

// readEquation reads (= x 1) and (= (f 2) 3), as yices prints models.
func readEquation(r *reader, n syntax.ID, kids []syntax.ID) *syntax.Error {
	if len(kids) != 3 {
		return r.session.Tree().Errorf(n, syntax.CodeMalformed, "the form is (= TERM VALUE)")
	}
	return r.pair(kids[1], kids[2])
}

// pair reads a term and its value, as get-value and mathsat print them. Terms other than constants and functions at
// values define nothing.
func (r *reader) pair(at, val syntax.ID) *syntax.Error {
	t := r.session.Tree()
	name, isName := t.Name(at)
	if !isName && t.Kind(at) == syntax.List && t.Len(at) > 1 {
		name, isName = t.Name(t.First(at))
	}
	if !isName {
		return nil
	}
	d := r.session.Lookup(name)
	if d == nil {
		if t.Kind(at) == syntax.List {
			return nil // an operator's value
		}
		return t.Errorf(at, syntax.CodeUnknown, "the script declares no %s", syntax.Clip(name, 60))
	}
	if d.Kind != term.Declared || r.approximate(d, at, val) {
		return nil
	}
	if t.Kind(at) != syntax.List {
		if len(d.Params) > 0 {
			return t.Errorf(at, syntax.CodeSort, "%s takes %d arguments", syntax.Clip(d.Text, 60), len(d.Params))
		}
		body, err := r.session.Body(nil, d.Result, val)
		if err != nil {
			return err
		}
		r.set(d, &Def{Body: body})
		return nil
	}
	kids := t.Children(at)[1:]
	if len(kids) != len(d.Params) {
		return t.Errorf(at, syntax.CodeSort, "%s takes %d arguments, found %d", syntax.Clip(d.Text, 60), len(d.Params), len(kids))
	}
	return r.point(d, kids, val)
}

func (r *reader) point(d *term.Decl, args []syntax.ID, val syntax.ID) *syntax.Error {
	p := point{}
	for i, k := range args {
		a, err := r.session.Body(nil, d.Params[i], k)
		if err != nil {
			return err
		}
		p.args = append(p.args, a)
	}
	var err *syntax.Error
	if p.value, err = r.session.Body(nil, d.Result, val); err != nil {
		return err
	}
	r.addPoint(d, p)
	return nil
}

// readTable reads yices's (function f (type (-> int int)) (= (f 1) 2) (default 3)).
func readTable(r *reader, n syntax.ID, kids []syntax.ID) *syntax.Error {
	t := r.session.Tree()
	if len(kids) < 3 {
		return t.Errorf(n, syntax.CodeMalformed, "the form is (function NAME (type T) (= (NAME ARGUMENT ...) VALUE) ... (default VALUE))")
	}
	name, _ := t.Name(kids[1])
	d := r.session.Lookup(name)
	if d == nil || d.Kind != term.Declared {
		return nil // an auxiliary function
	}
	if r.approximate(d, kids[2:]...) {
		return nil
	}
	for _, k := range kids[2:] {
		if t.Kind(k) != syntax.List || t.Len(k) < 2 {
			return t.Errorf(k, syntax.CodeMalformed, "expected (= (%s ...) VALUE) or (default VALUE)", syntax.Clip(name, 60))
		}
		parts := t.Children(k)
		switch {
		case t.Is(parts[0], "default"):
			body, err := r.session.Body(nil, elementSort(d), parts[1])
			if err != nil {
				return err
			}
			r.addPoint(d, point{value: body})
		case t.Is(parts[0], "=") && len(parts) == 3 && t.Kind(parts[1]) == syntax.List && t.Len(parts[1]) > 0:
			if err := r.entry(d, t.Children(parts[1])[1:], parts[2]); err != nil {
				return err
			}
		}
	}
	return nil
}

// addPoint records a value of a function or an array; an empty argument list stands for all other arguments.
func (r *reader) addPoint(d *term.Decl, p point) {
	if r.points == nil {
		r.points = map[*term.Decl][]point{}
	}
	if r.points[d] == nil {
		r.order = append(r.order, d)
	}
	r.points[d] = append(r.points[d], p)
}

// elementSort is the sort of a function's values, or of an array's elements.
func elementSort(d *term.Decl) *sorts.Sort {
	s := d.Result
	if len(d.Params) == 0 {
		for s.Kind() == sorts.Array {
			s = s.Args()[1]
		}
	}
	return s
}

// entry reads one line of a table, of a function or of an array.
func (r *reader) entry(d *term.Decl, args []syntax.ID, val syntax.ID) *syntax.Error {
	if len(d.Params) == len(args) {
		return r.point(d, args, val)
	}
	if len(d.Params) == 0 && len(args) == 1 && d.Result.Kind() == sorts.Array {
		p := point{}
		i, err := r.session.Body(nil, d.Result.Args()[0], args[0])
		if err != nil {
			return err
		}
		if p.value, err = r.session.Body(nil, d.Result.Args()[1], val); err != nil {
			return err
		}
		p.args = []*term.Term{i}
		r.addPoint(d, p)
		return nil
	}
	return r.session.Tree().Errorf(val, syntax.CodeSort, "%s takes %d arguments, found %d", syntax.Clip(d.Text, 60), len(d.Params), len(args))
}

// joinPoints builds functions from their points: where no point fits, a function has its default, or the value
// at the last point if it has no default.
func (r *reader) joinPoints() *syntax.Error {
	for _, d := range r.order {
		if r.near[d] {
			continue
		}
		params := d.Params
		if len(params) == 0 && d.Result.Kind() != sorts.Array {
			points := r.points[d] // a constant's line in a table; the last one counts
			r.set(d, &Def{Body: points[len(points)-1].value})
			continue
		}
		if len(params) == 0 {
			params = d.Result.Args()[:1]
		}
		vars := make([]*term.Term, len(params))
		for i, s := range params {
			vars[i] = r.script.Store.NewVar("x", s)
		}
		points := r.points[d]
		var body, known *term.Term
		var rest *term.Decl
		for _, p := range points {
			if p.args == nil {
				body = p.value
			}
		}
		if body == nil {
			body = points[len(points)-1].value
			rest = term.NewDecl(term.Declared, d.Name, params, body.Sort())
			known = r.apply(rest, vars)
			r.model.Notes = append(r.model.Notes, Note{NotePartial, d, syntax.Clip(d.Text, 80) + " is known at some arguments only"})
		}
		for _, p := range points {
			if p.args == nil {
				continue
			}
			var conds []*term.Term
			for i, a := range p.args {
				conds = append(conds, r.op("=", vars[i], a))
			}
			cond := conds[0]
			if len(conds) > 1 {
				cond = r.op("and", conds...)
			}
			body = r.op("ite", cond, p.value, body)
			if rest != nil {
				known = r.op("ite", cond, p.value, known)
			}
		}
		def := &Def{Vars: vars, Body: body, Known: known, Rest: rest}
		if len(d.Params) == 0 {
			var ok bool
			if def, ok = r.array(def); !ok {
				return syntax.Errorf(r.src, 0, syntax.CodeSort, "%s cannot be read as an array", syntax.Clip(d.Text, 60))
			}
		}
		r.set(d, def)
	}
	return nil
}

// array returns the definition of an array, given that of the function of its index.
func (r *reader) array(f *Def) (def *Def, ok bool) {
	def = &Def{Rest: f.Rest}
	if def.Body, ok = r.session.ArrayOf(f.Vars, f.Body); ok && f.Known != nil {
		def.Known, ok = r.session.ArrayOf(f.Vars, f.Known)
	}
	return def, ok
}

// apply applies a function to variables of its sorts.
func (r *reader) apply(d *term.Decl, vars []*term.Term) *term.Term {
	st := r.script.Store
	t, err := st.App(st.User(d, nil), vars...)
	if err != nil {
		panic("model: " + d.Text + " does not fit its parameters")
	}
	return t
}

// op applies an operator of the core to terms that fit it by construction.
func (r *reader) op(name string, args ...*term.Term) *term.Term {
	st := r.script.Store
	t, _, err := st.Overload(st.Table.Lookup(name), nil, nil, args)
	if err != nil || t == nil {
		panic("model: " + name + " does not fit its arguments")
	}
	return t
}
