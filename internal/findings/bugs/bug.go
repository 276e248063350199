package bugs

import (
	"cmp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// A Bug is a known bug. It is a plain value.
type Bug struct {
	Name string `json:"name"`
	// Solver is the solver without a version.
	Solver string       `json:"solver"`
	Class  oracle.Class `json:"class"`
	// Shows is a version that misbehaves, First the first one known to, Behaves the first one after them that does not, "" for none yet. All
	// are NAME@VERSION.
	Shows   string `json:"shows"`
	First   string `json:"first"`
	Behaves string `json:"behaves,omitempty"`
	// Options are the options that the solver needs, as separate words.
	Options []string `json:"options,omitempty"`
	// Operators are those of the formula but for connectives, equality and values.
	Operators []string `json:"operators,omitempty"`
	// Signatures are those of a crash, Stack the top functions of its stack where signatures say nothing.
	Signatures []Signature `json:"signatures,omitempty"`
	Stack      string      `json:"stack,omitempty"`
	// SameAs names the bug that this is another trigger of, "" for none. It records what people know of a defect to which the rules give
	// different identities, such as one that corrupts memory and crashes anywhere. Reports count it as that bug.
	SameAs string `json:"same_as,omitempty"`
	// Against are further solvers that are needed to certify it.
	Against []string `json:"against,omitempty"`
	// Certificate is the kind of certificate that it has.
	Certificate string `json:"certificate"`
	// Engine found it first, "" where that is not known; Origin says where it comes from.
	Engine string `json:"engine,omitempty"`
	Origin string `json:"origin,omitempty"`
	// Formula is the script, without the header.
	Formula string `json:"-"`
}

// A Signature is how a crash looks in a version.
type Signature struct {
	Version string `json:"version"`
	Text    string `json:"text"`
}

// Spec is the solver that shows the bug, as --solver takes it, but for quotes.
func (b *Bug) Spec() []string { return append([]string{b.Shows}, b.Options...) }

// everyday are operators that are in most formulas of their theory, so they tell bugs apart only where there are no others.
var everyday = []string{"<", "<=", ">", ">=", "+", "-", "*", "to_real"}

// observers only look at the result of another operation: in a wrong answer, they are not what is wrong where there is something else.
var observers = []string{
	"fp.eq", "fp.lt", "fp.leq", "fp.gt", "fp.geq", "fp.isNaN", "fp.isInfinite", "fp.isZero", "fp.isNormal", "fp.isSubnormal", "fp.isNegative",
	"fp.isPositive", "fp.abs", "fp.neg",
}

// Distinctive are the operators that tell a bug apart.
func Distinctive(operators []string) []string {
	out := slices.DeleteFunc(slices.Clone(operators), func(o string) bool { return slices.Contains(everyday, o) })
	if len(out) == 0 {
		out = slices.Clone(operators)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Identity is what makes a bug this one: two bugs with the same identity are one. For crashes it is the place of the crash, where that is known. For
// everything else it is what the solver gets wrong (whichever answer shows it, where rare operators tell it apart), the first version that behaves (or the first bad one where none does), the operators that tell it
// apart, and the options.
func (b *Bug) Identity() string {
	switch {
	case len(b.Signatures) > 0:
		return strings.Join([]string{string(b.Class), b.Solver, findings.CrashSite(b.Signatures[0].Text)}, " ")
	case b.Stack != "":
		return strings.Join([]string{string(b.Class), b.Solver, "in", b.Stack}, " ")
	}
	return b.history()
}

// history is the identity of a bug without a place.
func (b *Bug) history() string {
	version := "mended in " + b.Behaves
	if b.Behaves == "" {
		version = "since " + b.First
	}
	own := Distinctive(b.Operators)
	what := side(b.Class)
	if b.Behaves != "" && b.Class.OfOperators() && slices.ContainsFunc(own, Rare) {
		what, own = "wrong answers", slices.DeleteFunc(own, func(o string) bool { return slices.Contains(observers, o) })
	}
	return strings.Join([]string{what, b.Solver, version, strings.Join(own, " "), strings.Join(b.Options, " ")}, "; ")
}

// common are operators that are in many formulas of their theory, beside the everyday ones.
var common = []string{"select", "store", "const", "bvadd", "bvmul", "bvult", "concat", "extract", "str.++", "str.len", "str.in_re", "str.to_re", "to_fp"}

// Rare reports whether few formulas have an operator.
func Rare(operator string) bool {
	return !slices.Contains(slices.Concat(everyday, common, observers), operator)
}

// side is what a solver gets wrong in findings of a class. A wrong sat mostly comes with a wrong model and the other way round, and a wrong unsat is
// behind a satisfiable core: which of these classes a bug falls into depends on the formula around it.
func side(c oracle.Class) string {
	if a := c.Answer(); a.Decides() {
		return "wrong " + a.String()
	}
	return string(c)
}

// A Crash describes a crash to look up.
type Crash struct {
	Solver, Version string // Version is NAME@VERSION
	Signature       string
	Stack           string
}

// Crashing returns the bug that causes a crash, nil for none. Where a bug's signature in that very version is known, it must agree down to the line
// number; otherwise line numbers do not count.
func Crashing(all []*Bug, c Crash) *Bug {
	var near *Bug
	for _, b := range all {
		if !b.Class.Crash() || b.Solver != c.Solver {
			continue
		}
		if c.Stack != "" && b.Stack == c.Stack {
			return b
		}
		if c.Signature == "" {
			continue
		}
		here := false // its signature in this version is known, and is another one
		for _, s := range b.Signatures {
			if s.Version == c.Version {
				if s.Text == c.Signature {
					return b
				}
				here = true
			}
		}
		if !here && near == nil && slices.ContainsFunc(b.Signatures, func(s Signature) bool { return findings.CrashSite(s.Text) == findings.CrashSite(c.Signature) }) {
			near = b
		}
	}
	return near
}

// Same returns the bug with the same identity, nil for none. Whether there is a stack for a silent crash depends on the machine: where one of two
// bugs has none, they are compared by versions and operators.
func Same(all []*Bug, b *Bug) *Bug {
	if len(b.Signatures) > 0 || b.Stack != "" {
		c := Crash{Solver: b.Solver, Version: b.Shows, Stack: b.Stack}
		for _, s := range b.Signatures {
			if s.Version == b.Shows || c.Signature == "" {
				c.Signature = s.Text
			}
		}
		if same := Crashing(all, c); same != nil || len(b.Signatures) > 0 {
			return same
		}
	}
	for _, a := range all {
		if len(a.Signatures) == 0 && (a.Stack == "" || b.Stack == "") && a.history() == b.history() {
			return a
		}
	}
	return nil
}

// Within returns the bug whose operators are all among those of a formula, where the formula shows the same class of the same solver, with the same
// options, in versions that begin and end where those of the bug do; nil for none. It says nothing where no version behaves, nor by everyday
// operators alone: then the formula may reduce to another bug.
func Within(all []*Bug, f *Bug) *Bug {
	if f.Behaves == "" || f.Class.Crash() {
		return nil
	}
	var best *Bug
	for _, b := range all {
		if b.Class != f.Class || b.Solver != f.Solver || b.Behaves != f.Behaves || b.First != f.First || !slices.Equal(b.Options, f.Options) {
			continue
		}
		own := Distinctive(b.Operators)
		if len(own) == 0 || slices.Contains(everyday, own[0]) || slices.ContainsFunc(own, func(o string) bool { return !slices.Contains(f.Operators, o) }) {
			continue
		}
		if best == nil || cmp.Or(-cmp.Compare(len(own), len(Distinctive(best.Operators))), cmp.Compare(b.Name, best.Name)) < 0 {
			best = b
		}
	}
	return best
}
