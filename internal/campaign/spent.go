package campaign

import (
	"time"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/event"
)

// A Spending is the time that runs of solvers took.
type Spending struct {
	Runs int64   `json:"runs"`
	Wall float64 `json:"seconds"`
	CPU  float64 `json:"cpu_seconds"`
}

func (s *Spending) add(runs int64, wall, cpu float64) {
	s.Runs, s.Wall, s.CPU = s.Runs+runs, s.Wall+wall, s.CPU+cpu
}

// Spent says how much time runs of solvers took, by purpose.
type Spent struct {
	// Mutants are runs on mutants that did not run out of time, Timeouts those that did. Both exclude the start of their processes as far
	// as its time is known; that is StartUp.
	Mutants  Spending `json:"mutants"`
	Timeouts Spending `json:"timeouts"`
	StartUp  Spending `json:"start_up"`
	// Seeds are runs on the seeds themselves, Asking the questions of engines, Confirming the runs that confirm findings or examine
	// the script before a step.
	Seeds      Spending `json:"seeds"`
	Asking     Spending `json:"asking"`
	Confirming Spending `json:"confirming"`
	// Configurations are runs of targets in other configurations than their own.
	Configurations Spending `json:"configurations,omitzero"`
	// Inferring are runs in which targets show what they infer, and those on scripts that were made of false statements.
	Inferring Spending `json:"inferring,omitzero"`
	// Workers is the wall time of the campaign, counted once for each worker.
	Workers float64 `json:"worker_seconds"`
}

func (s *Spent) run(e event.Run) {
	if e.Extra {
		s.Confirming.add(1, e.Seconds, e.CPU)
		return
	}
	wall, cpu := e.Seconds, e.CPU
	if e.Mode == "" { // the start is part of the run
		wall, cpu = max(0, wall-e.Start), max(0, cpu-e.Start)
	}
	// The duration of a start is known only as CPU time.
	s.StartUp.add(0, e.Start, e.Start)
	if e.Outcome == outcome.Timeout {
		s.Timeouts.add(1, wall, cpu)
	} else {
		s.Mutants.add(1, wall, cpu)
	}
}

// solve counts the run of a solver on a seed.
func (s *Stats) solve(e event.Solve) {
	s.Spent.Seeds.add(1, e.Seconds, e.CPU)
	sv := at(s.Solvers, e.Solver)
	sv.Version = e.Version
	if sv.Seeds == nil {
		sv.Seeds = make(map[outcome.Outcome]int64)
	}
	sv.Seeds[e.Outcome]++
	sv.shortest(e.Outcome, e.Seconds, e.CPU)
}

// begins counts a run on a mutant whose start-up time is unknown. The run may be the solver's shortest.
func (v *SolverStats) begins(e event.Run) {
	if e.Mode != "" || e.Start > 0 || e.Outcome == outcome.Timeout {
		return
	}
	v.Started++
	v.shortest(e.Outcome, e.Seconds, e.CPU)
}

// shortest keeps the time of the shortest run in a process of its own.
func (v *SolverStats) shortest(o outcome.Outcome, wall, cpu float64) {
	if o.Replies() && (v.Least.Runs == 0 || wall < v.Least.Wall) {
		v.Least = Spending{Runs: 1, Wall: wall, CPU: cpu}
	}
}

// leastLimit is the smallest limit that is counted separately.
const leastLimit = 50 * time.Millisecond

// fullLimit stands for the campaign's own limit.
const fullLimit = "full"

// limitName rounds a limit up to one of a few values; 0 is the campaign's own limit.
func limitName(seconds float64) string {
	if seconds <= 0 {
		return fullLimit
	}
	name := leastLimit
	for seconds > name.Seconds() && name < time.Hour {
		name *= 2
	}
	return name.String()
}

// A Part is a part of the time of a campaign.
type Part struct {
	Part string `json:"part"`
	// Runs counts runs of solvers. Seconds and Share are wall time of workers, CPUSeconds and CPUShare CPU time. Shares range from 0 to 1.
	Runs       int64   `json:"runs,omitempty"`
	Seconds    float64 `json:"seconds"`
	Share      float64 `json:"share"`
	CPUSeconds float64 `json:"cpu_seconds"`
	CPUShare   float64 `json:"cpu_share"`
}

// The parts.
const (
	PartStartUp    = "start-up"
	PartSolving    = "solving"
	PartTimeouts   = "time-outs"
	PartSeeds      = "seeds"
	PartAsking     = "asking"
	PartConfirming = "confirming"
	// PartConfigurations is shorter than its name in the database, so that the table of the summary stays narrow.
	PartConfigurations = "options"
	PartInferring      = "inferring"
	PartOwn            = "own work"
)

// Parts says how the time was spent. Unknown start-up time is estimated as if each run on a mutant began with the time of the
// solver's shortest run. Own work is what remains, so its wall time includes all waiting.
func (s *Stats) Parts() []Part {
	var start Spending
	for _, v := range s.Solvers {
		if v == nil { // in a damaged file
			continue
		}
		start.add(0, v.Least.Wall*float64(v.Started), v.Least.CPU*float64(v.Started))
	}
	// A failed run may have been shorter than any run that answered.
	start.Wall, start.CPU = min(start.Wall, s.Spent.Mutants.Wall), min(start.CPU, s.Spent.Mutants.CPU)
	solving := s.Spent.Mutants
	solving.Wall, solving.CPU = solving.Wall-start.Wall, solving.CPU-start.CPU
	start.add(0, s.Spent.StartUp.Wall, s.Spent.StartUp.CPU)
	var all []Part
	var used Spending
	for _, p := range []struct {
		name string
		Spending
	}{
		{PartStartUp, start}, {PartSolving, solving}, {PartTimeouts, s.Spent.Timeouts}, {PartSeeds, s.Spent.Seeds}, {PartAsking, s.Spent.Asking},
		{PartConfirming, s.Spent.Confirming}, {PartConfigurations, s.Spent.Configurations}, {PartInferring, s.Spent.Inferring},
	} {
		all = append(all, Part{Part: p.name, Runs: p.Runs, Seconds: p.Wall, CPUSeconds: p.CPU})
		used.add(0, p.Wall, p.CPU)
	}
	all = append(all, Part{Part: PartOwn, Seconds: max(0, s.Spent.Workers-used.Wall), CPUSeconds: s.OwnSeconds})
	wall, cpu := used.Wall+all[len(all)-1].Seconds, used.CPU+s.OwnSeconds
	for i := range all {
		if wall > 0 {
			all[i].Share = all[i].Seconds / wall
		}
		if cpu > 0 {
			all[i].CPUShare = all[i].CPUSeconds / cpu
		}
	}
	return all
}

// share returns the share of a part in the wall time of the workers.
func share(parts []Part, name string) float64 {
	for _, p := range parts {
		if p.Part == name {
			return p.Share
		}
	}
	return 0
}
