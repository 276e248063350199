package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/findings/bugs"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/solver"
)

type bugsCheckOptions struct {
	certifier
	Bugs    bugFlags
	Names   []string
	Solvers []string
	JSON    bool
}

func newBugsCheck(s *Streams) *cobra.Command {
	opts := &bugsCheckOptions{certifier: certifier{Streams: s, Timeout: 10 * time.Second}}
	cmd := &cobra.Command{
		Use:   "check [flags] [BUG...]",
		Short: "Run known bugs, and say which no longer hold",
		Long: `Run the formula of each known bug, or of those that are named. The version that shows the bug has to show it, certified by evaluation, by solvers that agree, or by the signature
of the crash, and the version that behaves has to behave. A bug that cannot be run here because a version is missing is skipped and counted.

With --solver, each bug of that solver is run in the build that it names instead, with the bug's options, to see which known bugs it still has. Bugs of
other solvers are not run. An answer that nothing is wrong with says that a bug does not show; a refusal or a time-out says nothing. Each
bug is tried once or twice, so one that shows only now and then can be missed.

Exit code 1 when a bug does not hold. With --solver, 10 when a build shows a known bug, 0 when none does.`,
		Example: `  assay bench bugs check
  assay bench bugs check z3-5.4.0-tan --bugs my-bugs
  assay bench bugs check --solver ./build/z3`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Names = args
			return opts.run(cmd.Context())
		},
	}
	opts.Bugs.bind(cmd)
	cmd.Flags().StringArrayVar(&opts.Solvers, "solver", nil, "run the known bugs of this solver in a build of it: a solver `SPEC` (repeatable)")
	cmd.Flags().VarP((*period)(&opts.Timeout), "timeout", "t", "time for one run of a solver")
	refereeFlag(cmd, &opts.Referees)
	opts.Profiles.bind(cmd)
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

// The outcomes of a check.
const (
	checkHolds   = "holds"
	checkSkipped = "skipped"
	checkFails   = "does not hold"

	// In a build of --solver.
	checkStill = "still shows"
	checkOther = "shows something else"
	checkGone  = "does not show it"
	checkOpen  = "cannot be told" // no answer, or nothing that certifies one
)

// bugCheck is the result for one bug.
type bugCheck struct {
	Bug     string `json:"bug"`
	Solver  string `json:"solver,omitempty"` // the build of --solver
	Outcome string `json:"outcome"`
	Words   string `json:"words,omitempty"`
}

func (opts *bugsCheckOptions) run(ctx context.Context) error {
	all, err := opts.Bugs.load(opts.Streams)
	if err != nil {
		return err
	}
	var names []string
	for _, b := range all {
		names = append(names, b.Name)
	}
	for _, name := range opts.Names {
		if !slices.Contains(names, name) {
			return usagef("there is no bug %q%s; assay bench bugs list shows all of them", name, didYouMean(name, names))
		}
	}
	temp, err := disk.NewTemp("check")
	if err != nil {
		return err
	}
	defer temp.Remove()
	if len(opts.Names) > 0 {
		all = slices.DeleteFunc(all, func(b *bugs.Bug) bool { return !slices.Contains(opts.Names, b.Name) })
	}
	if len(opts.Solvers) > 0 {
		return opts.runIn(ctx, temp, all)
	}
	counts := make(map[string]int)
	for _, b := range all {
		c, err := opts.check(ctx, temp, b)
		if err != nil {
			return err
		}
		counts[c.Outcome]++
		if opts.show(c) != nil {
			return errOutput
		}
	}
	if !opts.JSON {
		if opts.say("%s: %d hold, %d skipped, %d do not hold\n", plural(counts[checkHolds]+counts[checkSkipped]+counts[checkFails], "bug"),
			counts[checkHolds], counts[checkSkipped], counts[checkFails]) != nil {
			return errOutput
		}
	}
	if counts[checkFails] > 0 {
		return exit(exitFailed)
	}
	return nil
}

func (opts *bugsCheckOptions) show(c bugCheck) error {
	if opts.JSON {
		return opts.printJSON(c)
	}
	in := c.Solver
	if in != "" {
		in += " "
	}
	return opts.say("%-50s %s%s%s\n", c.Bug, in, c.Outcome, prefixed(": ", c.Words))
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

// check runs one bug. The error is about anything but the bug and its solvers.
func (c *certifier) check(ctx context.Context, temp *disk.Temp, b *bugs.Bug) (bugCheck, error) {
	out := bugCheck{Bug: b.Name, Outcome: checkHolds}
	end := func(outcome, words string) (bugCheck, error) {
		out.Outcome, out.Words = outcome, words
		return out, nil
	}
	sub, err := temp.Sub("bug-" + b.Name)
	if err != nil {
		return out, err
	}
	defer sub.Close()
	f, err := c.shown(ctx, temp, sub, b, b.Spec(), string(b.Class))
	var unusable *solver.UnusableError
	var not *certified.NotShownError
	var exit *exitError
	switch {
	case ctx.Err() != nil:
		return out, context.Cause(ctx)
	case errors.As(err, &unusable):
		return end(checkSkipped, err.Error())
	case errors.As(err, &not), errors.As(err, &exit) && exit.code == exitFailed:
		return end(checkFails, fmt.Sprintf("%s does not show it: %v", b.Shows, err))
	case err != nil:
		return out, err
	}
	if problem := sameCrash(b, f); problem != "" {
		return end(checkFails, problem)
	}
	if b.Behaves == "" {
		return out, nil
	}
	replayer, _, err := c.replayer(ctx, f)
	if err != nil {
		return out, err
	}
	own, err := replayer.Resolve(ctx, f.Solver)
	var rate findings.Repetition
	if err == nil {
		rate, err = replayer.Count(ctx, f, own)
	}
	var later solver.Target
	if err == nil {
		later, err = replayer.Resolve(ctx, shell.Quote(append([]string{b.Behaves}, b.Options...)))
	}
	if err == nil {
		in, inErr := replayer.InVersion(ctx, f, later, triage.NeedFor(rate))
		if err = inErr; err == nil {
			switch in.Verdict {
			case bisect.Shows:
				return end(checkFails, b.Behaves+" shows it as well")
			case bisect.Unclear, bisect.MayBeGood, bisect.Unasked:
				return end(checkFails, fmt.Sprintf("%s does not say: %s", b.Behaves, in.Reason))
			case bisect.Absent:
				return out, nil
			}
		}
	}
	if errors.As(err, &unusable) {
		return end(checkSkipped, fmt.Sprintf("%s shows it; %v", b.Shows, err))
	}
	return out, err
}

// shown certifies what a solver shows on the formula of a bug. The finding is below sub. The error is that of certify.
func (c *certifier) shown(ctx context.Context, temp *disk.Temp, sub *disk.Scratch, b *bugs.Bug, words []string, class string) (findings.Stored, error) {
	file := sub.Path(b.Name + bugs.Ext)
	if err := disk.Replace(file, []byte(b.Formula)); err != nil {
		return findings.Stored{}, err
	}
	return c.certify(ctx, temp, file, sub.Path("finding"), append([]string{shell.Quote(words)}, b.Against...), class)
}

// sameCrash says how a crash differs from the expected one, "" when it does not.
func sameCrash(b *bugs.Bug, f findings.Stored) string {
	if !b.Class.Crash() || len(b.Signatures) == 0 {
		return ""
	}
	got := strings.Join(strings.Fields(triage.CrashSignature(&f.Finding)), " ")
	for _, s := range b.Signatures {
		if s.Version == b.Shows && s.Text != got {
			return fmt.Sprintf("%s crashes elsewhere: %s", b.Shows, got)
		}
	}
	return ""
}
