package theory

import (
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
)

// sortDecl reads (sort NAME ARITY attributes) or (sort (_ NAME index...) ARITY attributes).
func (l *loader) sortDecl(kids []syntax.ID) *syntax.Error {
	t := &l.tree
	if len(kids) < 3 || t.Kind(kids[2]) != syntax.Numeral {
		return t.Errorf(kids[0], syntax.CodeMalformed, "a sort is declared as (sort NAME ARITY) or (sort (_ NAME i) ARITY)")
	}
	arity, aerr := strconv.Atoi(t.Text(kids[2]))
	if aerr != nil || arity > sorts.MaxVars {
		return t.Errorf(kids[2], syntax.CodeTooLarge, "a sort has at most %d arguments", sorts.MaxVars)
	}
	var head Row
	sc := &scope{}
	if err := l.head(kids[1], &head, sc); err != nil {
		return err
	}
	attrs := l.defaults
	if err := l.attributes(kids[3:], &attrs, sc); err != nil {
		return err
	}
	d := &SortDecl{Name: head.Name, Kind: sortKind(head.Name, arity, len(sc.idxVars)), Indices: sc.idxVars, Arity: arity, Where: attrs.Where, In: attrs.In, Theory: attrs.Theory}
	if old := l.t.sorts[d.Name]; old != nil && (old.Arity != d.Arity && old.Arity >= 0 || len(old.Indices) != len(d.Indices)) {
		return t.Errorf(kids[1], syntax.CodeRedeclare, "sort %s is known with another arity", d.Name)
	} else if old != nil && old.Arity < 0 {
		d.Arity = old.Arity
	}
	l.t.sorts[d.Name] = d
	return nil
}

func sortKind(name string, arity, indices int) sorts.Kind {
	switch name {
	case "BitVec":
		return sorts.BitVec
	case "FloatingPoint":
		return sorts.Float
	case "FiniteField":
		return sorts.Field
	case "Array":
		return sorts.Array
	case "->":
		return sorts.Func
	}
	switch {
	case indices > 0:
		return sorts.Indexed
	case arity > 0:
		return sorts.Applied
	}
	return sorts.Basic
}

// abbreviation reads (define-sort NAME (params) sort).
func (l *loader) abbreviation(kids []syntax.ID) *syntax.Error {
	t := &l.tree
	if len(kids) != 4 || t.Kind(kids[2]) != syntax.List {
		return t.Errorf(kids[0], syntax.CodeMalformed, "a defined sort has the form (define-sort NAME (A ...) sort)")
	}
	name, ok := t.Name(kids[1])
	if !ok {
		return t.Errorf(kids[1], syntax.CodeMalformed, "a sort's name is a symbol")
	}
	if err := l.plain(kids[1], name); err != nil {
		return err
	}
	params, err := l.names(kids[2])
	if err != nil {
		return err
	}
	if len(params) > sorts.MaxVars {
		return t.Errorf(kids[2], syntax.CodeTooLarge, "more than %d sort variables", sorts.MaxVars)
	}
	sc := &scope{sortVars: params}
	list := len(params) == 1 && strings.HasSuffix(params[0], "...")
	if list {
		sc = &scope{lists: params}
	}
	body, err := l.pattern(kids[3], sc)
	if err != nil {
		return err
	}
	if patternSize(&body) > maxPattern {
		return t.Errorf(kids[3], syntax.CodeTooLarge, "a defined sort with more than %d parts", maxPattern)
	}
	l.t.abbrev[name] = abbreviation{params, list, body}
	return nil
}

func patternSize(p *sorts.Pattern) int {
	n := 1
	for i := range p.Args {
		n += patternSize(&p.Args[i])
	}
	return n
}

// pattern reads a sort of a signature.
func (l *loader) pattern(n syntax.ID, sc *scope) (sorts.Pattern, *syntax.Error) {
	t := &l.tree
	if name, ok := t.Name(n); ok {
		if i := slices.Index(sc.sortVars, name); i >= 0 {
			return sorts.Pattern{Var: i}, nil
		}
		if i := slices.Index(sc.lists, name); i >= 0 {
			return sorts.Pattern{Var: -1, Form: sorts.All, List: i}, nil
		}
		return l.apply(n, name, nil, nil)
	}
	kids := t.Children(n)
	if len(kids) == 0 {
		return sorts.Pattern{}, t.Errorf(n, syntax.CodeMalformed, "expected a sort")
	}
	if t.Is(kids[0], "_") {
		if len(kids) < 3 {
			return sorts.Pattern{}, t.Errorf(n, syntax.CodeMalformed, "an indexed sort has the form (_ NAME index ...)")
		}
		name, _ := t.Name(kids[1])
		var idx []sorts.Expr
		for _, k := range kids[2:] {
			e, err := l.expr(k, sc)
			if err != nil {
				return sorts.Pattern{}, err
			}
			idx = append(idx, e)
		}
		return l.apply(kids[1], name, idx, nil)
	}
	if p, ok, err := l.listPattern(n, kids, sc); ok || err != nil {
		return p, err
	}
	name, ok := t.Name(kids[0])
	if !ok || len(kids) < 2 {
		return sorts.Pattern{}, t.Errorf(n, syntax.CodeMalformed, "a compound sort has the form (NAME sort ...)")
	}
	var args []sorts.Pattern
	for _, k := range kids[1:] {
		p, err := l.pattern(k, sc)
		if err != nil {
			return sorts.Pattern{}, err
		}
		args = append(args, p)
	}
	return l.apply(kids[0], name, nil, args)
}

// apply makes the pattern of a sort constructor, expanding abbreviations.
func (l *loader) apply(at syntax.ID, name string, idx []sorts.Expr, args []sorts.Pattern) (sorts.Pattern, *syntax.Error) {
	if a, ok := l.t.abbrev[name]; ok && len(idx) == 0 && a.takes(len(args)) {
		s := substitute(a.body, args)
		if patternSize(&s) > maxPattern {
			return sorts.Pattern{}, l.tree.Errorf(at, syntax.CodeTooLarge, "a sort with more than %d parts", maxPattern)
		}
		return s, nil
	}
	d := l.t.sorts[name]
	if d == nil {
		err := l.tree.Errorf(at, syntax.CodeUnknown, "unknown sort %s", syntax.Clip(name, 40))
		err.Hint = "declare it with (sort NAME ARITY), or bind it with (par (NAME) ...)"
		return sorts.Pattern{}, err
	}
	if name == "Array" && len(idx) == 0 && len(args) > 2 { // z3's: another sort
		return sorts.Pattern{Var: -1, Kind: sorts.Applied, Name: name, Args: args}, nil
	}
	if len(d.Indices) != len(idx) || d.Arity >= 0 && d.Arity != len(args) {
		return sorts.Pattern{}, l.tree.Errorf(at, syntax.CodeSort, "sort %s takes %d indices and %d arguments, found %d and %d", name, len(d.Indices), d.Arity, len(idx), len(args))
	}
	for i := range args {
		if f := args[i].Form; f != sorts.One && f != sorts.At && d.Arity >= 0 {
			return sorts.Pattern{}, l.tree.Errorf(at, syntax.CodeSort, "sort %s takes no list of arguments", name)
		}
	}
	p := sorts.Pattern{Var: -1, Kind: d.Kind, Name: name, Idx: idx, Args: args}
	if d.Kind == sorts.Basic {
		switch name {
		case "Bool":
			p.Sort = sorts.Bool
		case "Int":
			p.Sort = sorts.Int
		case "Real":
			p.Sort = sorts.Real
		case "String":
			p.Sort = sorts.String
		case "RegLan":
			p.Sort = sorts.RegLan
		case "RoundingMode":
			p.Sort = sorts.RoundingMode
		}
	}
	return p, nil
}

// substitute replaces sort variables of an abbreviation's body.
func substitute(p sorts.Pattern, args []sorts.Pattern) sorts.Pattern {
	if p.Var >= 0 {
		return args[p.Var]
	}
	if len(p.Args) == 0 {
		return p
	}
	q := p
	q.Args = make([]sorts.Pattern, 0, len(p.Args))
	for i := range p.Args {
		if p.Args[i].Form != sorts.One {
			q.Args = append(q.Args, args...) // the list of the parameters
			continue
		}
		q.Args = append(q.Args, substitute(p.Args[i], args))
	}
	return q
}
