package findings

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Cache remembers what lists show of the findings of a campaign. It reads a finding again only when its record has changed since: those who change
// other files of a folder change the record too, which has their checksums. The zero value is empty. Safe for concurrent use.
type Cache struct {
	mu    sync.Mutex
	known map[string]*glance // by folder
}

// A glance is what is remembered of a finding.
type glance struct {
	modified time.Time
	size     int64
	brief    Brief
	weight   Weight
	bytes    int64
	err      error
}

// Briefs is like the function Briefs.
func (c *Cache) Briefs(out string) ([]Brief, error) {
	dirs, err := foldersIn(filepath.Join(out, Folder))
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	before := c.known
	c.mu.Unlock()
	read := make([]*glance, len(dirs))
	inParallel(len(dirs), func(i int) { read[i] = look(dirs[i], before[dirs[i]]) })

	known := make(map[string]*glance, len(dirs))
	all := make([]Brief, 0, len(dirs))
	var bad []error
	for i, g := range read {
		if known[dirs[i]] = g; g.err != nil {
			bad = append(bad, g.err)
			continue
		}
		all = append(all, g.brief)
	}
	c.mu.Lock()
	c.known = known
	c.mu.Unlock()
	slices.SortFunc(all, briefOrder)
	return all, errors.Join(bad...)
}

// Weight returns the weight of a finding and the size of its formula in bytes, as of the last Briefs; ok is false where it was not among these.
func (c *Cache) Weight(dir string) (w Weight, bytes int64, ok bool) {
	if c == nil {
		return w, 0, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	g := c.known[dir]
	if g == nil || g.err != nil {
		return w, 0, false
	}
	return g.weight, g.bytes, true
}

// look reads a finding unless it is as it was before.
func look(dir string, before *glance) *glance {
	info, err := os.Stat(filepath.Join(dir, RecordFile))
	if err == nil && before != nil && info.ModTime().Equal(before.modified) && info.Size() == before.size {
		return before
	}
	g := &glance{}
	if err == nil {
		g.modified, g.size = info.ModTime(), info.Size()
	}
	s, err := LoadRecord(dir)
	if err != nil {
		g.err = err
		return g
	}
	g.brief, g.weight = briefOf(s.Dir, &s.Finding, s.Flaky()), s.WeightHere()
	if info, err := os.Stat(filepath.Join(dir, BugFile)); err == nil {
		g.bytes = info.Size()
	}
	return g
}

// foldersIn returns the folders in a folder that may be findings, by their names; none where there is no such folder.
func foldersIn(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var out []string
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	return out, err
}
