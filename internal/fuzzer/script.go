package fuzzer

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// readers are the solvers that can be expected to read a script: they take its logic and, as far as the operator
// table knows, have its operators.
func (f *Fuzzer) readers(s *script.Script) []*solver.Solver {
	logic, checks, incremental := s.Logic(), s.Checks(), s.Incremental()
	rows := rowsOf(s)
	var out []*solver.Solver
	for _, sv := range f.Solvers {
		p := sv.Profile()
		if !p.Reads(logic) || p.MaxChecks > 0 && (checks > p.MaxChecks || p.MaxChecks == 1 && incremental) {
			continue
		}
		if lacks(targetsOf(f.table(), sv), rows) {
			continue
		}
		out = append(out, sv)
	}
	return out
}

// rowsOf returns the operators of a script.
func rowsOf(s *script.Script) []*theory.Row {
	seen := make(map[*theory.Row]bool)
	var rows []*theory.Row
	term.Walk(roots(s), func(t *term.Term) bool {
		if f := t.Func(); f != nil && f.Row != nil && !seen[f.Row] {
			seen[f.Row] = true
			rows = append(rows, f.Row)
		}
		return true
	})
	return rows
}

// lacks reports whether the table says that the solver of the targets has not all the rows. Of a solver that the table
// does not know, several targets stand for what it may have: one of them is enough. Users' own rows name no solver.
func lacks(targets []mutate.Dialect, rows []*theory.Row) bool {
	return slices.ContainsFunc(rows, func(r *theory.Row) bool {
		return r.In != nil && !slices.ContainsFunc(targets, func(t mutate.Dialect) bool { return r.AvailableIn(t.Name, t.Version) })
	})
}

// roots are all terms of a script, bodies of definitions included.
func roots(s *script.Script) []*term.Term {
	var all []*term.Term
	for i := range s.Commands {
		c := &s.Commands[i]
		all = append(all, c.Terms...)
		for _, d := range c.Decls {
			if d.Body != nil {
				all = append(all, d.Body)
			}
		}
	}
	return all
}

// content is what of a script's terms decides on options and signatures.
type content struct {
	theories map[string]bool
	strings  bool
	floats   bool // of unusual formats
	// open are the operators whose value the standard leaves open for some arguments, so that solvers may differ
	// without being wrong. Division by zero is not among them: solvers agree that it is a free function.
	open map[string]bool
}

// Names of what is in terms and is no theory of the table.
const (
	quantified    = "quantifiers"
	uninterpreted = "uf"
)

func contentOf(s *script.Script) content {
	c := content{theories: make(map[string]bool), open: make(map[string]bool)}
	term.Walk(roots(s), func(t *term.Term) bool {
		c.addSort(t.Sort())
		if t.Kind() == term.Quant {
			c.theories[quantified] = true
		}
		f := t.Func()
		switch {
		case f == nil:
		case f.Row != nil:
			c.theories[f.Row.Theory] = true
			if f.Row.Diverges() {
				c.open[f.Row.Name] = true
			}
		case f.Kind == term.UserFunc && f.Decl.Kind == term.Declared && len(t.Args()) > 0:
			c.theories[uninterpreted] = true
		case f.Decl != nil && (f.Decl.Kind == term.Constructor || f.Decl.Kind == term.Selector):
			c.theories["datatypes"] = true
		}
		return true
	})
	for i := range s.Commands {
		cmd := &s.Commands[i]
		for _, d := range cmd.Decls {
			c.addSorts(d.Result, d.Params)
		}
		for _, d := range cmd.Datas {
			for _, ctor := range d.Ctors {
				c.addSorts(nil, ctor.Params)
			}
		}
	}
	return c
}

func (c *content) addSorts(result *sorts.Sort, params []*sorts.Sort) {
	c.addSort(result)
	for _, p := range params {
		c.addSort(p)
	}
}

func (c *content) addSort(s *sorts.Sort) {
	if s == nil {
		return
	}
	switch {
	case s == sorts.String || s == sorts.RegLan || s.Name() == "Seq":
		c.strings = true
	case s.Kind() == sorts.Float:
		// Float32 and Float64 are the formats that every floating-point solver has by default.
		if i := s.Indices(); len(i) == 2 && (i[0] != 8 || i[1] != 24) && (i[0] != 11 || i[1] != 53) {
			c.floats = true
		}
	}
	for _, a := range s.Args() {
		c.addSort(a)
	}
}

// OptionsFor returns what a script needs of a solver, and the check of its own models if that is wanted.
func OptionsFor(s *script.Script, selfCheck bool) solver.Options {
	c := contentOf(s)
	return c.options(s, selfCheck)
}

// options are what a solver has to be told to take the script as it is meant.
func (c *content) options(s *script.Script, selfCheck bool) solver.Options {
	return solver.Options{
		SelfCheck: selfCheck, Incremental: s.Incremental(), Strings: c.strings, Floats: c.floats,
	}
}

// list names the theories in a fixed order; core is in everything.
func (c *content) list() string {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(c.theories)), func(s string) bool { return s == "core" || s == "" })
	if len(names) == 0 {
		return "core"
	}
	return strings.Join(names, "+")
}

// operator is the head of what the last step put in.
func operator(m mutate.Mutant) string {
	if len(m.Steps) == 0 {
		return "seed"
	}
	step := m.Steps[len(m.Steps)-1]
	if step.After == nil {
		return step.Rule
	}
	return cmp.Or(head(step.After), step.Rule)
}

// head is a word for what a term is at its root, "" for what there is no word for.
func head(t *term.Term) string {
	switch t.Kind() {
	case term.App:
		f := t.Func()
		if f.Kind == term.UserFunc {
			return "symbol"
		}
		return f.Name()
	case term.Literal:
		return "literal of " + t.Sort().Name()
	case term.Quant:
		return t.Binder().String()
	case term.Var:
		return "variable"
	default:
		return ""
	}
}
