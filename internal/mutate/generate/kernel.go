package generate

import (
	"fmt"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/values"
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// kernel is a set of formulas that cannot all be true, whatever the symbols mean.
type kernel struct {
	parts []*term.Term
	why   string
}

// kernels makes kernels from the facts of a script.
type kernels struct {
	*facts
	r        *rng.Rand
	language *language
	values   *values.Generator
	allows   func(*term.Term) bool
}

// choose makes a kernel, of no parts when there is nothing to make one from.
func (k *kernels) choose() kernel {
	ways := []func() kernel{k.byValue, k.byRule}
	if k.r.Bool() {
		ways[0], ways[1] = ways[1], ways[0]
	}
	for _, way := range append(ways, k.byNegation) {
		if out := way(); len(out.parts) > 0 {
			return out
		}
	}
	return kernel{}
}

// tries is how many terms are tried as the centre of a kernel.
const tries = 8

// byValue fixes the values of all constants of a term, and says that the term has another value than evaluation finds.
func (k *kernels) byValue() kernel {
	for range min(len(k.plain), tries) {
		t := rng.Pick(k.r, k.plain)
		constants, ok := k.symbols(t)
		if !ok {
			continue
		}
		var parts []*term.Term
		for _, c := range constants {
			pin := k.pin(k.r, c)
			if pin == nil || !k.allows(pin) {
				parts = nil
				break
			}
			parts = append(parts, pin)
		}
		if len(parts) < len(constants) {
			continue
		}
		is := k.written(t.Sort(), k.world.Forced(t))
		wrong := k.denied(t, is)
		if wrong == nil || !k.allows(wrong) {
			continue
		}
		return kernel{append(parts, wrong), fmt.Sprintf("%s has another value where its constants have theirs", brief(t))}
	}
	return kernel{}
}

// denied returns a formula that is false where a term has a value: that it has another one, or not this one. It is nil for no value.
func (k *kernels) denied(t, is *term.Term) *term.Term {
	if is == nil {
		return nil
	}
	if t.Sort() != sorts.Bool && k.r.IntN(3) == 0 {
		other := k.values.Value(k.r, t.Sort())
		if claim := k.op("=", is, other); claim != nil && k.world.Forced(claim).IsFalse() {
			return k.says(k.r, t, other)
		}
	}
	claim := k.says(k.r, t, is)
	if claim == nil {
		return nil
	}
	return k.not(claim)
}

// maxRules bounds how many rules are applied one after the other.
const maxRules = 3

// byRule takes a formula and what follows from it by proved rules, and denies the latter.
func (k *kernels) byRule() kernel {
	formulas := k.terms[sorts.Bool]
	for range min(len(formulas), tries) {
		from := rng.Pick(k.r, formulas)
		strong, weak, names := from, from, ""
		for n := 1 + k.r.IntN(maxRules); n > 0; n-- {
			use, to := k.follow(weak, strong)
			if to == nil {
				break
			}
			if names != "" {
				names += ", "
			}
			names += use.Rule.Name
			if use.Weakens() {
				weak = to
			} else {
				strong = to // the first step alone
			}
		}
		if names == "" || strong == weak {
			continue
		}
		return kernel{[]*term.Term{strong, k.not(weak)}, fmt.Sprintf("%s implies %s (rule %s)", brief(strong), brief(weak), names)}
	}
	return kernel{}
}

// follow applies a rule to weak, with a result that it implies or, while weak is all there is, with one that implies it. The result is nil when
// no rule that was tried applies.
func (k *kernels) follow(weak, strong *term.Term) (rules.Use, *term.Term) {
	index := k.language.rules()
	rewriter := rules.NewRewriter(k.store)
	var fit []int
	add := func(i int) { fit = append(fit, i) }
	index.Shallow(weak, add)
	index.Deep(weak, add)
	for range min(len(fit), tries) {
		use := index.Use(rng.Pick(k.r, fit))
		if weak != strong && !use.Weakens() {
			continue
		}
		binding := rewriter.Choose(use, weak, k)
		if binding == nil {
			continue
		}
		to, err := rewriter.Apply(use, binding, k)
		if err == nil && to != weak && to.Sort() == sorts.Bool && len(to.Free()) == 0 && to.Size() <= maxSize && k.allows(to) {
			return use, to
		}
	}
	return rules.Use{}, nil
}

// Term implements rules.Choice.
func (k *kernels) Term(s *sorts.Sort) *term.Term {
	all := k.terms[s]
	if len(all) == 0 {
		return nil
	}
	t, err := k.store.Freshen(rng.Pick(k.r, all)) // a copy may end up inside the original
	if err != nil {
		return nil
	}
	return t
}

// Value implements rules.Choice.
func (k *kernels) Value(s *sorts.Sort) *term.Term { return k.values.Value(k.r, s) }

// IntN implements rules.Choice.
func (k *kernels) IntN(n int) int { return k.r.IntN(n) }

// byNegation takes a formula and its negation, each in one of several forms.
func (k *kernels) byNegation() kernel {
	formulas := k.terms[sorts.Bool]
	if len(formulas) == 0 {
		return kernel{}
	}
	t := rng.Pick(k.r, formulas)
	no, yes := k.op("false"), k.op("true")
	denial := [...]*term.Term{k.not(t), k.op("=>", t, no), k.op("=", t, no), k.op("xor", yes, t), k.op("ite", t, no, yes)}[k.r.IntN(5)]
	if denial == nil {
		return kernel{}
	}
	return kernel{[]*term.Term{t, denial}, brief(t) + " and its negation"}
}
