package fuzzer_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// list is an engine whose mutants are fixed: each replaces the operator of the first assertion by the next of its operators,
// which must have the same arguments.
type list struct {
	operators []string
	targets   *[]mutate.Dialect // the targets it was given, if not nil
	repeats   bool              // mutants may be equal
}

func (list) Name() string { return "list" }

func (list) Configuration() string { return "" }

func (e list) Prepare(_ context.Context, seed *mutate.Seed, env mutate.Env) (mutate.Source, error) {
	if e.targets != nil {
		*e.targets = env.Dialects
	}
	for i := range seed.Script.Commands {
		if seed.Script.Commands[i].Kind == script.Assert {
			return &listSource{list: e, script: seed.Script, command: i}, nil
		}
	}
	return nil, fmt.Errorf("%w: no assertion", mutate.ErrNotApplicable)
}

type listSource struct {
	list
	script  *script.Script
	command int
	steps   []mutate.Step
}

func (s *listSource) Next(*rng.Rand) (mutate.Mutant, error) {
	if len(s.steps) == len(s.operators) {
		return mutate.Mutant{}, mutate.ErrExhausted
	}
	c := *s.script.Commands[s.command]
	before := c.Terms[0]
	name := s.operators[len(s.steps)]
	for _, row := range s.script.Store.Table.Lookup(name) {
		after, err := s.script.Store.App(s.script.Store.Op(row, nil, nil), before.Args()...)
		if err != nil {
			continue
		}
		c.Terms = []*term.Term{after}
		s.script = s.script.With(s.command, c)
		if !s.repeats && (slices.Contains(s.operators[:len(s.steps)], name) || name == "<" || name == "str.prefixof") {
			s.script = noted(s.script) // it would be the seed, or an earlier mutant
		}
		s.steps = append(s.steps, mutate.Step{Engine: "list", Rule: "operator", Command: s.command, Before: before, After: after})
		return mutate.Mutant{Script: s.script, Truth: mutate.Truth{Status: smt.Unknown}, Steps: s.steps}, nil
	}
	panic("no operator " + name)
}

// noted returns a script that differs from all others of a chain, whatever else it contains: after its questions it asserts something
// true, once more at each step.
func noted(s *script.Script) *script.Script {
	out := *s
	out.Commands = slices.Clone(s.Commands)
	always, _, err := s.Store.Overload(s.Store.Table.Lookup("true"), nil, nil, nil)
	if err != nil {
		panic(err)
	}
	out.Commands = append(out.Commands, &script.Command{Kind: script.Assert, Terms: []*term.Term{always}})
	return &out
}

func seed(text string) seeds.Seed { return seeds.New("seed.smt2", text) }

var arithmetic = seed("(set-logic QF_LIA)\n(set-info :status sat)\n(declare-const x Int)\n(assert (< x 3))\n(check-sat)\n(get-model)\n")

func signatures(results []result) (all []string) {
	for _, r := range results {
		var of []string
		for _, h := range r.Hits {
			of = append(of, h.Finding.Signature)
		}
		all = append(all, strings.Join(of, " "))
	}
	return all
}

// A finding is named after the step that introduced it, for as long as it stays in the chain.
func TestSignatures(t *testing.T) {
	engine := list{operators: []string{">", "<=", "distinct", ">="}}
	for _, tt := range []struct {
		name   string
		wrong  string // when the first solver says unsat
		want   []string
		inSeed bool
	}{
		{"from the second on", `\((<=|distinct|>=) x`, []string{
			"",
			"refutation-soundness/fake/ints/<=",
			"refutation-soundness/fake/ints/<=",
			"refutation-soundness/fake/ints/<=",
		}, false},
		{"in the seed", `.`, []string{
			"refutation-soundness/fake/ints/seed " + arithmetic.Hash,
			"refutation-soundness/fake/ints/seed " + arithmetic.Hash,
			"refutation-soundness/fake/ints/seed " + arithmetic.Hash,
			"refutation-soundness/fake/ints/seed " + arithmetic.Hash,
		}, true},
		{"core only", `\(distinct x`, []string{"", "", "refutation-soundness/fake/core/distinct", ""}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", "--answer=sat --when='"+tt.wrong+"=>unsat'", "--opt-b=1 --answer=sat", "--opt-c=1 --answer=sat")}
			results := runAll(t, f, arithmetic, engine)
			if diff := cmp.Diff(tt.want, signatures(results)); diff != "" {
				t.Errorf("signatures (-want +got):\n%s", diff)
			}
			for _, r := range results {
				for _, h := range r.Hits {
					if h.Finding.Provenance.SeedShows != tt.inSeed || h.Finding.Flaky() || len(h.Finding.Runs) != 3 || h.Finding.Provenance.Job != 9 {
						t.Errorf("finding %+v", h.Finding)
					}
				}
			}
		})
	}
}

// known is a stand-in for the findings so far.
type known func(signature string) bool

func (k known) Wants(signature string, _ int, _ uint64, _ int) bool { return k(signature) }

// Only wanted hits are rerun.
func TestRepeatsOnlyWhatIsWanted(t *testing.T) {
	for _, wanted := range []bool{true, false} {
		f := &fuzzer.Fuzzer{
			Bench:   &trial.Bench{},
			Targets: trialtest.Fakes(t, "", "--do='crash SEGV'", "--opt-b=1 --answer=sat"),
			Known:   known(func(string) bool { return wanted }),
		}
		r := runAll(t, f, arithmetic, list{operators: []string{">"}})[0]
		if len(r.Hits) != 1 || len(r.Runs) != 2 {
			t.Fatalf("%d hits, %d runs", len(r.Hits), len(r.Runs))
		}
		want, extra := findings.Repetition{}, 0
		if wanted {
			want, extra = findings.Repetition{Runs: 2, Shown: 2}, 1
		}
		if got := r.Hits[0].Finding.Repeated; got != want || len(r.Extra) != extra {
			t.Errorf("wanted %v: %+v, %d more runs", wanted, got, len(r.Extra))
		}
	}
}

// Solvers get the dialect and the options that the script needs, and nothing that changes their answers.
func TestWhatSolversSee(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"plain", "(declare-const x Int)\n(assert (< x 3))\n(check-sat)", ""},
		{"strings", "(declare-const x String)\n(assert (str.< x \"a\"))\n(check-sat)", "--strings"},
		{"usual floats", "(declare-const x Float32)\n(assert (fp.lt x x))\n(check-sat)", ""},
		{"unusual floats", "(declare-const x (_ FloatingPoint 3 4))\n(assert (fp.lt x x))\n(check-sat)", "--opt-floats=1"},
		{"several checks", "(declare-const x Int)\n(assert (< x 3))\n(check-sat)\n(check-sat)", "--incremental"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			seen := &trialtest.Spy{}
			f := &fuzzer.Fuzzer{Bench: &trial.Bench{Runner: seen}, Targets: trialtest.Fakes(t, "", "--quiet")}
			engine := list{operators: []string{"distinct"}}
			runAll(t, f, seed("(set-info :status sat)\n"+tt.text+"\n(get-model)\n"), engine)
			var got []string
			for _, arg := range seen.Runs()[0].Command {
				if strings.HasPrefix(arg, "--") && arg != "--name=fake" && arg != "--quiet" {
					got = append(got, arg)
				}
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("options (-want +got):\n%s", diff)
			}
			if n := len(seen.Runs()[0].Answers); n != strings.Count(tt.text, "check-sat") {
				t.Errorf("%d answers", n)
			}
		})
	}
}

// A solver does not get what its profile says it does not read, and engines are then not told about that solver.
func TestReaders(t *testing.T) {
	bitvectors := trialtest.Fakes(t, "logics = [\"QF_BV\"]\n", "--answer=sat")
	any := trialtest.Fakes(t, "", "--opt-b=1 --answer=sat")
	single := trialtest.Fakes(t, "max_checks = 1\n", "--opt-c=1 --answer=sat")
	var targets []mutate.Dialect
	engine := list{operators: []string{">"}, targets: &targets}
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: []solver.Target{bitvectors[0], any[0], single[0]}}
	r := runAll(t, f, arithmetic, engine)[0]
	if len(r.Runs) != 2 || len(r.Skipped) != 1 || r.Skipped[0].Solver != bitvectors[0].String() || r.Skipped[0].Why != event.CannotRead {
		t.Errorf("%d runs, skipped %v", len(r.Runs), r.Skipped)
	}
	// A solver that the operator table does not know gets what solvers of all kinds have.
	if diff := cmp.Diff([]mutate.Dialect{{Name: "z3", Version: "4.8.0"}, {Name: "cvc5", Version: "1.0.0"}}, targets); diff != "" {
		t.Errorf("targets (-want +got):\n%s", diff)
	}
	twice := seed(strings.Replace(arithmetic.Text, "(check-sat)", "(check-sat)(check-sat)", 1))
	if r := runAll(t, f, twice, engine)[0]; len(r.Runs) != 1 || r.Runs[0].Solver != any[0].String() {
		t.Errorf("two checks: %d runs", len(r.Runs))
	}
	f.Targets = bitvectors
	if _, err := f.Chain(t.Context(), arithmetic, engine, 0, fuzzer.Place{}); !errors.Is(err, mutate.ErrNotApplicable) {
		t.Errorf("no reader: %v", err)
	}
}

// What the standard leaves open makes a disagreement doubtful, but not a crash.
func TestOpenOperators(t *testing.T) {
	reals := seed("(set-logic ALL)\n(declare-const x Real)\n(assert (< x (arccos x) (/ x x)))\n(check-sat)\n")
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", "--answer=sat --when='>=.*[(]/=>unsat crash SEGV' --when='>=>unsat'", "--opt-b=1 --answer=sat")}
	results := runAll(t, f, reals, list{operators: []string{">", ">="}})
	// Solvers may differ on arccos without being wrong; a crash is a crash all the same.
	want := []string{"", "crash/fake/signal SEGV"}
	if diff := cmp.Diff(want, signatures(results)); diff != "" {
		t.Fatalf("signatures (-want +got):\n%s", diff)
	}
	if results[0].Excused != 1 || results[1].Excused != 1 {
		t.Errorf("%d and %d disagreements excused, not 1 and 1", results[0].Excused, results[1].Excused)
	}
	if open := results[1].Hits[0].Finding.Open; open != nil {
		t.Errorf("open operators of a crash: %v", open)
	}
}

func TestChainErrors(t *testing.T) {
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", "--answer=sat")}
	var rejected *fuzzer.SeedError
	if _, err := f.Chain(t.Context(), seed("(assert x)"), list{}, 0, fuzzer.Place{}); !errors.As(err, &rejected) || !strings.HasPrefix(err.Error(), "seed.smt2:1:9:") {
		t.Errorf("bad seed: %v", err)
	}
	if _, err := f.Chain(t.Context(), seed("(check-sat)"), list{}, 0, fuzzer.Place{}); !errors.Is(err, mutate.ErrNotApplicable) {
		t.Errorf("no assertion: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Chain(ctx, arithmetic, list{operators: []string{">"}}, 0, fuzzer.Place{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	c, err := f.Chain(t.Context(), arithmetic, list{operators: []string{">", "nonsense", "<"}}, 0, fuzzer.Place{})
	var engine *fuzzer.EngineError
	if err != nil || c.Len() != 1 || !errors.As(c.Broken, &engine) {
		t.Errorf("panic on the way: %v, %v", err, c.Broken)
	}
}

func TestRegenerate(t *testing.T) {
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", "--answer=sat")}
	engine := list{operators: []string{">", "<="}}
	name := mutate.Name{SeedHash: arithmetic.Hash, Engine: "list", Round: 3, Index: 1}
	back, err := mutate.ParseName(name.String())
	if err != nil || back != name {
		t.Fatalf("%s is read as %v, %v", name, back, err)
	}
	m, err := f.Regenerate(t.Context(), arithmetic, engine, name)
	if err != nil || !strings.Contains(m.Script.String(), "(<= x 3)") {
		t.Errorf("%v, %v", m, err)
	}
	if _, err := f.Regenerate(t.Context(), seed("(check-sat)"), engine, name); !errors.Is(err, fuzzer.ErrOtherSeed) {
		t.Errorf("other seed: %v", err)
	}
	name.Index = 2
	if _, err := f.Regenerate(t.Context(), arithmetic, engine, name); !errors.Is(err, mutate.ErrExhausted) {
		t.Errorf("too far: %v", err)
	}
	name.Engine = "other"
	if _, err := f.Regenerate(t.Context(), arithmetic, engine, name); err == nil {
		t.Error("another engine rebuilt it")
	}
	for _, bad := range []string{"", "a/b/1", "a/b/1/-1", "a/b/x/1", "/b/1/1", "a/b/1/1/1"} {
		if n, err := mutate.ParseName(bad); err == nil {
			t.Errorf("%q is read as %v", bad, n)
		}
	}
}
