package rules

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// proven are the instances that solvers are asked about. A sort parameter is a sort about which nothing is known.
var proven = spread{
	sorts: []func(*term.Store, string) *sorts.Sort{func(st *term.Store, name string) *sorts.Sort {
		return st.Sorts.Make(sorts.User, name, nil, nil)
	}},
	widths:  []int{1, 2, 3, 8, 16},
	formats: [2][]int{{2, 3, 5}, {3, 5, 11}},
	lengths: []int{0, 1, 2, 3},
	most:    8,
}

const (
	// samplesPerInstance is how many choices of values an instance is asked about when it is not proved for all values.
	samplesPerInstance = 4
	// maxDraws is how often values are drawn until the conditions hold.
	maxDraws = 60
)

// prove asks about every instance until one is refuted.
func (v *Verdict) prove(ctx context.Context, asker Asker) error {
	count := len(v.Rule.instances(term.NewStore(v.Rule.table), proven))
	for i := range count {
		proved, asked, err := v.general(ctx, asker, i)
		if err != nil || v.Why != "" {
			return err
		}
		if !asked {
			continue
		}
		v.Instances++
		if proved {
			v.General++
			continue
		}
		if proved, err = v.partial(ctx, asker, i); err != nil || v.Why != "" {
			return err
		}
		if proved {
			v.Partial++
		}
	}
	return nil
}

// general asks about an instance for all values. asked is false when there is no such instance. Languages are never
// constants, since only z3 reads those: a rule with languages is left to partial.
func (v *Verdict) general(ctx context.Context, asker Asker, i int) (proved, asked bool, err error) {
	st := term.NewStore(v.Rule.table)
	in := v.Rule.instances(st, proven)[i]
	s, err := v.Rule.claim(st, in, nil, nil)
	if err != nil {
		return false, false, v.absent(err)
	}
	if v.Rule.overLanguages() {
		return false, true, nil
	}
	proved, err = v.ask(ctx, asker, s, in)
	return proved, true, err
}

// absent returns err unless it says that an instance does not exist.
func (v *Verdict) absent(err error) error {
	var ill *term.SortError
	if errors.Is(err, ErrNotApplicable) || errors.As(err, &ill) {
		return nil
	}
	return fmt.Errorf("rule %s: %w", v.Rule.Name, err)
}

func (r *Rule) overLanguages() bool {
	for _, v := range r.vars {
		if v.sort.Sort == sorts.RegLan {
			return true
		}
	}
	return false
}

// partial asks about an instance with chosen languages and chosen values for what conditions mention, and with short strings
// and small integers. All choices must be proved.
func (v *Verdict) partial(ctx context.Context, asker Asker, i int) (bool, error) {
	r := v.Rule.random("prove")
	choices := 1
	for _, x := range v.Rule.vars {
		if x.value || x.sort.Sort == sorts.RegLan {
			choices = samplesPerInstance
		}
	}
	for range choices {
		st := term.NewStore(v.Rule.table)
		in := v.Rule.instances(st, proven)[i]
		g := simpleValues(st)
		w := NewRewriter(st)
		fixed := map[*variable]*term.Term{}
		fix := func(x *variable, s *sorts.Sort) *term.Term {
			if s == sorts.RegLan && x.list {
				return g.Value(r, s)
			}
			if (x.value || s == sorts.RegLan) && fixed[x] == nil {
				fixed[x] = g.Value(r, s)
			}
			return fixed[x]
		}
		for range maxDraws {
			b, _, err := in.constants(st, v.Rule, fix)
			if err != nil {
				return false, v.absent(err)
			}
			if w.holdValues(v.Rule, b) {
				break
			}
			clear(fixed)
		}
		s, err := v.Rule.claim(st, in, fix, func(d *term.Decl) *term.Term { return small(st, d) })
		if err != nil {
			return false, v.absent(err)
		}
		proved, err := v.ask(ctx, asker, s, in)
		if err != nil || !proved {
			return false, err
		}
	}
	return true, nil
}

// holdValues reports whether the conditions about values hold.
func (w *Rewriter) holdValues(r *Rule, b *Binding) bool {
	for _, c := range r.where {
		if c.formula == nil {
			continue
		}
		f, err := build(w.store, c.formula, b)
		if err != nil || !f.HasUser() && !w.evaluator().Term(f).IsTrue() {
			return false
		}
	}
	return true
}

// small returns the assumption that a constant is a short string or a small integer, nil for other sorts.
func small(st *term.Store, d *term.Decl) *term.Term {
	if len(d.Params) > 0 {
		return nil
	}
	x, err := st.App(st.User(d, nil))
	if err != nil {
		return nil
	}
	op := func(name string, args ...*term.Term) *term.Term {
		if err == nil {
			x, err = apply(st, st.Table.Lookup(name), nil, nil, args)
		}
		return x
	}
	bound := literal{kind: syntax.Numeral, text: "2"}
	var t *term.Term
	switch d.Result {
	case sorts.String:
		two, _ := bound.term(st, nil)
		t = op("<=", op("str.len", x), two)
	case sorts.Int:
		two, _ := bound.term(st, nil)
		t = op("<=", op("abs", x), two)
	}
	if err != nil {
		return nil
	}
	return t
}

// ask lets solvers decide a claim. A sat refutes the rule, unless its own model, evaluated exactly, does not.
func (v *Verdict) ask(ctx context.Context, asker Asker, s *script.Script, in instance) (proved bool, err error) {
	answers := asker.Ask(ctx, s)
	if err := ctx.Err(); err != nil {
		return false, err
	}
	instance := ""
	if in.summary != "" {
		instance = " for " + in.summary
	}
	against := ""
	for _, a := range answers {
		if a.Status != smt.Sat {
			proved = true
			continue
		}
		values, fails := under(s, a.Model)
		if fails {
			v.Wrong = append(v.Wrong, WrongAnswer{a.Solver, instance, s.String(), a.Model})
			continue
		}
		against = a.Solver + " has values that refute it" + instance + values
	}
	if against == "" {
		v.credit(answers)
		return proved, nil
	}
	v.State, v.Why = Refuted, against
	if proved {
		v.Why = "solvers disagree: " + against
	}
	return false, nil
}

// under reads a solver's model of a script: the values of its constants as text, and whether they make an assertion false.
func under(s *script.Script, text string) (values string, fails bool) {
	if text == "" {
		return "", false
	}
	// The script is read from its text, as the solver did.
	again, err := elab.Script(s.String(), elab.Options{Table: s.Store.Table})
	if err != nil {
		return "", false
	}
	m, err := model.Read(text, again, 0, model.Options{})
	if err != nil {
		return "", false
	}
	for i := range again.Commands {
		if c := again.Commands[i]; c.Kind == script.DeclareFun {
			if def := m.Defs[c.Decls[0]]; def != nil && len(def.Vars) == 0 {
				values += fmt.Sprintf(", %s = %s", c.Decls[0].Text, def.Body)
			}
		}
	}
	ev := eval.New(again.Store, m, eval.Options{Steps: maxSteps})
	active, _ := again.Active(0)
	for _, a := range active {
		fails = fails || ev.Term(a.Term).IsFalse()
	}
	return strings.Replace(values, ",", ":", 1), fails
}
