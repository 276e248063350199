package blocks

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
)

// Names in a folder of counts.
const (
	hitsName    = "hits"
	programsDir = "programs" // the release's files, those with code with breakpoints
	lockName    = "lock"
)

// hits has a header and then a byte for each block: 1 when it was executed.
const (
	hitsMagic  = "assay-blocks-1\n\x00"
	hitsHeader = 64
	counterAt  = 16 // how many blocks were executed, as far as runs have counted: eight bytes
	takenAt    = 24 // what the counter was when breakpoints were last taken out
)

// Prepare makes a folder of counts of the build, unless there is one: nothing was executed. Errors are *disk.OutputError, disk.ErrLocked while another process
// prepares it, or about the folder and the build's files.
func (b *Build) Prepare(counts string) error {
	if b.prepared(counts) {
		return b.belongs(counts)
	}
	return b.locked(counts, func() error {
		if b.prepared(counts) { // another process was faster
			return b.belongs(counts)
		}
		return b.begin(counts)
	})
}

// prepared reports whether a folder of counts is complete.
func (b *Build) prepared(counts string) bool {
	_, err := os.Stat(filepath.Join(counts, hitsName))
	return err == nil
}

// locked makes the folder, unless it is there, and does something to it that one process may do at a time.
func (b *Build) locked(counts string, do func() error) error {
	if err := ours(counts); err != nil {
		return err
	}
	if err := disk.MakeDir(counts); err != nil {
		return err
	}
	lock, err := disk.TryLock(filepath.Join(counts, lockName))
	if errors.Is(err, disk.ErrLocked) {
		return fmt.Errorf("%s is being prepared by another process: %w", counts, err)
	}
	if err != nil {
		return err
	}
	defer lock.Unlock()
	return do()
}

// ours refuses a folder with other things than counts: what is in the way of a folder of counts is removed.
func ours(counts string) error {
	entries, err := os.ReadDir(counts)
	if err != nil || len(entries) == 0 {
		return nil //nolint:nilerr // it does not exist yet, or what is wrong shows when it is made
	}
	mine := false
	for _, e := range entries {
		mine = mine || e.Name() == lockName || e.Name() == hitsName
		if !slices.Contains([]string{lockName, hitsName, programsDir}, e.Name()) && !strings.HasPrefix(e.Name(), disk.TempPrefix) {
			mine = false
			break
		}
	}
	if !mine {
		return fmt.Errorf("%s has other files than counts: name an empty or a new folder in %s", counts, CountsVariable)
	}
	return nil
}

// begin writes a folder of counts anew.
func (b *Build) begin(counts string) error {
	hits := filepath.Join(counts, hitsName)
	if err := os.Remove(hits); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &disk.OutputError{Path: hits, Err: err}
	}
	programs := filepath.Join(counts, programsDir)
	if err := os.RemoveAll(programs); err != nil {
		return &disk.OutputError{Path: programs, Err: err}
	}
	if err := os.CopyFS(programs, os.DirFS(filepath.Join(b.dir, originalDir))); err != nil {
		return &disk.OutputError{Path: programs, Err: err}
	}
	hit := make([]byte, hitsHeader+b.Blocks())
	copy(hit, hitsMagic)
	if err := b.patch(counts, hit[hitsHeader:]); err != nil {
		return err
	}
	return disk.WriteAtomic(hits, hit) // last: the folder is complete when this is there
}

// Settle makes the programs for runs whose own code is counted (RunVariable). Each breakpoint costs each run some ten microseconds. So there are none where a usual run passes, and
// elsewhere one for each function and for one block in eight: a run that takes another way meets some of them. Usual runs the build's program with the folder of counts that
// it is given, once. Errors are of files, and what usual returns.
func (b *Build) Settle(usual func(counts string) error) error {
	home := b.settled()
	if err := b.Prepare(home); err != nil {
		return err
	}
	if err := usual(home); err != nil {
		return err
	}
	hit, err := b.hits(home)
	if err != nil {
		return err
	}
	functions, err := b.functions()
	if err != nil {
		return err
	}
	without := make([]byte, len(hit))
	for i := range without {
		if i%oneIn != 0 {
			without[i] = 1
		}
	}
	for _, f := range functions {
		if f.Blocks > 0 {
			without[f.first] = 0
		}
	}
	for i, n := range hit {
		without[i] |= n
	}
	return b.locked(home, func() error { return b.patch(home, without) })
}

// oneIn is how many blocks inside functions there are for one that is counted in runs of their own.
const oneIn = 8

// settled is the folder of the programs for runs that are counted apart.
func (b *Build) settled() string { return filepath.Join(b.dir, settledDir) }

// belongs makes sure that a folder of counts is of this build.
func (b *Build) belongs(counts string) error {
	path := filepath.Join(counts, hitsName)
	info, err := os.Stat(path)
	if err == nil && info.Size() != int64(hitsHeader+b.Blocks()) {
		err = fmt.Errorf("%s has counts of another build: remove the folder, or name another", counts)
	}
	return err
}

// Reset forgets what was executed. Processes that run meanwhile go on counting for nothing. It waits for another process that prepares the folder.
func (b *Build) Reset(counts string) error {
	return patiently(func() error { return b.locked(counts, func() error { return b.begin(counts) }) })
}

// breakpoint is the instruction INT3.
const breakpoint = 0xcc

// patch writes the files with code anew, with a breakpoint in each block that is not hit. A running process keeps the file that it has.
func (b *Build) patch(counts string, hit []byte) error {
	sites, err := b.sites()
	if err != nil {
		return err
	}
	first := 0
	for _, m := range b.Modules {
		path := b.original(m.Path)
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		for i := range m.Blocks {
			at := int(binary.LittleEndian.Uint32(sites[4*(first+i):]))
			if at >= len(data) {
				return fmt.Errorf("%s ends before its block at %d: build it again", path, at)
			}
			if hit[first+i] == 0 {
				data[at] = breakpoint
			}
		}
		first += m.Blocks
		if err := replaceProgram(filepath.Join(counts, programsDir, filepath.FromSlash(m.Path)), data, info.Mode().Perm()); err != nil {
			return err
		}
	}
	return nil
}

// sites reads the places of all blocks.
func (b *Build) sites() ([]byte, error) {
	path := filepath.Join(b.dir, sitesName)
	data, err := os.ReadFile(path)
	if err == nil && len(data) != 4*b.Blocks() {
		err = fmt.Errorf("%s was changed: build it again", path)
	}
	return data, err
}

// newSuffix is what a program's name ends in before it replaces the one that processes may be executing.
const newSuffix = ".new"

// replaceProgram replaces a file that processes may be executing.
func replaceProgram(path string, data []byte, mode fs.FileMode) error {
	temp := path + newSuffix
	err := os.WriteFile(temp, data, mode)
	if err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		_ = os.Remove(temp)
		return &disk.OutputError{Path: path, Err: err}
	}
	return nil
}

// A Tally is how many functions and blocks were executed, of all.
type Tally struct {
	Functions, AllFunctions int
	Blocks, AllBlocks       int
}

// Read reads what was executed. For each function, yield gets how many of its blocks were; it may be nil. Errors are of the files.
func (b *Build) Read(counts string, yield func(f Function, hit int)) (Tally, error) {
	var t Tally
	hit, err := b.hits(counts)
	if err != nil {
		return t, err
	}
	all, err := b.functions()
	if err != nil {
		return t, err
	}
	for _, f := range all {
		n := 0
		for _, h := range hit[f.first : f.first+f.Blocks] {
			if h != 0 {
				n++
			}
		}
		t.AllFunctions++
		t.AllBlocks += f.Blocks
		t.Blocks += n
		if n > 0 {
			t.Functions++
		}
		if yield != nil {
			yield(f, n)
		}
	}
	return t, nil
}

// hits reads which blocks were executed.
func (b *Build) hits(counts string) ([]byte, error) {
	if err := b.belongs(counts); err != nil {
		return nil, err
	}
	path := filepath.Join(counts, hitsName)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(data) != hitsHeader+b.Blocks() || string(data[:len(hitsMagic)]) != hitsMagic {
		return nil, fmt.Errorf("%s is damaged: assay coverage --blocks SPEC --reset begins anew", path)
	}
	return data[hitsHeader:], nil
}
