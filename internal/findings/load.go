package findings

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/judge/oracle"
)

// Stored is a finding together with its folder.
type Stored struct {
	Dir string
	Finding
}

// A DamagedError says that a finding cannot be relied on: its record or a file beside it is missing, cut off or changed.
type DamagedError struct {
	Dir, File string
	Problem   string
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s: %s", filepath.Join(e.Dir, e.File), e.Problem)
}

// A LoadError says which of several folders cannot be read.
type LoadError struct {
	Dir string
	Err error
}

func (e *LoadError) Error() string { return e.Err.Error() } // it names the folder

func (e *LoadError) Unwrap() error { return e.Err }

// Load reads a finding's folder and makes sure that its files are those that were written; the path of its finding.json is accepted in
// place of the folder's. Errors wrap os.ErrNotExist where there is no record, and are *DamagedError where something is damaged.
func Load(dir string) (Stored, error) {
	s, err := LoadRecord(dir)
	if err != nil {
		return s, err
	}
	names := slices.Sorted(maps.Keys(s.Files))
	if len(names) == 0 {
		names = []string{BugFile}
	}
	for _, name := range names {
		if filepath.Base(name) != name {
			return s, &DamagedError{s.Dir, RecordFile, fmt.Sprintf("it names %q, which is not a file of the folder", name)}
		}
		data, err := ReadPart(s.Dir, name)
		switch sum := s.Files[name]; {
		case errors.Is(err, os.ErrNotExist):
			return s, &DamagedError{s.Dir, name, "it is missing"}
		case err != nil:
			return s, &DamagedError{s.Dir, name, err.Error()}
		case len(data) == 0 && sum == "":
			return s, &DamagedError{s.Dir, name, "it is empty"}
		case sum != "" && sum != Checksum(data):
			return s, &DamagedError{s.Dir, name, fmt.Sprintf("it is not the file that was written: its checksum is %s, the record says %s", Checksum(data), sum)}
		}
	}
	return s, nil
}

// LoadRecord is like Load, but does not look at the files beside the record.
func LoadRecord(dir string) (Stored, error) {
	if filepath.Base(dir) == RecordFile {
		dir = filepath.Dir(dir)
	}
	data, err := ReadPart(dir, RecordFile)
	if err != nil {
		return Stored{}, fmt.Errorf("%s is not a finding: %w", dir, err)
	}
	s := Stored{Dir: dir}
	if err := json.Unmarshal(data, &s.Finding); err != nil {
		return Stored{Dir: dir}, &DamagedError{dir, RecordFile, err.Error()}
	}
	if s.Format < oldestFormat || s.Format > Format {
		return Stored{Dir: dir}, fmt.Errorf("%s: format %d, this program reads formats %d to %d", filepath.Join(dir, RecordFile), s.Format, oldestFormat, Format)
	}
	if s.Class == oracle.LeakedState && s.Session != nil {
		s.Class = s.Session.Shows
	}
	if s.Signature == "" || s.Class == "" {
		return Stored{Dir: dir}, &DamagedError{dir, RecordFile, "it has no signature or class"}
	}
	return s, nil
}

// LoadAll reads all findings of a campaign's output folder, or of its findings folder, in the order of their names. Folders that cannot be
// read are reported together in the error, as *LoadErrors that LoadErrors returns, alongside the findings that can.
func LoadAll(out string) ([]Stored, error) { return loadAll(out, Load) }

// LoadRecords is like LoadAll, but does not look at the files beside the records, for callers that show findings and run none.
func LoadRecords(out string) ([]Stored, error) { return loadAll(out, LoadRecord) }

// LoadErrors returns what LoadAll and LoadRecords say of single folders; none where the error is about all of them.
func LoadErrors(err error) []*LoadError {
	several, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return nil
	}
	var out []*LoadError
	for _, e := range several.Unwrap() {
		if one, ok := errors.AsType[*LoadError](e); ok {
			out = append(out, one)
		}
	}
	return out
}

func loadAll(out string, load func(dir string) (Stored, error)) ([]Stored, error) {
	if dir := filepath.Join(out, Folder); isDir(dir) {
		out = dir
	}
	dirs, err := foldersIn(out)
	if err != nil {
		return nil, err
	}
	found, errs := make([]Stored, len(dirs)), make([]error, len(dirs))
	inParallel(len(dirs), func(i int) { found[i], errs[i] = load(dirs[i]) })
	var all []Stored
	var bad []error
	for i, err := range errs {
		if err != nil {
			bad = append(bad, &LoadError{dirs[i], err})
			continue
		}
		all = append(all, found[i])
	}
	slices.SortFunc(all, func(a, b Stored) int { return strings.Compare(a.Dir, b.Dir) })
	return all, errors.Join(bad...)
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
