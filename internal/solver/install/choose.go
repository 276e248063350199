package install

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

// Available returns the versions of a solver that can be installed, newest first, each from the first source that has it, and in missing the
// reasons why sources could not be asked. Errors are *Error when no source could be asked, and those of Install.
func (in *Installer) Available(ctx context.Context, name string) (all []Choice, missing []error, err error) {
	temp, err := disk.NewTemp("install")
	if err != nil {
		return nil, nil, err
	}
	defer temp.Remove()
	return in.available(ctx, name, temp.Path("ask"))
}

func (in *Installer) available(ctx context.Context, name, temp string) (all []Choice, missing []error, err error) {
	listing, ok := in.Catalogue.Listing(name)
	if !ok {
		return nil, nil, &Error{Solver: name, Problem: "nothing is known about where to get it",
			Remedy: "known are " + strings.Join(in.Catalogue.Names(), ", ") + "; docs/reference/solvers.md says how to add one"}
	}
	if err := disk.MakeDir(temp); err != nil {
		return nil, nil, err
	}
	asked := false
	for _, source := range listing.Sources {
		in.tell("asking", name, source.Client+" about "+source.Package)
		found, err := in.ask(ctx, listing, source, temp)
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		var output *disk.OutputError
		if errors.As(err, &output) {
			return nil, nil, err
		}
		if err != nil {
			missing = append(missing, err)
			continue
		}
		asked = true
		for _, c := range found {
			if !slices.ContainsFunc(all, func(old Choice) bool { return old.Version == c.Version }) {
				all = append(all, c)
			}
		}
	}
	sortedNewest(all)
	if !asked {
		return nil, missing, in.nobody(name, missing)
	}
	return all, missing, nil
}

// nobody is the error when no source could be asked.
func (in *Installer) nobody(name string, missing []error) error {
	if len(missing) == 1 {
		return missing[0]
	}
	e := &Error{Solver: name, Problem: "no package client could be asked"}
	var remedies []string
	for _, err := range missing {
		var one *Error
		if !errors.As(err, &one) {
			continue
		}
		e.Offline = e.Offline || one.Offline
		e.Problem += "; " + one.Problem
		if one.Remedy != "" && !slices.Contains(remedies, one.Remedy) {
			remedies = append(remedies, one.Remedy)
		}
	}
	e.Remedy = strings.Join(remedies, ", or ")
	return e
}

// ask returns what one source offers.
func (in *Installer) ask(ctx context.Context, listing solver.Listing, source solver.PackageSource, temp string) ([]Choice, error) {
	cl, err := in.client(ctx, listing.Name, source, temp)
	if err != nil {
		return nil, err
	}
	versions, err := cl.versions(ctx, source)
	if err != nil {
		return nil, err
	}
	// If a version has several packages, such as 4.5.1.0.post1 and 4.5.1.0.post2, the newest counts.
	slices.SortFunc(versions, func(a, b string) int { return theory.CompareVersions(b, a) })
	var all []Choice
	for _, packaged := range versions {
		version, ok := source.SolverVersion(packaged)
		if !ok || slices.ContainsFunc(all, func(c Choice) bool { return c.Version == version }) {
			continue
		}
		all = append(all, Choice{Name: listing.Name, Version: version, Packaged: packaged, Source: source, listing: listing, client: cl})
	}
	return all, nil
}

// choose finds the newest version in a line.
func (in *Installer) choose(ctx context.Context, name, line, temp string) (Choice, error) {
	if line == "" {
		return Choice{}, &Error{Solver: name, Problem: "no version is given", Remedy: fmt.Sprintf("write %s@%s for the newest", name, solver.Latest)}
	}
	if solver.IsBuild(line) {
		return Choice{}, &Error{Solver: name + "@" + line, Problem: "it is a build of your own, which no package client has", Remedy: "run: " + solver.InstallCommand(name, line)}
	}
	all, missing, err := in.available(ctx, name, temp)
	if err != nil {
		return Choice{}, err
	}
	var versions []string
	for _, c := range all {
		versions = append(versions, c.Version)
	}
	best := solver.Newest(versions, line)
	if err := offline(missing); err != nil && best != line {
		return Choice{}, err // a source that could not be asked may have a newer one
	}
	for _, err := range missing {
		var one *Error
		if best != "" && errors.As(err, &one) {
			in.tell("passing over", name, one.Problem+"; "+one.Remedy)
		}
	}
	for _, c := range all {
		if c.Version == best {
			return c, nil
		}
	}
	return Choice{}, in.unavailable(name, line, versions, missing)
}

// offline returns the first error that says that a source could not be reached.
func offline(missing []error) error {
	for _, err := range missing {
		var one *Error
		if errors.As(err, &one) && one.Offline {
			return err
		}
	}
	return nil
}

// unavailable is the error for a version that no source has. It names the nearest available ones.
func (in *Installer) unavailable(name, line string, versions []string, missing []error) error {
	e := &Error{Solver: name + "@" + line, Problem: "there is no such version for this machine"}
	if listing, ok := in.Catalogue.Listing(name); ok {
		for _, s := range listing.Sources {
			if s.From != "" && theory.CompareVersions(line, s.From) < 0 {
				e.Problem += fmt.Sprintf(" (before %s, %s)", s.From, s.Why)
			}
		}
	}
	for _, err := range missing {
		var one *Error
		if errors.As(err, &one) {
			e.Problem += "; " + one.Problem
		}
	}
	if near := nearest(versions, line, 5); len(near) > 0 {
		e.Remedy = "nearest are " + strings.Join(near, ", ")
	}
	if e.Remedy != "" {
		e.Remedy += "; "
	}
	e.Remedy += "assay solvers list --available " + name + " has all"
	return e
}

// nearest returns the n versions around the place where a line would be, newest first. The versions are given newest first.
func nearest(versions []string, line string, n int) []string {
	at := len(versions)
	for i, v := range versions {
		if theory.CompareVersions(v, line) < 0 {
			at = i
			break
		}
	}
	from := max(0, min(at-(n+1)/2, len(versions)-n))
	return versions[from:min(from+n, len(versions))]
}
