package proof

import (
	"fmt"
	"maps"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Limits bound the evaluation of all steps together.
type Limits struct {
	Steps     int   // terms evaluated
	Instances int   // of quantifiers
	Work      int64 // elementary operations, of about 10 ns
	Bytes     int64 // of values
}

// DefaultLimits are for a user who waits: at most about ten seconds and half a gigabyte.
var DefaultLimits = Limits{Steps: 10_000_000, Instances: 50_000, Work: 1 << 29, Bytes: 1 << 29}

// A Witness is an interpretation of a script's symbols. What the model leaves out has the default value of its sort. Not safe for
// concurrent use.
type Witness struct {
	model   *model.Model
	opts    eval.Options
	ev      *eval.Evaluator
	meaning map[*term.Decl]string // the meanings of the solver's constants, in words
	// functions are the solver's.
	functions map[*term.Decl]*Function
	// modelled are the closed terms in the model's definitions.
	modelled []*term.Term
	// certified says that all assertions are true.
	certified bool
}

// NewWitness uses a model as an interpretation. holds reports whether every assertion that is in force at the model's check is true: only
// then must a proof of unsat have a wrong step. Results of divisions by zero that the model does not fix are zero when that makes the
// assertions true.
func NewWitness(m *model.Model, limits Limits) (w *Witness, holds bool) {
	own := *m
	own.Defs = maps.Clone(m.Defs)
	if own.Defs == nil {
		own.Defs = map[*term.Decl]*model.Def{}
	}
	opts := eval.Options{
		Heed: eval.Division, Steps: limits.Steps + 2*m.Script.Store.Len(), Instances: limits.Instances, Work: limits.Work, Bytes: limits.Bytes,
	}
	w = &Witness{model: &own, opts: opts, meaning: map[*term.Decl]string{}, functions: map[*term.Decl]*Function{}}
	w.collect()
	if w.certified = w.holds(); w.certified {
		return w, true
	}
	w.opts.Fill = eval.ZeroQuotients(eval.New(m.Script.Store, m, eval.Options{}).Domain())
	if w.certified = w.holds(); !w.certified {
		w.opts.Fill = nil
		w.renew()
	}
	return w, w.certified
}

// maxModelled bounds the terms of the model that are tried for variables.
const maxModelled = 500

// collect finds the closed terms in the model's definitions, in the order of the script.
func (w *Witness) collect() {
	var bodies []*term.Term
	for _, c := range w.model.Script.Commands {
		for _, d := range c.Decls {
			if def := w.model.Defs[d]; def != nil && def.Body != nil {
				bodies = append(bodies, def.Body)
			}
		}
	}
	term.Walk(bodies, func(t *term.Term) bool {
		if len(t.Free()) == 0 && t.Kind() != term.Annot {
			w.modelled = append(w.modelled, t)
		}
		return len(w.modelled) < maxModelled
	})
}

// Stop makes the evaluation end when done is closed; what is not evaluated by then is open.
func (w *Witness) Stop(done <-chan struct{}) {
	w.opts.Interrupted = func() bool {
		select {
		case <-done:
			return true
		default:
			return false
		}
	}
	w.renew()
}

// stopped reports whether the evaluation should end.
func (w *Witness) stopped() bool { return w.opts.Interrupted != nil && w.opts.Interrupted() }

func (w *Witness) renew() { w.ev = eval.New(w.model.Script.Store, w.model, w.opts) }

func (w *Witness) holds() bool {
	w.renew()
	return w.all(value.Value.IsTrue)
}

// Refuted reports whether an assertion is false. A witness that is not refuted and does not hold leaves one open.
func (w *Witness) Refuted() bool { return !w.all(func(v value.Value) bool { return !v.IsFalse() }) }

// all reports whether so is true of the values of all assertions.
func (w *Witness) all(so func(value.Value) bool) bool {
	active, ok := w.model.Script.Active(w.model.Check)
	if !ok {
		return false
	}
	for _, a := range active {
		if !so(w.ev.Term(a.Term)) {
			return false
		}
	}
	return true
}

// interpret gives the solver's constants values: the value of their definition, or one that meets their condition. Other constants are open.
func (w *Witness) interpret(p *Proof) {
	for _, f := range p.Functions {
		w.model.Defs[f.Decl] = &model.Def{Vars: f.Vars, Body: f.Body}
		w.functions[f.Decl] = f
	}
	session := elab.Resume(p.Script, p.Check, elab.Options{})
	chosen, left := 0, maxSampled
	for _, s := range p.Skolems {
		if w.model.Defs[s.Decl] != nil {
			continue
		}
		body, words := session.Unknown(s.Decl.Name, s.Decl.Result), ""
		switch {
		case s.Is != nil:
			body, words = s.Is, "which stands for "+Clip(s.Is)
		case s.Condition != nil && chosen < maxChosen && take(&left, s.meaning(), maxCandidates) && !w.stopped():
			chosen++
			if t := w.choose(p, s); t != nil {
				body, words = t, fmt.Sprintf("one of those %s for which %s", s.Var.Text(), Clip(s.Condition))
			}
		}
		w.model.Defs[s.Decl] = &model.Def{Body: body}
		if words != "" {
			w.meaning[s.Decl] = words
		}
	}
	w.renew()
}

// maxChosen bounds the constants for whose condition a value is sought.
const maxChosen = 2000

// maxCandidates bounds the values that are tried for a variable.
const maxCandidates = 48

// choose returns a term for a value that meets the condition, any when none does, nil when that is not known.
func (w *Witness) choose(p *Proof, s *Skolem) *term.Term {
	st := p.Script.Store
	all := w.candidates(p, s.Var.Sort(), []*term.Term{s.Condition})
	for _, c := range all {
		t, err := st.Substitute(s.Condition, map[*term.Term]*term.Term{s.Var: c})
		if err == nil && w.ev.Term(t).IsTrue() {
			return c
		}
	}
	fresh := st.NewVar(s.Var.Text(), s.Var.Sort())
	body, err := st.Substitute(s.Condition, map[*term.Term]*term.Term{s.Var: fresh})
	if err != nil || len(all) == 0 {
		return nil
	}
	q, err := st.Quant(term.Exists, []*term.Term{fresh}, body)
	if err != nil || !w.ev.Term(q).IsFalse() {
		return nil
	}
	return all[0]
}

// candidates returns closed terms of a sort that are worth trying for a variable in the formulas: the terms in them, the script's
// constants, small numbers, and numbers next to those in the formulas.
func (w *Witness) candidates(p *Proof, sort *sorts.Sort, in []*term.Term) []*term.Term {
	st := p.Script.Store
	var out []*term.Term
	seen := map[*term.Term]bool{}
	take := func(t *term.Term) {
		if len(out) < maxCandidates && t != nil && !seen[t] && t.Sort() == sort && len(t.Free()) == 0 {
			seen[t] = true
			out = append(out, t)
		}
	}
	term.Walk(in, func(t *term.Term) bool {
		take(t)
		return len(out) < maxCandidates
	})
	for _, c := range p.Script.Commands {
		for _, d := range c.Decls {
			if d.Kind == term.Declared && len(d.Params) == 0 && d.Result == sort {
				if t, err := st.App(st.User(d, nil)); err == nil {
					take(t)
				}
			}
		}
	}
	for _, t := range w.modelled {
		take(t)
	}
	around := func(kind syntax.Kind, numbers ...string) {
		found := len(out)
		var ones []*term.Term
		for i, n := range numbers {
			l := st.Lit(kind, n, sort)
			if i > 0 {
				ones = append(ones, l)
			}
			take(l)
		}
		for _, t := range out[:found] {
			for _, op := range []string{"+", "-"} {
				if r, _, err := st.Overload(st.Table.Lookup(op), nil, nil, []*term.Term{t, ones[0]}); err == nil {
					take(r)
				}
			}
		}
	}
	switch sort {
	case sorts.Int:
		around(syntax.Numeral, "0", "1", "2", "100")
	case sorts.Real:
		around(syntax.Decimal, "0.0", "1.0", "0.5", "100.0")
	case sorts.Bool:
		for _, name := range []string{"true", "false"} {
			if t, _, err := st.Overload(st.Table.Lookup(name), nil, nil, nil); err == nil {
				take(t)
			}
		}
	case sorts.String:
		for _, text := range []string{`""`, `"a"`, `"0"`} {
			take(st.Lit(syntax.String, text, sort))
		}
	}
	if n := sort.Width(); sort.Kind() == sorts.BitVec && n <= 64 {
		for v := range 4 {
			take(st.Lit(syntax.Binary, fmt.Sprintf("#b%0*b", n, v&(1<<min(n, 3)-1)), sort))
		}
	}
	return out
}

// value returns the value of a closed formula.
func (w *Witness) value(t *term.Term) value.Value { return w.ev.Term(t) }
