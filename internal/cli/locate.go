package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/elab"
)

type locateOptions struct {
	*Streams
	recorded
	Solver   string
	Model    string
	Ask      []string
	Proof    string
	Check    int
	Versions string
	Limits   limitFlags
	Edited   bool
	JSON     bool

	model, proof string // the texts of Model and Proof
}

func newLocate(s *Streams) *cobra.Command {
	opts := &locateOptions{Streams: s, Check: 1, Limits: limitFlags{Timeout: 20 * time.Second, Memory: defaultMemory}}
	cmd := &cobra.Command{
		Use:   "locate [flags] FINDING|FILE...",
		Short: "Find the step of a solver's own proof at which a wrong unsat goes wrong",
		Long: `Have a solver show its proof of a wrong answer unsat, evaluate every step under a model that makes the formula true, and name
the first step whose premises are true and whose conclusion is false. It reads proofs of z3 and cvc5 (CPC, Alethe, and what 1.0 prints).

FINDING is the folder of a finding of class refutation-soundness; the results go into it (located.json, proof.txt, proof.smt2, and a
section of report.md). FILE is a formula; --solver names the solver to blame. The model comes from the finding or from --model; without one, evaluation
looks for it, and then the solvers of --witness are asked, or all that are installed here, one after the other. If the solver shows no proof, or no step is known to be wrong, other settings and the
nearest of its installed versions are tried. For z3, what its tactics make of the formula is evaluated as well.

With --proof FILE, nothing is run; that proof is read.

Exit code 10 when a wrong step or tactic is found, 0 when none is, 1 when no model is known that makes the formula true. With several
arguments, those that cannot be looked into are reported, and the others are looked into; the code is then 10 when a wrong step or
tactic is found in any of them, and otherwise that of the first one that went wrong.`,
		Example: `  assay locate out/findings/refutation-soundness-cvc5-QF_FP-1a2b3c4d
  assay locate --solver cvc5@1.0.3 --witness z3 formula.smt2
  assay locate --proof proof.txt --model model.smt2 formula.smt2`,
		Args: minArgs(1, "FINDING or FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return opts.run(cmd.Context(), args) },
	}
	f := cmd.Flags()
	opts.Profiles.bind(cmd)
	f.StringVar(&opts.Solver, "solver", "", "the solver `SPEC` that answers unsat; for a finding, a solver to use instead of the blamed one")
	f.StringVarP(&opts.Model, "model", "m", "", "a `FILE` with a model that makes the formula true, as a solver prints it")
	f.StringArrayVar(&opts.Ask, "witness", nil, "a solver `SPEC` to ask for such a model, none for none; separate several with ; (repeatable; default: all that are installed, as far as they are needed)")
	f.StringVar(&opts.Proof, "proof", "", "a `FILE` with the proof: nothing is run")
	f.IntVar(&opts.Check, "check", 1, "which check-sat of FILE is answered unsat, counted from 1")
	f.StringVar(&opts.Versions, "versions", "", "further versions to try, as a `LIST` like that of bisect (default: all installed ones); none for none")
	opts.Limits.bind(cmd)
	theoryFlag(cmd, &opts.Theory)
	f.BoolVar(&opts.Edited, "edited", false, "take formulas that differ from what the findings' records say")
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

func (opts *locateOptions) check(args []string) error {
	read := slices.DeleteFunc(append([]string{opts.Model, opts.Proof}, args...), func(name string) bool { return name != stdinArg })
	switch {
	case len(read) > 1:
		return usagef("- is given twice: standard input can be read once")
	case opts.Check < 1:
		return usagef("--check %d: check-sats count from 1", opts.Check)
	case opts.Proof != "" && opts.Solver != "":
		return usagef("give either --proof, an existing proof, or --solver, which is asked for one")
	case opts.Proof != "" && opts.Versions != "" && opts.Versions != noVersions:
		return usagef("give either --proof, an existing proof, or --versions, which are asked for one")
	case opts.Model != "" && slices.ContainsFunc(opts.Ask, func(spec string) bool { return spec != certified.NoReferee }):
		return usagef("give either --model, or --witness, which is asked for a model")
	}
	return opts.Limits.check()
}

// read reads the model and the proof, which are the same for all arguments.
func (opts *locateOptions) read(ctx context.Context) (err error) {
	for _, f := range []struct {
		name string
		text *string
	}{{opts.Model, &opts.model}, {opts.Proof, &opts.proof}} {
		if f.name == "" {
			continue
		}
		if *f.text, err = readText(ctx, f.name, opts.In); err != nil {
			return unread(ctx, exitUsage, err)
		}
	}
	return nil
}

// located is what the command says about one argument.
type located struct {
	File string `json:"file"`
	triage.Location
	// Error says why the argument could not be looked into.
	Error string `json:"error,omitempty"`
}

func (opts *locateOptions) run(ctx context.Context, args []string) error {
	if err := opts.check(args); err != nil {
		return err
	}
	if err := opts.read(ctx); err != nil {
		return err
	}
	temp, err := disk.NewTemp("locate")
	if err != nil {
		return err
	}
	defer temp.Remove()
	found, failed := 0, 0 // failed is the exit code of the first argument that cannot be looked into
	for _, arg := range args {
		r, err := opts.one(ctx, arg, temp.Scratch)
		if errors.Is(err, triage.ErrNoWitness) {
			r.Error, err = err.Error(), nil
			failed = cmp.Or(failed, exitFailed)
		}
		if code, cause := classify(err); err != nil && len(args) > 1 && cause != nil && ctx.Err() == nil && aboutArgument(code) {
			// The others can be looked into.
			r.File, r.Error, err = arg, cause.Error(), nil
			failed = cmp.Or(failed, code)
		}
		if err != nil {
			return err
		}
		if r.State == triage.Located {
			found++
		}
		if err := opts.show(&r); err != nil {
			return errOutput
		}
	}
	switch {
	case found > 0:
		return exit(exitFindings)
	default:
		return exit(failed)
	}
}

// aboutArgument reports whether an exit code may be about one argument alone.
func aboutArgument(code int) bool {
	return code == exitFailed || code == exitUsage || code == exitSolver
}

// one looks into a finding or a file.
func (opts *locateOptions) one(ctx context.Context, arg string, dir *disk.Scratch) (located, error) {
	info, err := os.Stat(arg)
	if err != nil && arg != stdinArg {
		return located{}, missingFile(arg, err)
	}
	var q triage.Wrongly
	bench := &trial.Bench{Dir: dir, Limits: solver.Limits{Time: opts.Limits.Timeout, Memory: int64(opts.Limits.Memory)}}
	isFinding := err == nil && info.IsDir()
	if isFinding {
		q, err = opts.finding(ctx, arg)
	} else {
		q, err = opts.file(ctx, arg)
	}
	if err != nil {
		return located{File: arg}, err
	}
	bench.Table = q.Script.Store.Table
	l := triage.Locator{Bench: bench.In(dir)}
	if opts.Model != "" {
		q.Witness = opts.model
	}
	out := located{File: arg}
	if opts.Proof != "" {
		if out.Location, err = l.Judge(ctx, q, opts.proof); err != nil && !errors.Is(err, triage.ErrNoWitness) && ctx.Err() == nil {
			return out, withExit(exitFailed, fmt.Errorf("%s: %w", shownName(opts.Proof), err))
		}
		return out, err
	}
	if out.Location, err = l.Locate(ctx, q); err != nil {
		return out, err
	}
	if isFinding {
		err = out.Keep(arg)
	}
	return out, err
}

// finding prepares a finding.
func (opts *locateOptions) finding(ctx context.Context, dir string) (triage.Wrongly, error) {
	if opts.Check > 1 {
		return triage.Wrongly{}, usagef("--check %d is for a FILE: the record of %s says which check-sat it is about", opts.Check, dir)
	}
	f, err := loadFinding(dir, opts.Edited)
	if err != nil {
		return triage.Wrongly{}, err
	}
	if opts.Solver != "" {
		f.Solver = opts.Solver
	}
	replayer, resolver, err := opts.replayer(ctx, f)
	if err != nil {
		return triage.Wrongly{}, err
	}
	near, err := opts.near(ctx, f, resolver)
	if err != nil {
		return triage.Wrongly{}, err
	}
	q, err := triage.WronglyOf(ctx, f, replayer.Resolve, near)
	q.Ask = opts.ask(f.Profiles)
	var damaged *triage.RecordError
	var unusable *solver.UnusableError
	if err != nil && !errors.As(err, &damaged) && !errors.As(err, &unusable) && ctx.Err() == nil {
		return q, usagef("%s: %w", dir, err)
	}
	return q, err
}

// file prepares a formula.
func (opts *locateOptions) file(ctx context.Context, name string) (triage.Wrongly, error) {
	if opts.Solver == "" && opts.Proof == "" {
		return triage.Wrongly{}, usagef("--solver is missing: give the one that answers unsat, or its proof with --proof")
	}
	table, err := extendTable(ctx, opts.Theory)
	if err != nil {
		return triage.Wrongly{}, err
	}
	text, err := readText(ctx, name, opts.In)
	if err != nil {
		return triage.Wrongly{}, unread(ctx, exitUsage, err)
	}
	s, err := elab.Script(text, elab.Options{File: shownName(name), Table: table, Done: ctx.Done()})
	if err != nil {
		return triage.Wrongly{}, unread(ctx, exitFailed, err)
	}
	q := triage.Wrongly{Script: s.WithCheck(), Check: opts.Check - 1, Ask: opts.ask(nil)}
	if q.Script.Checks() < opts.Check {
		return q, usagef("--check %d: %s has %s", opts.Check, shownName(name), plural(q.Script.Checks(), "check-sat"))
	}
	if opts.Proof != "" {
		return q, nil
	}
	f := findings.Stored{Finding: findings.Finding{Solver: opts.Solver}}
	replayer, resolver, err := opts.replayer(ctx, f)
	if err != nil {
		return q, err
	}
	if q.Blamed, err = replayer.Resolve(ctx, opts.Solver); err != nil {
		return q, err
	}
	f.Family, f.Version = q.Blamed.Profile().Name, q.Blamed.Version()
	q.Near, err = opts.near(ctx, f, resolver)
	return q, err
}

// near returns the versions to try, the nearest first.
func (opts *locateOptions) near(ctx context.Context, f findings.Stored, r solver.Resolver) ([]triage.Candidate, error) {
	if opts.Versions == noVersions || opts.Proof != "" {
		return nil, nil
	}
	v := versionFlags{List: opts.Versions, JSON: opts.JSON, Codebase: true}
	all, err := v.candidates(ctx, opts.Streams, f, r)
	if err != nil {
		return nil, err
	}
	return triage.Nearest(all, f.Family+"@"+f.Version), nil
}

// ask returns who is asked for a model; profiles are those that a finding records. With a model nobody is, and with a proof nobody but those that are named.
func (opts *locateOptions) ask(profiles []findings.Source) func(context.Context) ([]solver.Target, error) {
	if opts.Model != "" || opts.Proof != "" && len(opts.Ask) == 0 {
		return nil
	}
	return func(ctx context.Context) ([]solver.Target, error) {
		r, err := opts.Profiles.resolverWith(profiles)
		if err != nil {
			return nil, err
		}
		v, err := certified.FindReferees(ctx, r, opts.Ask, "")
		return v.All(), err
	}
}

func (opts *locateOptions) show(r *located) error {
	if opts.JSON {
		return opts.printJSON(r)
	}
	return opts.say("%s", locatedText(r))
}

// locatedText is the result for people.
func locatedText(r *located) string {
	var w strings.Builder
	name := filepath.Clean(r.File)
	if r.Error != "" {
		return fmt.Sprintf("%s: not looked into: %s\n", name, r.Error)
	}
	fmt.Fprintf(&w, "%s: %s: %s\n", name, r.State, r.Words)
	if r.Caveat != "" {
		fmt.Fprintf(&w, "  but         %s\n", r.Caveat)
	}
	brief := r.Brief()
	if brief.Conclusion != "" {
		fmt.Fprintf(&w, "  conclusion  %s\n", brief.Conclusion)
		if r := brief.Rewrite; r != nil {
			fmt.Fprintf(&w, "  before      %s = %s\n  after       %s = %s\n", r.Before, r.BeforeValue, r.After, r.AfterValue)
		}
		if brief.Why != "" && brief.Why != brief.Conclusion+" is false" {
			fmt.Fprintf(&w, "  since       %s\n", brief.Why)
		}
	}
	for _, p := range brief.Premises {
		fmt.Fprintf(&w, "  premise     %s (%s): %s\n", p.Name, p.Value, p.Text)
	}
	for _, a := range brief.Assignment {
		fmt.Fprintf(&w, "  with        %s = %s", a.Name, a.Value)
		if a.Meaning != "" {
			fmt.Fprintf(&w, ", %s", a.Meaning)
		}
		w.WriteByte('\n')
	}
	for _, a := range r.Witnesses {
		fmt.Fprintf(&w, "  model       %s: %s\n", a.Solver, a.Result)
	}
	if r.Report != nil {
		fmt.Fprintf(&w, "  proof       %s", r.Report.Counts())
		if r.Solver != "" {
			fmt.Fprintf(&w, "; by %s (%s)", r.Solver, r.Version)
		}
		if r.Setting != "" {
			fmt.Fprintf(&w, " with %s", r.Setting)
		}
		w.WriteByte('\n')
		openText(&w, r.Report)
	}
	for _, a := range r.Tried {
		fmt.Fprintf(&w, "  tried       %s", a.Solver)
		if a.Setting != "" {
			fmt.Fprintf(&w, " with %s", a.Setting)
		}
		fmt.Fprintf(&w, ": %s\n", a.Result)
	}
	return w.String()
}

// openText lists why steps are open, the most frequent reasons first.
func openText(w *strings.Builder, r *proof.Report) {
	reasons := r.OpenReasons()
	const most = 8
	for i, why := range reasons {
		if i == most {
			fmt.Fprintf(w, "  open        and %d more reasons\n", len(reasons)-most)
			break
		}
		at := r.OpenAt[why]
		dots := ""
		if len(at) < r.OpenBy[why] {
			dots = ", ..."
		}
		fmt.Fprintf(w, "  open        %d: %s (step %s%s)\n", r.OpenBy[why], why, strings.Join(at, ", "), dots)
	}
	if r.Cut != "" {
		fmt.Fprintf(w, "  not read    %s\n", r.Cut)
	}
}
