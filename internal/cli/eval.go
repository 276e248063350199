package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/theory"
)

type evalOptions struct {
	*Streams
	File   string
	Model  string
	Solver string
	Theory []string
	Check  int
	Quiet  bool
	JSON   bool
}

func newEval(s *Streams) *cobra.Command {
	opts := &evalOptions{Streams: s, Check: 1}
	cmd := &cobra.Command{
		Use:   "eval --model MODEL [flags] FILE",
		Short: "Evaluate a file's assertions exactly under a model",
		Long: `Evaluate every assertion of an SMT-LIB file under a model, exactly: one line each, true, false, unspecified or
unsupported. MODEL is what a solver prints for get-model or get-value, in the form of any common solver; - is
standard input. For a false assertion, standard error says which part is false under which values; for the others
that are not true, why their value is not known. With --json, part is where the smallest false part stands: {line, col, text}.

unspecified: the standard leaves a value open that the model does not fix, such as a division by zero.
unsupported: Assay cannot work it out. Constants that the model leaves out take the default value of their sort,
which is noted on standard error.

Exit code 0 when all are true, 1 when one is false, 3 otherwise.`,
		Example: `  assay eval --model answer.txt formula.smt2
  assay eval --model - formula.smt2 < answer.txt
  assay eval --model model.smt2 --json formula.smt2 | jq -c 'select(.value != "true")'`,
		Args: exactArgs(1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.File = args[0]
			return opts.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVarP(&opts.Model, "model", "m", "", "the `FILE` with the model")
	f.StringVar(&opts.Solver, "from", "", "the solver that printed the model, if the model's form is not clear by itself")
	f.IntVar(&opts.Check, "check", 1, "which check-sat of the file the model belongs to, counted from 1")
	f.BoolVarP(&opts.Quiet, "quiet", "q", false, "print nothing but the values")
	theoryFlag(cmd, &opts.Theory)
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

// evaluated is what the command says about one assertion.
type evaluated struct {
	File      string `json:"file"`
	Assertion int    `json:"assertion"` // from 1
	Line      int    `json:"line"`
	Value     string `json:"value"`
	Reason    string `json:"reason,omitempty"`
	Part      *part  `json:"part,omitempty"`
}

// part is the smallest part of an assertion that makes it false.
type part struct {
	Line int    `json:"line"`
	Col  int    `json:"col"`
	Text string `json:"text"`
}

func (opts *evalOptions) run(ctx context.Context) error {
	switch {
	case opts.Model == "":
		return usagef("--model is missing: give the file with the solver's get-model output")
	case opts.Check < 1:
		return usagef("--check %d: check-sats count from 1", opts.Check)
	case opts.Model == "-" && opts.File == "-":
		return usagef("standard input cannot be both the model and the formula")
	}
	table, err := extendTable(ctx, opts.Theory)
	if err != nil {
		return err
	}
	f, err := opts.formula(ctx, table)
	if err != nil {
		return err
	}
	answer, err := readText(ctx, opts.Model, opts.In)
	if err != nil {
		return unread(ctx, exitUsage, err)
	}
	m, err := smt.ReadModel(f, answer, smt.ModelOptions{Name: shownName(opts.Model), Solver: opts.Solver, Check: opts.Check - 1, Done: ctx.Done()})
	if err != nil {
		return unread(ctx, exitInternal, err)
	}
	e := m.Eval()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return opts.show(m, e)
}

// formula reads and checks the formula, which has the check that is asked for.
func (opts *evalOptions) formula(ctx context.Context, table *theory.Table) (*smt.Formula, error) {
	text, err := readText(ctx, opts.File, opts.In)
	if err != nil {
		return nil, unread(ctx, exitUsage, err)
	}
	s, err := smt.Parse(shownName(opts.File), text)
	if err != nil {
		return nil, unread(ctx, exitInternal, err)
	}
	f, err := s.Check(smt.Options{Operators: table, Done: ctx.Done()})
	if err != nil {
		return nil, unread(ctx, exitInternal, err)
	}
	if f.Checks() < opts.Check && (opts.Check > 1 || f.Checks() > 0) {
		return nil, usagef("--check %d: %s has %s", opts.Check, shownName(opts.File), plural(f.Checks(), "check-sat"))
	}
	return f, nil
}

func (opts *evalOptions) show(m *smt.Model, e *smt.Evaluation) error {
	for i, r := range e.Results {
		out := evaluated{File: opts.File, Assertion: i + 1, Line: r.Line, Value: r.Verdict.String(), Reason: r.Why}
		if opts.JSON {
			if b := r.Blame; b != nil && b.Known() {
				out.Part = &part{Line: b.Line, Col: b.Col, Text: b.Text}
			}
			if err := opts.printJSON(out); err != nil {
				return errOutput
			}
			continue
		}
		if _, err := fmt.Fprintln(opts.Out, out.Value); err != nil {
			return errOutput
		}
		if out.Reason != "" && !opts.Quiet {
			fmt.Fprintf(opts.Err, "%s:%d: assertion %d is %s: %s\n", shownName(opts.File), out.Line, out.Assertion, out.Value, out.Reason)
		}
	}
	if !opts.Quiet {
		opts.note(m, e.Assumed)
	}
	switch e.Verdict() {
	case smt.True:
		return nil
	case smt.False:
		return exit(exitFailed)
	}
	return exit(exitInternal)
}

// note reports what was read leniently, and what was assumed.
func (opts *evalOptions) note(m *smt.Model, assumed []string) {
	const most = 10
	for i, name := range assumed {
		if i == most {
			fmt.Fprintf(opts.Err, "%s: and %d more\n", shownName(opts.Model), len(assumed)-most)
			break
		}
		fmt.Fprintf(opts.Err, "%s: the model has no value for %s: the default of its sort is taken\n", shownName(opts.Model), name)
	}
	for i, n := range m.Notes() {
		if i == most {
			break
		}
		fmt.Fprintf(opts.Err, "%s: %s\n", shownName(opts.Model), n)
	}
}
