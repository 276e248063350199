package campaign

import (
	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
)

// searching returns the configurations to search. They begin with elites if the effort is adaptive.
func (c *Config) searching(l *ledger) *fuzzer.Configurations {
	if !c.searches() || !c.adaptive() {
		return c.Configurations
	}
	c.Configurations.Searches, c.Configurations.Worth = l.searched, l.worth
	if !c.Configurations.Search.Random { // random configurations do not begin with ones that were good before
		c.Configurations.Starts = l.picked
	}
	return c.Configurations
}

// ConfigurationStats say what came of searching configurations of a target beyond its own.
type ConfigurationStats struct {
	// Searches is the number of mutants on which configurations were searched. Runs is the number of runs, one for each configuration.
	Searches int64 `json:"searches"`
	// Thorough is the number of those that could get as long as the paper's.
	Thorough int64                     `json:"thorough,omitempty"`
	Runs     int64                     `json:"runs"`
	Outcomes map[outcome.Outcome]int64 `json:"outcomes,omitempty"`
	// Refused counts conflicts. Avoided counts what was not run, and Again what was not looked into, since its settings are known to show
	// something. Unconfirmed counts what no fresh process shows, Unreduced the findings that may need fewer settings than they have, and
	// Silent the runs that tell nothing about what they did.
	Refused     int64 `json:"refused"`
	Avoided     int64 `json:"avoided"`
	Again       int64 `json:"again"`
	Unconfirmed int64 `json:"unconfirmed"`
	Unreduced   int64 `json:"unreduced,omitempty"`
	Silent      int64 `json:"silent"`
	// Options is the total number of options that searches had, News the total number of new entries of feedback.
	Options      int64 `json:"options"`
	NewBehaviour int64 `json:"news"`
	// Ended counts searches by the reason why they ended.
	Ended   map[string]int64 `json:"ended,omitempty"`
	Seconds float64          `json:"seconds"`
	CPU     float64          `json:"cpu_seconds"`
}

// explored counts the search on a mutant.
func (s *Stats) explored(e event.Explored) {
	s.Spent.Configurations.add(int64(e.Runs), e.Seconds, e.CPU)
	at(s.Engines, e.Engine).NewBehaviour += int64(e.NewBehaviour)
	sv := at(s.Solvers, e.Solver)
	if sv.Configurations == nil {
		sv.Configurations = &ConfigurationStats{}
	}
	c := sv.Configurations
	// Empty fields are left out of the state, and are nil when it is read.
	if c.Outcomes == nil {
		c.Outcomes = make(map[outcome.Outcome]int64)
	}
	if c.Ended == nil {
		c.Ended = make(map[string]int64)
	}
	c.Searches++
	if e.Thorough {
		c.Thorough++
	}
	c.Runs += int64(e.Runs)
	for o, n := range e.Outcomes {
		c.Outcomes[o] += int64(n)
	}
	c.Refused += int64(e.Refused)
	c.Avoided += int64(e.Avoided)
	c.Again += int64(e.Again)
	c.Unconfirmed += int64(e.Unconfirmed)
	c.Unreduced += int64(e.Unreduced)
	c.Silent += int64(e.Silent)
	c.Options += int64(e.Options)
	c.NewBehaviour += int64(e.NewBehaviour)
	c.Ended[e.Ended]++
	c.Seconds += e.Seconds
	c.CPU += e.CPU
}

// Behaviours say what the feedback of a target has shown in a campaign.
type Behaviours struct {
	// Subject says what the entries describe, as in "statistics z3 4.8.12".
	Subject string `json:"subject"`
	// Keys is the number of things that happened, and Entries the number of pairs of such a thing and a bucket of its count. Lost
	// counts entries for which there was no room.
	Keys    int   `json:"keys"`
	Entries int   `json:"entries"`
	Lost    int64 `json:"lost,omitempty"`
	// File is where they are kept, in the output folder.
	File string `json:"file"`
}
