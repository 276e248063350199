package reduce

import (
	"slices"

	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// structurePasses write terms in a simpler form that means the same, or nearly so.
var structurePasses = []*Pass{
	{Name: "forms", Doc: "write declarations in their shortest forms", edits: shortForms, typed: true},
	{Name: "negations", Doc: "write a negated relation or quantifier as the opposite one, and drop the negation", edits: negations, typed: true, together: true},
	{Name: "indices", Doc: "make indices of operators smaller", edits: smallerIndices, typed: true},
}

// shortForms writes the script as Assay does: what reduces the text leaves longer forms behind.
func shortForms(*state) []edit {
	return []edit{{key: 1, make: func(st *state) string { return st.print(st.script.Commands) }}}
}

func flatten(st *state) []edit {
	g := st.graph()
	var all []edit
	left := maxSteps
	for _, t := range g.terms {
		f := t.Func()
		if f == nil || f.Kind != term.TheoryFunc || f.Row.Assoc != theory.LeftAssoc && f.Row.Assoc != theory.RightAssoc {
			continue
		}
		args, steps := flatArgs(t, min(maxFlat, left))
		left -= steps
		if len(args) == len(t.Args()) {
			continue
		}
		if flat, err := st.script.Store.App(f, args...); err == nil {
			all = append(all, edit{swaps: []swap{{old: t, new: flat}}, key: mix(g.info.Get(t).hash, 1)})
		}
	}
	slices.Reverse(all) // the whole before its parts
	return all
}

// maxFlat bounds the arguments of a flat application.
const maxFlat = 10_000

// flatArgs returns the arguments of t, with applications of the same function replaced by their arguments, however deep, and the steps that
// this took. After as many steps as most says, it gives up and returns the arguments as they are.
func flatArgs(t *term.Term, most int) (args []*term.Term, steps int) {
	stack := []*term.Term{t}
	for ; len(stack) > 0; steps++ {
		a := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if a.Func() != t.Func() {
			args = append(args, a)
			continue
		}
		if steps > most {
			return t.Args(), steps
		}
		for i := range a.Args() {
			stack = append(stack, a.Args()[len(a.Args())-1-i])
		}
	}
	return args, steps
}

// opposites are the relations that hold where another does not.
var opposites = map[string]string{
	"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "distinct", "distinct": "=",
	"bvult": "bvuge", "bvule": "bvugt", "bvugt": "bvule", "bvuge": "bvult",
	"bvslt": "bvsge", "bvsle": "bvsgt", "bvsgt": "bvsle", "bvsge": "bvslt",
}

func negations(st *state) []edit {
	g := st.graph()
	var all []edit
	for _, t := range g.terms {
		if !t.Func().Is("not") {
			continue
		}
		inner := t.Args()[0]
		if inner.Kind() == term.Quant && inner.Binder().Quantifies() {
			if new := st.dual(inner); new != nil {
				all = append(all, edit{swaps: []swap{{old: t, new: new}}, key: mix(g.info.Get(t).hash, 2)})
			}
			continue
		}
		f := inner.Func()
		if f == nil || f.Kind != term.TheoryFunc || len(inner.Args()) != 2 || opposites[f.Row.Name] == "" {
			continue
		}
		if new := st.apply1(opposites[f.Row.Name], nil, nil, inner.Args()...); new != nil {
			all = append(all, edit{swaps: []swap{{old: t, new: new}}, key: mix(g.info.Get(t).hash, 1)})
		}
	}
	return all
}

// dual is the quantified term that says that t is false: over the negated body, or, where the body is a negation, over what it negates.
func (st *state) dual(t *term.Term) *term.Term {
	body := t.Args()[0]
	if body.Func().Is("not") {
		body = body.Args()[0]
	} else if body = st.apply1("not", nil, nil, body); body == nil {
		return nil
	}
	binder := term.Forall
	if t.Binder() == term.Forall {
		binder = term.Exists
	}
	fresh := map[*term.Term]*term.Term{}
	var vars []*term.Term
	for _, v := range t.Bound() {
		fresh[v] = st.script.Store.NewVar(v.Text(), v.Sort())
		vars = append(vars, fresh[v])
	}
	body, err := st.script.Store.Substitute(body, fresh)
	if err != nil {
		return nil
	}
	new, err := st.script.Store.Quant(binder, vars, body)
	if err != nil {
		return nil
	}
	return new
}

// smallerIndices offers 0, 1 and half of each index of an operator, where the sort allows it.
func smallerIndices(st *state) []edit {
	g := st.graph()
	var all []edit
	for _, t := range g.terms {
		f := t.Func()
		if f == nil || f.Kind != term.TheoryFunc || len(t.Args()) == 0 {
			continue
		}
		for i, n := range f.Indices {
			for _, smaller := range below(n) {
				idx := slices.Clone(f.Indices)
				idx[i] = smaller
				new, err := st.script.Store.App(st.script.Store.Op(f.Row, idx, f.As), t.Args()...)
				if err == nil && new.Sort() == t.Sort() {
					all = append(all, edit{swaps: []swap{{old: t, new: new}}, key: mix(g.info.Get(t).hash, uint64(i)<<32|uint64(smaller))})
				}
			}
		}
	}
	return all
}

// below are numbers below n to try in its place, the smallest first: 0, 1, 2, half of it, one less.
func below(n int) []int {
	var all []int
	for _, m := range []int{0, 1, 2, n / 2, n - 1} {
		if m >= 0 && m < n && !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	return all
}
