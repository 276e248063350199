// Package values makes random values of sorts, as closed terms. Most are corners, where operators change their behaviour.
// Each theory has its own file. The package knows no formulas and evaluates nothing.
package values

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Options say which values to make. The zero value asks for short literals that every dialect reads.
type Options struct {
	// Structured adds values that operators build or that only some dialects read: arrays, datatypes, tuples, bags, sequences and
	// sets with elements, regular expressions with operators, characters and elements of finite fields.
	Structured bool
	// Ranges adds re.range between two characters, and ConstArrays adds arrays that hold one value everywhere, to the unstructured values. Each is
	// for solvers that are known to read it.
	Ranges, ConstArrays bool
	// Rare is the percentage of basic values that are corners that make formulas long or hard: neighbours of powers of two and
	// ten, fractions, exponents at the ends of floating-point formats, texts of odd characters.
	Rare int
	// Repetitive prefers the first corners of a theory, so that two values of a sort are often equal.
	Repetitive bool
	// Spellings writes values in every form that the standard allows, instead of the shortest.
	Spellings bool
	// Datatypes are the datatypes that have values, by name.
	Datatypes map[string]*term.Datatype
	// Offer, when not nil, is called before a value is made, including a value inside another. It returns the value to use, or nil.
	// Sorts that a script declares without constructors have only the values that it offers.
	Offer func(r *rng.Rand, s *sorts.Sort) *term.Term
	// Base, when not nil, reports whether an array may hold a value at all other indices.
	Base func(*term.Term) bool
	// MaxDepth bounds how deep datatypes and collections nest where less depth suffices; 0 means DefaultMaxDepth.
	MaxDepth int
	// MaxValues bounds how many values make up a value, itself included and repetitions counted; 0 means DefaultMaxValues. Each
	// has few nodes of its own; offered values count once. A sort whose values are all larger has none.
	MaxValues int
}

// The usual bounds.
const (
	DefaultMaxDepth  = 4
	DefaultMaxValues = 10_000
)

// Generator makes values in one store. The same random number generator yields the same values. Not safe for concurrent use.
type Generator struct {
	store  *term.Store
	opts   Options
	domain value.Domain
	sizes  map[*sorts.Sort]int // see smallest
}

// New returns a generator of values that are terms of the store.
func New(st *term.Store, o Options) *Generator {
	if o.MaxDepth == 0 {
		o.MaxDepth = DefaultMaxDepth
	}
	if o.MaxValues == 0 {
		o.MaxValues = DefaultMaxValues
	}
	return &Generator{store: st, opts: o, domain: value.Domain{Sorts: st.Sorts, Datatypes: o.Datatypes}}
}

// Value returns a value of the sort, nil when it has none of the requested kind.
func (g *Generator) Value(r *rng.Rand, s *sorts.Sort) *term.Term {
	return g.value(r, s, budget{values: g.opts.MaxValues})
}

// value returns a value within a budget, nil when there is none.
func (g *Generator) value(r *rng.Rand, s *sorts.Sort, b budget) *term.Term {
	if g.opts.Offer != nil {
		if t := g.opts.Offer(r, s); t != nil {
			return t
		}
	}
	if b.values < 1 {
		return nil
	}
	switch s {
	case sorts.Bool:
		return g.nullary(r, "true", "false")
	case sorts.RoundingMode:
		return g.nullary(r, "RNE", "RNA", "RTP", "RTN", "RTZ")
	case sorts.Int:
		return g.integer(r)
	case sorts.Real:
		return g.real(r)
	case sorts.String:
		return g.text(r)
	case sorts.RegLan:
		return g.language(r, 0)
	}
	switch s.Kind() {
	case sorts.BitVec:
		return g.bits(r, s.Width())
	case sorts.Float:
		return g.float(r, s)
	case sorts.Applied:
		return g.collection(r, s, b)
	}
	if !g.opts.Structured {
		if s.Kind() == sorts.Array && g.opts.ConstArrays {
			return g.op("const", nil, s, g.value(r, s.Args()[1], b.inside(1)))
		}
		return nil
	}
	switch s.Kind() {
	case sorts.Array:
		return g.array(r, s, b)
	case sorts.User:
		return g.data(r, s, b)
	case sorts.Field:
		return g.fieldElement(r, s)
	}
	if s.Name() == "Unicode" {
		return g.op("Char", []int{Character(r)}, nil)
	}
	return nil
}

// rare decides whether a value should be one of the rare corners.
func (g *Generator) rare(r *rng.Rand) bool { return g.opts.Rare > 0 && r.Chance(g.opts.Rare, 100) }

// pick chooses a corner.
func (g *Generator) pick(r *rng.Rand, corners []string) string {
	if g.opts.Repetitive {
		return corners[r.IntN(1+r.IntN(1+r.IntN(len(corners))))]
	}
	return rng.Pick(r, corners)
}

// nullary applies one of the operators without arguments.
func (g *Generator) nullary(r *rng.Rand, names ...string) *term.Term {
	return g.op(rng.Pick(r, names), nil, nil)
}

// op applies the operator of that name that fits, qualified with as unless as is nil. It returns nil when no operator fits
// or an argument is nil.
func (g *Generator) op(name string, idx []int, as *sorts.Sort, args ...*term.Term) *term.Term {
	for _, a := range args {
		if a == nil {
			return nil
		}
	}
	t, _, err := g.store.Overload(g.store.Table.Lookup(name), idx, as, args)
	if err != nil {
		return nil
	}
	return t
}
