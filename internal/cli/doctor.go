package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/conform"
)

// doctorOptions are those of solvers doctor.
type doctorOptions struct {
	*Streams
	Profiles profileFlags
	JSON     bool
	Table    bool
}

func newSolversDoctor(s *Streams) *cobra.Command {
	opts := &doctorOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "doctor [flags] [SPEC...]",
		Short: "Check solvers against their profiles",
		Long: `Check solvers against their profiles: run each on two dozen scripts whose answers are known, and compare what it does with
what its profile says: answers, models, cores, push and pop, errors, limits, crashes. Each solver takes about ten seconds.
Without SPEC, all known solvers are checked, and those that are missing are named with what to do about it.

A check is ok; or it differs: Assay misunderstands the solver, and the profile needs a correction; or the solver lacks what
is asked for, and says so in words that the profile knows. "-" marks what the profile does not claim. With --json, one object
for each solver, with the command of each check, and the script of those that differ; with --table, one line for each
solver.

Exit code 4 when a solver that was named is not usable, or, without SPEC, when none is.`,
		Example: `  assay solvers doctor
  assay solvers doctor cvc5 "z3 smt.arith.solver=6"
  assay solvers doctor --profile mine.toml mine --json | jq '.checks[] | select(.state == "differs")'`,
		ValidArgsFunction: completeArgs(func() []string { return opts.Profiles.solverNames() }),
		RunE:              func(cmd *cobra.Command, args []string) error { return opts.run(cmd.Context(), args) },
	}
	opts.Profiles.bind(cmd)
	jsonFlag(cmd, &opts.JSON)
	cmd.Flags().BoolVar(&opts.Table, "table", false, "one table at the end: solvers and versions down, checks across")
	return cmd
}

// A patient is a solver to examine.
type patient struct {
	spec    solver.Spec
	profile *solver.Profile // nil when only the spec is known
}

// health is what is known about a solver.
type health struct {
	solverState
	Solver string           `json:"solver,omitempty"` // its specification
	Checks []conform.Result `json:"checks,omitempty"`

	report conform.Report
}

func (opts *doctorOptions) run(ctx context.Context, specs []string) error {
	if opts.JSON && opts.Table {
		return usagef("--json and --table exclude each other: give one of them")
	}
	r, err := opts.Profiles.resolver()
	if err != nil {
		return err
	}
	patients, err := waiting(r, specs)
	if err != nil {
		return err
	}
	temp, err := disk.NewTemp("doctor")
	if err != nil {
		return err
	}
	defer temp.Remove()
	usable := 0
	var reports []conform.Report
	for _, p := range patients {
		h, err := opts.examine(ctx, r, p, temp.Scratch)
		if err != nil {
			return err
		}
		if h.Usable {
			usable++
		}
		switch {
		case opts.JSON:
			err = opts.printJSON(&h)
		case opts.Table && len(h.Checks) > 0:
			reports = append(reports, h.report)
		default:
			err = opts.tell(&h)
		}
		if err != nil {
			return errOutput
		}
	}
	if len(reports) > 0 {
		_ = opts.say("%s", conform.Table(reports))
	}
	if !opts.JSON {
		if err := opts.say("%d of %s usable\n", usable, plural(len(patients), "solver")); err != nil {
			return errOutput
		}
	}
	if err := opts.installedAreWhole(); err != nil {
		return err
	}
	if usable == 0 || len(specs) > 0 && usable < len(patients) {
		return exit(exitSolver)
	}
	return nil
}

// installedAreWhole compares the checksums of installed versions with the recorded ones.
func (opts *doctorOptions) installedAreWhole() error {
	installs := &solversOptions{Streams: opts.Streams, Profiles: opts.Profiles, JSON: opts.JSON}
	versions, err := installs.installed()
	if err != nil {
		return err
	}
	return installs.complainChanged(versions, manifestSums)
}

// waiting returns the solvers of the specs or, without any, those of all profiles.
func waiting(r solver.Resolver, specs []string) ([]patient, error) {
	var out []patient
	for _, text := range specs {
		parsed, err := solver.ParseSpecs(text)
		if err != nil {
			return nil, err
		}
		for _, s := range parsed {
			out = append(out, patient{spec: s})
		}
	}
	if len(specs) > 0 {
		return out, nil
	}
	for _, p := range r.Profiles.Profiles() {
		out = append(out, patient{spec: solver.Spec{Text: p.Name, Name: p.Name}, profile: p})
	}
	return out, nil
}

// examine looks at one solver. An error is one of Assay's own, or the end of ctx.
func (opts *doctorOptions) examine(ctx context.Context, r solver.Resolver, p patient, scratch *disk.Scratch) (health, error) {
	h := health{solverState: solverState{Name: p.spec.Name}, Solver: p.spec.Text}
	if p.profile != nil {
		h.describe(p.profile)
	}
	target, err := r.Resolve(ctx, p.spec)
	if err == nil {
		h.describe(target.Profile())
		h.Solver, h.Path, h.Version = target.String(), target.Path(), target.Version()
		h.report, err = conform.Examine(ctx, target, scratch, nil)
		h.Checks = h.report.Results
	}
	var unusable *solver.UnusableError
	switch {
	case ctx.Err() != nil:
		return h, context.Cause(ctx)
	case errors.As(err, &unusable):
		h.Problem, h.Remedy = unusable.Parts()
		if h.Path == "" && p.spec.Version == "" { // the system's packages have one version
			h.Remedy = joinRemedies(installHint(h.Name), h.Remedy)
		}
	case err != nil:
		return h, err
	default:
		h.Usable = h.report.Usable()
	}
	if !h.Usable && h.Problem == "" {
		h.Problem, h.Remedy = firstFailure(h.Checks), "correct its profile, or give the path of another program"
	}
	return h, nil
}

func (h *health) describe(p *solver.Profile) {
	h.Name, h.Title, h.Profile = p.Name, p.Title, p.Origin()
}

// firstFailure says what makes a solver unusable.
func firstFailure(results []conform.Result) string {
	for _, r := range results {
		if r.Failed() {
			return fmt.Sprintf("check %s: expected %s, but it did: %s", r.Check, r.Expected, r.Did)
		}
	}
	return ""
}

// tell shows what is known about a solver.
func (opts *doctorOptions) tell(h *health) error {
	if h.Path == "" {
		_ = opts.say("%s missing: %s\n", h.Solver, firstLine(h.Problem))
		return opts.remedy(h)
	}
	_ = opts.say("%s: version %s, %s, profile %s\n", h.Solver, orDash(h.Version), h.Path, h.Profile)
	if len(h.Checks) == 0 {
		_ = opts.say("  broken: %s\n", firstLine(h.Problem))
		return opts.remedy(h)
	}
	_ = opts.say("%s", h.report.String())
	err := opts.say("  %s\n", h.report.Conclusion())
	if !h.Usable {
		_ = opts.say("  %s\n", h.Problem)
		return opts.remedy(h)
	}
	return err
}

func (opts *doctorOptions) remedy(h *health) error {
	if strings.TrimSpace(h.Remedy) == "" {
		return nil
	}
	return opts.say("  %s\n", h.Remedy)
}
