// Package synth builds new terms for engines: it chooses operators from the table, fills their arguments with expressions of
// the script that are in scope, and invents literals. It cannot build a term that is ill-sorted or out of scope. It chooses
// no places and changes no scripts.
package synth

import (
	"fmt"
	"slices"
	"sync"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/theory"
)

// Catalog is a choice of operators, indexed by what they can produce. Immutable, safe for concurrent use.
type Catalog struct {
	Table  *theory.Table
	byKind map[sorts.Kind][]*theory.Row // by the kind of the result
	bySort map[*sorts.Sort][]*theory.Row
	any    []*theory.Row // the result is a sort variable
	rows   map[*theory.Row]bool
	// constArrays are the rows of constant arrays that all targets have. They are not in the catalog, as their elements must be values
	// and z3 wants a logic that is ALL or not set.
	constArrays map[*theory.Row]bool
	// ranges are the rows of re.range that all targets have. They are not in the catalog either, as their bounds must be literals.
	ranges []*theory.Row
	z3     bool // is a target
	// Sorts are those that every target has: terms of other sorts are neither replaced nor made.
	Sorts Sorts
	// onlyZ3 lifts restrictions that other solvers place on sorts, such as on equality of RegLan.
	onlyZ3 bool
	binary bool // a target accepts associative operators only with two arguments
}

// NewCatalog returns the operators among rows that every target has, with the sorts they name, and that may be invented. nil rows
// means the whole table. Without targets an operator counts when z3 and cvc5 have it, as most users run these two.
func NewCatalog(table *theory.Table, rows []*theory.Row, targets []mutate.Dialect) *Catalog {
	chosen := rows != nil
	if !chosen {
		rows = table.Rows()
	}
	if len(targets) == 0 {
		targets = []mutate.Dialect{{Name: "z3"}, {Name: "cvc5"}}
	}
	c := &Catalog{Table: table, byKind: map[sorts.Kind][]*theory.Row{}, bySort: map[*sorts.Sort][]*theory.Row{}, rows: map[*theory.Row]bool{}, constArrays: map[*theory.Row]bool{}, Sorts: SortsOf(table, targets), onlyZ3: true}
	for _, t := range targets {
		c.onlyZ3 = c.onlyZ3 && t.Name == "z3"
		c.binary = c.binary || t.Name == "boolector"
		c.z3 = c.z3 || t.Name == "z3"
	}
	for _, r := range table.Lookup("const") {
		c.constArrays[r] = Available(r, targets)
	}
	for _, r := range table.Lookup("re.range") {
		if Available(r, targets) {
			c.ranges = append(c.ranges, r)
		}
	}
	for _, r := range rows {
		if !chosen && !invented(r) || !Available(r, targets) || !c.Sorts.Takes(r) {
			continue
		}
		c.rows[r] = true
		switch p := &r.Result; {
		case p.Sort != nil:
			c.bySort[p.Sort] = append(c.bySort[p.Sort], r)
		case p.Var >= 0:
			c.any = append(c.any, r)
		default:
			c.byKind[p.Kind] = append(c.byKind[p.Kind], r)
		}
	}
	return c
}

// Catalogs makes the catalog of each set of targets once: a campaign asks for the same catalogs at every job. Safe for
// concurrent use.
type Catalogs struct {
	table *theory.Table
	rows  []*theory.Row
	mu    sync.Mutex
	made  map[string]*Catalog // by targets
}

// NewCatalogs returns the catalogs over rows of the table, nil for all of them.
func NewCatalogs(table *theory.Table, rows []*theory.Row) *Catalogs {
	return &Catalogs{table: table, rows: rows, made: map[string]*Catalog{}}
}

// For returns the catalog for targets, as NewCatalog makes it.
func (cs *Catalogs) For(targets []mutate.Dialect) *Catalog {
	return cs.once(fmt.Sprint(targets), func() *Catalog { return NewCatalog(cs.table, cs.rows, targets) })
}

// once returns the catalog under a key, and makes it the first time.
func (cs *Catalogs) once(key string, newCatalog func() *Catalog) *Catalog {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	c := cs.made[key]
	if c == nil {
		c = newCatalog()
		cs.made[key] = c
	}
	return c
}

// Mostly returns, in a percentage of cases, the catalog without what a target seldom decides, and otherwise that of For: an operator in one
// mutant stays in the rest of its chain, of which the target then decides next to nothing. Where rows were chosen, it is always For.
func (cs *Catalogs) Mostly(r *rng.Rand, percent int, targets []mutate.Dialect) *Catalog {
	if cs.rows != nil || !r.Chance(percent, 100) {
		return cs.For(targets)
	}
	return cs.once(fmt.Sprint("decided ", targets), func() *Catalog {
		rows := slices.DeleteFunc(slices.Clone(cs.table.Rows()), func(r *theory.Row) bool { return !invented(r) || r.SeldomDecided(targets) })
		return NewCatalog(cs.table, rows, targets)
	})
}

// invented reports whether engines may invent terms with a row.
func invented(r *theory.Row) bool { return r.NoGenerate == "" && !r.Has("higher-order") }

// Available reports whether every target has the row. A row that names no solver at all is a user's own: the user vouches
// for it.
func Available(r *theory.Row, targets []mutate.Dialect) bool { return r.AvailableInAll(targets) }

// Has reports whether the row is in the catalog.
func (c *Catalog) Has(row *theory.Row) bool { return c.rows[row] }

// Producing returns the rows whose result may be of sort s, in two parts: those of that kind of sort and
// those whose result is a sort variable. The caller must not change them.
func (c *Catalog) Producing(s *sorts.Sort) (specific, generic []*theory.Row) {
	if specific = c.bySort[s]; specific == nil {
		specific = c.byKind[s.Kind()]
	}
	return specific, c.any
}

// Storable reports whether terms of sort s may be arguments of polymorphic operators. Regular expressions and functions may
// not: only z3 has equality on RegLan.
func (c *Catalog) Storable(s *sorts.Sort) bool {
	if s.Kind() == sorts.Func || s == sorts.RegLan && !c.onlyZ3 {
		return false
	}
	return !slices.ContainsFunc(s.Args(), func(a *sorts.Sort) bool { return !c.Storable(a) })
}
