package campaign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/campaign/store"
	"github.com/assay-smt/assay/internal/findings"
)

// Merged says what Merge did, and what its folder has now.
type Merged struct {
	Out string `json:"out"`
	// Shards are all that the folder has, and Missing those that it lacks of the campaign.
	Shards  []MergedShard `json:"shards"`
	Missing []string      `json:"missing,omitempty"`
	// Mutants, Findings and Hits are those of all shards together.
	Mutants  int64 `json:"mutants"`
	Findings int   `json:"findings"`
	Hits     int64 `json:"hits"`
	// Notes are remarks for people.
	Notes []string `json:"notes,omitempty"`
}

// A MergedShard is a shard in a folder of joined shards.
type MergedShard struct {
	// Shard is as in "1/4"; "1/1" is a campaign without shards.
	Shard string `json:"shard"`
	// Dir is the folder that it was taken from by this merge, "" when the folder had it before.
	Dir     string `json:"dir,omitempty"`
	Mutants int64  `json:"mutants"`
	// Before is the number of mutants that the folder had of it before, -1 when it had nothing.
	Before int64 `json:"before"`
}

// A DifferentError says that two folders have no parts of one campaign.
type DifferentError struct {
	Dir, Other   string
	What         string // what differs, as in "campaign seed"
	Here, There  string // in Dir and in Other, "" when they would tell a user nothing
	OlderVersion bool   // an older version of Assay began one of them
}

func (e *DifferentError) Error() string {
	text := fmt.Sprintf("%s and %s are of different campaigns, so that they cannot be joined: ", e.Other, e.Dir)
	if e.Here == "" && e.There == "" {
		text += "another " + e.What
	} else {
		text += fmt.Sprintf("different %s (%s: %s; %s: %s)", e.What, e.Other, cmp.Or(e.There, "none"), e.Dir, cmp.Or(e.Here, "none"))
	}
	if e.OlderVersion {
		text += "; versions of Assay that make other mutants began them"
	}
	return text
}

// An OverlapError says that two folders have the same part of a campaign in shards of different numbers, where neither contains what the other has.
type OverlapError struct{ Dir, Shard, Other, OtherShard string }

func (e *OverlapError) Error() string {
	return fmt.Sprintf("%s is shard %s and %s is shard %s, which have mutants in common, so that they would count twice: give shards of one number", e.Other, e.OtherShard, e.Dir, e.Shard)
}

// ErrNothingToMerge says that no folder has anything yet.
var ErrNothingToMerge = errors.New("none of the campaigns has done anything yet")

// shardsFolder has the databases of the shards that were joined in a folder, each as it was when it was taken.
const shardsFolder = "shards"

// Merge joins the parts of a campaign that other folders have: shards, or what Merge has joined before. The folder keeps what it was given of each shard, and its
// database and findings follow from that alone. So folders may come in any order, in parts, again and again, and while their campaigns run: of one shard, the
// state with most mutants counts. A merge that is ended in the middle leaves what the next one makes right. The folder can be read like that of any campaign, and
// does not go on. Errors are
//
//   - *disk.OutputError: the folder cannot be written; what it had is as it was;
//   - *folder.ForeignError, *BusyError: the folder has something else in it, or is in use, and was not touched;
//   - *DifferentError, *OverlapError: the folders do not belong together; nothing was touched;
//   - ErrNothingToMerge;
//   - anything else about a folder that cannot be read, which its message names, and what ended ctx.
func Merge(ctx context.Context, out string, dirs []string) (*Merged, error) {
	return (&merge{out: out}).run(ctx, dirs)
}

// Unite is like Merge, but also joins what is of different campaigns, to read it as one: figures are added, and findings with the same signature are one. The
// folder has what is in the given ones and nothing else: one that has more is refused, with a *folder.ForeignError.
func Unite(ctx context.Context, out string, dirs []string) (*Merged, error) {
	return (&merge{out: out, mixed: true}).run(ctx, dirs)
}

// A merge joins the shards of a campaign in a folder.
type merge struct {
	out string
	// mixed: there may be several campaigns, and all parts are given.
	mixed   bool
	options store.Options // of databases, for tests
	write   disk.Writer   // of findings, nil for disk.WriteAtomic
	notes   notes
	// best has the furthest state of each shard, and had what the folder had of it.
	best map[partKey]*part
	had  map[partKey]int64
	// sources are the folders with findings, first that of the first shard.
	sources []*part
	// unread is why a folder could not be read, nil when all could.
	unread error
}

func (m *merge) run(ctx context.Context, dirs []string) (*Merged, error) {
	m.best, m.had = make(map[partKey]*part), make(map[partKey]int64)
	given, err := m.read(ctx, dirs)
	if err != nil {
		return nil, err
	}
	release, f, err := m.take()
	if err != nil {
		return nil, err
	}
	defer release()
	merged, err := m.join(ctx, given)
	if err != nil {
		f.Leave(ownNames...)
	}
	return merged, err
}

// read reads how far the shards in folders are, and makes sure that they are of one campaign.
func (m *merge) read(ctx context.Context, dirs []string) ([]*part, error) {
	var all []*part
	for _, dir := range dirs {
		if sameFolder(dir, m.out) {
			continue
		}
		parts, err := partsOf(dir)
		var damaged *store.DamagedError
		if errors.As(err, &damaged) { // perhaps another machine is writing it
			m.unread = err
			m.notes.add("%s could not be read (%v); what was merged of it before counts", dir, err)
			continue
		}
		if err != nil {
			return nil, err
		}
		if len(parts) == 0 {
			m.notes.add("%s has nothing yet", dir)
		}
		if all = append(all, parts...); ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	// What comes out must not depend on the order in which folders are named.
	slices.SortStableFunc(all, func(a, b *part) int { return a.partKey.compare(b.partKey) })
	return all, m.fit(all)
}

// fit makes sure that parts belong together.
func (m *merge) fit(all []*part) error {
	if !m.mixed {
		if err := oneCampaign(all); err != nil {
			return err
		}
	}
	return disjoint(all)
}

func sameFolder(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// take makes the output folder this process's.
func (m *merge) take() (release func(), f *folder.Folder, err error) {
	f, err = folder.Take(m.out, Kind, func() error {
		if err := folder.NoLinks(m.out, ownNames...); err != nil {
			return err
		}
		if err := holdsShards(m.out); err != nil {
			return err
		}
		release, err = lock(m.out)
		return err
	})
	return release, f, err
}

// holdsShards makes sure that a folder has nothing, or what Merge has joined.
func holdsShards(out string) error {
	path := filepath.Join(out, store.FileName)
	s, err := loadFigures(out)
	var version *store.VersionError
	switch {
	case errors.As(err, &version):
		return versionMismatch(out, version)
	case err == nil && s.Config.Merged == "", err != nil && (store.Exists(path) && !isThere(filepath.Join(out, shardsFolder)) || isFormer(out)):
		return &folder.ForeignError{Dir: out, Problem: "holds a campaign of its own", Remedy: "name a new or an empty folder for what is joined, and this one among those to join"}
	}
	return nil // a damaged database of joined shards is made anew
}

// join takes over what the folders have, and joins it with what is there.
func (m *merge) join(ctx context.Context, given []*part) (*Merged, error) {
	own, err := m.own()
	if err != nil {
		return nil, err
	}
	if err := m.fit(append(slices.Clone(own), given...)); err != nil {
		return nil, err
	}
	if m.mixed {
		for _, p := range own {
			if !slices.ContainsFunc(given, func(g *part) bool { return g.partKey == p.partKey }) {
				return nil, &folder.ForeignError{Dir: m.out, Problem: "holds what was joined of other folders as well", Remedy: "name a new or an empty folder"}
			}
		}
	}
	m.choose(own, given)
	if len(m.best) == 0 {
		return nil, cmp.Or(m.unread, ErrNothingToMerge)
	}
	for _, p := range m.shards() {
		if p.dir != m.out {
			if err := m.keep(p); err != nil {
				return nil, err
			}
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	found, err := m.findings(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range m.shards() {
		if p.dir != m.out {
			if err := os.Rename(p.path, m.database(p.partKey)); err != nil {
				return nil, &disk.OutputError{Path: m.database(p.partKey), Err: err}
			}
		}
	}
	return m.whole(ctx, found)
}

// own returns the shards that the folder has. One that cannot be read is set aside: its campaign's folder has it still.
func (m *merge) own() ([]*part, error) {
	dir := filepath.Join(m.out, shardsFolder)
	if err := asideUnlessFolder(m.out, dir, &m.notes); err != nil {
		return nil, err
	}
	if err := disk.MakeDir(dir); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, &disk.OutputError{Path: dir, Err: err}
	}
	var all []*part
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if !isPartFile(e.Name()) {
			if name, rest, _ := strings.Cut(e.Name(), ".db."); isPartFile(name+".db") && (strings.HasPrefix(rest, "taken") || strings.HasPrefix(rest, "new")) {
				_ = os.RemoveAll(path) // what a killed merge left
			}
			continue
		}
		p, err := readPart(m.out, path)
		if err != nil {
			to, asideErr := disk.SetAside(m.out, path)
			if asideErr != nil {
				return nil, asideErr
			}
			m.notes.add("%s was damaged and is now in %s (%v); merge the folder of that shard again", path, to, err)
			continue
		}
		all = append(all, p)
	}
	return all, nil
}

// choose picks the furthest state of each shard.
func (m *merge) choose(own, given []*part) {
	for _, p := range own {
		m.best[p.partKey], m.had[p.partKey] = p, p.mutants
	}
	for _, p := range given {
		m.sources = append(m.sources, p)
		was := m.best[p.partKey]
		switch {
		case was == nil:
			m.best[p.partKey] = p
			continue
		case p.compare(was) > 0:
			m.best[p.partKey] = p
		}
		if was.dir != m.out && p.compare(was) != 0 {
			further := m.best[p.partKey]
			m.notes.add("%s and %s are both shard %s: %s, which is further, counts", was.dir, p.dir, p.Text(), further.dir)
		} else if was.dir == m.out && p.compare(was) < 0 {
			m.notes.add("%s has %s mutants of shard %s; the %s that were merged before count", p.dir, thousands(p.mutants), p.Text(), thousands(was.mutants))
		}
	}
}

// shards are the furthest states, in their order.
func (m *merge) shards() []*part {
	var all []*part
	for _, p := range m.best {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b *part) int { return a.partKey.compare(b.partKey) })
	return all
}

// database is the path of a shard's database in the folder.
func (m *merge) database(k partKey) string {
	return filepath.Join(m.out, shardsFolder, k.file())
}

// keep writes a shard's database beside the one that the folder has.
func (m *merge) keep(p *part) error {
	a, err := store.ReadArchive(p.path)
	if err != nil {
		return err
	}
	path := m.database(p.partKey) + ".taken"
	if err := store.WriteArchive(path, a, m.options); err != nil {
		return err
	}
	now, err := readPart(p.dir, path) // it may have gone on
	if err != nil {
		return err
	}
	if now.partKey != p.partKey {
		return fmt.Errorf("%s holds another campaign than a moment ago", p.dir)
	}
	*p = *now
	return nil
}

// findings joins the findings of the shards' folders with those that are there. What is not counted yet comes with the next merge.
func (m *merge) findings(ctx context.Context) (*findings.Disk, error) {
	counted := make(map[string]bool)
	for _, p := range m.best {
		for signature := range p.hits {
			counted[signature] = true
		}
	}
	found, err := findings.Open(m.out, math.MaxInt, m.write)
	if err != nil {
		return nil, err
	}
	m.notes = append(m.notes, found.Notes()...)
	seen := make(map[string]bool)
	for _, p := range m.sources {
		if p.dir == m.out || seen[p.dir] {
			continue
		}
		seen[p.dir] = true
		dir := filepath.Join(p.dir, findings.Folder)
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, e := range entries {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if err := m.finding(found, filepath.Join(dir, e.Name()), counted); err != nil {
				return nil, err
			}
		}
	}
	return found, nil
}

// A campaign that runs replaces the files of a finding one after the other, which takes milliseconds.
const (
	findingAttempts = 5
	findingPause    = 20 * time.Millisecond
)

// finding takes over one finding, unless it is damaged, or is none.
func (m *merge) finding(found *findings.Disk, dir string, counted map[string]bool) error {
	record, err := findings.LoadRecord(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !counted[record.Signature] {
		return nil
	}
	var output *disk.OutputError
	for range findingAttempts {
		if _, err = found.Import(dir); err == nil {
			return nil
		}
		if errors.As(err, &output) {
			return err
		}
		time.Sleep(findingPause)
	}
	m.notes.add("a finding could not be read and was left out; another merge tries again (%v)", err)
	return nil
}

// whole computes the database of all shards together, and says what is in it.
func (m *merge) whole(ctx context.Context, found *findings.Disk) (*Merged, error) {
	var j joined
	merged := &Merged{Out: m.out}
	for _, p := range m.shards() {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err := j.add(p.partKey, m.database(p.partKey)); err != nil {
			return nil, err
		}
		s := MergedShard{Shard: p.Text(), Mutants: p.mutants, Before: -1}
		if n, ok := m.had[p.partKey]; ok {
			s.Before = n
		}
		if p.dir != m.out {
			s.Dir = p.dir
		}
		merged.Shards = append(merged.Shards, s)
	}
	if merged.Missing = j.missing(); m.mixed {
		merged.Missing = nil // what is given is all that is asked for
	}
	if len(merged.Missing) > 0 {
		j.notes.add("shards that are not merged yet: %s", someOf(merged.Missing))
	}
	j.notes = append(j.notes, m.notes...)
	found.Restore(j.counters)
	if err := found.Flush(); err != nil {
		return nil, err
	}
	a, err := j.archive(found)
	if err != nil {
		return nil, err
	}
	if err := m.planFile(); err != nil {
		return nil, err
	}
	if err := m.replace(a); err != nil {
		return nil, err
	}
	merged.Notes = m.notes
	merged.Mutants = j.sum.Mutants
	merged.Findings, merged.Hits = found.Count()
	return merged, nil
}

// replace replaces the folder's database.
func (m *merge) replace(a *store.Archive) error {
	path := filepath.Join(m.out, store.FileName)
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := asideUnlessFile(m.out, path+suffix, &m.notes); err != nil {
			return err
		}
	}
	return store.WriteArchive(path, a, m.options)
}

// ofShard is the setting that shards have each of their own.
var ofShard = regexp.MustCompile(`(?m)^shard = ".*"$`)

// planFile writes the plan of the whole campaign, from which its mutants can be made again.
func (m *merge) planFile() error {
	for _, p := range m.sources {
		if slices.ContainsFunc(m.sources, func(q *part) bool { return q.campaign != p.campaign }) {
			return nil // there is none of several campaigns
		}
		text, err := os.ReadFile(filepath.Join(p.dir, plan.Name))
		if err != nil {
			continue // it is a help, and no more
		}
		write := m.write
		if write == nil {
			write = disk.WriteAtomic
		}
		return write(filepath.Join(m.out, plan.Name), ofShard.ReplaceAll(text, []byte(`shard = ""`)))
	}
	return nil
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
