package refutation

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/judge/entail"
	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// A Certifier settles the steps of proofs. It belongs to one goroutine.
type Certifier struct {
	// Bench runs the referees, each in a fresh process.
	Bench *trial.Bench
	// Referees are asked about steps, one after the other, as far as they are of another codebase than the solver that gave the proof.
	Referees []solver.Target
	// Budget bounds the reading of proofs, Own Assay's own reasoning, and Asking what referees are asked. The zero values are the defaults.
	Budget proof.Budget
	Own    entail.Budget
	Asking Asking
}

// Asking bounds what referees are asked about one proof.
type Asking struct {
	// StepTime is what a referee may take for a step.
	StepTime time.Duration
	// Steps bounds the questions, each referee's counted, and Unanswered those to which a referee has no answer.
	Steps, Unanswered int
}

// DefaultAsking lets proofs take some minutes in the worst case.
var DefaultAsking = Asking{StepTime: 2 * time.Second, Steps: 20_000, Unanswered: 40}

// Certify settles the steps of a proof that a target gave after check number check of a script, from 0. It adds terms to the script's store. The error is
// about the disk or ctx.
func (z Certifier) Certify(ctx context.Context, s *script.Script, check int, by solver.Target, text string) (Certificate, error) {
	c := &certification{Certifier: z, out: Certificate{
		Check: check, Solver: by.String(), Version: by.Version(), Bytes: len(text), Settled: map[string]int{}, Rules: map[string]map[string]int{},
	}}
	if c.Asking == (Asking{}) {
		c.Asking = DefaultAsking
	}
	if c.out.None = c.read(ctx, s, check, text); c.out.None == "" {
		c.reason()
		for _, r := range z.Referees {
			if r.Profile().Codebase == by.Profile().Codebase {
				continue
			}
			if err := c.ask(ctx, r); err != nil {
				return c.out, err
			}
		}
	}
	if err := context.Cause(ctx); err != nil {
		return c.out, err
	}
	c.conclude()
	return c.out, nil
}

// A certification is that of one proof.
type certification struct {
	Certifier
	out     Certificate
	problem *problem.Problem
	proof   *proof.Proof
	kernel  *entail.Kernel
	// steps are what is to be settled.
	steps []step
	// defined are the symbols that the proof introduces.
	defined map[*term.Decl]*proof.Skolem
	// free are the constants that stand for free variables.
	free map[*term.Term]*term.Decl
}

// A step is to be settled.
type step struct {
	proof.Obligation
	by   string // what settled it, "" for nothing
	why  string // why nothing did
	said string // what a referee said when it refused it
}

// read prepares the steps, and says why there are none.
func (c *certification) read(ctx context.Context, s *script.Script, check int, text string) string {
	var err error
	if c.problem, err = problem.At(s, check); err != nil {
		return err.Error()
	}
	c.proof, err = proof.Read(text, s, check, proof.Options{Budget: c.Budget, Done: ctx.Done()})
	if err != nil {
		return syntax.Clip(err.Error(), 200)
	}
	c.out.Format, c.out.Steps = string(c.proof.Format), len(c.proof.Steps)
	r := c.proof.Refutation(c.problem.Assertions)
	if r.Why != "" {
		return r.Why
	}
	c.out.Used, c.out.Asserted, c.out.Assumed = r.Used, r.Asserted, r.Assumed
	c.kernel = entail.New(c.problem.Store, c.Own)
	c.defined, c.free = map[*term.Decl]*proof.Skolem{}, map[*term.Term]*term.Decl{}
	for _, k := range c.proof.Skolems {
		c.defined[k.Decl] = k
	}
	for _, o := range r.Obligations {
		c.steps = append(c.steps, step{Obligation: o, why: o.Why})
	}
	return ""
}

// Why own reasoning leaves a step open.
const (
	whyOwn   = "beyond Assay's own reasoning, and no solver of another codebase was asked"
	whySpent = "the time for Assay's own reasoning is used up, and no solver of another codebase was asked"
)

// reason settles what Assay's own reasoning can.
func (c *certification) reason() {
	for i := range c.steps {
		s := &c.steps[i]
		if s.Why != "" {
			continue
		}
		if by := c.kernel.Entails(s.Premises, s.Conclusion); by != entail.Unsettled {
			s.by = string(by)
			continue
		}
		if s.why = whyOwn; c.kernel.Spent() {
			s.why = whySpent
		}
	}
}

// maxRules bounds the rules in a certificate, and maxOpen the kinds of open steps: the solver chooses the names of rules.
const (
	maxRules = 1000
	maxOpen  = 100
)

// conclude counts what is settled and what is not.
func (c *certification) conclude() {
	open := map[[2]string]*OpenSteps{}
	for i := range c.steps {
		s := &c.steps[i]
		rule := c.proof.Steps[s.Step].Rule
		if s.by != "" {
			c.out.Settled[s.by]++
			if c.out.Rules[rule] == nil {
				if len(c.out.Rules) >= maxRules {
					rule = "others"
				}
				if c.out.Rules[rule] == nil {
					c.out.Rules[rule] = map[string]int{}
				}
			}
			c.out.Rules[rule][s.by]++
			continue
		}
		key := [2]string{rule, s.why}
		if open[key] == nil && len(open) >= maxOpen {
			key = [2]string{"others", "various"}
		}
		o := open[key]
		if o == nil {
			o = &OpenSteps{Rule: key[0], Why: key[1]}
			open[key] = o
		}
		if o.Count++; o.Step == "" || s.size() < o.size {
			o.Step, o.size, o.Example = c.proof.Steps[s.Step].Name, s.size(), s.text()
		}
	}
	for _, o := range open {
		c.out.Open = append(c.out.Open, *o)
	}
	slices.SortFunc(c.out.Open, func(a, b OpenSteps) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Why, b.Why))
	})
	c.out.Certified = c.out.None == "" && len(c.out.Open) == 0 && len(c.out.False) == 0
	c.out.Words = c.out.state()
}

// size is that of what a step says.
func (s *step) size() int {
	n := 0
	if s.Conclusion != nil {
		n = s.Conclusion.Size()
	}
	for _, p := range s.Premises {
		n += p.Size()
	}
	return n
}

// text says what would have to hold for a step.
func (s *step) text() string {
	if s.Conclusion == nil {
		return ""
	}
	var b strings.Builder
	for i, p := range s.Premises {
		if i == maxPremises {
			b.WriteString("... ")
			break
		}
		b.WriteString(proof.Clip(p) + ", ")
	}
	out := strings.TrimSuffix(b.String(), ", ") + " |- " + proof.Clip(s.Conclusion)
	if s.said != "" {
		out += " (" + s.said + ")"
	}
	return out
}

// maxPremises bounds the premises of an example.
const maxPremises = 8

var errUnwritable = errors.New("it cannot be written as a script")
