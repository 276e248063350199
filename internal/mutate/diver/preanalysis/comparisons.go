package preanalysis

import (
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// less is the rule of the chainable comparisons. An argument has to lie between its neighbours, or outside of them; where two other
// arguments break the chain it is irrelevant.
func less(a *Application) {
	name := a.Term.Func().Row.Name
	strict, down := name == "<" || name == ">", name[0] == '>'
	yes, no := a.Want.Has(value.True), a.Want.Has(value.False)
	broken, open := 0, 0 // pairs of neighbours
	for i := range a.Args[1:] {
		switch a.pair(i, strict, down) {
		case breaks:
			broken++
		case unknown:
			open++
		}
	}
	for i := range a.Args {
		others, unknowns := broken, open
		for _, j := range [2]int{i - 1, i} { // the pairs that i is in
			if j < 0 || j == len(a.Args)-1 {
				continue
			}
			switch a.pair(j, strict, down) {
			case breaks:
				others--
			case unknown:
				unknowns--
			}
		}
		lo, hi, missing := a.neighbours(i, strict)
		if down {
			lo, hi = hi, lo
		}
		may := yes && unknowns == 0 && !missing // the chain can hold
		switch p := (abstract.Interval{Lo: lo, Hi: hi}); {
		case others > 0 && no:
			a.Sets[i] = abstract.Irrelevant(a.Sort(i))
		case others > 0: // the result is not wanted
		case may && no:
			a.Sets[i] = abstract.Any(a.Sort(i))
		case may:
			a.Sets[i] = abstract.Between(a.Sort(i), p)
		case no:
			a.Sets[i] = outside(a.Sort(i), p)
		}
	}
}

// outside returns the numbers that are not in an interval.
func outside(s *sorts.Sort, p abstract.Interval) abstract.Set {
	below := abstract.Interval{Hi: abstract.End{At: p.Lo.At, Open: !p.Lo.Open}}
	above := abstract.Interval{Lo: abstract.End{At: p.Hi.At, Open: !p.Hi.Open}}
	switch lo, hi := p.Lo.Bounded(), p.Hi.Bounded(); {
	case lo && hi:
		return abstract.Numbers(s, below, above)
	case lo:
		return abstract.Between(s, below)
	case hi:
		return abstract.Between(s, above)
	}
	return abstract.Nothing(s)
}

// order is how two neighbours in a chain compare.
type order uint8

const (
	holds order = iota
	breaks
	unknown
)

// pair compares the arguments i and i+1.
func (a *Application) pair(i int, strict, down bool) order {
	x, y := a.Args[i], a.Args[i+1]
	switch {
	case x.IsOpen() && y.IsOpen() && x.Unknown() == y.Unknown():
		if strict {
			return breaks
		}
		return holds
	case x.IsOpen() || y.IsOpen():
		return unknown
	}
	c := value.CompareNumbers(x, y)
	if down {
		c = -c
	}
	if c < 0 || c == 0 && !strict {
		return holds
	}
	return breaks
}

// neighbours returns the arguments before and after i as ends; missing says that one of them is open.
func (a *Application) neighbours(i int, strict bool) (before, behind abstract.End, missing bool) {
	if i > 0 {
		if v := a.Args[i-1]; v.IsOpen() {
			missing = true
		} else {
			before = abstract.End{At: v, Open: strict}
		}
	}
	if i < len(a.Args)-1 {
		if v := a.Args[i+1]; v.IsOpen() {
			missing = true
		} else {
			behind = abstract.End{At: v, Open: strict}
		}
	}
	return before, behind, missing
}
