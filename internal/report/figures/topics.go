package figures

import (
	"slices"
	"strings"
)

// A Topic is what a user asks for: some tables about one thing.
type Topic struct {
	Name  string
	About string // a few words
	// None is what people read when there are no figures.
	None   string
	Tables func(c *Campaign) []*Table
}

// Topics returns all topics in the order in which they are listed.
func Topics() []Topic {
	return []Topic{
		{"findings", "what was found, and which of it is known", "nothing was found", findingsTables},
		{"solvers", "runs and answers of each solver, and the runs that were skipped", "no solver was run", solversTables},
		{"refused", "why runs gave no answer, in the solvers' words", "every run answered", refusedTables},
		{"unknowns", "unknowns, and the operators behind those that are no findings", "no solver answered unknown", unknownsTables},
		{"slower", "solvers that seemed slower than a baseline, and what measuring them said", "no solver was measured against a baseline (--slower)", slowerTables},
		{"questions", "models, responses to further questions, and what solvers were asked", "no model and no response was evaluated", questionsTables},
		{"inferences", "what solvers infer while they solve, and in their proofs, by evaluation", "no solver was asked for it (campaign.inferences, campaign.proofs)", inferencesTables},
		{"engines", "mutants of each engine, what it could not make, and what solvers refused", "no engine made a mutant", enginesTables},
		{"rules", "how often each rule or operator made a mutant", "no engine named its rules", rulesTables},
		{"logics", "mutants, refusals and usable seeds of each logic", "there was no mutant", logicsTables},
		{"options", "runs in other configurations of the solvers", "other configurations were not searched (--options search)", optionsTables},
		{"seeds", "seeds that cannot be read, files that were left out, runs on seeds", "there was no seed", seedsTables},
		{"effort", "where the effort went: waits, time limits, new behaviour", "nothing is known about it", effortTables},
		{"time", "where the time of workers and processors went", "no time was measured", timeTables},
		{"sessions", "fresh, reused and snapshot processes, and what was repeated", "every run had a process of its own", sessionsTables},
		{"faults", "faults of Assay itself", "there was none", faultsTables},
		{"notes", "remarks, such as damaged files that were replaced", "there is none", notesTables},
	}
}

// AllTopics is the word for all topics together.
const AllTopics = "all"

// Find returns the topics that a word stands for, nil for none.
func Find(word string) []Topic {
	all := Topics()
	if word == AllTopics {
		return all
	}
	i := slices.IndexFunc(all, func(t Topic) bool { return t.Name == word })
	if i < 0 {
		return nil
	}
	return all[i : i+1]
}

// TopicNames returns the words that Find knows.
func TopicNames() []string {
	var names []string
	for _, t := range Topics() {
		names = append(names, t.Name)
	}
	return append(names, AllTopics)
}

// Index lists the topics for people.
func Index() string {
	var b strings.Builder
	for _, t := range Topics() {
		b.WriteString("  " + t.Name + strings.Repeat(" ", 11-len(t.Name)) + t.About + "\n")
	}
	return b.String()
}
