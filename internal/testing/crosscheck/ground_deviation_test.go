package crosscheck

import (
	"regexp"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// deviation is a known reason why a solver's value differs from Assay's: a bug, or a limit of its reader or
// printer. evaluation/ground.md has the evidence under the name.
type deviation struct {
	name     string
	solvers  []string
	outcomes []outcome
	says     *regexp.Regexp         // what the solver says, nil: whatever
	holds    func(m *mismatch) bool // nil: always
}

// explains reports whether m is such a deviation.
func (d *deviation) explains(m *mismatch) bool {
	return has(d.solvers, m.dialect.solver) && has(d.outcomes, m.outcome) &&
		(d.says == nil || d.says.MatchString(m.detail)) &&
		(d.holds == nil || d.holds(m))
}

func has[T comparable](list []T, x T) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

var (
	onlyCVC4   = []string{"cvc4"}
	wrong      = []outcome{disagrees}
	odd        = []outcome{unreadable}
	wrongOrOdd = []outcome{disagrees, unreadable}
)

// deviations are tried in order.
var deviations = []deviation{
	{name: "z3-fma", solvers: onlyZ3, outcomes: wrong, holds: applies("fp.fma", func(u *term.Term) bool { return u.Sort().Indices()[1] <= 4 })},
	{name: "z3-last-indexof", solvers: onlyZ3, outcomes: wrongOrOdd, holds: applies("seq.last_indexof", nil)},
	{name: "z3-smul-noovfl", solvers: onlyZ3, outcomes: wrong, holds: applies("bvsmul_noovfl", nil)},
	{name: "z3-from-ubv", solvers: onlyZ3, outcomes: wrong, holds: applies("str.from_ubv", nil)},
	{name: "z3-constant-arrays", solvers: onlyZ3, outcomes: wrong, holds: some(finiteIndex)},
	{name: "z3-unfinished-values", solvers: onlyZ3, outcomes: odd, says: regexp.MustCompile(`\(\(_ pb(eq|le|ge) |\(seq\.nth_[iu] `)},
	{name: "z3-sorts-of-values", solvers: onlyZ3, outcomes: odd, says: regexp.MustCompile(`\(as seq\.empty Seq\)|\bstop\b`)},
	{name: "z3-round-to-integral", solvers: onlyZ3, outcomes: wrong, holds: applies("fp.roundToIntegral", func(u *term.Term) bool { return u.Sort().Indices()[0] == 2 })},
	{name: "z3-segfault", solvers: onlyZ3, outcomes: []outcome{crashed}, says: regexp.MustCompile(`^$`), holds: some(func(u *term.Term) bool {
		return u.Func() != nil && (u.Func().Kind == term.MapFunc || u.Func().Is("to_fp") && len(u.Args()) == 3)
	})},
	{name: "z3-rounding-mode-crash", solvers: onlyZ3, outcomes: []outcome{crashed}, says: regexp.MustCompile(`fpa2bv_converter\.cpp\s+Line: 118`)},
	{name: "z3-arc-functions", solvers: onlyZ3, outcomes: wrong, holds: some(func(u *term.Term) bool {
		return u.Func().Is("arccos") || u.Func().Is("arcsin")
	})},
	{name: "cvc5-float-formats", solvers: onlyCVC5, outcomes: wrong, holds: oddFormat},
	{name: "cvc5-renamed", solvers: onlyCVC5, outcomes: []outcome{refused}, says: regexp.MustCompile(`Symbol '(bag\.duplicate_removal|Tuple|UnitTuple)' not declared`)},
	{name: "cvc5-total-division", solvers: onlyCVC5, outcomes: []outcome{refused}, says: regexp.MustCompile(`kind '(INTS_)?(DIVISION|MODULUS)_TOTAL'.*at most 2 children`)},
	{name: "cvc5-constant-array", solvers: onlyCVC5, outcomes: []outcome{refused}, says: regexp.MustCompile(`for 'val', expected a value`)},
	{name: "cvc5-bag-quantifiers", solvers: onlyCVC5, outcomes: []outcome{crashed}, says: regexp.MustCompile(`(?s)Unexpected bag kind '(bag\.(all|some|partition)|table\.aggr)'`)},
	{name: "cvc5-lifted-minus", solvers: onlyCVC5, outcomes: []outcome{crashed}, holds: some(func(u *term.Term) bool {
		return u.Func() != nil && u.Func().Kind == term.LiftFunc && u.Func().Row != nil && u.Func().Row.Name == "-" && len(u.Args()) == 1
	})},
	{name: "cvc5-let-of-constructor", solvers: onlyCVC5, outcomes: odd, says: regexp.MustCompile(`\(let \(\(_let_\d+ \(as `)},
	{name: "cvc-escapes", solvers: withSets, outcomes: []outcome{disagrees, refused, unreadable}, holds: contains(`\u{30000}`)},
	{name: "cvc-no-repetition", solvers: withSets, outcomes: wrong, holds: some(noRepetition)},
	{name: "cvc5-to-fp-of-float", solvers: onlyCVC5, outcomes: wrong, holds: applies("to_fp", func(u *term.Term) bool {
		return len(u.Args()) == 2 && isFloat(u.Args()[1].Sort()) && u.Args()[1].Sort() != u.Sort()
	})},
	{name: "cvc-parametric-values", solvers: withSets, outcomes: wrong, holds: some(constantOfParametric)},
	{name: "cvc-sqrt", solvers: withSets, outcomes: wrong, holds: applies("sqrt", nil)},
	{name: "cvc-arcsec", solvers: withSets, outcomes: wrong, holds: applies("arcsec", nil)},
	{name: "cvc-arrays-as-index", solvers: withSets, outcomes: []outcome{refused}, says: regexp.MustCompile(`Arrays cannot be indexed by array types`)},
	{name: "cvc-array-chains", solvers: withSets, outcomes: []outcome{refused}, says: regexp.MustCompile(`does not yet support write-chains connecting two different constant arrays`)},
	{name: "cvc4-re-diff", solvers: onlyCVC4, outcomes: wrong, holds: applies("re.diff", func(u *term.Term) bool { return len(u.Args()) > 2 })},
	{name: "cvc4-witness", solvers: onlyCVC4, outcomes: odd, says: regexp.MustCompile(`\(witness `)},
	{name: "cvc4-reals-as-integers", solvers: onlyCVC4, outcomes: wrong, holds: some(setOfReals)},
	{name: "cvc4-reals-as-integers", solvers: onlyCVC4, outcomes: wrong, says: regexp.MustCompile(`\(Set Int\)`), holds: mentions(sorts.Real)},
	{name: "cvc4-reals-as-integers", solvers: onlyCVC4, outcomes: odd, holds: mentions(sorts.Real)},
}

// historyName is the name under which wrong answers that become right in a fresh process are counted.
const historyName = "z3-history"

// applies makes the condition that the term contains an application of an operator of that name for which also
// holds.
func applies(name string, also func(u *term.Term) bool) func(m *mismatch) bool {
	return some(func(u *term.Term) bool { return u.Func().Is(name) && (also == nil || also(u)) })
}

// some makes a condition on one part of the term.
func some(holds func(u *term.Term) bool) func(m *mismatch) bool {
	return func(m *mismatch) bool {
		found := false
		term.Walk([]*term.Term{m.x.put}, func(u *term.Term) bool {
			found = found || holds(u)
			return !found
		})
		return found
	}
}

// contains makes a condition on the text that the solver read.
func contains(text string) func(m *mismatch) bool {
	return func(m *mismatch) bool { return strings.Contains(m.claim, text) }
}

// mentions makes the condition that the sort occurs in that of a part of the term.
func mentions(s *sorts.Sort) func(m *mismatch) bool {
	return some(func(u *term.Term) bool { return occursIn(s, u.Sort()) })
}

func occursIn(s, in *sorts.Sort) bool {
	if s == in {
		return true
	}
	for _, a := range in.Args() {
		if occursIn(s, a) {
			return true
		}
	}
	return false
}

// setOfReals holds for sets of real numbers.
func setOfReals(u *term.Term) bool {
	return u.Sort().Name() == "Set" && u.Sort().Args()[0] == sorts.Real
}

// noRepetition holds for a language repeated at most zero times, or fewer times than at least.
func noRepetition(u *term.Term) bool {
	switch f := u.Func(); {
	case f.Is("re.^"):
		return f.Indices[0] == 0
	case f.Is("re.loop"):
		return f.Indices[1] == 0 || f.Indices[0] > f.Indices[1]
	}
	return false
}

// constantOfParametric holds for a constant array of values of a parametric datatype.
func constantOfParametric(u *term.Term) bool {
	if !u.Func().Is("const") {
		return false
	}
	return holdsParametric(u.Args()[0].Sort())
}

func holdsParametric(s *sorts.Sort) bool {
	if s.Kind() == sorts.User && len(s.Args()) > 0 {
		return true
	}
	for _, a := range s.Args() {
		if holdsParametric(a) {
			return true
		}
	}
	return false
}

// oddFormat holds for floats of two exponent bits, of at most three significand bits, or whose square roots can be
// subnormal or whose greatest number is not an integer: exponents are few for the significand.
var oddFormat = some(func(u *term.Term) bool {
	if !isFloat(u.Sort()) {
		return false
	}
	eb, sb := u.Sort().Indices()[0], u.Sort().Indices()[1]
	return eb == 2 || sb <= 3 || 1<<(eb-1)-1 < sb
})

// finiteIndex holds for constant arrays with finitely many indices.
func finiteIndex(u *term.Term) bool { return u.Func().Is("const") && finite(u.Sort().Args()[0]) }

// finite reports whether a sort has finitely many values, as far as its constructor tells.
func finite(s *sorts.Sort) bool {
	switch {
	case s.Kind() == sorts.Array || s.Name() == "Tuple" || s.Name() == "Set":
		for _, a := range s.Args() {
			if !finite(a) {
				return false
			}
		}
		return true
	}
	return s == sorts.Bool || s == sorts.RoundingMode || s.Kind() == sorts.BitVec || s.Kind() == sorts.Float || s.Name() == "Color"
}
