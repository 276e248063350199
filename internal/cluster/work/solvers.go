package work

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/cluster/wire"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/options"
)

// Allowed are the solvers that a hub may have this machine run: those that are installed or on PATH, by their names, with options that change how they
// solve. Whoever starts the worker may allow others.
type Allowed struct {
	// Own are specifications as a user writes them. They are allowed as they are, with any options and programs.
	Own []string
	// Resolver finds the others.
	Resolver solver.Resolver
}

// A RefusedError says that a hub wants a solver that is not allowed here.
type RefusedError struct {
	Solver string
	Why    string
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("the hub wants %q, which is not run here: %s; to allow it on this machine, give it as --solver %s", e.Solver, e.Why, shell.Quote([]string{e.Solver}))
}

// isName matches names of solvers, with a version or without.
var isName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+@-]*$`)

// spec returns the specification of a solver, if it is allowed. Errors are *RefusedError, those of finding the solver, and what ctx ended with.
func (a *Allowed) spec(ctx context.Context, s wire.Solver) (string, error) {
	text := shell.Quote(s.Words())
	refuse := func(why string) (string, error) { return "", &RefusedError{text, why} }
	own, err := a.isOwn(s)
	switch {
	case err != nil:
		return "", err
	case own:
		return text, nil
	case s.IsPath():
		return refuse("hubs name solvers, and no programs")
	case !isName.MatchString(s.Name):
		return refuse("that is no name")
	case len(s.Options) == 0:
		return text, nil
	}
	spec, err := solver.ParseSpec(shell.Quote([]string{s.Name}))
	if err != nil {
		return refuse(err.Error())
	}
	target, err := a.Resolver.Resolve(ctx, spec)
	if err != nil {
		return "", err
	}
	catalogue, err := options.Read(ctx, target, 1)
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if err != nil {
		return refuse("its options are not known here, since " + err.Error())
	}
	settings, rest := catalogue.Settings(solver.Configure(s.Options...))
	if words := rest.Options(); len(words) > 0 {
		return refuse(fmt.Sprintf("option %s is not on the list of its profile", words[0]))
	}
	for _, set := range settings {
		if o, ok := catalogue.Option(set.Name); !ok || !harmless(o, set.Value) {
			return refuse(fmt.Sprintf("option %s may do something else than change how it solves", set.Name))
		}
	}
	return text, nil
}

// isOwn reports whether a solver is one of Own.
func (a *Allowed) isOwn(s wire.Solver) (bool, error) {
	for _, text := range a.Own {
		specs, err := solver.ParseSpecs(text)
		if err != nil {
			return false, err
		}
		for _, own := range specs {
			if own.Word() == s.Name && slices.Equal(own.Args, s.Options) {
				return true, nil
			}
		}
	}
	return false, nil
}

// harmlessUses are what options may be for.
var harmlessUses = []solver.OptionUse{
	solver.UseSearch, solver.UseUnwelcome, solver.UseMeaning, solver.UseLimit, solver.UseSeed, solver.UseCheck, solver.UseAssay,
}

// harmless reports whether an option with a value changes how a solver solves, and nothing else. A free text could name a file.
func harmless(o *options.Option, value string) bool {
	return slices.Contains(harmlessUses, o.Use) && !strings.ContainsAny(value, "/\\") && (o.Kind != options.Text || o.Use == solver.UseSearch)
}

// specs are the specifications of several solvers.
func (a *Allowed) specs(ctx context.Context, all []wire.Solver) ([]string, error) {
	var out []string
	for _, s := range all {
		text, err := a.spec(ctx, s)
		if err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	return out, nil
}
