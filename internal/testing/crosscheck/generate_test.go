package crosscheck

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/generate/grammar"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// TestGenerate derives scripts of all logics and makes the solvers that support the logic read them. Hardly any may be rejected, and hardly any
// two may be alike. Solvers get only milliseconds for each question: the test is about what they accept. The solvers are those of
// ASSAY_CROSSCHECK_SOLVERS, or z3 and cvc5. Short is 150 scripts, medium 1,500, long 10,000; a table goes to ASSAY_GENERATE_TABLE.
func TestGenerate(t *testing.T) {
	count := testdepth.Crosscheck(t, 150, 1500, 10_000)
	if os.Getenv("ASSAY_CROSSCHECK_SOLVERS") == "" {
		t.Setenv("ASSAY_CROSSCHECK_SOLVERS", "z3 -t:20;cvc5 --tlimit-per=20")
	}
	c := &generateCheck{targets: matrixTargets(t, true), unique: map[[32]byte]bool{}}
	runner := living.New(living.Config{Mode: solver.Reset})
	t.Cleanup(runner.Close)
	bench := &trial.Bench{Runner: runner, Limits: solver.Limits{Time: 3 * time.Second, Memory: 2 << 30}}
	for _, target := range c.targets {
		c.tallies = append(c.tallies, &acceptTally{target: target, reasons: map[string]int{}, example: map[string]string{}})
	}
	logics := make(chan int)
	var wg sync.WaitGroup
	for range 4 {
		mine := bench.In(trialtest.Scratch(t))
		wg.Go(func() {
			for i := range logics {
				n := count / len(theory.Logics())
				if i < count%len(theory.Logics()) {
					n++
				}
				if err := c.logic(t.Context(), mine, theory.Logics()[i], n); err != nil {
					t.Errorf("%s: %v", theory.Logics()[i], err)
				}
			}
		})
	}
	for i := range theory.Logics() {
		logics <- i
	}
	close(logics)
	wg.Wait()
	table := c.table()
	t.Logf("\n%s", table)
	if file := os.Getenv("ASSAY_GENERATE_TABLE"); file != "" {
		if err := disk.WriteAtomic(file, []byte(table)); err != nil {
			t.Error(err)
		}
	}
	if float64(len(c.unique)) < 0.95*float64(c.made) {
		t.Errorf("%d of %d scripts are unique", len(c.unique), c.made)
	}
	for _, a := range c.tallies {
		if float64(a.rejected) > 0.005*float64(a.read) {
			t.Errorf("%s rejects %d of %d scripts: %v", a.target.String(), a.rejected, a.read, a.reasons)
		}
	}
}

// generateCheck is how solvers react to scripts.
type generateCheck struct {
	targets []solver.Target
	mu      sync.Mutex
	made    int
	unique  map[[32]byte]bool // by the text, in which the structure determines names
	tallies []*acceptTally
	nobody  []string // logics that no solver supports
}

// acceptTally is how one solver reacts to them.
type acceptTally struct {
	target                                   solver.Target
	logics, read, rejected, limited, crashed int
	reasons                                  map[string]int
	example                                  map[string]string
}

// logic makes and counts the scripts of a logic.
func (c *generateCheck) logic(ctx context.Context, b *trial.Bench, logic string, n int) error {
	ask, err := elab.Script(logicProbe(logic), elab.Options{})
	if err != nil {
		return err
	}
	var able []int
	var releases []solver.Target
	for i, target := range c.targets {
		run, err := b.New(ask, trial.Facts{Plan: trial.AskNothing}).Run(ctx, target)
		if err != nil {
			return err
		}
		if !run.Rejected && !run.Unsupported && len(run.Errors) == 0 {
			able = append(able, i)
			releases = append(releases, target)
		}
	}
	g, err := grammar.New(grammar.Options{
		Logic: logic, Solvers: trial.Dialects(theory.Builtin(), releases...), Fewest: 1, Incremental: grammar.DefaultIncremental,
	})
	if err != nil {
		return err
	}
	c.mu.Lock()
	for _, i := range able {
		c.tallies[i].logics++
	}
	if len(able) == 0 {
		c.nobody = append(c.nobody, logic)
	}
	c.mu.Unlock()
	gen := g.Generator()
	for i := range n {
		s := gen.Next(rng.New(1).Split(logic).SplitN(uint64(i)))
		c.mu.Lock()
		c.made++
		c.unique[sha256.Sum256([]byte(s.String()))] = true
		c.mu.Unlock()
		for _, k := range able {
			if err := c.read(ctx, b, k, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// logicProbe returns a script that asks about what the logic has: a solver that rejects it does not support the logic.
func logicProbe(logic string) string {
	l := theory.ParseLogic(logic)
	var b strings.Builder
	fmt.Fprintf(&b, "(set-logic %s)\n", logic)
	for _, has := range []struct {
		yes  bool
		text string
	}{
		{l.Ints || l.All, "(declare-fun i () Int)\n"},
		{l.Reals || l.All, "(declare-fun r () Real)\n"},
		{l.Transcendental, "(assert (distinct (tan r) (arccos r)))\n"},
		{l.BitVectors || l.All, "(declare-fun v () (_ BitVec 8))\n"},
		{l.FloatingPoint || l.All, "(declare-fun x () (_ FloatingPoint 5 11))\n"},
		{l.Strings || l.All, "(declare-fun s () String)\n"},
		{l.UF || l.All, "(declare-sort U 0)\n(declare-fun u () U)\n"},
		{l.Datatypes || l.All, "(declare-datatypes ((D 0)) (((k))))\n(declare-fun d () D)\n"},
		{l.Sets, "(declare-fun c () (Set Bool))\n"},
		{l.FiniteFields, "(declare-fun f () (_ FiniteField 7))\n(assert (= (ff.mul f f) f))\n"},
		{l.HigherOrder, "(declare-fun h () (-> Bool Bool))\n"},
	} {
		if has.yes {
			b.WriteString(has.text)
		}
	}
	b.WriteString("(check-sat)\n")
	return b.String()
}

// numbered matches names and positions, on which reasons do not depend.
var numbered = regexp.MustCompile(`[A-Za-z_$!]*[0-9][0-9.:]*`)

// read makes a solver read a script.
func (c *generateCheck) read(ctx context.Context, b *trial.Bench, k int, s *script.Script) error {
	run, err := b.New(s, trial.Facts{Plan: trial.AskNothing}).Run(ctx, c.targets[k])
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	a := c.tallies[k]
	a.read++
	switch {
	case run.Crash != nil:
		a.crashed++
		a.note("crash: "+run.Crash.Signature, s)
	case (run.Rejected || run.Unsupported) && !givenUp(run.Reason):
		a.rejected++
		a.note(run.Reason, s)
	case run.Limit != 0 || givenUp(run.Reason):
		a.limited++
	}
	return nil
}

// givenUp reports whether what looks like a refusal is a solver's own limit of time: z3 says so in the form of an error.
func givenUp(reason string) bool {
	return strings.Contains(reason, "cancel") || strings.Contains(reason, "timeout")
}

func (a *acceptTally) note(reason string, s *script.Script) {
	reason = numbered.ReplaceAllString(strings.SplitN(reason, "\n", 2)[0], "N")
	reason = reason[:min(len(reason), 160)]
	a.reasons[reason]++
	if a.example[reason] == "" {
		a.example[reason] = s.Logic()
		if dir := os.Getenv("ASSAY_GENERATE_REJECTED"); dir != "" {
			file := fmt.Sprintf("%s/%s-%s-%d.smt2", dir, strings.Fields(a.target.String())[0], s.Logic(), len(a.example))
			_ = os.WriteFile(file, []byte("; "+reason+"\n"+s.String()), 0o644) // for a person to inspect
		}
	}
}

// table writes down the counts.
func (c *generateCheck) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d scripts of %d logics, %d unique (%.2f %%)\n\n", c.made, len(theory.Logics()), len(c.unique), 100*float64(len(c.unique))/float64(max(c.made, 1)))
	b.WriteString("| solver | version | logics | scripts | rejected | accepted | at the limit of the process | crashes |\n|---|---|---|---|---|---|---|---|\n")
	for _, a := range c.tallies {
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d | %.2f %% | %d | %d |\n", strings.Fields(a.target.String())[0], a.target.Version(), a.logics, a.read, a.rejected,
			100*float64(a.read-a.rejected)/float64(max(a.read, 1)), a.limited, a.crashed)
	}
	b.WriteString("\n")
	for _, a := range c.tallies {
		for _, r := range slices.Sorted(maps.Keys(a.reasons)) {
			fmt.Fprintf(&b, "- %s: %d × %s (%s)\n", a.target.String(), a.reasons[r], r, a.example[r])
		}
	}
	slices.Sort(c.nobody)
	fmt.Fprintf(&b, "\nLogics that none of the solvers reads: %s\n", strings.Join(c.nobody, ", "))
	return b.String()
}
