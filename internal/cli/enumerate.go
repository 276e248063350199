package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/mutate/kit/termspace"
	"github.com/assay-smt/assay/internal/run/enumerate"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

type enumerateOptions struct {
	*Streams
	Solvers   solverFlags
	Terms     []string
	Operators []string
	Asks      []string
	Size      int
	Limit     uint64
	Samples   int
	Seed      uint64
	Duration  period
	Limits    limitFlags
	OutDir    string
	Jobs      int
	Sessions  string
	Sweep     string
	Most      int
	JSON      bool
}

func newEnumerate(s *Streams) *cobra.Command {
	opts := &enumerateOptions{Streams: s, Limits: limitFlags{Timeout: time.Second, Memory: defaultMemory}}
	cmd := &cobra.Command{
		Use:   "enumerate --solver SPEC --terms TOPIC [flags]",
		Short: "Ask a solver about all small terms",
		Long: `Ask a solver about all terms of up to --size operators over a few variables and constants, and hold every answer against exact evaluation. At the
end Assay says what was covered: all terms up to a size, or which part of them. Terms that differ only in the names of variables count once.

About each term, as --ask says:
  simplify    a simpler term, where the solver has a command for that: it must have the same value under all samples
  fixed       can it have another value than under a sample to which the variables are fixed? (unsat)
  value       can it have the value that it has under a sample, with free variables? (sat)
  pair        can it differ from a smaller term that has the same value under all samples?
  range       can it have another value than under the samples of a region? (unsat)
  near        can it differ from a small term that has the same value under almost all samples (sat), and elsewhere in a region (unsat)?
  bound       can it be less or greater than one of its values in a region? (sat or unsat)
  quantified  what is it between quantifiers over the values of a region? (sat or unsat)
  push        what range, near, bound and quantified ask, in one process, between push and pop
Samples are assignments of corner values, all of them where there are few. A region gives each variable a few values, or all of a small sort, and the
question says so: its samples are all there are. Models of sat are evaluated. Processes are reused. What looks wrong is asked again as a script of its
own and judged as assay solve does; only that counts as wrong, and what is not proven is called suspected. What then looks like a finding, with the same
operators and perhaps more, is counted apart and not asked again, and so is what follows others that were asked again in vain.

Sizes are done one after the other, in each all operators at the same pace, evenly spread over all their terms. --limit bounds the terms of each
operator, at given sorts, and size. With --out, each finding has a folder below DIR with bug.smt2, which assay solve, assay reduce and assay locate take,
and the same command goes on where the last one was stopped.

With --options, each configuration looks at --limit terms of four operators, in turn, so that together they go through all; what the solver does not
accept is skipped and counted. --duration is then for all configurations of a topic.

With --json, an object for each finding, operator and size, and one for each solver and topic. Exit code 10 when something is wrong or suspected.`,
		Example: `  assay enumerate --solver z3@latest --terms strings --size 2 --out all
  assay enumerate --solver cvc5 --terms ints,reals,bitvectors --size 3 --limit 1000 --duration 10m
  assay enumerate --solver cvc5 --terms bitvectors --size 2 --limit 8 --options each --out each
  assay enumerate --solver z3 --terms strings --operators str.at,str.substr --ask simplify --size 3`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return opts.run(cmd.Context()) },
	}
	f := cmd.Flags()
	opts.Solvers.bind(cmd)
	opts.Limits.bind(cmd)
	f.StringSliceVar(&opts.Terms, "terms", nil, "the `TOPICS`, separated by commas, or all: "+strings.Join(topicNames(), ", "))
	f.StringSliceVar(&opts.Operators, "operators", nil, "only terms with one of these `OPERATORS` at the top")
	f.StringSliceVar(&opts.Asks, "ask", askNames(), "what is asked about each term")
	f.IntVar(&opts.Size, "size", 2, "the largest number of operators in a term")
	f.Uint64Var(&opts.Limit, "limit", 0, "the most terms of each operator and size, 0 for all")
	f.IntVar(&opts.Samples, "samples", 40, "assignments under which each term is evaluated")
	f.Uint64Var(&opts.Seed, "seed", 1, "the random seed of the samples")
	f.VarP(&opts.Duration, "duration", "d", "the time for each solver and topic, such as 10m; 0 for as long as it takes")
	f.StringVarP(&opts.OutDir, "out", "o", "", "keep findings and what is done in `DIR`, and go on there")
	f.IntVarP(&opts.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), "batches of terms looked at at the same time")
	f.StringVar(&opts.Sessions, "sessions", string(solver.Reset), "how processes are reused: "+strings.Join(sessionModes(), ", "))
	f.StringVar(&opts.Sweep, "options", sweepNone, "`WHICH` other configurations of each solver: none, each (every option with every value, one at a time), or pairs (up to eight options together, until each pair of values came)")
	f.IntVar(&opts.Most, "configurations", 0, "the most configurations of each solver with --options, 0 for all")
	jsonFlag(cmd, &opts.JSON)
	complete(cmd, "terms", listOf(",", func() []string { return append(topicNames(), "all") }))
	return cmd
}

func sessionModes() []string {
	out := []string{string(living.Auto)}
	for _, m := range []solver.Mode{solver.Process, solver.Reset, solver.Push} {
		out = append(out, string(m))
	}
	return out
}

func askNames() []string {
	var out []string
	for _, a := range enumerate.Asks() {
		out = append(out, string(a))
	}
	return out
}

func topicNames() []string {
	var out []string
	for _, t := range termspace.Topics() {
		out = append(out, t.Name)
	}
	return out
}

// patience is how many times as long as it is told a solver may take, before its process is killed: a new one takes longer than a question.
const patience = 4

// mostSamples bounds --samples.
const mostSamples = 1000

func (opts *enumerateOptions) check() (topics []termspace.Topic, asks []enumerate.Ask, err error) {
	if err := checkJobs(opts.Jobs); err != nil {
		return nil, nil, err
	}
	switch {
	case len(opts.Terms) == 0:
		return nil, nil, usagef("--terms is missing: name topics, such as strings, or all")
	case opts.Size < 1 || opts.Size > termspace.MaxSize:
		return nil, nil, usagef("--size %d: give 1 to %d", opts.Size, termspace.MaxSize)
	case opts.Samples < 1 || opts.Samples > mostSamples:
		return nil, nil, usagef("--samples %d: give 1 to %d", opts.Samples, mostSamples)
	}
	if slices.Equal(opts.Terms, []string{"all"}) {
		opts.Terms = topicNames()
	}
	for _, name := range opts.Terms {
		t, ok := termspace.TopicOf(name)
		if !ok {
			return nil, nil, usagef("--terms %s: there is no such topic%s; there are %s, and all", name, didYouMean(name, topicNames()), strings.Join(topicNames(), ", "))
		}
		topics = append(topics, t)
	}
	switch {
	case !slices.Contains(sweeps, opts.Sweep):
		return nil, nil, usagef("--options %s: give one of %s", opts.Sweep, strings.Join(sweeps, ", "))
	case opts.Most < 0:
		return nil, nil, usagef("--configurations %d: give 0 or more", opts.Most)
	case opts.Duration < 0:
		return nil, nil, usagef("--duration %s: it must not be negative; 0 is for as long as it takes", opts.Duration.String())
	case opts.Sweep == sweepNone && opts.Most > 0:
		return nil, nil, usagef("--configurations %d says how many of --options: add --options each or pairs", opts.Most)
	case len(opts.Asks) == 0: // a variable that is not set must not make everything pass
		return nil, nil, usagef("--ask is empty: give some of %s, separated by commas", strings.Join(askNames(), ", "))
	case opts.Sweep != sweepNone && (opts.Limit < 1 || opts.Limit > enumerate.PerBatch):
		return nil, nil, usagef("--options %s needs --limit from 1 to %d: how many terms of each of its operators a configuration looks at", opts.Sweep, enumerate.PerBatch)
	}
	if !slices.Contains(sessionModes(), opts.Sessions) {
		return nil, nil, usagef("--sessions %s: give one of %s", opts.Sessions, strings.Join(sessionModes(), ", "))
	}
	for _, word := range opts.Asks {
		if !slices.Contains(enumerate.Asks(), enumerate.Ask(word)) {
			return nil, nil, usagef("--ask %s: give some of %v", word, enumerate.Asks())
		}
		asks = append(asks, enumerate.Ask(word))
	}
	for _, op := range opts.Operators {
		if len(theory.Builtin().Lookup(op)) == 0 {
			return nil, nil, usagef("--operators %s: there is no such operator", op)
		}
	}
	return topics, asks, opts.Limits.check()
}

func (opts *enumerateOptions) run(ctx context.Context) error {
	topics, asks, err := opts.check()
	if err != nil {
		return err
	}
	targets, err := opts.Solvers.solvers(ctx, opts.Err)
	if err != nil {
		return err
	}
	if opts.OutDir != "" {
		if _, err := takeOut(opts.OutDir, enumerationsKind); err != nil {
			return err
		}
	}
	temp, err := disk.NewTemp("enumerate")
	if err != nil {
		return err
	}
	defer temp.Remove()
	others, err := opts.configurations(ctx, targets)
	if err != nil {
		return err
	}
	runner := living.New(living.Config{Mode: solver.Mode(opts.Sessions), Settings: others.catalogues.Scripted, Bases: targets})
	defer runner.Close()
	bench := &trial.Bench{Runner: runner, Table: theory.Builtin(), Dir: temp.Scratch, Limits: solver.Limits{
		Time: patience * opts.Limits.Timeout, CheckTime: opts.Limits.Timeout, Memory: int64(opts.Limits.Memory),
	}}
	found := 0
	words := make(map[string]int) // how many targets have a word
	for _, target := range targets {
		word := fileWord(target.String())
		if words[word]++; words[word] > 1 { // ./z3 and z3, or long command lines with one end
			word = fmt.Sprintf("%s-%d", word, words[word])
		}
		for _, topic := range topics {
			job := enumerate.Job{
				Topic: topic, Only: opts.Operators, Plan: enumerate.Plan{Size: opts.Size, Limit: opts.Limit}, Asks: asks, Target: target, Bench: bench, Samples: opts.Samples,
				Seed: opts.Seed,
			}
			n, err := opts.topic(ctx, job, others.of[target], word+"-"+topic.Name, temp.Scratch)
			if err != nil {
				return err
			}
			found += n
		}
	}
	if found > 0 {
		return exit(exitFindings)
	}
	return nil
}

// topic looks at the terms of one topic with one solver, in its own configuration or in others, and returns the number of findings. name is that of
// its folder.
func (opts *enumerateOptions) topic(ctx context.Context, job enumerate.Job, others []solver.Target, name string, scratch *disk.Scratch) (int, error) {
	if _, err := job.Space(); err != nil {
		fmt.Fprintf(opts.Err, "%s: %s: skipped: %v\n", job.Target, job.Topic.Name, err)
		return 0, nil
	}
	within := ctx
	if opts.Duration > 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeoutCause(ctx, time.Duration(opts.Duration), errTimeIsUp)
		defer cancel()
	}
	own, err := scratch.Sub(name)
	if err != nil {
		return 0, err
	}
	defer own.Close()
	e := &enumeration{enumerateOptions: opts, scratch: own, lookers: make(chan *enumerate.Looker, opts.Jobs)}
	for i := range opts.Jobs {
		sub, err := own.Sub(fmt.Sprint(i))
		if err != nil {
			return 0, err
		}
		defer sub.Close()
		e.lookers <- job.NewLooker(sub)
	}
	if opts.Sweep != sweepNone {
		return e.sweep(ctx, within, job, others, name)
	}
	course, err := e.run(ctx, within, &job, name)
	if err != nil {
		return 0, err
	}
	return len(course.Found()), opts.sum(&job, course)
}

// An enumeration is of one topic and solver.
type enumeration struct {
	*enumerateOptions
	scratch *disk.Scratch
	lookers chan *enumerate.Looker
}

// looked is what a looker has to say about a batch.
type looked struct {
	report enumerate.Report
	err    error
}

// run looks at the terms that are left in the folder with that name, until within, which is part of ctx, ends with errTimeIsUp: what looks wrong by then is
// still confirmed. It tells what it finds.
func (e *enumeration) run(ctx, within context.Context, job *enumerate.Job, name string) (*enumerate.Course, error) {
	dir := ""
	if e.OutDir != "" {
		dir = filepath.Join(e.OutDir, name)
	}
	course, err := enumerate.Begin(job, dir, e.scratch)
	var mismatch *enumerate.MismatchError
	if errors.As(err, &mismatch) {
		return nil, usage(err)
	}
	if err != nil {
		return nil, err
	}
	tick := newTicker(e.Streams, e.JSON)
	terms := int64(0)
	err = inOrder(within, e.Jobs, len(course.Left), func(i int) looked {
		l := <-e.lookers
		defer func() { e.lookers <- l }()
		r, err := l.Serve(job).Look(within, course.Left[i])
		return looked{r, err}
	}, func(i int, r looked) error {
		if r.err != nil {
			return r.err
		}
		fresh, err := course.Take(ctx, r.report)
		if err != nil {
			return err
		}
		terms += r.report.Terms.Terms
		tick.show(func() string {
			return fmt.Sprintf("%s: %s: size %d: %d of %d batches, %d terms, %s", job.Target, job.Topic.Name, r.report.Size, i+1, len(course.Left), terms, plural(len(course.Found()), "finding"))
		})
		for _, f := range fresh {
			tick.end()
			if err := e.tell(job, f); err != nil {
				return err
			}
		}
		return nil
	})
	tick.end()
	if errors.Is(err, errTimeIsUp) {
		err = nil
	}
	return course, errors.Join(err, course.Close())
}

// errTimeIsUp ends an enumeration after --duration.
var errTimeIsUp = errors.New("the time is up")

// tell shows a new finding.
func (opts *enumerateOptions) tell(job *enumerate.Job, f *enumerate.Finding) error {
	if opts.JSON {
		return opts.printJSON(struct {
			Solver  string             `json:"solver"`
			Topic   string             `json:"topic"`
			Finding *enumerate.Finding `json:"finding"`
		}{job.Target.String(), job.Topic.Name, f})
	}
	return opts.say("%s: %s\n\n", job.Target, f.Text())
}
