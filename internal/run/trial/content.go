package trial

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// Content is what in a script's terms determines options and signatures.
type Content struct {
	// Theories are the sorted theories of its operators, with "uf" and "quantifiers" for what is not a theory of the table.
	Theories []string
	// Strings says that it has strings or sequences, Floats floating-point formats other than 32 and 64 bits.
	Strings, Floats bool
	// Incremental says that it needs a solver's incremental mode.
	Incremental bool
	// Open are the sorted operators whose value the standard leaves open for some arguments, so that solvers may differ without being wrong.
	// Division by zero is not among them: solvers agree that it is a free function.
	Open []string
}

// Names of what is in terms and is not a theory of the table.
const (
	quantified    = "quantifiers"
	uninterpreted = "uf"
)

// ContentOf looks through a script.
func ContentOf(s *script.Script) Content { return make(contents).of(s) }

// contents remembers what is in terms of one store. It belongs to one goroutine.
type contents map[*term.Term]*Content

// maxContents bounds the terms that are remembered.
const maxContents = 1 << 12

func (m contents) of(s *script.Script) Content {
	c := Content{Incremental: s.Incremental()}
	for _, cmd := range s.Commands {
		for _, t := range cmd.Terms {
			c.add(m.term(t))
		}
		for _, d := range cmd.Decls {
			c.addSorts(d.Result, d.Params)
			if d.Body != nil {
				c.add(m.term(d.Body))
			}
		}
		for _, d := range cmd.Datas {
			for _, ctor := range d.Ctors {
				c.addSorts(nil, ctor.Params)
			}
		}
	}
	return c
}

// term returns what is in one term.
func (m contents) term(root *term.Term) *Content {
	if known := m[root]; known != nil {
		return known
	}
	c := &Content{}
	term.Walk([]*term.Term{root}, func(t *term.Term) bool {
		c.addSort(t.Sort())
		if t.Kind() == term.Quant {
			insert(&c.Theories, quantified)
		}
		f := t.Func()
		switch {
		case f == nil:
		case f.Row != nil:
			insert(&c.Theories, f.Row.Theory)
			if f.Row.Diverges() {
				insert(&c.Open, f.Row.Name)
			}
		case f.Kind == term.UserFunc && f.Decl.Kind == term.Declared && len(t.Args()) > 0:
			insert(&c.Theories, uninterpreted)
		case f.Decl != nil && (f.Decl.Kind == term.Constructor || f.Decl.Kind == term.Selector):
			insert(&c.Theories, "datatypes")
		}
		return true
	})
	if len(m) >= maxContents {
		clear(m)
	}
	m[root] = c
	return c
}

// insert adds a word to a sorted list that does not have it.
func insert(list *[]string, word string) {
	if i, found := slices.BinarySearch(*list, word); !found {
		*list = slices.Insert(*list, i, word)
	}
}

// add adds what is in another part.
func (c *Content) add(part *Content) {
	for _, t := range part.Theories {
		insert(&c.Theories, t)
	}
	for _, o := range part.Open {
		insert(&c.Open, o)
	}
	c.Strings, c.Floats = c.Strings || part.Strings, c.Floats || part.Floats
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

// Options are the options that a solver needs to understand the script as it is meant.
func (c *Content) Options() solver.Options {
	return solver.Options{Incremental: c.Incremental, Strings: c.Strings, Floats: c.Floats}
}

// List names the theories in a fixed order; core is in everything.
func (c *Content) List() string {
	names := slices.DeleteFunc(slices.Clone(c.Theories), func(s string) bool { return s == "core" || s == "" })
	if len(names) == 0 {
		return "core"
	}
	return strings.Join(names, "+")
}
