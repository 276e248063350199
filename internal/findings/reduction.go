package findings

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/assay-smt/assay/internal/base/disk"
)

// A Reduction says how the formula of a finding was made smaller, and what certifies that it is still the same finding.
type Reduction struct {
	// Bytes is the size of the formula as it was found, Reduced the size of the formula now.
	Bytes   int `json:"bytes"`
	Reduced int `json:"reduced"`
	// Tests counts the candidates that were run, End says why no more were: minimal, out of tests, interrupted; or went back, where Back smaller formulas that
	// had shown it did not show it again at the end. Untried is how many single removals were not tried then, at most.
	Tests   int    `json:"tests"`
	End     string `json:"end"`
	Untried int    `json:"untried,omitempty"`
	Back    int    `json:"back,omitempty"`
	// Survival says how one sees that a solver has survived a crash's formula, or why nothing tells it; "" for other classes.
	Survival string `json:"survival,omitempty"`
	// Certificate is the kind of certificate that the reduced formula has (docs/reference/findings.md), By the solvers behind it, Words the same in
	// words.
	Certificate string   `json:"certificate"`
	By          []string `json:"by,omitempty"`
	Words       string   `json:"words"`
	// Confirmed counts the runs of the reduced formula at the end.
	Confirmed Repetition `json:"confirmed"`
	// Operators are the sorted operators of the formula, apart from connectives and equality.
	Operators []string `json:"operators,omitempty"`
	// Ground says that the formula declares nothing, so it has one value.
	Ground bool `json:"ground,omitempty"`
	// How gives the value of the first few assertions under the model that decides.
	How []string `json:"how,omitempty"`
	// Plain is the run of the blamed solver with only the options that matter, as anyone would type it in the folder of the file; nil when
	// that was not tried.
	Plain *Run `json:"plain,omitempty"`
	// PlainBase is the run with the same options on the base of an implication.
	PlainBase *Run `json:"plain_base,omitempty"`
	// Replaced is what a solver answers once the declarations are replaced by the definitions of the model that decides, nil when none was
	// asked or none could say.
	Replaced *Replacement `json:"replaced,omitempty"`
	// Tolerance is whether a small tolerance for transcendental functions makes it go away, nil where that is no question.
	Tolerance *Tolerance `json:"tolerance,omitempty"`
	// Options are those that matter, Idle the words of the recorded command that do not, Commands what the script needs besides declarations,
	// assertions and a question.
	Options  []UsedOption `json:"options,omitempty"`
	Idle     []string     `json:"idle_options,omitempty"`
	Commands []string     `json:"commands,omitempty"`
	// Threads are those of Options and Commands that start threads: then what it does depends on their timing.
	Threads []string `json:"threads,omitempty"`
	// Build is what the blamed solver says about its version, System the operating system that it ran on.
	Build  string `json:"build,omitempty"`
	System string `json:"system,omitempty"`
}

// A Replacement is what a program answers to a script with a model's definitions in place of the declarations.
type Replacement struct {
	// Solver is the program as NAME@VERSION, Answer its answer.
	Solver string `json:"solver"`
	Answer string `json:"answer"`
	// Command is the command line, with the name of the file that has the script.
	Command []string `json:"command"`
}

// A Tolerance is what the blamed solver does when it is told to be more exact about transcendental functions.
type Tolerance struct {
	// Command is the command line, Answer the answer, and Shows whether the finding shows there as well.
	Command []string `json:"command"`
	Answer  string   `json:"answer"`
	Shows   bool     `json:"shows"`
}

// A UsedOption is an option without which a finding does not show.
type UsedOption struct {
	Option
	// Script: the script sets it, not the command line.
	Script bool `json:"script,omitempty"`
	// Level is common, regular or expert, as the solver's help says, Default the option's default value; "" where the help does not say.
	Level   string `json:"level,omitempty"`
	Default string `json:"default,omitempty"`
}

// Repair finishes or drops a change to a finding's folder that a killed process left behind, and makes sure that the folder can be written,
// which is better known before the work than after it. No other process may be writing there. It returns *disk.OutputError, and the errors of
// LoadRecord for a folder that is not a finding's, in which it touches nothing.
func Repair(dir string) error {
	if _, err := LoadRecord(dir); err != nil {
		return err
	}
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

// Rewrite replaces the contents of a folder by a finding with other files, as one change: the formula that the blamed solver reads, what
// others read, and the report. The formula as it was found, the seed and everything else in the folder stay. It returns *disk.OutputError.
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

// Texts are the texts of a finding that was made from a single formula.
type Texts struct {
	// Bug is what the blamed solver reads, Original the formula as it was given.
	Bug, Original []byte
	// Others are further texts by file name: what other solvers read where that differs from Bug.
	Others map[string][]byte
}

// Keep writes a finding into its own folder, as a campaign keeps it, and replaces one that is there, which stays whole until the new one is;
// files that are not the finding's stay. It returns *disk.OutputError, and never overwrites a folder that is not a
// finding's.
func Keep(dir string, f Finding, t Texts) error {
	return keep(disk.WriteAtomic, filepath.Clean(dir), f, t)
}

func keep(write disk.Writer, dir string, f Finding, t Texts) error {
	before, err := foundIn(dir)
	if err != nil {
		return err
	}
	f.Format = Format
	files, err := folderFiles(&f, Hit{Finding: f, Bug: t.Bug, Seed: t.Original, Others: t.Others})
	if err != nil {
		return err
	}
	for i := range files {
		if files[i].name == OriginalFile {
			files[i].data = t.Original
			f.Files[OriginalFile] = Checksum(t.Original)
		}
	}
	record, err := encode(&f)
	if err != nil {
		return err
	}
	files[len(files)-1].data = record
	if before == nil {
		if err := disk.MakeDir(filepath.Dir(dir)); err != nil {
			return err
		}
		return createFolder(write, dir, files)
	}
	if err := repairFolder(dir); err != nil {
		return err
	}
	if err := replaceFiles(write, dir, files); err != nil {
		return err
	}
	for name, sum := range before.Files {
		if _, again := f.Files[name]; again || filepath.Base(name) != name {
			continue
		}
		// What belonged to the old finding alone, unless somebody has changed it.
		path := filepath.Join(dir, name)
		if data, err := os.ReadFile(path); err == nil && Checksum(data) == sum {
			if err := os.Remove(path); err != nil {
				return &disk.OutputError{Path: path, Err: err}
			}
		}
	}
	return nil
}

// foundIn is the finding that is in a folder, nil where there is nothing. Anything else there is an error.
func foundIn(dir string) (*Stored, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, nil //nolint:nilerr,nilnil // what is wrong besides shows when the folder is made
	}
	s, err := LoadRecord(dir)
	if err != nil || !info.IsDir() {
		return nil, &disk.OutputError{Path: dir, Err: errors.New("it exists already, and is not a finding")}
	}
	return &s, nil
}

// gone reports whether a file of the old finding says nothing about the new one.
func gone(name string, f *Finding) bool {
	return name == ModelFile && f.Evidence.Model == ""
}
