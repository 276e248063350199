package weaken

import (
	"fmt"
	"slices"

	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// expansion gives polarity to formulas that have none. Where they are arguments of connectives, it replaces these by implications: (= a b)
// becomes a => b and b => a, (ite c a b) becomes c => a and not c => b. Where they are inside terms, such as the condition of an ite of numbers,
// it names them by new constants, or splits them into cases when they contain bound variables. The result is satisfied by the same values of the
// seed's symbols as before. A quantified formula that comes to occur twice shares its binder.
type expansion struct {
	problem *problem.Problem
	store   *term.Store
	witness *interp.Interpretation // nil: none
	// full is the size of the store beyond which nothing more is expanded.
	full int

	formula term.Map[*term.Term] // images of formulas at places of known polarity
	inner   term.Map[*term.Term] // images of terms of other sorts
	names   *names
	made    map[*term.Term]*definition // by formula
	// connectives and cases count all replacements.
	connectives, cases int
	err                error
}

// definition is a formula of the seed with the constant that stands for it.
type definition struct {
	formula, constant *term.Term
	value             *term.Term // of both under the witness, nil without one
}

const (
	// expandShare is the percentage of chains that expand in mixed mode.
	expandShare = 50
	// expandGrowth is how many terms expanding may make for each term of the seed.
	expandGrowth = 3
)

func newExpansion(p *problem.Problem, size int, witness *interp.Interpretation) *expansion {
	x := &expansion{
		problem: p, store: p.Store, full: p.Store.Len() + expandGrowth*size + GrowthFloor,
		formula: term.NewMap[*term.Term](p.Store), inner: term.NewMap[*term.Term](p.Store),
		names: newNames(p), made: map[*term.Term]*definition{},
	}
	if witness != nil {
		x.witness = witness.Again()
	}
	return x
}

// expanded is the result of expanding a problem.
type expanded struct {
	problem  *problem.Problem
	formulas []*term.Term
	witness  *interp.Interpretation // of the new constants too
	summary  string
}

// run expands all assertions of the problem; nil when there was nothing to expand.
func (x *expansion) run() (*expanded, error) {
	term.Walk(x.problem.Assertions, func(t *term.Term) bool {
		if t.Sort() == sorts.Bool {
			x.formula.Set(t, x.rebuild(t))
		} else {
			x.inner.Set(t, x.stripped(t))
		}
		return x.err == nil
	})
	if x.err != nil {
		return nil, x.err
	}
	out := &expanded{problem: x.problem, witness: x.witness}
	for _, f := range x.problem.Assertions {
		out.formulas = append(out.formulas, x.formula.Get(f))
	}
	used, err := x.define(out)
	if err != nil {
		return nil, err
	}
	if used == 0 && x.connectives == 0 && x.cases == 0 {
		return nil, nil
	}
	out.summary = fmt.Sprintf("%d connectives without polarity written as implications, %d formulas inside terms named, %d told apart by cases",
		x.connectives, used, x.cases)
	return out, nil
}

// define adds the constants that the formulas mention, with what they stand for, and returns their number.
func (x *expansion) define(out *expanded) (used int, err error) {
	by := map[*term.Term]*definition{}
	for _, d := range x.made {
		by[d.constant] = d
	}
	if len(by) == 0 {
		return 0, nil
	}
	var commands []*script.Command
	means := map[*term.Decl]*term.Term{}
	seen := map[*term.Term]bool{}
	for i := 0; i < len(out.formulas); i++ { // definitions mention constants too
		term.Walk(out.formulas[i:i+1], func(t *term.Term) bool {
			d := by[t]
			if d == nil || seen[t] {
				return true
			}
			seen[t] = true
			b := connector{store: x.store}
			f := x.formula.Get(d.formula)
			out.formulas = append(out.formulas, b.op("and", b.op("=>", t, f), b.op("=>", f, t)))
			err = b.err
			decl := t.Func().Decl
			commands = append(commands, &script.Command{Kind: script.DeclareFun, Decls: []*term.Decl{decl}})
			if d.value != nil {
				means[decl] = d.value
			}
			return err == nil
		})
		if err != nil {
			return 0, err
		}
	}
	p := *x.problem
	p.Decls = slices.Concat(p.Decls, commands)
	out.problem = &p
	if x.witness != nil {
		out.witness = x.witness.With(p.Asking(out.formulas...), means)
	}
	return len(commands), nil
}

// ambiguous reports whether t is a connective that is replaced.
func ambiguous(t *term.Term) bool {
	f := t.Func()
	if f == nil || f.Kind != term.TheoryFunc || t.Sort() != sorts.Bool || len(t.Args()) < 2 {
		return false
	}
	switch f.Row.Name {
	case "xor", "=", "distinct":
		return t.Args()[0].Sort() == sorts.Bool
	case "ite":
		return true
	}
	return false
}

// roomy reports whether there is room for more terms.
func (x *expansion) roomy() bool { return x.store.Len() < x.full }

// rebuild makes the image of a formula whose parts already have theirs.
func (x *expansion) rebuild(t *term.Term) *term.Term {
	if len(t.Args()) == 0 {
		return t
	}
	replace := ambiguous(t)
	args := make([]*term.Term, len(t.Args()))
	for i, a := range t.Args() {
		if argument(t, i) != Ambiguous || replace {
			args[i] = x.formula.Get(a)
		} else {
			args[i] = x.inside(a)
		}
	}
	if !replace || !x.roomy() {
		return x.byCases(x.with(t, args), maxCases)
	}
	x.connectives++
	b := connector{store: x.store, err: x.err}
	out := b.implications(t.Func().Row.Name, args)
	x.err = b.err
	return out
}

// with returns t with other arguments.
func (x *expansion) with(t *term.Term, args []*term.Term) *term.Term {
	if slices.Equal(args, t.Args()) {
		return t
	}
	out, err := x.store.WithArgs(t, args)
	if err != nil && x.err == nil {
		x.err = err
	}
	return out
}

// stripped makes the image of a term of a sort other than Bool: the closed formulas inside it get names.
func (x *expansion) stripped(t *term.Term) *term.Term {
	if len(t.Args()) == 0 {
		return t
	}
	args := make([]*term.Term, len(t.Args()))
	for i, a := range t.Args() {
		args[i] = x.inside(a)
	}
	return x.with(t, args)
}

// inside returns what replaces a part of a term: a constant for a closed formula; an open formula stays unchanged.
func (x *expansion) inside(t *term.Term) *term.Term {
	if t.Sort() != sorts.Bool {
		return x.inner.Get(t)
	}
	if len(t.Free()) > 0 || t.Func().Is("true") || t.Func().Is("false") || !x.roomy() {
		return t
	}
	if d := x.made[t]; d != nil {
		return d.constant
	}
	d := &definition{formula: t}
	b := connector{store: x.store, err: x.err}
	if x.witness != nil {
		switch v := x.witness.Value(t); {
		case v.IsTrue():
			d.value = b.op("true")
		case v.IsFalse():
			d.value = b.op("false")
		default:
			return t // the value of its constant would be unknown
		}
	}
	c, err := x.store.App(x.store.User(term.NewDecl(term.Declared, x.names.fresh(), nil, sorts.Bool), nil))
	if err != nil || b.err != nil {
		x.err = firstError(x.err, b.err, err)
		return t
	}
	d.constant = c
	x.made[t] = d
	return c
}

// implications writes a connective whose arguments have no polarity as implications.
func (b *connector) implications(name string, args []*term.Term) *term.Term {
	switch name {
	case "=":
		// A cycle of implications, one for each argument.
		var circle []*term.Term
		for i, a := range args {
			circle = append(circle, b.op("=>", a, args[(i+1)%len(args)]))
		}
		return b.op("and", circle...)
	case "xor":
		out := args[0]
		for _, a := range args[1:] {
			out = b.different(out, a)
		}
		return out
	case "distinct":
		if len(args) == 2 {
			return b.different(args[0], args[1])
		}
		return b.op("false")
	}
	return b.op("and", b.op("=>", args[0], args[1]), b.op("=>", b.op("not", args[0]), args[2])) // ite
}

// connector applies connectives; the first error ends it.
type connector struct {
	store *term.Store
	err   error
}

func (b *connector) op(name string, args ...*term.Term) *term.Term {
	if b.err != nil {
		return nil
	}
	var t *term.Term
	t, _, b.err = b.store.Overload(b.store.Table.Lookup(name), nil, nil, args)
	return t
}

// different returns a formula that is true when two formulas have different values.
func (b *connector) different(p, q *term.Term) *term.Term {
	return b.op("and", b.op("=>", p, b.op("not", q)), b.op("=>", b.op("not", p), q))
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// names finds names that nothing in a problem has.
type names struct {
	taken func(string) bool
	next  int
}

func newNames(p *problem.Problem) *names {
	own := map[string]bool{}
	for _, c := range p.Decls {
		for _, d := range problem.Declared(c) {
			own[d.Name] = true
		}
	}
	return &names{taken: func(name string) bool { return own[name] || p.Store.Table.Lookup(name) != nil }}
}

func (n *names) fresh() string {
	for {
		name := fmt.Sprintf("part_%d", n.next)
		if n.next++; !n.taken(name) {
			return name
		}
	}
}
