package cli

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/engines"
)

func newEngines(s *Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "engines",
		Short:   "List the engines that make mutants, and their settings",
		Example: "  assay engines list\n  assay engines show storm",
		Args:    cobra.ArbitraryArgs,
		RunE:    unknownSubcommand,
	}
	cmd.AddCommand(newEnginesList(s), newEnginesShow(s), newEnginesCheck(s))
	return cmd
}

func newEnginesList(s *Streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the engines",
		Long:    "List the engines that make mutants, with what each does.\n\nWith --json, one object for each engine: {engine, doc}.",
		Example: "  assay engines list",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			if !asJSON {
				return s.say("%s\n", described())
			}
			for _, d := range engines.All() {
				if err := s.printJSON(map[string]string{"engine": d.Name, "doc": d.Doc}); err != nil {
					return errOutput
				}
			}
			return nil
		},
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}

// engineSetting is what the command says about one setting.
type engineSetting struct {
	Engine  string `json:"engine"`
	Key     string `json:"key"`
	Default string `json:"default"`
	Values  string `json:"values"`
	Doc     string `json:"doc"`
}

type enginesShowOptions struct {
	*Streams
	JSON bool
}

func newEnginesShow(s *Streams) *cobra.Command {
	opts := &enginesShowOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "show [ENGINE...]",
		Short: "Show the settings of engines",
		Long: `Show the settings of engines, of all without ENGINE, with their defaults and the values that they take. assay fuzz and assay mutate take them
as --set KEY=VALUE, and in the file of --config.

With --json, one object for each setting: {engine, key, default, values, doc}.`,
		Example: `  assay engines show storm
  assay fuzz --solver z3 --engine storm --set storm.depth=10 --out out`,
		RunE: func(_ *cobra.Command, args []string) error { return opts.run(args) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return engineNames(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

func engineNames() []string {
	var names []string
	for _, d := range engines.All() {
		names = append(names, d.Name)
	}
	return names
}

func (opts *enginesShowOptions) run(names []string) error {
	chosen := plan.Default()
	if len(names) > 0 {
		chosen.Engines = names
	}
	names, err := chosen.EngineNames()
	if err != nil {
		return usagef("%w", errors.Unwrap(err))
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "KEY\tDEFAULT\tVALUES\tMEANING")
	for _, name := range names {
		for _, s := range settingsOf(name) {
			if opts.JSON {
				if err := opts.printJSON(s); err != nil {
					return errOutput
				}
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", s.Key, s.Default, s.Values, s.Doc)
		}
	}
	_ = w.Flush() // into memory
	if opts.JSON {
		return nil
	}
	return opts.say("%s", b.String())
}

// settingsOf lists the settings of an engine.
func settingsOf(engine string) []engineSetting {
	var all []engineSetting
	for _, d := range engines.All() {
		if d.Name != engine {
			continue
		}
		for _, o := range d.Options {
			s := engineSetting{Engine: d.Name, Key: plan.Key(d.Name, o.Name), Default: "-", Doc: strings.TrimPrefix(strings.ReplaceAll(o.Doc, "`", ""), d.Name+": ")}
			switch o.Kind {
			case mutate.Integer:
				s.Default, s.Values = fmt.Sprint(o.Int), fmt.Sprintf("%d to %d", o.Min, o.Max)
			case mutate.Choice:
				s.Default, s.Values = o.Words[0], strings.Join(o.Words, ", ")
			case mutate.Switch:
				s.Default, s.Values = "false", "true, false"
			case mutate.OneFile:
				s.Values = "a file"
			case mutate.Files:
				s.Values = "files, one --set each"
			}
			all = append(all, s)
		}
	}
	return all
}
