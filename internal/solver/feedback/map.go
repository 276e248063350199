package feedback

import (
	"fmt"
	"maps"
	"slices"
	"sync"
)

// DefaultKeys is the number of keys that a map accepts.
const DefaultKeys = 1 << 20

// A Map collects what runs showed. It reports which parts of a signature are new. Safe for concurrent use; what it holds does not
// depend on the order in which signatures came, as long as it is not full.
type Map struct {
	subject string

	mu      sync.RWMutex
	seen    map[string]uint8 // by key, a bit for each bucket
	entries int
	keys    int // the most that it accepts
	lost    int64
}

// NewMap returns an empty map. The subject is a line that says what its signatures describe, such as "statistics z3 4.8.12": maps with
// the same subject can be merged.
func NewMap(subject string) *Map {
	return &Map{subject: oneLine(subject), seen: make(map[string]uint8), keys: DefaultKeys}
}

// Subject says what the signatures describe.
func (m *Map) Subject() string { return m.subject }

// Len is the number of entries, and Keys the number of keys.
func (m *Map) Len() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.entries
}

// Keys is the number of keys, each of which has at least one entry.
func (m *Map) Keys() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return len(m.seen)
}

// Lost is the number of entries that were not accepted since the map had no room for another key. An entry that is lost twice counts
// twice.
func (m *Map) Lost() int64 {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.lost
}

// Add enters a signature and returns how many of its entries are new.
func (m *Map) Add(s Signature) (fresh int) { return m.News(s).Len() }

// News enters a signature and returns those of its entries that are new.
func (m *Map) News(s Signature) (fresh Signature) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range s.entries {
		if m.enter(e.Key, 1<<e.Bucket) > 0 {
			fresh.entries = append(fresh.entries, e)
		}
	}
	return fresh
}

// A SubjectError says that two maps have different subjects.
type SubjectError struct{ Have, Got string }

func (e *SubjectError) Error() string {
	return fmt.Sprintf("a map of %q cannot take one of %q: their entries mean different things", e.Have, e.Got)
}

// Merge enters everything that another map holds and returns how many entries are new. Errors are *SubjectError.
func (m *Map) Merge(o *Map) (fresh int, err error) {
	if m == o {
		return 0, nil
	}
	if m.subject != o.subject {
		return 0, &SubjectError{m.subject, o.subject}
	}
	o.mu.RLock()
	theirs := maps.Clone(o.seen)
	o.mu.RUnlock()
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(theirs)) { // so that a full map accepts the same ones every time
		fresh += m.enter(key, theirs[key])
	}
	return fresh, nil
}

// enter enters buckets of a key, and returns how many are new. The caller holds the lock.
func (m *Map) enter(key string, buckets uint8) int {
	had, known := m.seen[key]
	if !known && len(m.seen) >= m.keys {
		m.lost += int64(ones(buckets))
		return 0
	}
	fresh := ones(buckets &^ had)
	if fresh > 0 {
		m.seen[key] = had | buckets
		m.entries += fresh
	}
	return fresh
}
