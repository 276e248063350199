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
	Bugs  bugFlags
	Names []string
	JSON  bool
}

func newBugsCheck(s *Streams) *cobra.Command {
	opts := &bugsCheckOptions{certifier: certifier{Streams: s, Timeout: 10 * time.Second}}
	cmd := &cobra.Command{
		Use:   "check [flags] [BUG...]",
		Short: "Run known bugs, and say which no longer hold",
		Long: `Run the formula of each known bug, or of those that are named. The version that shows the bug has to show it, certified by evaluation, by solvers that agree, or by the signature
of the crash, and the version that behaves has to behave. A bug that cannot be run here because a version is missing is skipped and counted.

Exit code 1 when a bug does not hold.`,
		Example: `  assay bench bugs check
  assay bench bugs check z3-5.4.0-tan --bugs my-bugs`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Names = args
			return opts.run(cmd.Context())
		},
	}
	opts.Bugs.bind(cmd)
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
)

// bugCheck is the result for one bug.
type bugCheck struct {
	Bug     string `json:"bug"`
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
	counts := make(map[string]int)
	for _, b := range all {
		if len(opts.Names) > 0 && !slices.Contains(opts.Names, b.Name) {
			continue
		}
		c, err := opts.check(ctx, temp, b)
		if err != nil {
			return err
		}
		counts[c.Outcome]++
		if opts.JSON {
			err = opts.printJSON(c)
		} else {
			err = opts.say("%-50s %s%s\n", c.Bug, c.Outcome, prefixed(": ", c.Words))
		}
		if err != nil {
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
	file := sub.Path(b.Name + bugs.Ext)
	if err := disk.Replace(file, []byte(b.Formula)); err != nil {
		return out, err
	}
	specs := append([]string{shell.Quote(b.Spec())}, b.Against...)
	f, err := c.certify(ctx, temp, file, sub.Path("finding"), specs, string(b.Class))
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
