package query

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/assay-smt/assay/internal/base/disk"
)

const (
	// journalName is the file with a line for each reply. A file of its own for each would take longer than all else about a question.
	journalName = "replies.jsonl"
	// maxDisk bounds the bytes of replies on disk, and maxKept their number. Those about single seeds come first and are small; beyond the bounds
	// a campaign of weeks asks again after a restart.
	maxDisk = 1 << 30
	maxKept = 1 << 18
	// mostReply bounds the bytes of one reply on disk.
	mostReply = 4 << 20
)

// A shelf keeps replies in a folder. Nothing that fails there stops a campaign: a reply that is not kept is asked for again. Safe for concurrent use.
type shelf struct {
	dir string // "" keeps nothing

	mu      sync.Mutex
	looked  bool              // what earlier runs left is known
	journal *disk.Journal     // nil until there is one
	at      map[string]extent // of the replies in the journal, by key
	bytes   int64
	older   bool // there are files of an older version, which kept one for each reply
}

// extent says where a line of the journal is, without its end.
type extent struct {
	from   int64
	length int
}

// A keptReply is a line of the journal.
type keptReply struct {
	Key string `json:"key"`
	savedReply
}

// find returns a reply and its size in bytes; ok is false when it is not kept.
func (s *shelf) find(key string) (saved savedReply, bytes int, ok bool) {
	text := s.text(key)
	if text == nil || json.Unmarshal(text, &saved) != nil {
		return savedReply{}, 0, false
	}
	return saved, len(text), true
}

// has reports whether a reply is kept.
func (s *shelf) has(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.look()
	_, known := s.at[key]
	if !known && s.older {
		_, err := os.Lstat(filepath.Join(s.dir, key+".json"))
		known = err == nil
	}
	return known
}

// text returns the JSON of a reply, nil for none.
func (s *shelf) text(key string) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.look()
	if at, known := s.at[key]; known {
		text := make([]byte, at.length)
		if _, err := s.journal.ReadAt(text, at.from); err != nil {
			return nil
		}
		return text
	}
	if s.older {
		if text, err := os.ReadFile(filepath.Join(s.dir, key+".json")); err == nil {
			return text
		}
	}
	return nil
}

// keep keeps a reply.
func (s *shelf) keep(key string, saved savedReply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.look()
	text, err := json.Marshal(keptReply{key, saved})
	if s.dir == "" || err != nil || len(text) > mostReply || len(s.at) >= maxKept || s.bytes+int64(len(text)) > maxDisk {
		return
	}
	if s.journal == nil && disk.MakeDir(s.dir) == nil {
		s.open()
	}
	if s.journal == nil {
		return
	}
	if from, err := s.journal.AddLine(text); err == nil {
		s.enter(key, from, len(text))
	}
}

// look finds out what earlier runs left.
func (s *shelf) look() {
	if s.looked || s.dir == "" {
		return
	}
	s.looked = true
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return // there is none yet
	}
	for _, e := range entries {
		if e.Name() == journalName {
			s.open()
		} else if info, err := e.Info(); err == nil && strings.HasSuffix(e.Name(), ".json") {
			s.older = true
			s.bytes += info.Size()
		}
	}
}

// open opens the journal. A line in it that is damaged is no reply, and those after it stay.
func (s *shelf) open() {
	from := int64(0)
	j, err := disk.OpenJournal(filepath.Join(s.dir, journalName), func(_ int, line []byte) (bool, error) {
		var kept struct {
			Key string `json:"key"`
		}
		if json.Unmarshal(line, &kept) == nil && kept.Key != "" {
			s.enter(kept.Key, from, len(line))
		}
		from += int64(len(line)) + 1
		return true, nil
	})
	if err != nil {
		clear(s.at)
		return
	}
	s.journal = j
}

func (s *shelf) enter(key string, from int64, length int) {
	if s.at == nil {
		s.at = make(map[string]extent)
	}
	s.at[key] = extent{from, length}
	s.bytes += int64(length)
}

// close ends the use of the folder: nothing is read from it or kept in it any more.
func (s *shelf) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.journal != nil {
		_ = s.journal.Close() // its lines were written
	}
	s.dir, s.journal, s.at, s.older = "", nil, nil, false
}
