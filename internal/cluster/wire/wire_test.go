package wire_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/cluster/wire"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver/feedback"
)

func someResults() *campaign.Results {
	return &campaign.Results{
		Slot: 7, From: 1, Made: &campaign.Made{Mutants: 2, Rejected: map[string]int{"no place": 3}},
		Solved: []event.Solve{{Seed: "a", SeedHash: "0123456789abcdef", Solver: "z3", Outcome: outcome.Sat, Seconds: 0.5}},
		Done: []campaign.Done{{
			Events: []event.Event{event.Mutant{Mutant: "0123456789abcdef/storm/0/1", Engine: "storm", Text: 1 << 63}, event.Verdict{Mutant: "m", Runs: 1}},
			Hits: []findings.Hit{{
				Finding: findings.Finding{Format: findings.Format, Class: oracle.Classes()[0], Solver: "z3", Signature: "s", Runs: []findings.Run{{Solver: "z3", Command: []string{"z3"}}}},
				Bug:     []byte("(check-sat)\n"), Others: map[string][]byte{"base.smt2": []byte("; base\n")},
			}},
			Observed: []fuzzer.Observation{{Solver: "z3", Target: "z3 smt.arith.solver=2", Subject: "statistics z3 5", News: feedback.Of(maps.All(map[string]uint64{"conflicts": 9, "restarts": 1}))}},
		}},
		Grown: []campaign.Growth{{At: 1, Mutants: 4}}, Memory: fuzzer.Memory{Timeouts: map[string]int{"z3": 2}},
	}
}

func someJob() *wire.Job {
	return &wire.Job{
		Campaign: "0123456789abcdef", Assay: "1", Plan: "seed = 1\n", Files: map[string]string{"a.theory": "(f Int Int)"}, Lease: 30,
		Solvers: []wire.Solver{{Name: "z3", Options: []string{"smt.arith.solver=2"}}}, Seeds: []wire.Seed{{Name: "a.smt2", Hash: "0123456789abcdef", Size: 9}},
	}
}

// What one side writes is what the other reads.
func TestRoundTrips(t *testing.T) {
	packed, err := wire.Results(someResults())
	if err != nil {
		t.Fatal(err)
	}
	results, err := wire.ParseResults(packed)
	if err != nil {
		t.Fatal(err)
	}
	same := cmp.Comparer(func(a, b feedback.Signature) bool { return a.Digest() == b.Digest() })
	if diff := cmp.Diff(someResults(), results, same); diff != "" {
		t.Errorf("results (-before +after):\n%s", diff)
	}
	lease := campaign.Lease{Slot: 1 << 60, Run: 3, Mutants: 20, Memory: fuzzer.Memory{Accepts: []string{"z3"}}, Visit: 40, Guidance: &campaign.Guidance{
		Shown:  []fuzzer.Cause{{Circumstances: fuzzer.Circumstances{Target: "z3", Settings: []string{"a=1"}}, What: "crash", Times: 3}},
		Shares: map[string]float64{"z3": 0.25}, Elites: effort.ElitesState{Entries: 4},
	}}
	text, err := wire.Lease(lease)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := wire.ParseLease(text); err != nil || cmp.Diff(lease, got) != "" {
		t.Errorf("lease %+v, %v", got, err)
	}
	if packed, err = someJob().Bytes(); err != nil {
		t.Fatal(err)
	}
	job := someJob()
	job.V = wire.Version
	if got, err := wire.ParseJob(packed); err != nil || cmp.Diff(job, got) != "" {
		t.Errorf("job %+v, %v", got, err)
	}
	ask := &wire.Ask{Kind: wire.AskSeed, Hash: "0123456789abcdef", At: 4, Host: "here", Solvers: []wire.SolverBuild{{Name: "z3", Version: "5"}}}
	if got, err := wire.ParseAsk(ask.Bytes()); err != nil || cmp.Diff(ask, got) != "" {
		t.Errorf("question %+v, %v", got, err)
	}
	answer := &wire.Answer{Size: 3, Data: []byte("abc"), Status: &wire.Status{URL: "nats://x", Each: []wire.Worker{{ID: "1"}}}}
	if got, err := wire.ParseAnswer(answer.Bytes()); err != nil || cmp.Diff(answer, got) != "" {
		t.Errorf("answer %+v, %v", got, err)
	}
}

// Something large comes in parts, and only its own parts make it whole.
func TestParts(t *testing.T) {
	whole := bytes.Repeat([]byte("0123456789"), 70_000)
	var parts []wire.Part
	for _, p := range wire.Split(9, whole) {
		got, err := wire.ParsePart(p.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Bytes()) > wire.MaxMessage {
			t.Errorf("a part of %d bytes", len(p.Bytes()))
		}
		parts = append(parts, got)
	}
	if data, err := wire.Join(parts); err != nil || !bytes.Equal(data, whole) || len(parts) != 3 || parts[1].Slot != 9 {
		t.Errorf("%d bytes in %d parts: %v", len(data), len(parts), err)
	}
	var rubbish *wire.RubbishError
	parts[0], parts[1] = parts[1], parts[0]
	if _, err := wire.Join(parts); !errors.As(err, &rubbish) {
		t.Errorf("parts in another order: %v", err)
	}
	if wire.Split(9, make([]byte, 128*wire.PartSize+1)) != nil {
		t.Error("there is no bound")
	}
}

// What goes beyond a bound, or is not of this version, is refused as such.
func TestRubbish(t *testing.T) {
	change := func(f func(*wire.Job)) func() error {
		return func() error {
			j := someJob()
			f(j)
			packed, err := j.Bytes()
			if err != nil {
				return err
			}
			_, err = wire.ParseJob(packed)
			return err
		}
	}
	ask := func(text string) func() error {
		return func() error {
			_, err := wire.ParseAsk([]byte(text))
			return err
		}
	}
	for name, try := range map[string]func() error{
		"no solver":           change(func(j *wire.Job) { j.Solvers = nil }),
		"a nameless solver":   change(func(j *wire.Job) { j.Solvers[0].Name = "" }),
		"a control character": change(func(j *wire.Job) { j.Solvers[0].Options[0] = "a\x1b[2J" }),
		"no seed":             change(func(j *wire.Job) { j.Seeds = nil }),
		"a seed's hash":       change(func(j *wire.Job) { j.Seeds[0].Hash = "../../etc/passwd" }),
		"a negative seed":     change(func(j *wire.Job) { j.Seeds[0].Size = -1 }),
		"the campaign":        change(func(j *wire.Job) { j.Campaign = "a.b.>" }),
		"no lease":            change(func(j *wire.Job) { j.Lease = 0 }),
		"another version":     ask(`{"v":2,"kind":"beat"}`),
		"another kind":        ask(`{"v":1,"kind":"run"}`),
		"an unknown field":    ask(`{"v":1,"kind":"beat","command":"rm"}`),
		"two values":          ask(`{"v":1,"kind":"beat"}{}`),
		"jobs":                ask(`{"v":1,"kind":"hello","jobs":1000000}`),
		"a negative place":    ask(`{"v":1,"kind":"job","at":-1}`),
		"a seed":              ask(`{"v":1,"kind":"seed","hash":"x"}`),
		"a long name":         ask(`{"v":1,"kind":"hello","host":"` + strings.Repeat("x", 600) + `"}`),
		"CPU time":            ask(`{"v":1,"kind":"beat","own_cpu":-1}`),
		"a large message":     ask(`{"v":1,"kind":"beat","host":"` + strings.Repeat("x", wire.MaxMessage) + `"}`),
		"no part":             func() error { _, err := wire.ParsePart([]byte("rubbish")); return err },
		"a part too many":     func() error { p := wire.Part{V: 1, Number: 3, Of: 3}; _, err := wire.ParsePart(p.Bytes()); return err },
		"no results":          func() error { _, err := wire.ParseResults([]byte("rubbish")); return err },
		"no lease text":       func() error { _, err := wire.ParseLease([]byte(`{"v":1,"slot":-1}`)); return err },
	} {
		var rubbish *wire.RubbishError
		if err := try(); !errors.As(err, &rubbish) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzParse reads anything as every message: what is read can be written again, and nothing makes a reader fail otherwise than by saying so.
func FuzzParse(f *testing.F) {
	results, err := wire.Results(someResults())
	if err != nil {
		f.Fatal(err)
	}
	job, err := someJob().Bytes()
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range [][]byte{results, job, wire.Split(3, results)[0].Bytes(), (&wire.Ask{Kind: wire.AskBeat}).Bytes(), (&wire.Answer{End: true}).Bytes(), []byte(`{"v":1,"slot":4}`)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if r, err := wire.ParseResults(data); err == nil {
			if _, err := wire.Results(r); err != nil {
				t.Errorf("results: %v", err)
			}
		}
		if l, err := wire.ParseLease(data); err == nil {
			if _, err := wire.Lease(l); err != nil {
				t.Errorf("lease: %v", err)
			}
		}
		if j, err := wire.ParseJob(data); err == nil {
			if _, err := j.Bytes(); err != nil {
				t.Errorf("job: %v", err)
			}
		}
		if p, err := wire.ParsePart(data); err == nil {
			if again, err := wire.ParsePart(p.Bytes()); err != nil || again.Sum != p.Sum {
				t.Errorf("part: %v", err)
			}
		}
		if a, err := wire.ParseAsk(data); err == nil {
			if _, err := wire.ParseAsk(a.Bytes()); err != nil {
				t.Errorf("question: %v", err)
			}
		}
		if a, err := wire.ParseAnswer(data); err == nil {
			if _, err := wire.ParseAnswer(a.Bytes()); err != nil {
				t.Errorf("answer: %v", err)
			}
		}
	})
}

// BenchmarkSlot writes and reads the results of a slot of 20 mutants on which two solvers ran: what a slot costs beyond a campaign of one process, but for
// the bus.
func BenchmarkSlot(b *testing.B) {
	r := &campaign.Results{Slot: 7, Made: &campaign.Made{Mutants: 20}}
	for i := range 20 {
		name := fmt.Sprintf("0123456789abcdef/typefuzz/3/%d", i)
		d := campaign.Done{Events: []event.Event{event.Mutant{Mutant: name, Engine: "typefuzz", Logic: "QF_LIA", Rule: "swap", Steps: i, Text: uint64(i) * 1e15}}}
		for _, solver := range []string{"z3", "cvc5"} {
			d.Events = append(d.Events, event.Run{Mutant: name, Engine: "typefuzz", Logic: "QF_LIA", Solver: solver, Version: "1.2.3", Outcome: outcome.Sat, Seconds: 0.0123 * float64(i), CPU: 0.0111})
		}
		d.Events = append(d.Events, event.Verdict{Mutant: name, Engine: "typefuzz", Runs: 2, Models: map[string]int{"holds": 2}, EvaluatingSeconds: 1e-5 * float64(i)})
		r.Done = append(r.Done, d)
	}
	size := 0
	for b.Loop() {
		packed, err := wire.Results(r)
		if err != nil {
			b.Fatal(err)
		}
		size = len(packed)
		for _, p := range wire.Split(7, packed) {
			if _, err := wire.ParsePart(p.Bytes()); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := wire.ParseResults(packed); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(size)/20, "B/mutant")
}
