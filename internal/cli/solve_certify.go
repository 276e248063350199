package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/run/inference"
	"github.com/assay-smt/assay/internal/run/refutation"
	"github.com/assay-smt/assay/internal/run/solve"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// certifyOptions are those of certified unsat.
type certifyOptions struct {
	Certify bool
	Referee []string

	referees []solver.Target
}

func (o *certifyOptions) bind(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&o.Certify, "certify-unsat", false, "have solvers prove their unsat, and settle every step of the proof")
	f.StringArrayVar(&o.Referee, "referee", nil, "with --certify-unsat, a solver `SPEC` to ask about steps beyond Assay's own reasoning (repeatable; default: none)")
}

func (o *certifyOptions) check(asIs bool) error {
	switch {
	case len(o.Referee) > 0 && !o.Certify:
		return usagef("--referee is for --certify-unsat: give that too")
	case o.Certify && asIs:
		return usagef("--certify-unsat and --as-is exclude each other: a proof is about the formula as Assay reads it")
	}
	return nil
}

// resolve finds the referees.
func (o *certifyOptions) resolve(ctx context.Context, solvers *solverFlags) error {
	if len(o.Referee) == 0 {
		return nil
	}
	r, err := solvers.resolver()
	if err != nil {
		return err
	}
	v, err := certified.FindReferees(ctx, r, o.Referee, "")
	o.referees = v.Named
	return err
}

// certify settles the proofs of all unsats of a case, the i-th of the command, in a folder of their own: cases are certified at the same time.
func (o *certifyOptions) certify(ctx context.Context, i int, c *solve.Case, s *script.Script) ([]refutation.Certificate, error) {
	if !o.Certify || s == nil {
		return nil, nil
	}
	dir, err := c.Bench.Dir.Sub(fmt.Sprintf("certify-%d", i))
	if err != nil {
		return nil, err
	}
	defer c.Bench.Dir.Remove(fmt.Sprintf("certify-%d", i))
	defer dir.Close()
	bench := c.Bench.In(dir)
	var out []refutation.Certificate
	for k := range c.Ran {
		ran := &c.Ran[k]
		for check, answer := range ran.Run.Answers {
			if answer != smt.Unsat || ran.Run.Void || check >= s.Checks() {
				continue
			}
			one, err := o.one(ctx, bench, s, check, ran.Target)
			if err != nil {
				return nil, err
			}
			out = append(out, one)
		}
	}
	return out, nil
}

// one settles the proof of one unsat.
func (o *certifyOptions) one(ctx context.Context, bench *trial.Bench, s *script.Script, check int, target solver.Target) (refutation.Certificate, error) {
	shown, err := inference.ShowProof(ctx, bench, s, check, target)
	if err != nil {
		return refutation.Certificate{}, err
	}
	if shown.Why != "" {
		return refutation.None(target, check, shown.Why), nil
	}
	return refutation.Certifier{Bench: bench, Referees: o.referees}.Certify(ctx, s, check, target, shown.Text)
}

// falseSteps is the number of false steps in proofs.
func (r *solved) falseSteps() int {
	n := 0
	for i := range r.Certificates {
		n += len(r.Certificates[i].False)
	}
	return n
}

// certificateText is a certificate for people.
func certificateText(c *refutation.Certificate) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  %s: unsat %s\n", c.Solver, c.Words)
	if c.None != "" {
		return b.String()
	}
	fmt.Fprintf(&b, "    proof       %d steps (%s, %d bytes), of which %d lead to false: %d assertions, %d local assumptions\n", c.Steps, c.Format, c.Bytes, c.Used, c.Asserted, c.Assumed)
	for _, by := range c.SettledBy() {
		fmt.Fprintf(&b, "    settled     %d by %s\n", c.Settled[by], by)
	}
	const most = 8
	for i, o := range c.Open {
		if i == most {
			fmt.Fprintf(&b, "    open        and %d further kinds\n", len(c.Open)-most)
			break
		}
		fmt.Fprintf(&b, "    open        %d of rule %s: %s\n", o.Count, o.Rule, o.Why)
		if o.Example != "" {
			fmt.Fprintf(&b, "      step %s  %s\n", o.Step, o.Example)
		}
	}
	for _, f := range c.False {
		fmt.Fprintf(&b, "    FALSE STEP  %s, rule %s: its premises hold and its conclusion does not, under a model of %s that evaluation confirms\n", f.Step, f.Rule, f.Solver)
		for _, p := range f.Premises {
			fmt.Fprintf(&b, "      premise     %s\n", p)
		}
		fmt.Fprintf(&b, "      conclusion  %s\n      model       %s\n", f.Conclusion, f.Model)
	}
	return b.String()
}
