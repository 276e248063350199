package review

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/verify"
)

// A ReportCheck is what came of running a report from its own text.
type ReportCheck struct {
	// Sum identifies the report that was run.
	Sum string `json:"sum"`
	verify.Result
	// Problem says why nothing could be run, "" if something was.
	Problem string `json:"problem,omitempty"`
}

// Words says in one line why a report is not verified, "" when it is.
func (c *ReportCheck) Words() string {
	switch {
	case c == nil || c.Verified:
		return ""
	case c.Problem != "":
		return c.Problem
	}
	var parts []string
	for _, s := range c.NotHeld {
		if s.State == verify.False {
			parts = append(parts, fmt.Sprintf("%q is false: %s", s.Says, s.Instead))
		}
	}
	if len(parts) == 0 { // nothing is false, and nothing was run
		for _, s := range c.NotHeld {
			parts = append(parts, fmt.Sprintf("%q cannot be run: %s", s.Says, s.Instead))
		}
	}
	if len(parts) == 0 {
		return "it has no command that can be run"
	}
	return strings.Join(parts, "; ")
}

// mark returns a report with a note behind its title when it is not verified: nobody should paste it as it is.
func (c *ReportCheck) mark(report []byte) []byte {
	words := c.Words()
	if words == "" {
		return report
	}
	at := bytes.IndexByte(report, '\n') + 1
	note := append([]byte("\n**Not verified; do not send it as it is**\n\n"), findings.Fenced("text", words)...)
	return bytes.Join([][]byte{report[:at], note, report[at:]}, nil)
}

// verifyReports runs the report of the finding to look at of each group.
func (r *reviewing) verifyReports(ctx context.Context, groups []*aGroup) error {
	if r.Verify == nil {
		return nil
	}
	return r.each(ctx, "checking reports", len(groups), func(ctx context.Context, i int) error {
		e := groups[i].smallest()
		if err := findings.Refresh(e.Dir); err != nil {
			return err
		}
		report, err := findings.ReadPart(e.Dir, findings.ReportFile)
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		sum := findings.Checksum(report)
		if e.note.Report != nil && e.note.Report.Sum == sum {
			return nil
		}
		result, err := r.Verify(ctx, e.Stored)
		check := &ReportCheck{Sum: sum, Result: result}
		var not *NotDoneError
		if errors.As(err, &not) {
			check.Problem = not.Error()
		} else if err != nil {
			return err
		}
		e.note.Report = check
		if not != nil && not.Later {
			return nil
		}
		return r.save(e)
	})
}
