package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/visible"
)

func newSeeds(s *Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "seeds",
		Short:   "What arguments stand for, seeds from regression suites, and tasks for BenchExec",
		Example: "  assay seeds list bench.tar.zst\n  assay seeds suite ~/src/cvc5/test/regress --out regress\n  assay seeds export --benchexec tasks bench.tar.zst",
		Args:    cobra.ArbitraryArgs,
		RunE:    unknownSubcommand,
	}
	cmd.AddCommand(newSeedsList(s), newSeedsExport(s), newSeedsSuite(s))
	return cmd
}

func newSeedsList(s *Streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list SEEDS...",
		Short: "List the formulas that files, folders, archives and lists stand for",
		Long: `List the formulas that arguments stand for, one name a line: of files, folders of *.smt2, archives (.tar, .tar.gz, .tar.xz,
.tar.zst) and @list.txt. The names are those by which other commands take them, so a part of the output is a list for @list.txt in the same folder.
Nothing is checked; what cannot be read is reported on standard error.

With --json, one object for each formula: {file}, or {file, error}. Exit code 1 when something cannot be read.`,
		Example: `  assay seeds list bench.tar.zst | grep QF_S >strings.txt
  assay fuzz --solver z3 --out out @strings.txt`,
		Args: minArgs(1, "SEEDS"),
		RunE: func(cmd *cobra.Command, args []string) error { return listSeeds(cmd.Context(), s, args, asJSON) },
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}

// A listedSeed is what the command says about one formula.
type listedSeed struct {
	File  string `json:"file"`
	Error string `json:"error,omitempty"`
}

func listSeeds(ctx context.Context, s *Streams, args []string, asJSON bool) error {
	files, err := formulas(ctx, s, args)
	if err != nil {
		return err
	}
	failed := false
	for _, f := range files {
		out := listedSeed{File: f.Name}
		if why := f.Broken(); why != nil {
			failed, out.Error = true, why.Error()
			fmt.Fprintf(s.Err, "%s: %v\n", visible.Line(f.Name), why)
		}
		var err error
		switch {
		case asJSON:
			err = s.printJSON(out)
		case out.Error == "":
			// In a list, a name has to be what it is, whatever its bytes are.
			name := f.Name
			if s.Out.terminal {
				name = visible.Line(name)
			}
			_, err = fmt.Fprintln(s.Out, name)
		}
		if err != nil {
			return errOutput
		}
	}
	if failed {
		return exit(exitFailed)
	}
	return nil
}
