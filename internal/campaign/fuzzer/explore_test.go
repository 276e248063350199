package fuzzer_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/configspace"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/options"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
)

// optioned is a solver with its own profile and truth values as options; see trialtest.Optioned.
func optioned(t *testing.T, name string, names []string, body string) (solver.Target, *fuzzer.Dimension) {
	t.Helper()
	target := trialtest.Optioned(t, name, names, body)
	d := &fuzzer.Dimension{}
	if len(names) == 0 {
		return target, d
	}
	var err error
	if d.Catalogue, err = options.Read(t.Context(), target, 1); err != nil {
		t.Fatal(err)
	}
	if d.Space = configspace.NewSpace(d.Catalogue, names); d.Space.Len() != len(names) {
		t.Fatalf("%d options of %d", d.Space.Len(), len(names))
	}
	return target, d
}

// searching returns a fuzzer that searches configurations of targets. Runs cost what limits them: on a real clock, a busy machine would make
// some of them late.
func searching(how configspace.Strategy, of map[solver.Target]*fuzzer.Dimension, targets ...solver.Target) *fuzzer.Fuzzer {
	return &fuzzer.Fuzzer{
		Bench: &trial.Bench{Runner: cheap, Fresh: cheap}, Targets: targets,
		Configurations: &fuzzer.Configurations{Of: of, Search: &how},
	}
}

// shows returns what hits say, without the folders of programs.
func shows(r result, targets ...solver.Target) []string {
	var out []string
	for _, h := range r.Hits {
		name := h.Finding.Solver
		for _, t := range targets {
			if rest, ok := strings.CutPrefix(name, t.String()); ok && (rest == "" || rest[0] == ' ') {
				name = t.Profile().Name + rest
			}
		}
		out = append(out, string(h.Finding.Class)+" "+name)
	}
	slices.Sort(out)
	return out
}

// cheap runs processes that each cost five milliseconds.
var cheap = trialtest.Priced{Cost: 5 * time.Millisecond}

var small = seed("(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< x 3))\n(check-sat)\n(get-model)\n")

// model answers sat with a value of x.
func model(x string) string {
	return "{ echo sat; echo '((define-fun x () Int " + x + "))'; exit; }"
}

// A finding that needs options is found with only those options, whatever else is wrong with other solvers.
func TestFindingsWithOptions(t *testing.T) {
	for _, tt := range []struct {
		name, target, other string
		options             []string
		baselines           bool
		want                []string
	}{
		{"a crash", "has bug && has deep && kill -ABRT $$\n" + model("1"), model("2"), []string{"bug", "deep", "dull"}, false, []string{"crash solv --opt-bug=true --opt-deep=true"}},
		{
			"a wrong model, next to one of another solver",
			"has bug && " + model("7") + "\necho unknown", model("5"), []string{"bug", "dull"}, false,
			[]string{"invalid-model othr", "invalid-model solv --opt-bug=true"},
		},
		{
			"only the other solver is wrong",
			"has bug && " + model("1") + "\necho unknown", model("5"), []string{"bug", "dull"}, false,
			[]string{"invalid-model othr"},
		},
		{
			"a graver mistake of another solver",
			"has bug && " + model("7") + "\necho unknown", "echo unsat", []string{"bug", "dull"}, false,
			[]string{"invalid-model solv --opt-bug=true", "refutation-soundness othr"},
		},
		{
			"what a baseline decides",
			"has bug && echo unsupported && exit\necho unknown", model("1"), []string{"bug", "dull"}, true,
			[]string{"incompleteness-regression solv"},
		},
		{
			"a wrong answer, next to what a baseline decides",
			"has bug && { echo unsat; exit; }\necho unknown", model("1"), []string{"bug", "dull"}, true,
			[]string{"incompleteness-regression solv", "refutation-soundness solv --opt-bug=true"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			target, d := optioned(t, "solv", tt.options, tt.target)
			other, _ := optioned(t, "othr", nil, tt.other)
			f := searching(configspace.Strategy{}, map[solver.Target]*fuzzer.Dimension{target: d}, target, other)
			if tt.baselines {
				f.Bench.Baselines = []oracle.Pair{{Old: other.String(), New: target.String()}}
			}
			r := runAll(t, f, small, list{operators: []string{"<="}})[0]
			if diff := cmp.Diff(tt.want, shows(r, target, other)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if len(r.Explored) != 1 {
				t.Fatalf("%d searches", len(r.Explored))
			}
		})
	}
}

// A witness that other configurations refute is our mistake, in whatever process: it gives one finding about us, and one about
// answers that contradict each other.
func TestFalseWitnessWithOptions(t *testing.T) {
	const needed = "(declare-const x Int)(assert (< 0 x 3))(check-sat)"
	engine := knownTruth{[]mutate.Truth{{Status: smt.Sat, Witness: "((define-fun x () Int 7))", Derivation: []string{"an assignment"}}}}
	target, d := optioned(t, "solv", []string{"bug", "dull", "idle"}, "has bug && echo unsat && exit\necho sat")
	f := searching(configspace.Strategy{}, map[solver.Target]*fuzzer.Dimension{target: d}, target)
	r := runAll(t, f, seed(needed), engine)[0]
	if diff := cmp.Diff([]string{"harness solv", "solution-soundness solv"}, shows(r, target)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// The same holds when only a reused process gives its answer.
	lives := &fuzzer.Fuzzer{Bench: &trial.Bench{Runner: trialtest.Living{Mode: solver.Reset, Change: func(_ trial.Request, run *solver.Run) {
		run.Answers = []smt.Status{smt.Unsat}
	}}}, Targets: []solver.Target{target}}
	if diff := cmp.Diff([]string{"harness solv"}, shows(runAll(t, lives, seed(needed), engine)[0], target)); diff != "" {
		t.Errorf("in a living process (-want +got):\n%s", diff)
	}
}

// A solver that reports nothing of what it does inside is searched too: its configurations are not treated as failures.
func TestSearchInTheDark(t *testing.T) {
	target, d := optioned(t, "solv", []string{"bug", "deep"}, "has bug && has deep && kill -ABRT $$\necho sat")
	for s := range uint64(8) {
		f := searching(configspace.Strategy{}, map[solver.Target]*fuzzer.Dimension{target: d}, target)
		f.Seed = s
		r := runAll(t, f, small, list{operators: []string{"<="}})[0]
		if len(r.Hits) != 1 || len(r.Explored) != 1 || r.Explored[0].Runs != 3 {
			t.Errorf("seed %d: %s, %+v", s, shows(r, target), r.Explored)
		}
	}
}

// Reducing ends, and reports when it ended early.
func TestUnreduced(t *testing.T) {
	var names []string
	body := ""
	for i := range 120 {
		names = append(names, fmt.Sprintf("o%03d", i))
		body += "has " + names[i] + " && "
	}
	target, d := optioned(t, "solv", names, body+"kill -ABRT $$\necho sat")
	f := searching(configspace.Strategy{Offspring: 1}, map[solver.Target]*fuzzer.Dimension{target: d}, target)
	f.Configurations.Starts = func(fuzzer.Arm, *rng.Rand) []solver.Configuration {
		var all []options.Setting
		for _, n := range names {
			all = append(all, options.Setting{Name: n, Value: "true"})
		}
		return []solver.Configuration{d.Catalogue.Configure(all...)}
	}
	r := runAll(t, f, small, list{operators: []string{"<="}})[0]
	if len(r.Hits) != 1 || len(r.Explored) != 1 || r.Explored[0].Unreduced != 1 || len(r.Extra) > 200 {
		t.Errorf("%d hits, %d runs beside, %+v", len(r.Hits), len(r.Extra), r.Explored)
	}
}

// A search of one configuration begins with what was good elsewhere or with a new one, by chance.
func TestOneConfiguration(t *testing.T) {
	target, d := optioned(t, "solv", []string{"a", "b", "c"}, "echo sat; echo '((define-fun x () Int 1))'")
	started, runs := 0, 0
	for s := range 12 {
		f := searching(configspace.Strategy{}, map[solver.Target]*fuzzer.Dimension{target: d}, target)
		f.Seed, f.Configurations.Most = uint64(s), 1
		f.Configurations.Starts = func(fuzzer.Arm, *rng.Rand) []solver.Configuration {
			return []solver.Configuration{d.Catalogue.Configure(options.Setting{Name: "a", Value: "true"})}
		}
		for _, e := range runAll(t, f, small, list{operators: []string{"<="}})[0].Explored {
			started += len(e.Starts)
			runs += e.Runs
		}
	}
	if runs != 12 || started == 0 || started == 12 {
		t.Errorf("%d runs, %d of them from what was good elsewhere", runs, started)
	}
}

// What was good elsewhere counts as the start of a search only if it has run as it is: a part of it, or another configuration in its place, earns
// nothing for it.
func TestStartsThatRan(t *testing.T) {
	target, d := optioned(t, "solv", []string{"a", "b"}, "echo sat; echo '((define-fun x () Int 1))'")
	whole := d.Space
	for name, tt := range map[string]struct {
		space *configspace.Space
		start []options.Setting
		want  int
	}{
		"runs":           {whole, []options.Setting{{Name: "a", Value: "true"}, {Name: "b", Value: "true"}}, 1},
		"in part":        {configspace.NewSpace(d.Catalogue, []string{"a"}), []options.Setting{{Name: "a", Value: "true"}, {Name: "b", Value: "true"}}, 0},
		"something else": {configspace.NewSpace(d.Catalogue, []string{"a"}), []options.Setting{{Name: "b", Value: "true"}}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			d.Space = tt.space
			f := searching(configspace.Strategy{Offspring: 1}, map[solver.Target]*fuzzer.Dimension{target: d}, target)
			start := d.Catalogue.Configure(tt.start...)
			f.Configurations.Starts = func(fuzzer.Arm, *rng.Rand) []solver.Configuration { return []solver.Configuration{start} }
			e := runAll(t, f, small, list{operators: []string{"<="}})[0].Explored
			if len(e) != 1 || e[0].Runs != 1 || len(e[0].Starts) != tt.want {
				t.Fatalf("%+v", e)
			}
			if tt.want == 1 && e[0].Starts[0] != target.With(start).String() {
				t.Errorf("the start is %s", e[0].Starts[0])
			}
		})
	}
}

// What reused processes hid is found once without options, however many configurations show it.
func TestFoundWithoutOptions(t *testing.T) {
	target, d := optioned(t, "solv", []string{"a", "b", "c"}, "echo sat; echo '((define-fun x () Int 7))'")
	f := searching(configspace.Strategy{}, map[solver.Target]*fuzzer.Dimension{target: d}, target)
	f.Bench.Runner = trialtest.Living{Runner: cheap, Mode: solver.Reset, Change: func(r trial.Request, run *solver.Run) {
		if r.Target == target {
			run.Answers, run.Returns = []smt.Status{smt.Unknown}, nil
		}
	}}
	r := runAll(t, f, small, list{operators: []string{"<="}})[0]
	if diff := cmp.Diff([]string{"invalid-model solv"}, shows(r, target)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(r.Explored) != 1 || r.Explored[0].Again != 6 {
		t.Errorf("%+v", r.Explored)
	}
}

// What settings show with one logic may be another defect with another logic, and is examined again.
func TestOtherLogics(t *testing.T) {
	target, d := optioned(t, "solv", []string{"bug"}, "has bug && "+model("7")+"\necho unknown")
	f := searching(configspace.Strategy{}, map[solver.Target]*fuzzer.Dimension{target: d}, target)
	known := &fuzzer.Shown{}
	for i, logic := range []string{"QF_LIA", "QF_LIA", "QF_NIA"} {
		r := runTaught(t, f, seed(strings.Replace(small.Text, "QF_LIA", logic, 1)), list{operators: []string{"<=", "="}}, known)
		for k, one := range r {
			if want := i != 1 && k == 0; want != (len(one.Hits) == 1) || want == (one.Explored[0].Again == 1) {
				t.Errorf("%s, chain %d, mutant %d: %s, %+v", logic, i, k, shows(one, target), one.Explored)
			}
		}
	}
}

// An interrupt ends a search and the reduction of its findings at once.
func TestInterruptedSearch(t *testing.T) {
	for _, tt := range []struct{ name, slow string }{
		{"searching", `has bug && touch "$dir/slow" && exec sleep 3600`},
		{"reducing", `has bug && [ -e "$dir/shown" ] && touch "$dir/slow" && exec sleep 3600
has bug && touch "$dir/shown" && kill -ABRT $$`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			target, d := optioned(t, "solv", []string{"bug"}, "dir="+dir+"\n"+tt.slow+"\necho sat")
			f := searching(configspace.Strategy{}, map[solver.Target]*fuzzer.Dimension{target: d}, target)
			c, err := f.Chain(t.Context(), small, list{operators: []string{"<="}}, 0, fuzzer.Place{Dir: trialtest.Scratch(t)})
			if err != nil {
				t.Fatal(err)
			}
			stop := errors.New("stop")
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			go func() { // no race: it shares a context and a file
				for ctx.Err() == nil {
					if _, err := os.Stat(filepath.Join(dir, "slow")); err == nil {
						cancel(stop)
					}
					time.Sleep(time.Millisecond)
				}
			}()
			if _, err := c.Run(ctx, 0); !errors.Is(err, stop) {
				t.Errorf("%v", err)
			}
		})
	}
}

// A configuration that is given as a separate target is not searched under another target's name.
func TestConfigurationsThatAreGiven(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"a crash", "has bug && kill -ABRT $$\necho sat", "crash solv --opt-bug=true"},
		{"a wrong model", "has bug && " + model("7") + "\necho unknown", "invalid-model solv --opt-bug=true"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			target, d := optioned(t, "solv", []string{"bug", "dull"}, tt.body)
			given := target.With(d.Catalogue.Configure(options.Setting{Name: "bug", Value: "true"}))
			f := searching(configspace.Strategy{}, map[solver.Target]*fuzzer.Dimension{target: d}, target, given)
			r := runAll(t, f, small, list{operators: []string{"<="}})[0]
			if diff := cmp.Diff([]string{tt.want}, shows(r, target)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if len(r.Explored) != 1 || r.Explored[0].Runs != 2 || r.Explored[0].Again != 1 {
				t.Errorf("%+v", r.Explored)
			}
		})
	}
}

// A mistake of a baseline that the answer of another configuration reveals is counted like any other of its mistakes.
func TestBaselinesAgainstConfigurations(t *testing.T) {
	target, d := optioned(t, "solv", []string{"able", "dull"}, "has able && "+model("1")+"\necho unknown")
	old, _ := optioned(t, "old", nil, "echo unsat")
	f := searching(configspace.Strategy{}, map[solver.Target]*fuzzer.Dimension{target: d}, target, old)
	for _, baseline := range []bool{false, true} {
		if baseline {
			f.Bench.Baselines = []oracle.Pair{{Old: old.String(), New: target.String()}}
			f.Configurations = &fuzzer.Configurations{Of: f.Configurations.Of, Search: f.Configurations.Search}
		}
		r := runAll(t, f, seed("(declare-const x Int)(assert (< 0 x 3))(check-sat)"), knownTruth{[]mutate.Truth{{}}})[0]
		var hits []string
		for _, one := range shows(r, target, old) {
			if strings.HasPrefix(one, string(oracle.RefutationSoundness)) {
				hits = append(hits, one)
			}
		}
		want := []string{"refutation-soundness old"}
		if baseline {
			want = nil
		}
		if diff := cmp.Diff(want, hits); diff != "" || baseline != (len(r.Baseline) == 1) {
			t.Errorf("baseline %v (-want +got):\n%s%+v", baseline, diff, r.Baseline)
		}
	}
}
