package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

const defaultGcov = "gcov"

// gcovFlags say which build is measured.
type gcovFlags struct {
	Dir   string
	Tool  string
	Files bool
}

func (f *gcovFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Dir, "gcov", "", "measure the build with its objects in or below `OBJDIR`, or the SPEC of one by assay solvers build --coverage gcov")
	cmd.Flags().StringVar(&f.Tool, "gcov-tool", defaultGcov, "the gcov `PROGRAM` of the compiler that made the build")
	cmd.Flags().BoolVar(&f.Files, "files", false, "also show each source file")
}

// gcov finds the build: a folder, or otherwise an installed version.
func (f *gcovFlags) gcov() (*coverage.Gcov, error) {
	g := coverage.Gcov{Dir: f.Dir}
	if _, err := os.Stat(f.Dir); err != nil && strings.Contains(f.Dir, "@") {
		m, err := installedBuild("gcov", f.Dir, solver.GcovMark)
		if err != nil {
			return nil, err
		}
		ok := false
		if g, ok = m.Gcov(); !ok {
			return nil, usagef("--gcov %s: it counts no lines: give the version that assay solvers build --coverage gcov has made, or the folder in which your build was compiled", f.Dir)
		}
	}
	g.Tool = f.Tool
	return &g, nil
}

// prepareGcov makes sure that there is a build, and resets it if that was asked for.
func prepareGcov(g *coverage.Gcov, reset bool) error {
	if _, err := g.Objects(); err != nil {
		return gcovError(err)
	}
	if !reset {
		return nil
	}
	_, err := g.Reset()
	return gcovError(err)
}

// gcovError gives the errors of builds that cannot be measured their exit code.
func gcovError(err error) error {
	var problem *coverage.GcovError
	if errors.As(err, &problem) {
		return usagef("%w", err)
	}
	return err
}

// runCommand runs the command after --.
func (opts *coverageOptions) runCommand(ctx context.Context) error {
	res, err := sandbox.Run(ctx, sandbox.Command{Argv: opts.Command})
	var start *sandbox.StartError
	switch {
	case errors.As(err, &start):
		return withExit(exitSolver, fmt.Errorf("%s: %w; write the command after -- as you would type it", shell.Quote(opts.Command), err))
	case err != nil:
		return err
	case res.Reason == sandbox.Canceled:
		return sandbox.Ended(ctx)
	}
	_, _ = opts.Err.Write(res.Stdout)
	_, _ = opts.Err.Write(res.Stderr)
	switch {
	case res.Reason == sandbox.Signaled:
		fmt.Fprintf(opts.Err, "%s died of signal %d (%v)\n", shell.Quote(opts.Command), int(res.Signal), res.Signal)
	case res.ExitCode != 0:
		fmt.Fprintf(opts.Err, "%s ended with status %d\n", shell.Quote(opts.Command), res.ExitCode)
	}
	return nil
}

// measured is what the command says about a build, or of one file of its source.
type measured struct {
	File string `json:"source,omitempty"`
	coverage.Totals
	Sources int `json:"sources,omitempty"`
	Objects int `json:"objects,omitempty"`
}

// measure reads what a build has counted.
func (opts *coverageOptions) measure(ctx context.Context, g *coverage.Gcov) error {
	objects, err := g.Objects()
	if err != nil {
		return gcovError(err)
	}
	lines := &coverage.Lines{}
	count := newCounter(opts.Streams, len(objects))
	err = inOrder(ctx, opts.Jobs, len(objects), func(i int) error {
		return g.Read(ctx, objects[i], lines)
	}, func(i int, err error) error {
		count.count(i + 1)
		return gcovError(err)
	})
	count.end()
	if err != nil {
		return err
	}
	files := lines.Files()
	var rows []measured
	if opts.Gcov.Files {
		for _, file := range files {
			rows = append(rows, measured{File: file, Totals: lines.Of(file)})
		}
	}
	rows = append(rows, measured{Totals: lines.Totals(), Sources: len(files), Objects: len(objects)})
	if opts.JSON {
		for i := range rows {
			if opts.printJSON(&rows[i]) != nil {
				return errOutput
			}
		}
		return nil
	}
	return opts.measuredTable(rows)
}

func (opts *coverageOptions) measuredTable(rows []measured) error {
	w := tabwriter.NewWriter(opts.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "LINES\tFUNCTIONS\tBRANCHES\tSOURCE")
	for _, r := range rows {
		source := r.File
		if source == "" {
			source = fmt.Sprintf("%s, %s", plural(r.Sources, "file"), plural(r.Objects, "object"))
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r.Lines, r.Functions, r.Branches, visible.Line(source))
	}
	if w.Flush() != nil {
		return errOutput
	}
	return nil
}
