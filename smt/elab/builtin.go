package elab

import (
	"slices"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// listNames are the names of z3's datatype of lists: the sort, its constructors, their selectors and testers.
var listNames = []string{"List", "nil", "insert", "head", "tail", "is-nil", "is-insert"}

// builtin declares, before the command that is being read, the datatype to which a name belongs that z3 knows without a
// declaration. It reports whether it did. The datatype gets a name of its own: z3 does not let scripts declare List.
func (e *elaborator) builtin(at syntax.ID, name string) bool {
	if e.session != nil || !slices.Contains(listNames, name) || e.sortEnv["List"] != nil || !e.may(theory.BuiltinList) {
		return false
	}
	x := e.store.Sorts.Make(sorts.Param, "X", nil, nil)
	data := &term.Datatype{Name: "List!1", Params: []string{"X"}}
	data.Sort = e.store.Sorts.Make(sorts.User, data.Name, nil, []*sorts.Sort{x})
	list := &sortEntry{arity: 1, data: data}
	if e.declareSort(at, data.Name, list) != nil {
		return false
	}
	if e.declareSort(at, "List", list) != nil {
		return false
	}
	ctor := func(name string, fields ...*term.Decl) {
		var params []*sorts.Sort
		for _, f := range fields {
			params = append(params, f.Result)
		}
		d := term.NewDecl(term.Constructor, name, params, data.Sort)
		d.Data, d.Fields = data, fields
		data.Ctors = append(data.Ctors, d)
		for _, f := range fields {
			f.Data, f.Owner = data, d
		}
	}
	field := func(name string, s *sorts.Sort) *term.Decl {
		return term.NewDecl(term.Selector, name, []*sorts.Sort{data.Sort}, s)
	}
	ctor("nil")
	ctor("insert", field("head", x), field("tail", data.Sort))
	for _, c := range data.Ctors {
		for _, d := range append([]*term.Decl{c}, c.Fields...) {
			if en := e.enter(d.Name); en.decl != nil {
				e.rename(d) // the script's own declaration hides it
				continue
			}
			if e.declare(at, d) != nil {
				return false
			}
		}
	}
	e.keep(&script.Command{Kind: script.DeclareDatatypes, Line: max(e.line, 1), Datas: []*term.Datatype{data}})
	return true
}
