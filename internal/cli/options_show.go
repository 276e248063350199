package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/campaign/configspace"
	"github.com/assay-smt/assay/internal/solver"
)

type optionsShowOptions struct {
	*Streams
	optionsQuery
	From   string
	Export string
	Kinds  []string
	All    bool
	// Shipped are the correlations that come with Assay: configspace.Shipped.
	Shipped func(solver, version string) (*configspace.Correlations, bool)
}

func newOptionsShow(s *Streams) *cobra.Command {
	opts := &optionsShowOptions{Streams: s, Shipped: configspace.Shipped}
	cmd := &cobra.Command{
		Use:   "show SOLVER [GREP]",
		Short: "Show what Assay has learned about a solver's options",
		Long: `Show which options of a solver matter for which kinds of operations, as assay options learn found out. The percentage after a kind
is the share of formulas with that operation on which the option made a difference. GREP is a regular expression for option names.

If nothing was learned about the solver here, the command shows the correlations that come with Assay for its version or an older
one, where there are any.`,
		Example: `  assay options show z3 'smt.arith'
  assay options show cvc5 --kinds str.++,str.len
  assay options show z3 --from z3.jsonl --export z3-4.8.12.json`,
	}
	opts.bind(cmd, opts.run)
	f := cmd.Flags()
	f.StringVar(&opts.From, "from", "", "read this `FILE`, written by assay options learn or by --export")
	f.StringVar(&opts.Export, "export", "", "write the correlations to this `FILE`, without the runs behind them")
	f.StringSliceVar(&opts.Kinds, "kinds", nil, "only options that matter for at least one of these `KINDS` of operations")
	f.BoolVar(&opts.All, "all", false, "include options that made no difference")
	return cmd
}

func (opts *optionsShowOptions) run(ctx context.Context) error {
	pattern, err := opts.pattern()
	if err != nil {
		return err
	}
	c, err := opts.learned(ctx)
	if err != nil {
		return err
	}
	if opts.Export != "" {
		text, err := json.MarshalIndent(c, "", " ")
		if err != nil {
			return err
		}
		if err := disk.WriteAtomic(throughLink(opts.Export), append(text, '\n')); err != nil {
			return withExit(exitOutput, err)
		}
	}
	wanted := map[string]bool{}
	for _, name := range c.For(opts.Kinds) {
		wanted[name] = true
	}
	var chosen []configspace.OptionEffects
	for _, o := range c.Options {
		if pattern.MatchString(o.Name) && (len(opts.Kinds) == 0 || wanted[o.Name]) && (opts.All || o.General || len(o.Relevant)+len(o.Refusing) > 0) {
			chosen = append(chosen, o)
		}
	}
	if opts.JSON {
		for i := range chosen {
			if err := opts.printJSON(&chosen[i]); err != nil {
				return errOutput
			}
		}
	} else if err := opts.table(chosen); err != nil {
		return errOutput
	}
	fmt.Fprintf(opts.Err, "%s %s, learned from %s and %s in %s\n", visible.Line(c.Solver), visible.Line(c.Version), plural(c.Formulas, "formula"),
		plural(c.Runs, "run"), time.Duration(c.Seconds*float64(time.Second)).Round(time.Second))
	return nil
}

// learned reads the correlations of a file, or of the file of the solver's version, or else takes those that come with Assay.
func (opts *optionsShowOptions) learned(ctx context.Context) (*configspace.Correlations, error) {
	path := opts.From
	var target solver.Target
	if path == "" {
		var err error
		if target, err = opts.Profiles.one(ctx, opts.Spec); err != nil {
			return nil, err
		}
		path = learnedFile(target)
	}
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && opts.From == "":
		return opts.fallBack(target)
	case err != nil:
		return nil, missingFile(path, err)
	}
	if configspace.BeginsRecord(text) {
		h, lessons, err := configspace.ReadRecord(path)
		if errors.Is(err, configspace.ErrNoLessons) && opts.From == "" {
			return opts.fallBack(target)
		}
		if err != nil {
			return nil, withExit(exitFailed, err)
		}
		return configspace.Summarize(h, lessons), nil
	}
	c, err := configspace.ReadCorrelations(text)
	if err != nil {
		return nil, withExit(exitFailed, fmt.Errorf("%s: %w", path, err))
	}
	return c, nil
}

// fallBack takes what comes with Assay, and says so.
func (opts *optionsShowOptions) fallBack(t solver.Target) (*configspace.Correlations, error) {
	c, ok := opts.Shipped(t.Profile().Name, t.Version())
	if !ok {
		return nil, usagef("Assay has learned nothing about %s yet; run assay options learn %s first", opts.Spec, opts.Spec)
	}
	of := "this version"
	if c.Version != t.Version() {
		of = fmt.Sprintf("version %s, the nearest to %s", visible.Line(c.Version), t.Version())
	}
	fmt.Fprintf(opts.Err, "nothing was learned about %s here yet; these correlations come with Assay, for %s\n", opts.Spec, of)
	return c, nil
}

// table writes an option in each line.
func (opts *optionsShowOptions) table(chosen []configspace.OptionEffects) error {
	if len(chosen) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(opts.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "OPTION\tTRIED\tDIFFERS\tBY\tMATTERS FOR\tREFUSED WITH")
	for _, o := range chosen {
		matters := listLinks(o.Relevant)
		if o.General {
			matters = strings.TrimSuffix("all operations, "+matters, ", ")
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%s\t%s\n", visible.Line(o.Name), o.Tried, o.Affected, orDash(effects(o.By)), orDash(matters), orDash(listLinks(o.Refusing)))
	}
	return w.Flush()
}

func effects(by map[string]int) string {
	var out []string
	for _, e := range []configspace.Effect{configspace.InAnswer, configspace.InStatistics, configspace.InEdges, configspace.InTime} {
		if n := by[string(e)]; n > 0 {
			out = append(out, fmt.Sprintf("%s %d", e, n))
		}
	}
	return strings.Join(out, ", ")
}

// listLinks names the strongest links, with their shares.
func listLinks(links []configspace.Link) string {
	const most = 6
	var out []string
	for i, l := range links {
		if i == most {
			out = append(out, fmt.Sprintf("and %d more", len(links)-most))
			break
		}
		out = append(out, fmt.Sprintf("%s %.0f%%", visible.Line(l.Kind), 100*l.P()))
	}
	return strings.Join(slices.Clip(out), ", ")
}
