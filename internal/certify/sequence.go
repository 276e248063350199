package certify

import (
	"strings"

	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// A Sequence evaluates scripts of one store, each of which differs little from the one before, as the mutants of a chain do: what
// it knows of the formulas of one holds for the next under the same model. It evaluates the scripts' own terms, not what a solver read of
// them, so that it is no evidence: it serves to see quickly that nothing is wrong, and does not settle the rest. What it settles, a
// Formula of the script's text says too, unless that runs out of instances earlier, since it has quantifiers several times that are one
// term of the script. What it says of a script does not hang on the scripts before. Not safe for concurrent use; it adds terms to the store.
type Sequence struct {
	// Effort bounds the evaluation of each script.
	Effort Effort
	// Done ends evaluations when it is closed: they settle nothing then. nil never does.
	Done <-chan struct{}

	script *script.Script
	terms  int  // of the store at the beginning: what comes later must not decide how much is evaluated
	plain  bool // script is one that a sequence can evaluate
	steady bool // the values of its formulas do not depend on what was evaluated before: no function has a binder in its body
	calls  bool // it has functions with bodies, or binders
	active []script.Assertion
	frame  []*script.Command // the commands around the formulas, of which values depend on

	views    map[slot]*view
	read     map[string]*reading         // by family
	supports map[*term.Term][]*term.Decl // by formula
}

// reading is a model that was read.
type reading struct {
	text  string
	model *model.Model
}

// A slot is what one view at a time is for.
type slot struct {
	use    use
	family string // of the solver whose model it is
	round  int    // how often values that follow from equations were put to use
	fill   int    // the number of the filling, from 1; 0 for none
}

type use uint8

const (
	certifying use = iota // of a solver's model
	deciding              // without one, symbols open
	completing            // without one, with default values
)

// maxModelText bounds the bytes of a model that is read into the store of the scripts, where its terms stay.
const maxModelText = 1 << 16

// Follow goes on to a script of the store; text is what it was printed as. ok is false when the sequence can do nothing with it.
func (q *Sequence) Follow(s *script.Script, text []byte) (ok bool) {
	if s == q.script {
		return q.plain
	}
	if q.script != nil && q.script.Store != s.Store {
		q.forget()
	}
	if q.terms == 0 {
		q.terms = s.Store.Len()
	}
	q.script = s
	q.plain = q.look() && !strings.Contains(string(text), `\u{`)
	return q.plain
}

func (q *Sequence) forget() {
	q.views, q.read, q.supports, q.frame, q.terms = nil, nil, nil, nil, 0
}

// look takes a script apart. It reports whether it asks once, about all formulas at one level, and has no recursive definitions.
func (q *Sequence) look() bool {
	q.active = q.active[:0]
	q.steady, q.calls = true, false
	checks, same, at := 0, true, 0
	for i := range q.script.Commands {
		c := q.script.Commands[i]
		switch c.Kind {
		case script.Assert:
			if checks == 0 {
				q.active = append(q.active, script.Assertion{Command: i, Term: c.Terms[0]})
				q.calls = q.calls || c.Terms[0].HasBinder()
			}
			continue
		case script.CheckSat:
			checks++
			continue
		case script.Push, script.Pop, script.Reset, script.ResetAssertions, script.DefineRec, script.CheckSatAssuming, script.CheckSatUsing,
			script.Exit:
			if c.Kind == script.Exit && checks == 1 {
				continue
			}
			return false
		case script.DefineFun:
			q.calls = true
			for _, d := range c.Decls {
				q.steady = q.steady && (d.Body == nil || !d.Body.HasBinder())
			}
		case script.DeclareFun, script.SetLogic, script.DeclareSort, script.DefineSort, script.DeclareSortParameter, script.DeclareDatatypes:
		default:
			continue // nothing that formulas hang on
		}
		if same = same && at < len(q.frame) && alike(q.frame[at], c); !same {
			q.frame = append(q.frame[:at], c)
		}
		at++
	}
	if !same || at != len(q.frame) {
		q.frame = q.frame[:at]
		q.views, q.read = nil, nil
	}
	return checks == 1
}

// alike reports whether two commands declare the same.
func alike(a, b *script.Command) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind || a.Name != b.Name || a.Text != b.Text || len(a.Decls) != len(b.Decls) || len(a.Datas) != len(b.Datas) {
		return false
	}
	for i := range a.Decls {
		if a.Decls[i] != b.Decls[i] {
			return false
		}
	}
	for i := range a.Datas {
		if a.Datas[i] != b.Datas[i] {
			return false
		}
	}
	return true
}

// Model judges the model text that a solver of a family printed behind the check-sat. The verdict is ModelHolds, ModelOpen or
// ModelTooLarge when ok is true; nothing is settled otherwise.
func (q *Sequence) Model(text, family string) (v oracle.ModelVerdict, ok bool) {
	defer q.recovered(&v, &ok)
	if !q.plain || len(text) > maxModelText {
		return oracle.NoModel, false
	}
	m := q.modelOf(text, family)
	if m == nil {
		return oracle.NoModel, false
	}
	name := slot{use: certifying, family: family}
	e, ok := q.evaluate(name, m, eval.Options{Heed: eval.Division})
	if !ok || e.fails > 0 {
		return oracle.NoModel, false
	}
	if !e.holds && !e.spent && e.unspecified > 0 {
		if e.holds, ok = q.filled(name, m); !ok {
			return oracle.NoModel, false
		}
	}
	switch {
	case e.holds:
		return oracle.ModelHolds, true
	case e.tooLarge:
		return oracle.ModelTooLarge, true
	}
	return oracle.ModelOpen, true
}

// recovered settles nothing when the evaluation has a defect. It is to be deferred itself.
func (q *Sequence) recovered(v *oracle.ModelVerdict, ok *bool) {
	if p := recover(); p != nil {
		q.forget()
		*v, *ok = oracle.NoModel, false
	}
}

// modelOf reads a model, nil for what is none.
func (q *Sequence) modelOf(text, family string) *model.Model {
	known := q.read[family]
	if known != nil && known.text == text {
		return known.model
	}
	b := bounds{Effort: q.Effort, done: q.Done}
	m, err := model.Read(text, q.script, 0, b.reading("model", family))
	if err != nil {
		return nil
	}
	if q.read == nil {
		q.read = make(map[string]*reading)
	}
	q.read[family] = &reading{text: text, model: m}
	return m
}

// filled looks for results of divisions by zero that make all formulas true.
func (q *Sequence) filled(name slot, m *model.Model) (holds, ok bool) {
	dom := eval.New(q.script.Store, m, eval.Options{}).Domain()
	for i, f := range fillings {
		name.fill = i + 1
		e, ok := q.evaluate(name, m, eval.Options{Heed: eval.Division, Fill: f.fill(dom)})
		if !ok || e.holds {
			return e.holds, ok
		}
	}
	return false, true
}

// tally is what all formulas are worth together.
type tally struct {
	holds, tooLarge    bool
	spent              bool // a bound of work or memory was passed, so that nothing more is known
	fails, unspecified int
}

// evaluate evaluates all formulas under a model; ok is false when that is interrupted.
func (q *Sequence) evaluate(name slot, m *model.Model, o eval.Options) (e tally, ok bool) {
	v := q.view(name, m, o)
	if v.blows() {
		return v.blew, true
	}
	fresh := len(v.values) == 0 && v.spent == (spent{})
	e, ok = q.count(v)
	if !ok && !fresh && !v.interrupted() {
		// What was evaluated before may have taken what is missing now.
		v.turn(m, o, nil)
		e, ok = q.count(v)
	}
	if ok {
		return e, true
	}
	if v.interrupted() {
		delete(q.views, name)
		return e, false
	}
	blown := v.blown
	v.turn(m, o, nil)
	e.holds, e.tooLarge, e.spent = false, true, true
	v.blown, v.blew = blown, e
	return e, true
}

// count evaluates all formulas; ok is false when that passes a bound.
func (q *Sequence) count(v *view) (e tally, ok bool) {
	e.holds = true
	left := q.Effort.Instances
	for i := range q.active {
		r := v.value(q.active[i].Term, &left)
		if v.ev.Spent() {
			v.blown = v.blown[:0]
			for _, a := range q.active[:i+1] {
				v.blown = append(v.blown, a.Term)
			}
			return e, false
		}
		switch {
		case r.IsTrue():
			continue
		case r.IsFalse():
			e.fails++
		case r.IsTooLarge():
			e.tooLarge = true
		case !r.IsUnsupported():
			e.unspecified++
		}
		e.holds = false
	}
	return e, true
}

// options returns the options of an evaluation within the bounds. All evaluations of a view share them, so that one never goes
// further than it would on its own; where they do not reach, it is on its own.
func (q *Sequence) options(o eval.Options, m *model.Model) eval.Options {
	b := bounds{Effort: q.Effort, done: q.Done}
	o.Steps, o.Instances, o.Work, o.Bytes, o.Interrupted = q.Effort.Steps+2*q.terms, q.Effort.Instances, q.Effort.Work, q.Effort.Bytes, b.interrupted
	if q.steady && !q.calls && simple(m) {
		o.Steps = 0 // each term takes one step, which is always allowed
	}
	return o
}

// simple reports whether a model has nothing but values of constants.
func simple(m *model.Model) bool {
	for _, d := range m.Defs {
		if len(d.Vars) > 0 || d.Body.HasUser() {
			return false
		}
	}
	return len(m.Ops)+len(m.Selectors) == 0
}

// steady reports whether a model interprets symbols alone, and without binders.
func steady(m *model.Model) bool {
	for _, d := range m.Defs {
		if d.Rest != nil || d.Body.HasBinder() {
			return false
		}
	}
	return len(m.Ops)+len(m.Selectors)+len(m.Universes) == 0
}

// A view is what formulas are worth under one model, with one way to treat gaps.
type view struct {
	q      *Sequence
	ev     *eval.Evaluator
	model  *model.Model
	steady bool                 // the model has no binders, nor what belongs to no symbol
	values map[*term.Term]worth // of formulas
	spent  spent                // on them under the models before
	// blown are formulas that pass a bound when they are evaluated in this order, none before another.
	blown []*term.Term
	blew  tally // what is known of them
}

// blows reports whether the formulas begin with those that pass a bound.
func (v *view) blows() bool {
	if len(v.blown) == 0 || len(v.blown) > len(v.q.active) {
		return false
	}
	for i, t := range v.blown {
		if v.q.active[i].Term != t {
			return false
		}
	}
	return true
}

func (v *view) interrupted() bool { return bounds{done: v.q.Done}.interrupted() }

// spent is what evaluations took.
type spent struct {
	work, bytes int64
	steps       int
}

// worth is the value of a formula, and how it hangs on the instances of quantifiers that the formulas before have left for it.
type worth struct {
	value.Value
	eval.Instances
}

// value returns the value of a formula, and takes the instances that it needs from those that are left.
func (v *view) value(t *term.Term, left *int) value.Value {
	r, known := v.values[t]
	if !known || *left < r.Least || *left > r.Most {
		r.Value, r.Instances = v.ev.Apart(t, *left)
		v.values[t] = r
	}
	*left -= r.Taken
	return r.Value
}

// view returns the view of a name under a model. What was evaluated under the model before is kept as far as it does not hang
// on what differs.
func (q *Sequence) view(name slot, m *model.Model, o eval.Options) *view {
	v := q.views[name]
	switch {
	case v == nil:
		if q.views == nil {
			q.views = make(map[slot]*view)
		}
		v = &view{q: q, steady: steady(m), ev: eval.New(q.script.Store, m, q.options(o, m)), values: make(map[*term.Term]worth)}
		q.settle(v.ev)
		q.views[name] = v
	case v.model == m && q.steady && v.steady, v.model == m && v.blows():
	default:
		before := v.steady
		if v.steady = steady(m); q.steady && before && v.steady {
			if changed := changes(v.model, m); len(changed) > 0 {
				v.turn(m, o, func(t *term.Term) bool { return !q.hangs(t, changed) })
			}
			break
		}
		v.turn(m, o, nil)
	}
	v.model = m
	return v
}

// turn goes over to another model; keep says which formulas have the same value under it, nil for none.
func (v *view) turn(m *model.Model, o eval.Options, keep func(*term.Term) bool) {
	kept := make(map[*term.Term]worth, len(v.q.active))
	for i := range v.q.active {
		t := v.q.active[i].Term
		if r, known := v.values[t]; known && keep != nil && keep(t) {
			kept[t] = r
		}
	}
	work, bytes := v.ev.Used()
	v.spent = spent{v.spent.work + work, v.spent.bytes + bytes, v.spent.steps + v.ev.Steps()}
	if len(kept) == 0 {
		v.spent = spent{}
	}
	v.values, v.blown = kept, nil
	// What those took that are kept counts on.
	o = v.q.options(o, m)
	o.Work, o.Bytes = max(o.Work-v.spent.work, 1), max(o.Bytes-v.spent.bytes, 1)
	if o.Steps > 0 {
		o.Steps = max(o.Steps-v.spent.steps, 1)
	}
	v.ev = v.ev.Under(m, o)
	v.q.settle(v.ev)
}

// settle gives sorts without elements their defaults, which otherwise get one when a formula first needs it: quantifiers try elements
// that there are, and what they try must not hang on formulas before.
func (q *Sequence) settle(ev *eval.Evaluator) {
	if !q.calls {
		return
	}
	for i := range q.frame {
		for _, d := range q.frame[i].Decls {
			ev.Domain().Default(d.Result)
			for _, s := range d.Params {
				ev.Domain().Default(s)
			}
		}
	}
}

// changes returns the symbols that mean something else in one model than in the other.
func changes(a, b *model.Model) map[*term.Decl]bool {
	out := make(map[*term.Decl]bool)
	for d, x := range a.Defs {
		if y := b.Defs[d]; y == nil || !sameDef(x, y) {
			out[d] = true
		}
	}
	for d := range b.Defs {
		if a.Defs[d] == nil {
			out[d] = true
		}
	}
	return out
}

func sameDef(x, y *model.Def) bool {
	if len(x.Vars) == 0 || len(x.Vars) != len(y.Vars) {
		return len(x.Vars) == len(y.Vars) && x.Body == y.Body
	}
	return x == y || term.EqualUnder(x.Vars, y.Vars, x.Body, y.Body)
}

// hangs reports whether some of the symbols occur in a formula, or in what it calls.
func (q *Sequence) hangs(t *term.Term, symbols map[*term.Decl]bool) bool {
	all, known := q.supports[t]
	if !known {
		all = support(t)
		if q.supports == nil {
			q.supports = make(map[*term.Term][]*term.Decl)
		}
		q.supports[t] = all
	}
	for _, d := range all {
		if symbols[d] {
			return true
		}
	}
	return false
}

// support returns the symbols without a body in a formula, and in what it calls.
func support(t *term.Term) []*term.Decl {
	var out []*term.Decl
	seen := make(map[*term.Decl]bool)
	todo := []*term.Term{t}
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		term.Walk([]*term.Term{t}, func(t *term.Term) bool {
			f := t.Func()
			if f == nil || f.Decl == nil || seen[f.Decl] {
				return true
			}
			seen[f.Decl] = true
			if f.Decl.Body != nil {
				todo = append(todo, f.Decl.Body)
			} else {
				out = append(out, f.Decl)
			}
			return true
		})
	}
	return out
}
