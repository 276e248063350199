package triage

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
)

// maxGoals is the number of bytes kept of what a tactic prints.
const maxGoals = 64 << 20

// singleTactics are tactics of z3 that are tried on the formula itself. What they leave has the models of the formula, apart from constants that they
// introduce or eliminate: tactics that only keep it satisfiable, such as symmetry-reduce, are not among them. A version that lacks one says so.
var singleTactics = []string{
	"simplify", "propagate-values", "ctx-simplify", "solve-eqs", "elim-uncnstr", "purify-arith", "elim-term-ite", "blast-term-ite",
	"cofactor-term-ite", "nnf", "der", "elim-and", "distribute-forall", "qe-light", "macro-finder", "quasi-macros", "ufbv-rewriter", "reduce-args",
	"factor", "degree-shift", "normalize-bounds", "propagate-ineqs", "lia2pb", "pb2bv", "card2bv", "recover-01", "fpa2bv", "max-bv-sharing",
	"bv1-blast", "bit-blast", "propagate-bv-bounds", "reduce-bv-size", "elim-small-bv", "bv_bound_chk", "dt2bv", "eq2bv", "euf-completion",
	"elim-predicates", "demodulator", "qe", "split-clause", "tseitin-cnf", "aig",
}

// chain are the tactics with which z3's own strategies for most logics begin; each is tried after those before it, and the search comes last.
var chain = []string{"simplify", "propagate-values", "ctx-simplify", "solve-eqs", "elim-uncnstr", "simplify", "max-bv-sharing", searching}

// searching is the tactic that decides.
const searching = "smt"

// tacticTime bounds each tactic, in milliseconds.
const tacticTime = 2000

// allTactics returns what is tried: first the tactic that the check itself asks for, "" for none.
func allTactics(own string) []string {
	var out []string
	if own != "" {
		out = append(out, own)
	}
	out = append(out, singleTactics...)
	for i := 2; i <= len(chain); i++ {
		out = append(out, "(then "+strings.Join(chain[:i], " ")+")")
	}
	return out
}

// tactics makes z3 print the goals that its tactics leave, and evaluates them.
func (l Locator) tactics(ctx context.Context, q Wrongly, w *proof.Witness, out *Location) error {
	own, ok := tacticOf(q)
	if !ok {
		return nil
	}
	tactics := allTactics(own)
	text, ok := l.applying(ctx, q, tactics)
	if !ok {
		return nil
	}
	b := l.Bench.OnFresh()
	if b.Limits.Output == 0 {
		b.Limits.Output = maxGoals
	}
	raw := b.RawText("tactics.smt2", text)
	t := b.Raw(raw, nil, trial.Facts{Name: "tactics", Plan: trial.AskNothing})
	defer t.Close()
	run, err := t.RunText(ctx, q.Blamed, q.Blamed.String(), raw, solver.Options{})
	var unusable *solver.UnusableError
	if errors.As(err, &unusable) {
		return nil
	}
	if err != nil {
		return err
	}
	said := string(run.Raw.Stdout)
	for i, tactic := range tactics {
		_, part, found := strings.Cut(said, marker(i)+"\n")
		if !found {
			out.Tactics = append(out.Tactics, proof.Goal{Tactic: tactic, Verdict: proof.Open.String(), Why: "z3 did not get to it"})
			break
		}
		part, _, _ = strings.Cut(part, marker(i+1)+"\n")
		out.Tactics = append(out.Tactics, goalOf(tactic, part, q, w))
	}
	for _, g := range out.Tactics {
		if g.Verdict == proof.Wrong.String() && !strings.HasSuffix(g.Tactic, searching+")") {
			out.State, out.Report = Located, nil
			out.Solver, out.Version, out.Command, out.Asked, out.Proof = q.Blamed.String(), q.Blamed.Version(), run.Command, text, run.Raw.Stdout
			break
		}
	}
	return context.Cause(ctx)
}

func goalOf(tactic, part string, q Wrongly, w *proof.Witness) proof.Goal {
	at := strings.Index(part, "(goals")
	if at < 0 {
		why, _, _ := strings.Cut(strings.TrimSpace(part), "\n")
		return proof.Goal{Tactic: tactic, Verdict: proof.Open.String(), Why: "no goals: " + why}
	}
	g, err := proof.Goals(tactic, part[at:], q.Script, q.Check, w, proof.Budget{})
	if err != nil {
		return proof.Goal{Tactic: tactic, Verdict: proof.Open.String(), Why: err.Error()}
	}
	return g
}

func marker(i int) string { return fmt.Sprintf("assay-tactic-%d", i) }

// tacticOf returns the tactic that the check asks for, "" for none. ok is false when the check has assumptions.
func tacticOf(q Wrongly) (tactic string, ok bool) {
	at := q.Script.CheckCommand(q.Check)
	if at < 0 {
		return "", false
	}
	switch c := q.Script.Commands[at]; c.Kind {
	case script.CheckSat:
		return "", true
	case script.CheckSatUsing:
		return strings.TrimSuffix(strings.TrimPrefix(c.Text, "(check-sat-using "), ")"), true
	}
	return "", false
}

// applying writes the script up to the check, with tactics in place of the check. ok is false when it cannot be written.
func (l Locator) applying(ctx context.Context, q Wrongly, tactics []string) (text []byte, ok bool) {
	at := q.Script.CheckCommand(q.Check)
	n := *q.Script
	n.Commands = nil
	for _, c := range q.Script.Commands[:at] {
		if !c.IsCheck() && c.Kind != script.Get && c.Kind != script.GetValue {
			n.Commands = append(n.Commands, c)
		}
	}
	text, err := l.Bench.Print(ctx, &n, q.Blamed.Profile().Dialect)
	if err != nil {
		return nil, false // the caller sees that ctx has ended
	}
	for i, tactic := range tactics {
		text = fmt.Appendf(text, "(echo \"%s\")\n(apply %s :print_dependencies false :timeout %d)\n", marker(i), tactic, tacticTime)
	}
	return text, true
}
