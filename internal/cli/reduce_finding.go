package cli

import (
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
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/campaign/setup"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/run/timing"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

// findingFlags are the flags of a reduction that keeps a finding.
type findingFlags struct {
	Solvers  solverFlags
	Check    checkFlags
	Referees []string
	Truth    string
	Class    string
	Blame    string
	Report   string
	Finding  string
	Sessions string
	Baseline string
	Slower   float64

	checks []trial.Check
}

func (f *findingFlags) bind(cmd *cobra.Command) {
	f.Solvers.bind(cmd)
	f.Check.bind(cmd)
	fl := cmd.Flags()
	refereeFlag(cmd, &f.Referees)
	fl.StringVar(&f.Truth, "truth", "", "with --solver: the true answer to a file with one check-sat: sat, unsat, or unknown to distrust labels")
	fl.StringVar(&f.Class, "class", "", "with --solver: the `CLASS` of the finding to keep, if a file shows several (default: the gravest)")
	fl.StringVar(&f.Blame, "blame", "", "with --solver: the solver `SPEC` whose finding to keep")
	fl.StringVar(&f.Report, "report", "", "with --solver: a `FILE` for a report in Markdown")
	fl.StringVar(&f.Finding, "finding", "", "with --solver: a `FOLDER` to write as a finding, with report and record, for replay and bisect")
	fl.StringVar(&f.Sessions, "sessions", string(solver.Process),
		"with --solver or a finding: the processes in which candidates are tried first: "+strings.Join(plan.SessionModes(), ", ")+"; a fresh plain one confirms each candidate that is taken")
	fl.StringVar(&f.Baseline, "baseline", "", "with one --solver: another version or configuration as `SPEC`; keep that the solver is slower than this one for the same answer")
	fl.Float64Var(&f.Slower, "slower", timing.Default.Ratio, "with --baseline: how many times as much CPU time it has to take")
	complete(cmd, "sessions", oneOf(plan.SessionModes()...))
	complete(cmd, "truth", oneOf("sat", "unsat", "unknown"))
	complete(cmd, "class", oneOf(classNames()...))
}

func refereeFlag(cmd *cobra.Command, specs *[]string) {
	cmd.Flags().StringArrayVar(specs, "referee", nil, "a solver `SPEC` to ask whether a reduced formula is sat; it is not judged itself (repeatable; default: all that are installed, the newest first, as far as they are needed); none for no referee")
}

// given reports whether the arguments ask for a reduction that keeps a finding.
func (f *findingFlags) given(args []string) bool {
	if len(f.Solvers.Specs) > 0 {
		return true
	}
	return len(args) == 1 && isFinding(args[0])
}

// isFinding reports whether a path is that of a finding's folder, or of its record.
func isFinding(path string) bool {
	if filepath.Base(path) == findings.RecordFile {
		return true
	}
	_, err := os.Stat(filepath.Join(path, findings.RecordFile))
	return err == nil
}

// runFinding reduces what solvers show on a file, or a finding.
func (opts *reduceOptions) runFinding(ctx context.Context, args []string) error {
	if err := opts.check(); err != nil {
		return err
	}
	f := &opts.Keep
	if len(args) != 1 {
		return usagef("give one FILE for --solver, or one finding's folder")
	}
	if !slices.Contains(plan.SessionModes(), f.Sessions) {
		return usagef("--sessions %s: give one of %s", f.Sessions, strings.Join(plan.SessionModes(), ", "))
	}
	var table *theory.Table
	var err error
	if len(opts.Theory) > 0 || len(f.Solvers.Specs) > 0 {
		if table, err = extendTable(ctx, opts.Theory); err != nil {
			return err
		}
	}
	temp, err := disk.NewTemp("reduce")
	if err != nil {
		return err
	}
	defer temp.Remove()
	checks, dismiss, err := f.Check.open(ctx, opts.Streams)
	if err != nil {
		return err
	}
	defer dismiss()
	f.checks = checks
	if len(f.Solvers.Specs) > 0 {
		return opts.reduceFile(ctx, args[0], table, temp)
	}
	return opts.reduceFolder(ctx, args[0], table, temp)
}

// config is what all reductions that keep a finding have in common.
func (opts *reduceOptions) config(temp *disk.Temp, size int) (certified.Config, *reduceProgress) {
	show := opts.newProgress(size)
	return certified.Config{
		Dir: temp.Scratch, Jobs: opts.Jobs, MaxTests: opts.MaxTests, Passes: opts.Passes, Progress: show.tell,
		Begun: func(start *certified.Shown) error {
			if !opts.Quiet && !opts.JSON {
				suspect := ""
				if start.Finding.Suspect {
					suspect = " (suspected)"
				}
				fmt.Fprintf(opts.Err, "keeping: %s%s of %s: %s\n", start.Finding.Class, suspect, start.Finding.Solver, start.Finding.Evidence.Summary)
				fmt.Fprintf(opts.Err, "certified by %s: %s%s\n", start.Kind, start.Words, refereedBy(start.By, start.Words, start.Finding.Solver))
			}
			return nil
		},
	}, show
}

// fast returns the runner with which candidates are tried first, nil for none, and what ends it.
func (opts *reduceOptions) fast(temp *disk.Temp) (trial.Runner, func(), error) {
	sub, err := temp.Sub("sessions")
	if err != nil {
		return nil, nil, err
	}
	if r := setup.Sessions(solver.Mode(opts.Keep.Sessions), cacheFolder(), sub, nil); r != nil {
		return r, r.Close, nil
	}
	return nil, func() {}, nil
}

// reduceFile reduces a file on which solvers show something.
func (opts *reduceOptions) reduceFile(ctx context.Context, path string, table *theory.Table, temp *disk.Temp) error {
	find := opts.find
	if opts.Keep.Baseline != "" {
		find = opts.findSlower
	}
	c, text, err := find(ctx, path, table, temp)
	if err != nil {
		return err
	}
	resolver, err := opts.Keep.Solvers.resolver()
	if err != nil {
		return err
	}
	vouching, err := certified.FindReferees(ctx, resolver, opts.Keep.Referees, c.Blamed.Profile().Codebase)
	if err != nil {
		return err
	}
	c.AddReferees(vouching.Named...)
	c.Panel = vouching.Panel
	began := time.Now()
	fast, end, err := opts.fast(temp)
	if err != nil {
		return err
	}
	defer end()
	c.Fast, c.Debugger = fast, solver.Debugger()
	cfg, show := opts.config(temp, len(text))
	if opts.Out != "" {
		// Not before it is certain that there is something to keep: the file of that name may be the only copy.
		begun := cfg.Begun
		cfg.Begun = func(start *certified.Shown) error {
			if err := disk.WriteAtomic(throughLink(opts.Out), []byte(text)); err != nil {
				return err
			}
			return begun(start)
		}
		cfg.Better = func(best *certified.Shown) error { return disk.Replace(throughLink(opts.Out), []byte(best.Text)) }
	}
	r, err := certified.Reduce(ctx, c, text, cfg)
	show.end()
	if err := notShown(err); err != nil {
		if r.Start != nil && opts.Out != "" && errors.As(err, new(*certified.NotShownError)) {
			// What is in it did not show the finding again, and the file may be the only copy.
			err = errors.Join(err, disk.WriteAtomic(throughLink(opts.Out), []byte(text)))
		}
		return err
	}
	k := kept(&r, path, len(text), time.Since(began))
	k.Out = opts.Out
	switch {
	case opts.Out != "":
		err = disk.WriteAtomic(throughLink(opts.Out), []byte(r.Best.Text))
	case opts.JSON:
		k.Text = r.Best.Text
	default:
		_, err = opts.Streams.Out.Write([]byte(r.Best.Text))
	}
	if err != nil {
		return err
	}
	// After the result, which may be of hours, is where it cannot be lost.
	described := opts.describe(ctx, c, &r, text)
	if err := opts.tellKept(&k); described == nil {
		return err
	}
	return described
}

// describe writes the report and the folder that the user asks for.
func (opts *reduceOptions) describe(ctx context.Context, c certified.Case, r *certified.Result, original string) error {
	k := &opts.Keep
	if k.Report == "" && k.Finding == "" {
		return nil
	}
	f, others := certified.Describe(context.WithoutCancel(ctx), c, r, original)
	bug := []byte(r.Best.Text)
	if k.Finding != "" {
		if err := findings.Keep(k.Finding, f, findings.Texts{Bug: bug, Original: []byte(original), Others: others}); err != nil {
			return err
		}
	}
	if k.Report == "" {
		return nil
	}
	return disk.WriteAtomic(throughLink(k.Report), findings.Report(&f, bug, others))
}

// reduceFolder reduces a finding in its folder.
func (opts *reduceOptions) reduceFolder(ctx context.Context, dir string, table *theory.Table, temp *disk.Temp) error {
	f := &opts.Keep
	home := filepath.Clean(dir)
	if filepath.Base(home) == findings.RecordFile {
		home = filepath.Dir(home)
	}
	if _, err := findings.LoadRecord(home); err != nil {
		return usagef("%w", err)
	}
	if out, _ := triagedIn(home); !campaign.Ended(out) {
		return usagef("%s belongs to a campaign that has not ended and would overwrite it: let the campaign end, or reduce a copy of the folder", dir)
	}
	unlock, err := aloneIn(home)
	if err != nil {
		return err
	}
	defer unlock()
	// A reduction that was killed while writing has left a folder that is neither the old nor the new one.
	if err := findings.Repair(home); err != nil {
		return err
	}
	stored, err := findings.Load(dir)
	if err != nil {
		return usagef("%w", err)
	}
	began := time.Now()
	size := 0
	if info, err := os.Stat(filepath.Join(stored.Dir, findings.OriginalFile)); err == nil {
		size = int(info.Size())
	}
	cfg, show := opts.config(temp, size)
	from := recorded{Profiles: f.Solvers.profileFlags, Checks: f.checks}
	replayer, resolver, err := from.replayer(ctx, stored)
	if err != nil {
		return err
	}
	fast, end, err := opts.fast(temp)
	if err != nil {
		return err
	}
	defer end()
	folder := certified.Folder{Config: cfg, Resolve: replayer.Resolve, Table: table, Checks: replayer.Checks, Fast: fast, Debugger: solver.Debugger()}
	vouching, err := certified.FindReferees(ctx, resolver, f.Referees, "")
	if err != nil {
		return err
	}
	folder.Referees, folder.Panel = vouching.Named, vouching.Panel
	r, err := folder.Reduce(ctx, stored)
	show.end()
	if err := notShown(err); err != nil {
		return err
	}
	k := kept(&r, "", size, time.Since(began))
	k.Finding = dir
	return opts.tellKept(&k)
}

// reduceLock is the file in a finding's folder that keeps a second reduction out.
const reduceLock = ".reduce.lock"

// aloneIn makes sure that no other process writes into a finding's folder, and that none begins until the function that it returns is called: no second
// reduction of it, and no triage of its campaign, which reduces too. Other findings of the campaign may be reduced at the same time.
func aloneIn(home string) (unlock func(), err error) {
	mine, err := disk.TryLock(filepath.Join(home, reduceLock))
	if errors.Is(err, disk.ErrLocked) {
		return nil, usagef("%s: another assay reduce is running there; try again when it has ended, or reduce a copy of the folder", home)
	}
	if err != nil {
		return nil, outputAt(home, err)
	}
	out, ok := triagedIn(home)
	if !ok {
		return mine.Remove, nil
	}
	all, err := disk.TryShare(filepath.Join(out, triageLock))
	if err != nil {
		mine.Remove()
		if errors.Is(err, disk.ErrLocked) {
			err = usagef("%s: assay triage or assay merge is working in %s; try again when it has ended, or reduce a copy of the folder", home, out)
		}
		return nil, err
	}
	return func() { all.Unlock(); mine.Remove() }, nil
}

// triagedIn is the folder in which triage would go through a finding with the others of its campaign; ok is false where there is none.
func triagedIn(home string) (out string, ok bool) {
	if abs, err := filepath.Abs(home); err == nil {
		home = abs // it may be the current folder
	}
	all := filepath.Dir(home)
	out = filepath.Dir(all)
	return out, filepath.Base(all) == findings.Folder && campaignFolder(out) == nil
}

// outputAt names the folder that people know in an error about a hidden file.
func outputAt(path string, err error) error {
	var output *disk.OutputError
	if errors.As(err, &output) {
		return &disk.OutputError{Path: path, Err: output.Err}
	}
	return err
}

// notShown gives an error its exit code.
func notShown(err error) error {
	var not *certified.NotShownError
	if errors.As(err, &not) {
		return withExit(exitFailed, err)
	}
	return err
}
