package effort

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/outcome"
)

// A State is what a Scheduler knows, as it is saved. There may be a record for each seed and target, so records are short
// texts, separated by blanks.
type State struct {
	// Answers has records SEED:TARGET:OUTCOME:NANOSECONDS:DOUBLINGS:LAP:FAILURES:UNTIL, Pairs PAIR:SHOWN:FAILURES:UNTIL with SHOWN in
	// hexadecimal digits, followed by :MISSED if that is not zero, and Late PLACE:FAILURES:UNTIL for those that are not zero.
	Answers string        `json:"answers,omitempty"`
	Pairs   string        `json:"pairs,omitempty"`
	Late    string        `json:"late,omitempty"`
	Passed  map[Why]int64 `json:"passed,omitempty"`
	// Usual is the time that a mutant takes, over the Mutants that were seen.
	Usual   time.Duration `json:"usual,omitempty"`
	Mutants uint64        `json:"mutants,omitempty"`
	// Behaviour is the new behaviour of solvers that engines yield on logics.
	Behaviour BehaviourState `json:"news,omitzero"`
	// Tide is what the campaign as a whole has yielded lately.
	Tide yield `json:"tide,omitzero"`
}

// Save returns what the scheduler knows. The same knowledge gives the same State.
func (s *Scheduler) Save() State {
	var answers, pairs []byte
	for _, seed := range sortedKeys(s.answers) {
		for k, a := range s.answers[seed] {
			if a != nil {
				answers = a.state(seed, k).append(answers)
			}
		}
	}
	for _, k := range sortedKeys(s.pairs) {
		pairs = s.pairs[k].state(k).append(pairs)
	}
	out := s.rest()
	out.Answers, out.Pairs = trimmed(answers), trimmed(pairs)
	return out
}

// rest returns what is known, but for what there may be much of.
func (s *Scheduler) rest() State {
	var late []byte
	for k, b := range s.late {
		if b != (backoff{}) {
			late = fmt.Appendf(late, "%d:%d:%d ", k, b.failures, b.until)
		}
	}
	out := State{Late: trimmed(late), Usual: s.usual.mean, Mutants: s.usual.seen, Behaviour: s.behaviour.save(), Tide: s.tide}
	if len(s.passed) > 0 {
		out.Passed = make(map[Why]int64)
		for why, n := range s.passed {
			out.Passed[why] = n
		}
	}
	return out
}

func trimmed(records []byte) string { return strings.TrimSuffix(string(records), " ") }

func sortedKeys[V any](m map[int]V) []int {
	keys := make([]int, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// Restore replaces what the scheduler knows with what was saved. After an error it knows nothing.
func (s *Scheduler) Restore(st State) error {
	s.clear()
	err := s.restore(st)
	if err != nil {
		s.clear()
	}
	return err
}

func (s *Scheduler) restore(st State) error {
	for record := range strings.FieldsSeq(st.Answers) {
		r := newRecord(record, 8)
		seed, target := r.place(s.seeds), r.place(len(s.targets))
		a := &answer{seed: outcome.Outcome(r.text())}
		a.wall, a.grown, a.ran, a.late = time.Duration(r.number(10)), r.place(maxGrown), r.number(10), r.backoff()
		if r.bad || a.wall < 0 || !slices.Contains(outcome.All(), a.seed) {
			return fmt.Errorf("effort: %q says nothing about a solver on a seed", record)
		}
		if s.answers[seed] == nil {
			s.answers[seed] = make([]*answer, len(s.targets))
		}
		s.answers[seed][target] = a
		s.changed.answers[seed] = true
	}
	for record := range strings.FieldsSeq(st.Pairs) {
		fields := 4
		misses := strings.Count(record, ":") == fields
		if misses {
			fields++
		}
		r := newRecord(record, fields)
		k, p := r.place(s.seeds*s.engines), &pair{shown: sketch(r.number(16)), quiet: r.backoff()}
		if misses {
			p.missed = r.place(longestMiss)
			r.bad = r.bad || p.missed == 0 // in that case nothing is written
		}
		if r.bad {
			return fmt.Errorf("effort: %q says nothing about an engine on a seed", record)
		}
		s.pairs[k] = p
		s.changed.pairs[k] = true
	}
	for record := range strings.FieldsSeq(st.Late) {
		r := newRecord(record, 3)
		k, b := r.place(len(s.late)), r.backoff()
		if r.bad {
			return fmt.Errorf("effort: %q says nothing about an engine with a solver", record)
		}
		s.late[k] = b
	}
	if st.Usual < 0 || (st.Usual > 0) != (st.Mutants > 0) {
		return fmt.Errorf("effort: %s for each of %d mutants says nothing about what is usual", st.Usual, st.Mutants)
	}
	s.usual = usage{st.Usual, st.Mutants}
	if err := st.Tide.check(); err != nil {
		return err
	}
	s.tide = st.Tide
	for _, why := range Whys() {
		if n := st.Passed[why]; n > 0 {
			s.passed[why] = n
		}
	}
	return s.behaviour.restore(st.Behaviour, s.engines)
}

// maxGrown is more doublings than any limit takes.
const maxGrown = 64

// A record is a text whose fields are read one after the other.
type record struct {
	fields []string
	bad    bool
}

func newRecord(text string, fields int) *record {
	r := &record{fields: strings.Split(text, ":")}
	r.bad = len(r.fields) != fields
	return r
}

func (r *record) text() string {
	if len(r.fields) == 0 {
		r.bad = true
		return ""
	}
	text := r.fields[0]
	r.fields = r.fields[1:]
	return text
}

func (r *record) number(base int) uint64 {
	n, err := strconv.ParseUint(r.text(), base, 64)
	r.bad = r.bad || err != nil
	return n
}

// place reads a number that is below a bound.
func (r *record) place(bound int) int {
	n := r.number(10)
	if bound < 0 || n >= uint64(bound) {
		r.bad = true
		return 0
	}
	return int(n)
}

func (r *record) backoff() backoff {
	return backoff{failures: r.place(maxGrown), until: r.number(10)}
}
