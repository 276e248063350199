package enumerate

import (
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// A claim is a question whose answer is known.
type claim struct {
	ask Ask
	// about has the operators that the answer depends on.
	about *term.Term
	// formulas are asserted, within the region of the batch if inside is set.
	formulas []*term.Term
	inside   bool
	truth    smt.Status
	// witness shows sat, nil for none.
	witness *model.Model
}

// asserted returns what a claim asserts.
func (l *Looker) asserted(c *claim) []*term.Term {
	if !c.inside {
		return c.formulas
	}
	return slices.Concat(l.guard, c.formulas)
}

// claims makes and settles what is asked about a batch in ways whose answers are known.
func (l *Looker) claims(ctx context.Context, all []subject) error {
	if len(all) == 0 {
		return nil
	}
	var together []claim
	for _, way := range l.claimants() {
		if !l.asks(way.ask) {
			continue
		}
		made, err := way.make(all)
		if err != nil {
			return err
		}
		for part := range slices.Chunk(made, way.batch) {
			if err := l.settle(ctx, part); err != nil {
				return err
			}
		}
		together = append(together, made...)
	}
	if l.asks(Push) {
		return l.push(ctx, together)
	}
	return nil
}

// A claimant makes claims, of which so many are asked about at once.
type claimant struct {
	ask   Ask
	make  func([]subject) ([]claim, error)
	batch int
}

func (l *Looker) claimants() []claimant {
	return []claimant{{Range, l.ranges, PerBatch}, {Near, l.near, PerBatch}, {Bound, l.bounds, PerBatch}, {Quantified, l.quantified, fewQuantified}}
}

// settle asks about claims in scripts of their own: those that are unsat together, since one answer is enough for all, the others one by one.
func (l *Looker) settle(ctx context.Context, all []claim) error {
	var inside, free []claim
	for i := range all {
		switch c := &all[i]; {
		case c.truth == smt.Sat:
			if err := l.satisfied(ctx, c); err != nil {
				return err
			}
		case c.inside:
			inside = append(inside, *c)
		default:
			free = append(free, *c)
		}
	}
	if err := l.refuted(ctx, l.guard, inside); err != nil {
		return err
	}
	return l.refuted(ctx, nil, free)
}

// satisfied asks about a claim that is sat, and for a model.
func (l *Looker) satisfied(ctx context.Context, c *claim) error {
	if l.givesUp(c.ask, 1) {
		return nil
	}
	asked := l.script(l.asserted(c)...)
	run, fails, err := l.modelled(ctx, asked)
	switch {
	case err != nil:
		return err
	case run.Answer() == smt.Sat && run.Crash == nil && !fails:
		l.count(c.ask, Tally{Asked: 1, Agreed: 1})
	case fails:
		l.count(c.ask, Tally{Asked: 1})
		l.suspect(c, asked, kind{class: oracle.OfModel()}, "a model that is none")
	case l.undecided(c.ask, &run):
		l.suspect(c, asked, kindOf(&run), said(&run))
	}
	return nil
}

// refuted asks whether one of some claims that are unsat is possible under a base, all at once, and searches where the answer is not unsat.
func (l *Looker) refuted(ctx context.Context, base []*term.Term, claims []claim) error {
	n := int64(len(claims))
	if n == 0 || l.givesUp(claims[0].ask, n) {
		return nil
	}
	formulas, times := slices.Concat(base, claims[0].formulas), 1
	if n > 1 {
		var each []*term.Term
		for i := range claims {
			f, err := l.all(claims[i].formulas)
			if err != nil {
				return err
			}
			each = append(each, f)
		}
		or, err := l.any(each)
		if err != nil {
			return err
		}
		formulas, times = append(slices.Clone(base), or), batchTime
	}
	asked := l.script(formulas...)
	run, err := l.answer(ctx, asked, times)
	if err != nil {
		return err
	}
	ask := claims[0].ask
	if run.Answer() == smt.Unsat && run.Crash == nil {
		l.count(ask, Tally{Asked: n, Agreed: n})
		return nil
	}
	if n > 1 && (run.Limit != solver.LimitNone || run.Answer() == smt.Unknown) {
		l.lost[ask]++
	}
	if run.Refused() && n > 1 && len(base) > 0 {
		if alone, err := l.answer(ctx, l.script(base...), 1); err != nil || alone.Refused() {
			l.count(ask, Tally{Asked: n, Refused: n})
			l.because("refused: " + alone.Reason)
			return err
		}
	}
	if n == 1 {
		if l.undecided(ask, &run) {
			l.suspect(&claims[0], asked, kindOf(&run), said(&run))
		}
		return nil
	}
	before := len(l.report.Suspects)
	for _, half := range [][]claim{claims[:n/2], claims[n/2:]} {
		if err := l.refuted(ctx, base, half); err != nil {
			return err
		}
	}
	if k := kindOf(&run); odd(&run) && !l.suspects(before, k.class) {
		l.count(ask, Tally{Asked: 1}) // the disjunction is a question of its own
		l.report.Suspects = append(l.report.Suspects, Suspect{
			Ask: ask, Script: l.text(asked), Truths: []smt.Status{smt.Unsat}, Operators: disjoined(claims), Together: len(claims), Looked: said(&run), kind: k,
		})
	}
	return nil
}

// disjoined returns the operators that the answer to a disjunction of claims depends on.
func disjoined(claims []claim) []string {
	var terms []*term.Term
	for i := range claims {
		terms = append(terms, claims[i].about)
	}
	out := append(operators(terms...), "or")
	slices.Sort(out)
	return slices.Compact(out)
}

// mostLost bounds the runs without an answer for the questions of a way in a batch: each may take all the time that it has.
const mostLost = 8

// givesUp reports whether a way to ask has had too many runs without an answer in the batch; then it counts n questions that are not asked.
func (l *Looker) givesUp(a Ask, n int64) bool {
	if l.lost[a] < mostLost {
		return false
	}
	l.count(a, Tally{Asked: n, Unknown: n})
	for range n {
		l.because("unknown: " + string(a) + ", not asked after others")
	}
	return true
}

// most claims that one process is asked between push and pop.
const mostPushed = 40

// push asks about claims in one process: those within the region under its restriction, then the others. Those with quantifiers, which
// have another logic, come after the rest of both.
func (l *Looker) push(ctx context.Context, all []claim) error {
	for _, quantified := range []bool{false, true} {
		for _, inside := range []bool{true, false} {
			var base []*term.Term
			if inside {
				base = l.guard
			}
			of := slices.DeleteFunc(slices.Clone(all), func(c claim) bool { return c.inside != inside || (c.ask == Quantified) != quantified })
			for part := range slices.Chunk(of, mostPushed) {
				if err := l.together(ctx, base, part); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// together asks about claims in one process.
func (l *Looker) together(ctx context.Context, base []*term.Term, claims []claim) error {
	if l.givesUp(Push, int64(len(claims))) {
		return nil
	}
	groups := make([][]*term.Term, len(claims))
	for i := range claims {
		groups[i] = claims[i].formulas
	}
	asked := l.pushed(base, groups)
	run, err := l.answer(ctx, asked, batchTime)
	if err != nil {
		return err
	}
	for i := range claims {
		c := &claims[i]
		switch {
		case i < len(run.Answers) && run.Answers[i] == c.truth:
			l.count(Push, Tally{Asked: 1, Agreed: 1})
		case i < len(run.Answers) && run.Answers[i] == smt.Unknown:
			l.count(Push, Tally{Asked: 1, Unknown: 1})
			l.because("unknown: " + string(Push))
		case i < len(run.Answers):
			l.count(Push, Tally{Asked: 1})
			l.pushSuspect(base, claims[:i+1], kind{class: oracle.OfAnswer(run.Answers[i])}, run.Answers[i].String())
			return l.rest(ctx, base, claims[i+1:])
		default:
			if l.undecided(Push, &run) {
				l.pushSuspect(base, claims[:i+1], kindOf(&run), said(&run))
			}
			return l.rest(ctx, base, claims[i+1:])
		}
	}
	if run.Crash != nil && len(claims) > 0 { // after all its answers
		l.count(Push, Tally{Asked: 1})
		l.pushSuspect(base, claims, kindOf(&run), said(&run))
	}
	return nil
}

// rest goes on behind a question that ended a process, or whose answer is wrong.
func (l *Looker) rest(ctx context.Context, base []*term.Term, claims []claim) error {
	if len(claims) == 0 {
		return nil
	}
	return l.together(ctx, base, claims)
}

// pushSuspect adds the script up to a question, the last of some claims, which is first asked alone.
func (l *Looker) pushSuspect(base []*term.Term, claims []claim, k kind, looked string) {
	groups := make([][]*term.Term, len(claims))
	truths := make([]smt.Status, len(claims))
	for i := range claims {
		groups[i], truths[i] = claims[i].formulas, claims[i].truth
	}
	c := &claims[len(claims)-1]
	alone := Suspect{Ask: c.ask, Script: l.text(l.script(l.asserted(c)...)), Truths: []smt.Status{c.truth}, Operators: operators(c.about), Looked: looked, kind: k}
	if c.witness != nil {
		alone.Witness = model.Print(c.witness)
	}
	l.report.Suspects = append(l.report.Suspects, Suspect{
		Ask: Push, Script: l.text(l.pushed(base, groups)), Truths: truths, Operators: alone.Operators, Looked: looked, Alone: &alone, kind: k,
	})
}

// all returns the conjunction of formulas, at least one.
func (l *Looker) all(formulas []*term.Term) (*term.Term, error) {
	if len(formulas) == 1 {
		return formulas[0], nil
	}
	return l.apply("and", formulas...)
}

// any returns the disjunction of formulas, at least one.
func (l *Looker) any(formulas []*term.Term) (*term.Term, error) {
	if len(formulas) == 1 {
		return formulas[0], nil
	}
	return l.apply("or", formulas...)
}

// mostWithin bounds the samples of a region.
const mostWithin = 36

// enclose chooses the region of a batch.
func (l *Looker) enclose() (err error) {
	if l.region, err = l.space.Region(l.random.Split("region"), mostWithin); err != nil {
		return err
	}
	l.guard, l.within = nil, nil
	for _, m := range l.region.Models {
		l.within = append(l.within, eval.New(l.space.Script.Store, m, eval.Options{Missing: eval.MissingOpen, Heed: eval.Division}))
	}
	for v := range l.region.Choices {
		x, err := l.variable(v)
		if err != nil {
			return err
		}
		f, err := l.restricted(x, v)
		if err != nil {
			return err
		}
		if f != nil {
			l.guard = append(l.guard, f)
		}
	}
	return nil
}

// variable returns variable number v of the space.
func (l *Looker) variable(v int) (*term.Term, error) {
	st := l.space.Script.Store
	return st.App(st.User(l.space.Variables[v], nil))
}

// restricted returns the formula that x has one of the values that the region has for variable v, nil where these are all of its sort.
func (l *Looker) restricted(x *term.Term, v int) (*term.Term, error) {
	choice := &l.region.Choices[v]
	if choice.Whole {
		return nil, nil
	}
	if last := len(choice.Values) - 1; choice.Interval && last > 0 {
		least, err := l.apply("<=", choice.Values[0], x)
		if err != nil {
			return nil, err
		}
		most, err := l.apply("<=", x, choice.Values[last])
		if err != nil {
			return nil, err
		}
		return l.apply("and", least, most)
	}
	var each []*term.Term
	for _, value := range choice.Values {
		f, err := l.equal(x, value)
		if err != nil {
			return nil, err
		}
		each = append(each, f)
	}
	return l.any(each)
}

// mostElements bounds the elements of an array that are compared one by one.
const mostElements = 4

// equal returns the formula that a term has a value. That of an array over few indices says so of each element: some solvers take no constant arrays.
func (l *Looker) equal(x, to *term.Term) (*term.Term, error) {
	st := l.space.Script.Store
	if x.Sort().Name() != "Array" {
		return l.apply("=", x, to)
	}
	domain := value.Domain{Sorts: st.Sorts}
	index, element := x.Sort().Args()[0], x.Sort().Args()[1]
	indices, few := domain.All(index, mostElements)
	v := l.evs[0].Term(to)
	if !few || !v.IsKnown() {
		return l.apply("=", x, to)
	}
	var each []*term.Term
	for _, i := range indices {
		at, err := value.Term(st, index, i)
		if err != nil {
			return nil, err
		}
		held, err := value.Term(st, element, v.Select(i))
		if err != nil {
			return nil, err
		}
		read, err := l.apply("select", x, at)
		if err != nil {
			return nil, err
		}
		f, err := l.apply("=", read, held)
		if err != nil {
			return nil, err
		}
		each = append(each, f)
	}
	return l.all(each)
}

// mostOpen bounds the samples of a region under which the value of a term is open.
const mostOpen = 12

// valuesWithin returns the values of a term under the samples of the region, and formulas that exclude those under which it is open, such as quotients by
// zero. There are no values where these are many.
func (l *Looker) valuesWithin(t *term.Term) (values []value.Value, closed []*term.Term, err error) {
	out := make([]value.Value, len(l.within))
	for i, ev := range l.within {
		if out[i] = ev.Term(t); out[i].IsKnown() {
			continue
		}
		if len(closed) == mostOpen {
			return nil, nil, nil
		}
		f, err := l.elsewhere(i)
		if err != nil {
			return nil, nil, err
		}
		closed = append(closed, f)
	}
	if len(closed) == len(out) {
		return nil, nil, nil
	}
	return out, closed, nil
}

// known returns those values that are.
func known(all []value.Value) []value.Value {
	return slices.DeleteFunc(slices.Clone(all), func(v value.Value) bool { return !v.IsKnown() })
}

// allKnown reports whether all values are.
func allKnown(all []value.Value) bool {
	return !slices.ContainsFunc(all, func(v value.Value) bool { return !v.IsKnown() })
}

// distinct returns values, each once, in order.
func distinct(all []value.Value) []value.Value {
	out := slices.Clone(all)
	slices.SortFunc(out, value.Compare)
	return slices.CompactFunc(out, func(a, b value.Value) bool { return value.Compare(a, b) == 0 })
}

// elsewhere returns the formula that the variables do not have their values under a sample of the region.
func (l *Looker) elsewhere(sample int) (*term.Term, error) {
	var each []*term.Term
	for v, t := range l.region.Values[sample] {
		x, err := l.variable(v)
		if err != nil {
			return nil, err
		}
		f, err := l.equal(x, t)
		if err != nil {
			return nil, err
		}
		each = append(each, f)
	}
	here, err := l.all(each)
	if err != nil {
		return nil, err
	}
	return l.apply("not", here)
}

// formula returns a formula for a term: itself, or that it equals the value that fewest samples of the region give it.
func (l *Looker) formula(t *term.Term, values []value.Value) (*term.Term, error) {
	if t.Sort() == sorts.Bool {
		return t, nil
	}
	return l.is(t, values[rarest(subject{values: values})])
}
