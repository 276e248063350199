package enumerate

import (
	"slices"

	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// fewQuantified is how many claims with quantifiers are asked about at once.
const fewQuantified = 8

// quantified makes claims about formulas of terms in which quantifiers bind variables. A variable of a large sort is restricted to the values
// that the region has for it, so that its samples decide them.
func (l *Looker) quantified(all []subject) ([]claim, error) {
	var out []claim
	for _, x := range all {
		values, _, err := l.valuesWithin(x.term)
		if err != nil {
			return nil, err
		}
		if values == nil || !allKnown(values) {
			continue
		}
		f, err := l.formula(x.term, values)
		if err != nil {
			return nil, err
		}
		if f == nil {
			l.unread(Quantified, "a value that cannot be written")
			continue
		}
		c, err := l.close(f)
		if err != nil {
			return nil, err
		}
		if c.truth != smt.NoStatus {
			out = append(out, c)
		}
	}
	return out, nil
}

// A binding is a quantifier with the variable that it binds, by its number.
type binding struct {
	variable int
	binder   term.Binder
}

// close binds the variables of a formula in an order and by quantifiers that are drawn, but may leave the first free. The claim has no truth where
// the formula has no variables.
func (l *Looker) close(f *term.Term) (claim, error) {
	var prefix []binding
	for v := range l.space.Variables {
		x, err := l.variable(v)
		if err != nil {
			return claim{}, err
		}
		if occurs(x, f) {
			prefix = append(prefix, binding{v, term.Forall})
		}
	}
	if len(prefix) == 0 {
		return claim{}, nil
	}
	for i := range prefix {
		at := i + l.random.IntN(len(prefix)-i)
		prefix[i], prefix[at] = prefix[at], prefix[i]
		if l.random.Bool() {
			prefix[i].binder = term.Exists
		}
	}
	free := len(prefix) > 1 && l.random.IntN(3) == 0
	if free {
		prefix[0].binder = term.Exists // it stays free: the script is sat if it has a value
	}
	c := claim{ask: Quantified, about: f, truth: smt.Unsat, inside: free}
	values, _, err := l.valuesWithin(f)
	if err != nil || values == nil || !allKnown(values) {
		return claim{}, err
	}
	bound := prefix
	if l.holdsUnder(prefix, values, 0) {
		c.truth = smt.Sat
	}
	if free {
		bound = prefix[1:]
		for k, stride := 0, l.stride(prefix[0].variable); c.truth == smt.Sat && c.witness == nil; k += stride {
			if l.holdsUnder(bound, values, k) {
				c.witness = l.region.Models[k]
			}
		}
	}
	closed, err := l.bind(bound, f)
	if err != nil {
		return claim{}, err
	}
	if !free && c.truth == smt.Sat && l.random.Bool() {
		if closed, err = l.apply("not", closed); err != nil {
			return claim{}, err
		}
		c.truth = smt.Unsat
	}
	c.formulas = []*term.Term{closed}
	return c, nil
}

// holdsUnder reports whether a formula with these values under the samples of the region is true behind a prefix of quantifiers. sample is the number of the
// sample that has the values chosen so far, and the first for the others.
func (l *Looker) holdsUnder(prefix []binding, values []value.Value, sample int) bool {
	if len(prefix) == 0 {
		return values[sample].IsTrue()
	}
	stride := l.stride(prefix[0].variable)
	exists := prefix[0].binder == term.Exists
	for k := range l.region.Choices[prefix[0].variable].Values {
		if l.holdsUnder(prefix[1:], values, sample+k*stride) == exists {
			return exists
		}
	}
	return !exists
}

// stride returns how far apart the samples of a region are that differ in the value of a variable, and then in the next one of it.
func (l *Looker) stride(variable int) int {
	n := 1
	for v := range variable {
		n *= len(l.region.Choices[v].Values)
	}
	return n
}

// bind binds variables, the first outermost.
func (l *Looker) bind(prefix []binding, f *term.Term) (*term.Term, error) {
	st := l.space.Script.Store
	for _, b := range slices.Backward(prefix) {
		x, err := l.variable(b.variable)
		if err != nil {
			return nil, err
		}
		y := st.NewVar(l.space.Variables[b.variable].Name+"1", x.Sort())
		if f, err = l.replaced(f, x, y); err != nil {
			return nil, err
		}
		guard, err := l.restricted(y, b.variable)
		if err != nil {
			return nil, err
		}
		if guard != nil {
			word := "=>"
			if b.binder == term.Exists {
				word = "and"
			}
			if f, err = l.apply(word, guard, f); err != nil {
				return nil, err
			}
		}
		if f, err = st.Quant(b.binder, []*term.Term{y}, f); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// replaced returns t with y in the places of x.
func (l *Looker) replaced(t, x, y *term.Term) (*term.Term, error) {
	if t == x {
		return y, nil
	}
	args := slices.Clone(t.Args())
	for i := range args {
		var err error
		if args[i], err = l.replaced(args[i], x, y); err != nil {
			return nil, err
		}
	}
	if len(args) == 0 {
		return t, nil
	}
	return l.space.Script.Store.WithArgs(t, args)
}

func occurs(x, t *term.Term) bool {
	found := false
	term.Walk([]*term.Term{t}, func(t *term.Term) bool {
		found = found || t == x
		return !found
	})
	return found
}
