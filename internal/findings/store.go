package findings

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// Folder is the name of the findings' folder below a campaign's output folder.
const Folder = "findings"

// DefaultCap is how many folders a class and solver may have.
const DefaultCap = 200

// A Store keeps the findings of one campaign, one for each signature. Implementations are safe for concurrent use.
type Store interface {
	// Wants reports whether a hit with this signature, size of text in bytes and place in the campaign would change more than counters. When
	// it would not, there is no need to repeat it.
	Wants(signature string, size int, job uint64, index int) bool
	// Add stores the files of a hit and says where they went; it counts nothing, so a hit may be added again after a restart. A hit that is
	// not wanted may come without Repeated. The error is a *disk.OutputError.
	Add(h Hit) (Added, error)
	// Tally counts a hit that was added.
	Tally(h Hit)
	// Counters returns what was counted, and Restore reinstates it: counters belong to the campaign, whose state says which mutants they
	// count.
	Counters() Counters
	Restore(c Counters)
	// Flush makes all counters durable in the findings themselves. The error is a *disk.OutputError.
	Flush() error
	// List returns all findings, the gravest class first, and within a class first those that were hit most.
	List() []Brief
	// Count returns the number of findings and of hits.
	Count() (findings int, hits int64)
	// Dropped says in words which hits found no room; it is empty when all did.
	Dropped() []string
}

// Added says what happened to a hit.
type Added struct {
	// New: it is the first with its signature.
	New bool
	// Folder is the finding's folder, "" for a hit that found no room. Kept: it now has the hit's formula.
	Folder string
	Kept   bool
}

// Counters count hits.
type Counters struct {
	// Hits are by signature; Dropped are those that found no room, by class and family.
	Hits    map[string]int64 `json:"hits,omitempty"`
	Dropped map[string]int64 `json:"dropped,omitempty"`
	// First are the names of the first mutants that showed a signature, in the order in which they were counted.
	First map[string][]string `json:"first,omitempty"`
}

// Add counts a hit. folder is where it went, "" for one that found no room.
func (c *Counters) Add(signature, bucket, mutant, folder string) {
	if c.Hits == nil {
		c.Hits = make(map[string]int64)
	}
	if c.Dropped == nil {
		c.Dropped = make(map[string]int64)
	}
	if c.First == nil {
		c.First = make(map[string][]string)
	}
	if folder == "" {
		c.Dropped[bucket]++
		return
	}
	c.Hits[signature]++
	if first := c.First[signature]; len(first) <= maxDuplicates && !slices.Contains(first, mutant) {
		c.First[signature] = append(first, mutant)
	}
}

// Bucket names the findings that share a limit on folders: a class and a family of solvers.
func Bucket(class oracle.Class, family string) string { return string(class) + " of " + family }

var _ Store = (*Disk)(nil)

// A Disk is a Store with a folder for each finding. Only one Disk may write to a folder.
type Disk struct {
	out   string
	dir   string
	cap   int
	write disk.Writer
	notes []string

	mu      sync.Mutex
	known   map[string]*kept // by signature
	folders map[string]int   // by class and family
	counted Counters
}

// kept is what is in memory about a folder: it is bounded, whatever the number of hits.
type kept struct {
	dir   string
	size  int // of the bug's text
	place place
	flaky bool
	dirty bool
	// A process wrote the folder and was killed before it could count it: no hit has been reported as new, and none as the one that is kept.
	unreported, unclaimed bool
	// record is the finding without its large parts.
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

// Open opens the findings below a campaign's output folder, makes the folder if needed, and repairs what a killed process left half done. Damaged
// findings are set aside, see Notes. limit is the number of folders for each class and solver, 0 for DefaultCap. write is disk.WriteAtomic when nil.
func Open(out string, limit int, write disk.Writer) (*Disk, error) {
	if limit <= 0 {
		limit = DefaultCap
	}
	if write == nil {
		write = disk.WriteAtomic
	}
	s := &Disk{
		out: out, dir: filepath.Join(out, Folder), cap: limit, write: write,
		known: make(map[string]*kept), folders: make(map[string]int),
	}
	if info, err := os.Lstat(s.dir); err == nil && !info.IsDir() {
		if err := s.setAside(s.dir, "it is not a folder"); err != nil {
			return nil, err
		}
	}
	if err := disk.MakeDir(s.dir); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, &disk.OutputError{Path: s.dir, Err: err}
	}
	var dirs []string
	for _, e := range entries {
		path := filepath.Join(s.dir, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), ".new-"):
			_ = os.RemoveAll(path)
		case e.IsDir() && !strings.HasPrefix(e.Name(), "."):
			dirs = append(dirs, path)
		}
	}
	// Reading takes the time; which of two findings with one signature stays depends on their names alone.
	left := make([]leftover, len(dirs))
	inParallel(len(dirs), func(i int) { left[i] = readLeftover(dirs[i]) })
	for i := range left {
		if err := s.adopt(dirs[i], &left[i]); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// A leftover is a folder of an earlier run. ours: it belongs to Assay.
type leftover struct {
	ours   bool
	found  Stored
	size   int // of the formula
	broken error
	failed error // it could not be repaired
}

// readLeftover reads a folder, after it has finished or dropped what a killed process left half done.
func readLeftover(dir string) (l leftover) {
	if l.ours = exists(filepath.Join(dir, RecordFile)) || isOurs(dir); !l.ours {
		return l
	}
	if l.failed = repairFolder(dir); l.failed != nil {
		return l
	}
	if l.found, l.broken = Load(dir); l.broken != nil {
		return l
	}
	if info, err := os.Stat(filepath.Join(dir, BugFile)); err == nil {
		l.size = int(info.Size())
	}
	return l
}

// adopt takes over a folder of an earlier run, or sets it aside when it is damaged: half a finding must neither count as one nor block the
// whole one.
func (s *Disk) adopt(dir string, l *leftover) error {
	switch {
	case !l.ours:
		return nil
	case l.failed != nil:
		return l.failed
	case l.broken != nil:
		return s.setAside(dir, l.broken.Error())
	}
	found := &l.found
	if other := s.known[found.Signature]; other != nil {
		return s.setAside(dir, "it has the same signature as "+other.dir)
	}
	s.known[found.Signature] = &kept{
		dir: dir, size: l.size, flaky: found.Flaky(), record: found.Finding,
		place: place{found.Provenance.Job, found.Provenance.Index},
	}
	s.folders[bucket(&found.Finding)]++
	s.adoptCounters(&found.Finding)
	return nil
}

// adoptCounters takes over what a record says, for a store whose counters are not restored.
func (s *Disk) adoptCounters(f *Finding) {
	if s.counted.Hits == nil {
		s.counted.Hits, s.counted.First = make(map[string]int64), make(map[string][]string)
	}
	s.counted.Hits[f.Signature] = f.Hits
	s.counted.First[f.Signature] = append([]string{f.Provenance.Mutant}, f.Duplicates...)
}

// isOurs reports whether a folder without a record has other files of a finding.
func isOurs(dir string) bool {
	for _, name := range []string{BugFile, OriginalFile, SeedFile, ReportFile} {
		if exists(filepath.Join(dir, name)) {
			return true
		}
	}
	return false
}

// setAside moves a damaged file or folder away and notes it.
func (s *Disk) setAside(path, why string) error {
	to, err := disk.SetAside(s.out, path)
	if err != nil {
		return err
	}
	s.notes = append(s.notes, fmt.Sprintf("%s was damaged and is now in %s: %s", path, to, why))
	return nil
}

// Notes says what was damaged when the store was opened, and where it is now.
func (s *Disk) Notes() []string { return s.notes }

// Has reports whether there is a folder for a signature.
func (s *Disk) Has(signature string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known[signature] != nil
}

// Tally implements Store.
func (s *Disk) Tally(h Hit) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := &h.Finding
	k := s.known[f.Signature]
	folder := ""
	if k != nil {
		folder, k.dirty = k.dir, true
	}
	s.counted.Add(f.Signature, bucket(f), f.Provenance.Mutant, folder)
	s.enter(k)
}

// enter enters what was counted into a record; nil for none. The mutex is held.
func (s *Disk) enter(k *kept) {
	if k == nil {
		return
	}
	f := &k.record
	f.Hits = s.counted.Hits[f.Signature]
	f.Duplicates = slices.DeleteFunc(slices.Clone(s.counted.First[f.Signature]), func(name string) bool { return name == f.Provenance.Mutant })
	f.Duplicates = f.Duplicates[:min(len(f.Duplicates), maxDuplicates)]
}

// Counters implements Store.
func (s *Disk) Counters() Counters {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := Counters{Hits: maps.Clone(s.counted.Hits), Dropped: maps.Clone(s.counted.Dropped), First: make(map[string][]string)}
	for signature, first := range s.counted.First {
		c.First[signature] = slices.Clone(first)
	}
	return c
}

// Restore implements Store. A finding that the counters do not have was written by a process that was killed before it could count it.
func (s *Disk) Restore(c Counters) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counted = Counters{Hits: maps.Clone(c.Hits), Dropped: maps.Clone(c.Dropped), First: maps.Clone(c.First)}
	for _, k := range s.known {
		before, duplicates := k.record.Hits, k.record.Duplicates
		s.enter(k)
		k.unreported = k.record.Hits == 0
		k.unclaimed = k.unreported
		k.dirty = k.dirty || before != k.record.Hits || !slices.Equal(duplicates, k.record.Duplicates)
	}
}

func bucket(f *Finding) string { return Bucket(f.Class, f.Family) }

// Wants implements Store.
func (s *Disk) Wants(signature string, size int, job uint64, index int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.known[signature]
	return k == nil || k.flaky || k.better(size, place{job, index})
}

// better reports whether a formula should replace the one that is kept: a shorter one does, and otherwise an earlier one, so that the order
// of the workers does not matter.
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
	at := place{f.Provenance.Job, f.Provenance.Index}
	added := Added{Folder: k.dir, New: k.unreported, Kept: k.unclaimed && at == k.place && len(h.Bug) == k.size}
	k.unreported, k.unclaimed = false, k.unclaimed && !added.Kept
	if added.Kept || f.Repeated.Runs == 0 {
		return added, nil
	}
	steady := k.flaky && !f.Flaky()
	if !steady && (f.Flaky() && !k.flaky || !k.better(len(h.Bug), at)) {
		return added, nil
	}
	f.Hits, f.Duplicates = k.record.Hits, k.record.Duplicates
	files, err := folderFiles(&f, h)
	if err != nil {
		return Added{}, err
	}
	if err := replaceFiles(s.write, k.dir, files); err != nil {
		return Added{}, err
	}
	if err := dropOthers(k.dir, files); err != nil {
		return Added{}, err
	}
	*k = kept{dir: k.dir, size: len(h.Bug), place: at, flaky: f.Flaky(), dirty: k.dirty, record: f}
	added.Kept = true
	return added, nil
}

func (s *Disk) create(f Finding, h Hit) (Added, error) {
	b := bucket(&f)
	if s.folders[b] >= s.cap {
		return Added{}, nil
	}
	dir := s.freeFolder(&f)
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
	return Added{New: true, Folder: dir, Kept: true}, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func folderFiles(f *Finding, h Hit) ([]file, error) {
	files := []file{{BugFile, h.Bug}, {OriginalFile, h.Bug}, {SeedFile, h.Seed}}
	if f.Evidence.Model != "" {
		files = append(files, file{ModelFile, []byte(f.Evidence.Model)})
	}
	for _, name := range slices.Sorted(maps.Keys(h.Others)) {
		files = append(files, file{name, h.Others[name]})
	}
	f.Files = make(map[string]string, len(files))
	for _, one := range files {
		f.Files[one.name] = Checksum(one.data)
	}
	record, err := encode(f)
	if err != nil {
		return nil, err
	}
	return append(files, file{ReportFile, Report(f, h.Bug, h.Others)}, file{RecordFile, record}), nil
}

// Checksum identifies the content of a finding's file.
func Checksum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

func encode(f *Finding) ([]byte, error) {
	data, err := JSON(f)
	if err != nil {
		return nil, fmt.Errorf("finding %s: %w", f.Signature, err)
	}
	return data, nil
}

// JSON writes a record in the form of the files beside a finding: indented, and with formulas as they are, since this is not a web page.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return nil, err
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
	Version   string `json:"version,omitempty"`
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
		all = append(all, briefOf(k.dir, &k.record, k.flaky))
	}
	slices.SortFunc(all, briefOrder)
	return all
}

// One returns what is kept and counted of a signature, and the names of the first mutants that showed it; ok is false when there is no folder.
func (s *Disk) One(signature string) (b Brief, first []string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.known[signature]
	if k == nil {
		return Brief{}, nil, false
	}
	return briefOf(k.dir, &k.record, k.flaky), slices.Clone(s.counted.First[signature]), true
}

// Count implements Store.
func (s *Disk) Count() (findings int, hits int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.known {
		hits += k.record.Hits
	}
	for _, n := range s.counted.Dropped {
		hits += n
	}
	return len(s.known), hits
}

// Dropped implements Store.
func (s *Disk) Dropped() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, b := range slices.Sorted(maps.Keys(s.counted.Dropped)) {
		out = append(out, fmt.Sprintf("%d more hits of class %s with other signatures were only counted: the limit of %d folders is reached",
			s.counted.Dropped[b], b, s.cap))
	}
	return out
}

// Briefs reads the findings in a campaign's output folder, in the order of List, and changes nothing. The error is as that of LoadRecords.
func Briefs(out string) ([]Brief, error) {
	stored, err := LoadRecords(filepath.Join(out, Folder))
	all := make([]Brief, 0, len(stored))
	for i := range stored {
		all = append(all, briefOf(stored[i].Dir, &stored[i].Finding, stored[i].Flaky()))
	}
	slices.SortFunc(all, briefOrder)
	return all, err
}

func briefOf(dir string, f *Finding, flaky bool) Brief {
	return Brief{
		Dir: dir, Class: string(f.Class), Solver: f.Solver, Family: f.Family, Version: f.Version, Logic: f.Logic, Signature: f.Signature,
		Summary: f.Evidence.Summary, Flaky: flaky, Suspect: f.Suspect, Open: f.Open, Hits: f.Hits,
	}
}

func briefOrder(a, b Brief) int {
	return cmp.Or(cmp.Compare(oracle.Class(a.Class).Gravity(), oracle.Class(b.Class).Gravity()), -cmp.Compare(a.Hits, b.Hits), strings.Compare(a.Signature, b.Signature))
}
