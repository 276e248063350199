package grammar

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// datatypes declares the datatypes that the script's sorts name: those without parameters together, so that each may hold the
// others, and then the one with a parameter.
func (gen *Generator) datatypes() {
	var records []sortID
	box := noSort
	for _, id := range gen.swarm.sorts {
		switch s := gen.sort(id); {
		case !isDatatype(s):
		case s.Name()[:1] == recordSort:
			records = append(records, id)
		default:
			box = id
		}
	}
	if box != noSort {
		gen.box(box)
	}
	if len(records) == 0 {
		return
	}
	var datas []*term.Datatype
	for _, id := range records {
		datas = append(datas, &term.Datatype{Name: gen.sort(id).Name(), Sort: gen.sort(id)})
	}
	for _, d := range datas {
		gen.constructors(d, gen.fields(records), records)
	}
	gen.add(script.Command{Kind: script.DeclareDatatypes, Datas: datas})
	for i, d := range datas {
		gen.instantiate(records[i], d, noSort)
		gen.testers(records[i], d)
	}
}

// fields returns the sorts that a datatype without parameters can hold besides the datatypes declared together with it.
func (gen *Generator) fields(records []sortID) []sortID {
	var all sortSet
	for _, id := range records {
		all |= 1 << id
	}
	var out []sortID
	for _, id := range gen.swarm.sorts {
		s := gen.sort(id)
		if s != sorts.RegLan && s.Kind() != sorts.Func && !isDatatype(s) && gen.w.needs[id]&all == 0 {
			out = append(out, id)
		}
	}
	return out
}

// constructors gives a datatype its constructors. The first one holds no datatype, so the datatype has values.
func (gen *Generator) constructors(d *term.Datatype, plain, records []sortID) {
	n := 1 + gen.r.IntN(3)
	for k := range n {
		var fields []*sorts.Sort
		for range gen.r.IntN(4) {
			id := rng.Pick(gen.r, plain)
			if k > 0 && len(records) > 0 && gen.r.IntN(3) == 0 {
				id = rng.Pick(gen.r, records)
			}
			fields = append(fields, gen.sort(id))
		}
		gen.construct1(d, fields)
	}
}

func (gen *Generator) construct1(d *term.Datatype, fields []*sorts.Sort) {
	ctor := term.NewDecl(term.Constructor, gen.name("k"), fields, d.Sort)
	ctor.Data, ctor.From = d, len(gen.s.Commands)
	for _, f := range fields {
		sel := term.NewDecl(term.Selector, gen.name("g"), []*sorts.Sort{d.Sort}, f)
		sel.Data, sel.Owner, sel.From = d, ctor, ctor.From
		ctor.Fields = append(ctor.Fields, sel)
	}
	d.Ctors = append(d.Ctors, ctor)
}

// box declares the datatype with a parameter: an option, a list, a tree or the like.
func (gen *Generator) box(one sortID) {
	st := gen.store.Sorts
	param := st.Make(sorts.Param, "T", nil, nil)
	d := &term.Datatype{Name: gen.sort(one).Name(), Params: []string{"T"}, Sort: st.Make(sorts.User, gen.sort(one).Name(), nil, []*sorts.Sort{param})}
	if gen.r.Bool() {
		gen.construct1(d, nil)
	} else {
		gen.construct1(d, []*sorts.Sort{param})
	}
	for range 1 + gen.r.IntN(2) {
		fields := []*sorts.Sort{param}
		for range gen.r.IntN(3) {
			fields = append(fields, rng.Pick(gen.r, []*sorts.Sort{param, d.Sort, sorts.Bool}))
		}
		gen.construct1(d, fields)
	}
	gen.add(script.Command{Kind: script.DeclareDatatypes, Datas: []*term.Datatype{d}})
	var instances []sortID
	for _, id := range gen.swarm.sorts {
		if s := gen.sort(id); s.Kind() == sorts.User && s.Name() == d.Name {
			instances = append(instances, id)
		}
	}
	for _, id := range instances {
		gen.instantiate(id, d, gen.idOf(gen.sort(id).Args()[0]))
		if len(instances) == 1 {
			gen.testers(id, d)
		}
	}
}

// testers makes the testers of a datatype's constructors usable. Those of a datatype with a parameter are left out where a script
// has several instances: z3 then finds (_ is k) ambiguous.
func (gen *Generator) testers(id sortID, d *term.Datatype) {
	for _, ctor := range d.Ctors {
		gen.usable(gen.store.Func(term.Func{Kind: term.TesterFunc, Decl: ctor}), []sortID{id}, boolID)
	}
}

// instantiate makes the symbols of a datatype at a sort usable; arg stands for the parameter.
func (gen *Generator) instantiate(id sortID, d *term.Datatype, arg sortID) {
	field := func(s *sorts.Sort) sortID {
		switch {
		case s.Kind() == sorts.Param:
			return arg
		case s == d.Sort:
			return id
		}
		return gen.idOf(s)
	}
	for _, ctor := range d.Ctors {
		c := constructor{decl: ctor}
		determined := arg == noSort
		for _, p := range ctor.Params {
			f := field(p)
			c.fields = append(c.fields, f)
			determined = determined || p.HasParam()
		}
		gen.data[id] = append(gen.data[id], c)
		var as *sorts.Sort
		if !determined {
			as = gen.sort(id)
		}
		gen.usable(gen.store.User(ctor, as), c.fields, id)
		for k, sel := range ctor.Fields {
			gen.usable(gen.store.User(sel, nil), []sortID{id}, c.fields[k])
		}
	}
}

// usable records that terms may apply a symbol.
func (gen *Generator) usable(head *term.Func, params []sortID, result sortID) {
	gen.by[result] = append(gen.by[result], len(gen.funcs))
	gen.funcs = append(gen.funcs, function{head, params, result})
}

// construct returns a value of a datatype.
func (gen *Generator) construct(s sortID, c constructor, depth int) *term.Term {
	var as *sorts.Sort
	if len(gen.sort(s).Args()) > 0 && !c.determines() {
		as = gen.sort(s)
	}
	return gen.applied(gen.store.User(c.decl, as), c.fields, depth)
}

// determines reports whether the fields determine which instance of a datatype with a parameter it belongs to.
func (c constructor) determines() bool {
	for _, p := range c.decl.Params {
		if p.HasParam() {
			return true
		}
	}
	return false
}

// ofDatatype returns a term of a sort that takes a datatype's value apart by cases; nil when there is none.
func (gen *Generator) ofDatatype(s sortID, depth int) *term.Term {
	if !gen.g.constructs.has(match) || depth < 1 {
		return nil
	}
	from := gen.r.IntN(len(gen.swarm.sorts))
	for i := range gen.swarm.sorts {
		id := gen.swarm.sorts[(from+i)%len(gen.swarm.sorts)]
		if len(gen.data[id]) == 0 {
			continue
		}
		return gen.match(s, id, depth)
	}
	return nil
}

func (gen *Generator) match(s, data sortID, depth int) *term.Term {
	scrutinee := gen.term(data, depth-1)
	if scrutinee == nil {
		return nil
	}
	var cases []term.Case
	var bodies []*term.Term
	for _, c := range gen.data[data] {
		from := len(gen.scope)
		k := term.Case{Ctor: c.decl}
		for _, f := range c.fields {
			v := gen.bind(f)
			if v == nil {
				return nil
			}
			k.Vars = append(k.Vars, v)
		}
		body := gen.term(s, depth-1)
		gen.scope = gen.scope[:from]
		if body == nil {
			return nil
		}
		cases, bodies = append(cases, k), append(bodies, body)
	}
	t, err := gen.store.Match(scrutinee, cases, bodies)
	if err != nil {
		return nil
	}
	gen.size--
	return t
}
