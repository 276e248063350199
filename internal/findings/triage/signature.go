package triage

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/term"
)

// blame says under which signature a class and family of solvers first showed in a chain.
type blame struct {
	signature string
	seedShows bool
}

// Blamed is what an Examiner remembers about a chain: under which signature a class and family first showed, by class/family.
type Blamed map[string]struct {
	Signature string `json:"signature"`
	SeedShows bool   `json:"seed_shows,omitempty"`
}

// Blamed returns what the examiner remembers, for an examiner that continues in its place.
func (x *Examiner) Blamed() Blamed {
	if len(x.blamed) == 0 {
		return nil
	}
	out := make(Blamed, len(x.blamed))
	for key, b := range x.blamed {
		e := out[key]
		e.Signature, e.SeedShows = b.signature, b.seedShows
		out[key] = e
	}
	return out
}

// Recall makes the examiner continue with what another one remembered.
func (x *Examiner) Recall(b Blamed) {
	x.blamed = make(map[string]blame, len(b))
	for key, e := range b {
		x.blamed[key] = blame{signature: e.Signature, seedShows: e.SeedShows}
	}
}

// blameKey is the key under which findings of one chain are remembered.
func (e *examination) blameKey(f oracle.Finding) string {
	key := string(f.Class) + "/" + e.target(f.Solver).Profile().Name
	if len(e.Options) > 0 {
		key += "/with " + strings.Join(e.Options, "+")
	}
	return key
}

// signatures gives what is probably the same defect the same name. Crashes, and failures of the evaluator, say by themselves where they happened. For
// the rest the best that is known is: the class, the family of the solver, the theories in the formula, and the operator that the last step
// introduced when the finding first showed in the chain; or the seed, when that shows it already; and whether operators with open values are in it,
// since such findings are mostly false. A broken theory then leads to at most one folder for each of its operators. A finding that needs options to
// show has their names after the family. One in a script that was made of a false statement has the name of the inference instead.
//
// Unknowns have the whole step in their signature instead of theories, so that one lost rewrite is one finding. For an implication that is
// the step between base and mutant; for a regression the step after which it first showed, unless there are operators that the newer solver
// has lost.
func (e *examination) signatures(ctx context.Context, found []oracle.Finding) ([]blame, error) {
	var seedFound []oracle.Finding
	asked := false
	out := make([]blame, len(found))
	for k, f := range found {
		if f.Located() {
			out[k] = blame{signature: f.Signature}
			continue
		}
		key := e.blameKey(f)
		if e.Culprit != nil {
			// The mutant is not what shows it.
			out[k] = blame{signature: key + "/inferred by " + string(e.Culprit.From) + " " + e.Culprit.Rule}
			continue
		}
		if f.Class.Basis() == oracle.BasisStep {
			// Every step is a separate cause, whatever comes before it in the chain.
			out[k] = blame{signature: key + "/" + cause(e.Mutant)}
			continue
		}
		if lost := e.lostOperators(f); len(lost) > 0 {
			// The first stands for all, so that there are never more findings than lost operators.
			out[k] = blame{signature: key + "/lost " + lost[0]}
			continue
		}
		if b, ok := e.blamed[key]; ok {
			out[k] = b
			continue
		}
		if !asked {
			var err error
			if seedFound, err = e.askSeed(ctx, found); err != nil {
				return nil, err
			}
			asked = true
		}
		b := blame{seedShows: slices.ContainsFunc(seedFound, func(g oracle.Finding) bool { return g.Class == f.Class && g.Solver == f.Solver })}
		b.signature = key + "/" + e.origin(f.Class, b.seedShows)
		if e.blamed == nil {
			e.Examiner.blamed = make(map[string]blame)
		}
		e.blamed[key] = b
		out[k] = b
	}
	return out, nil
}

// origin is the part of a signature that says where in a chain a finding comes from, when the subject is the first with it.
func (e *examination) origin(class oracle.Class, seedShows bool) string {
	if class.Incompleteness() {
		if seedShows {
			return "seed " + e.Seed.Hash
		}
		return cause(e.Mutant)
	}
	parts := []string{e.Trial.Content().List(), operator(e.Mutant)}
	if e.Mutant.Truths != nil {
		parts[0] = "incremental" // there the fault is in the commands, whatever the theory
	}
	if seedShows {
		parts[1] = "seed " + e.Seed.Hash
	}
	if len(e.Trial.OpenOperators()) > 0 {
		parts = append(parts, "open")
	}
	return strings.Join(parts, "/")
}

// askSeed runs the targets that take part in findings on the unmutated seed.
func (e *examination) askSeed(ctx context.Context, found []oracle.Finding) ([]oracle.Finding, error) {
	var names []string
	for _, f := range found {
		names = append(names, f.Solver, f.Other)
	}
	again, err := e.again(ctx, e.other(e.Script, "seed"), nil, names)
	return again.Found, err
}

// maxBrought is how many of the operators that a step introduces become part of a signature.
const maxBrought = 4

// cause names the last step of a mutant: its rule, the head of what it replaced, and the operators that it introduced.
func cause(m *mutate.Mutant) string {
	if len(m.Steps) == 0 {
		return "seed"
	}
	step := m.Steps[len(m.Steps)-1]
	before := "none"
	if step.Before != nil {
		before = cmp.Or(head(step.Before), "none")
	}
	return strings.Join([]string{cmp.Or(step.Rule, "none"), before, cmp.Or(strings.Join(brought(step), "+"), "none")}, "/")
}

// brought returns the sorted names of operators that are in what a step inserted, but not in what was there.
func brought(step mutate.Step) []string {
	if step.After == nil || step.Before == nil {
		return nil
	}
	old := operators(step.Before)
	out := slices.DeleteFunc(operators(step.After), func(name string) bool { return slices.Contains(old, name) })
	return out[:min(len(out), maxBrought)]
}

// operators returns the names of the theories' operators in a term, sorted.
func operators(t *term.Term) []string {
	var out []string
	term.Walk([]*term.Term{t}, func(t *term.Term) bool {
		if f := t.Func(); f != nil && f.Row != nil {
			out = append(out, f.Row.Name)
		}
		return true
	})
	slices.Sort(out)
	return slices.Compact(out)
}

// operator is the head of what the last step inserted.
func operator(m *mutate.Mutant) string {
	if len(m.Steps) == 0 {
		return "seed"
	}
	step := m.Steps[len(m.Steps)-1]
	if step.After == nil {
		return step.Rule
	}
	return cmp.Or(head(step.After), step.Rule)
}

// head is a word for the root of a term, "" where there is no word for it.
func head(t *term.Term) string {
	switch t.Kind() {
	case term.App:
		f := t.Func()
		if f.Kind == term.UserFunc {
			return "symbol"
		}
		return f.Name()
	case term.Literal:
		return "literal of " + t.Sort().Name()
	case term.Quant:
		return t.Binder().String()
	case term.Var:
		return "variable"
	default:
		return ""
	}
}
