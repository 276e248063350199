package campaign

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/outcome"
)

// A Snapshot is the state of a running campaign, for people who watch it. Rates and times are those of this run;
// counts are those of the whole campaign.
type Snapshot struct {
	Elapsed time.Duration
	Workers int
	// Mutants and Calls count mutants and runs of solvers; MutantLimit is 0 without a limit.
	Mutants, Calls int64
	MutantLimit    int64
	// Configurations counts runs in other configurations than the targets' own, 0 where none are searched.
	Configurations int64
	// MutantsPerSecond and CallsPerSecond are averages over this run.
	MutantsPerSecond, CallsPerSecond float64
	// SolverShare is the share of all CPU time that solvers used, from 0 to 1.
	SolverShare float64
	// RejectedShare is the share of all calls in which the solver refused to read the script, from 0 to 1.
	RejectedShare float64
	// Timeouts counts calls that ran out of time.
	Timeouts int64
	// Findings counts folders; Hits counts the mutants that led to them.
	Findings int
	Hits     int64
	// Seeds is the number of seeds, RejectedSeeds of those that could not be read so far.
	Seeds, RejectedSeeds int
	// Faults counts what Assay itself did wrong.
	Faults int64
	// NewBehaviour is how many entries of solvers' feedback were seen for the first time, and SeesBehaviour whether any is collected.
	NewBehaviour  int64
	SeesBehaviour bool
	// Time says how the whole campaign spent its time.
	Time []Part
	// Solvers, Engines and Logics are what the parts of the campaign did: solvers and engines as they were given, and at most maxLogics logics, those
	// with most mutants first.
	Solvers []SolverCount
	Engines []EngineCount
	Logics  []LogicCount
	// Warnings are the targets that give no usable results so far.
	Warnings []Warning
	// Done is set on the last snapshot.
	Done bool
}

// A SolverCount is what a solver did.
type SolverCount struct {
	Spec, Version string
	Runs          int64
	Outcomes      map[outcome.Outcome]int64
	CPU           time.Duration
	NewBehaviour  int64
	// Refused is the most frequent message with which it refused a script, "" for none.
	Refused string
}

// An EngineCount is what an engine brought. Run counts the mutants on which a solver was run.
type EngineCount struct {
	Name                                 string
	Mutants, Run, NewBehaviour, Findings int64
}

// A LogicCount counts the mutants of a logic.
type LogicCount struct {
	Name    string
	Mutants int64
}

// maxLogics is how many logics a snapshot lists.
const maxLogics = 40

// parts enters what the parts of the campaign did.
func (b *books) parts(s *Snapshot) {
	s.SeesBehaviour = b.c.Configurations != nil
	for _, t := range b.c.Targets {
		v := b.stats.Solvers[t.String()]
		if v == nil {
			s.Solvers = append(s.Solvers, SolverCount{Spec: t.String(), Version: t.Version()})
			continue
		}
		c := SolverCount{Spec: t.String(), Version: t.Version(), Runs: v.Calls, Outcomes: maps.Clone(v.Outcomes), CPU: duration(v.CPU), NewBehaviour: v.NewBehaviour}
		if v.Configurations != nil {
			c.NewBehaviour += v.Configurations.NewBehaviour
		}
		var most int64
		for _, r := range v.Reasons[outcome.Rejected] {
			if r.Count > most && r.Reason != OtherReasons {
				most, c.Refused = r.Count, r.Reason
			}
		}
		s.Solvers, s.NewBehaviour = append(s.Solvers, c), s.NewBehaviour+c.NewBehaviour
	}
	for _, e := range b.c.Engines {
		c := EngineCount{Name: e.Name()}
		if v := b.stats.Engines[e.Name()]; v != nil {
			c.Mutants, c.Run, c.NewBehaviour, c.Findings = v.Mutants, v.Run, v.NewBehaviour, v.Findings
		}
		s.Engines = append(s.Engines, c)
	}
	for name, v := range b.stats.Logics {
		s.Logics = append(s.Logics, LogicCount{name, v.Mutants})
	}
	slices.SortFunc(s.Logics, func(a, b LogicCount) int {
		return cmp.Or(cmp.Compare(b.Mutants, a.Mutants), cmp.Compare(a.Name, b.Name))
	})
	s.Logics = s.Logics[:min(len(s.Logics), maxLogics)]
}

// Line returns the snapshot as one line without a line end, such as
//
//	00:31  1,240 mutants  41.2/s  2,480 runs  82.4/s  solvers 97% CPU  time-outs 12%  refused 0.2%  findings 2 (in 5 mutants)
func (s Snapshot) Line() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s mutants", clockText(s.Elapsed), thousands(s.Mutants))
	fmt.Fprintf(&b, "  %s/s  %s runs  %s/s", rate(s.MutantsPerSecond), thousands(s.Calls), rate(s.CallsPerSecond))
	if s.Configurations > 0 {
		fmt.Fprintf(&b, "  %s in other configurations", thousands(s.Configurations))
	}
	fmt.Fprintf(&b, "  solvers %.0f%% CPU  time-outs %s  refused %s", 100*s.SolverShare, percent(share(s.Time, PartTimeouts)), percent(s.RejectedShare))
	for _, w := range s.Warnings {
		fmt.Fprintf(&b, "  %s: %s of runs unusable", w.Solver, percent(float64(w.Useless)/float64(w.Runs)))
	}
	fmt.Fprintf(&b, "  findings %s", thousands(int64(s.Findings)))
	switch s.Hits {
	case 0:
	case 1:
		b.WriteString(" (in 1 mutant)")
	default:
		fmt.Fprintf(&b, " (in %s mutants)", thousands(s.Hits))
	}
	return b.String()
}

// clockText is minutes and seconds, with hours before them once there are any.
func clockText(d time.Duration) string {
	s := int64(d / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%02d:%02d", s/60, s%60)
}

// thousands writes a count with a comma between groups of three digits.
func thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func rate(r float64) string {
	if r >= 1000 {
		return thousands(int64(r + 0.5))
	}
	return strconv.FormatFloat(r, 'f', 1, 64)
}

// percent shows small shares as small rather than as zero.
func percent(share float64) string {
	switch p := 100 * share; {
	case share > 0 && p < 0.1:
		return "<0.1%"
	case p < 10:
		return strconv.FormatFloat(p, 'f', 1, 64) + "%"
	default:
		return strconv.FormatFloat(p, 'f', 0, 64) + "%"
	}
}
