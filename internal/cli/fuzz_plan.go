package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/campaign/setup"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// marks is the folder with the campaign's own list of known bugs, "" when a new campaign begins.
func (opts *fuzzOptions) marks() string {
	if opts.New {
		return ""
	}
	return opts.OutDir
}

// host is this machine, and this user. The plan's own profiles are added to those of the machine.
func (opts *fuzzOptions) host() (setup.Host, error) {
	resolver, err := (&profileFlags{}).resolver()
	h := setup.Host{
		Out: opts.OutDir, Jobs: opts.Jobs, Solvers: resolver, Marks: opts.marks(), Read: opts.readFile(), Cache: cacheFolder(), Learned: learnedFile, Remark: opts.remark,
	}
	if !opts.Quiet && !opts.JSON {
		h.Tell = opts.remark
	}
	if opts.New || !campaign.IsThere(opts.OutDir) { // a campaign that does not go on is not announced
		h.Found = opts.announce
	}
	return h, err
}

// readFile reads files that the plan names.
func (opts *fuzzOptions) readFile() setup.Read {
	if opts.read != nil {
		return opts.read
	}
	return readConfig
}

// setupError gives the errors of setting up their names and exit codes.
func (opts *fuzzOptions) setupError(err error) error {
	var wrong *plan.Error
	var learned *setup.LearnedError
	var seeds *setup.SeedsError
	switch {
	case errors.As(err, &learned):
		return withExit(exitFailed, err)
	case errors.As(err, &seeds):
		return usagef("%w%s", err, describeSkips(seeds.Skipped))
	case errors.As(err, &wrong) && wrong.Key == "solvers" && opts.positional:
		return fmt.Errorf("there is no --solver and no file %q, so it is taken as the solvers: %w", opts.Plan.Solvers[0], wrong.Err)
	}
	return inputError(knownError(opts.Knobs.settingError(err)))
}

// announce says once what begins, where the results go and when it ends.
func (opts *fuzzOptions) announce(c *campaign.Config) {
	if opts.announced || opts.Quiet || opts.JSON {
		return
	}
	opts.announced = true
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
	if c.Slots > 0 {
		end = strings.TrimPrefix(end+" or ", "until Ctrl-C or ") + "for " + plural(int(c.Slots), "slot")
	}
	if !c.Shard.Whole() {
		end = "as shard " + c.Shard.String() + " " + end
	}
	fmt.Fprintf(opts.Err, "fuzzing %s with %s on %s %s; results go to %s\n",
		strings.Join(who, ", "), strings.Join(how, ", "), plural(len(c.Seeds), "seed"), end, c.Out)
}

// check refuses what the command line says wrong, before anything is read.
func (opts *fuzzOptions) check() error {
	out, p := opts.OutDir, opts.Plan
	switch o := &p.Options; {
	case len(p.Solvers) == 0 && slices.ContainsFunc(opts.Seeds, isSolvers):
		i := slices.IndexFunc(opts.Seeds, isSolvers)
		return usagef("solvers come before the seeds, or after --solver: write --solver %s", shell.Quote(opts.Seeds[i:i+1]))
	case len(p.Solvers) == 0:
		return errNoSolver
	case opts.Plain && slices.ContainsFunc(opts.Seeds, isNumber):
		i := slices.IndexFunc(opts.Seeds, isNumber)
		return usagef("--plain takes no number, and says how a campaign is shown: write --set campaign.plain=%s", opts.Seeds[i])
	case out == "":
		return usagef("--out is missing: name a folder for the findings, as in --out out")
	case isOracle(out):
		return usagef("--out %s would make a folder called %s: -o is --out here, and yinyang's --oracle is not needed: "+
			"Assay takes the truth of each seed from its (set-info :status ...) and from solvers. Write -o DIR, or -o ./%[1]s for that folder", out, out)
	case o.Mode == plan.OptionsNone && (o.NoLearned || o.NoGenetic || o.Unwelcome || o.Most != plan.DefaultMost):
		return usagef("--options-most, --options-no-learned, --options-no-genetic and --options-unwelcome say how to search: add --options %s", plan.OptionsSearch)
	}
	if err := opts.Knobs.check(); err != nil {
		return err
	}
	if err := errors.Join(opts.Notify.check(), checkJobs(opts.Jobs), checkTheory(p.Theory)); err != nil {
		return err
	}
	if err := checkOut(out, campaign.Kind); err != nil {
		return err
	}
	return opts.checkSeeds()
}

// isNumber reports whether an argument is a number and no file: --plain had one once.
func isNumber(arg string) bool {
	_, err := strconv.ParseUint(arg, 10, 32)
	return err == nil && !isThere(arg)
}
