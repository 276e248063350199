package termspace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// MaxSize is the largest size of a term that a Space counts.
const MaxSize = 6

// Many stands for all numbers of terms from it on.
const Many = 1 << 62

// A Space has the terms of a topic that a solver reads. It belongs to one goroutine, with its store.
type Space struct {
	Topic *Topic
	// Script declares the variables.
	Script *script.Script
	// Variables are the declared ones, in order.
	Variables []*term.Decl
	// Cells are the operators at the top of terms, each at the sorts of its arguments, in the order of the table. Operators that make languages are only
	// inside of terms: few solvers compare languages.
	Cells []*Cell
	// Without are the constants that the solver does not have, as texts.
	Without []string

	carriers []carrier
	counts   []count // by the sorts whose variables are left out, as bits
	several  uint    // the sorts of several variables, as bits
	values   [][]*term.Term
}

// A Cell is an operator at certain sorts, with certain indices.
type Cell struct {
	// Name is the operator's, or that of a constructor or selector of the topic, or of what tests or updates.
	Name string
	// Label is the operator with its indices and the sorts of its arguments.
	Label string

	fn     *term.Func
	args   []int // carriers
	result int
}

// A carrier is a sort with its leaves, the variables first.
type carrier struct {
	sort   *sorts.Sort
	leaves []*term.Term
	vars   int
	cells  []*Cell // those with this result
	// elements is how many the sort has, 0 for infinitely many and for those that are not counted.
	elements uint64
}

// A Restriction names operators of a topic; an empty one is all of them.
type Restriction []string

// New returns the space of a topic for solvers. table is the operator table. With only, no other operators than those are at the top of terms. The error says
// which sort the solvers do not have.
func New(t *Topic, table *theory.Table, solvers []theory.Release, only Restriction) (*Space, error) {
	s := &Space{Topic: t}
	if err := s.declare(table, solvers); err != nil {
		return nil, err
	}
	has := table.CommonSorts(solvers)
	for _, c := range s.carriers {
		if !has.Has(c.sort) {
			return nil, fmt.Errorf("there is no sort %s", c.sort)
		}
	}
	for _, c := range s.Script.Commands {
		for _, d := range c.Datas {
			s.constructed(d)
		}
	}
	for _, row := range table.Rows() {
		if t.has(row) && row.AvailableInAll(solvers) && row.KnownUnder(t.Logic, solvers) {
			s.place(row)
		}
	}
	for i := range s.carriers {
		if s.carriers[i].vars > 1 {
			s.several |= 1 << i
		}
	}
	s.counts = make([]count, 1<<len(s.carriers))
	if len(only) > 0 {
		s.Cells = slices.DeleteFunc(s.Cells, func(c *Cell) bool { return !slices.Contains(only, c.Name) })
	}
	return s, nil
}

// has reports whether terms of a topic have an operator. Those whose value the standard leaves open in ways of the solver's own have no value to hold
// an answer against, but division has one wherever the divisor is not zero.
func (t *Topic) has(row *theory.Row) bool {
	if row.NoGenerate != "" && !slices.Contains(t.Also, row.Name) || row.Has("higher-order") || row.HeadList != "" || t.Arity > 0 && len(row.Args) > t.Arity {
		return false
	}
	if slices.Contains(t.Core, row.Name) && row.Theory == "core" {
		return true
	}
	return slices.Contains(t.Theories, row.Theory) && (t.Only == nil || slices.Contains(t.Only, row.Name))
}

// declare makes the script, and the leaves of each sort.
func (s *Space) declare(table *theory.Table, solvers []theory.Release) error {
	var text strings.Builder
	fmt.Fprintf(&text, "(set-logic %s)\n", s.Topic.Logic)
	if s.Topic.Declares != "" {
		text.WriteString(s.Topic.Declares + "\n")
	}
	for _, c := range s.Topic.Sorts {
		for _, v := range c.variables() {
			fmt.Fprintf(&text, "(declare-const %s %s)\n", v, c.Sort)
		}
	}
	declared := strings.Count(text.String(), "\n")
	for i, c := range s.Topic.Sorts {
		fmt.Fprintf(&text, "(declare-const sort!%d %s)\n", i, c.Sort)
		for k, v := range slices.Concat(c.Constants, c.Values) {
			fmt.Fprintf(&text, "(define-const value!%d!%d %s %s)\n", i, k, c.Sort, v)
		}
	}
	whole, err := elab.Script(text.String(), elab.Options{File: s.Topic.Name, Table: table})
	if err != nil {
		return err
	}
	s.Script = &script.Script{Commands: whole.Commands[:declared:declared], Store: whole.Store, Dialects: whole.Dialects, Features: whole.Features}
	for _, c := range s.Script.Commands {
		if c.Kind == script.DeclareFun {
			s.Variables = append(s.Variables, c.Decls...)
		}
	}
	next, v := declared, 0
	for _, c := range s.Topic.Sorts {
		here := carrier{sort: whole.Commands[next].Decls[0].Result}
		here.elements = s.elements(here.sort)
		next++
		for range c.variables() {
			x, err := whole.Store.App(whole.Store.User(s.Variables[v], nil))
			if err != nil {
				return err
			}
			here.leaves, here.vars, v = append(here.leaves, x), here.vars+1, v+1
		}
		var all []*term.Term
		for k := range len(c.Constants) + len(c.Values) {
			body := whole.Commands[next].Decls[0].Body
			next++
			all = append(all, body)
			if k >= len(c.Constants) {
				continue
			}
			if !read(solvers, body) {
				s.Without = append(s.Without, body.String())
				continue
			}
			here.leaves = append(here.leaves, body)
		}
		s.carriers, s.values = append(s.carriers, here), append(s.values, all)
	}
	return nil
}

// read reports whether solvers have all operators of a constant.
func read(solvers []theory.Release, t *term.Term) bool {
	all := true
	term.Walk([]*term.Term{t}, func(t *term.Term) bool {
		if f := t.Func(); f != nil && f.Row != nil && !f.Row.AvailableInAll(solvers) {
			all = false
		}
		return all
	})
	return all
}

// mostIndex bounds the indices of operators, and mostIndices those of operators with more than two of them.
const (
	mostIndex   = 6
	mostIndices = 2
)

// place makes the cells of a row: one for each choice of sorts and indices that keeps to the sorts of the topic.
func (s *Space) place(row *theory.Row) {
	if len(row.ListVars) > 0 {
		s.listed(row, nil)
		return
	}
	var b sorts.Binding
	var choose func(sort, index int)
	choose = func(sort, index int) {
		switch {
		case sort < len(row.SortVars):
			for i := range s.carriers {
				if of := s.carriers[i].sort; of != sorts.RegLan {
					b.Sorts[sort] = of
					choose(sort+1, index)
				}
			}
			b.Sorts[sort] = nil
		case index < len(row.IdxVars):
			before, most := b, mostIndex
			if len(row.IdxVars) > 2 {
				most = mostIndices
			}
			for v := range most + 1 {
				b.SetIdx(index, v)
				choose(sort, index+1)
				b = before
			}
		default:
			s.instance(row, &b)
		}
	}
	choose(0, 0)
}

// instance makes the cell of a row whose variables are all bound, if the topic has its sorts.
func (s *Space) instance(row *theory.Row, b *sorts.Binding) {
	if slices.ContainsFunc(row.Where, func(c theory.Cond) bool { return !c.Holds(b) }) || slices.ContainsFunc(row.Usual, func(c theory.Cond) bool { return !c.Holds(b) }) {
		return
	}
	store := s.Script.Store
	at := func(p *sorts.Pattern) int {
		sort, err := p.Instantiate(store.Sorts, b)
		if err != nil {
			return -1
		}
		return s.carrierOf(sort)
	}
	c := &Cell{result: at(&row.Result)}
	if c.result < 0 || len(row.Args) == 0 {
		return
	}
	for i := range row.Args {
		a := at(&row.Args[i])
		if a < 0 {
			return
		}
		c.args = append(c.args, a)
	}
	indices := slices.Clone(row.BoundIndices(b))
	var as *sorts.Sort
	if row.NeedsAs {
		as = s.carriers[c.result].sort
	}
	c.fn = store.Op(row, indices, as)
	s.add(c)
}

// add adds a cell whose symbol and sorts are known.
func (s *Space) add(c *Cell) {
	c.Name = c.fn.Name()
	words := []string{c.fn.String()}
	for _, a := range c.args {
		words = append(words, s.carriers[a].sort.String())
	}
	c.Label = strings.Join(words, " ")
	of := &s.carriers[c.result]
	if of.sort != sorts.RegLan {
		s.Cells = append(s.Cells, c)
	}
	of.cells = append(of.cells, c)
}

// listed makes the cells of a row that has lists of sorts, such as the join of relations: one for each choice of the sorts of its arguments.
func (s *Space) listed(row *theory.Row, args []int) {
	if len(args) < len(row.Args) {
		for i := range s.carriers {
			if len(s.carriers[i].leaves) > 0 {
				s.listed(row, append(args[:len(args):len(args)], i))
			}
		}
		return
	}
	leaves := make([]*term.Term, len(args))
	for i, a := range args {
		leaves[i] = s.carriers[a].leaves[0]
	}
	t, _, err := s.Script.Store.Overload([]*theory.Row{row}, nil, nil, leaves)
	if err != nil || t == nil || len(args) == 0 {
		return
	}
	if result := s.carrierOf(t.Sort()); result >= 0 {
		s.add(&Cell{fn: t.Func(), args: args, result: result})
	}
}

func (s *Space) carrierOf(sort *sorts.Sort) int {
	return slices.IndexFunc(s.carriers, func(c carrier) bool { return c.sort == sort })
}
