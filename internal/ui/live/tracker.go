package live

import (
	"slices"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/report/figures"
)

// A Plan is what a tracker knows of a campaign before it begins.
type Plan struct {
	// Out is the campaign's folder.
	Out  string
	Seed uint64
	// Limit is the time that the run may take, 0 for any.
	Limit time.Duration
	// Known names the known bug that a finding in a folder shows, "" for none. It may be nil.
	Known func(f event.Finding) string
	// Now is the clock, nil for time.Now.
	Now func() time.Time
}

// A Tracker keeps a State up to date. It takes a campaign's events, as an event.Sink, and its snapshots. Safe for concurrent use.
type Tracker struct {
	plan Plan

	mu      sync.Mutex
	state   State
	pending []event.Finding // their formulas have not been read yet
	before  counts
	begun   bool
}

// counts are those of the last snapshot.
type counts struct {
	mutants, news, findings int64
}

// NewTracker returns a tracker of a campaign that is about to run.
func NewTracker(p Plan) *Tracker {
	if p.Now == nil {
		p.Now = time.Now
	}
	return &Tracker{plan: p, state: State{Format: format, Out: p.Out, Seed: p.Seed, Limit: p.Limit.Seconds()}}
}

// Take implements event.Sink. It does not read files: that is for Show.
func (t *Tracker) Take(e event.Event) {
	f, ok := e.(event.Finding)
	if !ok || !f.New {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pending = append(t.pending, f)
}

// Show takes in a snapshot, and the formulas of the findings since the last one. It must not be called by two goroutines at once.
func (t *Tracker) Show(s campaign.Snapshot, paused bool) {
	t.mu.Lock()
	pending := t.pending
	t.pending = nil
	t.mu.Unlock()
	var found []Finding
	for _, f := range pending {
		found = append(found, t.finding(f, &s))
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.enter(&s, paused)
	for _, f := range found {
		if f.Known != "" {
			t.state.KnownFindings++
		}
		t.state.Latest = append([]Finding{f}, t.state.Latest[:min(len(t.state.Latest), Kept-1)]...)
	}
}

// State returns the state as of the last snapshot. The caller may keep it.
func (t *Tracker) State() *State {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.state
	s.History.Mutants, s.History.New, s.History.Findings = slices.Clone(s.History.Mutants), slices.Clone(s.History.New), slices.Clone(s.History.Findings)
	return &s // everything else is replaced as a whole
}

// partWords are short words for the parts of the CPU time.
var partWords = map[string]string{
	campaign.PartStartUp:        "starts",
	campaign.PartSolving:        "mutants",
	campaign.PartTimeouts:       "time-outs",
	campaign.PartSeeds:          "seeds",
	campaign.PartAsking:         "questions",
	campaign.PartConfirming:     "repeats",
	campaign.PartConfigurations: "options",
	campaign.PartInferring:      "inferring",
	campaign.PartOwn:            "Assay",
}

// finding describes a finding.
func (t *Tracker) finding(e event.Finding, s *campaign.Snapshot) Finding {
	f := Finding{
		At: s.Elapsed.Seconds(), Class: figures.ClassWords(e.Class), Solver: e.Solver, Engine: e.Engine, Suspect: e.Suspect, Words: e.Summary, Folder: e.Folder,
	}
	program := figures.Program(e.Solver)
	for _, c := range s.Solvers { // configurations are searched for one of the targets
		if figures.Program(c.Spec) == program {
			f.Solver = figures.ShortName(e.Solver, c.Version)
		}
	}
	if e.Folder == "" { // there was no room for another one
		return f
	}
	f.Bytes, f.Line = formula(e.Folder)
	if t.plan.Known != nil {
		f.Known = t.plan.Known(e)
	}
	return f
}

// enter takes in a snapshot.
func (t *Tracker) enter(s *campaign.Snapshot, paused bool) {
	now := counts{s.Mutants, s.NewBehaviour, int64(s.Findings)}
	if t.begun {
		t.state.History.add(s.Elapsed.Seconds(), now.mutants-t.before.mutants, now.news-t.before.news, now.findings-t.before.findings)
	}
	t.before, t.begun = now, true
	st := &t.state
	st.Line = s.Line()
	st.Written, st.Jobs, st.Elapsed, st.MutantLimit, st.Paused = t.plan.Now(), s.Workers, s.Elapsed.Seconds(), s.MutantLimit, paused
	st.Mutants, st.Runs, st.Configurations, st.Rate = s.Mutants, s.Calls, s.Configurations, s.MutantsPerSecond
	st.NewBehaviour, st.SeesBehaviour, st.Findings, st.Hits = s.NewBehaviour, s.SeesBehaviour, s.Findings, s.Hits
	st.SolverShare, st.Seeds, st.RejectedSeeds, st.Faults = s.SolverShare, s.Seeds, s.RejectedSeeds, s.Faults
	st.Warnings, st.Parts, st.Engines, st.Logics, st.Solvers = nil, nil, nil, nil, nil
	for _, w := range s.Warnings {
		st.Warnings = append(st.Warnings, w.String())
	}
	for _, p := range s.Time {
		st.Parts = append(st.Parts, Part{partWords[p.Part], p.CPUShare})
	}
	for _, e := range s.Engines {
		st.Engines = append(st.Engines, Engine(e))
	}
	for _, l := range s.Logics {
		st.Logics = append(st.Logics, Logic(l))
	}
	for _, v := range s.Solvers {
		results := make(map[string]int64)
		for r, n := range figures.ResultsOf(v.Outcomes) {
			results[string(r)] = n
		}
		st.Solvers = append(st.Solvers, Solver{
			Name: figures.ShortName(v.Spec, v.Version), Runs: v.Runs, Results: results, CPU: v.CPU.Seconds(), NewBehaviour: v.NewBehaviour, Refused: v.Refused,
		})
	}
}
