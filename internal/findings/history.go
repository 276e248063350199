package findings

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/assay-smt/assay/internal/bisect"
	"github.com/assay-smt/assay/internal/disk"
)

// A History has the versions with which a finding came and went, as far as reports show them.
type History struct {
	Formula string `json:"formula"`
	bisect.Ends
}

// historyFile is the file that bisection leaves in a folder.
const historyFile = "bisect.json"

// historyOf reads the history of a folder whose formula is bug, nil when there is none for that formula.
func historyOf(dir string, bug []byte) *History {
	data, err := os.ReadFile(filepath.Join(dir, historyFile))
	if err != nil {
		return nil
	}
	var h History
	if json.Unmarshal(data, &h) != nil || h.Formula != Checksum(bug) {
		return nil
	}
	return &h
}

// Refresh rewrites the report of a reduced finding with what has become known since, and with the section on where the solver goes wrong if
// the report has one. Other findings keep their reports. It returns *disk.OutputError, and the errors of LoadRecord.
func Refresh(dir string) error {
	s, err := LoadRecord(dir)
	if err != nil || s.Reduction == nil {
		return err
	}
	others := make(map[string][]byte)
	for _, name := range []string{BugFile, BaseFile, SessionFile} {
		if data, err := os.ReadFile(filepath.Join(s.Dir, name)); err == nil {
			others[name] = data
		}
	}
	bug := others[BugFile]
	report := tracker(&s.Finding, bug, others, historyOf(s.Dir, bug))
	if old, err := os.ReadFile(filepath.Join(s.Dir, ReportFile)); err == nil {
		if from, to := locatedIn(old); from < to {
			report = withLocated(report, old[from+1:to])
		}
	}
	return disk.WriteAtomic(filepath.Join(s.Dir, ReportFile), report)
}
