package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/certify"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// solverTexts are the files that solvers read for one formula: one for each way of writing it, made when it is
// first asked for.
type solverTexts struct {
	dir, prefix string
	script      *script.Script // nil: everybody gets raw
	raw         string
	table       *theory.Table
	files       map[manner]*solverText
}

// manner is how a formula is written.
type manner struct {
	dialect string
	after   string // what stands behind check-sats
	checks  string // behind which ones, "" for all
}

// solverText is one such file.
type solverText struct {
	query   solver.Query
	text    string
	formula *certify.Formula
}

// write makes the file for a manner.
func (t *solverTexts) write(m manner, wanted func(check int) bool) (*solverText, error) {
	if t.script == nil {
		m = manner{}
	}
	if known := t.files[m]; known != nil {
		return known, nil
	}
	text := []byte(t.raw)
	if t.script != nil {
		p := script.Printer{Solver: m.dialect, ForSolver: true, AfterCheck: func(check int) string {
			if wanted != nil && !wanted(check) {
				return ""
			}
			return m.after
		}}
		text = p.Append(nil, t.script)
	}
	out := &solverText{text: string(text)}
	out.query.File = filepath.Join(t.dir, fmt.Sprintf("%s-%d.smt2", t.prefix, len(t.files)))
	if t.files == nil {
		t.files = map[manner]*solverText{}
	}
	t.files[m] = out
	if err := os.WriteFile(out.query.File, text, 0o600); err != nil {
		return nil, withExit(exitOutput, fmt.Errorf("no temporary file can be written: %w", err))
	}
	return out, nil
}

func (t *solverTexts) remove() {
	for _, f := range t.files {
		os.Remove(f.query.File)
	}
}

// run runs a solver on the formula and asks for models behind every sat. A script with one check-sat is run once;
// of others it is first seen which answers are sat, because some solvers stop at a get-model behind unsat.
func (t *solverTexts) run(ctx context.Context, sv *solver.Solver, q solver.Query) (solver.Run, *solverText, error) {
	m := manner{dialect: sv.Profile().Dialect}
	ask := sv.Profile().Show.Model
	if t.script == nil || t.script.Checks() == 0 {
		ask = ""
	}
	if ask != "" && t.script.Checks() == 1 {
		m.after = ask
		q.Options.Models = true
	}
	run, text, err := t.runAs(ctx, sv, q, m, nil)
	if err != nil || ask == "" || m.after != "" || run.Void {
		return run, text, err
	}
	sat := map[int]bool{}
	var checks []string
	for i, a := range run.Answers {
		if a == smt.Sat {
			sat[i] = true
			checks = append(checks, fmt.Sprint(i))
		}
	}
	if len(sat) == 0 {
		return run, text, nil
	}
	m.after, m.checks = ask, strings.Join(checks, ",")
	q.Options.Models = true
	again, withModels, err := t.runAs(ctx, sv, q, m, func(check int) bool { return sat[check] })
	if err != nil || again.Void || len(again.Answers) != len(run.Answers) {
		return run, text, err
	}
	return again, withModels, nil
}

func (t *solverTexts) runAs(ctx context.Context, sv *solver.Solver, q solver.Query, m manner, wanted func(int) bool) (solver.Run, *solverText, error) {
	text, err := t.write(m, wanted)
	if err != nil {
		return solver.Run{}, nil, err
	}
	q.File = text.query.File
	text.query = q
	run, err := sv.Run(ctx, q)
	return run, text, err
}

// certify evaluates the models of a run.
func (t *solverTexts) certify(run solver.Run, text *solverText) oracle.Observation {
	if run.Void || len(run.Models) == 0 {
		return run.Observation()
	}
	if text.formula == nil {
		f, err := certify.NewFormula(text.text, t.table)
		if err != nil {
			return run.Observation() // only --as-is gives solvers what Assay cannot read
		}
		text.formula = f
	}
	return run.Certify(text.formula)
}
