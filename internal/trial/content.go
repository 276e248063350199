package trial

import (
	"maps"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// Content is what of a script's terms decides on options and signatures.
type Content struct {
	// Theories are the theories of its operators, with "uf" and "quantifiers" for what is no theory of the table.
	Theories map[string]bool
	// Strings says that it has strings or sequences, Floats floating-point formats other than 32 and 64 bits.
	Strings, Floats bool
	// Incremental says that it needs a solver's incremental mode.
	Incremental bool
	// Open are the operators whose value the standard leaves open for some arguments, so that solvers may differ
	// without being wrong. Division by zero is not among them: solvers agree that it is a free function.
	Open map[string]bool
}

// Names of what is in terms and is no theory of the table.
const (
	quantified    = "quantifiers"
	uninterpreted = "uf"
)

// ContentOf looks through a script.
func ContentOf(s *script.Script) Content {
	c := Content{Theories: make(map[string]bool), Open: make(map[string]bool)}
	term.Walk(s.Roots(), func(t *term.Term) bool {
		c.addSort(t.Sort())
		if t.Kind() == term.Quant {
			c.Theories[quantified] = true
		}
		f := t.Func()
		switch {
		case f == nil:
		case f.Row != nil:
			c.Theories[f.Row.Theory] = true
			if f.Row.Diverges() {
				c.Open[f.Row.Name] = true
			}
		case f.Kind == term.UserFunc && f.Decl.Kind == term.Declared && len(t.Args()) > 0:
			c.Theories[uninterpreted] = true
		case f.Decl != nil && (f.Decl.Kind == term.Constructor || f.Decl.Kind == term.Selector):
			c.Theories["datatypes"] = true
		}
		return true
	})
	for i := range s.Commands {
		cmd := s.Commands[i]
		for _, d := range cmd.Decls {
			c.addSorts(d.Result, d.Params)
		}
		for _, d := range cmd.Datas {
			for _, ctor := range d.Ctors {
				c.addSorts(nil, ctor.Params)
			}
		}
	}
	c.Incremental = s.Incremental()
	return c
}

func (c *Content) addSorts(result *sorts.Sort, params []*sorts.Sort) {
	c.addSort(result)
	for _, p := range params {
		c.addSort(p)
	}
}

func (c *Content) addSort(s *sorts.Sort) {
	if s == nil {
		return
	}
	switch {
	case s == sorts.String || s == sorts.RegLan || s.Name() == "Seq":
		c.Strings = true
	case s.Kind() == sorts.Float:
		// Float32 and Float64 are the formats that every floating-point solver has by default.
		if i := s.Indices(); len(i) == 2 && (i[0] != 8 || i[1] != 24) && (i[0] != 11 || i[1] != 53) {
			c.Floats = true
		}
	}
	for _, a := range s.Args() {
		c.addSort(a)
	}
}

// Options are what a solver has to be told to take the script as it is meant.
func (c *Content) Options() solver.Options {
	return solver.Options{Incremental: c.Incremental, Strings: c.Strings, Floats: c.Floats}
}

// List names the theories in a fixed order; core is in everything.
func (c *Content) List() string {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(c.Theories)), func(s string) bool { return s == "core" || s == "" })
	if len(names) == 0 {
		return "core"
	}
	return strings.Join(names, "+")
}
