package theory

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/assay-smt/assay/smt/sorts"
)

//go:embed tables/*.theory
var builtinFiles embed.FS

// SortDecl is a sort constructor of a theory.
type SortDecl struct {
	Name    string
	Kind    sorts.Kind
	Indices []string
	Arity   int // -1: any number of arguments
	Where   []Cond
	In      []Availability
	Theory  string
}

// abbreviation is a define-sort of a theory file.
type abbreviation struct {
	params []string
	list   bool // the single parameter stands for any number of sorts
	body   sorts.Pattern
}

// takes reports whether the defined sort has n arguments.
func (a *abbreviation) takes(n int) bool { return n == len(a.params) || a.list }

// AvailableIn reports whether the solver has the sort. An empty version means the newest.
func (d *SortDecl) AvailableIn(solver, version string) bool {
	return d.In == nil || available(d.In, solver, version)
}

// Table is a set of operators and sort constructors. Immutable, safe for concurrent use.
type Table struct {
	rows   []*Row
	byName map[string][]*Row
	sorts  map[string]*SortDecl
	abbrev map[string]abbreviation
	// extensions are the files that were added to the built-in table.
	extensions []Extension
}

// An Extension is a theory file that a user has added to a table: its name, for messages, and its text.
type Extension struct{ File, Text string }

// Extensions returns the files that extend the built-in table, in order: Extend recreates the same table from them. The
// caller must not change the slice.
func (t *Table) Extensions() []Extension { return t.extensions }

// Builtin returns the table of all operators that Assay knows.
var Builtin = sync.OnceValue(func() *Table {
	t := newTable()
	// File names order the rows, so row numbers are the same in every build.
	err := fs.WalkDir(builtinFiles, "tables", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		src, err := builtinFiles.ReadFile(path)
		if err != nil {
			return err
		}
		_, err = t.load(path, string(src))
		return err
	})
	if err != nil {
		panic("theory: built-in table: " + err.Error()) // checked by a test: cannot happen in a release
	}
	return t
})

func newTable() *Table {
	t := &Table{byName: map[string][]*Row{}, sorts: map[string]*SortDecl{}, abbrev: map[string]abbreviation{}}
	for _, s := range []*sorts.Sort{sorts.Bool, sorts.Int, sorts.Real, sorts.String, sorts.RegLan, sorts.RoundingMode} {
		t.sorts[s.Name()] = &SortDecl{Name: s.Name(), Kind: sorts.Basic}
	}
	t.sorts["->"] = &SortDecl{Name: "->", Kind: sorts.Func, Arity: -1, In: []Availability{{Solver: "z3", Since: "4.15.8"}, {Solver: "cvc5"}, {Solver: "cvc4"}}}
	t.sorts["Tuple"] = &SortDecl{Name: "Tuple", Kind: sorts.Applied, Arity: -1, In: []Availability{{Solver: "cvc5"}}}
	return t
}

// Extend returns a table with the rows of a user's theory file added. file names it in errors, which
// are of type *syntax.Error. named are the rows that the file mentions, new ones and those that repeat a
// known signature: a file in the form of typefuzz's configuration selects operators in this way.
func (t *Table) Extend(file, src string) (extended *Table, named []*Row, err error) {
	c := &Table{
		rows:   append([]*Row(nil), t.rows...),
		byName: maps.Clone(t.byName),
		sorts:  maps.Clone(t.sorts),
		abbrev: maps.Clone(t.abbrev),
		// Use a new slice: two tables that extend the same one must not share what follows.
		extensions: append(slices.Clone(t.extensions), Extension{File: file, Text: src}),
	}
	named, err = c.load(file, src)
	if err != nil {
		return nil, nil, err
	}
	return c, named, nil
}

// Rows returns all rows by ID. The caller must not change the slice.
func (t *Table) Rows() []*Row { return t.rows }

// Lookup returns the rows for which name can stand, including legacy spellings. The caller must not change
// the slice.
func (t *Table) Lookup(name string) []*Row { return t.byName[name] }

// Describes reports whether the table says which operators a solver has and which it lacks. This is the case when
// equality, without which there are no formulas, names the solver. Rows can also name other solvers, for what only they
// have; that leaves open what else these have.
func (t *Table) Describes(solver string) bool {
	return slices.ContainsFunc(t.Lookup("="), func(r *Row) bool { return r.AvailableIn(solver, "") })
}

// Row returns the row called name whose signature reads sig, such as "(and Bool Bool Bool)".
// It is for code that needs one certain operator; it panics when there is none.
func (t *Table) Row(sig string) *Row {
	for _, r := range t.rows {
		if r.Signature() == sig {
			return r
		}
	}
	panic(fmt.Sprintf("theory: no row %s", sig))
}

// Sort returns the sort constructor called name, nil if there is none.
func (t *Table) Sort(name string) *SortDecl { return t.sorts[name] }

// Sorts returns all sort constructors in the order of their names.
func (t *Table) Sorts() []*SortDecl {
	out := make([]*SortDecl, 0, len(t.sorts))
	for _, name := range slices.Sorted(maps.Keys(t.sorts)) {
		out = append(out, t.sorts[name])
	}
	return out
}

// Abbreviation expands a defined sort such as Float32 applied to args. ok is false when name is none or
// has another number of parameters.
func (t *Table) Abbreviation(st *sorts.Store, name string, args []*sorts.Sort) (s *sorts.Sort, ok bool) {
	a, ok := t.abbrev[name]
	if !ok || !a.takes(len(args)) {
		return nil, false
	}
	var b sorts.Binding
	if a.list {
		b.SetList(0, args)
	} else {
		copy(b.Sorts[:], args)
	}
	s, err := a.body.Instantiate(st, &b)
	return s, err == nil
}

func (t *Table) add(r *Row) {
	r.ID = len(t.rows)
	if r.dialects = dialectsOf(r.In); r.In == nil || strings.HasPrefix(r.Origin, "smtlib") {
		r.dialects = AllDialects // an operator of the standard is not dialectal because some solvers lack it
	}
	t.rows = append(t.rows, r)
	names := append([]string{r.Name}, r.Legacy...)
	for _, name := range r.Spell {
		names = append(names, name)
	}
	for _, name := range names {
		if slices.Contains(t.byName[name], r) {
			continue
		}
		// Use a new slice: an extended table must not write into its parent's.
		rows := slices.Clone(t.byName[name])
		at := len(rows)
		for len(r.SortVars) == 0 && at > 0 && len(rows[at-1].SortVars) > 0 {
			at-- // rows for specific sorts come before rows for all sorts: z3's strings are sequences
		}
		t.byName[name] = slices.Insert(rows, at, r)
	}
}
