package findings

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
)

// Import takes over a finding from another store's folder, with all that triage has added there, if it would keep its formula: of the same signature, it keeps
// the one that shows always, then the smallest, then the earliest in the campaign, in whatever order they come. It counts nothing: see Restore. Errors
// are *disk.OutputError; *DamagedError and those of LoadRecord are about the folder, also where its campaign is just replacing the formula.
func (s *Disk) Import(dir string) (Added, error) {
	found, err := LoadRecord(dir)
	if err != nil {
		return Added{}, err
	}
	if added, wanted := s.wantsFolder(&found); !wanted {
		return added, nil
	}
	found, files, err := readWhole(dir)
	if err != nil {
		return Added{}, err
	}
	return s.importFiles(&found.Finding, files)
}

// wantsFolder reports whether a finding in another folder would be kept here, as far as its record and its size say.
func (s *Disk) wantsFolder(found *Stored) (Added, bool) {
	size := 0
	if info, err := os.Stat(filepath.Join(found.Dir, BugFile)); err == nil {
		size = int(info.Size())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.known[found.Signature]
	if k == nil {
		return Added{}, true
	}
	return Added{Folder: k.dir}, k.yields(&found.Finding, size)
}

// yields reports whether what is kept gives way to another formula that shows the same.
func (k *kept) yields(f *Finding, size int) bool {
	if k.flaky != f.Flaky() {
		return k.flaky
	}
	return k.better(size, place{f.Provenance.Job, f.Provenance.Index})
}

// readWhole reads a finding's folder, and makes sure that its files belong together.
func readWhole(dir string) (Stored, []file, error) {
	found, err := LoadRecord(dir)
	if err != nil {
		return found, nil, err
	}
	entries, err := os.ReadDir(found.Dir)
	if err != nil {
		return found, nil, err
	}
	var files []file
	var record file
	for _, e := range entries {
		if !e.Type().IsRegular() || strings.HasPrefix(e.Name(), ".") || !isPart(e.Name()) {
			continue
		}
		data, err := os.ReadFile(filepath.Join(found.Dir, e.Name()))
		if err != nil {
			return found, nil, err
		}
		if sum := found.Files[e.Name()]; sum != "" && sum != Checksum(data) {
			return found, nil, &DamagedError{found.Dir, e.Name(), fmt.Sprintf("it is not the file that was written: its checksum is %s, the record says %s", Checksum(data), sum)}
		}
		if e.Name() == RecordFile {
			record = file{e.Name(), data}
		} else {
			files = append(files, file{e.Name(), data})
		}
	}
	has := func(name string) bool { return slices.ContainsFunc(files, func(f file) bool { return f.name == name }) }
	for name := range found.Files {
		if !has(name) {
			return found, nil, &DamagedError{found.Dir, name, "it is missing"}
		}
	}
	if !has(BugFile) || record.name == "" {
		return found, nil, &DamagedError{found.Dir, BugFile, fs.ErrNotExist.Error()}
	}
	return found, append(files, record), nil
}

// importFiles writes the files of a finding.
func (s *Disk) importFiles(f *Finding, files []file) (Added, error) {
	size := 0
	for _, one := range files {
		if one.name == BugFile {
			size = len(one.data)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.known[f.Signature]
	added := Added{New: k == nil}
	switch {
	case k == nil:
		added.Folder = s.freeFolder(f)
		if err := createFolder(s.write, added.Folder, files); err != nil {
			return Added{}, err
		}
		s.folders[bucket(f)]++
	case !k.yields(f, size):
		return Added{Folder: k.dir}, nil
	default:
		added.Folder = k.dir
		if err := replaceFiles(s.write, k.dir, files); err != nil {
			return Added{}, err
		}
		if err := dropOthers(k.dir, files); err != nil {
			return Added{}, err
		}
	}
	s.known[f.Signature] = &kept{dir: added.Folder, size: size, place: place{f.Provenance.Job, f.Provenance.Index}, flaky: f.Flaky(), record: *f}
	added.Kept = true
	s.adoptCounters(f)
	return added, nil
}

// dropOthers removes what a finding's folder has of an earlier formula.
func dropOthers(dir string, files []file) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return &disk.OutputError{Path: dir, Err: err}
	}
	for _, e := range entries {
		if e.Type().IsRegular() && isPart(e.Name()) && !slices.ContainsFunc(files, func(f file) bool { return f.name == e.Name() }) {
			if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
				return &disk.OutputError{Path: filepath.Join(dir, e.Name()), Err: err}
			}
		}
	}
	return nil
}

// freeFolder is the folder for a finding with a new signature. The mutex is held.
func (s *Disk) freeFolder(f *Finding) string {
	dir := filepath.Join(s.dir, f.FolderName())
	for n := 2; exists(dir); n++ {
		// Another signature with the same short hash, or a folder that is not a finding.
		dir = filepath.Join(s.dir, fmt.Sprintf("%s-%d", f.FolderName(), n))
	}
	return dir
}

// Place is the mutant whose formula is kept of a signature: its slot, and its place in it. ok is false when there is no folder.
func (s *Disk) Place(signature string) (slot uint64, index int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.known[signature]
	if k == nil {
		return 0, 0, false
	}
	return k.place.job, k.place.index, true
}
