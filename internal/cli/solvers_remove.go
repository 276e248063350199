package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/install"
)

func newSolversRemove(s *Streams) *cobra.Command {
	opts := &solversOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "remove NAME@VERSION...",
		Short: "Remove installed versions of solvers",
		Long: `Remove versions of solvers that assay solvers install has installed. Write the version in full, or its first numbers if only one
installed version begins with them. A build is removed under its full name alone, also one that was interrupted.`,
		Example: "  assay solvers remove z3@4.8.10",
		ValidArgsFunction: completeArgs(func() []string {
			return slices.DeleteFunc(opts.Profiles.solverNames(), func(name string) bool { return !strings.Contains(name, "@") })
		}),
		Args: minArgs(1, "the version"),
		RunE: func(cmd *cobra.Command, args []string) error { return opts.remove(cmd.Context(), args) },
	}
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

func (opts *solversOptions) remove(ctx context.Context, args []string) error {
	in, err := opts.installer()
	if err != nil {
		return err
	}
	all, _ := in.Installed()
	specs, err := versionSpecs(args, func(spec *solver.Spec) (err error) {
		spec.Version, err = oneVersion(*spec, all)
		return err
	})
	if err != nil {
		return err
	}
	for _, spec := range specs {
		m, _ := in.Manifest(spec.Name, spec.Version) // a damaged one is removed, too
		err := in.Remove(ctx, spec.Name, spec.Version)
		switch {
		case errors.Is(err, install.ErrNotInstalled):
			return usagef("%s@%s is not installed; assay solvers list shows what is", spec.Name, spec.Version)
		case errors.Is(err, install.ErrBuilding):
			return usagef("%s@%s: %w; interrupt that one, or wait for its end, and try again", spec.Name, spec.Version, err)
		case err != nil:
			return err
		}
		removed := installedVersion{Name: spec.Name, Version: spec.Version, Spec: spec.Name + "@" + spec.Version, State: "removed", Bytes: m.Bytes()}
		if err := opts.sayVersion(removed, fmt.Sprintf("is removed (%s)", sizeText(m.Bytes()))); err != nil {
			return err
		}
	}
	return nil
}

// oneVersion finds the installed version that a spec means. Removing never picks the newest, and a build only by its full name: that of an unfinished one may be
// its beginning.
func oneVersion(spec solver.Spec, all []install.Manifest) (string, error) {
	var fit []string
	for _, m := range all {
		if m.Name != spec.Name {
			continue
		}
		if m.Version == spec.Version {
			return m.Version, nil
		}
		if !solver.IsBuild(m.Version) && solver.InLine(m.Version, spec.Version) {
			fit = append(fit, fmt.Sprintf("%s@%s", m.Name, m.Version))
		}
	}
	if len(fit) > 1 {
		return "", usagef("%s may be %s: write one of them", spec.Text, strings.Join(fit, " or "))
	}
	if len(fit) == 1 {
		return fit[0][len(spec.Name)+1:], nil
	}
	return spec.Version, nil // which may be damaged, and then has no manifest to read
}
