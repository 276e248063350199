package figures

import (
	"maps"
	"slices"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// sourceWords are the words for where solvers make statements.
var sourceWords = map[oracle.StatementSource]string{oracle.FromOutput: "while it solves", oracle.FromProof: "in its proof"}

// inferencesTables says what evaluation made of the statements of solvers.
func inferencesTables(c *Campaign) []*Table {
	asked := newTable("inferences", "Statements of solvers, by where they make them", "solver", "solver", "from", "", "where", "where", "mutants", "mutants", "cut", "cut short",
		"statements", "statements", "evaluations", "evaluations", "runs", "runs", "seconds", "time", "cpu_seconds", "CPU time")
	verdicts := newTable("statements", "Statements by the result of their evaluation", "solver", "solver", "from", "", "where", "where", "verdict", "result", "statements", "statements", "share", "share")
	became := newTable("false", "What became of false statements that were looked into", "solver", "solver", "from", "", "where", "where", "became", "became", "statements", "statements")
	unmade := newTable("not_converted", "False statements of which no script was made", "solver", "solver", "from", "", "where", "where", "statements", "statements", "reason", "reason")
	none := newTable("none", "Runs that showed no statements", "solver", "solver", "from", "", "where", "where", "runs", "runs", "reason", "reason")
	for _, spec := range c.Solvers() {
		name := c.Name(spec)
		all := c.Stats.Solvers[spec].Inferred
		for _, from := range slices.Sorted(maps.Keys(all)) {
			t, where := all[from], sourceWords[from]
			asked.add(name, string(from), where, t.Asked, t.Cut, t.Statements, t.Evaluated, t.Runs, Seconds(t.Seconds), Seconds(t.CPU))
			for _, word := range byCount(t.Verdicts) {
				verdicts.add(name, string(from), where, word, t.Verdicts[word], Portion(Share(t.Verdicts[word], t.Statements)))
			}
			for _, word := range byCount(t.Became) {
				became.add(name, string(from), where, word, t.Became[word])
			}
			for _, word := range byCount(t.Unmade) {
				unmade.add(name, string(from), where, t.Unmade[word], Message(word))
			}
			for _, word := range byCount(t.None) {
				none.add(name, string(from), where, t.None[word], Message(word))
			}
		}
	}
	return []*Table{asked, verdicts, became, unmade, none}
}

// An InferredSum is what all solvers together showed from one source.
type InferredSum struct{ Statements, Valued, False int64 }

// InferredIn adds up what solvers showed from a source: how many statements were true or false, vacuous steps of proofs not among them, and how many were false.
func InferredIn(s *campaign.Stats, from oracle.StatementSource) (sum InferredSum) {
	for _, v := range s.Solvers {
		if v == nil || v.Inferred[from] == nil {
			continue
		}
		t := v.Inferred[from]
		sum.Statements += t.Statements
		sum.Valued += t.Verdicts["true"] + t.Verdicts["holds"] + t.Verdicts["false"] + t.Verdicts["wrong"]
		sum.False += t.Verdicts["false"] + t.Verdicts["wrong"]
	}
	return sum
}
