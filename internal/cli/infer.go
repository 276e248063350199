package cli

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seedfiles"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/run/inference"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

type inferOptions struct {
	*Streams
	Files       []string
	Solvers     solverFlags
	Witness     []string
	Limits      limitFlags
	Theory      []string
	Assignments int
	Seed        uint64
	OutDir      string
	Jobs        int
	JSON        bool
}

func newInfer(s *Streams) *cobra.Command {
	opts := &inferOptions{Streams: s, Limits: limitFlags{Timeout: 10 * time.Second, Memory: defaultMemory}}
	cmd := &cobra.Command{
		Use:   "infer --solver SPEC [flags] FILE...",
		Short: "Check what solvers infer while they solve",
		Long: `Have solvers show what they infer while they solve, and evaluate each statement exactly. A lemma has to be true under every interpretation, and is
tried under --assignments of them: random ones, with corner values, and neighbours of a model. What follows from the assertions has to be true under a
certified model of these, which the solvers and those of --witness are asked for.

One run gives hundreds of checks where its answer gives one, also when the answer is right, unknown, or does not come in time. From a false statement
Assay makes a formula that is satisfiable for certain and that the statement contradicts, and asks the solver: if it says unsat, that is a wrong answer with
its culprit named. With --out, each false statement has a folder below DIR with that formula, the model, and what is wrong.

cvc5 shows lemmas, learned literals, substitutions and the assertions after preprocessing, newer versions of z3 the axioms of their theories.
Statements with constants or functions of the solver's own are evaluated where it is known what these stand for. Files that ask several times are left out.

With --json, one object for each file and solver, and a last one with the sums. Exit code 10 when a statement is false, 1 when a file cannot be read.`,
		Example: `  assay infer --solver cvc5@latest formula.smt2
  assay infer --solver cvc5 --solver z3 --timeout 2s --out false benchmarks/`,
		Args: minArgs(1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Files = args
			return opts.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	opts.Solvers.bind(cmd)
	f.StringArrayVar(&opts.Witness, "witness", nil, "a further solver `SPEC` to ask for models; separate several with ; (repeatable)")
	opts.Limits.bind(cmd)
	theoryFlag(cmd, &opts.Theory)
	f.IntVar(&opts.Assignments, "assignments", 40, "interpretations under which each statement is evaluated, besides a model")
	f.Uint64Var(&opts.Seed, "seed", 1, "the random seed")
	f.StringVarP(&opts.OutDir, "out", "o", "", "a new folder `DIR` for the false statements")
	f.IntVarP(&opts.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), "files looked at at the same time")
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

// mostAssignments bounds --assignments.
const mostAssignments = 100_000

func (opts *inferOptions) check() error {
	if err := checkJobs(opts.Jobs); err != nil {
		return err
	}
	if opts.Assignments < 0 || opts.Assignments > mostAssignments {
		return usagef("--assignments %d: give 0 to %d", opts.Assignments, mostAssignments)
	}
	return opts.Limits.check()
}

// inferred is what the command says about one file and solver.
type inferred struct {
	File    string      `json:"file"`
	Solver  string      `json:"solver,omitempty"`
	Version string      `json:"version,omitempty"`
	Error   *checkError `json:"error,omitempty"`
	inference.Report
}

// inferredFile is what it says about one file.
type inferredFile struct {
	all []inferred
	err error
}

func (opts *inferOptions) run(ctx context.Context) error {
	if err := opts.check(); err != nil {
		return err
	}
	files, err := formulas(ctx, opts.Streams, opts.Files)
	if err != nil {
		return err
	}
	table, err := extendTable(ctx, opts.Theory)
	if err != nil {
		return err
	}
	targets, err := opts.Solvers.solvers(ctx, opts.Err)
	if err != nil {
		return err
	}
	asked := slices.Clone(targets)
	if len(opts.Witness) > 0 {
		r, err := opts.Solvers.resolver()
		if err != nil {
			return err
		}
		more, _, err := r.ResolveEach(ctx, opts.Witness)
		if err != nil {
			return err
		}
		asked = append(asked, more...)
	}
	if opts.OutDir != "" {
		if _, err := takeOut(opts.OutDir, inferencesKind); err != nil {
			return err
		}
	}
	temp, err := disk.NewTemp("infer")
	if err != nil {
		return err
	}
	defer temp.Remove()
	bench := &trial.Bench{Table: table, Dir: temp.Scratch, Limits: solver.Limits{Time: opts.Limits.Timeout, Memory: int64(opts.Limits.Memory), Output: mostInferred}}
	asker := &query.Answers{Bench: bench, Targets: asked, Scratch: temp.Scratch, Time: opts.Limits.Timeout}
	sums := newInferSums(targets)
	failed := 0
	count := newCounter(opts.Streams, len(files))
	err = inOrder(ctx, opts.Jobs, len(files), func(i int) inferredFile {
		return opts.infer(ctx, files[i], bench, asker, targets, temp.Scratch, i)
	}, func(i int, r inferredFile) error {
		if r.err != nil {
			return r.err
		}
		count.count(i + 1)
		for k := range r.all {
			if r.all[k].Error != nil {
				failed++
			} else {
				sums.add(&r.all[k])
			}
			if err := opts.show(&r.all[k], count); err != nil {
				return err
			}
		}
		return nil
	})
	count.end()
	if err != nil {
		return err
	}
	if err := opts.sum(sums); err != nil {
		return err
	}
	switch {
	case sums.anyFalse():
		return exit(exitFindings)
	case failed > 0:
		return exit(exitFailed)
	}
	return nil
}

// mostInferred bounds what a solver may print in a run, in bytes.
const mostInferred = 64 << 20

// infer looks at file number i.
func (opts *inferOptions) infer(ctx context.Context, f seedfiles.File, bench *trial.Bench, asker *query.Answers, targets []solver.Target, temp *disk.Scratch, i int) inferredFile {
	text, err := readFormula(ctx, f, opts.In)
	var s *script.Script
	if err == nil {
		s, err = elab.Script(text, elab.Options{File: shownName(f.Name), Table: bench.Table, Done: ctx.Done()})
	}
	if ctx.Err() != nil {
		return inferredFile{err: context.Cause(ctx)}
	}
	if err != nil {
		return inferredFile{all: []inferred{{File: f.Name, Error: asCheckError(err)}}}
	}
	s = s.WithCheck()
	dir, err := temp.Sub(fmt.Sprint(i))
	if err != nil {
		return inferredFile{err: err}
	}
	defer dir.Close()
	var models []string
	if s.Checks() == 1 {
		for _, reply := range asker.Ask(ctx, s, mutate.WantModel) {
			if a, err := interp.Confirm(s, 0, reply); err == nil {
				models = append(models, a.Witness())
			}
		}
	}
	var out inferredFile
	for _, t := range targets {
		e := inference.Examiner{Bench: bench.In(dir), Scratch: dir, Assignments: opts.Assignments, Rand: rng.New(opts.Seed).Split(f.Name)}
		r, err := e.Examine(ctx, s, t, models)
		if err == nil && opts.OutDir != "" {
			err = opts.keep(f.Name, t, &r)
		}
		if err != nil {
			return inferredFile{err: err}
		}
		out.all = append(out.all, inferred{File: f.Name, Solver: t.String(), Version: t.Version(), Report: r})
	}
	return out
}

// keep writes the false statements into folders.
func (opts *inferOptions) keep(file string, t solver.Target, r *inference.Report) error {
	for i := range r.Found {
		f := &r.Found[i]
		base := strings.TrimSuffix(file, ".smt2")
		// Files in different folders, and versions of one solver, may have the same words.
		mark := findings.Checksum([]byte(file + "\n" + t.String() + "\n" + f.Rule))[:6]
		dir := filepath.Join(opts.OutDir, fmt.Sprintf("%s-%s-%s-%s-%d", t.Profile().Name, fileWord(f.Rule), fileWord(base), mark, i+1))
		if err := disk.MakeDir(dir); err != nil {
			return err
		}
		files := map[string]string{"statement.txt": falseText(f, t.String()) + "\n", "model.smt2": f.Model + "\n"}
		if f.Script != "" {
			files["bug.smt2"] = f.Script
		}
		for name, text := range files {
			if err := disk.WriteAtomic(filepath.Join(dir, name), []byte(text)); err != nil {
				return err
			}
		}
	}
	return nil
}

// fileWord is a text as a part of a file's name: of a long one, the end.
func fileWord(text string) string {
	const most = 40
	out := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' {
			return c
		}
		return '-'
	}, text)
	return strings.Trim(out[max(0, len(out)-most):], "-")
}

func (opts *inferOptions) show(r *inferred, c *counter) error {
	if opts.JSON {
		return opts.printJSON(r)
	}
	if r.Error != nil {
		c.end()
		fmt.Fprintf(opts.Err, "%s:%d:%d: %s: %s\n", shownName(r.File), r.Error.Line, r.Error.Col, r.Error.Code, r.Error.Message)
		return nil
	}
	for i := range r.Found {
		c.end()
		if err := opts.say("%s: %s\n\n", shownName(r.File), falseText(&r.Found[i], r.Solver)); err != nil {
			return err
		}
	}
	return nil
}

// falseText describes a false statement.
func falseText(f *inference.Finding, solver string) string {
	var b strings.Builder
	what, label := "is false under an interpretation", "statement"
	switch {
	case f.Conflict:
		label = "negation "
		what = "is true under one interpretation and false under another: it is neither a lemma nor, as its negation, a conflict"
	case f.Implied:
		what = "does not follow from the assertions: it is false under a model of them"
	}
	fmt.Fprintf(&b, "%s: a statement by %s %s\n  %s  %s", solver, f.Rule, what, label, f.Statement)
	if f.Why != "" && f.Why != f.Statement+" is false" {
		fmt.Fprintf(&b, "\n  since      %s", f.Why)
	}
	for _, a := range f.Assignment {
		fmt.Fprintf(&b, "\n  with       %s = %s", a.Name, a.Value)
		if a.Meaning != "" {
			fmt.Fprintf(&b, ", %s", a.Meaning)
		}
	}
	switch {
	case f.WrongAnswer():
		b.WriteString("\n  wrong      the solver answers unsat to a formula that this makes true:\n")
		b.WriteString(indented(f.Script))
	case f.Script != "":
		fmt.Fprintf(&b, "\n  answer     to a formula that this makes true: %s", f.Answer)
	default:
		fmt.Fprintf(&b, "\n  answer     not asked for: %s", f.Unmade)
	}
	return b.String()
}

func indented(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n    ")
}

// inferSums are the sums over all files, by solver.
type inferSums struct {
	Sum []*inferSum `json:"sum"`
}

type inferSum struct {
	Solver string `json:"solver"`
	Files  int    `json:"files"`
	// Shown counts the files on which it showed statements, and None the others by the reason.
	Shown      int                         `json:"shown"`
	None       map[string]int              `json:"none,omitempty"`
	Statements int                         `json:"statements"`
	True       int                         `json:"true"`
	False      int                         `json:"false"`
	Wrong      int                         `json:"wrong_answers"`
	Evaluated  int                         `json:"evaluated"`
	CPU        float64                     `json:"cpu_seconds"`
	By         map[string]*inference.Tally `json:"by,omitempty"`
	OpenBy     map[string]int              `json:"open_by,omitempty"`
	Left       map[string]int              `json:"left,omitempty"`
}

func newInferSums(targets []solver.Target) *inferSums {
	s := &inferSums{}
	for _, t := range targets {
		s.Sum = append(s.Sum, &inferSum{Solver: t.String(), None: make(map[string]int), By: make(map[string]*inference.Tally), OpenBy: make(map[string]int), Left: make(map[string]int)})
	}
	return s
}

func (s *inferSums) add(r *inferred) {
	i := slices.IndexFunc(s.Sum, func(t *inferSum) bool { return t.Solver == r.Solver })
	t := s.Sum[i]
	t.Files++
	t.CPU += r.Seconds
	for why, n := range r.Left {
		t.Left[why] += n
	}
	if r.Why != "" {
		head, _, _ := strings.Cut(r.Why, ":")
		t.None[head]++
		return
	}
	t.Shown++
	t.Statements, t.True, t.False, t.Evaluated = t.Statements+r.Statements, t.True+r.True, t.False+r.False, t.Evaluated+r.Evaluated
	for i := range r.Found {
		if r.Found[i].WrongAnswer() {
			t.Wrong++
		}
	}
	for rule, n := range r.By {
		if t.By[rule] == nil {
			t.By[rule] = &inference.Tally{}
		}
		to := t.By[rule]
		to.Statements, to.True, to.False = to.Statements+n.Statements, to.True+n.True, to.False+n.False
	}
	for why, n := range r.OpenBy {
		t.OpenBy[why] += n
	}
}

func (s *inferSums) anyFalse() bool {
	return slices.ContainsFunc(s.Sum, func(t *inferSum) bool { return t.False > 0 })
}

// sum says what all files together gave.
func (opts *inferOptions) sum(s *inferSums) error {
	if opts.JSON {
		return opts.printJSON(s)
	}
	for _, t := range s.Sum {
		if err := opts.say("%s", t.text()); err != nil {
			return err
		}
	}
	return nil
}

func (t *inferSum) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s in %d of %s: %s true, %d false", t.Solver, plural(t.Statements, "statement"), t.Shown, plural(t.Files, "file"), percentOf(t.True, t.Statements), t.False)
	if t.Wrong > 0 {
		fmt.Fprintf(&b, ", of which %s", plural(t.Wrong, "wrong answer"))
	}
	fmt.Fprintf(&b, "; %.1f s of CPU time\n", t.CPU)
	for _, line := range mostOf(t.None, "no statement") {
		b.WriteString(line)
	}
	rules := slices.SortedFunc(maps.Keys(t.By), func(x, y string) int {
		return cmp.Or(cmp.Compare(t.By[y].False, t.By[x].False), cmp.Compare(t.By[y].Statements, t.By[x].Statements), strings.Compare(x, y))
	})
	const most = 12
	for i, rule := range rules {
		if i == most {
			fmt.Fprintf(&b, "  and %s more\n", plural(len(rules)-most, "kind"))
			break
		}
		n := t.By[rule]
		fmt.Fprintf(&b, "  %7d  %s: %s true", n.Statements, rule, percentOf(n.True, n.Statements))
		if n.False > 0 {
			fmt.Fprintf(&b, ", %d false", n.False)
		}
		b.WriteByte('\n')
	}
	for _, line := range append(mostOf(t.OpenBy, "without a value"), mostOf(t.Left, "not judged")...) {
		b.WriteString(line)
	}
	return b.String()
}

// mostOf lists the most frequent reasons.
func mostOf[N int | int64](counts map[string]N, what string) (lines []string) {
	all := slices.SortedFunc(maps.Keys(counts), func(x, y string) int { return cmp.Or(cmp.Compare(counts[y], counts[x]), strings.Compare(x, y)) })
	for _, why := range all[:min(len(all), 6)] {
		lines = append(lines, fmt.Sprintf("  %7d  %s: %s\n", counts[why], what, why))
	}
	return lines
}

func percentOf(n, all int) string {
	if all == 0 {
		return "0%"
	}
	return fmt.Sprintf("%d%%", 100*n/all)
}
