package conform

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/solver"
)

// A vocabulary is what scripts are built from: a logic with declarations and formulas.
type vocabulary struct {
	logic    string
	declares string
	// holds is satisfiable, against contradicts it, and beside neither follows from nor contradicts either of
	// them.
	holds, against, beside string
	// undeclared is a formula with a symbol that is not declared.
	undeclared string
	// hard is a formula that no solver decides within seconds, with its declarations.
	hard string
}

// vocabularies are tried in this order: most solvers read the first.
func vocabularies() []vocabulary {
	return []vocabulary{
		{
			logic: "QF_BV", declares: "(declare-fun x () (_ BitVec 8))", holds: "(= x #x2a)", against: "(= x #x2b)", beside: "(bvult x #xf0)",
			undeclared: "(= nowhere #x2a)", hard: factors(),
		},
		{
			logic: "QF_LIA", declares: "(declare-fun x () Int)", holds: "(= x 42)", against: "(= x 43)", beside: "(< x 99)",
			undeclared: "(= nowhere 42)", hard: pigeons(),
		},
		{
			logic: "QF_UF", declares: "(declare-fun p () Bool)\n(declare-fun q () Bool)", holds: "p", against: "(not p)", beside: "(or p q)",
			undeclared: "nowhere", hard: pigeons(),
		},
	}
}

// factors asks for the factors of a product of two primes of 62 bits.
func factors() string {
	return `(declare-fun a () (_ BitVec 128))
(declare-fun b () (_ BitVec 128))
(assert (= (bvmul a b) (_ bv15312706511442231365627629811393032631 128)))
(assert (bvult a (_ bv4611686018427387904 128)))
(assert (bvult b (_ bv4611686018427387904 128)))
(assert (bvugt a (_ bv1 128)))
(assert (bvugt b (_ bv1 128)))
`
}

// pigeons asks for a separate place for each of fourteen pigeons in thirteen holes.
func pigeons() string {
	const holes = 13
	var b strings.Builder
	name := func(pigeon, hole int) string { return fmt.Sprintf("p%d.%d", pigeon, hole) }
	for i := range holes + 1 {
		var all []string
		for j := range holes {
			fmt.Fprintf(&b, "(declare-fun %s () Bool)\n", name(i, j))
			all = append(all, name(i, j))
		}
		fmt.Fprintf(&b, "(assert (or %s))\n", strings.Join(all, " "))
	}
	for j := range holes {
		for i := range holes + 1 {
			for k := range i {
				fmt.Fprintf(&b, "(assert (not (and %s %s)))\n", name(i, j), name(k, j))
			}
		}
	}
	return b.String()
}

// fitting returns the vocabularies whose logics a profile reads, or the first vocabulary if it reads none of
// them.
func fitting(p *solver.Profile) []vocabulary {
	var out []vocabulary
	for _, v := range vocabularies() {
		if p.Reads(v.logic) {
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		out = vocabularies()[:1]
	}
	return out
}

// script joins commands; the first line names the check, for programs that imitate solvers.
func script(check string, commands ...string) string {
	return "; conformance check: " + check + "\n" + strings.Join(commands, "\n") + "\n"
}

// assert makes an assertion, named when name is not empty.
func assert(formula, name string) string {
	if name != "" {
		formula = "(! " + formula + " :named " + name + ")"
	}
	return "(assert " + formula + ")"
}

// begin is how scripts of the vocabulary begin.
func (v vocabulary) begin() string { return "(set-logic " + v.logic + ")\n" + v.declares }

const checkSat = "(check-sat)"
