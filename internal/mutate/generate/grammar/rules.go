package grammar

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/theory"
)

// A rule is a production of the grammar: an operator over certain sorts.
type rule struct {
	row    *theory.Row
	kind   int
	idx    []int
	args   []sortID // as the row has them; associative operators can have more
	result sortID
	needs  sortSet
	form   form
	share  uint32 // among the rules that the row has for the result, in 1/64
	glue   bool   // only there to turn values into a formula
	id     int
}

// form is how the arguments of a rule are made.
type form uint8

const (
	plainForm form = iota
	// productForm has numbers for all factors but one, quotientForm nonzero numbers for all divisors: what linear logics allow.
	productForm
	quotientForm
	// differenceForm compares variables, or a difference of two with a number.
	differenceForm
)

const (
	// maxPerRow bounds the rules of one row of the table in a world.
	maxPerRow = 160
	// maxWidth bounds the invented indices.
	maxWidth = 256
	// drawsPerResult is how many choices of indices an operator gets for the same sorts.
	drawsPerResult = 3
)

// resolve makes the rules: every row that the logic and the solvers have, over the sorts of the world.
func (w *world) resolve(r *rng.Rand) {
	for _, row := range w.g.opts.Table.Rows() {
		f, ok := w.g.use(row)
		if !ok {
			continue
		}
		re := resolver{w: w, r: r, row: row, form: f, from: len(w.rules)}
		re.lists(&sorts.Binding{})
	}
}

// use returns the form in which the grammar has a row; ok is false when it does not have the row.
func (g *Grammar) use(row *theory.Row) (f form, ok bool) {
	l := &g.logic
	if row.NoGenerate != "" || !row.AvailableInAll(g.opts.Solvers) || !g.common.Takes(row) || !row.KnownUnder(g.opts.Logic, g.opts.Solvers) {
		return plainForm, false
	}
	if l.Difference {
		if comparesNumbers(row) {
			return differenceForm, true
		}
		return plainForm, l.Allows(row) && row.Theory == "core"
	}
	if l.Allows(row) {
		return plainForm, true
	}
	wide := *l
	wide.Nonlinear = true
	if !row.HasLinearUse() || !wide.Allows(row) {
		return plainForm, false
	}
	switch row.Name {
	case "*":
		return productForm, true
	case "div", "mod": // cvc4 does not even have these uses
		return quotientForm, !slices.ContainsFunc(g.opts.Solvers, func(s theory.Release) bool { return s.Name == "cvc4" })
	}
	return quotientForm, true
}

// comparesNumbers reports whether a row is a predicate on numbers that difference logics have. They have the unmarked rows of the
// number theories, in atoms of a certain form.
func comparesNumbers(row *theory.Row) bool {
	if row.Theory != "ints" && row.Theory != "reals" || row.Has("difference-free") || row.Has("nonlinear") || len(row.Args) != 2 {
		return false
	}
	return row.Result.Sort == sorts.Bool && row.Args[0].Sort != nil && row.Args[0].Sort == row.Args[1].Sort
}

// A resolver makes the rules of one row.
type resolver struct {
	w    *world
	r    *rng.Rand
	row  *theory.Row
	form form
	from int // the first rule of the row
	args []sortID
}

// lists continues with a few choices of the lists of sorts, for rows that have them and whose arguments do not determine everything.
func (re *resolver) lists(b *sorts.Binding) {
	if len(re.row.ListVars) == 0 || len(re.row.Args) > 0 {
		re.arguments(0, *b)
		return
	}
	for range drawsPerResult {
		trial := *b
		re.row.ChooseLists(&trial, re.r.IntN, func() *sorts.Sort { return re.w.sorts[re.r.IntN(len(re.w.sorts))] })
		re.arguments(0, trial)
	}
}

// arguments tries the sorts that argument i can have.
func (re *resolver) arguments(i int, b sorts.Binding) {
	if len(re.w.rules)-re.from >= maxPerRow {
		return
	}
	if i == len(re.row.Args) {
		re.results(b)
		return
	}
	p := &re.row.Args[i]
	if p.Form == sorts.At {
		re.row.ChooseIndices(&b, re.r.IntN)
	}
	if s, err := p.Instantiate(re.w.store, &b); err == nil {
		if id, ok := re.w.index[s]; ok && p.Match(s, &b) {
			re.args = append(re.args, id)
			re.arguments(i+1, b)
			re.args = re.args[:i]
		}
		return
	}
	// Starting at a random sort: a row with too many rules must not favour the first sorts.
	from := re.r.IntN(len(re.w.sorts))
	for k := range re.w.sorts {
		id := sortID((from + k) % len(re.w.sorts))
		trial := b
		if !p.Match(re.w.sorts[id], &trial) || p.Var >= 0 && !re.w.g.storable(re.w.sorts[id]) {
			continue
		}
		re.args = append(re.args, id)
		re.arguments(i+1, trial)
		re.args = re.args[:i]
	}
}

// storable reports whether terms of a sort may be arguments of polymorphic operators: only z3 has equality of regular
// expressions, and functions are compared only in higher-order logics.
func (g *Grammar) storable(s *sorts.Sort) bool {
	if s.Kind() == sorts.Func {
		return g.logic.HigherOrder
	}
	return s != sorts.RegLan || g.onlyZ3
}

// results makes the rules for the sorts that the result can have.
func (re *resolver) results(b sorts.Binding) {
	row := re.row
	if s, err := row.Result.Instantiate(re.w.store, &b); err == nil && row.HeadIdx == 0 && row.HeadList == "" {
		if id, ok := re.w.index[s]; ok && row.FitIndices(&b, s, maxWidth, re.r.IntN) {
			re.add(id, nil, &b)
		}
		return
	}
	if row.HeadList != "" {
		for range drawsPerResult {
			trial := b
			row.ChooseIndices(&trial, re.r.IntN)
			if s, err := row.Result.Instantiate(re.w.store, &trial); err == nil {
				if id, ok := re.w.index[s]; ok && row.FitIndices(&trial, s, maxWidth, re.r.IntN) {
					re.add(id, slices.Clone(row.BoundIndices(&trial)), &trial)
				}
			}
		}
		return
	}
	for id, s := range re.w.sorts {
		if row.Result.Sort != nil && row.Result.Sort != s || row.Result.Var < 0 && row.Result.Kind != s.Kind() {
			continue
		}
		for range drawsPerResult {
			trial := b
			if !row.FitIndices(&trial, s, maxWidth, re.r.IntN) {
				break
			}
			re.add(sortID(id), slices.Clone(row.BoundIndices(&trial)), &trial)
			if !re.open(b, s) {
				break
			}
		}
	}
}

// open reports whether the result leaves some index open, so that several choices are worthwhile.
func (re *resolver) open(b sorts.Binding, s *sorts.Sort) bool {
	re.row.MatchResult(s, &b)
	for i := range re.row.HeadIdx {
		if !b.HasIdx(i) {
			return true
		}
	}
	return false
}

func (re *resolver) add(result sortID, idx []int, b *sorts.Binding) {
	for i := range re.row.SortVars {
		if s := b.Sorts[i]; s != nil && !re.w.g.storable(s) && !re.row.Has("higher-order") {
			return
		}
	}
	if re.w.g.logic.Difference && re.form == plainForm && re.mentionsNumbers(result) {
		if name := re.row.Name; name != "=" && name != "distinct" {
			return
		}
		re.form = differenceForm
		defer func() { re.form = plainForm }()
	}
	rl := rule{
		row: re.row, kind: re.w.g.kinds[re.row.Name], idx: idx, args: slices.Clone(re.args), result: result, form: re.form, id: len(re.w.rules),
		needs: re.w.needs[result],
	}
	for _, a := range rl.args {
		rl.needs |= re.w.needs[a]
	}
	for i := re.from; i < len(re.w.rules); i++ {
		if o := &re.w.rules[i]; o.result == result && slices.Equal(o.args, rl.args) && slices.Equal(o.idx, rl.idx) {
			return
		}
	}
	re.w.rules = append(re.w.rules, rl)
}

// mentionsNumbers reports whether the rule being made takes or yields numbers.
func (re *resolver) mentionsNumbers(result sortID) bool {
	number := func(id sortID) bool { return re.w.sorts[id] == sorts.Int || re.w.sorts[id] == sorts.Real }
	return number(result) || slices.ContainsFunc(re.args, number)
}

// arrange sorts the rules by result, and divides a row's weight among its rules that make the same sort.
func (w *world) arrange() {
	w.making = make([][]*rule, len(w.sorts))
	count := map[*theory.Row][]uint32{}
	for i := range w.rules {
		rl := &w.rules[i]
		if count[rl.row] == nil {
			count[rl.row] = make([]uint32, len(w.sorts))
		}
		count[rl.row][rl.result]++
		w.making[rl.result] = append(w.making[rl.result], rl)
	}
	for i := range w.rules {
		rl := &w.rules[i]
		rl.share = 64
		if n := count[rl.row][rl.result]; rl.result != boolID && n > 1 {
			rl.share = max(64/n, 8)
		}
	}
}

// restricted returns the world with the rules of the wanted kinds, and those that turn into formulas the values that only the
// wanted kinds make.
func (w *world) restricted(g *Grammar, wanted map[int]bool) *world {
	out := *w
	out.g, out.rules = g, nil
	var made, asserted sortSet
	for i := range w.rules {
		rl := &w.rules[i]
		if !wanted[rl.kind] {
			continue
		}
		out.rules = append(out.rules, *rl)
		made |= 1 << rl.result
		for _, a := range rl.args {
			if rl.result == boolID && rl.needs.within(w.needs[a]|1<<boolID) {
				asserted |= 1 << a
			}
		}
	}
	for id := range w.sorts {
		if s := sortID(id); s != boolID && made.has(s) && !asserted.has(s) {
			if p := w.predicate(s); p != nil {
				n := *p
				n.glue = true
				out.rules = append(out.rules, n)
			}
		}
	}
	for i := range out.rules {
		out.rules[i].id = i
	}
	out.arrange()
	return &out
}

// predicate returns a rule that turns values of a sort into a formula: equality if possible.
func (w *world) predicate(s sortID) *rule {
	var found *rule
	for _, rl := range w.making[boolID] {
		if !slices.Contains(rl.args, s) || rl.row.Name == "distinct" || rl.row.Name == "ite" {
			continue
		}
		if rl.row.Name == "=" {
			return rl
		}
		if found == nil {
			found = rl
		}
	}
	return found
}
