package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/review"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

type replayOptions struct {
	*Streams
	Dirs     []string
	Profiles profileFlags
	Check    checkFlags
	Theory   []string
	Solver   string
	Classes  []string
	Edited   bool
	JSON     bool

	named []string // the findings among Dirs
	// unjudged are those that cannot be judged: their folders cannot be read, or their solvers are not here. unread counts the first kind.
	unjudged []review.Unusable
	unread   int
}

func newReplay(s *Streams) *cobra.Command {
	opts := &replayOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "replay [flags] FINDING...",
		Short: "Run findings again",
		Long: `Run findings again: the recorded solvers with the recorded options on the stored formula. FINDING is a finding's
folder, that of a bug for its smallest finding, or a campaign's output folder for all of its findings. --solver runs another solver instead of the
blamed one, to see whether another version still has the defect. A finding that needs a session is run with everything that
its process had read (session.smt2).

A finding's folder has what its verdict rests on, including theory files and profiles, so it can be moved to another
machine; --theory and --profile replace what is recorded.

A finding that rests on the word of a check of your own is run with that check only if --check names it.

A finding is called gone when it did not show in so many runs that the chance of having missed it is below 1 %. That is a few runs for one that
always showed, and up to 60 for one that did not; where 60 are not enough, it may be gone. Runs that a limit ends
say nothing: where the others are too few for them, it may be gone as well.

A finding names the program that showed it by its checksum. If the recorded program is still where it was, it is run, even if the solver's name
now means another one. Where only another build of the same version is there and it does not show the finding, that is said, and the
finding does not count as gone.

Exit code 10 when one of them is still there or may be, 0 when all are gone, 4 when others are not shown by another build. Unknowns in logics not known to be decidable count only when
FINDING is the folder of one, or in a campaign with campaign.lost-answers. A finding that cannot be judged, because its formula or a
solver is missing or damaged, never counts as gone: it is listed with the reason, and the others are run. Where none is still there or may be, the
exit code is then 4 if a solver that one needs is not here, else 1. A single FINDING that cannot be judged is an error.`,
		Example: `  assay replay out/findings/crash-z3-QF_S-1a2b3c4d
  assay replay --solver /opt/z3-nightly/bin/z3 out`,
		Args: minArgs(1, "FINDING"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Dirs = args
			return opts.run(cmd.Context())
		},
	}
	opts.Profiles.bind(cmd)
	opts.Check.bind(cmd)
	cmd.Flags().StringVar(&opts.Solver, "solver", "", "a solver `SPEC` to run instead of the blamed one")
	cmd.Flags().StringSliceVar(&opts.Classes, "class", nil, "run only findings of these `CLASSES`, separated by commas, such as crash,invalid-model")
	complete(cmd, "class", listOf(",", classNames))
	theoryFlag(cmd, &opts.Theory)
	cmd.Flags().BoolVar(&opts.Edited, "edited", false, "run formulas that differ from what the findings' records say, such as ones reduced by hand")
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

// replayed is what the command says about one finding.
type replayed struct {
	Finding string       `json:"finding"`
	Class   oracle.Class `json:"class"`
	Solver  string       `json:"solver"`
	triage.Replay
}

func (opts *replayOptions) run(ctx context.Context) error {
	all, err := opts.load()
	if err != nil {
		return err
	}
	if _, err := opts.Profiles.resolver(); err != nil { // later, an error in a profile is about one that a finding has recorded
		return err
	}
	var table *theory.Table // that of each finding
	if len(opts.Theory) > 0 {
		if table, err = extendTable(ctx, opts.Theory); err != nil {
			return err
		}
	}
	checks, dismiss, err := opts.Check.open(ctx, opts.Streams)
	if err != nil {
		return err
	}
	defer dismiss()
	there, apart, open, others := 0, 0, 0, 0
	for _, f := range all {
		replayer := triage.Replayer{Resolve: opts.resolve(f), Table: table, Checks: checks}
		replay, err := replayer.Replay(ctx, f)
		if about, noProgram := ofOneFinding(err); about && !opts.alone() {
			if err := opts.cannotJudge(f.Dir, err, noProgram); err != nil {
				return errOutput
			}
			continue
		}
		if err != nil {
			return err
		}
		if replay.State == triage.MayBeGone {
			open++
		}
		if replay.State == triage.StillThere {
			there++
		}
		if (replay.State == triage.StillThere || replay.State == triage.MayBeGone) && !opts.counts(f) {
			apart++
		}
		if replay.State == triage.OtherBuild {
			others++
		}
		if err := opts.show(&replayed{f.Dir, f.Class, f.Solver, replay}); err != nil {
			return errOutput
		}
	}
	if count := len(all) + opts.unread; count > 1 {
		fmt.Fprintf(opts.Err, "%s: %d still there, %d gone", plural(count, "finding"), there, count-there-open-others-len(opts.unjudged))
		if open > 0 {
			fmt.Fprintf(opts.Err, ", %d may be gone", open)
		}
		if others > 0 {
			fmt.Fprintf(opts.Err, ", %d not shown by another build", others)
		}
		if n := len(opts.unjudged); n > 0 {
			fmt.Fprintf(opts.Err, ", %d cannot be judged", n)
		}
		fmt.Fprintln(opts.Err)
	}
	if apart > 0 {
		fmt.Fprintf(opts.Err, "%s of those that are still there or may be: unknowns in logics not known to be decidable, which do not count\n", plural(apart, "finding"))
	}
	switch {
	case there+open > apart:
		return exit(exitFindings)
	case others > 0 && opts.Solver == "":
		return exit(exitSolver) // the program that shows them is not here
	}
	return exitUnjudged(opts.unjudged)
}

// counts reports whether a finding that is still there, or may be, affects the exit code. One that is asked for by name does in any logic.
func (opts *replayOptions) counts(f findings.Stored) bool {
	return slices.Contains(opts.named, f.Dir) || !campaign.Apart(f.Class, f.Logic) || campaign.CountsLostAnswers(filepath.Dir(filepath.Dir(f.Dir)))
}

// alone reports whether the user asks for one finding by its name: why that cannot be judged is then the error of the command.
func (opts *replayOptions) alone() bool { return len(opts.Dirs) == 1 && len(opts.named) == 1 }

// ofOneFinding reports whether an error is about one finding alone, and whether that is because a solver is not here.
func ofOneFinding(err error) (about, noProgram bool) {
	var record *triage.RecordError
	var unusable *solver.UnusableError
	var profile *solver.ProfileError
	noProgram = errors.As(err, &unusable)
	return noProgram || errors.As(err, &record) || errors.As(err, &profile), noProgram
}

// unjudgedLine is a finding that cannot be judged, for programs.
type unjudgedLine struct {
	Finding string `json:"finding"`
	State   string `json:"state"`
	Problem string `json:"problem"`
}

// cannotRead says why a finding's folder cannot be read. A failure to say it is returned.
func (opts *replayOptions) cannotRead(dir string, why error) error {
	opts.unread++
	if err := opts.cannotJudge(dir, why, false); err != nil {
		return errOutput
	}
	return nil
}

// cannotJudge says why a finding cannot be judged. A failure to say it is returned.
func (opts *replayOptions) cannotJudge(dir string, why error, noProgram bool) error {
	var record *triage.RecordError
	if errors.As(why, &record) {
		why = record.Err // the rest is said here
	}
	opts.unjudged = append(opts.unjudged, review.Unusable{Finding: dir, Problem: why.Error(), NoProgram: noProgram})
	if opts.JSON {
		return opts.printJSON(unjudgedLine{dir, "cannot be judged", why.Error()})
	}
	return opts.say("%s: cannot be judged: %s\n", filepath.Clean(dir), visible.Line(why.Error()))
}

func (opts *replayOptions) load() ([]findings.Stored, error) {
	load, loadAll := findings.Load, findings.LoadAll
	if opts.Edited {
		load, loadAll = findings.LoadRecord, findings.LoadRecords
	}
	var all []findings.Stored
	for _, dir := range opts.Dirs {
		info, err := os.Stat(dir)
		if err != nil {
			return nil, missingFile(dir, err)
		}
		if !info.IsDir() {
			return nil, noFinding(dir)
		}
		dir = findingOf(dir)
		one, err := load(dir)
		if err == nil {
			all = append(all, one)
			opts.named = append(opts.named, one.Dir)
			continue
		}
		var damaged *findings.DamagedError
		if errors.As(err, &damaged) {
			err = fmt.Errorf("%w (--edited runs formulas that were changed on purpose)", err)
		}
		if !errors.Is(err, os.ErrNotExist) {
			if len(opts.Dirs) == 1 {
				return nil, usagef("%w", err)
			}
			if err := opts.cannotRead(dir, err); err != nil {
				return nil, err
			}
			continue
		}
		several, err := loadAll(dir)
		bad := findings.LoadErrors(err)
		damage := slices.ContainsFunc(bad, func(e *findings.LoadError) bool { return !errors.Is(e, os.ErrNotExist) })
		if err != nil && (len(bad) == 0 || len(several) == 0 && !damage) { // then this is no folder of findings
			return nil, usagef("%w", err)
		}
		for _, e := range bad {
			if err := opts.cannotRead(e.Dir, e.Err); err != nil {
				return nil, err
			}
		}
		if len(several) == 0 && damage {
			continue
		}
		if campaign.IsThere(dir) && len(several) == 0 {
			fmt.Fprintf(opts.Err, "%s: this campaign has found nothing that can be run again\n", dir)
			continue
		}
		if len(several) == 0 {
			if isThere(filepath.Join(dir, review.ClusterFile)) {
				return nil, noFinding(dir)
			}
			return nil, usagef("%s is neither a finding (it has no %s) nor a campaign's folder with findings", dir, findings.RecordFile)
		}
		all = append(all, several...)
	}
	return opts.ofClasses(all)
}

// ofClasses keeps the findings of the classes that the user asks for.
func (opts *replayOptions) ofClasses(all []findings.Stored) ([]findings.Stored, error) {
	if len(opts.Classes) == 0 {
		return all, nil
	}
	for _, name := range opts.Classes {
		if _, err := oracle.ParseClass(name); err != nil {
			return nil, usagef("--class: %w%s; the classes are %s", err, didYouMean(name, classNames()), strings.Join(classNames(), ", "))
		}
	}
	kept := slices.DeleteFunc(slices.Clone(all), func(f findings.Stored) bool { return !slices.Contains(opts.Classes, string(f.Class)) })
	if len(kept) == 0 && len(all) > 0 {
		return nil, usagef("no finding is of class %s", strings.Join(opts.Classes, " or "))
	}
	return kept, nil
}

// resolve finds the recorded solvers by the recorded profiles, with another one instead of the blamed one if the user says
// so. Profiles that the user names take precedence over those of the record.
func (opts *replayOptions) resolve(f findings.Stored) triage.Resolve {
	find := func(ctx context.Context, text string) (solver.Target, error) {
		r, err := opts.Profiles.resolverWith(f.Profiles)
		if err != nil {
			return solver.Target{}, err
		}
		return r.ResolveText(ctx, text)
	}
	recorded := triage.Recorded(&f.Finding, find)
	return func(ctx context.Context, text string) (solver.Target, error) {
		if opts.Solver != "" && text == f.Solver {
			return find(ctx, opts.Solver)
		}
		return recorded(ctx, text)
	}
}

// absentRuns says what it rests on that a finding is gone, or may be. cut is the number of further runs that a limit ended.
func absentRuns(state triage.ReplayState, runs, cut int) string {
	text := fmt.Sprintf("0 of %s", plural(runs, "run"))
	if cut > 0 {
		text += fmt.Sprintf(", and %d that a limit ended, which say nothing", cut)
	} else if state == triage.MayBeGone {
		text += ", and it shows so rarely that more would be needed"
	}
	return text
}

func (opts *replayOptions) show(r *replayed) error {
	if opts.JSON {
		return opts.printJSON(r)
	}
	text := fmt.Sprintf("%s: %s: %s in %s\n", filepath.Clean(r.Finding), r.State, r.Class, r.Solver)
	if r.State == triage.StillThere {
		text += fmt.Sprintf("  %s\n", r.Evidence.Summary)
		if r.Shown < r.Runs {
			text += fmt.Sprintf("  it showed in %d of %s\n", r.Shown, plural(r.Runs, "run"))
		}
	} else {
		text += fmt.Sprintf("  %s\n", absentRuns(r.State, r.Runs, r.Cut))
		if r.Instead != "" {
			text += fmt.Sprintf("  its formula shows %s instead\n", visible.Line(r.Instead))
		}
	}
	for _, run := range r.Last {
		text += fmt.Sprintf("  %-10s %6.2f s  %s\n", run.Outcome, run.Seconds, run.CommandLine())
	}
	for _, note := range r.Notes {
		text += fmt.Sprintf("  note: %s\n", note)
	}
	return opts.say("%s", text)
}
