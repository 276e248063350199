package weaken

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// field is what applies to each assertion of the current script, with sums over groups of assertions: a step costs what its own
// assertion costs, and little for all others. Not safe for concurrent use.
type field struct {
	of       *applicabilities
	to       direction
	commands []int        // of the assertions
	seed     []*term.Term // the assertions of the seed
	roots    []*term.Term // those of the current script
	changed  []int        // the assertions that differ from the seed's, perhaps more than once
	groups   []group
	inside   set // scratch of applicable
	parts    []part
}

// group is groupSize consecutive assertions.
type group struct {
	inside set     // rules that apply to one of them
	places float64 // of all of them
}

const (
	groupSize = 64
	// fewAssertions is the number up to which a choice examines each assertion.
	fewAssertions = 4 * groupSize
	// throws is how often an assertion is chosen blindly among many before all are examined.
	throws = 64
)

func newField(o *applicabilities, to direction, seed *script.Script) *field {
	f := &field{of: o, to: to, inside: make(set, o.rules.setSize())}
	for i, c := range seed.Commands {
		if c.Kind == script.Assert {
			f.commands, f.seed = append(f.commands, i), append(f.seed, c.Terms[0])
		}
	}
	f.roots = slices.Clone(f.seed)
	f.groups = make([]group, (len(f.roots)+groupSize-1)/groupSize)
	for g := range f.groups {
		f.groups[g].inside = make(set, o.rules.setSize())
		f.sum(g)
	}
	return f
}

// members returns the assertions of a group.
func (f *field) members(g int) []*term.Term {
	return f.roots[g*groupSize : min((g+1)*groupSize, len(f.roots))]
}

// sum adds up a group.
func (f *field) sum(g int) {
	all := &f.groups[g]
	clear(all.inside)
	all.places = 0
	for _, t := range f.members(g) {
		l := f.of.of(t)
		all.inside.join(l.inside[f.to])
		all.places = min(all.places+l.places, maxPlaces)
	}
}

// set replaces an assertion.
func (f *field) set(command int, t *term.Term) {
	k, _ := slices.BinarySearch(f.commands, command)
	f.roots[k] = t
	f.changed = append(f.changed, k)
	f.sum(k / groupSize)
}

// reset goes back to the seed.
func (f *field) reset() {
	for _, k := range f.changed {
		f.roots[k] = f.seed[k]
	}
	for _, k := range f.changed {
		f.sum(k / groupSize)
	}
	f.changed = f.changed[:0]
}

// applicable returns the rules that apply somewhere. The set is valid until the next call.
func (f *field) applicable() set {
	clear(f.inside)
	for g := range f.groups {
		f.inside.join(f.groups[g].inside)
	}
	return f.inside
}

// command chooses an assertion inside which a rule applies, large ones more often; there must be one.
func (f *field) command(r *rng.Rand, rule int) int {
	if len(f.roots) > fewAssertions {
		if k := f.throw(r, rule); k >= 0 {
			return f.commands[k]
		}
	}
	f.parts = f.parts[:0]
	for g := range f.groups {
		if !f.groups[g].inside.has(rule) {
			continue
		}
		for i, t := range f.members(g) {
			if l := f.of.of(t); l.inside[f.to].has(rule) {
				f.parts = append(f.parts, part{g*groupSize + i, l.places})
			}
		}
	}
	return f.commands[choose(r, f.parts).index]
}

// throw chooses among all assertions of the groups in which the rule applies, until it hits one inside which it applies: each of
// those is then as likely as its weight says. It returns -1 when it hits none.
func (f *field) throw(r *rng.Rand, rule int) int {
	f.parts = f.parts[:0]
	for g := range f.groups {
		if f.groups[g].inside.has(rule) {
			f.parts = append(f.parts, part{g, f.groups[g].places})
		}
	}
	var within [groupSize]part
	for range throws {
		g := choose(r, f.parts).index
		members := within[:0]
		for i, t := range f.members(g) {
			members = append(members, part{g*groupSize + i, f.of.of(t).places})
		}
		if k := choose(r, members).index; f.of.of(f.roots[k]).inside[f.to].has(rule) {
			return k
		}
	}
	return -1
}
