package findings

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/assay-smt/assay/internal/disk"
)

// Folder is the name of the findings' folder below a campaign's output folder.
const Folder = "findings"

// DefaultCap is how many folders a class and solver may have.
const DefaultCap = 200

// A Store keeps the findings of one campaign, one for each signature. Implementations are safe for concurrent use.
type Store interface {
	// Wants reports whether a hit of this signature, size of text in bytes and place in the campaign would change more than
	// counters. When it would not, there is no need to repeat it.
	Wants(signature string, size int, job uint64, index int) bool
	// Add takes a hit and says where it went. A hit that is not wanted may come without Repeated. The error is a
	// *disk.OutputError.
	Add(h Hit) (Added, error)
	// Flush makes all counters durable. The error is a *disk.OutputError.
	Flush() error
	// List returns all findings, the gravest class first, and within it those that were hit most.
	List() []Brief
	// Count returns the number of findings and of hits.
	Count() (findings int, hits int64)
	// Dropped says in words which hits found no room, nothing when all did.
	Dropped() []string
}

// Added says what became of a hit.
type Added struct {
	// New: it is the first of its signature.
	New bool
	// Folder is where the finding lies, "" for a hit that found no room.
	Folder string
	// Hits counts the mutants that showed the signature so far.
	Hits int64
}

var _ Store = (*Disk)(nil)

// A Disk is a Store with a folder for each finding. Only one Disk may write to a folder.
type Disk struct {
	dir   string
	cap   int
	write disk.Writer

	mu      sync.Mutex
	known   map[string]*kept // by signature
	folders map[string]int   // by class and family
	dropped map[string]int64 // hits that found no room, by class and family
}

// kept is what memory holds of a folder: bounded, whatever the number of hits.
type kept struct {
	dir   string
	size  int // of the bug's text
	place place
	flaky bool
	dirty bool
	// record is the finding without what is large.
	record Finding
}

// place orders mutants of a campaign.
type place struct {
	job   uint64
	index int
}

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.job, q.job), cmp.Compare(p.index, q.index))
}

// Open opens the findings below a campaign's output folder, makes the folder if needed, and puts right what a
// killed process left half done. limit is the number of folders for each class and solver, 0 for DefaultCap. write is
// disk.WriteAtomic when nil.
func Open(out string, limit int, write disk.Writer) (*Disk, error) {
	if limit <= 0 {
		limit = DefaultCap
	}
	if write == nil {
		write = disk.WriteAtomic
	}
	s := &Disk{
		dir: filepath.Join(out, Folder), cap: limit, write: write,
		known: make(map[string]*kept), folders: make(map[string]int), dropped: make(map[string]int64),
	}
	if err := disk.MakeDir(s.dir); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, &disk.OutputError{Path: s.dir, Err: err}
	}
	for _, e := range entries {
		path := filepath.Join(s.dir, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), ".new-"):
			_ = os.RemoveAll(path)
		case e.IsDir() && !strings.HasPrefix(e.Name(), "."):
			if err := s.adopt(path); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// adopt takes up a folder of an earlier run. What is no finding is left alone.
func (s *Disk) adopt(dir string) error {
	if err := repairFolder(dir); err != nil {
		return err
	}
	found, err := Load(dir)
	if err != nil {
		return nil
	}
	size := 0
	if info, err := os.Stat(filepath.Join(dir, BugFile)); err == nil {
		size = int(info.Size())
	}
	s.known[found.Signature] = &kept{
		dir: dir, size: size, flaky: found.Flaky(), record: found.Finding,
		place: place{found.Provenance.Job, found.Provenance.Index},
	}
	s.folders[bucket(&found.Finding)]++
	return nil
}

func bucket(f *Finding) string { return string(f.Class) + " of " + f.Family }

// Wants implements Store.
func (s *Disk) Wants(signature string, size int, job uint64, index int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.known[signature]
	return k == nil || k.flaky || k.better(size, place{job, index})
}

// better reports whether a formula is to take the place of the one that is kept: a shorter one, or else the
// earlier one, so that the order in which workers come does not matter.
func (k *kept) better(size int, p place) bool {
	return cmp.Or(cmp.Compare(size, k.size), p.compare(k.place)) < 0
}

// Add implements Store.
func (s *Disk) Add(h Hit) (Added, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := h.Finding
	f.Format = Format
	k := s.known[f.Signature]
	if k == nil {
		return s.create(f, h)
	}
	k.record.Hits++
	k.dirty = true
	if p := f.Provenance; len(k.record.Duplicates) < maxDuplicates && p.Mutant != k.record.Provenance.Mutant &&
		!slices.Contains(k.record.Duplicates, p.Mutant) {
		k.record.Duplicates = append(k.record.Duplicates, p.Mutant)
	}
	added := Added{Folder: k.dir, Hits: k.record.Hits}
	if f.Repeated.Runs == 0 {
		return added, nil
	}
	at := place{f.Provenance.Job, f.Provenance.Index}
	steady := k.flaky && !f.Flaky()
	if !steady && (f.Flaky() && !k.flaky || !k.better(len(h.Bug), at)) {
		return added, nil
	}
	f.Hits = k.record.Hits
	f.Duplicates = k.record.Duplicates
	files, err := folderFiles(&f, h)
	if err != nil {
		return Added{}, err
	}
	if err := replaceFiles(s.write, k.dir, files); err != nil {
		return Added{}, err
	}
	*k = kept{dir: k.dir, size: len(h.Bug), place: at, flaky: f.Flaky(), record: f}
	return added, nil
}

func (s *Disk) create(f Finding, h Hit) (Added, error) {
	b := bucket(&f)
	if s.folders[b] >= s.cap {
		s.dropped[b]++
		return Added{}, nil
	}
	f.Hits = 1
	dir := filepath.Join(s.dir, f.FolderName())
	for n := 2; exists(dir); n++ {
		// Another signature with the same short hash, or a folder that is no finding.
		dir = filepath.Join(s.dir, fmt.Sprintf("%s-%d", f.FolderName(), n))
	}
	files, err := folderFiles(&f, h)
	if err != nil {
		return Added{}, err
	}
	if err := createFolder(s.write, dir, files); err != nil {
		return Added{}, err
	}
	s.folders[b]++
	s.known[f.Signature] = &kept{
		dir: dir, size: len(h.Bug), flaky: f.Flaky(), record: f,
		place: place{f.Provenance.Job, f.Provenance.Index},
	}
	return Added{New: true, Folder: dir, Hits: 1}, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func folderFiles(f *Finding, h Hit) ([]file, error) {
	record, err := encode(f)
	if err != nil {
		return nil, err
	}
	files := []file{{BugFile, h.Bug}, {OriginalFile, h.Bug}, {SeedFile, h.Seed}}
	if f.Evidence.Model != "" {
		files = append(files, file{ModelFile, []byte(f.Evidence.Model)})
	}
	for _, name := range slices.Sorted(maps.Keys(h.Others)) {
		files = append(files, file{name, h.Others[name]})
	}
	return append(files, file{ReportFile, Report(f, h.Bug, h.Others[BaseFile])}, file{RecordFile, record}), nil
}

func encode(f *Finding) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(f); err != nil {
		return nil, fmt.Errorf("finding %s: %w", f.Signature, err)
	}
	return b.Bytes(), nil
}

// Flush implements Store.
func (s *Disk) Flush() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, signature := range slices.Sorted(maps.Keys(s.known)) {
		k := s.known[signature]
		if !k.dirty {
			continue
		}
		record, err := encode(&k.record)
		if err != nil {
			return err
		}
		if err := s.write(filepath.Join(k.dir, RecordFile), record); err != nil {
			return err
		}
		k.dirty = false
	}
	return nil
}

// A Brief is a finding in a list.
type Brief struct {
	Dir       string `json:"dir"`
	Class     string `json:"class"`
	Solver    string `json:"solver"`
	Family    string `json:"family"`
	Logic     string `json:"logic"`
	Signature string `json:"signature"`
	Summary   string `json:"words"`
	Flaky     bool   `json:"flaky,omitempty"`
	Suspect   bool   `json:"suspect,omitempty"`
	// Open are as in Finding.
	Open []string `json:"open_operators,omitempty"`
	Hits int64    `json:"hits"`
}

// List implements Store.
func (s *Disk) List() []Brief {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Brief
	for _, k := range s.known {
		f := &k.record
		all = append(all, Brief{
			Dir: k.dir, Class: string(f.Class), Solver: f.Solver, Family: f.Family, Logic: f.Logic, Signature: f.Signature,
			Summary: f.Evidence.Summary, Flaky: k.flaky, Suspect: f.Suspect, Open: f.Open, Hits: f.Hits,
		})
	}
	slices.SortFunc(all, func(a, b Brief) int {
		return cmp.Or(
			cmp.Compare(gravity(a.Class), gravity(b.Class)), -cmp.Compare(a.Hits, b.Hits), strings.Compare(a.Signature, b.Signature))
	})
	return all
}

// Count implements Store.
func (s *Disk) Count() (findings int, hits int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.known {
		hits += k.record.Hits
	}
	for _, n := range s.dropped {
		hits += n
	}
	return len(s.known), hits
}

// Dropped implements Store.
func (s *Disk) Dropped() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, b := range slices.Sorted(maps.Keys(s.dropped)) {
		out = append(out, fmt.Sprintf("%d more hits of class %s with other signatures were counted only: the limit of %d folders is reached",
			s.dropped[b], b, s.cap))
	}
	return out
}
