package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/run/solve"
	"github.com/assay-smt/assay/internal/solver"
)

// mostRounds bounds --questions, defaultRounds is what it is by itself, and mostQuestioned bounds the bytes of a file about which Assay draws questions: a file nested a million deep has
// four million.
const (
	mostRounds     = 1000
	defaultRounds  = 1
	mostQuestioned = campaign.DefaultSeedBytes
)

// plainRun is what a solver does when it is asked for nothing but an answer, where that is something else.
type plainRun struct {
	Answer  string          `json:"answer"`
	Outcome outcome.Outcome `json:"outcome"`
	Seconds float64         `json:"seconds"`
	Reason  string          `json:"reason,omitempty"`
	Command []string        `json:"command,omitempty"`
}

// notesOf says what was not asked, and why.
func notesOf(m *solve.More) []string {
	var out []string
	if m.Unplaced > 0 {
		out = append(out, fmt.Sprintf("%s not asked: no check-sat directly before", plural(m.Unplaced, "question of the file")))
	}
	if m.TooLarge {
		out = append(out, fmt.Sprintf("no further questions drawn: the file has more than %d bytes", int64(mostQuestioned)))
	}
	return out
}

func plainOf(run solver.Run) *plainRun {
	out := &plainRun{Answer: "none", Outcome: run.Outcome(), Seconds: run.Wall.Seconds(), Reason: run.Reason, Command: run.Command}
	if run.Answer() != 0 {
		out.Answer = run.Answer().String()
	}
	return out
}

// enter adds what one solver did when it was asked for less, and for more.
func (r *solvedRun) enter(m *solve.More) {
	r.Responses = m.Responses[r.Solver]
	for _, run := range m.Plain {
		if run.Solver == r.Solver {
			r.Plain = plainOf(run)
		}
	}
}

// lines are the form for people.
func (r *solvedRun) lines() string {
	var b strings.Builder
	if p := r.Plain; p != nil {
		word := p.Answer
		if word == "none" {
			word = string(p.Outcome)
		}
		fmt.Fprintf(&b, "    asked for nothing but an answer: %s", word)
		if p.Reason != "" {
			fmt.Fprintf(&b, "  %s", p.Reason)
		}
		b.WriteByte('\n')
	}
	if len(r.Responses) > 0 {
		var parts []string
		for _, what := range slices.Sorted(maps.Keys(r.Responses)) {
			parts = append(parts, fmt.Sprintf("%s %d", what, r.Responses[what]))
		}
		fmt.Fprintf(&b, "    further questions: %s\n", strings.Join(parts, ", "))
	}
	return b.String()
}
