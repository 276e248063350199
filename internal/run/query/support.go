package query

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/solver"
)

// A Support learns which operators solvers read but cannot reason about at all: those for which they answer single applications, but decide
// none. An unknown for a formula with such an operator is not news to the solver's developers. Safe for concurrent use.
type Support struct {
	// Answers puts the questions to solvers, each once in a campaign.
	Answers *Answers

	mu    sync.Mutex
	known map[string]bool // by solver, logic and use
}

// Lacks returns the uses in scripts of a logic that the solver does not support. A nil Support knows of none. The error is the one that ctx
// ended with.
func (s *Support) Lacks(ctx context.Context, sv solver.Target, logic string, uses []Use) ([]Use, error) {
	if s == nil {
		return nil, nil
	}
	var out []Use
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

// maxKnown bounds what is remembered besides the answers themselves.
const maxKnown = 10_000

// has reports whether a solver decides some application of an operator, or that cannot be told.
func (s *Support) has(ctx context.Context, sv solver.Target, logic string, u *Use) (bool, error) {
	key := fmt.Sprint(sv, " ", sv.Version(), " ", logic, " ", u.key())
	s.mu.Lock()
	has, known := s.known[key]
	s.mu.Unlock()
	if known {
		return has, nil
	}
	// Another worker may be asking as well: each question is still asked only once.
	has, known, err := s.probe(ctx, sv, u.probes(s.Answers.Bench.Operators(), logic))
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
// Probes that a solver refuses tell nothing: it has read the operator in a script that it answered, so it must be the arguments that it
// does not accept.
func (s *Support) probe(ctx context.Context, sv solver.Target, probes []probe) (has, known bool, err error) {
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
			// Only what it refuses to read in this form is worth asking in the other. Time-outs and crashes prove nothing either way.
			if !r.Refused {
				has = has && !r.Unknown
				break
			}
		}
	}
	return has, true, nil
}

// Names returns the operators of uses by name, sorted.
func Names(uses []Use) []string {
	var out []string
	for _, u := range uses {
		out = append(out, u.row.Name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
