package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/internal/mutate/opfuzz"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/theory"
)

const small = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n(assert (< x y %d))\n(check-sat)\n"

func TestSamples(t *testing.T) {
	var all []seeds.Seed
	for i := range 10 {
		text := fmt.Sprintf(small, i)
		if i%2 == 0 {
			text = strings.Repeat("; large\n", 600) + text
		}
		all = append(all, seeds.New(fmt.Sprint(i), text), seeds.New("again", text))
	}
	got := Samples(all, 3)
	if len(got) != 3 || got[0].Name != Trivial || got[1].Name != Small || got[2].Name != Real {
		t.Fatalf("samples are %+v", got)
	}
	for _, s := range got[1:] {
		if len(s.Seeds) != 3 {
			t.Errorf("%s has %d seeds, want 3", s.Name, len(s.Seeds))
		}
	}
	for _, s := range got[1].Seeds {
		if len(s.Text) >= smallBytes {
			t.Errorf("%s is not small", s.Name)
		}
	}
	if many := Samples(all, 100)[2].Seeds; len(many) != 10 {
		t.Errorf("all are %d, want each text once", len(many))
	}
}

func TestSpread(t *testing.T) {
	for _, test := range []struct {
		values []float64
		want   Spread
	}{
		{nil, Spread{}},
		{[]float64{3}, Spread{3, 3, 3}},
		{[]float64{9, 1, 2}, Spread{2, 1, 9}},
		{[]float64{4, 1, 2, 9}, Spread{3, 1, 9}},
	} {
		if got := spreadOf(test.values); got != test.want {
			t.Errorf("%v come to %+v, want %+v", test.values, got, test.want)
		}
	}
}

// A double is a mode whose runs are those of processes, modified by change.
type double struct {
	trial.Process
	change func(*solver.Run)
	closed *int
}

func (d double) Run(ctx context.Context, r trial.Request) (solver.Run, error) {
	run, err := d.Process.Run(ctx, r)
	if err == nil {
		d.change(&run)
	}
	return run, err
}

func (d double) Close() { *d.closed++ }

func TestSpeedOfMutants(t *testing.T) {
	all, _ := engine(t)
	s := &Speed{
		Targets: trialtest.Fakes(t, "", "--answer=unsat --when=distinct=>'crash SEGV'"), Modes: []Mode{Processes()}, Rounds: 1, Dir: trialtest.Scratch(t),
		Limits: solver.Limits{Time: 10 * time.Second}, Mutants: 6, Engine: all[0],
		Samples: []Sample{
			{Small, []seeds.Seed{seeds.New("a", fmt.Sprintf(small, 1)), seeds.New("b", "(set-logic QF_UF)\n(declare-const p Bool)\n(assert p)\n(check-sat)\n")}},
			{Trivial, []seeds.Seed{seeds.New("c", fmt.Sprintf(small, 1))}},
		},
	}
	cells, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	left := cells[0].Left
	// The formula is so small that not all six mutants may differ.
	if n, all := left["crash"], cells[0].Formulas+left["crash"]; n == 0 || n > 6 || all < 6 || all > 8 || left["no mutants: the engine cannot use them"] != 1 {
		t.Errorf("%d formulas, left out %v, want two seeds and about six mutants without those with distinct in them", cells[0].Formulas, left)
	}
	if cells[1].Formulas != 1 {
		t.Errorf("%d trivial formulas, want one without mutants", cells[1].Formulas)
	}
}

func TestSpeed(t *testing.T) {
	closed := 0
	mode := func(name solver.Mode, change func(*solver.Run)) Mode {
		return Mode{Name: name, Open: func([]solver.Target) (Runner, error) { return double{change: change, closed: &closed}, nil }}
	}
	s := &Speed{
		Targets: trialtest.Fakes(t, "", "--answer=unsat"),
		Modes: []Mode{
			Processes(),
			mode(solver.Reset, func(r *solver.Run) { r.Mode = solver.Reset }),
			mode(solver.Push, func(r *solver.Run) { r.Mode, r.Answers = solver.Push, []smt.Status{smt.Sat} }),
			mode(solver.Snapshot, func(*solver.Run) {}),
			{Name: "nowhere", Open: func([]solver.Target) (Runner, error) { return nil, errors.New("there is no compiler") }},
		},
		Samples: []Sample{{Small, []seeds.Seed{
			seeds.New("a", fmt.Sprintf(small, 1)), seeds.New("b", fmt.Sprintf(small, 2)), seeds.New("broken", "(assert"),
		}}},
		Rounds: 3, Limits: solver.Limits{Time: 10 * time.Second}, Dir: trialtest.Scratch(t),
	}
	cells, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	wantOdd := []string{"map[]", "map[]", "map[sat, and unsat in a fresh process:6]", "map[a fresh process ran it:6]", "map[]"}
	for i, c := range cells {
		if fmt.Sprint(c.Odd) != wantOdd[i] {
			t.Errorf("%s: odd are %v, want %s", c.Mode, c.Odd, wantOdd[i])
		}
		if fmt.Sprint(c.Left) != "map[Assay cannot read them:1]" || c.Formulas != 2 {
			t.Errorf("%s: %d timed, left out %v", c.Mode, c.Formulas, c.Left)
		}
		if i == 4 {
			if c.Failure != "there is no compiler" || c.Queries != 0 {
				t.Errorf("%s: %+v", c.Mode, c)
			}
			continue
		}
		if c.Queries != 6 || c.CPU.Median <= 0 || c.CPU.Min > c.CPU.Median || c.PerSecond.Median <= 0 {
			t.Errorf("%s: %d queries, %+v ms, %+v/s; want two in each of three rounds, and figures", c.Mode, c.Queries, c.CPU, c.PerSecond)
		}
	}
	if closed != 9 {
		t.Errorf("runners were closed %d times, want three modes in three rounds", closed)
	}
	table := Report{Cells: cells}.String()
	for _, want := range []string{"there is no compiler", "odd: 6 a fresh process ran it", "left out: 1 Assay cannot read them"} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
}

// engine returns opfuzz, and the table for it.
func engine(t *testing.T) ([]mutate.Engine, *theory.Table) {
	t.Helper()
	d := opfuzz.Descriptor()
	all, table, err := engines.Make([]engines.Chosen{{Descriptor: d, Settings: d.Defaults()}}, theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	return all, table
}

func TestOwn(t *testing.T) {
	all, table := engine(t)
	o := &Own{
		Target: trialtest.Fakes(t, "", "--answer=unsat")[0], Engines: all, Table: table, Mutants: 150, Rounds: 3, Dir: t.TempDir(),
		Seeds: []campaign.SeedSource{campaign.TextSeed("a", fmt.Sprintf(small, 1))}, Timeout: 10 * time.Second,
	}
	got, err := o.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0].Mutants != 150 || got[0].Missed != 0 || got[0].Micros.Max <= 0 || got[0].Failure != "" {
		t.Errorf("%+v, want 150 mutants of one engine, all of them replayed", got)
	}
	o.Seeds = []campaign.SeedSource{campaign.TextSeed("b", "(set-logic QF_UF)\n(declare-const p Bool)\n(assert p)\n(check-sat)\n")}
	if got, err = o.Run(t.Context()); err != nil || !strings.Contains(got[0].Failure, "after 0 mutants") {
		t.Errorf("%+v, %v of a seed without operators", got, err)
	}
	// What a campaign does once is not part of what a mutant costs, even if it takes longer than all mutants do.
	o.Seeds = []campaign.SeedSource{campaign.TextSeed("a", fmt.Sprintf(small, 1))}
	o.Engines = []mutate.Engine{&slowToBegin{Engine: all[0]}}
	if got, err = o.Run(t.Context()); err != nil || got[0].Once.Median < 100 || got[0].Micros.Median > 1e3*got[0].Once.Median/float64(got[0].Mutants) {
		t.Errorf("%+v, %v of an engine that takes 200 ms to begin", got, err)
	}
}

// slowToBegin takes 200 ms of CPU time to begin a campaign.
type slowToBegin struct{ mutate.Engine }

// Configuration is called once in a campaign.
func (s *slowToBegin) Configuration() string {
	for begun := now(); begun.since().Own < 200*time.Millisecond; {
	}
	return s.Engine.Configuration()
}

func TestShares(t *testing.T) {
	all, table := engine(t)
	closed := 0
	s := &Shares{
		Targets: trialtest.Fakes(t, "", "--answer=unsat"), Engines: all, Table: table, Rounds: 2, Duration: 200 * time.Millisecond, Timeout: 10 * time.Second,
		Seeds: []campaign.SeedSource{campaign.TextSeed("a", fmt.Sprintf(small, 1))}, Dir: t.TempDir(),
		Modes: []Mode{Processes(), {Name: solver.Reset, Open: func([]solver.Target) (Runner, error) {
			return double{change: func(*solver.Run) {}, closed: &closed}, nil
		}}},
	}
	got, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range got {
		if c.Failure != "" || c.SolverShare.Median < 0 || c.SolverShare.Median > 1 {
			t.Errorf("%+v", c)
		}
	}
	if closed != 2 {
		t.Errorf("the runner was closed %d times, want one for each campaign", closed)
	}
}
