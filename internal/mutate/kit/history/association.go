package history

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Operators returns the names of the operators of formulas, sorted, without connectives, equality and whatever else the core theory has: these are
// everywhere.
func Operators(formulas []*term.Term) []string {
	var out []string
	term.Walk(formulas, func(t *term.Term) bool {
		if f := t.Func(); f != nil && f.Row != nil && f.Row.Theory != core {
			out = append(out, f.Row.Name)
		}
		return true
	})
	slices.Sort(out)
	return slices.Compact(out)
}

const core = "core"

// Association draws operators that occurred together with those of a script. It is used by one goroutine at a time.
type Association struct {
	share   int
	weights map[string]int // how many formulas of the history have the operator, and another one of the script
	sums    []int
	rows    []*theory.Row
}

// Beside returns the association for a script with these formulas, to be used in share percent of the draws.
func (h *History) Beside(formulas []*term.Term, share int) *Association {
	a := &Association{share: share, weights: map[string]int{}}
	own := Operators(formulas)
	for i := range h.formulas {
		common := 0
		for _, o := range h.formulas[i].operators {
			if _, has := slices.BinarySearch(own, o); has {
				common++
			}
		}
		for _, o := range h.formulas[i].operators {
			others := common
			if _, has := slices.BinarySearch(own, o); has {
				others--
			}
			if others > 0 {
				a.weights[o]++
			}
		}
	}
	return a
}

// Pick chooses one of the rows by its weight. It returns nil in the other draws, and where none of the rows has a weight; without an association it
// draws nothing.
func (a *Association) Pick(r *rng.Rand, lists ...[]*theory.Row) *theory.Row {
	if a == nil || !r.Chance(a.share, 100) {
		return nil
	}
	a.rows, a.sums = a.rows[:0], a.sums[:0]
	total := 0
	for _, rows := range lists {
		for _, row := range rows {
			if w := a.weights[row.Name]; w > 0 && row.Theory != core {
				total += w
				a.rows, a.sums = append(a.rows, row), append(a.sums, total)
			}
		}
	}
	if total == 0 {
		return nil
	}
	x := r.IntN(total)
	k, found := slices.BinarySearch(a.sums, x)
	if found {
		k++ // row k has the weights from sums[k-1] on, below sums[k]
	}
	return a.rows[k]
}
