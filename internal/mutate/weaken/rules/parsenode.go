package rules

import (
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// ellipsis after an argument repeats it.
const ellipsis = "..."

// node reads a formula or term of a side.
func (p *parser) node(n syntax.ID, depth int) (*node, *syntax.Error) {
	t := &p.tree
	p.parts++
	if depth > maxNesting || p.parts > maxParts {
		return nil, p.fail(n, syntax.CodeTooLarge, "split the rule", "a rule nests at most %d deep and has at most %d parts", maxNesting, maxParts)
	}
	out := &node{at: t.Offset(n)}
	switch t.Kind(n) {
	case syntax.Symbol, syntax.Quoted:
		name, _ := t.Name(n)
		if v := p.variable(name); v != nil {
			if v.args != nil {
				return nil, p.fail(n, syntax.CodeSort, "apply it: ("+name+" x)", "%s is a function", name)
			}
			out.kind, out.v = varNode, v
			return out, nil
		}
		if i := p.indexNumber(name); i >= 0 {
			out.kind, out.idx = indexNode, []sorts.Expr{{Op: 'v', N: i}}
			return out, nil
		}
		return out, p.operator(out, n, n, nil)
	case syntax.List:
		return out, p.list(out, n, depth)
	}
	lit, err := p.literal(n)
	if err != nil {
		return nil, err
	}
	out.kind, out.lit = valueNode, lit
	return out, nil
}

// operator resolves the operator whose name is at name, applied to args.
func (p *parser) operator(out *node, at, name syntax.ID, args []*node) *syntax.Error {
	text, ok := p.tree.Name(name)
	if !ok {
		return p.fail(at, syntax.CodeMalformed, "", "expected an operator or a parameter")
	}
	rows := p.table.Lookup(text)
	if len(rows) == 0 {
		return p.fail(at, syntax.CodeUnknown, "declare it under :params or :free, or spell the operator as SMT-LIB does", "%s is neither a parameter nor an operator", syntax.Clip(text, 40))
	}
	out.kind, out.name, out.rows, out.args = opNode, rows[0].Name, rows, args
	return nil
}

// list reads a compound term.
func (p *parser) list(out *node, n syntax.ID, depth int) *syntax.Error {
	t := &p.tree
	kids := t.Children(n)
	if len(kids) == 0 {
		return p.fail(n, syntax.CodeMalformed, "", "expected a term")
	}
	switch {
	case t.Is(kids[0], "forall"), t.Is(kids[0], "exists"):
		return p.binder(out, n, kids, depth)
	case t.Is(kids[0], "_"):
		return p.indexed(out, n, kids)
	case t.Is(kids[0], "as"):
		return p.qualified(out, n, kids)
	}
	args, err := p.args(kids[1:], depth)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return p.fail(n, syntax.CodeMalformed, "constants have no parentheses", "an application without arguments")
	}
	if t.Kind(kids[0]) == syntax.List {
		head := t.Children(kids[0])
		switch {
		case len(head) == 3 && t.Is(head[0], "_") && t.Is(head[1], "is"):
			return p.tester(out, head[2], args)
		case len(head) >= 3 && t.Is(head[0], "_"):
			err = p.indexed(out, kids[0], head)
		case len(head) == 3 && t.Is(head[0], "as"):
			err = p.qualified(out, kids[0], head)
		default:
			err = p.fail(kids[0], syntax.CodeMalformed, "", "expected an operator such as and or (_ extract i j)")
		}
		if err == nil && out.kind != opNode {
			err = p.fail(kids[0], syntax.CodeSort, "", "a literal takes no arguments")
		}
		out.args = args
		return err
	}
	name, _ := t.Name(kids[0])
	v := p.variable(name)
	if v == nil {
		return p.operator(out, kids[0], kids[0], args)
	}
	if len(v.args) != len(args) {
		return p.fail(n, syntax.CodeSort, "", "%s takes %d arguments, found %d", name, len(v.args), len(args))
	}
	for _, a := range args {
		if a.repeat && len(args) > 1 {
			return p.fail(n, syntax.CodeMalformed, "", "the arguments of a function cannot be lists")
		}
	}
	out.kind, out.v, out.args = varNode, v, args
	return nil
}

// tester reads ((_ is c) t).
func (p *parser) tester(out *node, n syntax.ID, args []*node) *syntax.Error {
	name, _ := p.tree.Name(n)
	v := p.variable(name)
	if v == nil || !v.ctor || len(args) != 1 || args[0].repeat {
		return p.fail(n, syntax.CodeUnknown, "declare it as (c (SORT ...) D :constructor), and write ((_ is c) t)", "%s is not a constructor that one term is tested for", syntax.Clip(name, 40))
	}
	out.kind, out.v, out.args = testerNode, v, args
	return nil
}

// args reads arguments, with the ellipses after some of them.
func (p *parser) args(kids []syntax.ID, depth int) ([]*node, *syntax.Error) {
	var out []*node
	for _, k := range kids {
		if p.tree.Is(k, ellipsis) {
			if len(out) == 0 || out[len(out)-1].repeat {
				return nil, p.fail(k, syntax.CodeMalformed, "write xs ...", "three dots follow an argument with a list in it")
			}
			last := out[len(out)-1]
			nested := false
			last.walk(func(m *node) {
				nested = nested || m.repeat
				if m.kind == varNode && m.v.list {
					last.lists = append(last.lists, m.v)
				}
			})
			if len(last.lists) == 0 || nested {
				return nil, p.fail(k, syntax.CodeMalformed, "declare a list as (xs SORT ...)", "what precedes three dots holds a list, and no other three dots")
			}
			last.repeat = true
			continue
		}
		a, err := p.node(k, depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// binder reads (forall ((x X) ...) body).
func (p *parser) binder(out *node, n syntax.ID, kids []syntax.ID, depth int) *syntax.Error {
	t := &p.tree
	if len(kids) != 3 || t.Len(kids[1]) == 0 {
		return p.fail(n, syntax.CodeMalformed, "write (forall ((x X)) body)", "malformed binder")
	}
	out.kind, out.binder = binderNode, term.Forall
	if t.Is(kids[0], "exists") {
		out.binder = term.Exists
	}
	p.rule.quantified = true
	for _, k := range t.Children(kids[1]) {
		parts := t.Children(k)
		if len(parts) != 2 {
			return p.fail(k, syntax.CodeMalformed, "write (x X)", "malformed variable")
		}
		name, err := p.declares(parts[0])
		if err != nil {
			return err
		}
		v := &variable{name: name, slot: len(p.rule.vars), bound: true}
		if v.sort, err = p.sort(parts[1], 0); err != nil {
			return err
		}
		p.rule.vars = append(p.rule.vars, v)
		out.bound = append(out.bound, v)
	}
	p.local = append(p.local, out.bound...)
	body, err := p.node(kids[2], depth+1)
	p.local = p.local[:len(p.local)-len(out.bound)]
	out.args = []*node{body}
	return err
}

// indexed reads (_ op index ...) or (_ bvN n).
func (p *parser) indexed(out *node, n syntax.ID, kids []syntax.ID) *syntax.Error {
	t := &p.tree
	if len(kids) < 3 {
		return p.fail(n, syntax.CodeMalformed, "write (_ op i ...)", "an indexed operator has indices")
	}
	for _, k := range kids[2:] {
		e, err := p.expr(k, 0)
		if err != nil {
			return err
		}
		out.idx = append(out.idx, e)
	}
	if name, _ := t.Name(kids[1]); strings.HasPrefix(name, "bv") && len(kids) == 3 {
		if digits := name[2:]; digits != "" && strings.Trim(digits, "0123456789") == "" {
			sort := sorts.Pattern{Var: -1, Kind: sorts.BitVec, Name: "BitVec", Idx: out.idx}
			out.kind, out.idx, out.as = valueNode, nil, &sort
			out.lit = literal{kind: syntax.Numeral, text: digits}
			return nil
		}
	}
	return p.operator(out, kids[1], kids[1], nil)
}

// qualified reads (as op SORT) or (as NUMERAL SORT).
func (p *parser) qualified(out *node, n syntax.ID, kids []syntax.ID) *syntax.Error {
	t := &p.tree
	if len(kids) != 3 {
		return p.fail(n, syntax.CodeMalformed, "write (as op SORT)", "malformed qualification")
	}
	s, err := p.sort(kids[2], 0)
	if err != nil {
		return err
	}
	out.as = &s
	if t.Kind(kids[1]) == syntax.Numeral {
		out.kind, out.lit = valueNode, literal{kind: syntax.Numeral, text: t.Text(kids[1])}
		return nil
	}
	return p.operator(out, kids[1], kids[1], nil)
}

// sort reads a sort, which may mention sort and index parameters.
func (p *parser) sort(n syntax.ID, depth int) (sorts.Pattern, *syntax.Error) {
	t := &p.tree
	none := sorts.Pattern{}
	if depth > maxNesting {
		return none, p.fail(n, syntax.CodeTooDeep, "", "a sort nests too deeply")
	}
	if name, ok := t.Name(n); ok {
		if i := p.sortNumber(name); i >= 0 {
			return sorts.Pattern{Var: i}, nil
		}
		if s, ok := p.table.Abbreviation(p.store, name, nil); ok {
			return patternOf(s), nil
		}
		return p.constructor(n, name, nil, nil)
	}
	kids := t.Children(n)
	if len(kids) < 2 {
		return none, p.fail(n, syntax.CodeMalformed, "write Int, X, (_ BitVec n), (Array X Y)...", "expected a sort")
	}
	if t.Is(kids[0], "_") {
		var idx []sorts.Expr
		for _, k := range kids[2:] {
			e, err := p.expr(k, 0)
			if err != nil {
				return none, err
			}
			idx = append(idx, e)
		}
		name, _ := t.Name(kids[1])
		return p.constructor(kids[1], name, idx, nil)
	}
	var args []sorts.Pattern
	for _, k := range kids[1:] {
		a, err := p.sort(k, depth+1)
		if err != nil {
			return none, err
		}
		args = append(args, a)
	}
	name, _ := t.Name(kids[0])
	return p.constructor(kids[0], name, nil, args)
}

// constructor makes a sort from its parts.
func (p *parser) constructor(at syntax.ID, name string, idx []sorts.Expr, args []sorts.Pattern) (sorts.Pattern, *syntax.Error) {
	d := p.table.Sort(name)
	if d == nil {
		return sorts.Pattern{}, p.fail(at, syntax.CodeUnknown, "declare a sort parameter under :sorts", "unknown sort %s", syntax.Clip(p.tree.Text(at), 40))
	}
	if len(d.Indices) != len(idx) || d.Arity >= 0 && d.Arity != len(args) {
		return sorts.Pattern{}, p.fail(at, syntax.CodeSort, "", "sort %s has %d indices and %d arguments, found %d and %d", name, len(d.Indices), d.Arity, len(idx), len(args))
	}
	s := sorts.Pattern{Var: -1, Kind: d.Kind, Name: name, Idx: idx, Args: args}
	if s.Ground() && len(idx) == 0 && len(args) == 0 {
		for _, basic := range []*sorts.Sort{sorts.Bool, sorts.Int, sorts.Real, sorts.String, sorts.RegLan, sorts.RoundingMode} {
			if basic.Name() == name {
				s.Sort = basic
			}
		}
	}
	return s, nil
}

// patternOf returns the pattern that only s matches.
func patternOf(s *sorts.Sort) sorts.Pattern {
	p := sorts.Pattern{Var: -1, Kind: s.Kind(), Name: s.Name()}
	for _, i := range s.Indices() {
		p.Idx = append(p.Idx, sorts.Expr{Op: 'n', N: i})
	}
	for _, a := range s.Args() {
		p.Args = append(p.Args, patternOf(a))
	}
	switch s {
	case sorts.Bool, sorts.Int, sorts.Real, sorts.String, sorts.RegLan, sorts.RoundingMode:
		p.Sort = s
	}
	return p
}

// expr reads an index: a numeral, an index parameter, or (+ a b), (- a b), (* a b).
func (p *parser) expr(n syntax.ID, depth int) (sorts.Expr, *syntax.Error) {
	t := &p.tree
	if name, ok := t.Name(n); ok {
		if i := p.indexNumber(name); i >= 0 {
			return sorts.Expr{Op: 'v', N: i}, nil
		}
		return sorts.Expr{}, p.fail(n, syntax.CodeUnknown, "declare it under :indices", "%s is not an index parameter", syntax.Clip(name, 40))
	}
	if t.Kind(n) == syntax.Numeral {
		v, err := strconv.Atoi(t.Text(n))
		if err != nil || v > sorts.MaxIndex {
			return sorts.Expr{}, p.fail(n, syntax.CodeTooLarge, "", "an index above %d", sorts.MaxIndex)
		}
		return sorts.Expr{Op: 'n', N: v}, nil
	}
	kids := t.Children(n)
	if len(kids) == 3 && depth < maxNesting {
		if op, _ := t.Name(kids[0]); op == "+" || op == "-" || op == "*" {
			l, err := p.expr(kids[1], depth+1)
			if err != nil {
				return sorts.Expr{}, err
			}
			r, err := p.expr(kids[2], depth+1)
			return sorts.Expr{Op: op[0], L: &l, R: &r}, err
		}
	}
	return sorts.Expr{}, p.fail(n, syntax.CodeMalformed, "write a numeral, an index parameter, (+ i j), (- i j) or (* i j)", "expected an index")
}
