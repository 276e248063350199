package configspace

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/generate/grammar"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/options"
	"github.com/assay-smt/assay/smt/question"
)

// A Learner learns which options of a solver matter for which kinds of operations, by random simulation (algorithm 1 of the paper): it generates
// formulas with few kinds of operations, and changes one option at a time. Its fields must not change once it runs.
type Learner struct {
	// Bench runs the solver. Reused processes make it about ten times as fast, see living.Config.Settings.
	Bench     *trial.Bench
	Target    solver.Target
	Catalogue *options.Catalogue
	Record    *Record
	Header    Header
	// Statistics: the solver has statistics. Edges: it counts edges, and Bench's runners have counters. Without either, only answers
	// and times are seen.
	Statistics bool
	Edges      bool
	// LeastTime is the CPU time of a run from which times are compared.
	LeastTime time.Duration
	// Jobs is the number of formulas that are tried at the same time.
	Jobs int
	// Scratch is for the files that solvers read.
	Scratch *disk.Scratch
	// Learned, when it is not nil, is told of each lesson, by one goroutine at a time.
	Learned func(Lesson)

	options  []*options.Option
	grammars [][]*grammar.Grammar // of the header's logics, one for each size of formulas

	mu     sync.Mutex
	next   int // round
	echoes map[options.Setting]map[string]bool
}

// Searched are the names of options of some uses that have values other than the default.
func Searched(c *options.Catalogue, uses ...solver.OptionUse) []string {
	var out []string
	for i := range c.Options {
		if o := &c.Options[i]; slices.Contains(uses, o.Use) && len(o.Alternatives()) > 0 {
			out = append(out, o.Name)
		}
	}
	return out
}

// Run learns until ctx ends, which is not an error, or until the given number of rounds has been recorded, 0 for no bound.
func (l *Learner) Run(ctx context.Context, rounds int) error {
	if err := l.begin(); err != nil {
		return err
	}
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wait sync.WaitGroup
	for i := range max(1, l.Jobs) {
		dir, err := l.Scratch.Sub(fmt.Sprintf("learn%d", i))
		if err != nil {
			cancel(nil)
			wait.Wait()
			return err
		}
		wait.Go(func() {
			defer dir.Close()
			if err := l.work(inner, dir, rounds); err != nil && inner.Err() == nil {
				cancel(err)
			}
		})
	}
	wait.Wait()
	if ctx.Err() != nil {
		return nil
	}
	return context.Cause(inner)
}

// begin finds options and grammars.
func (l *Learner) begin() error {
	for _, name := range l.Header.Options {
		o, ok := l.Catalogue.Option(name)
		if !ok || len(o.Alternatives()) == 0 {
			return fmt.Errorf("%s has no option %s with several values", l.Target, name)
		}
		l.options = append(l.options, o)
	}
	table := l.Bench.Operators()
	for _, logic := range l.Header.Logics {
		var sizes []*grammar.Grammar
		for _, n := range sizesOf(l.Header.Assertions) {
			g, err := grammar.New(grammar.Options{
				Table: table, Logic: logic, Solvers: trial.Dialects(table, l.Target), Assertions: n, Depth: formulaDepth, Incremental: formulaIncremental,
			})
			if err != nil {
				return err
			}
			sizes = append(sizes, g)
		}
		l.grammars = append(l.grammars, sizes)
	}
	if len(l.options) == 0 || len(l.grammars) == 0 {
		return fmt.Errorf("%s has no options, or no logics, to learn about", l.Target)
	}
	return nil
}

// Formulas are small, so that each run takes a millisecond. Most formulas from a grammar are decided before a solver has done much, and then no
// option makes a difference. Therefore the Learner takes, from several candidates, the one on which the solver did most.
const (
	formulaDepth       = 3
	formulaIncremental = 15
	// DefaultCandidates is the number of formulas from which one is chosen.
	DefaultCandidates = 24
)

// sizesOf are the numbers of assertions of formulas, up to a largest one.
func sizesOf(most int) []int { return slices.Compact([]int{1, max(1, most/4), max(1, most/2), most}) }

// work learns from one round after the other.
func (l *Learner) work(ctx context.Context, dir *disk.Scratch, rounds int) error {
	bench := l.Bench.In(dir)
	for ctx.Err() == nil {
		round := l.round()
		if rounds > 0 && round >= rounds {
			return nil
		}
		lesson, err := l.learn(ctx, bench, round)
		if err != nil {
			return err
		}
		if err := l.Record.Add(lesson); err != nil {
			return err
		}
		if l.Learned != nil {
			l.mu.Lock()
			l.Learned(lesson)
			l.mu.Unlock()
		}
	}
	return nil
}

// round takes the next round that is not in the record.
func (l *Learner) round() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.Record.Has(l.next) {
		l.next++
	}
	l.next++
	return l.next - 1
}

// grammar draws the logic and the kinds of operations of a round; they depend only on the header.
func (l *Learner) grammar(r *rng.Rand) (logic string, sizes []*grammar.Grammar, err error) {
	i := r.Split("logic").IntN(len(l.grammars))
	kinds := l.grammars[i][0].Kinds()
	pick := r.Split("kinds")
	n := min(l.Header.Kinds, len(kinds))
	for k := range n {
		j := k + pick.IntN(len(kinds)-k)
		kinds[k], kinds[j] = kinds[j], kinds[k]
	}
	for _, g := range l.grammars[i] {
		some, err := g.Restrict(kinds[:n])
		if err != nil {
			return "", nil, err
		}
		sizes = append(sizes, some)
	}
	return l.Header.Logics[i], sizes, nil
}

// learn runs one round.
func (l *Learner) learn(ctx context.Context, bench *trial.Bench, round int) (Lesson, error) {
	began := time.Now()
	r := rng.New(l.Header.Seed).SplitN(uint64(round))
	logic, sizes, err := l.grammar(r)
	if err != nil {
		return Lesson{}, err
	}
	lesson := Lesson{Round: round, Logic: logic}
	var best *experiment
	why := ""
	for k := range max(1, l.Header.Candidates) {
		s := sizes[k%len(sizes)].Generator().Next(r.Split("formula").SplitN(uint64(k)))
		e := &experiment{
			Learner: l, bench: bench, trial: bench.New(s, trial.Facts{Plan: trial.AskNothing}), lesson: &lesson, rand: r.Split("values"), kinds: grammar.KindsOf(s),
		}
		defer e.trial.Close()
		problem, err := e.look(ctx)
		switch {
		case err != nil:
			return lesson, err
		case problem != "":
			why = problem
		case best == nil || len(e.base.statistics) >= len(best.base.statistics):
			best = e
		}
	}
	if best == nil {
		lesson.Skipped = why
	} else {
		lesson.Kinds = best.kinds
		err = best.run(ctx)
	}
	lesson.Seconds = time.Since(began).Seconds()
	return lesson, err
}

// hasStatistics reports whether a solver reports its statistics when asked, after the profile's probe, with the command that its profile has for
// that.
func hasStatistics(ctx context.Context, target solver.Target, dir *disk.Scratch) (bool, error) {
	const name = "statistics.smt2"
	command := target.Profile().Stats.Command
	if command == "" {
		return false, nil
	}
	text := strings.ReplaceAll(target.Profile().Probe.Script, "(exit)", "") + "\n" + command + "\n"
	if _, err := dir.Write(name, []byte(text)); err != nil {
		return false, err
	}
	run, err := target.Run(ctx, solver.Query{
		File: dir.Path(name), Checks: 1, Limits: solver.Limits{Time: 10 * time.Second}, Questions: []solver.Question{{Check: 0, Kind: question.Statistics}},
	})
	return err == nil && run.Return(0, question.Statistics) != "" && !run.Refused(), err
}
