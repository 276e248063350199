package cli

import (
	"errors"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/ianlancetaylor/demangle"
	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/coverage/blocks"
	"github.com/assay-smt/assay/internal/solver/install"
)

// blocksFlags say which release's blocks are measured.
type blocksFlags struct {
	Spec      string
	Functions bool
}

func (f *blocksFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Spec, "blocks", "", "measure the build `SPEC`, made by assay solvers build --coverage blocks")
	cmd.Flags().BoolVar(&f.Functions, "functions", false, "also show each function")
}

// counted is a build with its folder of counts.
type counted struct {
	*blocks.Build
	counts string
}

// open finds the build and prepares its counts.
func (f *blocksFlags) open(reset bool) (counted, error) {
	m, err := installedBuild("blocks", f.Spec, solver.BlocksMark)
	if err != nil {
		return counted{}, err
	}
	b, counts, err := m.Blocks(os.Environ())
	if err != nil {
		return counted{}, usagef("--blocks: %w", err)
	}
	c := counted{b, counts}
	if reset {
		return c, b.Reset(counts)
	}
	return c, b.Prepare(counts)
}

// installedBuild finds the build that a flag names, as a SPEC with or without the mark that says what it counts.
func installedBuild(flag, text, mark string) (install.Manifest, error) {
	spec, err := solver.ParseSpec(text)
	if err != nil {
		return install.Manifest{}, usagef("--%s: %w", flag, err)
	}
	if !solver.IsBuild(spec.Version) { // a release stands for its build
		spec.Version += solver.BuildMark + mark
	}
	m, err := (&install.Installer{Dir: dataFolder("solvers")}).Manifest(spec.Name, spec.Version)
	if errors.Is(err, os.ErrNotExist) {
		return m, usagef("--%s %s: it is not installed: assay solvers build %s@%s --coverage %s", flag, text, spec.Name, orLatest(solver.ReleaseOf(spec.Version)), mark)
	}
	return m, err
}

func orLatest(version string) string {
	if version == "" {
		return solver.Latest
	}
	return version
}

// blocksRow is what the command says about a function, a module, or all.
type blocksRow struct {
	Function  string          `json:"function,omitempty"`
	Module    string          `json:"module,omitempty"`
	Functions *coverage.Share `json:"functions,omitempty"` // not of a function
	Blocks    coverage.Share  `json:"blocks"`
}

// measureBlocks says what was executed.
func (opts *coverageOptions) measureBlocks(c counted) error {
	var functions, modules []blocksRow
	all, err := c.Read(c.counts, func(f blocks.Function, hit int) {
		if opts.Blocks.Functions {
			functions = append(functions, blocksRow{Function: demangle.Filter(f.Name), Module: f.Module, Blocks: coverage.Share{Hit: hit, All: f.Blocks}})
		}
		if n := len(modules); n == 0 || modules[n-1].Module != f.Module {
			modules = append(modules, blocksRow{Module: f.Module, Functions: &coverage.Share{}})
		}
		m := &modules[len(modules)-1]
		m.Functions.All++
		m.Blocks.All += f.Blocks
		m.Blocks.Hit += hit
		if hit > 0 {
			m.Functions.Hit++
		}
	})
	if err != nil {
		return err
	}
	rows := append(functions, modules...)
	if len(modules) > 1 || opts.JSON {
		rows = append(rows, blocksRow{
			Functions: &coverage.Share{Hit: all.Functions, All: all.AllFunctions}, Blocks: coverage.Share{Hit: all.Blocks, All: all.AllBlocks},
		})
	}
	if opts.JSON {
		for i := range rows {
			if opts.printJSON(&rows[i]) != nil {
				return errOutput
			}
		}
		return nil
	}
	return opts.blocksTable(rows)
}

func (opts *coverageOptions) blocksTable(rows []blocksRow) error {
	w := tabwriter.NewWriter(opts.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "BLOCKS\tFUNCTIONS\tOF")
	for _, r := range rows {
		switch {
		case r.Functions == nil:
			fmt.Fprintf(w, "%d of %d\t\t%s\n", r.Blocks.Hit, r.Blocks.All, visible.Line(r.Function))
		case r.Module != "":
			fmt.Fprintf(w, "%s\t%s\t%s\n", r.Blocks, *r.Functions, visible.Line(r.Module))
		default:
			fmt.Fprintf(w, "%s\t%s\tall\n", r.Blocks, *r.Functions)
		}
	}
	if w.Flush() != nil {
		return errOutput
	}
	return nil
}

// newRunBlocks is the command by which a build's program runs the release's program. People do not type it.
func newRunBlocks(s *Streams) *cobra.Command {
	return &cobra.Command{
		Use:                install.CountBlocks + " BUILD COUNTS [ARGUMENT...]",
		Short:              "Run a program whose basic blocks are counted",
		Long:               "Run the program of a build whose basic blocks are counted, with arguments. The build's own program does this: assay solvers build --coverage blocks.",
		Example:            "  assay " + install.CountBlocks + " z3/5.4.1+blocks/blocks counts formula.smt2",
		Hidden:             true,
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && (args[0] == "-h" || args[0] == "--help") {
				return cmd.Help()
			}
			if len(args) < 2 {
				return usagef("%s needs the folders of a build and of its counts", install.CountBlocks)
			}
			if code := blocks.Serve(args[0], args[1], args[2:], os.Environ(), s.Err); code != 0 {
				return exit(code)
			}
			return nil
		},
	}
}
