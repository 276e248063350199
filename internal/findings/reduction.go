package findings

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/assay-smt/assay/internal/disk"
)

// A Reduction is what made the formula of a finding smaller, and what certifies that it is the same finding still.
type Reduction struct {
	// Bytes is the size of the formula as it was found, Reduced that of what it is now.
	Bytes   int `json:"bytes"`
	Reduced int `json:"reduced"`
	// Tests counts the candidates that were run, End says why no more were: minimal, out of tests, interrupted.
	Tests int    `json:"tests"`
	End   string `json:"end"`
	// Certificate says what kind of certificate the reduced formula has (docs/spec/findings.md), By the solvers behind it, Words the
	// same in words.
	Certificate string   `json:"certificate"`
	By          []string `json:"by,omitempty"`
	Words       string   `json:"words"`
	// Confirmed counts the runs of the reduced formula at the end.
	Confirmed Repetition `json:"confirmed"`
	// Operators are those of the formula, but for connectives and equality, sorted.
	Operators []string `json:"operators,omitempty"`
	// Ground says that the formula declares nothing, so that it has one value.
	Ground bool `json:"ground,omitempty"`
	// How says of each assertion what it is worth under the model that decides, the first few of them.
	How []string `json:"how,omitempty"`
	// Plain is the run of the blamed solver with the options that matter alone, as anybody would type it in the folder of the file; nil
	// when nobody looked.
	Plain *Run `json:"plain,omitempty"`
	// Options are those that matter, Idle the words of the recorded command that do not, Commands what the script needs beyond
	// declarations, assertions and a question.
	Options  []UsedOption `json:"options,omitempty"`
	Idle     []string     `json:"idle_options,omitempty"`
	Commands []string     `json:"commands,omitempty"`
	// Build is what the blamed solver says of its version, System the operating system that it ran on.
	Build  string `json:"build,omitempty"`
	System string `json:"system,omitempty"`
}

// A UsedOption is an option without which a finding does not show.
type UsedOption struct {
	Option
	// Script: the script sets it, not the command line.
	Script bool `json:"script,omitempty"`
	// Level is common, regular or expert as the solver's help says, Default the value that it has otherwise; "" where it does not say.
	Level   string `json:"level,omitempty"`
	Default string `json:"default,omitempty"`
}

// Repair finishes or drops a change to a finding's folder that a killed process left behind, and makes sure that the folder can be written,
// which is better known before the work than behind it. Nobody else may be writing there. It returns *disk.OutputError.
func Repair(dir string) error {
	if err := repairFolder(dir); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, disk.TempPrefix+"*")
	if err != nil {
		return &disk.OutputError{Path: dir, Err: err}
	}
	if err := errors.Join(f.Close(), os.Remove(f.Name())); err != nil {
		return &disk.OutputError{Path: dir, Err: err}
	}
	return nil
}

// Rewrite puts a finding with other files in the place of what a folder has, as one change: the formula that the blamed solver reads,
// what others read, and the report. The formula as it was found, the seed and what else the folder has stay. It returns
// *disk.OutputError.
func Rewrite(dir string, f Finding, bug []byte, others map[string][]byte) error {
	if err := repairFolder(dir); err != nil {
		return err
	}
	before, err := LoadRecord(dir)
	if err != nil {
		return err
	}
	f.Format = Format
	h := Hit{Finding: f, Bug: bug, Others: others}
	files, err := folderFiles(&f, h)
	if err != nil {
		return err
	}
	kept := files[:0]
	for _, one := range files {
		if one.name != OriginalFile && one.name != SeedFile && one.name != RecordFile {
			kept = append(kept, one)
		}
	}
	delete(f.Files, OriginalFile)
	delete(f.Files, SeedFile)
	for name, sum := range before.Files {
		if f.Files[name] == "" && !gone(name, &f) {
			f.Files[name] = sum
		}
	}
	record, err := encode(&f)
	if err != nil {
		return err
	}
	return replaceFiles(disk.WriteAtomic, dir, append(kept, file{RecordFile, record}))
}

// Keep writes a finding into a folder of its own, as a campaign keeps it, in the place of one that is there: that one is whole until the new
// one is. original is the formula as it was given. It returns *disk.OutputError; somebody else's folder is not written over.
func Keep(dir string, f Finding, bug, original []byte) error {
	return keep(disk.WriteAtomic, filepath.Clean(dir), f, bug, original)
}

func keep(write disk.Writer, dir string, f Finding, bug, original []byte) error {
	info, err := os.Stat(dir)
	there := err == nil
	if there {
		if _, err := LoadRecord(dir); err != nil || !info.IsDir() {
			return &disk.OutputError{Path: dir, Err: errors.New("it is there already, and no finding")}
		}
		if dir, err = filepath.EvalSymlinks(dir); err != nil {
			return &disk.OutputError{Path: dir, Err: err}
		}
	}
	f.Format = Format
	files, err := folderFiles(&f, Hit{Finding: f, Bug: bug, Seed: original})
	if err != nil {
		return err
	}
	for i := range files {
		if files[i].name == OriginalFile {
			files[i].data = original
			f.Files[OriginalFile] = Checksum(original)
		}
	}
	record, err := encode(&f)
	if err != nil {
		return err
	}
	files[len(files)-1].data = record
	if err := disk.MakeDir(filepath.Dir(dir)); err != nil {
		return err
	}
	if !there {
		return createFolder(write, dir, files)
	}
	// Beside it first: a disk that is full costs nothing that is there.
	next, before := dir+".next", dir+".before"
	if err := os.RemoveAll(next); err != nil {
		return &disk.OutputError{Path: next, Err: err}
	}
	if err := createFolder(write, next, files); err != nil {
		return err
	}
	for _, step := range []func() error{
		func() error { return os.RemoveAll(before) },
		func() error { return os.Rename(dir, before) },
		func() error { return os.Rename(next, dir) },
		func() error { return os.RemoveAll(before) },
	} {
		if err := step(); err != nil {
			return &disk.OutputError{Path: dir, Err: err}
		}
	}
	return nil
}

// gone reports whether a file of the finding as it was says nothing of it as it is.
func gone(name string, f *Finding) bool {
	return name == ModelFile && f.Evidence.Model == ""
}
