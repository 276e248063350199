package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/install"
)

func newSolvers(s *Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "solvers",
		Short:   "Which solvers are known, which are usable here, and whether they match their profiles",
		Example: "  assay solvers doctor",
		Args:    cobra.ArbitraryArgs,
		RunE:    unknownSubcommand,
	}
	cmd.AddCommand(newSolversList(s), newSolversDoctor(s), newSolversInstall(s), newSolversBuild(s), newSolversRemove(s))
	return cmd
}

// profileFlags choose the solver profiles.
type profileFlags struct {
	Files []string
}

func (p *profileFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&p.Files, "profile", nil,
		"a `FILE` that describes a solver, or a folder of such files (repeatable)")
}

// resolver knows the built-in profiles, those of the user's configuration folder, and those of the flags; of
// several with the same name, the last one counts.
func (p *profileFlags) resolver() (solver.Resolver, error) { return p.resolverWith(nil) }

// resolverWith is resolver with the profiles of a record, which take precedence over those of the configuration folder but not
// over those of the flags.
func (p *profileFlags) resolverWith(recorded []findings.Source) (solver.Resolver, error) {
	set, err := solver.Builtin()
	if err != nil {
		return solver.Resolver{}, err
	}
	r := solver.Resolver{Profiles: set, Installed: dataFolder("solvers"), Listed: isListed, Intact: whatChanged}
	if dir, err := os.UserConfigDir(); err == nil {
		if r.Profiles, err = r.Profiles.WithDir(filepath.Join(dir, "assay", "profiles")); errors.Is(err, syscall.ENOTDIR) {
			return r, usagef("%s is not a folder, so that there are no profiles to read in it; XDG_CONFIG_HOME says where they are", dir)
		} else if err != nil {
			return r, err
		}
	}
	for _, s := range recorded {
		if r.Profiles, err = r.Profiles.With(s.Name, []byte(s.Text)); err != nil {
			return r, fmt.Errorf("a recorded profile cannot be read: %w", err)
		}
	}
	for _, file := range p.Files {
		if _, err := os.Stat(file); err != nil {
			return r, missingFile(file, err)
		}
		if r.Profiles, err = r.Profiles.WithPath(file); err != nil {
			return r, err
		}
	}
	return r, nil
}

// whatChanged says how an installed version differs from what was installed, and what to do about it; "" when it does not, by the sizes of its files.
func whatChanged(name, version string) (problem, remedy string) {
	m, err := (&install.Installer{Dir: dataFolder("solvers")}).Manifest(name, version)
	if err != nil {
		return "", ""
	}
	var changed *install.ChangedError
	if errors.As(m.CheckSizes(), &changed) {
		return changed.Error(), "run: " + changed.Remedy()
	}
	return "", ""
}

// dataFolder is a folder of the user's data (XDG base directory specification), "" when there is no home.
func dataFolder(name string) string {
	base := os.Getenv("XDG_DATA_HOME")
	if base == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		base = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(base, "assay", name)
}

// solverFlags choose solvers.
type solverFlags struct {
	profileFlags
	Specs []string
}

func (f *solverFlags) bind(cmd *cobra.Command) {
	f.profileFlags.bind(cmd)
	cmd.Flags().StringArrayVar(&f.Specs, "solver", nil,
		"a solver `SPEC`: name or path, with options, as in \"cvc5 --strings-exp\"; separate several with ; (repeatable)")
}

// errNoSolver is for a command that needs solvers and has none.
var errNoSolver = usagef("no solver is given: name one or more with --solver, as in --solver z3 --solver \"cvc5 -q\"; assay solvers list shows those usable here")

// solvers finds the solvers of the specs, each once, and writes what is odd about them to notes.
func (f *solverFlags) solvers(ctx context.Context, notes *Output) ([]solver.Target, error) {
	r, err := f.resolver()
	if err != nil {
		return nil, err
	}
	all, twice, err := r.ResolveEach(ctx, f.Specs)
	for _, name := range twice {
		fmt.Fprintf(notes, "solver %q is given twice and runs once\n", name)
	}
	switch {
	case err != nil:
		return nil, err
	case len(all) == 0:
		return nil, errNoSolver
	}
	return all, nil
}

type solversOptions struct {
	*Streams
	Profiles profileFlags
	JSON     bool
}

func newSolversList(s *Streams) *cobra.Command {
	opts := &solversOptions{Streams: s}
	available := false
	cmd := &cobra.Command{
		Use:   "list [--available [NAME...]]",
		Short: "The solvers that are usable here",
		Long: `The solvers that are usable here, with their versions and programs. Each of those on PATH has answered a small script; for
installed versions, the sizes of the files are compared with those that were installed. With --available, the versions that
assay solvers install can install.`,
		Example: `  assay solvers list --json | jq -r 'select(.usable).path'
  assay solvers list --available z3 cvc5`,
		Args: func(cmd *cobra.Command, args []string) error {
			if available {
				return nil
			}
			return noArgs(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if available {
				return opts.available(cmd.Context(), args)
			}
			return opts.list(cmd.Context())
		},
	}
	opts.Profiles.bind(cmd)
	cmd.Flags().BoolVar(&available, "available", false, "list the versions that can be installed, of all solvers or of the named ones")
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

// solverState is what is known about a profile's solver here.
type solverState struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Usable  bool   `json:"usable"`
	Version string `json:"version,omitempty"`
	Path    string `json:"path,omitempty"`
	Profile string `json:"profile"`
	Problem string `json:"problem,omitempty"`
	Remedy  string `json:"remedy,omitempty"`
}

func (opts *solversOptions) states(ctx context.Context) (all []solverState, usable int, err error) {
	r, err := opts.Profiles.resolver()
	if err != nil {
		return nil, 0, err
	}
	probed, err := r.ProbeAll(ctx)
	if err != nil {
		return nil, 0, err
	}
	for _, d := range probed {
		s := solverState{
			Name: d.Profile.Name, Title: d.Profile.Title, Usable: d.Usable, Version: d.Version, Path: d.Path,
			Profile: d.Profile.Origin(), Problem: d.Problem, Remedy: d.Remedy,
		}
		if s.Usable {
			usable++
		} else if s.Path == "" {
			s.Remedy = joinRemedies(installHint(s.Name), s.Remedy)
		}
		all = append(all, s)
	}
	return all, usable, nil
}

// installHint says how to install a solver if the system's packages have it.
func installHint(name string) string {
	switch name {
	case "z3", "cvc4", "cvc5", "boolector", "yices2", "stp", "opensmt":
		return "sudo apt install " + name + " (Debian, Ubuntu)"
	}
	return ""
}

func joinRemedies(remedies ...string) string {
	var said []string
	for _, r := range remedies {
		if r != "" {
			said = append(said, r)
		}
	}
	return strings.Join(said, "; ")
}

func (opts *solversOptions) list(ctx context.Context) error {
	all, usable, err := opts.states(ctx)
	if err != nil {
		return err
	}
	versions, err := opts.installed()
	if err != nil {
		return err
	}
	if opts.JSON {
		if err := opts.writeJSON(all); err != nil {
			return err
		}
		return opts.writeInstalledJSON(versions)
	}
	if usable == 0 && len(versions) == 0 {
		fmt.Fprintln(opts.Err, "no solver is usable here; assay solvers doctor says why")
		return nil
	}
	w := tabwriter.NewWriter(opts.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tVERSION\tPROGRAM")
	for _, s := range all {
		if s.Usable {
			fmt.Fprintf(w, "%s\t%s\t%s\n", visible.Line(s.Name), visible.Line(orDash(s.Version)), visible.Line(s.Path))
		}
	}
	for _, v := range versions {
		fmt.Fprintf(w, "%s\t%s\t%s\n", visible.Line(v.Spec()), visible.Line(v.Version), visible.Line(v.Path()))
	}
	if err := w.Flush(); err != nil {
		return errOutput
	}
	opts.sayUnfinished()
	return opts.complainChanged(versions, manifestSizes)
}

// sayUnfinished says which builds were interrupted.
func (opts *solversOptions) sayUnfinished() {
	in, err := opts.installer()
	if err != nil {
		return
	}
	for _, u := range in.UnfinishedBuilds() {
		far := "not begun to compile"
		if u.Progress != "" {
			far = "compiled " + u.Progress
		}
		fmt.Fprintf(opts.Err, "%s is not built yet (%s): assay solvers build %[1]s goes on, assay solvers remove %[1]s gives it up\n", u.Spec, far)
	}
}

func (opts *solversOptions) writeJSON(all []solverState) error {
	for i := range all {
		if err := opts.printJSON(&all[i]); err != nil {
			return errOutput
		}
	}
	return nil
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
