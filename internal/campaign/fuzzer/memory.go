package fuzzer

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt"
)

// A Memory is what a chain has learned from the mutants run so far that decides what is done about the next one. With it, a
// chain continues after a restart as if it had not been interrupted. Targets appear by name.
type Memory struct {
	Blamed    triage.Blamed         `json:"blamed,omitempty"`
	Timeouts  map[string]int        `json:"timeouts,omitempty"`
	Refusals  map[string]string     `json:"refusals,omitempty"` // targets that refuse the seed, by reason
	Accepts   []string              `json:"accepts,omitempty"`  // targets that refused a mutant and accept the seed
	Sessions  map[string]int        `json:"sessions,omitempty"` // how many were rerun
	Lessons   map[string]Lesson     `json:"lessons,omitempty"`  // of targets that refuse to be asked for more than answers
	AskAlways []string              `json:"insists,omitempty"`  // targets that refuse mutants for other reasons
	Seed      map[string]smt.Status `json:"seed,omitempty"`     // answers to the seed
	Last      map[string]smt.Status `json:"last,omitempty"`     // answers to the previous mutant
	Compared  []Compared            `json:"compared,omitempty"` // with baselines
}

// IsZero reports whether nothing was learned.
func (m Memory) IsZero() bool {
	return len(m.Blamed)+len(m.Timeouts)+len(m.Refusals)+len(m.Accepts)+len(m.Sessions)+len(m.Lessons)+len(m.AskAlways)+len(m.Seed)+len(m.Last)+len(m.Compared) == 0
}

// Append appends the memory to dst in JSON, exactly as package json would.
func (m Memory) Append(dst []byte) ([]byte, error) {
	from := len(dst)
	if len(m.Blamed) > 0 {
		text, err := json.Marshal(m.Blamed)
		if err != nil {
			return dst, err
		}
		dst = append(append(dst, `,"blamed":`...), text...)
	}
	number := func(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }
	dst = appendMap(dst, "timeouts", m.Timeouts, number)
	dst = appendMap(dst, "refusals", m.Refusals, event.AppendString)
	dst = appendNames(dst, "accepts", m.Accepts)
	dst = appendMap(dst, "sessions", m.Sessions, number)
	dst = appendMap(dst, "lessons", m.Lessons, func(dst []byte, l Lesson) []byte {
		dst = event.AppendString(append(dst, `{"presentation":`...), string(l.Presentation))
		return append(event.AppendString(append(dst, `,"reason":`...), l.Reason), '}')
	})
	dst = appendNames(dst, "insists", m.AskAlways)
	status := func(dst []byte, a smt.Status) []byte { return strconv.AppendInt(dst, int64(a), 10) }
	dst = appendMap(dst, "seed", m.Seed, status)
	dst = appendMap(dst, "last", m.Last, status)
	if len(m.Compared) > 0 {
		text, err := json.Marshal(m.Compared)
		if err != nil {
			return dst, err
		}
		dst = append(append(dst, `,"compared":`...), text...)
	}
	if len(dst) == from {
		return append(dst, "{}"...), nil
	}
	dst[from] = '{' // replaces the first comma
	return append(dst, '}'), nil
}

// appendNames appends a non-empty list, with a comma in front.
func appendNames(dst []byte, name string, list []string) []byte {
	if len(list) == 0 {
		return dst
	}
	dst = append(append(append(dst, `,"`...), name...), `":[`...)
	for i, s := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = event.AppendString(dst, s)
	}
	return append(dst, ']')
}

// appendMap appends a non-empty map, with a comma in front.
func appendMap[V any](dst []byte, name string, m map[string]V, value func([]byte, V) []byte) []byte {
	if len(m) == 0 {
		return dst
	}
	dst = append(append(append(dst, `,"`...), name...), `":{`...)
	for i, key := range slices.Sorted(maps.Keys(m)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = value(append(event.AppendString(dst, key), ':'), m[key])
	}
	return append(dst, '}')
}

// Teach tells the chain, before it runs a mutant, what settings are known to show. What the chain itself learned before a restart is part of it.
// The chain works on a copy.
func (c *Chain) Teach(s Shown) { c.shown = s.Clone() }

// Memory returns what the chain has learned when mutant i was the last one run.
func (c *Chain) Memory(i int) Memory {
	m := Memory{Blamed: c.examiner.Blamed(), Seed: c.session.answers(c.script), Last: c.session.answers(c.mutants[i].Script)}
	for _, t := range c.readers {
		if known := c.session[t]; known != nil {
			known.save(&m, t.String())
		}
	}
	for _, p := range c.bench.Baselines {
		if known := c.paces[p]; known != nil {
			m.Compared = append(m.Compared, *known)
		}
	}
	return m
}

// save enters what is known about the target with a name into a memory.
func (s *standing) save(m *Memory, name string) {
	if s.timeouts > 0 {
		enter(&m.Timeouts, name, s.timeouts)
	}
	if s.rerun > 0 {
		enter(&m.Sessions, name, s.rerun)
	}
	if s.lesson != nil {
		enter(&m.Lessons, name, *s.lesson)
	}
	if s.askAlways {
		m.AskAlways = append(m.AskAlways, name)
	}
	switch s.refusal.state {
	case refusesSeed:
		enter(&m.Refusals, name, s.refusal.reason)
	case takesSeed:
		m.Accepts = append(m.Accepts, name)
	case unasked:
	}
}

// enter sets an entry of a map that may be nil.
func enter[V any](m *map[string]V, name string, v V) {
	if *m == nil {
		*m = make(map[string]V)
	}
	(*m)[name] = v
}

// Recall makes the chain continue after mutant i with what it had learned by then.
func (c *Chain) Recall(m Memory, i int) {
	c.examiner.Recall(m.Blamed)
	for _, known := range m.Compared {
		c.paces[oracle.Pair{Old: known.Baseline, New: known.Solver}] = &known
	}
	for _, t := range c.readers {
		name := t.String()
		c.session.of(t).recall(m, name)
		if a, ok := m.Seed[name]; ok {
			c.session.remember(c.script, t, a)
		}
		if a, ok := m.Last[name]; ok && i >= 0 && i < len(c.mutants) {
			c.session.remember(c.mutants[i].Script, t, a)
		}
	}
}

// recall is the inverse of save.
func (s *standing) recall(m Memory, name string) {
	if n, ok := m.Timeouts[name]; ok {
		s.timeouts = n
	}
	if n, ok := m.Sessions[name]; ok {
		s.rerun = n
	}
	if l, ok := m.Lessons[name]; ok {
		s.lesson = &l
	}
	if slices.Contains(m.AskAlways, name) {
		s.askAlways = true
	}
	if reason, ok := m.Refusals[name]; ok {
		s.refusal = refusal{state: refusesSeed, reason: reason}
	}
	if slices.Contains(m.Accepts, name) {
		s.refusal = refusal{state: takesSeed}
	}
}
