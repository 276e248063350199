package enumerate

import (
	"slices"

	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// mostValues bounds the values that a term is said to have no other than.
const mostValues = 8

// ranges makes the claims that terms have no other values within the region than under its samples. Terms with more than mostValues have none.
func (l *Looker) ranges(all []subject) ([]claim, error) {
	var out []claim
	for _, x := range all {
		values, closed, err := l.valuesWithin(x.term)
		if err != nil {
			return nil, err
		}
		each := distinct(known(values))
		if len(each) == 0 || len(each) > mostValues || x.term.Sort() == sorts.Bool && len(each) > 1 {
			continue
		}
		others, err := l.noneOf(x.term, each)
		if err != nil {
			return nil, err
		}
		if others == nil {
			l.unread(Range, "a value that cannot be written")
			continue
		}
		out = append(out, claim{ask: Range, about: x.term, formulas: append(closed, others...), inside: true, truth: smt.Unsat})
	}
	return out, nil
}

// noneOf returns formulas that say that a term has none of some values, nil where one cannot be written.
func (l *Looker) noneOf(t *term.Term, values []value.Value) ([]*term.Term, error) {
	var out []*term.Term
	for _, v := range values {
		f, err := l.isNot(t, v)
		if err != nil || f == nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

// orders returns the operators that compare terms of a sort.
func orders(s *sorts.Sort) []string {
	switch {
	case s == sorts.Int || s == sorts.Real:
		return []string{"<", "<=", ">", ">="}
	case s == sorts.String:
		return []string{"str.<", "str.<="}
	case s.Kind() == sorts.BitVec:
		return []string{"bvult", "bvule", "bvslt", "bvsle", "bvsgt", "bvuge"}
	case s.Kind() == sorts.Float:
		return []string{"fp.lt", "fp.leq", "fp.gt", "fp.geq"}
	}
	return nil
}

// bounds makes the claims about the comparisons of terms with some of their values: those that hold everywhere in the region, or nowhere, and of the
// others the one that holds under fewest samples.
func (l *Looker) bounds(all []subject) ([]claim, error) {
	var out []claim
	for _, x := range all {
		ops := orders(x.term.Sort())
		if ops == nil {
			continue
		}
		values, _, err := l.valuesWithin(x.term)
		if err != nil {
			return nil, err
		}
		each := distinct(known(values))
		if len(each) == 0 {
			continue
		}
		ends := slices.Compact([]int{0, len(each) / 2, len(each) - 1})
		fewest, rare := len(values)+1, claim{}
		for _, op := range ops {
			for _, at := range ends {
				c, n, err := l.bound(op, x.term, each[at])
				if err != nil {
					return nil, err
				}
				switch {
				case c.truth == smt.Unsat:
					out = append(out, c)
				case c.truth == smt.Sat && n < fewest:
					fewest, rare = n, c
				}
			}
		}
		if rare.truth == smt.Sat {
			rare.inside = l.random.Bool()
			out = append(out, rare)
		}
	}
	return out, nil
}

// bound makes the claim about the comparison of a term with a value: that it cannot hold in the region, or cannot fail, or holds under n samples. It has no
// truth where the value cannot be written or compared.
func (l *Looker) bound(op string, t *term.Term, v value.Value) (c claim, n int, err error) {
	written, err := value.Term(l.space.Script.Store, t.Sort(), v)
	if err != nil {
		return claim{}, 0, nil
	}
	pair := []*term.Term{t, written}
	if l.random.Bool() {
		slices.Reverse(pair)
	}
	f, err := l.apply(op, pair...)
	if err != nil {
		return claim{}, 0, err
	}
	values, closed, err := l.valuesWithin(f)
	if values == nil || err != nil {
		return claim{}, 0, err
	}
	c = claim{ask: Bound, about: f, formulas: append(closed, f), inside: true, truth: smt.Unsat}
	for i, v := range values {
		if v.IsTrue() {
			n++
			c.witness = l.region.Models[i]
		}
	}
	switch n {
	case 0:
	case len(values) - len(closed):
		not, err := l.apply("not", f)
		if err != nil {
			return claim{}, 0, err
		}
		c.formulas, c.witness = append(closed, not), nil
	default:
		c.truth, c.formulas = smt.Sat, []*term.Term{f}
	}
	return c, n, nil
}
