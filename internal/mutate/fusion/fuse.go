package fusion

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/values"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/fragment"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// source makes mutants of one pair of formulas.
type source struct {
	engine  *Engine
	problem *problem.Problem
	base    *script.Script // both formulas, unchanged
	first   int            // formulas of the first side
	names   [2]string
	status  smt.Status
	truth   mutate.Truth
	witness *interp.Interpretation // of both sides, nil where only labels vouch for them or when they are unsat
	asked   bool                   // there are solvers
	targets []mutate.Dialect
	inputs  [2]*inputs
	usable  [][]placed             // by function
	near    [][]placed             // those that fuse only constants, of sorts that the function names
	sorts   map[string]*sorts.Sort // the sorts of functions by their text, as sorts of the formulas
	taken   map[string]bool        // the names that the formulas declare
	holders holders
	counter counter
	widener fragment.Widener
	values  *values.Generator
	terms   int // in the store at the beginning
	made    int
	ending  mutate.Ending
	limit   *mutate.Limit
}

const (
	// attempts is how often a mutant is tried.
	attempts = 20
	// maxTerms ends a source whose store has grown too large.
	maxTerms = 300_000
	// maxOccurrences bounds how many occurrences of one constant are replaced.
	maxOccurrences = 8
)

// Next fuses one or more pairs of constants.
func (s *source) Next(r *rng.Rand) (mutate.Mutant, error) { return s.ending.Next(r, s.next) }

func (s *source) next(r *rng.Rand) (mutate.Mutant, error) {
	if s.problem.Store.Len() > s.terms+maxTerms {
		return mutate.Mutant{}, fmt.Errorf("%w: the chain has made %d terms", mutate.ErrExhausted, maxTerms)
	}
	for range attempts {
		m, ok, err := s.mutant(r)
		if err != nil || ok {
			return m, err
		}
	}
	return mutate.Mutant{}, fmt.Errorf("%w: no fusion found in %d tries", mutate.ErrExhausted, attempts)
}

// mutant is one attempt. ok is false when nothing was replaced, no logic allows it or its truth cannot be confirmed.
func (s *source) mutant(r *rng.Rand) (m mutate.Mutant, ok bool, err error) {
	b := &builder{source: s, rand: r, formulas: append([]*term.Term(nil), s.problem.Assertions...)}
	for range 1 + r.IntN(s.engine.opts.MaxFusions) {
		if err := b.fuse(s.pick(r)); err != nil {
			return m, false, err
		}
	}
	if b.replaced == 0 {
		return m, false, nil
	}
	if m.Script, ok, err = b.script(); err != nil || !ok || !s.limit.Allows(m.Script) {
		return m, false, err
	}
	m.Steps = []mutate.Step{{Engine: "fusion", Rule: s.status.String(), Summary: fmt.Sprintf("%s with %s: %s", s.names[0], s.names[1], strings.Join(b.summaries, "; "))}}
	m.Truth = s.truth
	if s.witness != nil {
		a := s.witness.And(b.fused)
		// All others are unchanged, hence still true.
		for _, i := range b.holders.in(nil, 0, len(b.formulas), b.changed) {
			switch v := a.Value(b.formulas[i]); {
			case v.IsFalse() && !b.tested:
				return m, false, fmt.Errorf("fusion: internal error: %s is false under the witness of both formulas; %s", b.formulas[i], strings.Join(b.summaries, "; "))
			case !v.IsTrue():
				return m, false, nil
			}
		}
		m.Truth = mutate.Truth{
			Status: smt.Sat, Witness: a.Witness(),
			Derivation: []string{fmt.Sprintf("the assertions are true under the %s of both formulas, with the fused constants as their functions say", s.witness.Name)},
		}
	}
	return m, true, nil
}

// nearShare is how often, in percent, a function is chosen whose sorts are those of constants on both sides, where there is one: functions
// for formulas and for every sort fit nearly everywhere.
const nearShare = 60

// pick chooses a function and where to place it.
func (s *source) pick(r *rng.Rand) placed {
	if len(s.near) > 0 && r.IntN(100) < nearShare {
		return rng.Pick(r, rng.Pick(r, s.near))
	}
	return rng.Pick(r, rng.Pick(r, s.usable))
}

// builder makes one mutant.
type builder struct {
	*source
	rand      *rng.Rand
	formulas  []*term.Term
	declare   []*script.Command
	fused     []interp.Constant // with their definitions
	equal     []*term.Term      // the equations of all fusions
	added     []*term.Term      // the terms that were added, which the logic must allow
	above     []*term.Term      // the terms around them
	summaries []string          // one for each fusion
	changed   []int32           // the formulas in which something was replaced
	replaced  int
	tested    bool // an inverse was used that no solver proved
}

// fuse chooses terms for a function's inputs and replaces occurrences of them.
func (b *builder) fuse(u placed) error {
	st := b.problem.Store
	a := application{builder: b, function: u, stand: map[*term.Decl]*term.Term{}, done: map[*term.Term]*term.Term{}}
	inputs := make([]*term.Term, len(u.inputs))
	for i, x := range u.inputs {
		sort, err := b.in(u, x.Result)
		if err != nil {
			return err
		}
		inputs[i] = b.inputs[i%2].pick(b.rand, sort)
		if slices.Contains(inputs[:i], inputs[i]) {
			return nil // a term with itself: the inverses hold, but nothing is fused
		}
		a.stand[x] = inputs[i]
	}
	for _, c := range u.constants {
		sort, err := b.in(u, c.Result)
		if err != nil {
			return err
		}
		t := constant(b, sort)
		if t == nil {
			return nil
		}
		a.stand[c] = t
	}
	sort, err := b.in(u, u.output.Result)
	if err != nil {
		return err
	}
	b.made++
	z := term.NewDecl(term.Declared, b.fresh(inputs), nil, sort)
	a.output = z
	zero, err := st.App(st.User(z, nil))
	if err != nil {
		return err
	}
	a.stand[u.output] = zero
	fused, err := a.of(u.fused, sort)
	if err != nil {
		return err
	}
	equations := []*term.Term{equal(st, zero, fused)}
	count := 0
	for i, x := range u.inputs {
		inverse := u.inverses[x]
		if inverse == nil {
			continue
		}
		if b.witness == nil && b.status == smt.Sat && b.asked && u.state[x] != Proved {
			continue // nothing else vouches for it
		}
		back, err := a.of(inverse, inputs[i].Sort())
		if err != nil {
			return err
		}
		self := a.stand[x]
		equations = append(equations, equal(st, self, back))
		n, err := b.replace(i%2, self, back)
		if err != nil {
			return err
		}
		count += n
		b.tested = b.tested || n > 0 && u.state[x] != Proved
	}
	if count == 0 {
		return nil
	}
	b.replaced += count
	b.fused = append(b.fused, interp.Constant{Decl: z, Body: fused})
	b.equal = append(b.equal, equations...)
	b.declare = append(b.declare, &script.Command{Kind: script.DeclareFun, Decls: []*term.Decl{z}})
	b.summaries = append(b.summaries, fmt.Sprintf("%s = %s (%s), %d replaced", z.Text, syntax.Clip(fused.String(), 80), u.function.Name, count))
	return nil
}

// fresh returns an unused name for a fused constant.
func (b *builder) fresh(inputs []*term.Term) string {
	stem := "fused"
	if isConst(inputs[0]) && isConst(inputs[1]) {
		if long := inputs[0].Func().Decl.Name + "_" + inputs[1].Func().Decl.Name + "_fused"; len(long) <= 60 {
			stem = long
		}
	}
	name := fmt.Sprintf("%s_%d", stem, b.made)
	for b.taken[name] || b.problem.Store.Table.Lookup(name) != nil {
		name += "_"
	}
	return name
}

// constant returns a random value of a sort for a function's constant.
func constant(b *builder, sort *sorts.Sort) *term.Term {
	st := b.problem.Store
	switch sort {
	case sorts.Int:
		return number(st, int64(b.rand.IntN(2001)-1000), sorts.Int)
	case sorts.Real:
		return number(st, int64(b.rand.IntN(2001)-1000), sorts.Real)
	case sorts.String:
		text := make([]byte, b.rand.IntN(21))
		for i := range text {
			text[i] = 'a' + byte(b.rand.IntN(26))
		}
		return st.Lit(syntax.String, syntax.Quote(string(text)), sort)
	}
	return b.values.Value(b.rand, sort)
}

// number returns an integer as a term of Int or Real.
func number(st *term.Store, n int64, s *sorts.Sort) *term.Term {
	text := fmt.Sprint(max(n, -n))
	if s == sorts.Real {
		text += ".0"
	}
	t := literal(st, text, s)
	if n >= 0 {
		return t
	}
	minus, _, err := st.Overload(st.Table.Lookup("-"), nil, nil, []*term.Term{t})
	if err != nil {
		return t
	}
	return minus
}

// literal returns a literal of Int, Real or a bit-vector sort.
func literal(st *term.Store, text string, s *sorts.Sort) *term.Term {
	kind := syntax.Symbol
	switch s {
	case sorts.Int:
		kind = syntax.Numeral
	case sorts.Real:
		kind = syntax.Decimal
	}
	return st.Lit(kind, text, s)
}

// equal returns (= a b), whose arguments have one sort.
func equal(st *term.Store, a, b *term.Term) *term.Term {
	t, _, err := st.Overload(st.Table.Lookup("="), nil, nil, []*term.Term{a, b})
	if err != nil || t == nil {
		panic(fmt.Sprintf("fusion: %s and %s cannot be equated: %v", a, b, err)) // their sorts were compared
	}
	return t
}

// replace puts a term in place of some occurrences of another in the formulas of a side, and returns how many.
func (b *builder) replace(side int, x, by *term.Term) (n int, err error) {
	from, to := 0, b.first
	if side == 1 {
		from, to = b.first, len(b.formulas)
	}
	if from == to {
		from, to = 0, len(b.formulas) // a formula fused with itself
	}
	count := &b.counter
	count.begin(x)
	hold := b.holders.in(x, from, to, b.changed)
	total := 0
	for _, i := range hold {
		total = min(total+count.of(b.formulas[i]), manyOccurrences)
	}
	if total == 0 {
		return 0, nil
	}
	wanted := 1 + b.rand.IntN(min(total, maxOccurrences))
	for range wanted {
		// Each occurrence is equally likely, so that formulas weigh as much as they hold.
		k := b.rand.IntN(total)
		for _, i := range hold {
			if k -= count.of(b.formulas[i]); k >= 0 {
				continue
			}
			path := count.path(b.rand, b.formulas[i])
			b.above = append(b.above, occurrence.Ancestors(b.formulas[i], path)...)
			changed, err := b.problem.Store.Replace(b.formulas[i], path, by)
			if err != nil {
				return n, err
			}
			// The new term may contain x itself; those occurrences are not replaced again.
			count.hide(changed, path)
			b.formulas[i] = changed
			b.changed = append(b.changed, i)
			b.added = append(b.added, by)
			n++
			total--
			break
		}
		if total == 0 {
			break
		}
	}
	return n, nil
}

// script assembles the mutant. ok is false when no logic allows the new terms.
func (b *builder) script() (s *script.Script, ok bool, err error) {
	commands := make([]*script.Command, 0, len(b.declare)+len(b.formulas)+len(b.equal)+2)
	commands = append(commands, b.declare...)
	if b.status == smt.Unsat {
		t, err := b.disjunction()
		if err != nil {
			return nil, false, err
		}
		commands = append(commands, problem.Assert(t))
		for _, e := range b.equal {
			commands = append(commands, problem.Assert(e))
		}
		b.added = append(b.added, b.equal...)
	} else {
		// What has not changed is the same command in all mutants.
		same := b.base.Commands[len(b.base.Commands)-1-len(b.formulas):]
		for i, t := range b.formulas {
			c := same[i]
			if c.Terms[0] != t {
				c = problem.Assert(t)
			}
			commands = append(commands, c)
		}
	}
	s = b.problem.Script(append(commands, check)...)
	last := len(s.Commands) - 1
	above := b.above
	for _, t := range b.added {
		if s, ok = b.widener.Widen(s, last, t, above); !ok {
			return nil, false, nil
		}
		above = nil // the logic allows them now, and so do wider ones
	}
	return s, true, nil
}

// disjunction returns the disjunction of the two sides.
func (b *builder) disjunction() (*term.Term, error) {
	one, err := b.problem.Conjunction(b.formulas[:b.first]...)
	if err != nil {
		return nil, err
	}
	if b.first == len(b.formulas) {
		return one, nil
	}
	other, err := b.problem.Conjunction(b.formulas[b.first:]...)
	if err != nil {
		return nil, err
	}
	return b.problem.Connect("or", one, other)
}

func compareVerdicts(a, b Verdict) int {
	return cmp.Or(cmp.Compare(len(a.Function), len(b.Function)), strings.Compare(a.Function, b.Function), strings.Compare(a.Sort, b.Sort), strings.Compare(a.Input, b.Input))
}
