package crosscheck

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// operator is what a cross-check examines: a row of the table, or a construct of the language.
type operator struct {
	name   string // as in the report
	theory string
	row    *theory.Row                   // nil for constructs
	build  func(g *generator) *term.Term // constructs
	define *definition                   // of rows that no solver has
	in     []string                      // constructs: the solvers that have it
	high   bool                          // takes functions
}

// make returns a term of the operator, and what solvers should be asked about instead of it.
func (o *operator) make(g *generator) (t, put *term.Term) {
	if o.row == nil {
		g.begin()
		t = o.build(g)
		return t, t
	}
	t = g.term(o.row)
	if t == nil || o.define == nil {
		return t, t
	}
	return t, o.define.term(g, t)
}

func (o *operator) higherOrder() bool { return o.high }

// rowName returns the name of the row, "" for constructs.
func (o *operator) rowName() string {
	if o.row == nil {
		return ""
	}
	return o.row.Name
}

// availableIn reports whether the solver reads the operator, or its definition.
func (o *operator) availableIn(solver, version string) bool {
	switch {
	case o.define != nil:
		return slices.Contains(o.define.in, solver)
	case o.row != nil:
		return o.row.AvailableIn(solver, version)
	}
	return slices.Contains(o.in, solver)
}

// withoutMeaning are rows that have no value to compare, with the reason.
var withoutMeaning = map[string]string{
	"sep.emp": heap, "sep.nil": heap, "pto": heap, "sep": heap, "wand": heap,
	"set.universe":   universe,
	"set.complement": universe,
}

const (
	heap     = "speaks of a heap"
	universe = "the universe of cvc5 and cvc4 is what the formula mentions, even of Bool, and so no value of a term"
)

// operators returns everything that is compared, in the order of the table.
func operators(versions map[string]string) []*operator {
	var out []*operator
	for _, r := range theory.Builtin().Rows() {
		if withoutMeaning[r.Name] != "" || manyIndices(r) {
			continue
		}
		o := &operator{name: r.Signature(), theory: r.Theory, row: r, high: r.Has("higher-order")}
		have := false
		for solver, version := range versions {
			have = have || r.AvailableIn(solver, version)
		}
		if d, ok := definitions[r.Name]; ok && !have {
			o.define = &d
		}
		out = append(out, o)
	}
	return append(out, constructs...)
}

// manyIndices reports whether a row is about arrays of several indices, for which Assay has no values.
func manyIndices(r *theory.Row) bool { return strings.Contains(r.NoGenerate, "several indices") }

// constructs are the parts of terms that no row of the table describes.
var constructs = []*operator{
	{name: "(constructor)", theory: "datatypes", in: everywhere, build: func(g *generator) *term.Term {
		return g.literal(g.datatype())
	}},
	{name: "(selector)", theory: "datatypes", in: everywhere, build: func(g *generator) *term.Term {
		s := g.datatype()
		x := g.argument(nil, 0, s, 1)
		ctor := g.constructorOf(x, s)
		if len(ctor.Fields) == 0 {
			return x
		}
		return must(g.st.App(g.st.User(rng.Pick(g.r, ctor.Fields), nil), x))
	}},
	{name: "(_ is c)", theory: "datatypes", in: everywhere, build: func(g *generator) *term.Term {
		s := g.datatype()
		x := g.argument(nil, 0, s, 1)
		return must(g.st.App(g.st.Func(term.Func{Kind: term.TesterFunc, Decl: g.constructorOf(x, s)}), x))
	}},
	{name: "(_ update s)", theory: "datatypes", in: []string{"z3", "cvc5"}, build: func(g *generator) *term.Term {
		s := g.datatype()
		x := g.argument(nil, 0, s, 1)
		ctor := g.constructorOf(x, s)
		if len(ctor.Fields) == 0 {
			return x
		}
		field := rng.Pick(g.r, ctor.Fields)
		of := g.argument(nil, 0, g.instantiate(ctor, s, field.Result), 1)
		return must(g.st.App(g.st.Func(term.Func{Kind: term.UpdateFunc, Decl: field}), x, of))
	}},
	{name: "match", theory: "datatypes", in: everywhere, build: matched},
	{name: "tuple", theory: "tuples", in: onlyCVC5, build: func(g *generator) *term.Term {
		return g.argument(nil, 0, g.tuple(), 1)
	}},
	{name: "(_ tuple.select i)", theory: "tuples", in: onlyCVC5, build: func(g *generator) *term.Term {
		s := g.tuple()
		i := g.r.IntN(len(s.Args()))
		return must(g.st.App(g.st.Func(term.Func{Kind: term.ProjectFunc, Indices: []int{i}}), g.argument(nil, 0, s, 1)))
	}},
	{name: "(_ nullable.lift f)", theory: "nullables", in: onlyCVC5, high: true, build: lifted},
	{name: "(_ map f)", theory: "arrays", in: onlyZ3, build: mapped},
	{name: "@, lambda", theory: "functions", in: onlyCVC5, high: true, build: func(g *generator) *term.Term {
		s := g.st.Sorts.Func([]*sorts.Sort{g.element(1), g.element(0)}, g.element(1))
		args := []*term.Term{g.lambda(s)}
		for _, a := range s.Args()[:2] {
			args = append(args, g.argument(nil, 0, a, 1))
		}
		return must(g.st.App(g.st.Func(term.Func{Kind: term.ApplyFunc}), args...))
	}},
	{name: "forall, exists", theory: "quantifiers", in: everywhere, build: quantified},
}

// begin forgets the values of the last term.
func (g *generator) begin() {
	g.used = map[*sorts.Sort][]*term.Term{}
	g.scope = nil
	g.depth = 1 + g.r.IntN(3)
}

func (g *generator) datatype() *sorts.Sort {
	if g.r.IntN(3) == 0 {
		return g.st.Sorts.Make(sorts.User, "Chain", nil, []*sorts.Sort{g.element(1)})
	}
	return g.dataSort(rng.Pick(g.r, []string{"Color", "Shape", "Shape", "Tree", "Wood"}))
}

// constructorOf mostly returns the head constructor of x, else any constructor of its datatype.
func (g *generator) constructorOf(x *term.Term, s *sorts.Sort) *term.Decl {
	if f := x.Func(); f != nil && f.Decl != nil && f.Decl.Kind == term.Constructor && g.r.IntN(4) > 0 {
		return f.Decl
	}
	return rng.Pick(g.r, g.datas[s.Name()].Ctors)
}

// instantiate replaces the parameters of a constructor's datatype in the sort of one of its fields.
func (g *generator) instantiate(ctor *term.Decl, s, field *sorts.Sort) *sorts.Sort {
	by := map[string]*sorts.Sort{}
	sorts.Unify(ctor.Result, s, by)
	return g.st.Sorts.Substitute(field, by)
}

func (g *generator) tuple() *sorts.Sort {
	args := make([]*sorts.Sort, 1+g.r.IntN(3))
	for i := range args {
		args[i] = g.element(1)
	}
	return g.st.Sorts.Make(sorts.Applied, "Tuple", nil, args)
}

// matched builds a match with a case for each constructor, or with a last case for the rest.
func matched(g *generator) *term.Term {
	s := g.datatype()
	x := g.argument(nil, 0, s, 1)
	result := g.element(1)
	var cases []term.Case
	var bodies []*term.Term
	add := func(c term.Case) {
		outer := g.scope
		g.scope = append(g.scope[:len(g.scope):len(g.scope)], c.Vars...)
		bodies = append(bodies, g.argument(nil, 0, result, 1))
		g.scope = outer
		cases = append(cases, c)
	}
	ctors := g.datas[s.Name()].Ctors
	rest := g.r.IntN(2 * len(ctors))
	for i, ctor := range ctors {
		if i == rest {
			add(term.Case{Vars: []*term.Term{g.st.NewVar("w", s)}})
			break
		}
		vars := make([]*term.Term, len(ctor.Params))
		for k, p := range ctor.Params {
			vars[k] = g.st.NewVar("v", g.instantiate(ctor, s, p))
		}
		add(term.Case{Ctor: ctor, Vars: vars})
	}
	return must(g.st.Match(x, cases, bodies))
}

// lifted builds an operator on values that may be null.
func lifted(g *generator) *term.Term {
	row := g.st.Table.Row(rng.Pick(g.r, []string{"(and Bool Bool Bool :left-assoc)", "(not Bool Bool)", "(+ Int Int Int :left-assoc)", "(str.++ String String String :left-assoc)", "(- Int Int)", "(str.len String Int)"}))
	args := make([]*term.Term, len(row.Args))
	for i := range args {
		args[i] = g.argument(nil, 0, g.st.Sorts.Make(sorts.Applied, "Nullable", nil, []*sorts.Sort{row.Args[i].Sort}), 1)
	}
	return must(g.st.App(g.st.Func(term.Func{Kind: term.LiftFunc, Row: row}), args...))
}

// mapped builds an operator of z3 on arrays, index by index.
func mapped(g *generator) *term.Term {
	index := g.element(1)
	name := rng.Pick(g.r, []string{"(and Bool Bool Bool :left-assoc)", "(not Bool Bool)", "(+ Int Int Int :left-assoc)", "(=> Bool Bool Bool :right-assoc)", "(str.++ String String String :left-assoc)", "(- Int Int)", "(str.len String Int)"})
	row := g.st.Table.Row(name)
	args := make([]*term.Term, len(row.Args))
	for i := range args {
		args[i] = g.argument(nil, 0, g.st.Sorts.Make(sorts.Array, "Array", nil, []*sorts.Sort{index, row.Args[i].Sort}), 1)
	}
	return must(g.st.App(g.st.Func(term.Func{Kind: term.MapFunc, Row: row}), args...))
}

// quantified builds a quantified formula over sorts of few values.
func quantified(g *generator) *term.Term {
	vars := make([]*term.Term, 1+g.r.IntN(2))
	for i := range vars {
		s := rng.Pick(g.r, []*sorts.Sort{sorts.Bool, g.st.Sorts.BitVec(1), g.st.Sorts.BitVec(2), g.st.Sorts.BitVec(3), g.dataSort("Color")})
		vars[i] = g.st.NewVar("v", s)
	}
	g.scope = vars
	g.depth = 3
	parts := make([]*term.Term, 2)
	for i := range parts {
		s := rng.Pick(g.r, vars).Sort()
		parts[i] = g.op(rng.Pick(g.r, []string{"=", "distinct"}), nil, nil, g.argument(nil, 0, s, 1), g.argument(nil, 0, s, 1))
	}
	body := g.op(rng.Pick(g.r, []string{"and", "or", "xor", "=>"}), nil, nil, parts...)
	return must(g.st.Quant(rng.Pick(g.r, []term.Binder{term.Forall, term.Exists}), vars, body))
}
