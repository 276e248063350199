// Package certify judges models with the exact evaluator: whether a model makes a script's assertions true, makes one of them false, or
// leaves them open. It runs nothing.
package certify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Result is the value of one formula that a check-sat asks about.
type Result struct {
	script.Assertion
	Value value.Value
	// Why says what makes a false formula false, or why the value of another is not known.
	Why string
}

// Evaluation is the result of evaluating one check-sat under a model.
type Evaluation struct {
	Results []Result
	// Assumed are the constants and functions that the model leaves out and that were needed.
	Assumed []*term.Decl
	// Filled says in words how the results of divisions by zero that the model does not fix were chosen; it is empty when none were needed.
	Filled string
	// Partial are the constants and functions that the model gives at some arguments only and that were needed at others, where Assay chooses
	// their values.
	Partial []*term.Decl
	// hangs says that a formula is false only because of values that were assumed, or chosen for a function at arguments that the model does not give.
	hangs bool
}

// Count returns how many formulas are true, false, unspecified and unsupported.
func (e *Evaluation) Count() (holds, fails, unspecified, unsupported int) {
	for _, r := range e.Results {
		switch {
		case r.Value.IsTrue():
			holds++
		case r.Value.IsFalse():
			fails++
		case r.Value.IsUnsupported():
			unsupported++
		default:
			unspecified++
		}
	}
	return holds, fails, unspecified, unsupported
}

// TooLarge reports whether some formula is open because it exceeds a bound.
func (e *Evaluation) TooLarge() bool {
	return slices.ContainsFunc(e.Results, func(r Result) bool { return r.Value.IsTooLarge() })
}

// Holds reports whether every formula is true.
func (e *Evaluation) Holds() bool {
	return !slices.ContainsFunc(e.Results, func(r Result) bool { return !r.Value.IsTrue() })
}

// Plain evaluates every formula of the model's check as it is: what the model leaves out has the default
// value of its sort, and what the standard leaves open stays open. The error says that there is no such
// check.
func Plain(m *model.Model) (*Evaluation, error) {
	return bounds{Effort: Thorough}.evaluate(m, eval.Options{})
}

// Effort bounds the reading and the evaluation of one model. A formula that exceeds a bound is open because it is too large.
type Effort struct {
	// Steps bounds the terms that are evaluated. Formulas without quantifiers need about one step for each of their terms; those are always
	// allowed on top.
	Steps int
	// Instances bounds the instances of quantifiers.
	Instances int
	// Work bounds the elementary operations inside operators, of about 10 ns.
	Work int64
	// Bytes bounds the memory of the values that are built, and of the model's terms.
	Bytes int64
}

var (
	// Thorough is for a user who waits for one answer: at most about ten seconds and a gigabyte.
	Thorough = Effort(smt.DefaultLimits)
	// Quick is for a campaign, which evaluates as many models as solvers make: at most a few tens of milliseconds.
	Quick = Effort{Steps: 20_000, Instances: 1_000, Work: 1 << 22, Bytes: 1 << 25}
	// Quickest is for mutants that differ little from others that get more effort: at most a few milliseconds.
	Quickest = Effort{Steps: 4_000, Instances: 150, Work: 1 << 18, Bytes: 1 << 22}
)

// AtMost returns the smaller of two efforts, bound by bound.
func (e Effort) AtMost(o Effort) Effort {
	return Effort{
		Steps: min(e.Steps, o.Steps), Instances: min(e.Instances, o.Instances), Work: min(e.Work, o.Work), Bytes: min(e.Bytes, o.Bytes),
	}
}

// among returns the effort for each of n evaluations that together take hardly more than one of effort e does. A little is always enough for each.
func (e Effort) among(n int) Effort {
	least := e.AtMost(Quickest)
	return Effort{
		Steps: max(e.Steps/n, least.Steps), Instances: max(e.Instances/n, least.Instances), Work: max(e.Work/int64(n), least.Work), Bytes: e.Bytes,
	}
}

// termBytes is roughly the memory that a term of a model takes.
const termBytes = 256

// bounds are the limits of one evaluation.
type bounds struct {
	Effort
	done <-chan struct{} // ends it when it is closed, nil for never
}

// interrupted reports whether the evaluation is to end.
func (b bounds) interrupted() bool {
	select {
	case <-b.done:
		return true
	default:
		return false
	}
}

// reading returns how a model is read within the bounds.
func (b bounds) reading(file, solver string) model.Options {
	return model.Options{File: file, Solver: solver, MaxTerms: int(b.Bytes / termBytes), Done: b.done}
}

// options returns opts with the bounds.
func (b bounds) options(m *model.Model, opts eval.Options) eval.Options {
	opts.Steps, opts.Instances = b.Steps+2*m.Script.Store.Len(), b.Instances
	opts.Work, opts.Bytes, opts.Interrupted = b.Work, b.Bytes, b.interrupted
	return opts
}

func (b bounds) evaluate(m *model.Model, opts eval.Options) (*Evaluation, error) {
	opts = b.options(m, opts)
	active, ok := m.Script.Active(m.Check)
	if !ok {
		return nil, fmt.Errorf("the script has no check-sat number %d", m.Check+1)
	}
	ev := eval.New(m.Script.Store, m, opts)
	out := &Evaluation{}
	for _, a := range active {
		r := Result{Assertion: a, Value: ev.Term(a.Term)}
		switch {
		case r.Value.IsFalse():
			r.Why = ev.Explain(a.Term).String()
		case !r.Value.IsTrue():
			r.Why = r.Value.Reason()
		}
		out.Results = append(out.Results, r)
	}
	out.Assumed = ev.Assumed()
	return out, nil
}

// filling is a way to choose the results of divisions by zero, which every solver treats as free functions of the dividend. Any way is as
// good as another: the formula is satisfiable when it is true under one. Everything else that the standard leaves open stays open, because
// solvers fix it in different ways.
type filling struct {
	words string
	fill  func(d *value.Domain) func(eval.Gap) value.Value
}

// fillings are what solvers are known to choose.
var fillings = []filling{
	{"zero for every division by zero", eval.ZeroQuotients},
	{"zero for every quotient by zero and the dividend for every remainder", func(d *value.Domain) func(eval.Gap) value.Value {
		zero := eval.ZeroQuotients(d)
		return func(g eval.Gap) value.Value {
			if g.Op == "mod" {
				return g.Args[0]
			}
			return zero(g)
		}
	}},
}

// best evaluates the model as Plain does, except that of the operators that solvers complete in their own ways, it heeds only divisions:
// what the model says about the others convinces no one else. When that leaves formulas open and makes none false, it looks for results of
// divisions by zero that make all of them true. When it makes one false only because of a value that the model leaves out, of a constant or
// of a function at some arguments, the formula is open.
func (b bounds) best(m *model.Model) (*Evaluation, error) {
	plain, err := b.evaluate(m, eval.Options{Heed: eval.Division})
	if err != nil {
		return nil, err
	}
	_, fails, unspecified, unsupported := plain.Count()
	partial := m.Partial()
	if fails > 0 && len(plain.Assumed) > 0 || len(partial) > 0 {
		strict, err := b.evaluate(m, eval.Options{Heed: eval.Division, Missing: eval.MissingOpen})
		if err != nil {
			return nil, err
		}
		plain.Partial = needed(m, partial, strict.Assumed)
		if fails > 0 {
			_, still, _, _ := strict.Count()
			strict.Assumed, strict.Partial, strict.hangs = plain.Assumed, plain.Partial, still == 0
			return strict, nil
		}
		if strict.Holds() {
			plain.Partial = nil
		}
	}
	// A value that cannot be computed may not matter beside a chosen quotient: (* (/ x 0.0) (exp y)).
	if fails > 0 || unspecified == 0 && (unsupported == 0 || plain.TooLarge() || !divides(m.Script)) {
		return plain, nil
	}
	dom := eval.New(m.Script.Store, m, eval.Options{}).Domain()
	for _, f := range fillings {
		filled, err := b.evaluate(m, eval.Options{Heed: eval.Division, Fill: f.fill(dom)})
		if err == nil && filled.Holds() {
			filled.Filled, filled.Partial = f.words, plain.Partial
			return filled, nil
		}
	}
	return plain, nil
}

// divides reports whether a script divides by anything but literals.
func divides(s *script.Script) bool {
	found := false
	term.Walk(s.Roots(), func(t *term.Term) bool {
		if f := t.Func(); f != nil && f.Kind == term.TheoryFunc && eval.Division(f.Row.Name) {
			found = found || slices.ContainsFunc(t.Args()[1:], func(a *term.Term) bool { return a.Kind() != term.Literal || strings.Trim(a.Text(), "0.") == "" })
		}
		return !found
	})
	return found
}

// needed returns the symbols in partial whose remaining values are among what was assumed.
func needed(m *model.Model, partial, assumed []*term.Decl) []*term.Decl {
	var out []*term.Decl
	for _, d := range partial {
		if slices.Contains(assumed, m.Defs[d].Rest) {
			out = append(out, d)
		}
	}
	return out
}

// names lists the first few declarations.
func names(ds []*term.Decl) string {
	const most = 8
	var out []string
	for _, d := range ds {
		if len(out) == most {
			out = append(out, "...")
			break
		}
		out = append(out, d.Text)
	}
	return strings.Join(out, ", ")
}
