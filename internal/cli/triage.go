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
	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/review"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/report/screen"
	"github.com/assay-smt/assay/internal/solver"
)

type triageOptions struct {
	*Streams
	recorded
	Versions versionFlags
	Known    knownFlags
	Check    checkFlags
	Marks    []string
	Coarse   bool
	// Unwelcome shows clusters of which the solver's developers accept no report.
	Unwelcome bool
	Reduce    bool
	Locate    bool
	Referees  []string
	Jobs      int
	Runs      int
	Watch     bool
	JSON      bool
	Quiet     bool
	Joining   joining

	dir    string
	ticker *ticker
}

// triageLock is the file in a campaign's folder that keeps a second triage out. Reductions of single findings share it.
const triageLock = ".triage.lock"

// noVersions is the list of no versions at all.
const noVersions = "none"

// watchEvery is the time between two looks at a campaign that runs.
const watchEvery = 10 * time.Second

func newTriage(s *Streams) *cobra.Command {
	opts := &triageOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "triage [flags] DIR...",
		Short: "Confirm the findings of a campaign, group those that are one bug, and set known bugs apart",
		Long: `Go through the findings of a campaign: run each again in fresh processes, group those that are one bug, find the versions with which the
smallest of each group came and went, reduce it, find the wrong step of a wrong unsat, and set known bugs apart. DIR/clusters has a folder for each group, with its smallest
finding, the number of findings in it, and the reason why each is in it. Results are kept, so the command resumes where it was
ended, and costs little when nothing is new.

Several DIRs are joined first, in --out, where the results are then: shards of a campaign, or different campaigns, each once. Findings with the
same signature are one. The same command goes on there with what is new in the DIRs.

A finding that does not always show is run --runs times, and the rate is reported. One that no longer shows is listed as gone.

The versions are those of --versions; by default, all installed ones of each blamed solver and the one with which a finding was found. --versions none runs none.

--mark CLUSTER=known, CLUSTER=filed:LINK or CLUSTER=ignored records what somebody decided about a bug, and does nothing else. Marks are kept in
DIR/known.txt, which is meant to be edited; --known reads other such lists. Known bugs do not count, here and in assay fuzz on the same DIR,
until they show in a version in which the list says that they are fixed. A mark recognises a bug by its formulas, and a crash by its place.
With --signatures, it also recognises the others by their signatures, which are coarse: other bugs may have the same one, and would be hidden.

Clusters are listed the gravest first: wrong answers in the default configuration, then those that need a session, an option or a tactic, then wrong
models, cores and values, crashes, and lost answers. Bugs that need an option or a tactic with which the solver's developers accept no reports are
counted, and listed with --unwelcome; they do not count either. Bugs that come with Assay are known: --known none switches that off.

A finding that cannot be judged is listed with the reason, and the others are gone through.

Exit code 10 when there are bugs that count, 0 when there are none. Where there are none and a finding cannot be judged: 4 if a solver that one needs is not here,
else 1.`,
		Example: `  assay triage out
  assay triage out --versions z3@4.8.12..5.4.0 --install
  assay triage out --mark crash-z3-1a2b3c=filed:https://example.org/issues/12
  assay triage out --watch --known ../known.txt
  assay triage out-1 out-2 out-3`,
		Args: minArgs(1, "DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if opts.Watch && len(args) > 1 {
				return usagef("--watch is for one DIR: run the command again for what is new in several")
			}
			if len(args) > 1 {
				opts.Known.Paths = append(marksOf(args), opts.Known.Paths...)
			}
			var err error
			if opts.dir, err = opts.Joining.folder(cmd.Context(), args); err != nil {
				return err
			}
			return opts.run(cmd.Context())
		},
	}
	opts.Joining.bind(cmd, s)
	f := cmd.Flags()
	f.StringVar(&opts.Versions.List, "versions", "", "the versions to run, as a `LIST` of versions and ranges, or none")
	f.BoolVar(&opts.Versions.Install, "install", false, "install versions that are missing")
	opts.Known.bind(cmd)
	f.StringArrayVar(&opts.Marks, "mark", nil, "mark a cluster, or * for all unknown ones: `CLUSTER=MARK`, where MARK is known, filed:LINK, ignored, or new to remove a mark (repeatable)")
	f.BoolVar(&opts.Coarse, "signatures", false, "with --mark, also recognise bugs that are not crashes by their signatures, which may hide other bugs")
	f.IntVarP(&opts.Jobs, "jobs", "j", 1, "findings run at the same time")
	f.BoolVar(&opts.Reduce, "reduce", true, "reduce the smallest finding of each cluster, certified at every step, once the campaign has ended; --reduce=false for none")
	f.BoolVar(&opts.Locate, "locate", true, "find where the blamed solver goes wrong in its own proof, for the smallest finding of each cluster of wrong unsats, once the campaign has ended; --locate=false for none")
	f.BoolVar(&opts.Unwelcome, "unwelcome", false, "also list bugs of which the solver's developers accept no reports, since they need an option or a tactic that was declined")
	refereeFlag(cmd, &opts.Referees)
	f.IntVar(&opts.Runs, "runs", review.DefaultRuns, "how often to run a finding that does not always show")
	f.BoolVarP(&opts.Watch, "watch", "w", false, "beside a running campaign, go on with its new findings until it ends")
	f.BoolVarP(&opts.Quiet, "quiet", "q", false, "show no progress")
	opts.Profiles.bind(cmd)
	opts.Check.bind(cmd)
	theoryFlag(cmd, &opts.Theory)
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

func (opts *triageOptions) run(ctx context.Context) error {
	info, err := os.Stat(opts.dir)
	switch {
	case err != nil:
		return missingFile(opts.dir, err)
	case !info.IsDir():
		return noCampaign(opts.dir)
	case opts.Runs < 1:
		return usagef("--runs %d: give 1 or more", opts.Runs)
	case !isFolder(filepath.Join(opts.dir, findings.Folder)):
		return noCampaign(opts.dir)
	}
	if err := campaignFolder(opts.dir); err != nil {
		return err
	}
	if err := checkJobs(opts.Jobs); err != nil {
		return err
	}
	all, own, err := opts.Known.load(opts.dir)
	if err != nil {
		return err
	}
	if len(opts.Marks) > 0 {
		return opts.mark(own)
	}
	opts.ticker = newTicker(opts.Streams, opts.Quiet)
	if opts.Coarse {
		return usagef("--signatures says how --mark recognises bugs; give --mark")
	}
	if opts.Versions.List != "" && opts.Versions.List != noVersions {
		if _, err := solver.ParseVersionList(opts.Versions.List, "any"); err != nil {
			return wrongVersions(opts.Versions.List, err)
		}
	}
	lock, err := disk.TryLock(filepath.Join(opts.dir, triageLock))
	if errors.Is(err, disk.ErrLocked) {
		return usagef("%s: another assay triage is running there, or assay reduce or merge; try again when it has ended", opts.dir)
	}
	if err != nil {
		return outputAt(opts.dir, err)
	}
	defer lock.Unlock()
	opts.Versions.JSON = opts.JSON
	if _, err := opts.Profiles.resolver(); err != nil { // later, an error in a profile is about one that a finding has recorded
		return err
	}
	checks, dismiss, err := opts.Check.open(ctx, opts.Streams)
	if err != nil {
		return err
	}
	defer dismiss()
	opts.Checks = checks
	report, err := opts.rounds(ctx, all)
	if err != nil {
		return err
	}
	if err := opts.show(&report); err != nil {
		return errOutput
	}
	opts.others(&report)
	if slices.ContainsFunc(report.Clusters, func(c review.Cluster) bool { return c.Counts() }) {
		return exit(exitFindings)
	}
	return exitUnjudged(report.Unusable)
}

// exitUnjudged is the end of a command that found nothing which counts, where some findings cannot be judged: a missing program can be had, so that is said first.
func exitUnjudged(all []review.Unusable) error {
	switch {
	case len(all) == 0:
		return nil
	case slices.ContainsFunc(all, func(u review.Unusable) bool { return u.NoProgram }):
		return exit(exitSolver)
	}
	return exit(exitFailed)
}

// others names versions of the list that are about no finding.
func (opts *triageOptions) others(report *review.Report) {
	var families []string
	for _, c := range report.Clusters {
		families = append(families, c.Solver)
	}
	if f := opts.Versions.foreign(families); len(f) > 0 {
		fmt.Fprintf(opts.Err, "--versions: %s left out: no finding that shows is about that solver\n", strings.Join(f, ", "))
	}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// rounds goes through the findings, once or until the campaign ends.
func (opts *triageOptions) rounds(ctx context.Context, bugs *known.List) (review.Report, error) {
	counts := campaign.CountsLostAnswers(opts.dir)
	c := review.Config{
		Dir: opts.dir, Jobs: opts.Jobs, Runs: opts.Runs, Known: bugs, Debugger: solver.Debugger(), Tell: opts.tell, Bisect: opts.bisect, Unwelcome: opts.unwelcome,
		Apart: func(f findings.Stored) bool { return !counts && campaign.Apart(f.Class, f.Logic) },
		Replayer: func(ctx context.Context, f findings.Stored) (triage.Replayer, error) {
			r, _, err := opts.replayer(ctx, f)
			return r, err
		},
	}
	if opts.Versions.List == noVersions {
		c.Bisect = nil
	}
	temp, err := disk.NewTemp("triage")
	if err != nil {
		return review.Report{}, err
	}
	defer temp.Remove()
	steps := opts.steps(temp)
	for {
		ended := !opts.Watch || campaign.Ended(opts.dir)
		c.Reduce, c.Locate, c.Deny, c.Verify = nil, nil, nil, nil
		if campaign.Ended(opts.dir) { // otherwise the campaign would overwrite what is written into its findings
			if opts.Reduce {
				c.Reduce = steps.Reduce
			}
			if opts.Locate {
				c.Locate, c.Deny = steps.Locate, steps.Deny
			}
			c.Verify = steps.Verify
		}
		report, err := review.Run(ctx, c)
		opts.ticker.end()
		if err != nil || ended {
			return report, err
		}
		if !opts.Quiet {
			fmt.Fprintf(opts.Err, "%s in %s so far; waiting for more\n", plural(report.Findings, "finding"), plural(len(report.Clusters), "cluster"))
		}
		select {
		case <-ctx.Done():
			return report, nil // what is known so far is what was asked for
		case <-time.After(watchEvery):
		}
	}
}

// steps are what is done with the findings of a campaign that has ended. Why one is not reduced is printed once.
func (opts *triageOptions) steps(temp *disk.Temp) *review.Steps {
	s := &review.Steps{Temp: temp.Scratch, Replayer: opts.replayer, Referees: opts.Referees}
	if opts.Versions.List != noVersions {
		s.Near = func(ctx context.Context, f findings.Stored, r solver.Resolver) ([]triage.Candidate, error) {
			return opts.Versions.candidates(ctx, opts.Streams, f, r)
		}
	}
	if !opts.Quiet && !opts.JSON {
		s.NotReduced = func(dir string, why error) {
			opts.ticker.end()
			fmt.Fprintf(opts.Err, "%s is not reduced: %v\n", dir, why)
		}
	}
	return s
}

// bisect finds the versions in which a finding shows. One version alone says nothing, so nothing is run then.
func (opts *triageOptions) bisect(ctx context.Context, f findings.Stored) (*triage.Bisection, error) {
	replayer, resolver, err := opts.replayer(ctx, f)
	if err != nil {
		return nil, err
	}
	bisector, err := opts.Versions.bisector(ctx, opts.Streams, f, replayer, resolver)
	if n := len(bisector.Candidates); err != nil || n == 0 || n < 2 && opts.Versions.List == "" {
		return nil, err
	}
	b, err := bisector.Run(ctx, f)
	if err == nil {
		err = findings.Refresh(f.Dir)
	}
	return &b, err
}

// tell shows how far it has come.
func (opts *triageOptions) tell(p review.Progress) {
	opts.ticker.show(func() string { return fmt.Sprintf("%s: %d of %d", p.Doing, p.Done, p.All) })
}

// triageSummary is the last line for programs.
type triageSummary struct {
	Event    string `json:"event"`
	Findings int    `json:"findings"`
	Clusters int    `json:"clusters"`
	New      int    `json:"new"`
	Known    int    `json:"known"`
	Apart    int    `json:"apart"`
	// Unwelcome counts the clusters that are neither known nor accepted by the solver's developers.
	Unwelcome int               `json:"unwelcome,omitempty"`
	Gone      []review.Gone     `json:"gone"`
	Unusable  []review.Unusable `json:"unusable"`
	// Located counts the clusters whose wrong step is known, Looked those that were looked into.
	Located int `json:"located"`
	Looked  int `json:"looked_into"`
}

func summarise(r *review.Report) triageSummary {
	s := triageSummary{Event: "summary", Findings: r.Findings, Clusters: len(r.Clusters), Gone: r.Gone, Unusable: r.Unusable}
	for _, c := range r.Clusters {
		if c.Located != nil {
			s.Looked++
			if c.Located.State == triage.Located {
				s.Located++
			}
		}
		switch {
		case c.Counts():
			s.New++
		case c.Known != nil:
			s.Known++
		case c.Unwelcome != "":
			s.Unwelcome++
		default:
			s.Apart++
		}
	}
	return s
}

func (opts *triageOptions) show(r *review.Report) error {
	s := summarise(r)
	if opts.JSON {
		for _, c := range r.Clusters {
			if err := opts.printJSON(struct {
				Event string `json:"event"`
				*review.Cluster
			}{"cluster", &c}); err != nil {
				return err
			}
		}
		return opts.printJSON(s)
	}
	listed := slices.DeleteFunc(slices.Clone(r.Clusters), func(c review.Cluster) bool { return !opts.shown(&c) })
	text := screen.BugsTitle(opts.dir, s.Findings, len(s.Gone)+len(s.Unusable), r.Clusters) + "\n"
	if bugs := screen.Bugs(listed); bugs != "" {
		text += "\n" + bugs + "\n"
	}
	if s.Unwelcome > 0 {
		hidden := "; --unwelcome lists them"
		if opts.Unwelcome {
			hidden = ""
		}
		text += fmt.Sprintf("unwelcome: %s with options or tactics that the solver's developers have declined%s\n", plural(s.Unwelcome, "bug"), hidden)
	}
	if s.Looked > 0 {
		text += fmt.Sprintf("located: the wrong step of %d of %s\n", s.Located, plural(s.Looked, "wrong unsat"))
	}
	for _, c := range r.Clusters {
		if opts.shown(&c) {
			text += placeText(&c)
		}
		text += absentText(&c)
	}
	for _, c := range r.Clusters {
		if words := c.Report.Words(); words != "" {
			text += fmt.Sprintf("report not verified: %s: %s\n", c.Name, visible.Line(words))
		}
	}
	for _, c := range r.Clusters {
		if c.NotBisected != "" {
			text += fmt.Sprintf("not bisected: %s: %s\n", c.Name, visible.Line(c.NotBisected))
		}
	}
	for _, g := range s.Gone {
		text += fmt.Sprintf("%s: %s (%s)\n", g.State, g.Finding, absentRuns(g.State, g.Runs, 0))
		if g.Instead != "" {
			text += fmt.Sprintf("  its formula shows %s instead\n", visible.Line(g.Instead))
		}
	}
	for _, u := range s.Unusable {
		text += fmt.Sprintf("cannot be judged: %s: %s\n", u.Finding, u.Problem)
	}
	if s.Clusters > 0 {
		text += screen.AfterTriage(opts.dir) + "\n"
	}
	return opts.say("%s", text)
}

// placeText says where the solver of a cluster goes wrong.
func placeText(c *review.Cluster) string {
	if c.Located == nil {
		return ""
	}
	state := string(c.Located.State)
	if state == "" {
		state = "not looked into"
	}
	return fmt.Sprintf("  %s: %s: %s\n", c.Name, state, visible.Line(c.Located.Words))
}

// absentText says that a known bug does not show in a newer version that was run.
func absentText(c *review.Cluster) string {
	if c.Known == nil || c.Absent == "" {
		return ""
	}
	return fmt.Sprintf("known bug %s does not show in %s\n", c.Known.Bug, c.Absent)
}
