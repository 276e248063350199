package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/install"
)

func newSolversInstall(s *Streams) *cobra.Command {
	opts := &solversOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "install NAME@VERSION...",
		Short: "Install versions of solvers",
		Long: `Install versions of solvers through the package clients of this machine (pip, Maven, apt), side by side and outside the
system. NAME@4.13 is the newest version of that line, NAME@latest the newest of all. Every command can then use it as --solver NAME@VERSION.`,
		Example: `  assay solvers install z3@latest z3@4.8.10 cvc5@1.2
  assay fuzz --solver z3@latest --baseline z3@4.8.10 --out out`,
		Args: minArgs(1, "the version"),
		RunE: func(cmd *cobra.Command, args []string) error { return opts.install(cmd.Context(), args) },
	}
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

// catalogue is the built-in one with the user's own listings.
func catalogue() (solver.Catalogue, error) {
	c, err := solver.BuiltinCatalogue()
	if err != nil {
		return c, err
	}
	if dir, err := os.UserConfigDir(); err == nil {
		return c.WithDir(filepath.Join(dir, "assay", "catalogue"))
	}
	return c, nil
}

// isListed reports whether assay solvers install may know where to get a solver. If the catalogue cannot be read it says yes, since
// the command then reports what is wrong with it.
func isListed(name string) bool {
	c, err := catalogue()
	if err != nil {
		return true
	}
	_, ok := c.Listing(name)
	return ok
}

// installer installs into the user's data folder what the catalogue has.
func (opts *solversOptions) installer() (*install.Installer, error) {
	c, err := catalogue()
	if err != nil {
		return nil, err
	}
	dir := dataFolder("solvers")
	if dir == "" {
		return nil, usagef("there is no folder for solvers: set HOME or XDG_DATA_HOME")
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return &install.Installer{Dir: dir, Catalogue: c, Env: os.Environ(), Self: self}, nil
}

// plainWord reports whether a word is a name without version and options.
func plainWord(word string) bool { return word != "" && !strings.ContainsAny(word, "@ \t;'\"") }

// notListed is the error for a solver that the catalogue does not have.
func notListed(c solver.Catalogue, name string) error {
	return usagef("Assay does not know where to get %q%s; it knows %s (docs/reference/solvers.md says how to add one)",
		name, didYouMean(name, c.Names()), strings.Join(c.Names(), ", "))
}

// versionSpec reads NAME@VERSION.
func versionSpec(text string) (solver.Spec, error) {
	spec, err := solver.ParseSpec(text)
	switch {
	case err != nil:
		return spec, usagef("%w", err)
	case spec.Version == "" || len(spec.Args) > 0:
		return spec, usagef("%q names no version; write NAME@VERSION, such as %s@%s", text, cmp.Or(spec.Name, "z3"), solver.Latest)
	}
	return spec, nil
}

// versionSpecs reads all of them, each completed by fill, before anything is done with the first.
func versionSpecs(args []string, fill func(*solver.Spec) error) ([]solver.Spec, error) {
	var specs []solver.Spec
	for _, arg := range args {
		spec, err := versionSpec(arg)
		if err != nil {
			return nil, err
		}
		if err := fill(&spec); err != nil {
			return nil, err
		}
		specs = append(specs, spec)
	}
	return specs, nil
}

// installedVersion is a line of solvers install --json and solvers list --json.
type installedVersion struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Spec    string `json:"spec"`
	// State is "installed", "present" when it was there before, "updated" when it only got another front end, "failed" or "removed".
	State   string `json:"state,omitempty"`
	Path    string `json:"path,omitempty"`
	Bytes   int64  `json:"bytes,omitempty"`
	Client  string `json:"client,omitempty"`
	Package string `json:"package,omitempty"`
	Says    string `json:"says,omitempty"`
	SHA256  string `json:"sha256,omitempty"` // of the program
	Problem string `json:"problem,omitempty"`
}

func describe(m install.Manifest) installedVersion {
	v := installedVersion{Name: m.Name, Version: m.Version, Spec: m.Spec(), Path: m.Path(), Bytes: m.Bytes(), Client: m.Client,
		Package: m.Package + " " + m.PackageVersion, Says: m.Says}
	for _, f := range m.Files {
		if f.Path == m.Program {
			v.SHA256 = f.SHA256
		}
	}
	return v
}

// wanted reads the versions to install or to build, and prepares the folder of installed versions.
func (opts *solversOptions) wanted(args []string) (*install.Installer, []solver.Spec, error) {
	in, err := opts.installer()
	if err != nil {
		return nil, nil, err
	}
	for _, arg := range args { // a name that nobody knows is the first thing to say
		if _, ok := in.Catalogue.Listing(arg); !ok && plainWord(arg) {
			return nil, nil, notListed(in.Catalogue, arg)
		}
	}
	specs, err := versionSpecs(args, func(spec *solver.Spec) error {
		if _, ok := in.Catalogue.Listing(spec.Name); !ok {
			return notListed(in.Catalogue, spec.Name)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if err := in.Check(); err != nil {
		return nil, nil, err
	}
	in.Sweep()
	return in, specs, nil
}

// install installs all that it can, and ends with the first error.
func (opts *solversOptions) install(ctx context.Context, args []string) error {
	in, specs, err := opts.wanted(args)
	if err != nil {
		return err
	}
	p := newInstallProgress(opts.Streams, opts.JSON)
	defer p.end()
	in.Tell = p.step
	var first error
	for _, spec := range specs {
		m, state, err := in.Install(ctx, spec.Name, spec.Version)
		p.end()
		if ctx.Err() != nil || disk.NoSpace(err) {
			return err
		}
		if err := opts.sayInstalled(spec, m, state, err); err != nil {
			return err
		}
		if err != nil && first == nil {
			first = err
		}
	}
	if first != nil {
		return exit(exitSolver)
	}
	return nil
}

// sayInstalled says how an install ended.
func (opts *solversOptions) sayInstalled(spec solver.Spec, m install.Manifest, state install.State, err error) error {
	if err != nil {
		opts.complain(err)
		failed := installedVersion{Name: spec.Name, Version: spec.Version, Spec: spec.Text, State: "failed", Problem: err.Error()}
		return opts.sayVersion(failed, "")
	}
	v := describe(m)
	v.State = string(state)
	words := fmt.Sprintf("is already installed: %s", v.Path)
	switch state {
	case install.Fresh:
		words = fmt.Sprintf("is installed: %s (%s, from %s of %s)", v.Path, sizeText(v.Bytes), v.Package, v.Client)
	case install.Updated:
		words = "is already installed, and now has this assay's front end: " + v.Path
	}
	return opts.sayVersion(v, words)
}

// sayVersion writes a line on a version: the record with --json, otherwise the words after its name, if there are any.
func (opts *solversOptions) sayVersion(v installedVersion, words string) error {
	var err error
	switch {
	case opts.JSON:
		err = opts.printJSON(v)
	case words != "":
		err = opts.say("%s %s\n", v.Spec, words)
	}
	if err != nil {
		return errOutput
	}
	return nil
}

// sizeText is a size for people.
func sizeText(n int64) string {
	const unit = 1 << 20
	if n < unit {
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/unit)
}

// installed returns the installed versions.
func (opts *solversOptions) installed() ([]install.Manifest, error) {
	in, err := opts.installer()
	if err != nil {
		return nil, err
	}
	in.Sweep()
	all, damaged := in.Installed()
	for _, err := range damaged {
		fmt.Fprintf(opts.Err, "an installed version cannot be read: %s; remove its folder and install it again\n", visible.Line(err.Error()))
	}
	return all, nil
}

func (opts *solversOptions) writeInstalledJSON(all []install.Manifest) error {
	for _, m := range all {
		v := describe(m)
		v.State = "installed"
		if err := m.CheckSizes(); err != nil {
			v.Problem = err.Error()
		}
		if opts.printJSON(v) != nil {
			return errOutput
		}
	}
	return nil
}

// How thoroughly installed versions are checked.
func manifestSizes(m install.Manifest) error { return m.CheckSizes() }
func manifestSums(m install.Manifest) error  { return m.Check() }

// complainChanged says which installed versions are no longer what was installed, and ends with exit code 4 when there are any.
func (opts *solversOptions) complainChanged(all []install.Manifest, check func(install.Manifest) error) error {
	bad := 0
	for _, m := range all {
		err := check(m)
		if err == nil {
			if m.Outdated() {
				fmt.Fprintf(opts.Err, "%s has the front end of another assay; assay solvers install %s replaces it\n", m.Spec(), m.Spec())
			}
			continue
		}
		bad++
		var changed *install.ChangedError
		if errors.As(err, &changed) {
			err = fmt.Errorf("%w; %s", err, changed.Remedy())
		}
		fmt.Fprintf(opts.Err, "%s\n", visible.Line(err.Error()))
	}
	if bad > 0 {
		return exit(exitSolver)
	}
	return nil
}
