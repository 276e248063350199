package configspace

import (
	"math"
	"slices"
)

// leastSure is the probability below which it is no accident that formulas with some kind are affected more often than those without it.
const leastSure = 0.05

// aboveRest reports whether formulas with a kind are affected more often than those without it, of all that an option was tried on and affected: Fisher's exact test, one-sided,
// with Bonferroni's correction for the number of kinds that could have been linked. A kind that is in all formulas is never above the rest.
func (l Link) aboveRest(affected, tried, kinds int) bool {
	return l.chance(affected, tried) < leastSure/float64(max(1, kinds))
}

// chance is the probability that formulas with the kind are affected as often as they are, or more often, if the kind has no part in it.
func (l Link) chance(affected, tried int) float64 {
	return fisher(l.Affected, l.Of, affected-l.Affected, tried-l.Of)
}

// causes explains which kinds cause effects, of so many that could be linked. The kind that is most surely above the rest is a link; formulas with it are
// explained and left out, and each further kind must be above the rest of those that are left. So an operation that only occurs around the one that an
// option is about is no link: where there are equations, there are sums, but where there are sums without equations, nothing happens.
func causes(formulas []formula, kinds int) []Link {
	all := count(formulas)
	return explain(formulas, func(left sample) string {
		best, least := "", 1.0
		for _, l := range left.linkable() {
			if !l.aboveRest(left.affected, left.tried, kinds) || !all.kinds[l.Kind].aboveRest(all.affected, all.tried, kinds) {
				continue
			}
			if p := l.chance(left.affected, left.tried); p < least {
				best, least = l.Kind, p
			}
		}
		return best
	})
}

// linkable counts the kinds that are in enough formulas to be linked.
func (c *Correlations) linkable() int {
	n := 0
	for _, of := range c.Kinds {
		if of >= fewestAffected {
			n++
		}
	}
	return n
}

// fisher is the probability that, of the k+m affected among n+r formulas, k or more are among the n, if it is chance which ones are affected: the upper tail of the
// hypergeometric distribution (Fisher, 1922).
func fisher(k, n, m, r int) float64 {
	if k < 0 || m < 0 || k > n || m > r {
		return 1 // counts that do not fit together say nothing
	}
	all, hits := n+r, k+m
	p := 0.0
	for i := k; i <= min(n, hits); i++ {
		if hits-i <= r {
			p += math.Exp(logChoose(n, i) + logChoose(r, hits-i) - logChoose(all, hits))
		}
	}
	return min(p, 1)
}

// logChoose is the logarithm of the number of ways to choose k of n.
func logChoose(n, k int) float64 {
	fact := func(i int) float64 { v, _ := math.Lgamma(float64(i) + 1); return v }
	return fact(n) - fact(k) - fact(n-k)
}

// sift keeps the links to kinds that are above the rest, of so many that could have been linked. An option of which other links go makes a difference whatever the
// operations, as long as it affects enough of the formulas that the links do not explain: commands such as get-proof, which are in many scripts, are not the
// reason. An option that makes a difference whatever the operations has no links.
func (o *OptionEffects) sift(kinds int) {
	sifted := slices.DeleteFunc(slices.Clone(o.Relevant), func(l Link) bool { return !l.aboveRest(o.Affected, o.Tried, kinds) })
	if len(sifted) < len(o.Relevant) {
		rest := OptionEffects{Tried: o.Tried, Affected: o.Affected}
		for _, l := range sifted { // a formula with two of the kinds is left out twice, so that this is the least that is left to explain
			rest.Tried, rest.Affected = max(0, rest.Tried-l.Of), max(0, rest.Affected-l.Affected)
		}
		o.General = o.General || rest.general()
	}
	if o.General {
		sifted = nil
	}
	o.Relevant = sifted
}

// general reports whether an option affects enough of all formulas that it was tried on.
func (o *OptionEffects) general() bool {
	return o.Affected >= fewestAffected && wilson(o.Affected, o.Tried) >= leastShare
}

// explained reports whether too few formulas without any of the linked kinds are affected for an option to make a difference whatever the operations.
func explained(formulas []formula, links []Link) bool {
	rest := OptionEffects{}
	for _, f := range formulas {
		if slices.ContainsFunc(links, func(l Link) bool { return slices.Contains(f.kinds, l.Kind) }) {
			continue
		}
		rest.Tried++
		if f.affected {
			rest.Affected++
		}
	}
	return !rest.general()
}
