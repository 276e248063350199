package cli

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/mutate/weaken"
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

func newRules(s *Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "rules",
		Short:   "The weakening and strengthening rules, and their proof",
		Example: `  assay rules verify --solver "z3;cvc5 --strings-exp"`,
		Args:    cobra.ArbitraryArgs,
		RunE:    unknownSubcommand,
	}
	cmd.AddCommand(newRulesList(s), newRulesShow(s), newRulesVerify(s), newRulesFormat(s))
	return cmd
}

// readRules reads the rules of files, the built-in ones when there is no file.
func readRules(ctx context.Context, table *theory.Table, files []string) ([]*rules.Rule, error) {
	if len(files) == 0 {
		return rules.Builtin(table)
	}
	var all []*rules.Rule
	for _, file := range files {
		text, err := readConfig(ctx, file)
		if err != nil {
			return nil, err
		}
		rs, err := rules.Parse(table, file, text)
		if err != nil {
			return nil, withExit(exitFailed, err)
		}
		all = append(all, rs...)
	}
	if err := rules.Distinct(all); err != nil {
		return nil, withExit(exitFailed, err)
	}
	return all, nil
}

// listedRule is what list says about a rule.
type listedRule struct {
	Name        string   `json:"name"`
	Theory      string   `json:"theory"`
	Uses        []string `json:"uses"`
	Equivalence bool     `json:"equivalence"`
	Cite        string   `json:"cite,omitempty"`
	Doc         string   `json:"doc,omitempty"`
	Text        string   `json:"text"`
}

func listed(r *rules.Rule) listedRule {
	l := listedRule{Name: r.Name, Theory: r.Theory, Equivalence: r.Equivalence, Cite: r.Cite, Doc: r.Doc, Text: r.String()}
	for _, u := range r.Uses() {
		l.Uses = append(l.Uses, u.Direction.String())
	}
	return l
}

func newRulesList(s *Streams) *cobra.Command {
	var asJSON bool
	var extra []string
	cmd := &cobra.Command{
		Use:     "list [FILE...]",
		Short:   "List the built-in rules, or those of files",
		Example: "  assay rules list",
		RunE: func(cmd *cobra.Command, args []string) error {
			table, err := extendTable(cmd.Context(), extra)
			if err != nil {
				return err
			}
			rs, err := readRules(cmd.Context(), table, args)
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
			for _, r := range rs {
				l := listed(r)
				if asJSON {
					if err := s.printJSON(l); err != nil {
						return err
					}
					continue
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", l.Theory, l.Name, strings.Join(l.Uses, " "), l.Cite)
			}
			return w.Flush()
		},
	}
	theoryFlag(cmd, &extra)
	jsonFlag(cmd, &asJSON)
	return cmd
}

func newRulesShow(s *Streams) *cobra.Command {
	var asJSON bool
	var extra []string
	cmd := &cobra.Command{
		Use:     "show RULE [FILE...]",
		Short:   "Write one rule",
		Example: "  assay rules show and-or",
		Args:    minArgs(1, "RULE"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveDefault // files of rules
			}
			return beginningWith(ruleNames(), typed), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			table, err := extendTable(cmd.Context(), extra)
			if err != nil {
				return err
			}
			rs, err := readRules(cmd.Context(), table, args[1:])
			if err != nil {
				return err
			}
			var names []string
			for _, r := range rs {
				if r.Name != args[0] {
					names = append(names, r.Name)
					continue
				}
				if asJSON {
					return s.printJSON(listed(r))
				}
				fmt.Fprintln(s.Out, r)
				return nil
			}
			return usagef("there is no rule %q%s; assay rules list shows them all", args[0], didYouMean(args[0], names))
		},
	}
	theoryFlag(cmd, &extra)
	jsonFlag(cmd, &asJSON)
	return cmd
}

func newRulesFormat(s *Streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "format FILE",
		Short:   "Write a file of rules in its usual layout to standard output",
		Long:    "Write a file of rules in its usual layout to standard output. With --json, one object: {file, changed, text}.",
		Example: "  assay rules format my.rules > formatted.rules",
		Args:    exactArgs(1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := readConfig(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			formatted, err := rules.Format(args[0], text)
			if err != nil {
				return withExit(exitFailed, err)
			}
			if asJSON {
				return s.printJSON(formattedRules{File: args[0], Changed: formatted != text, Text: formatted})
			}
			_, err = s.Out.Write([]byte(formatted))
			return err
		},
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}

// formattedRules is what format says about a file.
type formattedRules struct {
	File    string `json:"file"`
	Changed bool   `json:"changed"`
	Text    string `json:"text"`
}

type verifyOptions struct {
	*Streams
	Files      []string
	Names      []string
	Solvers    solverFlags
	Limits     limitFlags
	Theory     []string
	Valuations int
	Jobs       int
	JSON       bool
}

func newRulesVerify(s *Streams) *cobra.Command {
	opts := &verifyOptions{Streams: s, Limits: limitFlags{Timeout: query.DefaultAskTime, Memory: defaultMemory}}
	cmd := &cobra.Command{
		Use:   "verify [--solver SPEC] [FILE...]",
		Short: "Prove the built-in rules, or those of files",
		Long: `Prove the built-in rules, or those of files, one line each.

Every rule is evaluated exactly on random values of its parameters, biased to the corners of their sorts; a result that
the standard leaves open counts as a failure. With --solver, the negation of the rule is given to all solvers for a
spread of sorts, widths, formats and lengths of lists: one that answers unsat proves that instance.

proved: for all values over every sort that the rule is about. proved for bounded instances: for some widths, formats, lengths
of lists or values. tested only: no values that were tried refute it. refuted: with the values that do.

Exit code 0 when all rules may be used, 1 when one is refuted, nothing is known about one, or a file cannot be read.`,
		Example: `  assay rules verify --solver "z3;cvc5 --strings-exp"
  assay rules verify my.rules
  assay rules verify --rule and-or --solver z3`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Files = args
			return opts.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	opts.Solvers.bind(cmd)
	opts.Limits.bind(cmd)
	theoryFlag(cmd, &opts.Theory)
	f.StringSliceVar(&opts.Names, "rule", nil, "verify only these `RULES`")
	complete(cmd, "rule", listOf(",", ruleNames))
	f.IntVar(&opts.Valuations, "valuations", rules.DefaultValuations, "number of values of all parameters on which each rule is tried")
	f.IntVarP(&opts.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), "rules proved at the same time")
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

// verified is what verify says about a rule.
type verified struct {
	Rule       string   `json:"rule"`
	Theory     string   `json:"theory"`
	State      string   `json:"state"`
	Why        string   `json:"why,omitempty"`
	Argued     string   `json:"argued,omitempty"`
	Valuations int      `json:"valuations"`
	Decisive   int      `json:"decisive"`
	Undecided  int      `json:"undecided"`
	Instances  int      `json:"instances"`
	Proved     int      `json:"proved"`
	Bounded    int      `json:"bounded"`
	By         []string `json:"by,omitempty"`
	// Wrong are wrong answers of solvers.
	Wrong []rules.WrongAnswer `json:"wrong,omitempty"`
}

func (opts *verifyOptions) run(ctx context.Context) error {
	if opts.Valuations < 1 {
		return usagef("--valuations %d: give a positive number", opts.Valuations)
	}
	if opts.Jobs < 1 {
		return usagef("--jobs %d: give a positive number", opts.Jobs)
	}
	if err := opts.Limits.check(); err != nil {
		return err
	}
	table, err := extendTable(ctx, opts.Theory)
	if err != nil {
		return err
	}
	rs, err := opts.chosen(ctx, table)
	if err != nil {
		return err
	}
	var asker rules.Asker
	if len(opts.Solvers.Specs) > 0 {
		temp, err := disk.NewTemp("rules")
		if err != nil {
			return err
		}
		defer temp.Remove()
		solvers, err := opts.Solvers.solvers(ctx, opts.Err)
		if err != nil {
			return err
		}
		bench := &trial.Bench{Table: table, Limits: solver.Limits{Memory: int64(opts.Limits.Memory)}}
		asker = weaken.Prover(&query.Answers{Bench: bench, Targets: solvers, Scratch: temp.Scratch, Time: opts.Limits.Timeout})
	}
	type result struct {
		v   rules.Verdict
		err error
	}
	failed := 0
	states := map[rules.State]int{}
	count := newCounter(opts.Streams, len(rs))
	started := time.Now()
	err = inOrder(ctx, opts.Jobs, len(rs), func(i int) result {
		v, err := rules.Verify(ctx, rs[i], asker, rules.Options{Valuations: opts.Valuations})
		return result{v, err}
	}, func(i int, r result) error {
		if r.err != nil {
			return r.err
		}
		states[r.v.State]++
		if !r.v.State.Fine() {
			failed++
		}
		count.end()
		defer count.count(i + 1)
		return opts.print(r.v)
	})
	count.end()
	if err != nil {
		return err
	}
	var words []string
	for s := rules.Proved; ; s-- {
		if states[s] > 0 {
			words = append(words, fmt.Sprintf("%d %s", states[s], s))
		}
		if s == rules.Refuted {
			break
		}
	}
	fmt.Fprintf(opts.Err, "%s in %s: %s\n", plural(len(rs), "rule"), time.Since(started).Round(time.Second), strings.Join(words, ", "))
	if failed > 0 {
		return exit(exitFailed)
	}
	return nil
}

// chosen returns the rules to verify.
func (opts *verifyOptions) chosen(ctx context.Context, table *theory.Table) ([]*rules.Rule, error) {
	all, err := readRules(ctx, table, opts.Files)
	if err != nil || len(opts.Names) == 0 {
		return all, err
	}
	var out []*rules.Rule
	var names []string
	for _, r := range all {
		names = append(names, r.Name)
		if slices.Contains(opts.Names, r.Name) {
			out = append(out, r)
		}
	}
	for _, name := range opts.Names {
		if !slices.Contains(names, name) {
			return nil, usagef("there is no rule %q%s; assay rules list shows them all", name, didYouMean(name, names))
		}
	}
	return out, nil
}

func (opts *verifyOptions) print(v rules.Verdict) error {
	if opts.JSON {
		return opts.printJSON(verified{
			Rule: v.Rule.Name, Theory: v.Rule.Theory, State: v.State.String(), Why: v.Why, Argued: v.Rule.Argued,
			Valuations: v.Valuations, Decisive: v.Decisive, Undecided: v.Undecided,
			Instances: v.Instances, Proved: v.General, Bounded: v.Partial, By: v.By, Wrong: v.Wrong,
		})
	}
	if err := opts.say("%s\n", v); err != nil {
		return err
	}
	if !v.State.Fine() {
		fmt.Fprintf(opts.Err, "%s:%d:1: %s: rule %s is %s\n", v.Rule.File, v.Rule.Line, v.State.Code(), v.Rule.Name, v.State)
	}
	return nil
}
