package campaign

import (
	"context"
	"fmt"
	"regexp"
	"runtime"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
)

// satisfied is a runner without processes: after a millisecond every text is sat, with the model that the formula itself names.
type satisfied struct{}

func (satisfied) Run(ctx context.Context, r trial.Request) (solver.Run, error) {
	v := solver.Verdict{Answers: []smt.Status{smt.Sat}}
	if m := equation.FindSubmatch(r.Text.Bytes); m != nil {
		v.Returns = []solver.Return{{Check: 0, Kind: question.Model, Text: fmt.Sprintf("((define-fun %s () Int %s))", m[1], m[2])}}
	}
	return solver.Run{
		Target: r.Target, Solver: r.Target.String(), Family: r.Target.Profile().Name, Verdict: v, Questions: r.Text.Questions, Limits: r.Limits,
		Wall: time.Millisecond, CPU: time.Millisecond,
	}, ctx.Err()
}

var equation = regexp.MustCompile(`\(= (\w+) (\d+)\)`)

// heap records the memory in use as mutants are run.
type heap struct {
	seen, early, late int
	first, last       uint64
}

func (h *heap) Take(e event.Event) {
	if _, ok := e.(event.Mutant); !ok {
		return
	}
	switch h.seen++; h.seen {
	case h.early:
		h.first = inUse()
	case h.late:
		h.last = inUse()
	}
}

func inUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestFlatMemory: the memory that a campaign holds does not grow with the number of its mutants. The sample has 8,000 of 40,000.
func TestFlatMemory(t *testing.T) {
	c := config(t, fake(t, "--answer=sat")...)
	c.Runner, c.Fresh, c.Chain, c.Mutants = satisfied{}, satisfied{}, 0, testdepth.Sample[int64](8_000, 40_000)
	c.Engines = []mutate.Engine{numbers{name: "one", span: 1 << 30}}
	c.Seeds = nil
	for i := range 10 {
		c.Seeds = append(c.Seeds, numberSeed(fmt.Sprintf("x%d", i), 20))
	}
	h := &heap{early: int(c.Mutants / 4), late: int(c.Mutants)}
	c.Events = h
	s := mustRun(t, c)
	if s.Stats.Models["holds"] != c.Mutants || s.Found() {
		t.Fatalf("%v of %d mutants, findings %v", s.Stats.Models, s.Stats.Mutants, s.Findings)
	}
	// For each mutant. The sample of different texts grows up to its own bound.
	const allowed = 140
	if h.last > h.first+allowed*uint64(h.late-h.early) {
		t.Errorf("%d bytes in use after %d mutants, %d after %d", h.first, h.early, h.last, h.late)
	}
	t.Logf("%d bytes in use after %d mutants, %d after %d", h.first, h.early, h.last, h.late)
}
