package bugbench

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
)

// A campaign keeps one formula for each signature, and replaces a larger one by a smaller one, which may show another bug. So each formula
// that a campaign has ever had is kept beside it, with the CPU time at which it was first seen.

const (
	keptDir   = "kept"
	foundFile = "found.json"
)

// Found says when a formula was seen.
type Found struct {
	// CPU is the CPU time in seconds that the run had used, At the time.
	CPU float64   `json:"cpu_seconds"`
	At  time.Time `json:"at"`
	// Finding is the campaign's folder, Stamp tells its formulas apart.
	Finding string `json:"finding"`
	Stamp   string `json:"stamp"`
}

// save writes it beside the formula.
func (f Found) save(dir string) error {
	data, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return disk.Replace(filepath.Join(dir, foundFile), append(data, '\n'))
}

// loadFound reads what save wrote.
func loadFound(dir string) (f Found, ok bool) {
	data, err := readFile(filepath.Join(dir, foundFile), maxRecord)
	ok = err == nil && json.Unmarshal(data, &f) == nil && f.Finding != "" && f.CPU >= 0
	return f, ok
}

// A keeper keeps the formulas of one run.
type keeper struct {
	from, to string
	known    map[string]bool // by finding and stamp
	count    map[string]int  // of formulas, by finding
}

// newKeeper continues what is in a run's folder.
func newKeeper(run string) (*keeper, error) {
	k := &keeper{
		from: filepath.Join(run, campaignDir, findings.Folder), to: filepath.Join(run, keptDir),
		known: make(map[string]bool), count: make(map[string]int),
	}
	if err := disk.MakeDir(k.to); err != nil {
		return nil, err
	}
	kept, damaged, err := loadKept(run)
	if err != nil {
		return nil, err
	}
	for _, f := range kept {
		k.known[f.Finding+"\x00"+f.Stamp] = true
		k.count[f.Finding]++
	}
	for _, dir := range damaged {
		k.count[strings.TrimRight(strings.TrimRight(filepath.Base(dir), "0123456789"), ".")]++
	}
	return k, nil
}

// look keeps what is new. last: nothing writes there any more, so a damaged finding will stay damaged, and is kept as it is for a person to look at.
func (k *keeper) look(cpu time.Duration, at time.Time, last bool) error {
	entries, err := os.ReadDir(k.from)
	if err != nil {
		return nil //nolint:nilerr // the campaign has not got that far, or is rebuilding it: nothing to keep
	}
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		dir := filepath.Join(k.from, e.Name())
		info, err := os.Stat(filepath.Join(dir, findings.BugFile))
		if err != nil && !last {
			continue
		}
		stamp := "none"
		if err == nil {
			stamp = fmt.Sprintf("%d-%d", info.Size(), info.ModTime().UnixNano())
		}
		if k.known[e.Name()+"\x00"+stamp] {
			continue
		}
		if err := k.keep(dir, Found{CPU: cpu.Seconds(), At: at, Finding: e.Name(), Stamp: stamp}, last); err != nil {
			return err
		}
	}
	return nil
}

// keep copies a finding. One that is still being written is left for the next look.
func (k *keeper) keep(dir string, f Found, last bool) error {
	hidden := filepath.Join(k.to, ".new")
	if err := os.RemoveAll(hidden); err != nil {
		return &disk.OutputError{Path: hidden, Err: err}
	}
	if err := disk.MakeDir(hidden); err != nil {
		return err
	}
	if err := copyFiles(dir, hidden); err != nil {
		var output *disk.OutputError
		if errors.As(err, &output) {
			return err
		}
		if !last {
			return nil
		}
	}
	if _, err := findings.Load(hidden); err != nil && !last {
		return nil //nolint:nilerr // it is being written
	}
	if err := f.save(hidden); err != nil {
		return err
	}
	to := ""
	for to == "" || exists(to) { // somebody may have removed one
		k.count[f.Finding]++
		to = filepath.Join(k.to, fmt.Sprintf("%s.%d", f.Finding, k.count[f.Finding]))
	}
	if err := os.Rename(hidden, to); err != nil {
		return &disk.OutputError{Path: to, Err: err}
	}
	k.known[f.Finding+"\x00"+f.Stamp] = true
	return nil
}

// maxKept bounds the bytes of one kept file: sessions of reused processes are a few megabytes.
const maxKept = 64 << 20

// maxRecord bounds the bytes of the records that a benchmark writes beside its findings.
const maxRecord = 1 << 20

// readFile reads a regular file of at most the given size.
func readFile(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || info.Size() > most:
		return nil, fmt.Errorf("%s is not a regular file of at most %d bytes", path, most)
	}
	return os.ReadFile(path)
}

// copyFiles copies the files of a folder. Errors of the disk that it writes to are *disk.OutputError.
func copyFiles(from, to string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if info, err := e.Info(); err != nil || info.Size() > maxKept {
			return cmp.Or(err, fmt.Errorf("%s is larger than %d bytes", filepath.Join(from, e.Name()), maxKept))
		}
		data, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err != nil {
			return err
		}
		if err := disk.Replace(filepath.Join(to, e.Name()), data); err != nil {
			return err
		}
	}
	return nil
}

// A Kept is a finding as it was kept.
type Kept struct {
	Found
	Dir string
}

// loadKept lists the formulas kept of a run, the earliest first, and the folders that have no time.
func loadKept(run string) (kept []Kept, damaged []string, err error) {
	entries, err := os.ReadDir(filepath.Join(run, keptDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		dir := filepath.Join(run, keptDir, e.Name())
		if f, ok := loadFound(dir); ok {
			kept = append(kept, Kept{f, dir})
		} else {
			damaged = append(damaged, dir)
		}
	}
	slices.SortFunc(kept, func(a, b Kept) int { return cmp.Or(cmp.Compare(a.CPU, b.CPU), strings.Compare(a.Dir, b.Dir)) })
	return kept, damaged, nil
}
