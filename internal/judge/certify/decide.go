package certify

import (
	"fmt"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Decide evaluates what check number check, from 0, asks about without any solver's model. The report's verdict is
//
//   - ModelFails when a formula is false whatever the declared symbols mean, and whatever the value is where the standard leaves
//     one open: the check is unsat;
//   - ModelHolds when all formulas are true under an interpretation that evaluation finds by itself, which the report has: the
//     check is sat. Of a formula without symbols that is every interpretation;
//   - ModelUnreadable, with the report's Fault, when the evaluator fails;
//   - NoModel otherwise.
//
// Values that top-level equations such as (= x 3) give constants are used, since every model agrees with them. Symbols that a formula does not need
// are left open; only when that decides nothing do they get the default values of their sorts. A nil formula (one that cannot be read) decides
// nothing, and neither does one that solvers read in different ways.
func (f *Formula) Decide(check int) oracle.ModelReport {
	return f.decide(check, bounds.decide)
}

// Refute is Decide without the search for an interpretation: it says as often that a check is unsat, and more rarely that one is sat.
func (f *Formula) Refute(check int) oracle.ModelReport {
	return f.decide(check, func(b bounds, m *model.Model) oracle.ModelReport {
		r, _ := b.refute(m)
		return r
	})
}

func (f *Formula) decide(check int, how func(bounds, *model.Model) oracle.ModelReport) (r oracle.ModelReport) {
	defer recovered(&r)
	if f == nil || f.ambiguous {
		return oracle.ModelReport{}
	}
	if _, ok := f.script.Active(check); !ok {
		return oracle.ModelReport{}
	}
	return how(f.bounds(), interpretsNothing(f.script, check))
}

// interpretsNothing returns a model in which all symbols are open.
func interpretsNothing(s *script.Script, check int) *model.Model {
	return &model.Model{Script: s, Check: check, Defs: map[*term.Decl]*model.Def{}}
}

// decide does the work of Decide on a model that interprets nothing, and enters what it finds into it.
func (b bounds) decide(m *model.Model) oracle.ModelReport {
	r, open := b.refute(m)
	if open == nil {
		return r
	}
	b.complete(m, open.Assumed)
	e, err := b.best(m)
	if err != nil || !e.Holds() {
		return oracle.ModelReport{}
	}
	return held(m, e)
}

// refute decides what is decided with all symbols open. The evaluation is nil, unless values for them may decide the rest.
func (b bounds) refute(m *model.Model) (oracle.ModelReport, *Evaluation) {
	open := eval.Options{Missing: eval.MissingOpen}
	e, err := b.evaluate(m, open)
	for round := 0; err == nil && round < maxRounds && again(m, round+1) && undecided(e) && b.force(m, e); round++ {
		e, err = b.evaluate(m, open)
	}
	if err != nil {
		return oracle.ModelReport{}, nil
	}
	if _, fails, _, _ := e.Count(); fails > 0 {
		return b.refuted(m, e), nil
	}
	if unmet(m.Script, m.Check) != nil || beyond(m.Script, m.Check) != "" {
		return oracle.ModelReport{}, nil
	}
	if e.Holds() {
		return held(m, e), nil
	}
	if e.TooLarge() {
		return oracle.ModelReport{}, nil
	}
	return oracle.ModelReport{}, e
}

// maxRounds bounds how often values that follow from equations are used to find further ones.
const maxRounds = 8

// againTerms is how many terms repeated evaluations of one formula may go through together. Each goes through all of them, beyond any budget of steps.
const againTerms = 500_000

// again reports whether a formula may be evaluated n times more: a large one is evaluated once, and what that leaves open stays open.
func again(m *model.Model, n int) bool { return n*m.Script.Store.Len() <= againTerms }

// undecided reports whether some formula is open and none is false.
func undecided(e *Evaluation) bool {
	_, fails, _, _ := e.Count()
	return fails == 0 && !e.Holds()
}

func (b bounds) refuted(m *model.Model, e *Evaluation) oracle.ModelReport {
	r := oracle.ModelReport{Verdict: oracle.ModelFails}
	r.Summary, r.Detail = e.fault()
	if len(m.Defs) > 0 {
		r.Text = model.Print(m)
	}
	return r
}

func held(m *model.Model, e *Evaluation) oracle.ModelReport {
	return oracle.ModelReport{Verdict: oracle.ModelHolds, Summary: e.completion(), Text: model.Print(m)}
}

// force enters the values that open formulas give constants in every model: from (= x t), where t has a value, and from x and (not x),
// alone or in a conjunction. It reports whether there were any.
func (b bounds) force(m *model.Model, e *Evaluation) bool {
	var ev *eval.Evaluator // nil until it is needed: most formulas give no constant a value
	worth := func(t *term.Term) value.Value {
		if ev == nil {
			ev = eval.New(m.Script.Store, m, b.options(m, eval.Options{Missing: eval.MissingOpen}))
		}
		return ev.Term(t)
	}
	before := len(m.Defs)
	for _, r := range e.Results {
		if r.Value.IsTrue() {
			continue
		}
		for _, t := range conjuncts(r.Term) {
			forced(m, t, worth)
		}
	}
	return len(m.Defs) > before
}

// forced enters the value that one formula gives a constant.
func forced(m *model.Model, t *term.Term, worth func(*term.Term) value.Value) {
	switch fn := t.Func(); {
	case fn.Is("=") && len(t.Args()) == 2:
		x, y := t.Args()[0], t.Args()[1]
		give(m, worth, x, y)
		give(m, worth, y, x)
	case fn.Is("not"):
		enter(m, constant(t.Args()[0]), value.False)
	default:
		enter(m, constant(t), value.True)
	}
}

// maxConjuncts bounds the conjuncts of one formula that are looked at.
const maxConjuncts = 10_000

// conjuncts takes a formula apart at its outer conjunctions.
func conjuncts(t *term.Term) []*term.Term {
	var out []*term.Term
	todo := []*term.Term{t}
	for len(todo) > 0 && len(out)+len(todo) < maxConjuncts {
		t := bare(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		if t.Kind() == term.App && t.Func().Is("and") {
			todo = append(todo, t.Args()...)
			continue
		}
		out = append(out, t)
	}
	return out
}

// constant returns the declared constant that a term is, nil for any other term.
func constant(t *term.Term) *term.Decl {
	t = bare(t)
	f := t.Func()
	if t.Kind() != term.App || f == nil || f.Kind != term.UserFunc || f.Decl == nil || f.Decl.Kind != term.Declared || len(t.Args()) > 0 {
		return nil
	}
	return f.Decl
}

// give enters the value of t for x when x is a constant without one.
func give(m *model.Model, worth func(*term.Term) value.Value, x, t *term.Term) {
	d := constant(x)
	if d == nil || m.Defs[d] != nil {
		return
	}
	if v := worth(t); v.IsKnown() {
		enter(m, d, v)
	}
}

// enter enters a value of a constant that has none. Values that no term denotes are left out.
func enter(m *model.Model, d *term.Decl, v value.Value) {
	if d == nil || m.Defs[d] != nil {
		return
	}
	if body, err := value.Term(m.Script.Store, d.Result, v); err == nil {
		m.Defs[d] = &model.Def{Body: body}
	}
}

// complete gives symbols the default values of their sorts, at all arguments. Those without a default stay open.
func (b bounds) complete(m *model.Model, symbols []*term.Decl) {
	st := m.Script.Store
	dom := eval.New(st, m, eval.Options{}).Domain()
	for _, d := range symbols {
		v, ok := dom.Default(d.Result)
		if !ok || m.Defs[d] != nil {
			continue
		}
		body, err := value.Term(st, d.Result, v)
		if err != nil {
			continue
		}
		def := &model.Def{Body: body}
		for i, s := range d.Params {
			def.Vars = append(def.Vars, st.NewVar(fmt.Sprintf("x%d", i+1), s))
		}
		m.Defs[d] = def
	}
	// The default of a sort without elements is a new element, which the model has to name.
	for s, u := range dom.Universes {
		if m.Universes == nil {
			m.Universes = map[*sorts.Sort]*model.Universe{}
		}
		if m.Universes[s] == nil {
			m.Universes[s] = &model.Universe{Elements: u.Elements}
		}
	}
}
