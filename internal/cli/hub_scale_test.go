package cli_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/cluster/bus"
	"github.com/assay-smt/assay/internal/cluster/wire"
	"github.com/assay-smt/assay/internal/cluster/work"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// A load is a number of workers that make no mutants and run no solvers: they say at once, or after some time, what a worker would say.
type load struct {
	url     string
	job     *wire.Job
	workers int
	// work is how long a slot takes, and hits is one mutant in how many shows a finding, 0 for none.
	work time.Duration
	hits int

	mu    sync.Mutex
	order *schedule.Schedule
	slots atomic.Int64
	found atomic.Int64
}

// chainOf is the number of mutants of a slot.
const chainOf = 20

func newLoad(ctx context.Context, url, campaignID string) (*load, error) {
	conn, err := bus.Dial(bus.Config{URL: url, ID: "00000000000000dd", Wait: true})
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	conn.Join(campaignID)
	var data []byte
	for {
		ask := wire.Ask{Kind: wire.AskJob, At: int64(len(data))}
		text, err := conn.Ask(ctx, ask.Bytes())
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			time.Sleep(50 * time.Millisecond)
			continue
		}
		answer, err := wire.ParseAnswer(text)
		if err != nil {
			return nil, err
		}
		if data = append(data, answer.Data...); int64(len(data)) == answer.Size {
			break
		}
	}
	l := &load{url: url}
	if l.job, err = wire.ParseJob(data); err != nil {
		return nil, err
	}
	slices.SortFunc(l.job.Seeds, func(a, b wire.Seed) int { return strings.Compare(a.Hash, b.Hash) }) // as campaigns do
	id := &l.job.Identity
	l.order = schedule.New(schedule.Config{Random: id.Seed, Seeds: id.Seeds, Engines: len(id.Engines)})
	return l, nil
}

// results are what a worker would make of a slot.
func (l *load) results(slot uint64) *campaign.Results {
	l.mu.Lock()
	at := l.order.At(slot)
	l.mu.Unlock()
	seed := l.job.Seeds[at.Seed]
	engine, _, _ := strings.Cut(l.job.Identity.Engines[at.Engine], " ")
	solver := strings.Join(l.job.Solvers[0].Words(), " ")
	r := &campaign.Results{Slot: slot, Made: &campaign.Made{Mutants: chainOf}}
	for i := range chainOf {
		name := fmt.Sprintf("%s/%s/%d/%d", seed.Hash, engine, at.Round, i)
		d := campaign.Done{Events: []event.Event{
			event.Mutant{Mutant: name, Engine: engine, Logic: "QF_LIA", Rule: "swap", Steps: i + 1, Applicable: 3, Text: slot*chainOf + uint64(i) + 1<<40},
			event.Run{Mutant: name, Engine: engine, Logic: "QF_LIA", Solver: solver, Version: "1.2.3", Outcome: outcome.Sat, Seconds: 0.01, CPU: 0.009},
			event.Verdict{Mutant: name, Engine: engine, Runs: 1, Models: map[string]int{"holds": 1}, EvaluatingSeconds: 1e-4},
		}}
		if n := slot*chainOf + uint64(i); l.hits > 0 && n%uint64(l.hits) == 0 {
			l.found.Add(1)
			d.Hits = []findings.Hit{l.hit(n, name, solver, i, slot, seed.Hash)}
		}
		r.Done = append(r.Done, d)
	}
	return r
}

// hit is a finding. There are more signatures than folders.
func (l *load) hit(n uint64, mutant, solver string, index int, slot uint64, seed string) findings.Hit {
	text := fmt.Sprintf("(set-logic QF_LIA)\n(declare-const x Int)\n(assert (= x %d))\n(check-sat)\n", n)
	return findings.Hit{Bug: []byte(text), Finding: findings.Finding{
		Format: findings.Format, Class: oracle.CrashClass, Solver: solver, Family: "fake", Version: "1.2.3", Logic: "QF_LIA", Signature: fmt.Sprintf("crash/fake/place %d", n/uint64(l.hits)%500),
		Repeated: findings.Repetition{Runs: 3, Shown: 3}, Checks: 1,
		Evidence: findings.Evidence{Kind: oracle.EvidenceCrash, Summary: "it crashes"},
		Runs: []findings.Run{{
			Solver: solver, Family: "fake", Version: "1.2.3", Command: []string{"fakesolver", "bug.smt2"}, File: findings.BugFile, Answers: []string{}, Outcome: outcome.Crash,
			Stdout: strings.Repeat("a stack of some length\n", 40),
		}},
		Provenance: findings.Provenance{CampaignSeed: l.job.Identity.Seed, Mutant: mutant, SeedHash: seed, Job: slot, Index: index},
	}}
}

// run works until ctx ends, or the hub is gone.
func (l *load) run(ctx context.Context) error {
	var all sync.WaitGroup
	errs := make(chan error, l.workers)
	for i := range l.workers {
		all.Go(func() { errs <- l.worker(ctx, fmt.Sprintf("%016x", 0xabc0000+i)) })
	}
	all.Wait()
	close(errs)
	var first error
	for err := range errs {
		if first == nil && !errors.Is(err, context.Canceled) {
			first = err
		}
	}
	return first
}

func (l *load) worker(ctx context.Context, id string) error {
	conn, err := bus.Dial(bus.Config{URL: l.url, ID: id, Wait: true})
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.Join(l.job.Campaign)
	hello := wire.Ask{Kind: wire.AskHello, Host: "simulated", Jobs: 1, Solvers: []wire.SolverBuild{{Name: "fake", Version: "1.2.3"}}}
	beat := wire.Ask{Kind: wire.AskBeat, Jobs: 1, Busy: 1}
	var taker *bus.Taker
	for taker == nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		within, cancel := context.WithTimeout(ctx, 5*time.Second)
		_, err := conn.Ask(within, hello.Bytes())
		if err == nil {
			taker, err = conn.Taker(within)
		}
		cancel()
		if err != nil {
			taker = nil
			time.Sleep(100 * time.Millisecond)
		}
	}
	last := time.Now()
	for ctx.Err() == nil {
		if time.Since(last) > 10*time.Second {
			last = time.Now()
			within, cancel := context.WithTimeout(ctx, 5*time.Second)
			_, _ = conn.Ask(within, beat.Bytes()) // the next one may reach it
			cancel()
		}
		t, err := taker.Take(ctx, 5*time.Second)
		if err != nil {
			continue
		}
		lease, err := wire.ParseLease(t.Data)
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(l.work):
		}
		packed, err := wire.Results(l.results(lease.Slot))
		if err != nil {
			return err
		}
		delivered := true
		for _, p := range wire.Split(lease.Slot, packed) {
			within, cancel := context.WithTimeout(ctx, 30*time.Second)
			delivered = delivered && conn.Deliver(within, &p) == nil
			cancel()
		}
		if !delivered {
			_ = t.Return() // another one does it
			continue
		}
		l.slots.Add(1)
		_ = t.Done() // the hub knows a slot that comes again
	}
	return ctx.Err()
}

// number reads a number from the environment.
func number(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// TestHubLoad has simulated workers fill the slots of a real hub, and says what that took: ASSAY_HUB_WORKERS of them (8), for ASSAY_HUB_SECONDS or
// until ASSAY_HUB_SLOTS (300) slots of ASSAY_HUB_SEEDS (40) seeds are done, where a slot takes ASSAY_HUB_WORK milliseconds (0) and one mutant in ASSAY_HUB_HITS (100) shows a finding. With
// ASSAY_HUB_RESOURCES, what the hub holds goes to that file.
func TestHubLoad(t *testing.T) {
	p := newPlant(t, number(t, "ASSAY_HUB_SEEDS", 40))
	slots, seconds := number(t, "ASSAY_HUB_SLOTS", 300), number(t, "ASSAY_HUB_SECONDS", 0)
	args := []string{"hub", "--solver", "fake --answer=sat", "--engine", "typefuzz,opfuzz,fusion", "--seed", "5", "-q", "--triage=false", "--out", "many"}
	if seconds == 0 {
		args = append(args, "--slots", strconv.Itoa(slots))
	} else {
		args = append(args, "--set", "campaign.effort=even", "--duration", strconv.Itoa(seconds)+"s")
	}
	if file := os.Getenv("ASSAY_HUB_RESOURCES"); file != "" {
		args = append(args, "--resources", file)
	}
	hub := p.start(t, append(args, "seeds")...)
	var record struct{ Campaign, URL string }
	for record.URL == "" {
		if hub.over() {
			t.Fatalf("the hub has ended:\n%s", hub.said)
		}
		if data, err := os.ReadFile(p.path("many", campaign.HubFile)); err == nil {
			_ = json.Unmarshal(data, &record) // it may be half there
		}
		time.Sleep(5 * time.Millisecond)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	l, err := newLoad(ctx, record.URL, record.Campaign)
	if err != nil {
		t.Fatal(err)
	}
	l.workers, l.hits, l.work = number(t, "ASSAY_HUB_WORKERS", 8), number(t, "ASSAY_HUB_HITS", 100), time.Duration(number(t, "ASSAY_HUB_WORK", 0))*time.Millisecond
	began := time.Now()
	ended := make(chan error, 1)
	go func() { ended <- l.run(ctx) }()
	var last *wire.Status
	for !hub.over() {
		within, stop := context.WithTimeout(ctx, 5*time.Second)
		if s, err := work.Status(within, bus.Config{URL: record.URL, ID: "00000000000000ee"}, record.Campaign); err == nil {
			last = s
		}
		stop()
		if last != nil && last.ShutOut > 0 {
			t.Fatalf("a worker is shut out:\n%s", hub.said)
		}
		time.Sleep(200 * time.Millisecond)
	}
	took := time.Since(began)
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	want := 10
	if l.hits == 0 {
		want = 0
	}
	if code := hub.wait(t, slow); code != want {
		t.Errorf("exit code %d:\n%s", code, hub.said)
	}
	state, err := campaign.LoadState(p.path("many"))
	if err != nil {
		t.Fatal(err)
	}
	if want := int64(slots * chainOf); seconds == 0 && state.Stats.Mutants != want {
		t.Errorf("%d mutants, want %d", state.Stats.Mutants, want)
	}
	if last == nil {
		t.Fatal("the hub never said how far it was")
	}
	if last.Refused > 0 || last.ShutOut > 0 {
		t.Errorf("%d messages were refused, %d workers shut out", last.Refused, last.ShutOut)
	}
	cpu := hub.cmd.ProcessState.UserTime() + hub.cmd.ProcessState.SystemTime()
	done := float64(state.Stats.Mutants) / chainOf
	t.Logf("%d workers, %.0f slots in %.1f s: %.0f slots/s; CPU of the hub %.2f ms a slot, %.4f ms a mutant; %.2f messages a slot, %.0f bytes a mutant; %d findings; %d repeated",
		l.workers, done, took.Seconds(), done/took.Seconds(), cpu.Seconds()*1e3/done, cpu.Seconds()*1e3/done/chainOf, float64(last.Messages)/float64(max(last.Slots, 1)),
		float64(last.Bytes)/float64(max(last.Slots, 1))/chainOf, len(state.Kept), last.Repeated)
}

// TestHubWorkers runs the same campaign by one process and by a hub with 1, 2, 4 and 8 workers of one job each, on a solver that answers at once, and says
// what that took. ASSAY_HUB_REAL is the number of slots; there is none without it.
func TestHubWorkers(t *testing.T) {
	slots := number(t, "ASSAY_HUB_REAL", 0)
	if slots == 0 {
		t.Skip("ASSAY_HUB_REAL is not set")
	}
	p := newPlant(t, 40)
	flags := []string{"--solver", "fake --answer=sat", "--engine", "typefuzz,opfuzz", "--seed", "5", "-q", "--slots", strconv.Itoa(slots), "--sessions", "process"}
	cpu := func(all ...*proc) (s float64) {
		for _, r := range all {
			s += (r.cmd.ProcessState.UserTime() + r.cmd.ProcessState.SystemTime()).Seconds()
		}
		return s
	}
	for _, jobs := range []int{1, 2, 4, 8} {
		began := time.Now()
		out := fmt.Sprintf("one-%d", jobs)
		one := p.start(t, append(append([]string{"fuzz", "--jobs", strconv.Itoa(jobs), "--out", out}, flags...), "seeds")...)
		if code := one.wait(t, time.Hour); code != 0 && code != 10 {
			t.Fatalf("exit code %d:\n%s", code, one.said)
		}
		state, err := campaign.LoadState(p.path(out))
		if err != nil {
			t.Fatal(err)
		}
		alone, mutants := time.Since(began), float64(state.Stats.Mutants)
		began, out = time.Now(), fmt.Sprintf("many-%d", jobs)
		hub := p.start(t, append(append([]string{"hub", "--triage=false", "--out", out}, flags...), "seeds")...)
		var workers []*proc
		for range jobs {
			workers = append(workers, p.start(t, "work", "--hub", out, "--jobs", "1"))
		}
		if code := hub.wait(t, time.Hour); code != 0 && code != 10 {
			t.Fatalf("exit code %d:\n%s", code, hub.said)
		}
		together := time.Since(began)
		for _, w := range workers {
			if code := w.wait(t, slow); code != 0 {
				t.Errorf("exit code %d:\n%s", code, w.said)
			}
		}
		t.Logf("%d jobs, %d slots, %.0f mutants: %.1f s in one process, %.1f s by a hub and workers; %.1f and %.1f slots/s; CPU %.2f ms a mutant in one process, %.2f with the hub, whose own is %.3f",
			jobs, slots, mutants, alone.Seconds(), together.Seconds(), float64(slots)/alone.Seconds(), float64(slots)/together.Seconds(),
			cpu(one)*1e3/mutants, cpu(append(workers, hub)...)*1e3/mutants, cpu(hub)*1e3/mutants)
	}
}
