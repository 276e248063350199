package tactics

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/theory"
)

// A Choice is what all solvers with tactics, among the given solvers, have in common. Immutable.
type Choice struct{ rewrites, decides []string }

// For returns the tactics that every z3 among the solvers has, and with which its developers take reports under a logic; nil when there is no z3, or one about which nothing is known.
func For(solvers []theory.Release, logic theory.Logic) *Choice {
	var versions []string
	for _, s := range solvers {
		if !theory.CheckUsing.AvailableIn(s.Name, s.Version) || s.Version == standIn {
			continue
		}
		if s.Version != "" && theory.CompareVersions(s.Version, oldest) < 0 {
			return nil
		}
		versions = append(versions, s.Version)
	}
	if len(versions) == 0 {
		return nil
	}
	c := &Choice{}
	for _, t := range z3Tactics() {
		common := t.Use != Never && (!t.Bits || logic.Known && logic.BitVectors && !logic.All)
		for _, v := range versions {
			common = common && t.in(v)
		}
		switch {
		case common && t.Use == Rewrites:
			c.rewrites = append(c.rewrites, t.Name)
		case common:
			c.decides = append(c.decides, t.Name)
		}
	}
	return c
}

// Term draws the argument of check-sat-using. Most end with a tactic that decides everything, to keep unknown answers rare.
func (c *Choice) Term(r *rng.Rand) string {
	switch k := r.IntN(20); {
	case k < 8:
		return fmt.Sprintf("(then %s smt)", c.rewriting(r))
	case k < 12:
		return fmt.Sprintf("(then %s %s smt)", c.rewriting(r), c.rewriting(r))
	case k < 14:
		return fmt.Sprintf("(then %s %s)", c.rewriting(r), rng.Pick(r, c.decides))
	case k < 16:
		return fmt.Sprintf("(or-else %s smt)", rng.Pick(r, c.decides))
	case k < 18:
		return rng.Pick(r, c.decides)
	case k < 19:
		return c.rewriting(r)
	}
	// Some tactics decide formulas only after others have changed them, and give up on the rest.
	parts := make([]string, 2+r.IntN(3))
	for i := range parts {
		parts[i] = c.rewriting(r)
	}
	return fmt.Sprintf("(or-else (then %s %s) smt)", strings.Join(parts, " "), rng.Pick(r, c.decides))
}

// rewriting draws a tactic that leaves goals, one time in five under a combinator.
func (c *Choice) rewriting(r *rng.Rand) string {
	t := rng.Pick(r, c.rewrites)
	switch r.IntN(15) {
	case 0:
		return fmt.Sprintf("(repeat %s %d)", t, 2+r.IntN(3))
	case 1:
		// Time limits are the solver's business, so this is longer than any run may take.
		return fmt.Sprintf("(try-for %s %d)", t, longest)
	case 2:
		return fmt.Sprintf("(using-params simplify %s)", rng.Pick(r, settings))
	}
	return t
}

// standIn is the version of z3 that stands for solvers without a description (trial.Dialects). They have no tactics.
const standIn = "4.8.0"

// longest is how long try-for tries, in milliseconds: a day, since an answer that depends on time cannot be reproduced.
const longest = 86_400_000

// settings are parameters of simplify, each with a value other than its default. They do not change the meaning, and all versions in the
// table have them.
var settings = []string{
	":elim_and true", ":som true", ":arith_lhs true", ":flat false", ":hoist_mul true", ":blast_distinct true", ":pull_cheap_ite true",
	":push_ite_bv true", ":push_ite_arith true", ":bv_sort_ac true", ":expand_select_store true", ":sort_sums true", ":split_concat_eq true",
	":mul_to_power true", ":local_ctx true", ":ite_extra_rules true", ":mul2concat true", ":eq2ineq true", ":expand_power true", ":sort_store true",
	":bv_ite2id true", ":blast_eq_value true", ":gcd_rounding true",
	":elim_sign_ext false", ":elim_to_real true", ":elim_rem true",
}
