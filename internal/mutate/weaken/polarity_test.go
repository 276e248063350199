package weaken_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/weaken"
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

// logic builds formulas over Boolean variables.
type logic struct {
	t    interface{ Fatal(args ...any) }
	st   *term.Store
	vars []*term.Term // of sort Bool
}

func newLogic(t interface{ Fatal(args ...any) }, n int) *logic {
	l := &logic{t: t, st: term.NewStore(theory.Builtin())}
	for i := range n {
		l.vars = append(l.vars, l.st.NewVar(fmt.Sprintf("p%d", i), sorts.Bool))
	}
	return l
}

func (l *logic) op(name string, args ...*term.Term) *term.Term {
	t, _, err := l.st.Overload(l.st.Table.Lookup(name), nil, nil, args)
	if err != nil {
		l.t.Fatal(err)
	}
	return t
}

// valuations calls f with all values of the variables.
func (l *logic) valuations(f func(map[*term.Term]*term.Term)) {
	for k := range 1 << len(l.vars) {
		v := map[*term.Term]*term.Term{}
		for i, x := range l.vars {
			v[x] = l.op([]string{"false", "true"}[k>>i&1])
		}
		f(v)
	}
}

// holds evaluates a formula under values of its variables.
func (l *logic) holds(t *term.Term, v map[*term.Term]*term.Term) bool {
	s, err := l.st.Substitute(t, v)
	if err != nil {
		l.t.Fatal(err)
	}
	got := eval.New(l.st, nil, eval.Options{}).Term(s)
	if !got.IsTrue() && !got.IsFalse() {
		l.t.Fatal(fmt.Sprintf("%s is %v", s, got))
	}
	return got.IsTrue()
}

// implies reports whether q holds wherever p does.
func (l *logic) implies(p, q *term.Term) bool {
	ok := true
	l.valuations(func(v map[*term.Term]*term.Term) { ok = ok && (!l.holds(p, v) || l.holds(q, v)) })
	return ok
}

// paths calls f for all occurrences of formulas in t.
func paths(t *term.Term, at term.Path, f func(term.Path)) {
	f(at)
	for i, a := range t.Args() {
		if a.Sort() == sorts.Bool {
			paths(a, append(at[:len(at):len(at)], i), f)
		}
	}
}

// formulas returns all formulas of a depth over the given parts.
func (l *logic) formulas(parts []*term.Term, depth int) []*term.Term {
	out := parts
	for range depth {
		var next []*term.Term
		for _, p := range out {
			next = append(next, l.op("not", p))
			if q, err := l.st.Quant(term.Exists, l.vars[:1], p); err == nil {
				next = append(next, q)
			}
			for _, q := range out {
				for _, name := range []string{"and", "or", "=>", "xor", "=", "distinct"} {
					next = append(next, l.op(name, p, q))
				}
				next = append(next, l.op("ite", p, q, parts[0]), l.op("ite", parts[0], p, q), l.op("=>", p, parts[0], q))
			}
		}
		out = append(parts, next...)
	}
	return out
}

// Polarity is right for all small formulas: replacing an occurrence of positive polarity by a weaker formula weakens the whole, and
// replacing one of negative polarity strengthens it. Where the polarity is reported as ambiguous below a connective, it is: for some
// formulas, both fail.
func TestPolarity(t *testing.T) {
	l := newLogic(t, 2)
	extra := l.st.NewVar("weaker", sorts.Bool)
	seen := map[weaken.Polarity]int{}
	for _, f := range l.formulas(l.vars, 1) {
		for _, g := range []*term.Term{f, l.op("not", f), l.op("=>", f, l.vars[0]), l.op("xor", f, l.vars[1]), l.op("ite", f, f, l.op("not", f))} {
			paths(g, nil, func(p term.Path) {
				polarity := weaken.PolarityAt(g, p)
				seen[polarity]++
				weak, err := l.st.Replace(g, p, l.op("or", term.At(g, p), extra))
				if err != nil {
					t.Fatal(err)
				}
				all := &logic{t, l.st, append([]*term.Term{extra}, l.vars...)}
				switch polarity {
				case weaken.Positive:
					if !all.implies(g, weak) {
						t.Errorf("%v in %s is reported as positive", p, g)
					}
				case weaken.Negative:
					if !all.implies(weak, g) {
						t.Errorf("%v in %s is reported as negative", p, g)
					}
				}
			})
		}
	}
	for _, p := range []weaken.Polarity{weaken.Positive, weaken.Negative, weaken.Ambiguous} {
		if seen[p] < 100 {
			t.Errorf("%d occurrences are %s", seen[p], p)
		}
	}
	for _, text := range []string{"xor", "=", "distinct"} {
		g := l.op(text, l.vars[0], l.vars[1])
		weak := l.op(text, l.op("or", l.vars[0], extra), l.vars[1])
		all := &logic{t, l.st, append([]*term.Term{extra}, l.vars...)}
		if all.implies(g, weak) || all.implies(weak, g) || weaken.PolarityAt(g, term.Path{0}) != weaken.Ambiguous {
			t.Errorf("below %s there is a polarity after all", text)
		}
	}
}

// The thesis needs a case for let: in (let ((x a)) (and (not x) x)), a is in an ambiguous position. This is not so here: what let names is
// shared, both occurrences have a polarity, and rules apply to one without the other.
func TestLet(t *testing.T) {
	s := read(t, "(set-info :status unsat)(declare-const i Int)(assert (let ((x (> i 0))) (and (not x) x)))(check-sat)")
	root := s.Script.Commands[2].Terms[0]
	if a, b := term.At(root, term.Path{0, 0}), term.At(root, term.Path{1}); a != b {
		t.Fatal("the two occurrences are not shared")
	}
	if weaken.PolarityAt(root, term.Path{0, 0}) != weaken.Negative || weaken.PolarityAt(root, term.Path{1}) != weaken.Positive {
		t.Error("wrong polarities")
	}
	src := prepare(t, engine(t, with(func(o *weaken.Options) { o.Walk, o.LeaveLogic = 1, 0 })), s, mutate.Env{})
	changed := map[string]bool{}
	for _, m := range chain(t, src, 1, 400) {
		step := m.Steps[0]
		if step.Before.String() == term.At(root, term.Path{1}).String() {
			changed[fmt.Sprint(step.Path)] = true
		}
	}
	if !changed["[0 0]"] || !changed["[1]"] {
		t.Errorf("changed only at %v", changed)
	}
}

// Every step of every walk is the implication that it is said to be, tried on all values of the constants: weaker where the seed is
// labelled sat, stronger where it is labelled unsat. Labels are wrong here on purpose: only the direction matters. A sample is the
// first 12 of 36 mutants of each seed.
func TestSteps(t *testing.T) {
	for _, decls := range []string{
		"(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)%s(assert (and (or p (not q) (xor p r)) (=> (and p q) (ite r p (= q r)))))",
		"(declare-const a (_ BitVec 2))(declare-const b (_ BitVec 2))(declare-const p Bool)%s(assert (or (and (bvult a b) p) (not (= (bvadd a b) #b01))))(assert (=> p (bvsle a b)))",
		"(declare-const a (_ BitVec 2))(declare-const p Bool)%s(assert (forall ((x (_ BitVec 2))) (=> (bvult x a) (or p (not (= x #b10))))))(assert (=> p (exists ((x (_ BitVec 2)) (b Bool)) (and b (bvugt x a)))))",
		"(declare-datatypes ((C 0)) (((red) (green) (mixed (part Bool)))))(declare-const c C)(declare-const d C)(declare-const p Bool)%s(assert (or (= c d) ((_ is mixed) c) (not (=> p (distinct c red d)))))",
		"(declare-const a (_ FloatingPoint 2 2))(declare-const b (_ FloatingPoint 2 2))%s(assert (or (fp.lt a b) (not (fp.leq b (fp.neg a))) (fp.isNaN a)))",
		"(declare-const m (Array (_ BitVec 1) Bool))(declare-const i (_ BitVec 1))(declare-const p Bool)%s(assert (or (select m i) (= m (store m i p)) (not (= (select m #b0) p))))",
	} {
		for _, label := range []string{"sat", "unsat"} {
			for _, o := range []weaken.Options{
				with(func(o *weaken.Options) { o.Walk, o.LeaveLogic = 12, 0 }),
				with(func(o *weaken.Options) { o.Walk, o.LeaveLogic, o.Connectives = 12, 0, weaken.ExpandConnectives }),
			} {
				s := read(t, fmt.Sprintf(decls, "(set-info :status "+label+")")+"(check-sat)")
				for k, m := range chain(t, prepare(t, engine(t, o), s, mutate.Env{}), 7, testdepth.Sample(12, 36)) {
					base, whole := assertion(t, m.Base), assertion(t, m.Script)
					if label == "unsat" {
						base, whole = whole, base
					}
					if values := refutation(t, m.Script, base, whole); values != "" {
						t.Fatalf("mutant %d: %v is not one (%s):\n%s", k, m.Steps[len(m.Steps)-1], values, m.Script)
					}
				}
			}
		}
	}
}

// refutation returns values of the constants of s for which p holds and q does not, "" when there are none. The standard leaves
// some values open: (fp.max +0 -0).
func refutation(t *testing.T, s *script.Script, p, q *term.Term) string {
	t.Helper()
	found := ""
	domains(t, s, func(m *model.Model, words string) bool {
		ev := eval.New(s.Store, m, eval.Options{})
		left, right := ev.Term(p), ev.Term(q)
		if left.IsUnsupported() || right.IsUnsupported() {
			t.Fatalf("%s: %v and %v", words, left, right)
		}
		if left.IsTrue() && right.IsFalse() {
			found = words
		}
		return found == ""
	})
	return found
}

// domains calls f with all interpretations of the constants of s, whose sorts are finite, until it returns false.
func domains(t *testing.T, s *script.Script, f func(*model.Model, string) bool) {
	t.Helper()
	var decls []*term.Decl
	for i := range s.Commands {
		if s.Commands[i].Kind == script.DeclareFun {
			decls = append(decls, s.Commands[i].Decls...)
		}
	}
	m := &model.Model{Script: s, Defs: map[*term.Decl]*model.Def{}}
	dom := eval.New(s.Store, m, eval.Options{}).Domain()
	var all func(k int, words string) bool
	all = func(k int, words string) bool {
		if k == len(decls) {
			return f(m, words)
		}
		d := decls[k]
		values, ok := dom.All(d.Result, 64)
		if !ok {
			t.Fatalf("%s has too many values", d.Result)
		}
		for _, v := range values {
			body, err := value.Term(s.Store, d.Result, v)
			if err != nil {
				t.Fatal(err)
			}
			m.Defs[d] = &model.Def{Body: body}
			if !all(k+1, fmt.Sprintf("%s%s = %s ", words, d.Text, body)) {
				return false
			}
		}
		return true
	}
	all(0, "")
}

// assertion returns the conjunction of what a script asserts.
func assertion(t *testing.T, s *script.Script) *term.Term {
	t.Helper()
	l := &logic{t: t, st: s.Store}
	out := l.op("true")
	for i := range s.Commands {
		if c := s.Commands[i]; c.Kind == script.Assert {
			out = l.op("and", out, c.Terms[0])
		}
	}
	return out
}

// Expanding is an equivalence, and leaves nothing ambiguous among connectives.
func TestExpand(t *testing.T) {
	rs, err := rules.Parse(theory.Builtin(), "r.rules", "(rule twice :params ((p Bool)) (<=> p (not (not p))))")
	if err != nil {
		t.Fatal(err)
	}
	e := engine(t, with(func(o *weaken.Options) { o.Rules, o.Connectives = rs, weaken.ExpandConnectives }))
	rapid.Check(t, func(rt *rapid.T) {
		text := "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)(assert " + formula(rt, 3) + ")(check-sat)"
		s := read(t, text)
		m := chain(t, prepare(t, e, s, mutate.Env{}), 1, 1)[0]
		before := read(t, text).Script
		after := read(t, m.Base.String()).Script
		both := read(t, fmt.Sprintf("(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)(assert (= %s %s))(check-sat)",
			before.Commands[3].Terms[0], after.Commands[3].Terms[0])).Script
		truth := (&logic{t: t, st: both.Store}).op("true")
		if values := refutation(t, both, truth, assertion(t, both)); values != "" {
			rt.Errorf("%s became\n%s, which differs for %s", text, m.Base, values)
		}
		paths(after.Commands[3].Terms[0], nil, func(p term.Path) {
			if weaken.PolarityAt(after.Commands[3].Terms[0], p) == weaken.Ambiguous {
				rt.Errorf("%v of %s has no polarity", p, after.Commands[3].Terms[0])
			}
		})
	})
}

// formula writes a random formula over p, q and r.
func formula(t *rapid.T, depth int) string {
	if depth == 0 {
		return rapid.SampledFrom([]string{"p", "q", "r", "true", "false"}).Draw(t, "atom")
	}
	sub := func() string { return formula(t, depth-1) }
	switch name := rapid.SampledFrom([]string{"not", "and", "=>", "xor", "=", "distinct", "ite", "exists", "=3", "xor3", "distinct3"}).Draw(t, "connective"); name {
	case "not":
		return "(not " + sub() + ")"
	case "ite":
		return "(ite " + sub() + " " + sub() + " " + sub() + ")"
	case "exists":
		return "(exists ((p Bool)) " + sub() + ")"
	case "=3", "xor3", "distinct3":
		return "(" + name[:len(name)-1] + " " + sub() + " " + sub() + " " + sub() + ")"
	default:
		return "(" + name + " " + sub() + " " + sub() + ")"
	}
}

// Every occurrence with a polarity is reached; those of shared formulas at any depth about as often as others.
func TestPlaces(t *testing.T) {
	text := "(set-info :status sat)(declare-const p Bool)(declare-const q Bool)(assert (or p (and q (or p (and q (or p (and q (or p (and q (not (=> p q)))))))))))(check-sat)"
	rs, err := rules.Parse(theory.Builtin(), "r.rules", "(rule twice :params ((p Bool)) (<=> p (not (not p))))")
	if err != nil {
		t.Fatal(err)
	}
	src := prepare(t, engine(t, with(func(o *weaken.Options) { o.Rules, o.Walk = rs, 1 })), read(t, text), mutate.Env{})
	var root *term.Term
	count := map[string]int{}
	const tries = 6000
	for _, m := range chain(t, src, 1, tries) {
		root = m.Base.Commands[2].Terms[0]
		count[fmt.Sprint(m.Steps[0].Path)]++
	}
	places := 0
	paths(root, nil, func(p term.Path) { places++ })
	paths(root, nil, func(p term.Path) {
		if n := count[fmt.Sprint(p)]; n < tries/places/2 || n > tries/places*2 {
			t.Errorf("%v was chosen %d times of %d, there are %d places", p, n, tries, places)
		}
	})
}

// Formulas whose tree is exponentially larger than what is stored take no more time than others.
func TestSharing(t *testing.T) {
	text := "(set-info :status sat)(declare-const p Bool)(declare-const q Bool)(define-fun f0 () Bool (or p q))"
	body := "(or p q)"
	for i := range 200 {
		body = fmt.Sprintf("(let ((x%d %s)) (and x%d (or x%d (not x%d))))", i, body, i, i, i)
	}
	src := prepare(t, engine(t, with(func(o *weaken.Options) { o.Walk = 100 })), read(t, text+"(assert "+body+")(check-sat)"), mutate.Env{})
	if n := len(chain(t, src, 1, 100)); n != 100 {
		t.Errorf("%d mutants", n)
	}
}
