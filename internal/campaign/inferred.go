package campaign

import (
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// InferredStats say what came of asking a solver for what it infers, from one source.
type InferredStats struct {
	// Asked counts the mutants on which it was asked, and None those on which it showed nothing, by reason. Cut counts those on which it showed more than is
	// read.
	Asked int64            `json:"asked"`
	None  map[string]int64 `json:"none,omitempty"`
	Cut   int64            `json:"cut,omitempty"`
	// Statements is how many it showed. Verdicts counts them by what evaluation said: true, false, open or incomplete for what it prints while it solves,
	// holds, vacuous, beneath, wrong, doubtful, open or partial for steps of proofs. Evaluated is how many times one had a value.
	Statements int64            `json:"statements"`
	Verdicts   map[string]int64 `json:"verdicts,omitempty"`
	Evaluated  int64            `json:"evaluated"`
	// Became counts the false ones that were looked into by what became of them, and Unmade those of which no script was made, by reason.
	Became map[string]int64 `json:"became,omitempty"`
	Unmade map[string]int64 `json:"not_converted,omitempty"`
	// Runs, Seconds and CPU are what it took of solvers.
	Runs    int64   `json:"runs"`
	Seconds float64 `json:"seconds"`
	CPU     float64 `json:"cpu_seconds"`
}

func (s *Stats) inferred(e event.Inferred) {
	s.Spent.Inferring.add(int64(e.Runs), e.Seconds, e.CPU)
	sv := at(s.Solvers, e.Solver)
	if sv.Inferred == nil {
		sv.Inferred = make(map[oracle.StatementSource]*InferredStats)
	}
	t := sv.Inferred[e.From]
	if t == nil {
		t = &InferredStats{}
		sv.Inferred[e.From] = t
	}
	t.Asked++
	if e.None != "" {
		t.None = counted(t.None, e.None, 1)
	}
	if e.Cut {
		t.Cut++
	}
	t.Statements += int64(e.Statements)
	t.Evaluated += int64(e.Evaluated)
	for word, n := range e.Verdicts {
		t.Verdicts = counted(t.Verdicts, word, n)
	}
	for word, n := range e.Became {
		t.Became = counted(t.Became, word, n)
	}
	for word, n := range e.Unmade {
		t.Unmade = counted(t.Unmade, word, n)
	}
	t.Runs += int64(e.Runs)
	t.Seconds, t.CPU = t.Seconds+e.Seconds, t.CPU+e.CPU
}

// counted adds to a count by words, of which there are few.
func counted(counts map[string]int64, word string, n int) map[string]int64 {
	if counts == nil {
		counts = make(map[string]int64)
	}
	if _, known := counts[word]; !known && len(counts) >= maxReasons {
		word = OtherReasons
	}
	counts[word] += int64(n)
	return counts
}

// untimedInferred returns a copy without times.
func untimedInferred(all map[oracle.StatementSource]*InferredStats) map[oracle.StatementSource]*InferredStats {
	if all == nil {
		return nil
	}
	out := make(map[oracle.StatementSource]*InferredStats, len(all))
	for from, t := range all {
		untimed := *t
		untimed.Seconds, untimed.CPU = 0, 0
		out[from] = &untimed
	}
	return out
}
