package cli

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/install"
)

// buildOptions are the flags of solvers build.
type buildOptions struct {
	solversOptions
	Assertions bool
	Sanitizers []string
	Coverage   string
	Jobs       int
}

func newSolversBuild(s *Streams) *cobra.Command {
	opts := &buildOptions{solversOptions: solversOptions{Streams: s}}
	cmd := &cobra.Command{
		Use:   "build NAME@VERSION...",
		Short: "Compile solvers with assertions, sanitizers or counted code",
		Long: `Compile versions of solvers from their source packages, with what releases lack: assertions (the default), the compiler's sanitizers, or
code that is counted: edges for assay coverage --by edges and assay options learn, or lines, functions and branches for assay coverage --gcov (with gcc). A build is installed beside the releases as NAME@VERSION+assertions, and is taken only where a SPEC gives that name.
Such a name, z3@5.4.1+address.undefined for example, also says here what to build, in place of the flags.

The compilers run at the lowest priority; that takes an hour or more. A build that is interrupted goes on where it was. CC and CXX choose the compiler.

--coverage blocks compiles nothing: it installs the release, and beside it the same program, which counts for assay coverage what basic blocks it executes.`,
		Example: `  assay solvers build z3@latest
  assay fuzz --solver z3@5.4.1+assertions --out out SEEDS
  assay solvers build z3@5.4.1 --sanitizer address,undefined
  assay solvers build cvc5@1.4.2 --coverage blocks
  assay solvers build bitwuzla@latest --coverage gcov`,
		Args: minArgs(1, "the version"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("assertions") && !opts.Assertions && len(opts.Sanitizers) == 0 && opts.Coverage == "" {
				return usagef("a build without assertions, sanitizer and coverage is a release: assay solvers install has those")
			}
			return opts.build(cmd.Context(), args)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&opts.Assertions, "assertions", false, "check the solver's own assertions; the default where nothing else says what to build")
	f.StringSliceVar(&opts.Sanitizers, "sanitizer", nil, "what the compiler checks, a `LIST` of address and undefined")
	f.StringVar(&opts.Coverage, "coverage", "", "the `KIND` of code that is counted: edges or gcov (lines, functions and branches), compiled in, or blocks, in the release's own program")
	f.IntVarP(&opts.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), "how many compilers run at the same time")
	complete(cmd, "coverage", oneOf(install.Coverages()...))
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

// build builds all that it can, and ends with the first error.
func (opts *buildOptions) build(ctx context.Context, args []string) error {
	flags, err := install.ParseVariant(opts.Assertions, opts.Sanitizers, opts.Coverage)
	switch {
	case err != nil:
		return usagef("%w", err)
	case opts.Jobs < 1:
		return usagef("--jobs must be at least 1, not %d", opts.Jobs)
	}
	in, specs, err := opts.wanted(args)
	if err != nil {
		return err
	}
	var variants []install.Variant
	for _, spec := range specs {
		v, err := variantOf(spec, flags)
		if err != nil {
			return err
		}
		variants = append(variants, v)
	}
	p := newInstallProgress(opts.Streams, opts.JSON)
	defer p.end()
	in.Tell = p.step
	failed := false
	for i, spec := range specs {
		m, state, err := in.Build(ctx, spec.Name, solver.ReleaseOf(spec.Version), variants[i], opts.Jobs)
		p.end()
		if ctx.Err() != nil || disk.NoSpace(err) {
			return err
		}
		if err := opts.sayBuilt(spec, m, state, err); err != nil {
			return err
		}
		failed = failed || err != nil
	}
	if failed {
		return exit(exitSolver)
	}
	return nil
}

// variantOf is what a SPEC is built with: what its version says, otherwise what the flags say, if they say anything.
func variantOf(spec solver.Spec, flags install.Variant) (install.Variant, error) {
	release, text, named := strings.Cut(spec.Version, solver.BuildMark)
	if !named {
		if flags.String() == "" {
			flags.Assertions = true
		}
		return flags, nil
	}
	v, err := install.ReadVariant(text)
	switch {
	case err != nil:
		return v, usagef("%s: %w", spec.Text, err)
	case release == "":
		return v, usagef("%q names no release; write NAME@VERSION%s%s, such as %s@%s%[2]s%[3]s", spec.Text, solver.BuildMark, v, spec.Name, solver.Latest)
	case flags.String() != "" && flags.String() != v.String():
		return v, usagef("%s names a build with %s, and the flags one with %s: leave out the flags, or what follows the %s", spec.Text, v, flags, solver.BuildMark)
	}
	return v, nil
}

// sayBuilt says how a build ended.
func (opts *buildOptions) sayBuilt(spec solver.Spec, m install.Manifest, state install.State, err error) error {
	if err != nil {
		opts.complain(err)
		return opts.sayVersion(installedVersion{Name: spec.Name, Version: spec.Version, Spec: spec.Text, State: "failed", Problem: err.Error()}, "")
	}
	v := describe(m)
	v.State = string(state)
	words := fmt.Sprintf("is already built: %s", v.Path)
	if state == install.Fresh {
		words = fmt.Sprintf("is built: %s (%s, by %s)", v.Path, sizeText(v.Bytes), m.Build.Compiler)
		if n := m.Build.Blocks; n > 0 {
			words = fmt.Sprintf("is built: %s (%s, %d basic blocks)", v.Path, sizeText(v.Bytes), n)
		}
	}
	return opts.sayVersion(v, words)
}
