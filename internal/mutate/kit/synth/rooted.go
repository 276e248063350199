package synth

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Rooted makes terms that involve the script: each contains a symbol that the script declares, or a variable bound around the place. An
// argument of a sort that the pool lacks is built over a term that the pool has, by an operator of the table that leads from one sort to the
// other, such as str.from_int. Not safe for concurrent use.
type Rooted struct {
	// Build has the catalog, the store and the pool. Its Literals field is not used.
	Build *Builder
	// Allows says which operators may be used, nil for all that the catalog has.
	Allows func(*theory.Row) bool
	// Value returns a literal of a sort, nil for none; nil for never.
	Value func(r *rng.Rand, s *sorts.Sort, pl occurrence.Place) *term.Term
	// LeavesLogic are sorts that arguments may have besides those of the pool, where an operator leaves them open.
	LeavesLogic []*sorts.Sort
	// Prefer chooses one of the operators before chance does, nil for none of them; nil for never.
	Prefer func(r *rng.Rand, rows ...[]*theory.Row) *theory.Row

	rows  map[*sorts.Sort]*allowed
	known int // sorts of the pool that are in among
}

// allowed are the operators that make terms of a sort and may be used: those specific to its kind, and those that make any sort.
type allowed struct{ special, any []*theory.Row }

const (
	// bridges is how many operators may lead from the sorts of the pool to one that it lacks.
	bridges = 2
	// bridgeTries is how often such an operator is chosen.
	bridgeTries = 6
	// anyShare: the operators that make any sort together count for this fraction of those specific to a sort.
	anyShare = 3
)

// Operator returns a term of sort s headed by a random operator or declared function; nil when chance hits none that can be filled.
func (x *Rooted) Operator(r *rng.Rand, s *sorts.Sort, pl occurrence.Place) *term.Term {
	b := x.Build
	rows := x.of(s)
	if x.Prefer != nil {
		if row := x.Prefer(r, rows.special, rows.any); row != nil {
			return x.row(r, row, s, pl, bridges)
		}
	}
	b.userFuncs(s, pl)
	special, user := len(rows.special), len(b.decls)
	// Operators for every sort (ite, select...) must not drown out those specific to this one.
	generic := len(rows.any)
	if special+user > 0 {
		generic = min(generic, max(1, (special+user)/anyShare))
	}
	n := special + user + generic
	if n == 0 {
		return nil
	}
	switch i := r.IntN(n); {
	case i < special:
		return x.row(r, rows.special[i], s, pl, bridges)
	case i < special+user:
		return x.user(r, b.decls[i-special], s, pl)
	default:
		return x.row(r, rng.Pick(r, rows.any), s, pl, bridges)
	}
}

// of returns the operators for a sort.
func (x *Rooted) of(s *sorts.Sort) *allowed {
	if known := x.rows[s]; known != nil {
		return known
	}
	keep := func(rows []*theory.Row) []*theory.Row {
		out := make([]*theory.Row, 0, len(rows))
		for _, row := range rows {
			if len(row.Args) > 0 && (x.Allows == nil || x.Allows(row)) {
				out = append(out, row)
			}
		}
		return out
	}
	special, any := x.Build.Catalog.Producing(s)
	rows := &allowed{keep(special), keep(any)}
	if x.rows == nil {
		x.rows = map[*sorts.Sort]*allowed{}
	}
	x.rows[s] = rows
	return rows
}

// open makes the builder choose among the sorts of the pool and those abroad.
func (x *Rooted) open() {
	pool := x.Build.Pool.Sorts()
	if len(x.LeavesLogic) == 0 || x.Build.among != nil && x.known == len(pool) {
		return
	}
	x.known, x.Build.among = len(pool), []*sorts.Sort{}
	for _, list := range [...][]*sorts.Sort{pool, x.LeavesLogic} {
		for _, s := range list {
			if x.Build.Catalog.Sorts.Has(s) {
				x.Build.among = append(x.Build.among, s)
			}
		}
	}
}

// row returns a term headed by an operator, nil when it cannot be filled.
func (x *Rooted) row(r *rng.Rand, row *theory.Row, s *sorts.Sort, pl occurrence.Place, depth int) *term.Term {
	x.open()
	n := len(row.Args)
	if row.Assoc != theory.None && !x.Build.Catalog.binary {
		for n < 4 && r.IntN(4) == 0 {
			n++
		}
	}
	fn, wants := x.Build.shape(r, row, s, n)
	if fn == nil || !tame(row, fn) {
		return nil
	}
	return x.fill(r, fn, wants, s, pl, depth, -1)
}

func (x *Rooted) user(r *rng.Rand, d *term.Decl, s *sorts.Sort, pl occurrence.Place) *term.Term {
	if d.Result != s { // only a constructor's tester gets here
		return x.fill(r, x.Build.Store.Func(term.Func{Kind: term.TesterFunc, Decl: d}), []*sorts.Sort{d.Result}, s, pl, bridges, -1)
	}
	return x.fill(r, x.Build.Store.User(d, nil), d.Params, s, pl, bridges, -1)
}

// fill applies a function to arguments of the given sorts, one of them rooted: argument root, or any if root is negative. depth is how
// many operators may lead to the sort of an argument.
func (x *Rooted) fill(r *rng.Rand, fn *term.Func, wants []*sorts.Sort, s *sorts.Sort, pl occurrence.Place, depth, root int) *term.Term {
	args := make([]*term.Term, len(wants))
	rooted := false
	for i, want := range wants {
		if i == root {
			args[i] = x.Build.Pool.PickRooted(r, want, pl)
		} else {
			args[i] = x.argument(r, want, pl, depth)
		}
		if args[i] == nil {
			return nil
		}
		rooted = rooted || x.Build.Pool.Symbolic(args[i])
	}
	if !rooted && !x.root(r, args, pl, depth) {
		return nil
	}
	t, err := x.Build.Store.App(fn, args...)
	if err != nil || t.Sort() != s {
		return nil
	}
	return t
}

// root replaces one of the arguments by a term with a symbol; ok is false when there is none.
func (x *Rooted) root(r *rng.Rand, args []*term.Term, pl occurrence.Place, depth int) (ok bool) {
	from := r.IntN(max(1, len(args)))
	for i := range args {
		a := &args[(from+i)%len(args)]
		t := x.Build.Pool.PickRooted(r, (*a).Sort(), pl)
		if t == nil {
			t = x.bridge(r, (*a).Sort(), pl, depth)
		}
		if t != nil {
			*a = t
			return true
		}
	}
	return false
}

// argument returns an expression of sort s: usually one of the pool, in one case of eight a literal. Truth values are exempt from the
// latter: they make whole formulas trivial.
func (x *Rooted) argument(r *rng.Rand, s *sorts.Sort, pl occurrence.Place, depth int) *term.Term {
	if s != sorts.Bool && r.IntN(8) == 0 {
		if l := x.value(r, s, pl); l != nil {
			return l
		}
	}
	if t := x.Build.Pool.Pick(r, s, pl, nil); t != nil {
		// The smaller of two: mutants grow with what they are made from. But terms without symbols of the script do not become more frequent.
		if u := x.Build.Pool.Pick(r, s, pl, t); u != nil && u.Size() < t.Size() && x.Build.Pool.Symbolic(u) {
			return u
		}
		return t
	}
	if r.IntN(4) > 0 {
		if t := x.bridge(r, s, pl, depth); t != nil {
			return t
		}
	}
	if s == sorts.RoundingMode {
		return x.Build.Literal(r, s, pl)
	}
	return x.value(r, s, pl)
}

func (x *Rooted) value(r *rng.Rand, s *sorts.Sort, pl occurrence.Place) *term.Term {
	if x.Value == nil {
		return nil
	}
	return x.Value(r, s, pl)
}

// bridge returns a term of sort s over one of another sort that the pool has, nil when chance hits none.
func (x *Rooted) bridge(r *rng.Rand, s *sorts.Sort, pl occurrence.Place, depth int) *term.Term {
	if depth == 0 || !x.Build.Catalog.Sorts.Has(s) {
		return nil
	}
	rows := x.of(s).special
	if len(rows) == 0 {
		return nil
	}
	for range bridgeTries {
		row := rng.Pick(r, rows)
		fn, wants := x.Build.shape(r, row, s, len(row.Args))
		if fn == nil || !tame(row, fn) {
			continue
		}
		if i := x.pier(r, wants, s, pl); i >= 0 {
			if t := x.fill(r, fn, wants, s, pl, depth-1, i); t != nil {
				return t
			}
		}
	}
	return nil
}

// pier returns a random argument whose sort is not s and for which the pool has a rooted term, -1 when there is none.
func (x *Rooted) pier(r *rng.Rand, wants []*sorts.Sort, s *sorts.Sort, pl occurrence.Place) int {
	from := r.IntN(len(wants))
	for i := range wants {
		k := (from + i) % len(wants)
		if want := wants[k]; want != s && want != sorts.Bool && x.Build.Pool.PickRooted(r, want, pl) != nil {
			return k
		}
	}
	return -1
}
