package storm

import (
	"fmt"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// The shape of scripts that ask many times.
const (
	minChecks, maxChecks = 2, 8
	maxLevels            = 6
)

// sequence makes a script of push, pop, assertions and checks with a known answer to each. Some checks
// are under assumptions. In some scripts assertions have names, so that solvers can be asked for unsat cores.
func (s *source) sequence(r *rng.Rand) (mutate.Mutant, error) {
	q := &sequence{source: s, rand: r, named: r.Chance(1, 3), resets: r.Chance(1, 4)}
	q.levels = []level{{satisfied: 1<<len(s.assignments) - 1}}
	if q.named {
		q.names = newNamed(s.material.problem)
	}
	wanted := minChecks + r.IntN(maxChecks-minChecks+1)
	for steps := 0; len(q.truths) < wanted && steps < 20*wanted; steps++ {
		if err := q.step(); err != nil {
			return mutate.Mutant{}, err
		}
	}
	if len(q.truths) < minChecks {
		return s.instance(r)
	}
	rule := "sequence"
	if q.reset {
		rule = "sequence with resets"
	}
	m := mutate.Mutant{Script: q.script(), Truths: q.truths, Steps: []mutate.Step{{
		Engine: Name, Rule: rule,
		Summary: fmt.Sprintf("%d checks over %d assertions of %s", len(q.truths), q.asserted, s.material.description()),
	}}}
	if ok, err := q.verify(m.Script); err != nil {
		return mutate.Mutant{}, err
	} else if !ok {
		return s.instance(r)
	}
	return m, nil
}

// sequence is a script under construction.
type sequence struct {
	*source
	rand          *rng.Rand
	named, resets bool // what the script may contain
	reset         bool // it contains a reset
	names         *named
	commands      []*script.Command
	levels        []level
	truths        []mutate.Truth
	witness       []int // the assignment that answers each check, -1 for unsat
	fresh         int   // assertions since the last check
	asserted      int
}

// level is the state between a push and its pop, lower levels included.
type level struct {
	satisfied uint16        // the assignments under which everything here is true
	unsat     *mutate.Truth // why it is unsat, nil while it is not
	pinned    bool          // a value rests on solvers' answers
	formulas  []*term.Term  // that were asserted on it
	guards    map[int]bool  // that were introduced on it
}

func (q *sequence) top() *level { return &q.levels[len(q.levels)-1] }

// step adds commands.
func (q *sequence) step() error {
	r := q.rand
	switch k := r.IntN(20); {
	case k < 8:
		return q.assert()
	case k < 11:
		if len(q.levels) <= maxLevels {
			q.push(1 + r.IntN(2))
		}
	case k < 13:
		if n := len(q.levels) - 1; n > 0 {
			q.pop(1 + r.IntN(min(n, 2)))
		}
	case k < 14:
		return q.contradict()
	case k < 16:
		return q.guard()
	case k < 17 && q.resets && len(q.truths) > 0:
		q.forget()
	case k < 19:
		return q.check()
	default:
		return q.assume()
	}
	return nil
}

func (q *sequence) add(c *script.Command) { q.commands = append(q.commands, c) }

// state asserts a formula, with a name where the script has names.
func (q *sequence) state(t *term.Term) error {
	l := q.top()
	l.formulas = append(l.formulas[:len(l.formulas):len(l.formulas)], t)
	q.fresh++
	q.asserted++
	if q.named {
		_, labelled, err := q.names.label(t)
		if err != nil {
			return err
		}
		t = labelled
	}
	q.add(problem.Assert(t))
	return nil
}

// assert states a formula that is true under one of the remaining assignments.
func (q *sequence) assert() error {
	l := q.top()
	i := q.one(l.satisfied)
	if i < 0 {
		return nil
	}
	f := q.choose(q.rand, i)
	if f == nil {
		return nil
	}
	t, err := q.stated(f, i)
	if err != nil {
		return err
	}
	holds := f.holds
	if f.holds&(1<<i) == 0 {
		holds = f.fails
	}
	l.satisfied &= holds
	l.pinned = l.pinned || f.pinned != 0
	return q.state(t)
}

// one chooses an assignment of the set, -1 when it is empty.
func (q *sequence) one(set uint16) int {
	var all []int
	for i := range q.assignments {
		if set&(1<<i) != 0 {
			all = append(all, i)
		}
	}
	if len(all) == 0 {
		return -1
	}
	return rng.Pick(q.rand, all)
}

func (q *sequence) push(n int) {
	q.add(&script.Command{Kind: script.Push, Arity: n})
	for range n {
		l := *q.top()
		l.formulas = l.formulas[:len(l.formulas):len(l.formulas)]
		guards := map[int]bool{}
		for g := range l.guards {
			guards[g] = true
		}
		l.guards = guards
		q.levels = append(q.levels, l)
	}
}

func (q *sequence) pop(n int) {
	q.add(&script.Command{Kind: script.Pop, Arity: n})
	q.levels = q.levels[:len(q.levels)-n]
	q.fresh++
}

func (q *sequence) forget() {
	q.reset = true
	q.add(&script.Command{Kind: script.ResetAssertions})
	q.levels = []level{{satisfied: 1<<len(q.assignments) - 1}}
	q.fresh++
}

// contradict makes the top level unsat, for as long as the level exists: by an unsat core, or by a formula and its negation
// in another form.
func (q *sequence) contradict() error {
	if len(q.levels) == 1 || q.top().unsat != nil {
		return nil // no pop would end it
	}
	l := q.top()
	l.satisfied = 0
	if q.core != nil && q.rand.Bool() {
		truth := q.core.truth()
		l.unsat = &truth
		for _, t := range q.core.formulas {
			if err := q.state(t); err != nil {
				return err
			}
		}
		return nil
	}
	f := q.pool.pick(q.rand, q.reference(q.rand), q.opts.Initial)
	if f == nil {
		return nil
	}
	l.unsat = &mutate.Truth{Status: smt.Unsat, Derivation: []string{"a formula is asserted, and its negation with negations moved inwards"}}
	denied, err := negation(q.material.problem.Store, f.term)
	if err != nil {
		return err
	}
	if err := q.state(f.term); err != nil {
		return err
	}
	return q.state(denied)
}

// guard asserts that a constant is equal to its formula.
func (q *sequence) guard() error {
	if len(q.guards.all) == 0 {
		return nil
	}
	k, l := q.rand.IntN(len(q.guards.all)), q.top()
	if l.guards[k] {
		return nil
	}
	if l.guards == nil {
		l.guards = map[int]bool{}
	}
	l.guards[k] = true
	return q.state(q.guards.all[k].defined)
}

// check adds a check-sat.
func (q *sequence) check() error {
	if q.fresh == 0 && q.rand.Chance(9, 10) {
		return nil // the same question twice in a row is interesting only now and then
	}
	q.answered(q.top().satisfied)
	q.add(check)
	return nil
}

// answered notes the truth of the next check, which the given assignments satisfy.
func (q *sequence) answered(satisfied uint16) {
	l := q.top()
	q.fresh = 0
	if l.unsat != nil {
		q.truths, q.witness = append(q.truths, *l.unsat), append(q.witness, -1)
		return
	}
	i := q.one(satisfied)
	q.truths, q.witness = append(q.truths, q.satisfied(q.guards.assignments[i], l.pinned)), append(q.witness, i)
}

// assume asks under assumptions: guards with their values in an assignment, or one guard against its formula, which is asserted.
func (q *sequence) assume() error {
	l := q.top()
	var known []int
	for k := range q.guards.all {
		if l.guards[k] {
			known = append(known, k)
		}
	}
	if len(known) == 0 {
		return nil
	}
	c := &script.Command{Kind: script.CheckSatAssuming}
	if l.unsat == nil {
		for _, k := range known {
			if g := &q.guards.all[k]; contains(l.formulas, g.formula) && q.rand.Bool() {
				not, err := q.not(g.constant)
				if err != nil {
					return err
				}
				c.Terms = []*term.Term{not}
				q.truths = append(q.truths, mutate.Truth{Status: smt.Unsat, Derivation: []string{"a constant that represents an assertion is assumed to be false"}})
				q.witness = append(q.witness, -1)
				q.fresh = 0
				q.add(c)
				return nil
			}
		}
	}
	i := q.one(l.satisfied)
	if i < 0 && l.unsat == nil {
		return nil
	}
	satisfied := l.satisfied
	for _, k := range known {
		if len(c.Terms) > 0 && q.rand.Bool() {
			continue
		}
		g := &q.guards.all[k]
		t, set := g.constant, g.holds
		if i >= 0 && g.fails&(1<<i) != 0 {
			var err error
			if t, err = q.not(t); err != nil {
				return err
			}
			set = g.fails
		}
		c.Terms = append(c.Terms, t)
		satisfied &= set
	}
	q.answered(satisfied)
	q.add(c)
	return nil
}

func contains(list []*term.Term, t *term.Term) bool {
	for _, x := range list {
		if x == t {
			return true
		}
	}
	return false
}

// script assembles options, declarations and commands.
func (q *sequence) script() *script.Script {
	var head []*script.Command
	if q.resets {
		head = append(head, option(":global-declarations"))
	}
	if q.named {
		head = append(head, option(question.Core.Option()), option(question.Assumptions.Option()))
	}
	out := q.material.problem.Script(append(append([]*script.Command(nil), q.guards.declare...), q.commands...)...)
	out.Commands = append(head, out.Commands...)
	return out
}

// verify evaluates the formulas of each check that is expected to be sat. ok is false when an evaluation is not conclusive.
func (q *sequence) verify(s *script.Script) (ok bool, err error) {
	for n, i := range q.witness {
		if i < 0 {
			continue
		}
		active, _ := s.Active(n)
		for _, a := range active {
			if ok, err := q.source.verify(q.guards.assignments[i], a.Term, len(q.truths[n].Derivation) > 1); err != nil || !ok {
				return false, err
			}
		}
	}
	return true, nil
}
