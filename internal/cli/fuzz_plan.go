package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/setup"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// What is kept of the formulas that show something.
const (
	keepOne   = "one"
	keepEvery = "every"
)

// planned is the plan with what the flags name: solvers, engines and their files, seeds, and lists of known bugs.
func (opts *fuzzOptions) planned(ctx context.Context) (setup.Plan, error) {
	p := opts.Plan
	var err error
	if p.Engines, p.Table, err = opts.Engines.chosen(ctx); err != nil {
		return p, err
	}
	if p.Known, _, err = opts.Known.load(opts.marks()); err != nil {
		return p, err
	}
	if p.Seeds, p.Skipped, err = opts.seeds(); err != nil {
		return p, err
	}
	p.Solvers, p.Search = opts.Solvers.Specs, opts.Search.search()
	p.Timeout, p.Memory = opts.Limits.Timeout, noLimitIsNegative(opts.Limits.Memory)
	p.Every = opts.Keep == keepEvery
	return p, nil
}

// noLimitIsNegative translates the flag's 0, which means no limit; to a campaign, 0 means the default.
func noLimitIsNegative(s size) int64 {
	if s == 0 {
		return -1
	}
	return int64(s)
}

// marks is the folder with the campaign's own list of known bugs, "" when a new campaign begins.
func (opts *fuzzOptions) marks() string {
	if opts.New {
		return ""
	}
	return opts.Plan.Out
}

// host is this machine, and this user.
func (opts *fuzzOptions) host() (setup.Host, error) {
	resolver, err := opts.Solvers.resolver()
	h := setup.Host{Solvers: resolver, Cache: cacheFolder(), Learned: learnedFile, Remark: opts.remark}
	if !opts.Quiet && !opts.JSON {
		h.Found, h.Tell = opts.announce, opts.remark
	}
	return h, err
}

// setupError gives the errors of setting up their names and exit codes.
func (opts *fuzzOptions) setupError(err error) error {
	var wrong *setup.SettingError
	var learned *setup.LearnedError
	switch {
	case errors.As(err, &learned):
		return withExit(exitFailed, err)
	case errors.As(err, &wrong) && wrong.Key == "solvers" && opts.positional:
		return fmt.Errorf("there is no --solver and no file %q, so it is taken as the solvers: %w", opts.Solvers.Specs[0], wrong.Err)
	}
	return inputError(opts.Knobs.settingError(err))
}

// announce says what begins, where the results go and when it ends.
func (opts *fuzzOptions) announce(c *campaign.Config) {
	var who, how []string
	for _, s := range c.Targets {
		name := s.String()
		if s.Version() != "" {
			name += " (" + s.Version() + ")"
		}
		if slices.ContainsFunc(c.Baselines, func(p oracle.Pair) bool { return p.Old == s.String() }) {
			name += " as a baseline"
		}
		who = append(who, name)
	}
	for _, e := range c.Engines {
		how = append(how, e.Name())
	}
	end := "until Ctrl-C"
	switch {
	case c.Duration > 0 && c.Mutants > 0:
		end = fmt.Sprintf("for %v or %s", c.Duration, plural(int(c.Mutants), "mutant"))
	case c.Duration > 0:
		end = fmt.Sprintf("for %v", c.Duration)
	case c.Mutants > 0:
		end = fmt.Sprintf("for %s", plural(int(c.Mutants), "mutant"))
	}
	fmt.Fprintf(opts.Err, "fuzzing %s with %s on %s %s; results go to %s\n",
		strings.Join(who, ", "), strings.Join(how, ", "), plural(len(c.Seeds), "seed"), end, c.Out)
}

// check refuses what the command line says wrong, before anything is read.
func (opts *fuzzOptions) check() error {
	out := opts.Plan.Out
	switch {
	case len(opts.Solvers.Specs) == 0 && slices.ContainsFunc(opts.Seeds, isSolvers):
		i := slices.IndexFunc(opts.Seeds, isSolvers)
		return usagef("solvers come before the seeds, or after --solver: write --solver %s", shell.Quote(opts.Seeds[i:i+1]))
	case len(opts.Solvers.Specs) == 0:
		_, err := opts.Solvers.solvers(context.Background(), opts.Err)
		return err
	case out == "":
		return usagef("--out is missing: name a folder for the findings, as in --out out")
	case isOracle(out):
		return usagef("--out %s would make a folder called %s: -o is --out here, and yinyang's --oracle is not needed: "+
			"Assay takes the truth of each seed from its (set-info :status ...) and from solvers. Write -o DIR, or -o ./%[1]s for that folder", out, out)
	case opts.Keep != keepOne && opts.Keep != keepEvery:
		return usagef("--keep %s: give %s or %s", opts.Keep, keepOne, keepEvery)
	}
	if err := opts.Knobs.settingError(opts.Plan.Check()); err != nil {
		return err
	}
	if err := errors.Join(checkJobs(opts.Plan.Jobs), opts.Limits.check(), opts.Search.check()); err != nil {
		return err
	}
	return checkOut(out)
}
