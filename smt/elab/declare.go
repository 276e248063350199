package elab

import (
	"slices"
	"strconv"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

func readDeclareSort(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	t := &e.tree
	if len(kids) != 2 && len(kids) != 3 {
		return t.Errorf(kids[0], syntax.CodeMalformed, "the form is (declare-sort NAME ARITY)")
	}
	name, err := e.name(kids[1], "a sort's name")
	if err != nil {
		return err
	}
	arity := 0
	if len(kids) == 3 {
		if arity, err = e.index(kids[2]); err != nil {
			return err
		}
		if arity > maxSortDepth {
			return t.Errorf(kids[2], syntax.CodeTooLarge, "a sort with more than %d arguments", maxSortDepth)
		}
	}
	c.Kind, c.Name = script.DeclareSort, name
	c.Text = "(declare-sort " + syntax.SymbolText(name) + " " + strconv.Itoa(arity) + ")"
	return e.declareSort(kids[1], name, &sortEntry{arity: arity})
}

func readDefineSort(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	t := &e.tree
	if len(kids) == 3 { // yices leaves the empty parameter list out
		kids = []syntax.ID{kids[0], kids[1], 0, kids[2]}
	}
	if len(kids) != 4 || kids[2] != 0 && t.Kind(kids[2]) != syntax.List {
		return t.Errorf(kids[0], syntax.CodeMalformed, "the form is (define-sort NAME (PARAMETER ...) SORT)")
	}
	name, err := e.name(kids[1], "a sort's name")
	if err != nil {
		return err
	}
	def := &sortEntry{}
	before := e.used
	var params []string
	if kids[2] != 0 {
		if err := e.distinctParams(kids[2]); err != nil {
			return err
		}
		if params, def.params, err = e.openParams(kids[2]); err != nil {
			return err
		}
	}
	def.arity = len(params)
	def.body, err = e.sort(kids[3])
	e.closeParams(params)
	if err != nil {
		if !e.lateSort(kids[3]) {
			return err
		}
		def.bad = err
	}
	switch {
	case def.bad != nil: // nothing can use it: it is not kept
	case e.used > before:
		text := "(define-sort " + syntax.SymbolText(name) + " ("
		for i, p := range def.params {
			if i > 0 {
				text += " "
			}
			text += p.String()
		}
		c.Kind, c.Name, c.Text = script.DefineSort, name, text+") "+def.body.String()+")"
	default:
		c.Kind, c.Name, c.Text = script.DefineSort, name, e.canonical()
	}
	return e.declareSort(kids[1], name, def)
}

// lateSort reports whether n is a theory sort without its indices, in a language that reports this only where
// the sort is used.
func (e *elaborator) lateSort(n syntax.ID) bool {
	if e.tree.Kind(n) == syntax.List && e.tree.Len(n) == 1 {
		n = e.tree.First(n)
	}
	name, ok := e.tree.Name(n)
	s := e.opts.Table.Sort(name)
	return ok && s != nil && len(s.Indices) > 0 && e.may(theory.LateSort)
}

// openParams brings the sort parameters in the list n into scope, hiding sorts of the same name.
func (e *elaborator) openParams(n syntax.ID) ([]string, []*sorts.Sort, *syntax.Error) {
	written, names, err := e.paramNames(n)
	if err != nil {
		return nil, nil, err
	}
	var params []*sorts.Sort
	for i, name := range written {
		p := e.store.Sorts.Make(sorts.Param, names[i], nil, nil)
		params = append(params, p)
		e.trail = append(e.trail, undo{name: name, sort: true, oldSort: e.sortEnv[name]})
		e.sortEnv[name] = &sortEntry{param: p}
	}
	return names, params, nil
}

// paramNames returns the names in a list of sort parameters as they are written, and those that the parameters get: each its own, since the last one of
// a name hides the others.
func (e *elaborator) paramNames(n syntax.ID) (written, names []string, err *syntax.Error) {
	for _, k := range e.tree.Children(n) {
		name, err := e.name(k, "a sort parameter")
		if err != nil {
			return nil, nil, err
		}
		if slices.Contains(written, name) && !e.may(theory.RepeatedParameter) {
			return nil, nil, e.tree.Errorf(k, syntax.CodeRedeclare, "sort parameter %s is named twice", syntax.Clip(name, 60))
		}
		written = append(written, name)
	}
	names = slices.Clone(written)
	for i, name := range written {
		for k := 1; slices.Contains(written[i+1:], name) && (names[i] == name || count(names, names[i]) > 1); k++ {
			names[i] = name + "_" + strconv.Itoa(k)
		}
	}
	return written, names, nil
}

// distinctParams returns an error when a list of sort parameters has a name twice: in definitions solvers disagree about what that means.
func (e *elaborator) distinctParams(n syntax.ID) *syntax.Error {
	seen := map[string]bool{}
	for _, k := range e.tree.Children(n) {
		if name, ok := e.tree.Name(k); ok {
			if seen[name] {
				return e.tree.Errorf(k, syntax.CodeRedeclare, "sort parameter %s is named twice", syntax.Clip(name, 60))
			}
			seen[name] = true
		}
	}
	return nil
}

func count(names []string, name string) (n int) {
	for _, other := range names {
		if other == name {
			n++
		}
	}
	return n
}

func (e *elaborator) closeParams(names []string) {
	if len(names) > 0 {
		e.unwind(len(e.trail) - len(names))
	}
}

func readSortParameter(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	if err := e.want(kids, 1, "(declare-sort-parameter NAME)"); err != nil {
		return err
	}
	if e.tree.Is(kids[0], "declare-type-var") && !e.may(theory.TypeVariable) {
		return readOther(e, kids, c)
	}
	name, err := e.name(kids[1], "a sort parameter")
	if err != nil {
		return err
	}
	c.Kind, c.Name, c.Text = script.DeclareSortParameter, name, e.canonical()
	return e.declareSort(kids[1], name, &sortEntry{param: e.store.Sorts.Make(sorts.Param, name, nil, nil)})
}

func readDeclareFun(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	t := &e.tree
	if len(kids) != 4 || t.Kind(kids[2]) != syntax.List {
		return t.Errorf(kids[0], syntax.CodeMalformed, "the form is (declare-fun NAME (SORT ...) SORT)")
	}
	name, err := e.name(kids[1], "a function's name")
	if err != nil {
		return err
	}
	var params []*sorts.Sort
	for _, k := range t.Children(kids[2]) {
		s, err := e.sort(k)
		if err != nil {
			return err
		}
		params = append(params, s)
	}
	result, err := e.sort(kids[3])
	if err != nil {
		return err
	}
	return e.introduce(c, script.DeclareFun, kids[1], term.NewDecl(term.Declared, name, params, result))
}

func readDeclareConst(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	if err := e.want(kids, 2, "(declare-const NAME SORT)"); err != nil {
		return err
	}
	name, err := e.name(kids[1], "a constant's name")
	if err != nil {
		return err
	}
	s, err := e.sort(kids[2])
	if err != nil {
		return err
	}
	return e.introduce(c, script.DeclareFun, kids[1], term.NewDecl(term.Declared, name, nil, s))
}

func (e *elaborator) introduce(c *script.Command, kind script.Kind, at syntax.ID, d *term.Decl) *syntax.Error {
	if kind == script.DeclareFun && e.repeats(d) {
		return nil
	}
	c.Kind = kind
	c.Decls = append(c.Decls, d)
	return e.declare(at, d)
}

// signature reads NAME ((x S) ...) SORT at kids into a declaration with parameters.
func (e *elaborator) signature(kids []syntax.ID) (*term.Decl, *syntax.Error) {
	name, err := e.name(kids[0], "a function's name")
	if err != nil {
		return nil, err
	}
	vars, err := e.sortedVars(kids[1])
	if err != nil {
		return nil, err
	}
	result, err := e.sort(kids[2])
	if err != nil {
		return nil, err
	}
	params := make([]*sorts.Sort, len(vars))
	for i, v := range vars {
		params[i] = v.Sort()
	}
	d := term.NewDecl(term.Defined, name, params, result)
	d.Vars = vars
	return d, nil
}

// define reads the body of d.
func (e *elaborator) define(d *term.Decl, body syntax.ID) *syntax.Error {
	e.bindVars(d.Vars)
	b, err := e.term(body)
	if err != nil {
		return err
	}
	e.unbindVars(d.Vars)
	if b.Sort() == sorts.Int && d.Result == sorts.Real {
		b = e.toReal(b)
	}
	if b.Sort() != d.Result && d.Result.Size() > 1 && e.session == nil {
		if c := e.convert(b, d.Result); c != nil {
			b = c
		}
	}
	if b.Sort() != d.Result {
		return e.tree.Errorf(body, syntax.CodeSort, "the body of %s has sort %s, not %s", syntax.Clip(d.Text, 60), b.Sort(), d.Result)
	}
	d.Body = b
	return nil
}

func readDefineFun(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	if len(kids) != 5 || e.tree.Kind(kids[2]) != syntax.List {
		return e.tree.Errorf(kids[0], syntax.CodeMalformed, "the form is (define-fun NAME ((x SORT) ...) SORT term)")
	}
	d, err := e.signature(kids[1:4])
	if err != nil {
		return err
	}
	if err := e.define(d, kids[4]); err != nil {
		return err
	}
	return e.introduce(c, script.DefineFun, kids[1], d)
}

func readDefineConst(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	if err := e.want(kids, 3, "(define-const NAME SORT term)"); err != nil {
		return err
	}
	name, err := e.name(kids[1], "a constant's name")
	if err != nil {
		return err
	}
	s, err := e.sort(kids[2])
	if err != nil {
		return err
	}
	d := term.NewDecl(term.Defined, name, nil, s)
	if err := e.define(d, kids[3]); err != nil {
		return err
	}
	return e.introduce(c, script.DefineFun, kids[1], d)
}

func readDefineFunRec(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	if len(kids) != 5 || e.tree.Kind(kids[2]) != syntax.List {
		return e.tree.Errorf(kids[0], syntax.CodeMalformed, "the form is (define-fun-rec NAME ((x SORT) ...) SORT term)")
	}
	d, err := e.signature(kids[1:4])
	if err != nil {
		return err
	}
	if err := e.introduce(c, script.DefineRec, kids[1], d); err != nil {
		return err
	}
	return e.define(d, kids[4])
}

func readDefineFunsRec(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	t := &e.tree
	if len(kids) != 3 || t.Len(kids[1]) == 0 || t.Len(kids[1]) != t.Len(kids[2]) {
		return t.Errorf(kids[0], syntax.CodeMalformed, "the form is (define-funs-rec ((NAME ((x SORT) ...) SORT) ...) (term ...)) with as many terms as names")
	}
	for _, k := range t.Children(kids[1]) {
		if t.Len(k) != 3 {
			return t.Errorf(k, syntax.CodeMalformed, "a function is declared as (NAME ((x SORT) ...) SORT)")
		}
		d, err := e.signature(t.Children(k))
		if err != nil {
			return err
		}
		if err := e.introduce(c, script.DefineRec, k, d); err != nil {
			return err
		}
	}
	for i, k := range t.Children(kids[2]) {
		if err := e.define(c.Decls[i], k); err != nil {
			return err
		}
	}
	return nil
}
