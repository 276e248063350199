package rules

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// State is what is known about a rule.
type State uint8

// The states.
const (
	// Refuted: some values make the left side true and the right side false, or the result depends on what the standard leaves open.
	Refuted State = iota
	// Unknown: no solver proved anything about it, and values showed nothing.
	Unknown
	// Tested: none of the tried values refute it, and no solver proved it.
	Tested
	// Bounded: solvers proved instances of it, over some widths, formats, lengths of lists, or values of its parameters.
	Bounded
	// Proved: a solver proved it for all values over every sort that it mentions.
	Proved
)

// String returns the name of the state.
func (s State) String() string {
	return [...]string{"refuted", "unknown", "tested only", "proved for bounded instances", "proved"}[s]
}

// Fine reports whether a rule in that state may be used.
func (s State) Fine() bool { return s >= Tested }

// Code is what the message about a rule in a state that is not Fine begins with.
func (s State) Code() string {
	if s == Refuted {
		return "refuted"
	}
	return "unproved"
}

// Answer is a solver's answer to a script.
type Answer struct {
	Solver string     // with its version
	Status smt.Status // sat or unsat
	Model  string     // after a sat, as the solver prints it; "" for none
}

// Asker lets solvers decide scripts. Ask returns their sat and unsat answers.
type Asker interface {
	Ask(ctx context.Context, s *script.Script) []Answer
}

// Options say how much is tried. The zero value is the usual.
type Options struct {
	// Valuations is how many valuations of all parameters a rule is tried on, 0 for 10,000.
	Valuations int
}

// DefaultValuations is the usual number of valuations of one rule.
const DefaultValuations = 10_000

// Verdict is the outcome for a rule.
type Verdict struct {
	Rule  *Rule
	State State
	// Why is the counterexample of a refuted rule.
	Why string
	// Valuations is how many valuations met the conditions. Decisive is how many of them made the left side true or, for an
	// equivalence, how many had known values. Undecided is how many could not be evaluated.
	Valuations, Decisive, Undecided int
	// Instances is how many instances solvers were asked about; they proved General of them for all values, and Partial others
	// for some values.
	Instances, General, Partial int
	By                          []string // the solvers that proved instances
	// Wrong holds the sat answers whose model, evaluated exactly, does not refute the rule: the solver is wrong.
	Wrong []WrongAnswer
}

// WrongAnswer is a sat that its own model does not support.
type WrongAnswer struct {
	Solver   string `json:"solver"`
	Instance string `json:"instance"`
	Script   string `json:"script"`
	Model    string `json:"model"`
}

// String returns the verdict in one line.
func (v Verdict) String() string {
	s := v.Rule.Name + ": " + v.State.String()
	if v.Instances > 0 {
		s += fmt.Sprintf("; %d of %d instances proved", v.General, v.Instances)
		if v.Partial > 0 {
			s += fmt.Sprintf(", %d more for bounded values", v.Partial)
		}
		if len(v.By) > 0 {
			s += " by " + strings.Join(v.By, ", ")
		}
	}
	s += fmt.Sprintf("; %d valuations, %d decisive", v.Valuations, v.Decisive)
	if v.Undecided > 0 {
		s += fmt.Sprintf(", %d undecided", v.Undecided)
	}
	for _, w := range v.Wrong {
		s += "; wrong sat of " + w.Solver + w.Instance
	}
	if v.Why != "" {
		s += "; " + v.Why
	}
	return s
}

// Verify tries a rule on values and has the solvers of asker prove it; a nil asker means no solvers. The same rule, options
// and answers give the same verdict. The error is that of ctx, or of a rule that cannot be built.
func Verify(ctx context.Context, r *Rule, asker Asker, opts Options) (Verdict, error) {
	if opts.Valuations == 0 {
		opts.Valuations = DefaultValuations
	}
	v := Verdict{Rule: r}
	if err := v.test(ctx, opts.Valuations); err != nil || v.Why != "" {
		return v, err
	}
	if asker != nil {
		if err := v.prove(ctx, asker); err != nil || v.Why != "" {
			return v, err
		}
	}
	switch {
	case v.Instances > 0 && v.General == v.Instances && !r.bounded():
		v.State = Proved
	case v.General+v.Partial > 0:
		v.State = Bounded
	case v.Decisive > 0:
		v.State = Tested
	default:
		v.State = Unknown
	}
	return v, nil
}

// random returns the random number generator that belongs to a rule.
func (r *Rule) random(purpose string) *rng.Rand { return rng.New(0).Split(purpose).Split(r.Name) }

// credit records which solvers proved something.
func (v *Verdict) credit(answers []Answer) {
	for _, a := range answers {
		if a.Status == smt.Unsat && !slices.Contains(v.By, a.Solver) {
			v.By = append(v.By, a.Solver)
		}
	}
}
