package findings

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"

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

// triageFile is the file that triage leaves in a folder, which has the stack of a crash.
const triageFile = "triage.json"

// framesOf reads the functions on top of the stack that triage found for a text, none when it found none.
func framesOf(dir string, text []byte) []string {
	data, err := os.ReadFile(filepath.Join(dir, triageFile))
	var note struct {
		Formula string   `json:"formula"`
		Frames  []string `json:"frames"`
	}
	if err != nil || json.Unmarshal(data, &note) != nil || note.Formula != Checksum(text) || slices.Contains(note.Frames, "?") {
		return nil
	}
	return note.Frames
}

// shownIn is the file whose text shows a finding.
func shownIn(f *Finding) string {
	if f.Session != nil {
		return SessionFile
	}
	return BugFile
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
	r := newTracked(&s.Finding, bug, others, historyOf(s.Dir, others[shownIn(&s.Finding)]))
	r.frames = framesOf(s.Dir, others[shownIn(&s.Finding)])
	report := r.write()
	if old, err := os.ReadFile(filepath.Join(s.Dir, ReportFile)); err == nil {
		if from, to := locatedIn(old); from < to {
			report = withLocated(report, old[from+1:to])
		}
	}
	return disk.WriteAtomic(filepath.Join(s.Dir, ReportFile), report)
}
