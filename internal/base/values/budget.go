package values

import "github.com/assay-smt/assay/smt/sorts"

// budget is what a value may cost.
type budget struct {
	values int // that it may consist of, itself included
	depth  int // how many values enclose it
}

// inside returns the budget of each of n values inside another one.
func (b budget) inside(n int) budget { return budget{(b.values - 1) / max(n, 1), b.depth + 1} }

const (
	// noValue is the size of sorts without values within any budget.
	noValue = 1 << 40
	// maxSorts bounds the field sorts that are followed: parametric datatypes can nest forever.
	maxSorts = 500
)

// smallest returns how many values make up the smallest value of a sort, itself included and repetitions counted.
func (g *Generator) smallest(s *sorts.Sort) int {
	if n, ok := g.sizes[s]; ok {
		return n
	}
	if g.sizes == nil {
		g.sizes = map[*sorts.Sort]int{}
	}
	g.sizes[s] = noValue
	reached := []*sorts.Sort{s}
	for i := 0; i < len(reached); i++ {
		for _, fields := range g.ways(reached[i]) {
			for _, f := range fields {
				if _, known := g.sizes[f]; !known && len(reached) < maxSorts {
					g.sizes[f] = noValue
					reached = append(reached, f)
				}
			}
		}
	}
	// Sizes only shrink, so this terminates; starting from the last sort, it mostly ends at once.
	for changed := true; changed; {
		changed = false
		for i := len(reached) - 1; i >= 0; i-- {
			for _, fields := range g.ways(reached[i]) {
				if n := g.total(fields); n < g.sizes[reached[i]] {
					g.sizes[reached[i]], changed = n, true
				}
			}
		}
	}
	return g.sizes[s]
}

// ways returns, for each minimal way to make a value of the sort, the sorts of the values that it holds.
func (g *Generator) ways(s *sorts.Sort) [][]*sorts.Sort {
	switch {
	case s.Kind() == sorts.Array:
		return [][]*sorts.Sort{s.Args()[1:]}
	case s.Kind() == sorts.Applied && s.Name() == "Tuple":
		return [][]*sorts.Sort{s.Args()}
	case s.Kind() == sorts.User && g.opts.Datatypes[s.Name()] != nil:
		var out [][]*sorts.Sort
		for _, c := range g.opts.Datatypes[s.Name()].Ctors {
			out = append(out, g.domain.Fields(c, s))
		}
		return out
	}
	return [][]*sorts.Sort{nil}
}

// total returns the size of the smallest value that holds values of these sorts.
func (g *Generator) total(fields []*sorts.Sort) int {
	n := 1
	for _, f := range fields {
		size, known := g.sizes[f]
		if !known {
			return noValue
		}
		n = min(n+size, noValue)
	}
	return n
}
