package effort

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/base/rng"
)

// beforeFeedback is the digest of what a scheduler decided, counted and saved in 200 campaigns before feedback existed.
const beforeFeedback = "c5b965b30fd9a747"

// randomPlay is drawPlay with our own generator, whose plays are the same with each version of rapid.
func randomPlay(r *rng.Rand) play {
	p := play{seeds: 1 + r.IntN(6), engines: 1 + r.IntN(4), rules: 1 + r.IntN(90)}
	some := []outcome.Outcome{outcome.Sat, outcome.Unsat, outcome.Unknown, outcome.Crash, outcome.Rejected}
	if r.Bool() {
		some = append(some, outcome.Timeout, outcome.Timeout, outcome.Timeout)
	}
	for range p.seeds * (p.engines + 1) * 2 {
		p.outcomes = append(p.outcomes, rng.Pick(r, some))
	}
	return p
}

// decisions plays turns and returns everything that was decided, and what is known at the end.
func (p play) decisions(t rapid.TB, s *Scheduler, turns uint64) string {
	t.Helper()
	var log []taken
	passed := ""
	for o := range turns {
		turn := p.turn(o)
		if why, pass := s.Pass(turn); pass {
			passed += fmt.Sprintf("%d:%s ", o, why)
			continue
		}
		var c Tally
		p.step(s, turn, &c, 0, chain, &log)
		s.End(turn, c)
	}
	saved := s.Save()
	saved.Tide = yield{} // visits had one length then
	state, err := json.Marshal(saved)
	if err != nil {
		t.Fatal(err)
	}
	count, err := json.Marshal(s.Count(turns))
	if err != nil {
		t.Fatal(err)
	}
	// The digest has the names that fields had then.
	decided := strings.NewReplacer("Slot:{Number:", "Turn:{Ordinal:", "NewBehaviour:", "News:", "overBudget:", "enough:").Replace(fmt.Sprintf("%+v", log))
	return fmt.Sprintf("%s\n%s\n%s\n%s\n", passed, decided, state, count)
}

// TestUnchangedWithoutFeedback checks that a scheduler without feedback does, byte for byte, what it did before feedback
// existed.
func TestUnchangedWithoutFeedback(t *testing.T) {
	h := fnv.New64a()
	for n := range uint64(200) {
		p := randomPlay(rng.New(n).Split("play"))
		fmt.Fprint(h, p.decisions(t, New(p.config()), 250))
	}
	if got := fmt.Sprintf("%016x", h.Sum64()); got != beforeFeedback {
		t.Errorf("without feedback the decisions are others than before: digest %s, not %s", got, beforeFeedback)
	}
}
