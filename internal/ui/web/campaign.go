package web

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/report/dossier"
	"github.com/assay-smt/assay/internal/report/figures"
)

const (
	// fresh is how long what was read of a campaign is good: many pages may watch one campaign.
	fresh = 2 * time.Second
	// rest is how many times as long as reading it took, and longest the bound on that: a page that watches a large campaign must not keep a processor busy.
	rest    = 10
	longest = 20 * time.Second
)

// served is a campaign, read again when it is asked for and not fresh. Safe for concurrent use.
type served struct {
	dir  string
	load func(dir string, cache *findings.Cache) (*figures.Campaign, *known.List, error)
	now  func() time.Time
	// cache has the findings that did not change since they were read.
	cache findings.Cache

	mu   sync.Mutex
	read time.Time
	good time.Duration // how long it is
	last *content
	err  error
	// texts are the formulas for searching, by folder.
	texts map[string]text
}

// content is what was read of a campaign. Nobody changes it.
type content struct {
	*figures.Campaign
	entries []dossier.Entry
}

// text is a formula in lower case.
type text struct {
	lower string
	size  int64
}

// name is the name that people see.
func (s *served) name() string {
	if abs, err := filepath.Abs(s.dir); err == nil {
		return filepath.Base(abs)
	}
	return filepath.Base(s.dir)
}

// content returns what the campaign has.
func (s *served) content() (*content, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := s.now(); s.read.IsZero() || now.Sub(s.read) >= s.good {
		c, own, err := s.load(s.dir, &s.cache)
		s.err, s.read = err, s.now()
		s.good = min(max(fresh, rest*s.read.Sub(now)), longest)
		if err == nil {
			s.last = &content{c, dossier.List(c, own)}
		}
	}
	if s.err != nil {
		return nil, s.err
	}
	return s.last, nil
}

// forget makes the next request read the campaign again.
func (s *served) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.read = time.Time{}
}

// maxSearched is how much of a formula is searched.
const maxSearched = 4 << 10

// formula returns the beginning of an entry's formula in lower case.
func (s *served) formula(e *dossier.Entry) string {
	folder := filepath.Join(s.dir, filepath.FromSlash(e.Folder()))
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.texts[folder]; ok && known.size == e.Bytes {
		return known.lower
	}
	data, err := os.ReadFile(filepath.Join(folder, findings.BugFile))
	if err != nil {
		return ""
	}
	if s.texts == nil {
		s.texts = make(map[string]text)
	}
	t := text{strings.ToLower(string(data[:min(len(data), maxSearched)])), e.Bytes}
	s.texts[folder] = t
	return t.lower
}
