package rules

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/values"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// The instances that rules are tested over. Quantifiers need small sorts: over others they cannot be evaluated.
var (
	tested = spread{
		sorts:   []func(*term.Store, string) *sorts.Sort{constantly(sorts.Int), constantly(sorts.Bool), vectors, constantly(sorts.String)},
		widths:  []int{1, 2, 3, 4, 8, 33, 64},
		formats: [2][]int{{3, 5, 8}, {4, 11, 24}},
		lengths: []int{0, 1, 2, 3},
		most:    200,
	}
	testedSmall = spread{
		sorts:   []func(*term.Store, string) *sorts.Sort{constantly(sorts.Bool), vectors},
		widths:  []int{1, 2, 3},
		formats: [2][]int{{2}, {3}},
		lengths: []int{0, 1, 2, 3},
		most:    200,
	}
)

func vectors(st *term.Store, _ string) *sorts.Sort { return st.Sorts.BitVec(2) }

const (
	// perStore is how many valuations share a store of terms.
	perStore = 250
	// patience is the factor by which more valuations are tried when conditions do not hold.
	patience = 40
	// rareValues is the share of rare values, in percent.
	rareValues = 25
	// maxSteps bounds the evaluation of the valuations of one store.
	maxSteps = 5_000_000
)

// test tries the rule on values until some refute it.
func (v *Verdict) test(ctx context.Context, valuations int) error {
	r := v.Rule.random("test")
	s := tested
	if v.Rule.quantified {
		s = testedSmall
	}
	for tries := 0; v.Valuations < valuations && tries < patience*valuations; tries += perStore {
		if err := ctx.Err(); err != nil {
			return err
		}
		st := term.NewStore(v.Rule.table)
		trial := &trial{
			rule: v.Rule, store: st, rand: r, instances: v.Rule.instances(st, s),
			ev: eval.New(st, nil, eval.Options{Steps: maxSteps}),
		}
		if len(trial.instances) == 0 {
			return nil
		}
		for range min(perStore, valuations) {
			if err := v.try(trial); err != nil {
				return err
			}
			if v.Why != "" {
				return nil
			}
		}
	}
	return nil
}

// trial is what the valuations in one store share.
type trial struct {
	rule      *Rule
	store     *term.Store
	rand      *rng.Rand
	values    *values.Generator // of this valuation
	instances []instance
	ev        *eval.Evaluator
	known     []*term.Term // values chosen for this valuation
}

// try tries one valuation.
func (v *Verdict) try(t *trial) error {
	in := rng.Pick(t.rand, t.instances)
	b, err := t.bind(in)
	if err != nil || b == nil {
		return err
	}
	conditions, left, right, err := v.Rule.implication(t.store, b)
	var ill *term.SortError
	if errors.Is(err, ErrNotApplicable) || errors.As(err, &ill) {
		return nil // this instance does not exist; that some instance exists was checked when the rule was read
	}
	if err != nil {
		return fmt.Errorf("rule %s: %w", v.Rule.Name, err)
	}
	for _, c := range conditions {
		if !t.ev.Term(c).IsTrue() {
			return nil
		}
	}
	v.Valuations++
	l, r := t.ev.Term(left), t.ev.Term(right)
	switch {
	case l.IsFalse() && !v.Rule.Equivalence, r.IsTrue() && !v.Rule.Equivalence:
		if l.IsTrue() {
			v.Decisive++
		}
	case l.IsUnsupported() || r.IsUnsupported():
		v.Undecided++
	case l.IsKnown() && r.IsKnown() && l.IsTrue() == r.IsTrue():
		v.Decisive++
	default:
		v.State, v.Why = Refuted, fmt.Sprintf("fails for %s: the left side %s is %s, the right side %s is %s", t.description(in, b), left, verdict(l), right, verdict(r))
	}
	return nil
}

// verdict describes the value of a formula.
func verdict(v value.Value) string {
	if v.IsOpen() {
		return "left open by the standard"
	}
	return v.String()
}

// bind chooses values for all parameters; nil when a sort has no value that can be written.
func (t *trial) bind(in instance) (*Binding, error) {
	t.known = t.known[:0]
	b := in.open(t.rule)
	datas, err := in.datatypes(t.store, t.rule, b)
	if err != nil {
		return nil, err
	}
	o := values.Options{Structured: true, Repetitive: true, Rare: rareValues, Datatypes: map[string]*term.Datatype{}}
	for _, d := range datas {
		o.Datatypes[d.Name] = d
	}
	t.values = values.New(t.store, o)
	for _, v := range t.rule.vars {
		if v.bound || v.ctor {
			continue
		}
		s, err := v.sort.Instantiate(t.store.Sorts, &b.sorts)
		if err != nil {
			return nil, nil // no such sort, such as a bit-vector of width 0
		}
		switch {
		case v.args != nil:
			f, err := t.function(v, b, s)
			if err != nil || f == nil {
				return nil, err
			}
			b.bindFunction(v, *f)
		case v.list:
			list := []*term.Term{}
			for range in.lengths[v.slot] {
				list = append(list, t.value(s))
			}
			b.bindList(v, list)
		default:
			b.bind(v, t.value(s))
		}
	}
	for _, x := range t.known {
		if x == nil {
			return nil, nil
		}
	}
	return b, nil
}

// value chooses a value, often one chosen before.
func (t *trial) value(s *sorts.Sort) *term.Term {
	if len(t.known) > 0 && t.rand.Chance(1, 3) {
		if x := rng.Pick(t.rand, t.known); x != nil && x.Sort() == s {
			return x
		}
	}
	x := t.values.Value(t.rand, s)
	t.known = append(t.known, x)
	return x
}

// function chooses a function with up to three different results; nil when it has no values.
func (t *trial) function(v *variable, b *Binding, result *sorts.Sort) (*function, error) {
	f := &function{}
	for i := range v.args {
		s, err := v.args[i].Instantiate(t.store.Sorts, &b.sorts)
		if err != nil {
			return nil, nil
		}
		f.vars = append(f.vars, t.store.NewVar(fmt.Sprintf("x%d", i+1), s))
	}
	if f.body = t.value(result); f.body == nil {
		return nil, nil
	}
	for range t.rand.IntN(3) {
		x := rng.Pick(t.rand, f.vars)
		at, then := t.value(x.Sort()), t.value(result)
		if at == nil || then == nil {
			return nil, nil
		}
		is, err := apply(t.store, t.store.Table.Lookup("="), nil, nil, []*term.Term{x, at})
		if err != nil {
			return nil, err
		}
		if f.body, err = apply(t.store, t.store.Table.Lookup("ite"), nil, nil, []*term.Term{is, then, f.body}); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// description lists the instance and the values.
func (t *trial) description(in instance, b *Binding) string {
	var w []string
	if in.summary != "" {
		w = append(w, in.summary)
	}
	for _, v := range t.rule.vars {
		switch {
		case v.bound || v.ctor:
		case v.list:
			var elems []string
			for _, e := range b.lists[v.slot] {
				elems = append(elems, e.String())
			}
			w = append(w, v.name+" = ["+strings.Join(elems, ", ")+"]")
		case v.args != nil:
			var args []string
			for _, x := range b.funcs[v.slot].vars {
				args = append(args, x.Text())
			}
			w = append(w, fmt.Sprintf("(%s %s) = %s", v.name, strings.Join(args, " "), b.funcs[v.slot].body))
		default:
			w = append(w, v.name+" = "+b.terms[v.slot].String())
		}
	}
	return strings.Join(w, ", ")
}
