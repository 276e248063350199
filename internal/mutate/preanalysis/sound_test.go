package preanalysis

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/assay-smt/assay/internal/abstract"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/internal/testdepth"
	"github.com/assay-smt/assay/smt/algebraic"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

// bench makes applications of operators to constants, and evaluates them with any values.
type bench struct {
	st *term.Store
	ev *eval.Evaluator
}

func newBench() *bench {
	st := term.NewStore(theory.Builtin())
	b := &bench{st: st}
	b.again()
	return b
}

// again takes a fresh evaluator: the budget of one does not last for a whole test.
func (b *bench) again() {
	dom := eval.New(b.st, nil, eval.Options{}).Domain()
	b.ev = eval.New(b.st, nil, eval.Options{Heed: eval.Division, Fill: eval.ZeroQuotients(dom)})
}

func (b *bench) constant(t testing.TB, name string, s *sorts.Sort) *term.Term {
	t.Helper()
	c, err := b.st.App(b.st.User(term.NewDecl(term.Declared, name, nil, s), nil))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// application applies an operator to fresh constants of the sorts.
func (b *bench) application(t testing.TB, op string, idx []int, args ...*sorts.Sort) *term.Term {
	t.Helper()
	cs := make([]*term.Term, len(args))
	for i, s := range args {
		cs[i] = b.constant(t, fmt.Sprintf("c%d", i), s)
	}
	app, _, err := b.st.Overload(b.st.Table.Lookup(op), idx, nil, cs)
	if err != nil {
		t.Fatalf("%s: %v", op, err)
	}
	return app
}

func rat(a, b int64) value.Value { return value.OfRat(big.NewRat(a, b)) }

// root returns the square root of two, an end that is not rational.
func root(t testing.TB) value.Value {
	n, err := algebraic.FromInt(2).NthRoot(2)
	if err != nil {
		t.Fatal(err)
	}
	return value.OfAlgebraic(n)
}

// samples are values of a sort that a set is tried with.
func samples(t testing.TB, s *sorts.Sort) []value.Value {
	var out []value.Value
	switch s {
	case sorts.Bool:
		return []value.Value{value.True, value.False}
	case sorts.Int:
		for n := range 60 {
			out = append(out, value.OfInt(int64(n-30)))
		}
		for _, n := range []int64{1 << 31, -1 << 31, 1<<63 - 1, -1 << 63} {
			out = append(out, value.OfInt(n), value.OfBig(new(big.Int).Mul(big.NewInt(n), big.NewInt(3))))
		}
	case sorts.Real:
		for n := range 100 {
			out = append(out, rat(int64(n-50), 4))
		}
		for n := range 20 {
			out = append(out, rat(int64(n-10), 3))
		}
		out = append(out, rat(1, 1<<40), rat(1<<40, 1), rat(-1<<40, 3), root(t), value.Neg(root(t)))
	default:
		t.Fatalf("no samples of %s", s)
	}
	return out
}

// randomValue returns a small value, now and then another one.
func randomValue(t testing.TB, r *rng.Rand, s *sorts.Sort) value.Value {
	switch s {
	case sorts.Int:
		if r.IntN(12) > 0 {
			return value.OfInt(int64(r.IntN(13) - 6))
		}
	case sorts.Real:
		if r.IntN(12) > 0 {
			return rat(int64(r.IntN(25)-12), int64(1+r.IntN(3)))
		}
	}
	return rng.Pick(r, samples(t, s))
}

// randomSet returns a set that holds the value.
func randomSet(t testing.TB, r *rng.Rand, s *sorts.Sort, v value.Value) abstract.Set {
	for {
		var set abstract.Set
		switch k := r.IntN(6); {
		case k == 0:
			set = abstract.Any(s)
		case k == 1 || s == sorts.Bool:
			set = abstract.Exactly(s, v)
		case k == 2 && s == sorts.Int:
			mod := value.OfInt(int64(1 + r.IntN(9)))
			set = abstract.Residues(mod, abstract.Interval{Lo: abstract.Closed(value.OfInt(int64(r.IntN(5)))), Hi: abstract.Closed(value.OfInt(int64(r.IntN(9))))},
				abstract.Point(rest(v, int64(mod.Clamp(1, 100)))))
		case k == 2 && s == sorts.Real:
			if set = abstract.Fractional(); value.IsInteger(v) {
				set = abstract.Integral()
			}
		case k == 3:
			set = abstract.Except(s, randomValue(t, r, s), randomValue(t, r, s))
		case s == sorts.Int || s == sorts.Real:
			var parts []abstract.Interval
			for range 1 + r.IntN(2) {
				parts = append(parts, randomInterval(t, r, s))
			}
			set = abstract.Numbers(s, parts...)
		default:
			set = abstract.OneOf(s, v, randomValue(t, r, s))
		}
		if set.Has(v) {
			return set
		}
	}
}

func randomInterval(t testing.TB, r *rng.Rand, s *sorts.Sort) abstract.Interval {
	end := func() abstract.End {
		if r.IntN(3) == 0 {
			return abstract.End{}
		}
		return abstract.End{At: randomValue(t, r, s), Open: r.Bool()}
	}
	return abstract.Interval{Lo: end(), Hi: end()}
}

// rules under test: the sorts of the arguments; complete says of each argument whether its set holds all values that it may, whatever
// is wanted. nil is all of them.
type ruleTest struct {
	op       string
	idx      []int
	args     []*sorts.Sort
	complete func(i int, a *Application) bool
}

func repeat(s *sorts.Sort, n int) []*sorts.Sort {
	out := make([]*sorts.Sort, n)
	for i := range out {
		out[i] = s
	}
	return out
}

// moduli reports whether all arguments but the first are other than zero: only then dividends have complete sets.
func moduli(i int, a *Application) bool { return i > 0 || a.nonzero() }

// plain reports whether what is wanted has a form that rules can take apart.
func plain(_ int, a *Application) bool {
	_, ok := abstract.Intervals(nil, a.Want)
	return ok || a.Want.Sort() == sorts.Bool
}

func both(all ...func(int, *Application) bool) func(int, *Application) bool {
	return func(i int, a *Application) bool {
		for _, f := range all {
			if !f(i, a) {
				return false
			}
		}
		return true
	}
}

func ruleTests() []ruleTest {
	b, n, r := sorts.Bool, sorts.Int, sorts.Real
	out := []ruleTest{
		{op: "not", args: repeat(b, 1)},
		{op: "ite", args: []*sorts.Sort{b, n, n}},
		{op: "ite", args: repeat(b, 3)},
		{op: "iff", args: repeat(b, 2)},
		{op: "abs", args: repeat(n, 1), complete: plain},
		{op: "abs", args: repeat(r, 1), complete: plain},
		{op: "-", args: repeat(n, 1)},
		{op: "-", args: repeat(r, 1)},
		{op: "to_real", args: repeat(n, 1)},
		{op: "to_int", args: repeat(r, 1), complete: plain},
		{op: "is_int", args: repeat(r, 1)},
		{op: "divisible", idx: []int{3}, args: repeat(n, 1)},
		{op: "divisible", idx: []int{1}, args: repeat(n, 1)},
		{op: "mod", args: repeat(n, 2), complete: both(moduli, plain, func(i int, a *Application) bool {
			return i == 0 || a.Args[0].Clamp(-64, 64) == a.Args[0].Clamp(-99, 99)
		})},
		{op: "div", args: repeat(n, 2), complete: both(moduli, plain)},
		{op: "div", args: repeat(n, 3), complete: func(i int, a *Application) bool { return i == 0 && a.nonzero() && plain(0, a) }},
		{op: "/", args: repeat(r, 2), complete: both(moduli, plain)},
		{op: "/", args: repeat(r, 3), complete: both(plain, func(_ int, a *Application) bool { return a.nonzero() })},
		{op: "at-most", idx: []int{1}, args: repeat(b, 3)},
		{op: "pbge", idx: []int{3, 1, 2}, args: repeat(b, 2)},
	}
	for _, k := range []int{2, 3, 4} {
		for _, op := range []string{"and", "or", "=>", "xor", "=", "distinct"} {
			out = append(out, ruleTest{op: op, args: repeat(b, k)})
		}
		for _, s := range []*sorts.Sort{n, r} {
			for _, op := range []string{"=", "distinct", "<", "<=", ">", ">="} {
				out = append(out, ruleTest{op: op, args: repeat(s, k)})
			}
			out = append(out, ruleTest{op: "+", args: repeat(s, k), complete: movable}, ruleTest{op: "-", args: repeat(s, k), complete: movable}, ruleTest{op: "*", args: repeat(s, k), complete: plain})
		}
	}
	return out
}

// movable reports whether a set can be moved by the sum of the other arguments.
func movable(i int, a *Application) bool {
	if _, ok := abstract.AsIntegral(a.Want); ok {
		return value.IsInteger(a.Try(i, a.zero(i)))
	}
	return true
}

// TestRules tries every rule on random arguments and sets: what a set holds keeps the value in the wanted set, and where the rule is
// complete, what it does not hold does not. 60 applications of each operator, 3,000 in a long run.
func TestRules(t *testing.T) {
	bench := newBench()
	for k, tt := range ruleTests() {
		t.Run(fmt.Sprint(tt.op, tt.idx, tt.args), func(t *testing.T) {
			r := rng.New(1).SplitN(uint64(k))
			app := bench.application(t, tt.op, tt.idx, tt.args...)
			if ruleOf(app.Func().Row) == nil && tt.args[0] != sorts.Bool {
				t.Fatal("there is no rule")
			}
			loose := 0
			for range testdepth.Sample(60, 3000) {
				bench.again()
				a := &Application{Term: app, Eval: bench.ev}
				for _, s := range tt.args {
					a.Args = append(a.Args, randomValue(t, r, s))
				}
				a.Value = bench.ev.Apply(app, a.Args)
				if !a.Value.IsKnown() {
					t.Fatalf("%v has no value", a.Args)
				}
				a.Want = randomSet(t, r, app.Sort(), a.Value)
				a.solve()
				for i := range a.Sets {
					whole := tt.complete == nil || tt.complete(i, a)
					if checkSet(t, r, a, i, whole) {
						loose++
					}
				}
			}
			if loose == 0 {
				t.Error("no set holds more than one value")
			}
		})
	}
}

// checkSet tries the set of argument i with samples, what it offers, and the argument itself. It reports whether other values than the argument's
// are in it.
func checkSet(t *testing.T, r *rng.Rand, a *Application, i int, complete bool) bool {
	t.Helper()
	set := a.Sets[i]
	if !set.Has(a.Args[i]) {
		t.Fatalf("%v, wanted %s: set %d is %s and does not hold %s", a.Args, a.Want, i, set, a.Args[i])
	}
	tried := samples(t, a.Sort(i))
	for range 8 {
		if v, ok := set.Pick(r, a.Args[i]); ok {
			if !set.Has(v) {
				t.Fatalf("%s offers %s, which it does not hold", set, v)
			}
			tried = append(tried, v)
		}
	}
	tried = append(tried, a.Args...)
	more := false
	for _, v := range tried {
		if v.Kind() != a.Args[i].Kind() {
			continue
		}
		got := a.Try(i, v)
		switch good := got.IsKnown() && a.Want.Has(got); {
		case set.Has(v) && !good:
			t.Fatalf("%s of %v, wanted %s: set %d is %s and holds %s, which gives %s", a.Term, a.Args, a.Want, i, set, v, got)
		case good && complete && !set.Has(v):
			t.Fatalf("%s of %v, wanted %s: set %d is %s and does not hold %s, which gives %s", a.Term, a.Args, a.Want, i, set, v, got)
		}
		more = more || set.Has(v) && value.Compare(v, a.Args[i]) != 0
	}
	if abstract.IsIrrelevant(set) {
		if got := a.Try(i, open); !got.IsKnown() || !a.Want.Has(got) {
			t.Fatalf("%s of %v, wanted %s: an open value for %d gives %s", a.Term, a.Args, a.Want, i, got)
		}
	}
	return more
}

// open is a value that is not known.
var open = value.OfUnknown(&value.Unknown{ID: -1, Reason: "test"})
