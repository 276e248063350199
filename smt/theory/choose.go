package theory

import "github.com/assay-smt/assay/smt/sorts"

const (
	// maxChosen bounds the length of a list of sorts that ChooseLists makes up.
	maxChosen = 3
	// maxPicked bounds the number of positions that ChooseIndices makes up.
	maxPicked = 4
)

// indexTries is how often FitIndices guesses indices before it gives up.
const indexTries = 24

// MatchResult extends b by what the result sort determines. If that is not enough to fix all indices, it leaves b as it was and
// reports false.
func (r *Row) MatchResult(s *sorts.Sort, b *sorts.Binding) bool {
	trial := *b
	if !r.Result.Match(s, &trial) {
		return false
	}
	*b = trial
	return true
}

// FitIndices binds the indices of the head that b leaves open, so that the result has sort s and the row's conditions hold, including
// those of engines. It guesses all open ones but the last, up to the largest index bound but not above top; the last follows from the
// result. ok is false when it finds none.
func (r *Row) FitIndices(b *sorts.Binding, s *sorts.Sort, top int, pick func(n int) int) (ok bool) {
	most := 6
	for i := range r.IdxVars {
		if b.HasIdx(i) {
			most = max(most, b.Idx[i])
		}
	}
	most = min(most, top)
	for range indexTries {
		trial := *b
		r.ChooseIndices(&trial, pick)
		order := pick(max(1, r.HeadIdx))
		for k := range r.HeadIdx {
			i := (k + order) % r.HeadIdx
			if trial.HasIdx(i) || r.MatchResult(s, &trial) && trial.HasIdx(i) {
				continue
			}
			trial.SetIdx(i, pick(most+1))
		}
		if r.MatchResult(s, &trial) && r.usable(&trial) {
			*b = trial
			return true
		}
		if r.HeadIdx == 0 && r.HeadList == "" {
			return false
		}
	}
	return false
}

// usable reports whether the indices of the head are bound and all conditions hold.
func (r *Row) usable(b *sorts.Binding) bool {
	for i := range r.HeadIdx {
		if !b.HasIdx(i) || b.Idx[i] < 0 {
			return false
		}
	}
	for _, conds := range [...][]Cond{r.Where, r.Usual} {
		for i := range conds {
			if !conds[i].Holds(b) {
				return false
			}
		}
	}
	return true
}

// ChooseLists binds the lists of sorts that b leaves open: pick gives numbers below n, and elem sorts.
func (r *Row) ChooseLists(b *sorts.Binding, pick func(n int) int, elem func() *sorts.Sort) {
	for i := range r.ListVars {
		if _, ok := b.List(i); ok {
			continue
		}
		list := make([]*sorts.Sort, pick(maxChosen+1))
		var before []*sorts.Sort
		if i > 0 {
			before, _ = b.List(i - 1)
		}
		for k := range list {
			// Joins want components of one sort.
			if len(before) > 0 && pick(2) == 0 {
				list[k] = before[pick(len(before))]
			} else {
				list[k] = elem()
			}
		}
		b.SetList(i, list)
	}
}

// ChooseIndices binds, if it can, the list of indices of the head, or the position within a list, that b leaves open: the lists
// of sorts have to be bound.
func (r *Row) ChooseIndices(b *sorts.Binding, pick func(n int) int) {
	first, ok := b.List(0)
	if len(r.ListVars) == 0 || !ok {
		return
	}
	if r.HeadList == "" {
		if r.HeadIdx == 1 && !b.HasIdx(0) && len(first) > 0 {
			b.SetIdx(0, pick(len(first)))
		}
		return
	}
	if _, ok := b.Many(); ok {
		return
	}
	for i := range r.Where {
		if c := &r.Where[i]; len(c.Lists) == 2 {
			second, _ := b.List(c.Lists[1])
			b.SetMany(choosePairs(first, second, pick))
			return
		}
	}
	idx := []int{}
	if len(first) > 0 {
		for range pick(maxPicked + 1) {
			idx = append(idx, pick(len(first)))
		}
	}
	b.SetMany(idx)
}

// choosePairs returns pairs of positions of components of one sort. With several pairs, cvc5 1.0.3 and 1.4.2 compare the sorts of the
// first components, whatever the positions say, so there are several only where these are of one sort.
func choosePairs(xs, ys []*sorts.Sort, pick func(n int) int) []int {
	var pairs [][2]int
	for i, x := range xs {
		for k, y := range ys {
			if x == y {
				pairs = append(pairs, [2]int{i, k})
			}
		}
	}
	idx := []int{}
	most := 1
	if len(pairs) > 0 && xs[0] == ys[0] {
		most = maxPicked / 2
	}
	if len(pairs) > 0 {
		for range pick(most + 1) {
			p := pairs[pick(len(pairs))]
			idx = append(idx, p[0], p[1])
		}
	}
	return idx
}
