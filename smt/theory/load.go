package theory

import (
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
)

// loader reads one theory file into a table.
type loader struct {
	t        *Table
	file     string
	tree     syntax.Tree
	defaults Row // attributes of the current header
	named    []*Row
}

// load adds the declarations in src and returns the rows that they name. Errors are *syntax.Error with file,
// line and column.
func (t *Table) load(file, src string) ([]*Row, error) {
	l := &loader{t: t, file: file}
	r := syntax.NewReader(src)
	for {
		more, err := r.Next(&l.tree)
		if err == nil && more {
			err = l.declaration()
		}
		if err != nil {
			err.File = file
			return nil, err
		}
		if !more {
			return l.named, nil
		}
	}
}

// maxNesting bounds how deeply one declaration may nest, so that reading it may recurse.
const maxNesting = 100

// maxPattern bounds the size of a defined sort: definitions that double a sort would otherwise grow without
// bound.
const maxPattern = 1000

// depth returns how deeply the tree nests.
func (l *loader) depth() int {
	t := &l.tree
	var ends []syntax.ID
	deepest := 0
	for n := syntax.Root; n < t.End(syntax.Root); n++ {
		for len(ends) > 0 && ends[len(ends)-1] <= n {
			ends = ends[:len(ends)-1]
		}
		if t.Kind(n) == syntax.List {
			ends = append(ends, t.End(n))
			deepest = max(deepest, len(ends))
		}
	}
	return deepest
}

// scope holds the names of one declaration's variables.
type scope struct {
	sortVars []string
	lists    []string // list variables, written with three dots
	many     string   // the variable for all indices of the head
	idxVars  []string
	idxOpen  bool // an unknown index symbol becomes a new index variable
}

func (l *loader) declaration() *syntax.Error {
	t := &l.tree
	if t.Kind(syntax.Root) != syntax.List || t.Len(syntax.Root) == 0 {
		return t.Errorf(syntax.Root, syntax.CodeMalformed, "expected a declaration such as (abs Int Int)")
	}
	if l.depth() > maxNesting {
		return t.Errorf(syntax.Root, syntax.CodeTooDeep, "a declaration nested more than %d deep", maxNesting)
	}
	kids := t.Children(syntax.Root)
	name, _ := t.Name(kids[0])
	switch name {
	case "theory":
		return l.header(kids)
	case "sort":
		return l.sortDecl(kids)
	case "define-sort":
		return l.abbreviation(kids)
	case "par":
		return l.parRow(kids)
	}
	return l.row(syntax.Root, kids, &scope{})
}

func (l *loader) header(kids []syntax.ID) *syntax.Error {
	if len(kids) < 2 {
		return l.tree.Errorf(kids[0], syntax.CodeMalformed, "a header has the form (theory NAME attributes)")
	}
	name, ok := l.tree.Name(kids[1])
	if !ok {
		return l.tree.Errorf(kids[1], syntax.CodeMalformed, "a theory's name is a symbol")
	}
	l.defaults = Row{Theory: name}
	return l.attributes(kids[2:], &l.defaults, &scope{})
}

func (l *loader) parRow(kids []syntax.ID) *syntax.Error {
	t := &l.tree
	if len(kids) != 3 || t.Kind(kids[1]) != syntax.List || t.Kind(kids[2]) != syntax.List {
		return t.Errorf(kids[0], syntax.CodeMalformed, "a polymorphic operator has the form (par (A ...) (op sorts attributes))")
	}
	sc := &scope{}
	for _, v := range t.Children(kids[1]) {
		name, ok := t.Name(v)
		if !ok || slices.Contains(sc.sortVars, name) || slices.Contains(sc.lists, name) {
			return t.Errorf(v, syntax.CodeMalformed, "sort variables are distinct symbols")
		}
		if strings.HasSuffix(name, "...") {
			sc.lists = append(sc.lists, name)
		} else {
			sc.sortVars = append(sc.sortVars, name)
		}
	}
	if len(sc.sortVars) > sorts.MaxVars {
		return t.Errorf(kids[1], syntax.CodeTooLarge, "more than %d sort variables", sorts.MaxVars)
	}
	if len(sc.lists) > sorts.MaxLists {
		return t.Errorf(kids[1], syntax.CodeTooLarge, "more than %d variables for lists of sorts", sorts.MaxLists)
	}
	return l.row(kids[2], t.Children(kids[2]), sc)
}

// row reads (head sort ... sort attribute ...).
func (l *loader) row(at syntax.ID, kids []syntax.ID, sc *scope) *syntax.Error {
	t := &l.tree
	if len(kids) < 2 {
		return t.Errorf(at, syntax.CodeMalformed, "an operator needs a name and a result sort")
	}
	line, _ := syntax.Position(t.Src, t.Offset(at))
	r := l.defaults
	r.SortVars, r.ListVars, r.Origfile, r.Line = sc.sortVars, sc.lists, l.file, line
	if err := l.head(kids[0], &r, sc); err != nil {
		return err
	}
	sc.idxOpen = true
	rest := kids[1:]
	n := 0
	for n < len(rest) && t.Kind(rest[n]) != syntax.Keyword {
		n++
	}
	if n == 0 {
		return t.Errorf(kids[0], syntax.CodeMalformed, "operator %s has no result sort", r.Name)
	}
	patterns := make([]sorts.Pattern, n)
	for i, k := range rest[:n] {
		// The result must not use a new index variable: nothing would determine its value.
		sc.idxOpen = i < n-1
		p, err := l.pattern(k, sc)
		if err != nil {
			return err
		}
		if p.Form != sorts.One && p.Form != sorts.At {
			return t.Errorf(k, syntax.CodeMalformed, "a list of sorts stands inside a sort such as (Tuple X...)")
		}
		patterns[i] = p
	}
	r.Args, r.Result = patterns[:n-1], patterns[n-1]
	sc.idxOpen = false
	r.IdxVars = sc.idxVars
	if err := l.attributes(rest[n:], &r, sc); err != nil {
		return err
	}
	if r.Assoc != None && !foldable(&r) {
		err := t.Errorf(kids[0], syntax.CodeMalformed, "the associativity attribute does not fit the sorts of %s", r.Name)
		err.Hint = ":left-assoc wants A B A, :right-assoc A B B, :chainable and :pairwise A A Bool"
		return err
	}
	r.NeedsAs = undetermined(&r)
	for _, old := range l.t.byName[r.Name] {
		if old.canonical() == r.canonical() {
			l.named = append(l.named, old) // a row that repeats a known signature selects it
			return nil
		}
	}
	l.t.add(&r)
	l.named = append(l.named, &r)
	return nil
}

func (l *loader) head(n syntax.ID, r *Row, sc *scope) *syntax.Error {
	t := &l.tree
	if name, ok := t.Name(n); ok {
		r.Name = name
		return l.plain(n, name)
	}
	kids := t.Children(n)
	if len(kids) < 3 || !t.Is(kids[0], "_") {
		return t.Errorf(n, syntax.CodeMalformed, "an operator is a symbol or (_ symbol index ...)")
	}
	name, ok := t.Name(kids[1])
	if !ok {
		return t.Errorf(kids[1], syntax.CodeMalformed, "an operator's name is a symbol")
	}
	if err := l.plain(kids[1], name); err != nil {
		return err
	}
	r.Name = name
	if v, ok := t.Name(kids[2]); ok && strings.HasSuffix(v, "...") && len(kids) == 3 {
		r.HeadList, sc.many = v, v
		return nil
	}
	for _, k := range kids[2:] {
		v, ok := t.Name(k)
		if !ok || slices.Contains(sc.idxVars, v) || len(sc.idxVars) == sorts.MaxIndices {
			return t.Errorf(k, syntax.CodeMalformed, "indices of an operator's head are up to %d distinct symbols", sorts.MaxIndices)
		}
		sc.idxVars = append(sc.idxVars, v)
	}
	r.HeadIdx = len(sc.idxVars)
	return nil
}

// plain rejects names that could only be written between bars: operators are written as they are named.
func (l *loader) plain(n syntax.ID, name string) *syntax.Error {
	if syntax.IsSimple(name) {
		return nil
	}
	return l.tree.Errorf(n, syntax.CodeMalformed, "%s cannot be an operator's or a sort's name: it is reserved or needs bars", syntax.Clip(name, 40))
}

// foldable reports whether r's sorts agree with its associativity attribute (SMT-LIB 2.6, section 3.7.1).
func foldable(r *Row) bool {
	if len(r.Args) != 2 {
		return false
	}
	sortOf := func(p *sorts.Pattern) string {
		var b strings.Builder
		writePattern(&b, p, r)
		return b.String()
	}
	left, right, result := sortOf(&r.Args[0]), sortOf(&r.Args[1]), sortOf(&r.Result)
	switch r.Assoc {
	case LeftAssoc:
		return left == result
	case RightAssoc:
		return right == result
	}
	return left == right && result == sorts.Bool.Name()
}

// undetermined reports whether some variable in the result occurs in no argument and in no head index.
func undetermined(r *Row) bool {
	var fixed sorts.Binding
	for i := range r.HeadIdx {
		fixed.SetIdx(i, 1)
	}
	lists := map[int]bool{}
	var fix func(e *sorts.Expr)
	fix = func(e *sorts.Expr) {
		switch e.Op {
		case 'n':
		case 'v':
			fixed.SetIdx(e.N, 1)
		default:
			fix(e.L)
			fix(e.R)
		}
	}
	var mark func(p *sorts.Pattern)
	mark = func(p *sorts.Pattern) {
		if p.Form != sorts.One {
			lists[p.List] = true
			return
		}
		if p.Var >= 0 {
			fixed.Sorts[p.Var] = sorts.Bool
		}
		for i := range p.Idx {
			fix(&p.Idx[i])
		}
		for i := range p.Args {
			mark(&p.Args[i])
		}
	}
	for i := range r.Args {
		mark(&r.Args[i])
	}
	var open func(p *sorts.Pattern) bool
	open = func(p *sorts.Pattern) bool {
		if p.Form != sorts.One {
			return !lists[p.List]
		}
		if p.Var >= 0 {
			return fixed.Sorts[p.Var] == nil
		}
		for i := range p.Idx {
			if e := p.Idx[i]; e.Op == 'v' && !fixed.HasIdx(e.N) {
				return true
			}
		}
		return slices.ContainsFunc(p.Args, func(a sorts.Pattern) bool { return open(&a) })
	}
	return open(&r.Result)
}

func (l *loader) attributes(kids []syntax.ID, r *Row, sc *scope) *syntax.Error {
	t := &l.tree
	for i := 0; i < len(kids); i++ {
		if t.Kind(kids[i]) != syntax.Keyword {
			return t.Errorf(kids[i], syntax.CodeMalformed, "expected an attribute such as :left-assoc, found %s", syntax.Clip(t.Text(kids[i]), 40))
		}
		key := t.Text(kids[i])
		switch key {
		case ":left-assoc":
			r.Assoc = LeftAssoc
			continue
		case ":right-assoc":
			r.Assoc = RightAssoc
			continue
		case ":chainable":
			r.Assoc = Chainable
			continue
		case ":pairwise":
			r.Assoc = Pairwise
			continue
		}
		if i+1 == len(kids) || t.Kind(kids[i+1]) == syntax.Keyword {
			return t.Errorf(kids[i], syntax.CodeMalformed, "attribute %s needs a value", key)
		}
		if err := l.attribute(key, kids[i], kids[i+1], r, sc); err != nil {
			return err
		}
		i++
	}
	return nil
}

func (l *loader) attribute(key string, at, val syntax.ID, r *Row, sc *scope) (err *syntax.Error) {
	switch key {
	case ":where":
		r.Where, err = l.conditions(val, sc)
	case ":generate-where":
		r.Usual, err = l.conditions(val, sc)
	case ":legacy":
		r.Legacy, err = l.names(val)
	case ":feature":
		r.Features, err = l.names(val)
	case ":in":
		r.In, err = l.availabilities(val)
	case ":only-all":
		r.OnlyAll, err = l.availabilities(val)
	case ":seldom":
		r.Seldom, err = l.availabilities(val)
	case ":spell":
		r.Spell, err = l.spellings(val)
	case ":origin":
		r.Origin, err = l.text(val)
	case ":theory-of":
		r.Theory, err = l.text(val)
	case ":partial":
		r.Partial, err = l.text(val)
	case ":no-generate":
		r.NoGenerate, err = l.text(val)
	case ":doc":
		r.Doc, err = l.text(val)
	default:
		err = l.tree.Errorf(at, syntax.CodeUnknown, "unknown attribute %s", syntax.Clip(key, 40))
		err.Hint = "docs/reference/theory-files.md lists the attributes"
	}
	return err
}

func (l *loader) names(n syntax.ID) ([]string, *syntax.Error) {
	var out []string
	if l.tree.Kind(n) != syntax.List {
		return nil, l.tree.Errorf(n, syntax.CodeMalformed, "expected a list of names")
	}
	for _, k := range l.tree.Children(n) {
		name, ok := l.tree.Name(k)
		if !ok {
			return nil, l.tree.Errorf(k, syntax.CodeMalformed, "expected a name")
		}
		out = append(out, name)
	}
	return out, nil
}

func (l *loader) text(n syntax.ID) (string, *syntax.Error) {
	switch l.tree.Kind(n) {
	case syntax.String:
		return syntax.Unquote(l.tree.Text(n)), nil
	case syntax.Symbol, syntax.Quoted, syntax.Numeral, syntax.Decimal:
		return l.tree.Text(n), nil
	}
	return "", l.tree.Errorf(n, syntax.CodeMalformed, "expected a string or a name")
}

func (l *loader) availabilities(val syntax.ID) ([]Availability, *syntax.Error) {
	names, err := l.names(val)
	var out []Availability
	for _, n := range names {
		out = append(out, availability(n))
	}
	return out, err
}

func (l *loader) spellings(n syntax.ID) (map[string]string, *syntax.Error) {
	out := map[string]string{}
	if l.tree.Kind(n) != syntax.List {
		return nil, l.tree.Errorf(n, syntax.CodeMalformed, "expected a list of (SOLVER NAME)")
	}
	for _, pair := range l.tree.Children(n) {
		names, err := l.names(pair)
		if err != nil {
			return nil, err
		}
		if len(names) != 2 {
			return nil, l.tree.Errorf(pair, syntax.CodeMalformed, "expected (SOLVER NAME)")
		}
		if err := l.plain(l.tree.Children(pair)[1], names[1]); err != nil {
			return nil, err
		}
		out[names[0]] = names[1]
	}
	return out, nil
}

func (l *loader) conditions(n syntax.ID, sc *scope) ([]Cond, *syntax.Error) {
	t := &l.tree
	var out []Cond
	if t.Kind(n) != syntax.List {
		return nil, t.Errorf(n, syntax.CodeMalformed, "expected a list of conditions such as ((<= 1 m))")
	}
	for _, k := range t.Children(n) {
		kids := t.Children(k)
		if len(kids) > 0 && (t.Is(kids[0], "within") || t.Is(kids[0], "joins")) {
			c, err := l.positions(k, kids, sc)
			if err != nil {
				return nil, err
			}
			out = append(out, c)
			continue
		}
		if len(kids) != 3 || !(t.Is(kids[0], "<") || t.Is(kids[0], "<=") || t.Is(kids[0], "=")) {
			return nil, t.Errorf(k, syntax.CodeMalformed, "a condition has the form (< a b), (<= a b) or (= a b)")
		}
		lhs, err := l.expr(kids[1], sc)
		if err != nil {
			return nil, err
		}
		rhs, err := l.expr(kids[2], sc)
		if err != nil {
			return nil, err
		}
		out = append(out, Cond{Rel: t.Text(kids[0]), L: lhs, R: rhs})
	}
	return out, nil
}

func (l *loader) expr(n syntax.ID, sc *scope) (sorts.Expr, *syntax.Error) {
	t := &l.tree
	switch t.Kind(n) {
	case syntax.Numeral:
		v, err := strconv.Atoi(t.Text(n))
		if err != nil || v > sorts.MaxIndex {
			return sorts.Expr{}, t.Errorf(n, syntax.CodeTooLarge, "index above %d", sorts.MaxIndex)
		}
		return sorts.Expr{Op: 'n', N: v}, nil
	case syntax.Symbol, syntax.Quoted:
		name, _ := t.Name(n)
		if i := slices.Index(sc.idxVars, name); i >= 0 {
			return sorts.Expr{Op: 'v', N: i}, nil
		}
		if !sc.idxOpen || len(sc.idxVars) == sorts.MaxIndices {
			return sorts.Expr{}, t.Errorf(n, syntax.CodeUnknown, "index variable %s is bound neither by the operator nor by an argument", syntax.Clip(name, 40))
		}
		sc.idxVars = append(sc.idxVars, name)
		return sorts.Expr{Op: 'v', N: len(sc.idxVars) - 1}, nil
	case syntax.List:
		kids := t.Children(n)
		if len(kids) >= 3 && (t.Is(kids[0], "+") || t.Is(kids[0], "-") || t.Is(kids[0], "*")) {
			acc, err := l.expr(kids[1], sc)
			if err != nil {
				return acc, err
			}
			for _, k := range kids[2:] {
				rhs, err := l.expr(k, sc)
				if err != nil {
					return acc, err
				}
				lhs := acc
				acc = sorts.Expr{Op: t.Text(kids[0])[0], L: &lhs, R: &rhs}
			}
			return acc, nil
		}
	}
	return sorts.Expr{}, t.Errorf(n, syntax.CodeMalformed, "expected a numeral, an index variable or (+ a b), (- a b), (* a b)")
}
