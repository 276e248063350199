package history

import (
	"github.com/assay-smt/assay/internal/mutate/kit/fragment"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// logicOf returns the smallest logic known by name that has all of a problem, otherwise ALL, whatever logic the problem itself names: formulas of bugs are
// reduced, and seldom set one.
func logicOf(p *problem.Problem) string {
	roots := p.Assertions
	functional := false
	for _, c := range p.Decls {
		for _, d := range c.Decls {
			if d.Body != nil {
				roots = append(roots[:len(roots):len(roots)], d.Body)
			}
		}
	}
	term.Walk(roots, func(t *term.Term) bool {
		functional = functional || t.Kind() == term.Quant && !t.Binder().Quantifies()
		return true
	})
	if functional {
		return "HO_ALL"
	}
	for _, name := range theory.Logics() {
		l := theory.ParseLogic(name)
		if l.All || l.Difference || l.HigherOrder || !declares(&l, p) {
			continue
		}
		f := fragment.New(name)
		fits := true
		for _, t := range roots {
			fits = fits && f.Allows(t)
		}
		if fits {
			return name
		}
	}
	return "ALL"
}

// declares reports whether a logic has what a problem declares.
func declares(l *theory.Logic, p *problem.Problem) bool {
	for _, c := range p.Decls {
		switch c.Kind {
		case script.DeclareSort, script.DefineSort, script.DeclareSortParameter:
			if !l.UF {
				return false
			}
		case script.DeclareDatatypes:
			if !l.Datatypes {
				return false
			}
		case script.DefineRec:
			return false
		}
		for _, d := range problem.Declared(c) {
			if c.Kind == script.DeclareFun && len(d.Params) > 0 && !l.UF || d.Result != nil && !l.HasSort(d.Result) {
				return false
			}
			for _, s := range d.Params {
				if !l.HasSort(s) {
					return false
				}
			}
		}
	}
	return true
}
