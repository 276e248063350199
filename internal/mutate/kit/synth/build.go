package synth

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/values"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Builder makes terms at places of one script. Not safe for concurrent use.
type Builder struct {
	Catalog *Catalog
	Store   *term.Store
	Pool    *Pool
	// Literals allows values that the script does not hold.
	Literals bool

	values *values.Generator // of literals, made when the first is needed
	among  []*sorts.Sort     // sorts to choose from where a row leaves them open; nil: those of the pool that all targets have
	fit    []*sorts.Sort
	decls  []*term.Decl
}

// Operator returns a term of sort s headed by a random operator or declared function, its arguments
// taken from the pool; nil when the choice cannot be filled.
func (b *Builder) Operator(r *rng.Rand, s *sorts.Sort, pl occurrence.Place) *term.Term {
	specific, generic := b.Catalog.Producing(s)
	b.userFuncs(s, pl)
	n := len(specific) + len(generic) + len(b.decls)
	if n == 0 {
		return nil
	}
	switch i := r.IntN(n); {
	case i < len(specific):
		return b.Row(r, specific[i], s, pl)
	case i < len(specific)+len(generic):
		return b.Row(r, generic[i-len(specific)], s, pl)
	default:
		return b.user(r, b.decls[i-len(specific)-len(generic)], s, pl)
	}
}

// userFuncs collects the declared functions that yield s at the place, and the constructors whose testers do.
func (b *Builder) userFuncs(s *sorts.Sort, pl occurrence.Place) {
	b.decls = b.decls[:0]
	for _, d := range b.Pool.decls {
		if d.From < pl.Command && pl.Command < d.To && (d.Result == s && len(d.Params) > 0 || s == sorts.Bool && d.Kind == term.Constructor) {
			b.decls = append(b.decls, d)
		}
	}
}

func (b *Builder) user(r *rng.Rand, d *term.Decl, s *sorts.Sort, pl occurrence.Place) *term.Term {
	if d.Result != s { // only a constructor's tester gets here
		arg := b.Pool.Pick(r, d.Result, pl, nil)
		if arg == nil {
			return nil
		}
		return must(b.Store.App(b.Store.Func(term.Func{Kind: term.TesterFunc, Decl: d}), arg))
	}
	args := make([]*term.Term, len(d.Params))
	for i, p := range d.Params {
		if args[i] = b.argument(r, p, pl); args[i] == nil {
			return nil
		}
	}
	return must(b.Store.App(b.Store.User(d, nil), args...))
}

// argument returns an expression of sort s from the pool. It returns a literal when the pool has none, and otherwise in one
// case of eight. Truth values are exempt from the latter: they make whole formulas trivial.
func (b *Builder) argument(r *rng.Rand, s *sorts.Sort, pl occurrence.Place) *term.Term {
	if b.Literals && s != sorts.Bool && r.IntN(8) == 0 {
		if l := b.Literal(r, s, pl); l != nil {
			return l
		}
	}
	if t := b.Pool.Pick(r, s, pl, nil); t != nil {
		return t
	}
	if b.Literals || s == sorts.RoundingMode {
		return b.Literal(r, s, pl)
	}
	return nil
}

// Literal returns a random literal of sort s, nil when s has none or cannot be named at the place.
func (b *Builder) Literal(r *rng.Rand, s *sorts.Sort, pl occurrence.Place) *term.Term {
	if !b.Pool.names(s, pl) {
		return nil
	}
	if b.values == nil {
		b.values = values.New(b.Store, b.literals())
	}
	return b.values.Value(r, s)
}

// literals says which literals all targets read in the script: cvc5 has constant arrays only with --arrays-exp, and z3 knows them when the logic
// is ALL or not set.
func (b *Builder) literals() (o values.Options) {
	o.ConstArrays = b.Catalog.onlyZ3 && b.Pool.all
	for row := range b.Catalog.constArrays {
		o.ConstArrays = o.ConstArrays && !b.Pool.own.Shadow(row)
	}
	o.Ranges = len(b.Catalog.ranges) > 0 && !slices.ContainsFunc(b.Catalog.ranges, b.Pool.own.Shadow)
	return o
}

func must(t *term.Term, err error) *term.Term {
	if err != nil {
		return nil
	}
	return t
}

// Row returns a term of sort s headed by the row, nil when it cannot be filled.
func (b *Builder) Row(r *rng.Rand, row *theory.Row, s *sorts.Sort, pl occurrence.Place) *term.Term {
	n := len(row.Args)
	if row.Assoc != theory.None && !b.Catalog.binary {
		for n < 4 && r.IntN(4) == 0 {
			n++
		}
	}
	fn, wants := b.shape(r, row, s, n)
	if fn == nil {
		return nil
	}
	args := make([]*term.Term, n)
	for i, want := range wants {
		if args[i] = b.argument(r, want, pl); args[i] == nil {
			return nil
		}
	}
	t, err := b.Store.App(fn, args...)
	if err != nil || t.Sort() != s {
		return nil
	}
	return t
}

// shape returns the row as a function symbol that makes terms of sort s from n arguments, and the sorts of the arguments; what s
// leaves open is chosen at random. The symbol is nil when the row makes none, or the choice cannot be completed.
func (b *Builder) shape(r *rng.Rand, row *theory.Row, s *sorts.Sort, n int) (fn *term.Func, args []*sorts.Sort) {
	if b.Pool.own.Shadow(row) || row.Result.Var >= 0 && !b.Catalog.Storable(s) {
		return nil, nil
	}
	var bind sorts.Binding
	done := row.MatchResult(s, &bind)
	args = make([]*sorts.Sort, n)
	// Arguments of a sort that is a bare variable come last: the others say what it stands for.
	for _, bare := range [...]bool{false, true} {
		for i := range args {
			p := row.Param(i, n)
			if (p.Var >= 0) != bare {
				continue
			}
			if p.Form == sorts.At {
				row.ChooseIndices(&bind, r.IntN)
			}
			want := b.argSort(r, p, &bind)
			if want == nil || !p.Match(want, &bind) {
				return nil, nil
			}
			args[i] = want
			if !done {
				done = row.MatchResult(s, &bind)
			}
		}
	}
	if !row.FitIndices(&bind, s, maxWidth, r.IntN) {
		return nil, nil
	}
	var as *sorts.Sort
	if row.NeedsAs {
		as = s
	}
	return b.Store.Op(row, row.BoundIndices(&bind), as), args
}

// argSort chooses the sort of an argument: the only one if bind fixes it, otherwise one of the pool's; nil for one that a target lacks.
func (b *Builder) argSort(r *rng.Rand, p *sorts.Pattern, bind *sorts.Binding) *sorts.Sort {
	if s, err := p.Instantiate(b.Store.Sorts, bind); err == nil {
		if !b.Catalog.Sorts.Has(s) {
			return nil
		}
		return s
	}
	if p.Form == sorts.At {
		return nil // the index of a tuple without components
	}
	b.fit = b.fit[:0]
	among, known := b.among, b.among != nil
	if !known {
		among = b.Pool.Sorts()
	}
	for _, s := range among {
		trial := *bind
		if (known || b.Catalog.Sorts.Has(s)) && p.Match(s, &trial) && (p.Var < 0 || b.Catalog.Storable(s)) {
			b.fit = append(b.fit, s)
		}
	}
	if len(b.fit) == 0 {
		return nil
	}
	return rng.Pick(r, b.fit)
}

// maxWidth keeps the bit-vectors that mutation makes small enough for solvers to handle.
const maxWidth = 4096
