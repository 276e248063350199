package crosscheck

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/run/inference"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
)

// A proofsSize is the extent of TestProofs.
type proofsSize struct {
	seeds, interpretations int
	limit                  time.Duration
}

// A proofsRow is what came of the proofs of one solver. Steps are counted once for each interpretation.
type proofsRow struct {
	solver                         string
	seeds, unread, none, proofs    int
	steps                          int
	by, openBy, whyNone, rules     map[string]int
	wrong, beneath, cut, unreadble []string
	// hidden are proofs whose first wrong step is explained, see hides and explained.
	hidden int
}

// TestProofs reads the proofs that solvers show for unsat seeds, and evaluates every step under random interpretations. Whatever values these give
// the assertions, a step that depends on no false assumption, whose premises are true and whose conclusion is false, is a wrong inference of the
// solver, or a mistake in Assay: there must be none. The solvers are those of ASSAY_CROSSCHECK_SOLVERS, or z3 and cvc5. Short is 6 seeds and one
// interpretation, medium 40 and two, long 300 and three; a table goes to ASSAY_PROOFS_TABLE.
func TestProofs(t *testing.T) {
	size := testdepth.Crosscheck(t, proofsSize{6, 1, 2 * time.Second}, proofsSize{40, 2, 5 * time.Second}, proofsSize{300, 3, 5 * time.Second})
	var unsat []string
	for _, f := range seedFiles(t) {
		if strings.Contains(f, "/unsat/") {
			unsat = append(unsat, f)
		}
	}
	files := sample(unsat, size.seeds)
	if os.Getenv("ASSAY_CROSSCHECK_SOLVERS") == "" {
		t.Setenv("ASSAY_CROSSCHECK_SOLVERS", "z3;cvc5")
	}
	var rows []*proofsRow
	for _, target := range matrixTargets(t, true) {
		t.Run(target.String(), func(t *testing.T) {
			row := proofsOf(t, target, files, size)
			rows = append(rows, row)
			for _, w := range row.wrong {
				t.Errorf("wrong: %s", w)
			}
			for _, w := range slices.Concat(row.beneath, row.cut, row.unreadble) {
				t.Log(w)
			}
			if row.proofs == 0 {
				t.Errorf("no proof was read: %v", row.whyNone)
			}
		})
	}
	table := proofsTable(rows)
	t.Logf("\n%s", table)
	if file := os.Getenv("ASSAY_PROOFS_TABLE"); file != "" {
		if err := disk.WriteAtomic(file, []byte(table)); err != nil {
			t.Error(err)
		}
	}
}

func proofsOf(t *testing.T, target solver.Target, files []string, size proofsSize) *proofsRow {
	row := &proofsRow{
		solver: target.Profile().Name + " " + target.Version(), by: map[string]int{}, openBy: map[string]int{}, whyNone: map[string]int{}, rules: map[string]int{},
	}
	bench := &trial.Bench{Dir: trialtest.Scratch(t), Limits: solver.Limits{Time: size.limit, Memory: 2 << 30}}
	l := triage.Locator{Bench: bench.In(bench.Dir)}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		row.seeds++
		s, err := elab.Script(string(text), elab.Options{})
		if err != nil || s.Checks() != 1 {
			row.unread++
			continue
		}
		var detail []string // as locate asks first
		if d := target.Profile().Show.ProofDetail; d != "" {
			detail = []string{d}
		}
		shown, err := inference.ShowProof(t.Context(), l.Bench, s, 0, target, detail...)
		if err != nil {
			t.Fatal(err)
		}
		if shown.Why != "" {
			row.none++
			why, _, _ := strings.Cut(shown.Why, ": ")
			row.whyNone[why]++
			continue
		}
		row.judge(t, s, shown.Text, filepath.Join(filepath.Base(filepath.Dir(filepath.Dir(f))), filepath.Base(f)), size)
	}
	return row
}

// judge evaluates one proof.
func (row *proofsRow) judge(t *testing.T, s *script.Script, text, name string, size proofsSize) {
	p, err := proof.Read(text, s, 0, proof.Options{})
	if err != nil {
		row.unreadble = append(row.unreadble, fmt.Sprintf("unreadable: %s: %v", name, err))
		return
	}
	row.proofs++
	if p.Cut != "" {
		row.cut = append(row.cut, fmt.Sprintf("cut: %s: %s", name, p.Cut))
	}
	for i := range size.interpretations {
		m := &model.Model{Script: s}
		if i > 0 {
			m = anyModel(t, s, uint64(i))
		}
		if i > 0 {
			// The constants of a proof get their values once.
			if p, err = proof.Read(text, s, 0, proof.Options{}); err != nil {
				t.Fatal(err)
			}
		}
		w, holds := proof.NewWitness(m, proof.Limits{Steps: 2_000_000, Instances: 20_000, Work: 1 << 28, Bytes: 1 << 28})
		if holds {
			t.Errorf("%s has a model", name)
		}
		r := proof.Check(p, w)
		row.steps += r.Steps
		for k, n := range r.By {
			row.by[k] += n
		}
		for k, n := range r.OpenBy {
			row.openBy[k] += n
		}
		for rule, by := range r.Rules {
			row.rules[rule] += by[proof.Holds.String()] + by[proof.Vacuous.String()]
		}
		switch {
		case r.Wrong == nil:
		case hides(row.solver, r.Wrong) && explained(s, m, p.Steps[r.Wrong.Index].Claim):
			row.hidden++
		default:
			row.wrong = append(row.wrong, fmt.Sprintf("%s: %s: %s: %s", name, r.Words(), r.Wrong.Conclusion, r.Wrong.Why))
		}
		for _, b := range r.Beneath[:min(1, len(r.Beneath))] {
			row.beneath = append(row.beneath, fmt.Sprintf("beneath: %s: step %s, rule %s: %s (premises %v)", name, b.Step, b.Rule, b.Conclusion, b.Premises))
		}
	}
}

// anyModel is a random interpretation, or that of default values if none can be made.
func anyModel(t *testing.T, s *script.Script, seed uint64) *model.Model {
	t.Helper()
	if pr, err := problem.At(s, 0); err == nil {
		if one, err := interp.NewChooser(pr).Random(rng.New(seed)); err == nil {
			if m, err := model.Read(one.Witness(), s, 0, model.Options{}); err == nil {
				return m
			}
		}
	}
	return &model.Model{Script: s}
}

// proofsTable is the result as Markdown.
func proofsTable(rows []*proofsRow) string {
	var b strings.Builder
	b.WriteString("| solver | seeds | not read | no proof | proofs | cut | explained | steps | holds | vacuous | beneath | wrong | doubtful | open | rules |\n" +
		"|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %d |", r.solver, r.seeds, r.unread, r.none+len(r.unreadble), r.proofs, len(r.cut), r.hidden, r.steps)
		for _, v := range []string{"holds", "vacuous", "beneath", "wrong", "doubtful", "open"} {
			fmt.Fprintf(&b, " %d |", r.by[v])
		}
		fmt.Fprintf(&b, " %d |\n", len(r.rules))
	}
	for _, r := range rows {
		fmt.Fprintf(&b, "\n%s: no proof: %s.\n\nOpen steps:\n\n", r.solver, mostOf(r.whyNone, 6))
		for _, k := range byCount(r.openBy, 14) {
			fmt.Fprintf(&b, "- %d: %s\n", r.openBy[k], k)
		}
		fmt.Fprintf(&b, "\nRules, by steps that were decided: %s.\n", mostOf(r.rules, 24))
	}
	return b.String()
}

func byCount(m map[string]int, most int) []string {
	keys := slices.SortedFunc(maps.Keys(m), func(a, b string) int { return cmp.Or(m[b]-m[a], strings.Compare(a, b)) })
	return keys[:min(most, len(keys))]
}

func mostOf(m map[string]int, most int) string {
	var out []string
	for _, k := range byCount(m, most) {
		out = append(out, fmt.Sprintf("%s (%d)", k, m[k]))
	}
	if len(m) > most {
		out = append(out, fmt.Sprintf("and %d more", len(m)-most))
	}
	if len(out) == 0 {
		return "none"
	}
	return strings.Join(out, ", ")
}
