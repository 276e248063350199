package cli

import (
	"context"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/options"
)

func newOptions(s *Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "options",
		Short:   "List the options of solvers, and learn which of them matter for which formulas",
		Example: "  assay options list z3",
		Args:    cobra.ArbitraryArgs,
		RunE:    unknownSubcommand,
	}
	cmd.AddCommand(newOptionsList(s), newOptionsLearn(s), newOptionsShow(s))
	return cmd
}

// optionsQuery names a solver, and some of its options.
type optionsQuery struct {
	Profiles profileFlags
	Spec     string
	Pattern  string
	JSON     bool
}

// bind has a command take a solver, a pattern, and the flags of both, and run.
func (q *optionsQuery) bind(cmd *cobra.Command, run func(context.Context) error) {
	cmd.Args = cobra.MatchAll(minArgs(1, "SOLVER"), maxArgs(2, "SOLVER [GREP]"))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		q.Spec = args[0]
		if len(args) > 1 {
			q.Pattern = args[1]
		}
		return run(cmd.Context())
	}
	q.Profiles.bind(cmd)
	jsonFlag(cmd, &q.JSON)
}

// pattern returns the regular expression of GREP, which ignores case.
func (q *optionsQuery) pattern() (*regexp.Regexp, error) {
	pattern, err := regexp.Compile("(?i)" + q.Pattern)
	if err != nil {
		return nil, usagef("GREP %q is not a regular expression: %v", q.Pattern, err)
	}
	return pattern, nil
}

type optionsListOptions struct {
	*Streams
	optionsQuery
	Classes []string
	Uses    []string
	Jobs    int
}

func newOptionsList(s *Streams) *cobra.Command {
	opts := &optionsListOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "list SOLVER [GREP]",
		Short: "List the options of a solver, with their types, defaults, values and uses",
		Long: `List the options that a solver reports, with their types, defaults and values. GREP is a regular expression that ignores case: only
options whose name or explanation matches it are listed.

The column USE says what an option does. Options for the "search" change how the solver works; fuzzing may set them. Assay leaves
all others alone, and the solver's profile gives the reason: developers accept no reports with "unwelcome" options, "meaning"
options change what formulas mean, and Assay itself sets those marked "assay". "output", "input", "file", "limit", "seed",
"parallel" and "check" options concern what these words say, "other" ones a job other than solving SMT-LIB scripts.`,
		Example: `  assay options list z3 'arith.*nl'
  assay options list cvc5@1.4.2 --use search --class common,regular
  assay options list cvc5 --json | jq -r 'select(.use == "unwelcome").why' | sort | uniq -c`,
	}
	opts.bind(cmd, opts.run)
	f := cmd.Flags()
	f.StringSliceVar(&opts.Classes, "class", nil, "only options of these `CLASSES`: common, regular, expert, experimental")
	complete(cmd, "class", listOf(",", func() []string { return words(options.Classes) }))
	f.StringSliceVar(&opts.Uses, "use", nil, "only options of these `USES`, such as search or unwelcome")
	complete(cmd, "use", listOf(",", func() []string { return words(solver.OptionUses) }))
	f.IntVarP(&opts.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), "solver processes that run at the same time")
	return cmd
}

// words are names as texts.
func words[T ~string](names []T) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = string(n)
	}
	return out
}

// eachOf checks that each word of a flag is one of the known ones.
func eachOf(flag string, given, all []string) error {
	for _, g := range given {
		if !slices.Contains(all, g) {
			return usagef("--%s %s%s; there are %s", flag, g, didYouMean(g, all), strings.Join(all, ", "))
		}
	}
	return nil
}

func (opts *optionsListOptions) run(ctx context.Context) error {
	if opts.Jobs < 1 {
		return usagef("--jobs %d: give a positive number", opts.Jobs)
	}
	if err := eachOf("class", opts.Classes, words(options.Classes)); err != nil {
		return err
	}
	if err := eachOf("use", opts.Uses, words(solver.OptionUses)); err != nil {
		return err
	}
	pattern, err := opts.pattern()
	if err != nil {
		return err
	}
	target, err := opts.Profiles.one(ctx, opts.Spec)
	if err != nil {
		return err
	}
	wanted := func(o *options.Option) bool {
		return (pattern.MatchString(o.Name) || pattern.MatchString(o.Doc)) &&
			(len(opts.Classes) == 0 || slices.Contains(opts.Classes, string(o.Class))) && (len(opts.Uses) == 0 || slices.Contains(opts.Uses, string(o.Use)))
	}
	c, err := options.ReadAbout(ctx, target, opts.Jobs, wanted)
	if err != nil {
		return err
	}
	var chosen []options.Option
	for i := range c.Options {
		if wanted(&c.Options[i]) {
			chosen = append(chosen, c.Options[i])
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
	opts.sum(target, c, chosen)
	return nil
}

// table writes options in columns, and the reasons of those that are not searched below.
func (opts *optionsListOptions) table(chosen []options.Option) error {
	if len(chosen) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(opts.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tTYPE\tDEFAULT\tVALUES\tCLASS\tUSE\tEXPLANATION")
	for _, o := range chosen {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
			o.Name, o.Kind, orDash(short(o.Default, 24)), orDash(short(o.Range(), 48)), o.Class, o.Use, short(o.Doc, 72))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	type reason struct{ use, why string }
	count := map[reason]int{}
	var order []reason
	note := func(r reason) {
		if count[r]++; count[r] == 1 {
			order = append(order, r)
		}
	}
	for _, o := range chosen {
		if o.Use != solver.UseSearch {
			note(reason{string(o.Use), o.Why})
		}
		for _, v := range o.Without {
			note(reason{string(v.Use), "values of " + o.Name + ": " + v.Why})
		}
	}
	if len(order) > 0 {
		fmt.Fprintln(opts.Out)
	}
	slices.SortStableFunc(order, func(a, b reason) int {
		return slices.Index(solver.OptionUses, solver.OptionUse(a.use)) - slices.Index(solver.OptionUses, solver.OptionUse(b.use))
	})
	for _, r := range order {
		if _, err := fmt.Fprintf(opts.Out, "%s (%d): %s\n", r.use, count[r], r.why); err != nil {
			return err
		}
	}
	return nil
}

// sum says on standard error how many options there are, and what is missing.
func (opts *optionsListOptions) sum(t solver.Target, c *options.Catalogue, chosen []options.Option) {
	search := 0
	for _, o := range chosen {
		if o.Use == solver.UseSearch {
			search++
		}
	}
	fmt.Fprintf(opts.Err, "%s %s: %d of %s, %d of them for the search\n", t.Name(), c.Version, len(chosen), plural(len(c.Options), "option"), search)
	if c.Unread > 0 {
		fmt.Fprintf(opts.Err, "skipped %s of its list that cannot be read or repeat an option\n", plural(c.Unread, "line"))
	}
	if c.Unasked > 0 {
		fmt.Fprintf(opts.Err, "%s\n", ofUnknownType(c.Unasked))
	}
}

// ofUnknownType says what happens to options about whose values asking revealed nothing.
func ofUnknownType(n int) string {
	if n == 1 {
		return "1 option for the search takes a value of unknown type and stays at its default"
	}
	return fmt.Sprintf("%d options for the search take values of unknown type and stay at their defaults", n)
}

// short cuts a text to a number of characters.
func short(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most-1]) + "…"
}
