package review

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/findings/verify"
)

// moreTime multiplies a finding's time limit for a run of its report: a loaded machine must not make it look false.
const moreTime = 3

// Verify implements Config.Verify.
func (s *Steps) Verify(ctx context.Context, f findings.Stored) (verify.Result, error) {
	replayer, _, err := s.Replayer(ctx, f)
	if err != nil {
		return verify.Result{}, err
	}
	report, err := findings.ReadPart(f.Dir, findings.ReportFile)
	if err != nil {
		return verify.Result{}, &NotDoneError{Err: err}
	}
	c := verify.Checker{
		Dir: s.Temp, Name: filepath.Base(f.Dir) + "-report", Program: programsOf(f, replayer.Resolve),
		Time: time.Duration(f.Limits.Seconds * moreTime * float64(time.Second)), Memory: f.Limits.Memory,
	}
	all, err := c.Report(ctx, report)
	return verify.Of(all), err
}

// programsOf finds the programs that a report names: those of the record by their specifications, and others as installed versions.
func programsOf(f findings.Stored, resolve triage.Resolve) func(context.Context, string) string {
	return func(ctx context.Context, name string) string {
		specs := []string{name}
		for _, run := range f.Finding.Runs {
			if strings.TrimSuffix(run.Family+"@"+run.Version, "@") == name {
				specs = append([]string{run.Solver}, specs...)
			}
		}
		if strings.TrimSuffix(f.Family+"@"+f.Version, "@") == name {
			specs = append([]string{f.Solver}, specs...)
		}
		for _, spec := range specs {
			target, err := resolve(ctx, spec)
			if err != nil {
				continue // perhaps it is known by another name
			}
			if _, version, _ := strings.Cut(name, "@"); version == target.Version() {
				return target.Path()
			}
		}
		return ""
	}
}
