package campaign

import (
	"errors"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/mutate"
)

// A Lease is a slot for a worker elsewhere, with what the campaign knows that decides how it is filled.
type Lease struct {
	// Slot is the slot's number: seed, engine and round follow from it.
	Slot uint64 `json:"slot"`
	// Run is how many of its mutants an earlier run has run, and Mutants how many it was known to have then.
	Run     int `json:"run,omitempty"`
	Mutants int `json:"mutants,omitempty"`
	// Memory is what was learned from those that were run, and Tally what came of them.
	Memory fuzzer.Memory `json:"memory,omitzero"`
	Tally  effort.Tally  `json:"tally,omitzero"`
	// Rounds are the mutants that earlier rounds of the seed with the engine have run.
	Rounds []Round `json:"rounds,omitempty"`
	// Effort is what decides how much time solvers get, nil where they get that of the campaign.
	Effort *effort.State `json:"effort,omitempty"`
	// Visit is up to how many mutants the visit may go on, 0 for not at all.
	Visit int `json:"visit,omitempty"`
	// Guidance is about the search of configurations, nil where none are searched.
	Guidance *Guidance `json:"guidance,omitempty"`
}

// A Round is what an earlier round of a pair has run.
type Round struct {
	Targets uint64 `json:"targets"` // a bit for each
	Marks   []mark `json:"marks"`
}

// Results are what a worker elsewhere made of a slot.
type Results struct {
	Slot uint64
	// From is the index of the first mutant of Done.
	From int
	// Made is what the engine made of the seed; nil where Failure says why it made nothing.
	Made    *Made
	Failure *Failure
	// Solved are the runs on the seed itself.
	Solved []event.Solve
	Done   []Done
	// Grown says how the visit went on, in order.
	Grown []Growth
	// Memory is what was learned up to the last mutant of Done.
	Memory fuzzer.Memory
}

// Made is what an engine made of a seed.
type Made struct {
	Mutants     int            `json:"mutants"`
	Repeats     int            `json:"repeats,omitempty"`
	Rejected    map[string]int `json:"rejected,omitempty"`
	Definitions map[string]int `json:"definitions,omitempty"`
	// Broken is the text of the fault with which the engine ended early.
	Broken string `json:"broken,omitempty"`
}

// A Growth says that a visit went on to more mutants before the one with the index At was run.
type Growth struct {
	At       int            `json:"at"`
	Mutants  int            `json:"mutants"`
	Repeats  int            `json:"repeats,omitempty"`
	Rejected map[string]int `json:"rejected,omitempty"`
}

// Done is what came of one mutant.
type Done struct {
	Events []event.Event
	Hits   []findings.Hit
	// Observed is what the runs showed that the worker had not seen before.
	Observed []fuzzer.Observation
}

// LeaveOut has the campaign count, as a fault, that a finding is not among those of Done, and tell why.
func (d *Done) LeaveOut(h *findings.Hit, why error) {
	f := &h.Finding
	d.Events = append(d.Events, event.Fault{
		Seed: f.Provenance.SeedName, Engine: f.Provenance.Engine,
		Text: fmt.Sprintf("mutant %s: a finding of class %s in %s is left out, since the hub would refuse it: %v", f.Provenance.Mutant, f.Class, f.Solver, why),
	})
}

// A FailureKind says why there are no mutants.
type FailureKind string

// The kinds.
const (
	FailureTooSlow       FailureKind = "too-slow"
	FailureNotApplicable FailureKind = "not-applicable"
	FailureUnread        FailureKind = "unread" // the reader refuses the seed
	FailureEngine        FailureKind = "engine" // the engine or the reader broke its contract
	FailureOther         FailureKind = "other"
)

// A Failure is the reason why a slot has no mutants.
type Failure struct {
	Kind FailureKind `json:"kind"`
	// Text is the reason. Engine is who failed, for FailureEngine.
	Text   string `json:"text"`
	Engine string `json:"engine,omitempty"`
}

// failureOf is the inverse of Failure.err.
func failureOf(err error) *Failure {
	var unread *fuzzer.SeedError
	var engine *fuzzer.EngineError
	after := func(prefix error) string { return strings.TrimPrefix(err.Error(), prefix.Error()+": ") }
	switch {
	case errors.Is(err, fuzzer.ErrAllTooSlow):
		return &Failure{Kind: FailureTooSlow, Text: after(fuzzer.ErrAllTooSlow)}
	case errors.Is(err, mutate.ErrNotApplicable):
		return &Failure{Kind: FailureNotApplicable, Text: after(mutate.ErrNotApplicable)}
	case errors.As(err, &unread):
		return &Failure{Kind: FailureUnread, Text: unread.Err.Error()}
	case errors.As(err, &engine):
		return &Failure{Kind: FailureEngine, Text: engine.Err.Error(), Engine: engine.Engine}
	}
	return &Failure{Kind: FailureOther, Text: err.Error()}
}

// err is the error that a worker of this process would have had, on a seed with a name.
func (f *Failure) err(seed string) error {
	switch f.Kind {
	case FailureTooSlow:
		return fmt.Errorf("%w: %s", fuzzer.ErrAllTooSlow, f.Text)
	case FailureNotApplicable:
		return fmt.Errorf("%w: %s", mutate.ErrNotApplicable, f.Text)
	case FailureUnread:
		return &fuzzer.SeedError{Seed: seed, Err: errors.New(f.Text)}
	case FailureEngine:
		return &fuzzer.EngineError{Engine: f.Engine, Seed: seed, Err: errors.New(f.Text)}
	case FailureOther:
	}
	return errors.New(f.Text)
}

func (m *Made) made() *making {
	if m == nil {
		return nil
	}
	return &making{mutants: m.Mutants, drawn: fuzzer.Drawn{Repeats: m.Repeats, Rejected: m.Rejected}, definitions: m.Definitions, broken: m.Broken}
}

func (m *making) sent() *Made {
	return &Made{Mutants: m.mutants, Repeats: m.drawn.Repeats, Rejected: m.drawn.Rejected, Definitions: m.definitions, Broken: m.broken}
}
