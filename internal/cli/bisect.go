package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/checkout"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/solver"
)

type bisectOptions struct {
	*Streams
	recorded
	Versions versionFlags
	Edited   bool
	JSON     bool
	// Of a git checkout.
	Git, Build, Binary, Good, Bad string
	BuildTime                     time.Duration
}

// buildTime is how long a build of a revision may take unless the user says otherwise.
const buildTime = time.Hour

func newBisect(s *Streams) *cobra.Command {
	opts := &bisectOptions{Streams: s, BuildTime: buildTime}
	cmd := &cobra.Command{
		Use:   "bisect [flags] FINDING",
		Short: "Find the versions with which a finding came and went",
		Long: `Run a finding on versions of the blamed solver, and find those between which it came and went. It searches, and runs a few more versions
than it needs: where these show that the defect did not come and go just once, it runs all versions and says so.

LIST has versions and ranges, separated by commas: z3@4.8.12, z3@4.8.12..5.4.0, 4.13.., ..5.0. Without it, bisect takes all installed versions of
the blamed solver and the one with which the finding was found, plus those of its codebase where at most one is installed; with --install, also those that can be installed.

A version that shows it once is bad. It is good when it did not show in so many runs that the chance of having missed it is below 1 %, by how often the
finding shows where it was found; that is counted first. It may be good where 60 runs are not enough for that.

A version that refuses the formula, runs out of time or memory, crashes elsewhere, answers wrongly in another way, or is not there cannot say; the search goes around it.

With --git, the revisions between --good and --bad of a checkout are built and run. One that does not build cannot say. Where a merge is
to blame, its own revisions are searched. The checkout must have no changes, and is left as it was.

Results are kept in the finding's folder (bisect.json), and those versions are not run again. Exit code 10 when a version shows the
finding, 0 when none does and at least one could say, 4 when none could.`,
		Example: `  assay bisect out/findings/crash-z3-QF_S-1a2b3c4d --versions z3@4.8.12..5.4.0 --install
  assay bisect out/findings/crash-z3-QF_S-1a2b3c4d
  assay bisect FINDING --git ~/z3 --build 'ninja -C build' --binary build/z3 --good z3-4.8.12 --bad master`,
		Args: exactArgs(1, "FINDING"),
		RunE: func(cmd *cobra.Command, args []string) error { return opts.run(cmd.Context(), args[0]) },
	}
	f := cmd.Flags()
	f.StringVar(&opts.Versions.List, "versions", "", "the versions to run, as a `LIST` of versions and ranges")
	f.BoolVar(&opts.Versions.Install, "install", false, "install versions that are missing")
	opts.Profiles.bind(cmd)
	theoryFlag(cmd, &opts.Theory)
	f.BoolVar(&opts.Edited, "edited", false, "run a formula that differs from what the finding's record says")
	f.StringVar(&opts.Git, "git", "", "a git checkout of the solver, a `DIR`, whose revisions are built and run")
	f.StringVar(&opts.Build, "build", "", "the `COMMAND` that builds the checked-out revision, run by a shell in DIR")
	f.StringVar(&opts.Binary, "binary", "", "the `PATH` of the program that it builds, in DIR")
	f.StringVar(&opts.Good, "good", "", "a `REV` without the defect")
	f.StringVar(&opts.Bad, "bad", "", "a `REV` with the defect, after or before the good one")
	f.Var((*period)(&opts.BuildTime), "build-timeout", "how long a build may take, 0 for no limit")
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

func (opts *bisectOptions) check() error {
	of := []struct{ flag, value string }{{"build", opts.Build}, {"binary", opts.Binary}, {"good", opts.Good}, {"bad", opts.Bad}}
	for _, f := range of {
		switch {
		case opts.Git != "" && f.value == "":
			return usagef("--%s is missing: --git needs --build, --binary, --good and --bad", f.flag)
		case opts.Git == "" && f.value != "":
			return usagef("--%s is for a checkout: give it together with --git DIR", f.flag)
		}
	}
	if opts.Git == "" && opts.BuildTime != buildTime {
		return usagef("--build-timeout is for a checkout: give it together with --git DIR")
	}
	if opts.Versions.List == noVersions {
		return usagef("--versions none leaves nothing to bisect; leave out --versions for all installed versions")
	}
	if opts.Git != "" && (opts.Versions.List != "" || opts.Versions.Install) {
		return usagef("give either --git, or --versions and --install")
	}
	return nil
}

func (opts *bisectOptions) run(ctx context.Context, dir string) error {
	if err := opts.check(); err != nil {
		return err
	}
	f, err := loadFinding(dir, opts.Edited)
	if err != nil {
		return err
	}
	replayer, resolver, err := opts.replayer(ctx, f)
	if err != nil {
		return err
	}
	opts.Versions.JSON = opts.JSON
	opts.Versions.Codebase = true
	b := triage.Bisector{Replayer: replayer, Tell: opts.tell}
	var out triage.Bisection
	if opts.Git != "" {
		out, err = opts.revisions(ctx, b, f)
	} else {
		if b, err = opts.Versions.bisector(ctx, opts.Streams, f, replayer, resolver); err != nil {
			return err
		}
		b.Tell = opts.tell
		if len(b.Candidates) == 0 {
			return notEnough(f, opts.Versions.List)
		}
		if out, err = b.Run(ctx, f); err == nil {
			err = findings.Refresh(f.Dir)
		}
	}
	var unusable *checkout.Error
	if errors.As(err, &unusable) {
		return usagef("--git %w", err)
	}
	if err != nil {
		return err
	}
	if err := opts.conclude(f, &out); err != nil {
		return errOutput
	}
	return bisectExit(&out)
}

// bisectExit gives the exit code.
func bisectExit(b *triage.Bisection) error {
	said := false
	for _, v := range b.Versions {
		said = said || v.Verdict.Decides()
	}
	switch {
	case b.FirstBad != "":
		return exit(exitFindings)
	case !said:
		return exit(exitSolver)
	}
	return nil
}

// bisectLine is a version for programs.
type bisectLine struct {
	Event string `json:"event"`
	triage.VersionVerdict
}

// tell says what a version did. A failure is remembered by the stream and ends in the exit code.
func (opts *bisectOptions) tell(v triage.VersionVerdict) {
	if opts.JSON {
		_ = opts.printJSON(bisectLine{"version", v})
		return
	}
	_ = opts.say("%s", versionLine(v))
}

// bisectResult is the last line for programs.
type bisectResult struct {
	Event   string `json:"event"`
	Finding string `json:"finding"`
	*triage.Bisection
}

func (opts *bisectOptions) conclude(f findings.Stored, b *triage.Bisection) error {
	if opts.JSON {
		return opts.printJSON(bisectResult{"result", f.Dir, b})
	}
	return opts.say("%s", bisectionText(b, f.Family))
}

// bisectionText is the result for people, about the versions that were asked for.
func bisectionText(b *triage.Bisection, family string) string {
	known := b.Record()
	known.Others = nil
	text := strings.Join(known.Lines(family), "\n") + "\n"
	switch {
	case b.FirstBad != "":
		return text
	case slices.ContainsFunc(b.Versions, func(v triage.VersionVerdict) bool { return v.Verdict.Decides() }):
		return "no version shows it\n" + text
	}
	return "no version can say whether it shows\n" + text
}

// revisions searches a checkout.
func (opts *bisectOptions) revisions(ctx context.Context, b triage.Bisector, f findings.Stored) (out triage.Bisection, err error) {
	c := &checkout.Checkout{Dir: opts.Git, Build: opts.Build, Time: opts.BuildTime}
	if err := c.Open(ctx); err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, c.Close(ctx)) }()
	line, err := c.Line(ctx, opts.Good, opts.Bad)
	if err != nil {
		return out, err
	}
	b.Costly, b.File = true, triage.BisectGitFile
	b.Replayer.Revisions = true
	// Where a merge is to blame, its revisions go in front of it; they may contain merges themselves.
	const maxDepth = 8
	unbuilt := make(map[string]string)
	for range maxDepth {
		b.Candidates = nil
		for _, rev := range line {
			b.Candidates = append(b.Candidates, opts.revision(c, b.Replayer, f, rev, unbuilt))
		}
		b.Releases = line
		if out, err = b.Run(ctx, f); err != nil {
			return out, err
		}
		if out.FirstBad == "" || out.LastGood == "" && out.FirstFixed == "" {
			return out, opts.nothingBetween(ctx, c, &out)
		}
		longer, err := opened(ctx, c, line, &out)
		if err != nil || len(longer) == len(line) {
			opts.describe(ctx, c, &out)
			return out, err
		}
		line = longer
	}
	return out, nil
}

// nothingBetween says why there is no change to find between the two ends: one cannot say whether the finding shows, or both say the same.
func (opts *bisectOptions) nothingBetween(ctx context.Context, c *checkout.Checkout, out *triage.Bisection) error {
	for _, end := range []struct{ flag, rev string }{{"good", opts.Good}, {"bad", opts.Bad}} {
		hash, err := c.Commit(ctx, end.rev)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(out.Versions, func(v triage.VersionVerdict) bool { return v.Name == hash })
		if i < 0 {
			continue
		}
		if v := out.Versions[i]; !v.Verdict.Decides() {
			return usagef("--%s %s cannot say whether the finding shows (%s): give a revision near it that can, or mend --build and --binary", end.flag, end.rev, cmp.Or(v.Reason, "it was not run"))
		}
	}
	return usagef("%s and %s are alike (%s): there is nothing to find between them", opts.Good, opts.Bad, out.Versions[0].Verdict)
}

// describe prints what the revision is in which the verdict changed.
func (opts *bisectOptions) describe(ctx context.Context, c *checkout.Checkout, out *triage.Bisection) {
	if rev := changedIn(out); rev != "" {
		fmt.Fprintf(opts.Err, "%s: %s\n", rev, c.Describe(ctx, rev))
	}
}

// changedIn is the first revision after the change.
func changedIn(b *triage.Bisection) string {
	if b.LastGood != "" {
		return b.FirstBad
	}
	return b.FirstFixed
}

// opened returns the line with the revisions added that the merge to blame brought in, or the line itself when that is not a merge.
func opened(ctx context.Context, c *checkout.Checkout, line []string, b *triage.Bisection) ([]string, error) {
	rev := changedIn(b)
	merged, err := c.Merged(ctx, rev)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, r := range line {
		if r == rev {
			for _, m := range merged {
				if !slices.Contains(line, m) {
					out = append(out, m)
				}
			}
		}
		out = append(out, r)
	}
	return out, nil
}

// revision is a revision as a candidate. What does not build is not built again while the command runs: its last line is in unbuilt.
func (opts *bisectOptions) revision(c *checkout.Checkout, r triage.Replayer, f findings.Stored, rev string, unbuilt map[string]string) triage.Candidate {
	// Another command, or another program that it builds, has verdicts of its own.
	return triage.Candidate{Name: rev, Program: opts.Build + "\n" + opts.Binary, Target: func(ctx context.Context) (target solver.Target, err error) {
		if said, ok := unbuilt[rev]; ok {
			return target, unusableVersion(rev, "it does not build: "+said)
		}
		fmt.Fprintf(opts.Err, "building %s\n", rev)
		var failed *checkout.BuildError
		if err := c.Make(ctx, rev); errors.As(err, &failed) {
			unbuilt[rev] = failed.Said
			return target, unusableVersion(rev, "it does not build: "+failed.Said)
		} else if err != nil {
			return target, err
		}
		target, err = r.Resolve(ctx, withConfiguration(filepath.Join(opts.Git, opts.Binary), f.Solver))
		if err != nil && ctx.Err() == nil {
			return target, unusableVersion(rev, err.Error())
		}
		return target, err
	}}
}
