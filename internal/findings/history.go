package findings

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt/theory"
)

// A History has what is known about the versions with which a finding came and went, as far as reports show it. It is a part of bisect.json.
type History struct {
	Class   oracle.Class `json:"class"`
	Formula string       `json:"formula"`
	// Rate says how often it shows where it was found, nil when that was not counted.
	Rate *Repetition `json:"rate,omitempty"`
	// Versions are those of the last search, the oldest first; Others are what earlier searches found out about versions that the last one
	// did not ask for.
	Versions []VersionVerdict `json:"versions"`
	Others   []VersionVerdict `json:"others,omitempty"`
	// Releases are all versions that are known to exist, whether they were tried or not, as in "z3@4.12.2", the oldest first.
	Releases []string `json:"releases,omitempty"`
	// suspect: the finding is only a suspicion.
	suspect bool
}

// A VersionVerdict is what one version of the blamed solver does with a finding.
type VersionVerdict struct {
	// Name is NAME@VERSION, or a revision of a checkout.
	Name string `json:"name"`
	// Verdict is empty for a version that was not run; Assumed is what its neighbours suggest.
	Verdict bisect.Verdict `json:"verdict,omitempty"`
	Assumed bisect.Verdict `json:"assumed,omitempty"`
	Reason  string         `json:"reason,omitempty"`
	// It showed in Shown of Runs runs. Records of older programs have no runs; then it was run once.
	Shown int `json:"shown,omitempty"`
	Runs  int `json:"runs,omitempty"`
	// With are words that the command of the report lacks, and that this version needs to read the formula.
	With []string `json:"with,omitempty"`
	// Original: the reduced formula says nothing in this version, and the verdict is about the formula as it was found.
	Original bool `json:"original,omitempty"`
	// Signature is that of the crash, for crashes.
	Signature string `json:"signature,omitempty"`
	// Program identifies the program that was run, so that another one with the same name is run again.
	Program string  `json:"program,omitempty"`
	Seconds float64 `json:"seconds,omitempty"`
}

// tried reports whether the version was run at all.
func (v VersionVerdict) tried() bool { return v.Verdict.Decides() || v.Runs > 0 || v.Seconds > 0 }

// flaky reports whether some runs showed the finding and others did not.
func (v VersionVerdict) flaky() bool { return 0 < v.Shown && v.Shown < v.Runs }

// Counted is how often the finding shows where it was found: what was counted, if that is more than what is recorded elsewhere.
func (h *History) Counted(recorded Repetition) Repetition {
	if h != nil && h.Rate != nil && h.Rate.Runs > recorded.Runs {
		return *h.Rate
	}
	return recorded
}

// withFound returns a history in which the version with which a finding was found shows it, as its record says, if that version was not run in a
// search: otherwise "good in all versions tried" would be said of a finding that was seen. It returns nil for nil, and does not change h.
func (h *History) withFound(f *Finding) *History {
	if h == nil {
		return nil
	}
	out := *h
	out.suspect = f.Suspect
	own := f.Family + "@" + f.Version
	all := h.All()
	named := func(v VersionVerdict) bool { name, _ := splitVersion(v.Name); return name == f.Family }
	if f.Version == "" || !slices.ContainsFunc(all, named) || slices.ContainsFunc(all, func(v VersionVerdict) bool { return v.Name == own }) {
		return &out
	}
	counted := h.Counted(f.Repeated)
	out.Others = append(slices.Clone(h.Others), VersionVerdict{Name: own, Verdict: bisect.Shows, Shown: counted.Shown, Runs: counted.Runs})
	return &out
}

// All returns everything that is known about versions: by the names of solvers in the order of the last search, and then the oldest first.
// Versions of other kinds, such as revisions, stay in their order.
func (h *History) All() []VersionVerdict {
	var names []string
	all := slices.Concat(h.Versions, h.Others)
	for _, v := range all {
		if name, _ := splitVersion(v.Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.SortStableFunc(all, func(a, b VersionVerdict) int {
		aName, aVersion := splitVersion(a.Name)
		bName, bVersion := splitVersion(b.Name)
		switch {
		case aName != bName:
			return slices.Index(names, aName) - slices.Index(names, bName)
		case aName == "":
			return 0
		}
		return theory.CompareVersions(aVersion, bVersion)
	})
	return all
}

// Ends are the versions of a solver between which it came and went, of all that is known.
func (h *History) Ends(family string) bisect.Ends {
	all := slices.DeleteFunc(slices.Clone(h.All()), func(v VersionVerdict) bool {
		name, _ := splitVersion(v.Name)
		return name != "" && name != family
	})
	line := make([]bisect.Verdict, len(all))
	for i, v := range all {
		line[i] = v.Verdict
	}
	return bisect.HistoryOf(line).Ends(func(i int) string { return all[i].Name })
}

// splitVersion splits NAME@VERSION; a text without @ is a version without a name.
func splitVersion(text string) (name, version string) {
	if name, version, ok := strings.Cut(text, "@"); ok {
		return name, version
	}
	return "", text
}

// historyFile is the file that bisection leaves in a folder.
const historyFile = "bisect.json"

// historyOf reads the history of a folder whose formula is bug, nil when there is none for that formula.
func historyOf(dir string, bug []byte) *History {
	data, err := ReadPart(dir, historyFile)
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

// A triageNote is the part of that file that reports show.
type triageNote struct {
	Formula string `json:"formula"`
	// Frames are the functions on top of the stack of a crash, the innermost first.
	Frames []string `json:"frames"`
	// Repetition counts the runs in fresh processes.
	Repetition
	// Release is what the release did of which a build with checks is made.
	Release *Release `json:"on_release"`
}

// noteOf reads what triage learned about a text, nothing when it learned nothing.
func noteOf(dir string, text []byte) triageNote {
	data, err := ReadPart(dir, triageFile)
	var note triageNote
	if err != nil || json.Unmarshal(data, &note) != nil || note.Formula != Checksum(text) {
		return triageNote{}
	}
	if slices.Contains(note.Frames, "?") { // of a version that did not know better
		note.Frames = nil
	}
	return note
}

// shownIn is the file whose text shows a finding.
func shownIn(f *Finding) string {
	if f.Session != nil {
		return SessionFile
	}
	return BugFile
}

// Refresh rewrites the report of a finding with what has become known since, and with the section on where the solver goes wrong if
// the report has one. A report that stays the same is not written. It returns *disk.OutputError, and the errors of LoadRecord.
func Refresh(dir string) error {
	s, err := LoadRecord(dir)
	if err != nil {
		return err
	}
	others := make(map[string][]byte)
	for _, name := range []string{BugFile, BaseFile, SessionFile} {
		if data, err := ReadPart(s.Dir, name); err == nil {
			others[name] = data
		}
	}
	bug := others[BugFile]
	r := newTracked(&s.Finding, bug, others, historyOf(s.Dir, others[shownIn(&s.Finding)]))
	r.note = noteOf(s.Dir, others[shownIn(&s.Finding)])
	report := r.write()
	if old, err := ReadPart(s.Dir, ReportFile); err == nil {
		if from, to := locatedIn(old); from < to {
			report = withLocated(report, old[from+1:to])
		}
		if bytes.Equal(old, report) {
			return nil
		}
	}
	return disk.WriteAtomic(filepath.Join(s.Dir, ReportFile), report)
}
