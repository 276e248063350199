package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings/reduce"
	"github.com/assay-smt/assay/internal/solver"
)

type reduceOptions struct {
	*Streams
	File    string
	Command []string

	Out              string
	Jobs             int
	Timeout          time.Duration
	Memory           size
	MatchOut         string
	MatchErr         string
	SameOut, SameErr bool
	Cross            []string
	CrossOut         string
	CrossErr         string
	CrossTimeout     time.Duration
	Raw              bool
	Passes           []string
	MaxTests         int
	Theory           []string
	JSON             bool
	Quiet            bool
	Keep             findingFlags
}

func newReduce(s *Streams) *cobra.Command {
	opts := &reduceOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "reduce [flags] FILE -- CMD... | --solver SPEC... FILE | FINDING",
		Short: "Make a file as small as possible while a command behaves the same, or a finding stays",
		Long: `With --solver, or the folder of a finding or a bug: make a formula as small as possible while it shows the same finding, certified at
every step: the same class of the same solver, for crashes the same signature, and a truth that exact evaluation shows, or that solvers of two
other codebases agree on. With --baseline, what is kept is that the solver is slower than the baseline, by the solvers' own counts and by CPU time; --truth, --class, --blame,
--check, --referee and --sessions do not go with it. In a folder, the reduced formula replaces bug.smt2, with a new report; original.smt2 stays.
Exit code 1 when there is nothing to keep, or nothing certifies it.

Otherwise: make a file as small as possible while a command behaves the same on it. CMD is run with the path of a file as
its last argument. It behaves the same when it ends with the same exit status, or by the same signal, as on the original;
--match-out and --match-err also ask for a text in its output, --same-out and --same-err for the output of the original. A
run that exceeds its time or its memory is never the same. --cross-check names another command that also has to behave on all
files as it does on the original.

The smallest file so far is written to --out as soon as it is found: a reduction can be ended at any moment, and continues
where it was when it is run on that file. Without --out, the result is written to standard output at the end.

Scripts that sort-check are reduced as terms, and CMD sees nothing that does not sort-check; others are reduced as
s-expressions, or as lines if they are not even s-expressions. The result does not depend on --jobs, as long as CMD's behaviour
depends on the file alone.

With --json, one object: {file, out, bytes, reduced, mode, end, untried, tests, wasted, seconds, passes}. A result is minimal when every
single removal was tried: of a command, of an option, of a term for one of its parts or a constant. Otherwise the end says how many were
not. Exit code 0 when the reduction came to its end, 1 when CMD's run on the original gives nothing to reduce by, 4 when it cannot be started, 130 when interrupted: what
was found by then is kept.`,
		Example: `  assay reduce --solver z3 --solver cvc5 --out small.smt2 bug.smt2
  assay reduce --solver z3@5.4.1 --baseline z3@4.8.12 --out small.smt2 slow.smt2
  assay reduce out/findings/invalid-model-z3-QF_NRA-1a2b3c4d5e
  assay reduce --out small.smt2 bug.smt2 -- ./crashes.sh
  assay reduce --match-err "Assertion failed" bug.smt2 -- cvc5 --check-models >small.smt2
  assay reduce --out small.smt2 --match-out unsat --cross-check "cvc5 -q" --match-out-cc sat bug.smt2 -- z3`,
		RunE: func(cmd *cobra.Command, args []string) error {
			dash := cmd.ArgsLenAtDash()
			if dash < 0 && len(args) == 1 {
				args[0] = findingOf(args[0])
			}
			if dash < 0 && opts.Keep.given(args) {
				way := inFolder
				if len(opts.Keep.Solvers.Specs) > 0 {
					way = bySolver
				}
				if err := checkReduceFlags(cmd.Flags(), way); err != nil {
					return err
				}
				return opts.runFinding(cmd.Context(), args)
			}
			switch {
			case dash == 1 && len(args) > 1:
			case dash < 0 && len(args) > 0:
				return usagef("the command is missing: write assay reduce FILE -- CMD..., with -- in front of it; or assay reduce --solver SPEC FILE, or a finding's folder")
			case dash == 1:
				return usagef("the command is missing after --")
			default:
				return usagef("give one FILE, then --, then the command: assay reduce FILE -- CMD...")
			}
			if err := checkReduceFlags(cmd.Flags(), byCommand); err != nil {
				return err
			}
			opts.File, opts.Command = args[0], args[1:]
			return opts.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVarP(&opts.Out, "out", "o", "", "the `FILE` to write the smallest file so far to")
	f.IntVarP(&opts.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), "candidates tried at the same time")
	f.VarP((*period)(&opts.Timeout), "timeout", "t", "time for one run (default: a second more than twice what the original takes)")
	f.Var(&opts.Memory, "memory", "memory for one run, 0 for no limit")
	f.StringVar(&opts.MatchOut, "match-out", "", "a `TEXT` that standard output has to contain")
	f.StringVar(&opts.MatchErr, "match-err", "", "a `TEXT` that standard error has to contain")
	f.BoolVar(&opts.SameOut, "same-out", false, "standard output has to be that of the original")
	f.BoolVar(&opts.SameErr, "same-err", false, "standard error has to be that of the original")
	f.StringArrayVarP(&opts.Cross, "cross-check", "c", nil, "another `CMD`, as one word, that has to behave the same (repeatable)")
	f.StringVar(&opts.CrossOut, "match-out-cc", "", "a `TEXT` that the cross-check's standard output has to contain")
	f.StringVar(&opts.CrossErr, "match-err-cc", "", "a `TEXT` that the cross-check's standard error has to contain")
	f.Var((*period)(&opts.CrossTimeout), "timeout-cc", "time for one run of the cross-check")
	f.BoolVar(&opts.Raw, "raw", false, "reduce s-expressions, without looking at sorts")
	f.StringSliceVar(&opts.Passes, "passes", nil, "the `NAMES` of the passes to run, separated by commas")
	f.IntVar(&opts.MaxTests, "max-tests", 0, "end after this many runs, 0 for no end")
	f.BoolVarP(&opts.Quiet, "quiet", "q", false, "show no progress and no summary")
	theoryFlag(cmd, &opts.Theory)
	opts.Keep.bind(cmd)
	jsonFlag(cmd, &opts.JSON)
	complete(cmd, "passes", listOf(",", passNames))
	return cmd
}

func passNames() []string {
	var names []string
	for _, p := range reduce.Passes() {
		names = append(names, p.Name)
	}
	return names
}

func (opts *reduceOptions) check() error {
	if err := checkJobs(opts.Jobs); err != nil {
		return err
	}
	for _, name := range opts.Passes {
		if !slices.Contains(passNames(), name) {
			return usagef("--passes: there is no pass %q%s; the passes are %s", name, didYouMean(name, passNames()), strings.Join(passNames(), ", "))
		}
	}
	if opts.Timeout < 0 || opts.CrossTimeout < 0 || opts.MaxTests < 0 {
		return usagef("--timeout, --timeout-cc and --max-tests must not be negative")
	}
	return nil
}

// watchedCommands are the command and what it is checked against.
func (opts *reduceOptions) watchedCommands() ([]*watched, error) {
	all := []*watched{{
		argv: opts.Command, timeout: opts.Timeout, memory: int64(opts.Memory),
		matchOut: opts.MatchOut, matchErr: opts.MatchErr, sameOut: opts.SameOut, sameErr: opts.SameErr,
	}}
	for _, text := range opts.Cross {
		spec, err := solver.ParseSpec(text)
		if err != nil {
			return nil, err
		}
		name := spec.Name
		if spec.Version != "" {
			name += "@" + spec.Version
		}
		all = append(all, &watched{
			argv: append([]string{name}, spec.Args...), timeout: opts.CrossTimeout, memory: int64(opts.Memory),
			matchOut: opts.CrossOut, matchErr: opts.CrossErr,
		})
	}
	return all, nil
}

// reduced is what the command says at the end.
type reduced struct {
	File    string        `json:"file"`
	Out     string        `json:"out,omitempty"`
	Text    string        `json:"text,omitempty"` // without --out
	Bytes   int           `json:"bytes"`
	Reduced int           `json:"reduced"`
	Mode    string        `json:"mode"`
	End     string        `json:"end"`
	Untried int           `json:"untried,omitempty"`
	Tests   int           `json:"tests"`
	Wasted  int           `json:"wasted"`
	Seconds float64       `json:"seconds"`
	Passes  []reducedPass `json:"passes"`
}

type reducedPass struct {
	Name      string `json:"name"`
	Tried     int    `json:"tried"`
	Kept      int    `json:"kept"`
	Cached    int    `json:"cached,omitempty"`
	IllSorted int    `json:"ill_sorted,omitempty"`
	Larger    int    `json:"larger,omitempty"`
}

func (opts *reduceOptions) run(ctx context.Context) error {
	if err := opts.check(); err != nil {
		return err
	}
	commands, err := opts.watchedCommands()
	if err != nil {
		return err
	}
	table, err := extendTable(ctx, opts.Theory)
	if err != nil {
		return err
	}
	text, err := readText(ctx, opts.File, opts.In)
	if err != nil {
		return err
	}
	temp, err := disk.NewTemp("reduce")
	if err != nil {
		return err
	}
	defer temp.Remove()
	predicate, err := newCommandPredicate(temp, fileName(opts.File), opts.Jobs, commands)
	if err != nil {
		return err
	}
	began := time.Now()
	if err := opts.learn(ctx, predicate, text); err != nil {
		return err
	}
	if opts.Out != "" {
		// The file is valid from the first moment, and a disk that cannot be written to is noticed before any work.
		if err := disk.WriteAtomic(throughLink(opts.Out), []byte(text)); err != nil {
			return err
		}
	}
	show := opts.newProgress(len(text))
	r, err := reduce.Reduce(ctx, text, predicate, reduce.Config{
		Table: table, Jobs: opts.Jobs, MaxTests: opts.MaxTests, Raw: opts.Raw, Passes: opts.Passes,
		Better:   opts.keep,
		Progress: show.tell,
	})
	show.end()
	if errors.Is(err, reduce.ErrNotHolding) {
		return withExit(exitFailed, errors.New("the command behaves differently when it is run on the original again, so nothing can be "+
			"reduced by it; give it a seed, more time with --timeout, or ask for less"))
	}
	if r.Best == nil {
		return err
	}
	if told := opts.tell(text, &r, time.Since(began)); err == nil {
		err = told
	}
	if err == nil && r.End == reduce.Interrupted {
		return exit(exitInterrupted)
	}
	return err
}

// learn runs the commands on the original and prints what they have to reproduce.
func (opts *reduceOptions) learn(ctx context.Context, p *commandPredicate, text string) error {
	var golden *goldenError
	switch err := p.learn(ctx, text); {
	case errors.As(err, &golden):
		return withExit(exitFailed, err)
	case err != nil:
		return err
	}
	if opts.Quiet || opts.JSON {
		return nil
	}
	w := p.commands[0]
	fmt.Fprintf(opts.Err, "original: %d bytes, %s, %.2f s\n", len(text), w.describe(), w.golden.Wall.Seconds())
	if w.describe() == "exit status 0" && opts.onlyStatus() {
		fmt.Fprintln(opts.Err, "note: most commands end with status 0 on most files; --match-out, --match-err and --same-out ask for more")
	}
	return nil
}

// onlyStatus reports whether nothing but the exit status of the command counts.
func (opts *reduceOptions) onlyStatus() bool {
	return opts.MatchOut+opts.MatchErr == "" && !opts.SameOut && !opts.SameErr && len(opts.Cross) == 0
}

// keep writes the best file so far.
func (opts *reduceOptions) keep(c *reduce.Candidate) error {
	if opts.Out == "" {
		return nil
	}
	return disk.Replace(throughLink(opts.Out), []byte(c.Text()))
}

// tell writes the result and the summary.
func (opts *reduceOptions) tell(text string, r *reduce.Result, took time.Duration) error {
	best := r.Best.Text()
	var err error
	switch {
	case opts.Out != "":
		err = disk.WriteAtomic(throughLink(opts.Out), []byte(best))
	case !opts.JSON:
		_, err = opts.Streams.Out.Write([]byte(best))
	}
	if err != nil {
		return err
	}
	if opts.JSON {
		o := reduced{
			File: opts.File, Out: opts.Out, Bytes: len(text), Reduced: len(best), Mode: r.Mode.String(), End: r.End.String(), Untried: r.Untried,
			Tests: r.Tests, Wasted: r.Wasted, Seconds: took.Seconds(),
		}
		if opts.Out == "" {
			o.Text = best
		}
		for _, p := range r.Passes {
			o.Passes = append(o.Passes, reducedPass(p))
		}
		return opts.printJSON(o)
	}
	if opts.Quiet {
		return nil
	}
	fmt.Fprintf(opts.Err, "%s: %d bytes of %d (%.1f %%), %s in %.1f s, %s\n", shownName(opts.File), len(best), len(text),
		100*float64(len(best))/float64(max(1, len(text))), plural(r.Tests+r.Wasted, "test"), took.Seconds(), ended(r.End.String(), r.Mode.String(), r.Untried))
	if len(strings.TrimSpace(best)) == 0 && opts.onlyStatus() {
		fmt.Fprintln(opts.Err, "note: the command ends so on an empty file too, so its exit status says nothing about the formula; --match-out, --match-err and --same-out ask for more")
	}
	return nil
}

// ended says how far a reduction got: why it ended, how it read the text, and how much was not tried.
func ended(end, mode string, untried int) string {
	if mode == reduce.Raw.String() || mode == reduce.Lines.String() {
		end += ", as " + map[string]string{reduce.Raw.String(): "s-expressions", reduce.Lines.String(): "lines"}[mode]
	}
	if untried > 0 {
		end += fmt.Sprintf("; up to %s not tried", plural(untried, "single removal"))
	}
	return end
}

// A reduceProgress shows how a reduction goes.
type reduceProgress struct {
	*ticker
	bytes int
}

func (opts *reduceOptions) newProgress(bytes int) *reduceProgress {
	return &reduceProgress{newTicker(opts.Streams, opts.Quiet || opts.JSON), bytes}
}

func (p *reduceProgress) tell(r reduce.Progress) {
	p.show(func() string {
		return fmt.Sprintf("%d of %d bytes  %d tests  round %d  %s", r.Bytes, p.bytes, r.Tests, r.Round, r.Pass)
	})
}
