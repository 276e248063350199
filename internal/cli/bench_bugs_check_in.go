package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bugs"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/solver"
)

// runIn runs the known bugs in the builds that the user names.
func (opts *bugsCheckOptions) runIn(ctx context.Context, temp *disk.Temp, all []*bugs.Bug) error {
	resolver, err := opts.Profiles.resolver()
	if err != nil {
		return err
	}
	counts := make(map[string]int)
	others := slices.Clone(all) // of solvers that no build is of
	for _, text := range opts.Solvers {
		spec, err := solver.ParseSpec(text)
		if err != nil {
			return usagef("--solver: %w", err)
		}
		build, err := resolver.Resolve(ctx, spec)
		if err != nil {
			return err
		}
		isOf := func(b *bugs.Bug) bool { return b.Solver == build.Profile().Name }
		own := slices.DeleteFunc(slices.Clone(all), func(b *bugs.Bug) bool { return !isOf(b) })
		others = slices.DeleteFunc(others, isOf)
		if len(own) == 0 {
			fmt.Fprintf(opts.Err, "%s: no known bug is one of %s\n", text, build.Profile().Name)
		}
		for _, b := range own {
			c, err := opts.checkIn(ctx, temp, b, spec)
			if err != nil {
				return err
			}
			counts[c.Outcome]++
			if opts.show(c) != nil {
				return errOutput
			}
		}
	}
	if !opts.JSON {
		err := opts.say("%d still show, %d show something else, %d do not show, %d cannot be told, %d skipped\n",
			counts[checkStill], counts[checkOther], counts[checkGone], counts[checkOpen], counts[checkSkipped])
		if err != nil {
			return errOutput
		}
		if n := len(others); n > 0 {
			fmt.Fprintf(opts.Err, "not run: %s of other solvers\n", plural(n, "known bug"))
		}
	}
	if counts[checkStill]+counts[checkOther] > 0 {
		return exit(exitFindings)
	}
	return nil
}

// checkIn runs one bug in a build, with the bug's options. A bug that is only rarely shown, or that needs a resource limit, can be missed.
func (c *certifier) checkIn(ctx context.Context, temp *disk.Temp, b *bugs.Bug, build solver.Spec) (bugCheck, error) {
	out := bugCheck{Bug: b.Name, Solver: build.Text}
	sub, err := temp.Sub("bug-" + b.Name)
	if err != nil {
		return out, err
	}
	defer sub.Close()
	words := slices.Concat([]string{build.Word()}, build.Args, b.Options)
	here, err := c.here(ctx, b)
	if err != nil {
		return out, err
	}
	f, err := c.shown(ctx, temp, sub, here, words, string(b.Class))
	if err == nil {
		out.Outcome = checkStill
		if at := elsewhere(b, f); at != "" {
			out.Outcome, out.Words = checkOther, at
		}
		return out, nil
	}
	if !nothingShown(err) {
		return skippedIn(ctx, out, err)
	}
	out.Outcome, out.Words = notShownAs(err)
	// The defect may show as another class: a wrong sat without a model that can be read, a crash instead of a wrong answer.
	other, err := temp.Sub("bug-other-" + b.Name)
	if err != nil {
		return out, err
	}
	defer other.Close()
	switch f, err := c.shown(ctx, temp, other, here, words, ""); {
	case err == nil:
		out.Outcome, out.Words = checkOther, string(f.Class)
	case !nothingShown(err):
		return skippedIn(ctx, out, err)
	}
	return out, nil
}

// here is a bug whose further solvers are on this machine: the newest installed version of a solver stands in for one that is not.
func (c *certifier) here(ctx context.Context, b *bugs.Bug) (*bugs.Bug, error) {
	resolver, err := c.Profiles.resolver()
	if err != nil {
		return nil, err
	}
	out := *b
	out.Against = nil
	for _, text := range b.Against {
		if _, err := resolver.ResolveText(ctx, text); err == nil {
			out.Against = append(out.Against, text)
		} else if spec, err := solver.ParseSpec(text); err != nil {
			return nil, err
		} else if installed := resolver.InstalledVersions(spec.Name); len(installed) > 0 {
			out.Against = append(out.Against, shell.Quote(append([]string{spec.Name + "@" + installed[len(installed)-1]}, spec.Args...)))
		}
	}
	return &out, nil
}

// notShownAs is the outcome where nothing certified is wrong, by what the build did. Only an answer says that a bug is gone.
func notShownAs(err error) (outcome, words string) {
	var nothing *nothingWrong
	switch {
	case !errors.As(err, &nothing) || nothing.Outcome == "":
		return checkOpen, firstLine(err.Error())
	case nothing.Outcome.Replies():
		return checkGone, string(nothing.Outcome)
	default:
		return checkOpen, string(nothing.Outcome)
	}
}

// nothingShown reports whether the solver was run and nothing was wrong.
func nothingShown(err error) bool {
	var not *certified.NotShownError
	var ended *exitError
	return errors.As(err, &not) || errors.As(err, &ended) && ended.code == exitFailed
}

// skippedIn is the outcome where a solver cannot be run; other errors, and the end of ctx, are returned.
func skippedIn(ctx context.Context, out bugCheck, err error) (bugCheck, error) {
	var unusable *solver.UnusableError
	switch {
	case ctx.Err() != nil:
		return out, context.Cause(ctx)
	case errors.As(err, &unusable):
		out.Outcome, out.Words = checkSkipped, err.Error()
		return out, nil
	}
	return out, err
}

// elsewhere says where a build crashes when it is none of the places where the bug is known to crash, "" otherwise. Line numbers do not count: they move.
func elsewhere(b *bugs.Bug, f findings.Stored) string {
	if !b.Class.Crash() || len(b.Signatures) == 0 {
		return ""
	}
	got := strings.Join(strings.Fields(triage.CrashSignature(&f.Finding)), " ")
	if slices.ContainsFunc(b.Signatures, func(s bugs.Signature) bool { return findings.CrashSite(s.Text) == findings.CrashSite(got) }) {
		return ""
	}
	return "it crashes elsewhere: " + got
}
