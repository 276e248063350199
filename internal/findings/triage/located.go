package triage

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/proof"
)

// Brief is a location as it is in reports.
func (l *Location) Brief() findings.Located {
	out := findings.Located{Words: l.Words, Caveat: l.Caveat, Solver: l.Solver, Version: l.Version, Setting: l.Setting}
	if l.Report == nil {
		for _, g := range l.Tactics {
			if l.State == Located && g.Verdict == proof.Wrong.String() {
				out.Conclusion, out.Why = g.False, g.Why
				break
			}
		}
		return out
	}
	out.Counts = l.Report.Counts()
	step := l.Report.Wrong
	if step == nil && len(l.Report.Doubtful) > 0 {
		step = &l.Report.Doubtful[0]
	}
	if step == nil {
		return out
	}
	out.Conclusion, out.Why = step.Conclusion, step.Why
	if step.Rewrite != nil {
		r := findings.LocatedRewrite(*step.Rewrite)
		out.Rewrite = &r
		if strings.HasPrefix(step.Why, step.Conclusion+" is false") {
			out.Why = "" // it says the same
		}
	}
	for _, p := range step.Premises {
		out.Premises = append(out.Premises, findings.LocatedPremise{Name: p.Step, Text: p.Text, Value: p.Value})
	}
	for _, a := range step.Assignment {
		out.Assignment = append(out.Assignment, findings.LocatedConstant(a))
	}
	return out
}

// Keep writes a location into a finding's folder: what is known, the proof with the script that produced it, and a section in the report.
// The error is a *disk.OutputError.
func (l *Location) Keep(dir string) error {
	record, err := json.MarshalIndent(l, "", "  ")
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	files := map[string][]byte{findings.LocatedFile: append(record, '\n')}
	if len(l.Proof) > 0 {
		files[findings.ProofFile], files[findings.AskedFile] = l.Proof, l.Asked
	}
	path := filepath.Join(dir, findings.ReportFile)
	switch report, err := os.ReadFile(path); {
	case err == nil:
		brief := l.Brief()
		files[findings.ReportFile] = brief.WithSection(report)
	case !errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: %w", dir, err)
	}
	for name, data := range files {
		if err := disk.WriteAtomic(filepath.Join(dir, name), data); err != nil {
			return err
		}
	}
	return nil
}
