package bugbench

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// asFile turns a finding in a process that had read other scripts before into a finding about a single file, which has everything that the
// process read, with resets in between. Such a file may show a crash in a plain process too. It is written into a folder that the caller removes.
// ok is false for other findings: there the answer in question is one among others, and bugs of the collection do not say which one is meant.
// Errors are *disk.OutputError.
func (g *judging) asFile(f findings.Stored, dir string) (out findings.Stored, ok bool, err error) {
	s := f.Session
	at := strings.LastIndex(f.Signature, string(s.Shows)+"/")
	if !s.Shows.Crash() || at < 0 {
		return f, false, nil
	}
	text, err := os.ReadFile(filepath.Join(f.Dir, findings.SessionFile))
	if err != nil {
		return f, false, nil //nolint:nilerr // a damaged folder does not have this file
	}
	if err := os.RemoveAll(dir); err != nil { // what a kill left there
		return f, false, &disk.OutputError{Path: dir, Err: err}
	}
	run := s.Run
	run.File, run.Stdin, run.Mode, run.Answers, run.Void = findings.BugFile, false, "", nil, false
	record := f.Finding
	record.Class, record.Signature, record.Session = s.Shows, f.Signature[at:], nil
	record.Check, record.Checks, record.Truths, record.Reduction, record.Base = oracle.WholeRun, 0, nil, nil, nil
	record.Runs, record.Logic = []findings.Run{run}, ""
	if err := findings.Keep(dir, record, findings.Texts{Bug: text, Original: text}); err != nil {
		return f, false, err
	}
	out, err = findings.Load(dir)
	return out, err == nil, nil
}
