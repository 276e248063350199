package fuzzer

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/solver"
)

// A Support learns which operators solvers read and cannot reason about at all: those of which they answer single
// applications, and decide none. An unknown for a formula that holds one is no news to the solver's developers. Safe for concurrent use.
type Support struct {
	// Answers puts the questions to solvers, each once in a campaign.
	Answers *Answers

	mu    sync.Mutex
	known map[string]bool // by solver, logic and use
}

// Unsupported is a finding that was dropped: its formula holds operators that the solver does not support at all.
type Unsupported struct {
	Solver    *solver.Solver
	Operators []string // by name, sorted
}

// lacks returns those of the uses in scripts of a logic that the solver does not support. A nil Support knows of none. The
// error is what ctx ended with.
func (s *Support) lacks(ctx context.Context, sv *solver.Solver, logic string, uses []use) ([]use, error) {
	if s == nil {
		return nil, nil
	}
	var out []use
	for _, u := range uses {
		ok, err := s.has(ctx, sv, logic, &u)
		if err != nil {
			return nil, err
		}
		if !ok {
			out = append(out, u)
		}
	}
	return out, nil
}

// maxKnown bounds what is remembered beside the answers themselves.
const maxKnown = 10_000

// has reports whether a solver decides some application of an operator, or nobody can tell.
func (s *Support) has(ctx context.Context, sv *solver.Solver, logic string, u *use) (bool, error) {
	key := fmt.Sprint(sv, " ", sv.Version(), " ", logic, " ", u.key())
	s.mu.Lock()
	has, known := s.known[key]
	s.mu.Unlock()
	if known {
		return has, nil
	}
	// Another worker may be at it as well: the questions are put once all the same.
	has, known, err := s.probe(ctx, sv, u.probes(s.Answers.Fuzzer.table(), logic))
	if err != nil || !known {
		return true, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil || len(s.known) >= maxKnown {
		s.known = make(map[string]bool)
	}
	s.known[key] = has
	return has, nil
}

// probe asks until something is decided. known is false when the solver could not be asked.
//
// Probes that a solver refuses tell nothing: it has read the operator in a script to which it answered, so that the
// arguments must be what it does not like.
func (s *Support) probe(ctx context.Context, sv *solver.Solver, probes []probe) (has, known bool, err error) {
	has = true
	for _, p := range probes {
		for _, question := range p {
			r := s.Answers.reply(ctx, sv, question, mutate.WantVotes)
			if ctx.Err() != nil {
				return false, false, context.Cause(ctx)
			}
			switch {
			case r == nil:
				return false, false, nil
			case r.Answer != "":
				return true, true, nil
			}
			// Only what it refuses to read in this form is worth asking in the other. Time-outs and crashes are no word on the matter.
			if !r.Refused {
				has = has && !r.Unknown
				break
			}
		}
	}
	return has, true, nil
}

// names returns the operators' names, sorted.
func names(uses []use) []string {
	var out []string
	for _, u := range uses {
		out = append(out, u.row.Name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// explain takes out the findings about unknowns that operators explain which nobody claims to support: those that the last
// step brought in and the solver lacks, or those of a regression that the baseline lacks too. What only the newer solver
// lacks it has lost, and that is the finding.
func (c *Chain) explain(ctx context.Context, i int, t *trial, found []oracle.Finding, res *Result) ([]oracle.Finding, error) {
	var kept []oracle.Finding
	for _, f := range found {
		var excuse []use
		var err error
		sv, logic := c.solver(f.Solver), t.script.Logic()
		switch f.Class {
		case oracle.IncompletenessImplication:
			excuse, err = c.fuzzer.Support.lacks(ctx, sv, logic, usesOf(t.script, c.mutants[i].Base))
		case oracle.IncompletenessRegression:
			var lost []use
			if lost, err = c.fuzzer.Support.lacks(ctx, sv, logic, usesOf(t.script, nil)); err == nil {
				excuse, err = c.fuzzer.Support.lacks(ctx, c.solver(f.Other), logic, lost)
			}
			t.lost = append(t.lost, loss{f.Solver, f.Other, names(lost)})
		default:
		}
		switch {
		case err != nil:
			return nil, err
		case len(excuse) > 0:
			res.Unsupported = append(res.Unsupported, Unsupported{Solver: sv, Operators: names(excuse)})
		default:
			kept = append(kept, f)
		}
	}
	return kept, nil
}

// A loss is the operators that a solver lacks and its baseline has.
type loss struct {
	solver, baseline string
	operators        []string
}

// lostOperators returns what is known to be lost in a finding.
func (t *trial) lostOperators(f oracle.Finding) []string {
	for _, l := range t.lost {
		if f.Class == oracle.IncompletenessRegression && l.solver == f.Solver && l.baseline == f.Other {
			return l.operators
		}
	}
	return nil
}
