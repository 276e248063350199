package cli

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/solver/install"
)

// availableVersion is a line of solvers list --available --json.
type availableVersion struct {
	Name      string `json:"name"`
	Version   string `json:"version"`
	Spec      string `json:"spec"`
	Client    string `json:"client"`
	Package   string `json:"package"`
	Installed bool   `json:"installed"`
}

// available lists the versions that can be installed.
func (opts *solversOptions) available(ctx context.Context, names []string) error {
	in, err := opts.installer()
	if err != nil {
		return err
	}
	for _, name := range names {
		if _, ok := in.Catalogue.Listing(name); !ok {
			return notListed(in.Catalogue, name)
		}
	}
	if len(names) == 0 {
		names = in.Catalogue.Names()
	}
	p := newInstallProgress(opts.Streams, opts.JSON)
	defer p.end()
	p.quiet = true
	in.Tell = p.step
	w := tabwriter.NewWriter(opts.Out, 0, 0, 2, ' ', 0)
	asked := 0
	for _, name := range names {
		all, missing, err := in.Available(ctx, name)
		p.end()
		if ctx.Err() != nil || disk.NoSpace(err) {
			return err
		}
		if err != nil {
			missing = []error{err}
		} else {
			asked++
		}
		for _, err := range missing {
			opts.complain(err)
		}
		if err := opts.sayAvailable(w, in, all); err != nil {
			return err
		}
	}
	if asked == 0 {
		return exit(exitSolver)
	}
	return nil
}

// sayAvailable writes the versions of one solver.
func (opts *solversOptions) sayAvailable(w *tabwriter.Writer, in *install.Installer, all []install.Choice) error {
	here := func(c install.Choice) bool {
		_, err := in.Manifest(c.Name, c.Version)
		return err == nil
	}
	if opts.JSON {
		for _, c := range all {
			if opts.printJSON(availableVersion{c.Name, c.Version, c.String(), c.Source.Client, c.Source.Package + " " + c.Packaged, here(c)}) != nil {
				return errOutput
			}
		}
		return nil
	}
	for _, c := range all {
		note := ""
		if here(c) {
			note = "\tinstalled"
		}
		fmt.Fprintf(w, "%s\t%s%s\n", visible.Line(c.String()), visible.Line(c.Source.Client+" "+c.Source.Package+" "+c.Packaged), note)
	}
	if w.Flush() != nil {
		return errOutput
	}
	return nil
}
