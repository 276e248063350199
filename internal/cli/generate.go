package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seedfiles"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/generate"
	"github.com/assay-smt/assay/internal/mutate/generate/grammar"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

type generateOptions struct {
	*Streams
	Logics      []string
	OutDir      string
	Count       int
	Seed        uint64
	Assertions  int
	Depth       int
	Incremental int
	Sat, Unsat  int
	Kinds       []string
	Solvers     solverFlags
	Theory      []string
	JSON        bool

	many int // kinds that are drawn for each script, 0 for those in Kinds
}

func newGenerate(s *Streams) *cobra.Command {
	opts := &generateOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "generate --logic LOGIC --out DIR [flags]",
		Short: "Write random formulas of a logic",
		Long: `Write random, well-sorted scripts of a logic to DIR/LOGIC-0001.smt2 and so on. The grammar behind them has every operator that Assay
knows. Scripts stay within the logic: linear arithmetic is linear, and difference logic has nothing but differences. Each script
draws its own sorts and operators, and how likely each of them is.

Whether a script is satisfiable is not known, unless --sat or --unsat gives a share of scripts a truth: an interpretation is drawn and what is true in
it asserted, or a contradiction is hidden in the script. (set-info :status ...) says so in front of each check-sat.

Several logics share --count evenly. With --solver, scripts use only what all these solvers support in their installed versions,
as the first of them spells it; where another one spells it otherwise, it has a file of its own, DIR/LOGIC-0001.DIALECT.smt2. Without
it, what the newest z3 and cvc5 support.

--kinds restricts the operations. Name them (operators, forall, exists, let, match, lambda, and commands such as push,
get-unsat-core and declare-fun), or give a number to have each script draw that many.

--json prints an object for each script: {file, logic, seed, number, kinds, assertions, checks, truth}, and also with the
files in further spellings.`,
		Example: `  assay generate --logic QF_BV --count 100 --out scripts
  assay generate --logic QF_LIA,UFLIA --seed 7 --solver z3 --solver cvc5 --out scripts
  assay generate --logic QF_SLIA --kinds str.++,str.replace,push --out scripts
  assay generate --logic QF_BV,QF_S --count 100 --sat 50 --unsat 50 --out labelled
  assay generate --logic all --count 1000 --kinds 4 --json --out scripts`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return opts.run(cmd.Context()) },
	}
	f := cmd.Flags()
	f.StringSliceVarP(&opts.Logics, "logic", "l", nil, "the `LOGIC`, a comma-separated list of logics, or all")
	f.StringVarP(&opts.OutDir, "out", "o", "", "write the scripts to this `DIR`")
	f.IntVarP(&opts.Count, "count", "n", 10, "number of scripts")
	f.Uint64Var(&opts.Seed, "seed", 1, "the random seed")
	f.IntVar(&opts.Assertions, "assertions", grammar.DefaultAssertions, "assertions in each script")
	f.IntVar(&opts.Depth, "depth", grammar.DefaultDepth, "how deeply operators may nest")
	f.IntVar(&opts.Incremental, "incremental", grammar.DefaultIncremental, "percentage of scripts with several check-sats")
	f.IntVar(&opts.Sat, "sat", 0, "percentage of scripts that are sat by construction")
	f.IntVar(&opts.Unsat, "unsat", 0, "percentage of scripts that are unsat by construction")
	f.StringSliceVar(&opts.Kinds, "kinds", nil, "restrict the operations to these `KINDS`, or to this many")
	opts.Solvers.bind(cmd)
	theoryFlag(cmd, &opts.Theory)
	jsonFlag(cmd, &opts.JSON)
	complete(cmd, "logic", listOf(",", func() []string { return append(theory.Logics(), "all") }))
	return cmd
}

// generated is what the command says about one script.
type generated struct {
	File       string   `json:"file"`
	Logic      string   `json:"logic"`
	Seed       uint64   `json:"seed"`
	Number     int      `json:"number"` // among the scripts of the logic, from 0
	Kinds      []string `json:"kinds"`
	Assertions int      `json:"assertions"`
	Checks     int      `json:"checks"`
	// Truth is what is known about each check: sat, unsat or unknown. It is missing without --sat and --unsat.
	Truth []string `json:"truth,omitempty"`
	// Also are files with the same script in the spelling of further solvers, where it differs from File's.
	Also []string `json:"also,omitempty"`
}

func (opts *generateOptions) check() error {
	ranges := []struct {
		flag           string
		value, low, up int
	}{
		{"count", opts.Count, 1, 1_000_000_000}, {"assertions", opts.Assertions, 1, grammar.MaxAssertions},
		{"depth", opts.Depth, 1, grammar.MaxDepth}, {"incremental", opts.Incremental, 0, 100},
		{"sat", opts.Sat, 0, 100}, {"unsat", opts.Unsat, 0, 100},
	}
	switch {
	case len(opts.Logics) == 0:
		return usagef("--logic is missing: name a logic, as in --logic QF_BV, or all")
	case opts.OutDir == "":
		return usagef("--out is missing: name a folder for the scripts, as in --out scripts")
	}
	for _, r := range ranges {
		if r.value < r.low || r.value > r.up {
			return usagef("--%s %d: give a number from %d to %d", r.flag, r.value, r.low, r.up)
		}
	}
	switch {
	case opts.Sat+opts.Unsat > 100:
		return usagef("--sat %d and --unsat %d are %d percent together: give at most 100", opts.Sat, opts.Unsat, opts.Sat+opts.Unsat)
	case opts.Sat+opts.Unsat > 0 && len(opts.Kinds) > 0:
		return usagef("--kinds restricts the operations, and a truth needs others: leave out --kinds, or --sat and --unsat")
	}
	if len(opts.Kinds) == 1 {
		if n, err := strconv.Atoi(opts.Kinds[0]); err == nil {
			if n < 1 {
				return usagef("--kinds %d: give 1 or more, or names of operations", n)
			}
			opts.many, opts.Kinds = n, nil
		}
	}
	return opts.checkLogics()
}

// checkLogics puts the logics into their usual spelling, each once.
func (opts *generateOptions) checkLogics() error {
	known := theory.Logics()
	var all []string
	for _, name := range opts.Logics {
		upper := strings.ToUpper(strings.TrimSpace(name))
		switch {
		case strings.EqualFold(name, "all") && name != "ALL":
			all = append(all, known...)
		case slices.Contains(known, upper):
			all = append(all, upper)
		case theory.ParseLogic(upper).Known:
			all = append(all, upper) // one that follows the conventions for names
		default:
			return usagef("--logic %s: there is no such logic%s; there are %d, such as %s, and all", name, didYouMean(upper, known), len(known), strings.Join(known[:min(6, len(known))], ", "))
		}
	}
	opts.Logics = all[:0]
	for i, name := range all {
		if !slices.Contains(all[:i], name) {
			opts.Logics = append(opts.Logics, name)
		}
	}
	return nil
}

func (opts *generateOptions) run(ctx context.Context) error {
	if err := opts.check(); err != nil {
		return err
	}
	if err := folder.Check(opts.OutDir, scriptsKind); err != nil {
		return err
	}
	table, err := extendTable(ctx, opts.Theory)
	if err != nil {
		return err
	}
	w := &scriptWriter{opts: opts, dialects: []string{""}, options: grammar.Options{
		Table: table, Kinds: opts.Kinds, Assertions: opts.Assertions, Depth: opts.Depth, Incremental: opts.Incremental,
	}}
	if len(opts.Solvers.Specs) > 0 {
		solvers, err := opts.Solvers.solvers(ctx, opts.Err)
		if err != nil {
			return err
		}
		w.options.Solvers = trial.Dialects(table, solvers...)
		w.dialects = solver.Dialects(solvers)
	}
	// Report what cannot be made before anything is written.
	for _, logic := range opts.Logics {
		if _, err := w.grammar(logic); err != nil {
			return err
		}
	}
	if _, err := takeOut(opts.OutDir, scriptsKind); err != nil {
		return err
	}
	for i, logic := range opts.Logics {
		n := opts.Count / len(opts.Logics)
		if i < opts.Count%len(opts.Logics) {
			n++
		}
		if err := w.logic(ctx, logic, n); err != nil {
			return err
		}
	}
	if opts.JSON {
		return nil
	}
	if err := opts.say("%s in %s\n", plural(opts.Count, "script"), opts.OutDir); err != nil {
		return errOutput
	}
	return nil
}

// A scriptWriter writes the scripts of the command.
type scriptWriter struct {
	opts    *generateOptions
	options grammar.Options
	// dialects are those in which scripts are written, "" for the standard.
	dialects []string
	printers []*script.Printer
	// text is that of the first dialect, other that of another one.
	text, other []byte
}

// grammar returns the grammar of a logic.
func (w *scriptWriter) grammar(logic string) (*grammar.Grammar, error) {
	o := w.options
	o.Logic = logic
	g, err := grammar.New(o)
	var kind *grammar.KindError
	if !errors.As(err, &kind) {
		return g, err
	}
	if kind.Known {
		return nil, usagef("--kinds: %w", kind)
	}
	o.Kinds = nil
	all, err := grammar.New(o)
	if err != nil {
		return nil, err
	}
	return nil, usagef("--kinds: %w%s; operators and %s are", kind, didYouMean(kind.Kind, all.Kinds()), strings.Join(grammar.Constructs(), ", "))
}

// logic writes n scripts of a logic.
func (w *scriptWriter) logic(ctx context.Context, logic string, n int) error {
	whole, err := w.grammar(logic)
	if err != nil {
		return err
	}
	gen := whole.Generator()
	var truths *generate.Writer
	if w.opts.Sat+w.opts.Unsat > 0 {
		truths = generate.NewWriter(w.options.Table, whole, logic, w.options.Solvers, w.opts.Sat, w.opts.Unsat)
		defer func() { w.missed(logic, truths.Missed()) }()
	}
	r := rng.New(w.opts.Seed).Split(logic)
	for i := range n {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		mine := r.SplitN(uint64(i))
		if w.opts.many > 0 {
			some, err := whole.Restrict(drawKinds(mine.Split("kinds"), whole.Kinds(), w.opts.many))
			if err != nil {
				return err
			}
			gen = some.Generator()
		}
		m := mutate.Mutant{Script: gen.Reuse(mine)}
		if truths != nil {
			m = truths.Write(mine.Split("truth"), m.Script)
			m.Script = m.WithStatus()
		}
		if err := w.write(logic, i, &m); err != nil {
			return err
		}
	}
	return nil
}

// drawKinds draws n of the kinds, or all if there are fewer.
func drawKinds(r *rng.Rand, kinds []string, n int) []string {
	n = min(n, len(kinds))
	for i := range n {
		k := i + r.IntN(len(kinds)-i)
		kinds[i], kinds[k] = kinds[k], kinds[i]
	}
	return kinds[:n]
}

// scriptHeader begins every file that the command writes; only such files are ever overwritten.
const scriptHeader = "; A script made by assay"

// missed says why scripts, or parts of them, lack the truth that was drawn for them, and how often.
func (w *scriptWriter) missed(logic string, why map[string]int) {
	for _, reason := range slices.Sorted(maps.Keys(why)) {
		fmt.Fprintf(w.opts.Err, "%s: %s: %d\n", logic, reason, why[reason])
	}
}

func (w *scriptWriter) write(logic string, number int, m *mutate.Mutant) error {
	s := m.Script
	info := generated{
		File: filepath.Join(w.opts.OutDir, fmt.Sprintf("%s-%04d.smt2", logic, number+1)), Logic: logic, Seed: w.opts.Seed, Number: number,
		Assertions: s.Assertions(), Checks: s.Checks(),
	}
	for _, d := range w.dialects[len(w.printers):] {
		w.printers = append(w.printers, &script.Printer{Fleeting: true, Solver: d})
	}
	head := fmt.Sprintf("%s: logic %s, seed %d, number %d\n", scriptHeader, logic, info.Seed, number)
	for i, p := range w.printers {
		text, file := &w.text, info.File
		if i > 0 {
			text, file = &w.other, strings.TrimSuffix(info.File, ".smt2")+"."+cmp.Or(p.Solver, "standard")+".smt2"
		}
		*text = p.Append(append((*text)[:0], head...), s)
		if i > 0 {
			if bytes.Equal(w.other, w.text) {
				continue
			}
			info.Also = append(info.Also, file)
		}
		if err := w.writeFile(file, *text); err != nil {
			return err
		}
	}
	if !w.opts.JSON {
		return nil
	}
	info.Kinds = grammar.KindsOf(s)
	if w.opts.Sat+w.opts.Unsat > 0 {
		for _, t := range m.Known() {
			info.Truth = append(info.Truth, t.Status.String())
		}
	}
	if err := w.opts.printJSON(&info); err != nil {
		return errOutput
	}
	return nil
}

// writeFile writes a file, unless something else is there that the command has not written itself.
func (w *scriptWriter) writeFile(file string, text []byte) error {
	if _, err := os.Stat(file); err == nil {
		if old, err := readAll(seedfiles.At(file), nil); err != nil || !strings.HasPrefix(old, scriptHeader) {
			return usagef("%s exists, and this command did not write it; name another folder with --out", file)
		}
	}
	if err := disk.WriteAtomic(file, text); err != nil {
		return withExit(exitOutput, err)
	}
	return nil
}
