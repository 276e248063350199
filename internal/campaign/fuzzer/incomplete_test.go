package fuzzer_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// implied is list with a claim: every mutant follows from the one before. Step i has the name of rule i, or of the last.
type implied struct {
	list
	rules  []string
	claims // what is claimed about the mutants
}

// implies returns such an engine whose mutants are sat.
func implies(operators []string, rules ...string) implied {
	return implied{list{operators: operators}, rules, claims{smt.Sat, smt.Sat}}
}

// claims are a truth, and the status that steps keep.
type claims struct{ truth, kept smt.Status }

func (e implied) Prepare(ctx context.Context, seed *mutate.Seed, env mutate.Env) (mutate.Source, error) {
	s, err := e.list.Prepare(ctx, seed, env)
	if err != nil {
		return nil, err
	}
	return &impliedSource{listSource: s.(*listSource), rules: e.rules, claims: e.claims}, nil
}

type impliedSource struct {
	*listSource
	rules []string
	claims
}

func (s *impliedSource) Next(r *rng.Rand) (mutate.Mutant, error) {
	base := s.script
	m, err := s.listSource.Next(r)
	if err == nil {
		s.steps[len(s.steps)-1].Rule = s.rules[min(len(s.steps), len(s.rules))-1]
		m.Base, m.PreservedStatus, m.Truth = base, s.kept, mutate.Truth{Status: s.truth}
	}
	return m, err
}

var words = seed("(set-logic QF_S)\n(set-info :status sat)\n(declare-const x String)\n(declare-const y String)\n(assert (str.prefixof x y))\n(check-sat)\n")

// shell returns a solver made from a shell script, in which $f is the formula's file.
func shell(t *testing.T, text string) solver.Target {
	t.Helper()
	path := filepath.Join(t.TempDir(), "shellsolver")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n[ \"$1\" = --version ] && exit\nfor f; do :; done\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	s, err := solver.Resolve(t.Context(), path, set)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A solver that decides the base and gives up one step later is found, and both are rerun.
func TestImplication(t *testing.T) {
	engine := implies([]string{">", "<=", "distinct"}, "first", "second", "third")
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", "--answer=sat --when='[(](<=|distinct) x=>unknown'")}
	results := runAll(t, f, arithmetic, engine)
	// After the second mutant there is no decided answer to compare with.
	if diff := cmp.Diff([]string{"", "incompleteness-implication/fake/second/>/<=", ""}, signatures(results)); diff != "" {
		t.Fatalf("signatures (-want +got):\n%s", diff)
	}
	h := results[1].Hits[0]
	if h.Finding.Repeated != (findings.Repetition{Runs: 2, Shown: 2}) || h.Finding.Suspect || h.Finding.Other != "" {
		t.Errorf("%+v", h.Finding)
	}
	// The answer to the base is the answer to the previous mutant. Two runs repeat the finding, one asks for the reason.
	if n := len(results[1].Extra); n != 3 {
		t.Errorf("%d more runs", n)
	}
	if base := string(h.Others[findings.BaseFile]); !strings.Contains(base, "(> x 3)") || !strings.Contains(string(h.Bug), "(<= x 3)") {
		t.Errorf("base:\n%s\nmutant:\n%s", base, h.Bug)
	}
	b := h.Finding.Base
	if b == nil || b.Run.Outcome != outcome.Sat || b.Run.File != findings.BaseFile || !strings.Contains(b.Step, "second") {
		t.Errorf("base %+v", b)
	}
	if w := h.Finding.Evidence.Summary; !strings.Contains(w, "sat to the base") || !strings.Contains(w, "(> x 3) -> (<= x 3)") {
		t.Error(w)
	}
	for i, want := range []int{0, 1, 1} {
		if got := len(results[i].Undecided); got != want {
			t.Errorf("mutant %d: %d undecided", i, got)
		}
	}
}

// The first mutant is made from the seed, which is run for it; the same goes for a mutant whose predecessor was not run.
func TestImplicationFromWhatWasNotRun(t *testing.T) {
	engine := implies([]string{"<=", ">", "<="}, "r")
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", "--answer=sat --when='[(]<= x=>unknown'")}
	for _, index := range []int{0, 2} {
		c, err := f.Chain(t.Context(), arithmetic, engine, 0, fuzzer.Place{Dir: trialtest.Scratch(t)})
		if err != nil {
			t.Fatal(err)
		}
		ran, err := c.Run(t.Context(), index)
		if err != nil {
			t.Fatal(err)
		}
		res := resultOf(t, ran)
		if len(res.Hits) != 1 || len(res.Extra) != 4 {
			t.Errorf("mutant %d: %d hits, %d more runs", index, len(res.Hits), len(res.Extra))
		}
	}
}

// A step that needs another logic, or further options, is compared with the base in that logic and with these options.
func TestImplicationInAnotherLogic(t *testing.T) {
	wide := widening{implies([]string{">", "<="}, "r")}
	for _, tt := range []struct {
		name, when string
		hits       int
	}{
		{"the step", "'[(]<= x=>unknown'", 1},
		{"the logic", "'QF_NIA=>unknown'", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", "--answer=sat --when="+tt.when)}
			r := runAll(t, f, arithmetic, wide)[1]
			if len(r.Hits) != tt.hits || len(r.Undecided) != 1 {
				t.Fatalf("%d hits, %d undecided", len(r.Hits), len(r.Undecided))
			}
			for _, h := range r.Hits {
				if base := string(h.Others[findings.BaseFile]); !strings.Contains(base, "QF_NIA") || !strings.Contains(base, "(> x 3)") || h.Finding.Repeated.Shown != 2 {
					t.Errorf("%+v, base:\n%s", h.Finding.Repeated, base)
				}
			}
		})
	}
	reals := seed("(set-logic ALL)\n(declare-const x Int)\n(assert (< x 3))\n(check-sat)\n")
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", "--answer=sat --when='str.len=>unknown'")}
	r := runAll(t, f, reals, texts{})[0]
	if len(r.Hits) != 1 || !slices.Contains(r.Hits[0].Finding.Base.Run.Command, "--strings") || !r.Hits[0].Finding.Base.Run.Options.Strings {
		t.Errorf("%d hits: %+v", len(r.Hits), r.Hits)
	}
}

// widening is an implied whose every second mutant is in another logic.
type widening struct{ implied }

func (e widening) Prepare(ctx context.Context, seed *mutate.Seed, env mutate.Env) (mutate.Source, error) {
	s, err := e.implied.Prepare(ctx, seed, env)
	if err != nil {
		return nil, err
	}
	return wideningSource{s.(*impliedSource)}, nil
}

type wideningSource struct{ *impliedSource }

func (s wideningSource) Next(r *rng.Rand) (mutate.Mutant, error) {
	m, err := s.impliedSource.Next(r)
	if err == nil && len(m.Steps)%2 == 0 {
		c := *m.Script.Commands[0]
		c.Name = "QF_NIA"
		m.Script = m.Script.With(0, c)
	}
	return m, err
}

// texts is an engine with one mutant, which mentions a string where the seed does not.
type texts struct{}

func (texts) Name() string { return "texts" }

func (texts) Configuration() string { return "" }

func (texts) Prepare(_ context.Context, seed *mutate.Seed, _ mutate.Env) (mutate.Source, error) {
	return &textSource{script: seed.Script}, nil
}

type textSource struct {
	script *script.Script
	done   bool
}

func (s *textSource) Next(*rng.Rand) (mutate.Mutant, error) {
	if s.done {
		return mutate.Mutant{}, mutate.ErrExhausted
	}
	s.done = true
	st := s.script.Store
	length, _, err := st.Overload(st.Table.Lookup("str.len"), nil, nil, []*term.Term{st.Lit(syntax.String, `"abc"`, sorts.String)})
	if err != nil {
		return mutate.Mutant{}, err
	}
	at := slices.IndexFunc(s.script.Commands, func(c *script.Command) bool { return c.Kind == script.Assert })
	c := *s.script.Commands[at]
	before := c.Terms[0]
	after, err := st.WithArgs(before, []*term.Term{before.Args()[0], length})
	if err != nil {
		return mutate.Mutant{}, err
	}
	c.Terms = []*term.Term{after}
	step := mutate.Step{Engine: "texts", Rule: "length", Command: at, Before: before, After: after}
	return mutate.Mutant{Script: s.script.With(at, c), Base: s.script, PreservedStatus: smt.Sat, Steps: []mutate.Step{step}}, nil
}

// A solver is asked for its reason. Its own limit does not count as one: the finding would be about the command line.
func TestReasonUnknown(t *testing.T) {
	for reason, want := range map[string]string{
		`incomplete`:                           `incomplete`,
		`"(incomplete (theory seq))"`:          `"(incomplete (theory seq))"`,
		`timeout`:                              "dropped",
		`"max. resource limit exceeded"`:       "dropped",
		`memout`:                               "dropped",
		`canceled`:                             "dropped",
		`"smt tactic failed (incomplete (a))"`: `"smt tactic failed (incomplete (a))"`,
	} {
		when := "--when='reason-unknown=>unknown out " + strconv.Quote("(:reason-unknown "+reason+")\n") + "' --when='[(]<= x=>unknown' --answer=sat"
		f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", when)}
		r := runAll(t, f, arithmetic, implies([]string{"<="}, "r"))[0]
		got := "dropped"
		for _, h := range r.Hits {
			got = h.Finding.Evidence.Detail
		}
		if got != want {
			t.Errorf("%s: %s, want %s", reason, got, want)
		}
	}
}

// A solver's own limit is not a finding, and does not hide another solver of its family.
func TestOwnLimitHidesNobody(t *testing.T) {
	reason := func(why string) string {
		return "--when='reason-unknown=>unknown out " + strconv.Quote("(:reason-unknown "+why+")\n") + "' --when='[(]<= x=>unknown' --answer=sat"
	}
	for _, order := range [][]string{{"timeout", "incomplete"}, {"incomplete", "timeout"}} {
		f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", reason(order[0]), "--opt-b=1 "+reason(order[1]))}
		r := runAll(t, f, arithmetic, implies([]string{"<="}, "r"))[0]
		if len(r.Hits) != 1 || r.Hits[0].Finding.Evidence.Detail != "incomplete" {
			t.Errorf("%v: %d hits", order, len(r.Hits))
		}
	}
}

// Where the truth is unknown, an answer to the base says something about the mutant only when the step keeps it.
func TestWhatStepsKeep(t *testing.T) {
	for _, tt := range []struct {
		kept   smt.Status
		answer string
		hits   int
	}{{smt.Sat, "sat", 1}, {smt.Sat, "unsat", 0}, {smt.Unsat, "unsat", 1}, {smt.Unsat, "sat", 0}} {
		f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", "--when='[(]<= x=>unknown' --answer="+tt.answer)}
		e := implies([]string{"<="}, "r")
		e.claims = claims{smt.Unknown, tt.kept}
		if r := runAll(t, f, arithmetic, e)[0]; len(r.Hits) != tt.hits {
			t.Errorf("%s after a step that keeps %s: %d hits", tt.answer, tt.kept, len(r.Hits))
		}
	}
}

// Cases in which an unknown is not a finding.
func TestNoImplication(t *testing.T) {
	nearly := trialtest.Priced{Cost: 950 * time.Millisecond}
	for _, tt := range []struct {
		name, options string
		runner        trial.Runner
		undecided     int
	}{
		{"base not decided", "--answer=unknown", cheap, 1},
		{"base crashes", "--do='crash SEGV' --when='[(]<= x=>unknown'", cheap, 1},
		{"time-out", "--answer=sat --when='[(]<= x=>hang'", trial.Process{}, 0},
		{"unknown when the time is nearly over", "--answer=sat --when='[(]<= x=>unknown'", nearly, 0},
		{"rejected", "--answer=sat --when='[(]<= x=>error \"no\" unknown'", cheap, 0},
		{"two answers", "--answer=sat --when='[(]<= x=>unknown unknown'", cheap, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			bench := &trial.Bench{Runner: tt.runner, Fresh: tt.runner, Limits: solver.Limits{Time: time.Second}}
			f := &fuzzer.Fuzzer{Bench: bench, Targets: trialtest.Fakes(t, "", tt.options)}
			r := runAll(t, f, arithmetic, implies([]string{"<="}, "r"))[0]
			if len(r.Hits) != 0 || len(r.Undecided) != tt.undecided {
				t.Errorf("%v, %d undecided", signatures([]result{r}), len(r.Undecided))
			}
		})
	}
}

// An unknown that does not recur is not a reproducible finding, nor is one whose base is not decided again.
func TestFlakyImplication(t *testing.T) {
	for _, first := range []string{"'(<= x' $f && mkdir %s/x 2>/dev/null; then echo unknown; else echo sat", "'(> x' $f && ! mkdir %s/x 2>/dev/null || grep -q '(<= x' $f; then echo unknown; else echo sat"} {
		f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: []solver.Target{shell(t, "if grep -q "+fmt.Sprintf(first, t.TempDir())+"; fi\n")}}
		results := runAll(t, f, arithmetic, implies([]string{">", "<="}, "r"))
		if len(results[1].Hits) != 1 {
			t.Fatalf("%d hits", len(results[1].Hits))
		}
		if got := results[1].Hits[0].Finding; got.Repeated != (findings.Repetition{Runs: 2, Shown: 1}) || got.Base == nil {
			t.Errorf("%+v, base %v", got.Repeated, got.Base)
		}
	}
}

// One lost rewrite is one finding: it is named by the rule, what it was applied to and what it introduced, wherever it shows.
func TestImplicationsAreGrouped(t *testing.T) {
	for _, tt := range []struct {
		rules []string
		want  []string
	}{
		{[]string{"a", "a", "b", "b"}, []string{"", "a/>/<=", "", "b/>/<="}},
		{[]string{"a"}, []string{"", "a/>/<=", "", "a/>/<="}},
	} {
		f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", "--answer=sat --when='[(]<= x=>unknown'")}
		got := signatures(runAll(t, f, arithmetic, implies([]string{">", "<=", ">", "<="}, tt.rules...)))
		for i := range got {
			got[i] = strings.TrimPrefix(got[i], "incompleteness-implication/fake/")
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("signatures (-want +got):\n%s", diff)
		}
	}
}

// support returns a Support over the fuzzer's own solvers.
func support(t *testing.T, f *fuzzer.Fuzzer) *query.Answers {
	t.Helper()
	a := &query.Answers{Bench: f.Bench, Targets: f.Targets, Scratch: trialtest.Scratch(t), Dir: filepath.Join(t.TempDir(), "answers")}
	f.Support = &query.Support{Answers: a}
	return a
}

// An operator that the last step introduced and the solver does not support at all explains an unknown. The solver is asked about it once.
func TestUnsupportedOperators(t *testing.T) {
	engine := implies([]string{"str.suffixof"}, "r")
	for _, tt := range []struct {
		name, options string
		want          []string
		asked         int // of constants, predicates have the same probe whatever the values
	}{
		{"supported", "--answer=sat --when='str.suffixof x=>unknown'", nil, 1},
		{"unsupported", "--answer=sat --when='str.suffixof=>unknown'", []string{"str.suffixof"}, 1},
		{"time-out", "--answer=sat --when='str.suffixof x=>unknown' --when='str.suffixof=>hang'", nil, 1},
		{"crash", "--answer=sat --when='str.suffixof x=>unknown' --when='str.suffixof=>crash SEGV'", nil, 1},
		{"takes values only", "--answer=sat --when='str.suffixof x=>unknown' --when='str.suffixof c=>error \"no\"'", nil, 2},
		{"reads no form", "--answer=sat --when='str.suffixof x=>unknown' --when='str.suffixof=>error \"no\"'", nil, 4},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", tt.options)}
			a := support(t, f)
			if a.Time = time.Minute; tt.name == "time-out" {
				a.Time = 300 * time.Millisecond
			}
			for range 2 {
				r := runAll(t, f, words, engine)[0]
				if (len(r.Hits) == 0) != (tt.want != nil) {
					t.Errorf("%d hits", len(r.Hits))
				}
				var got []string
				for _, u := range r.Unsupported {
					if u.Solver != f.Targets[0].String() {
						t.Errorf("solver %v", u.Solver)
					}
					got = append(got, u.Operators...)
				}
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("operators (-want +got):\n%s", diff)
				}
			}
			if n := a.Stats().Asked; n != tt.asked {
				t.Errorf("asked %d times, not %d", n, tt.asked)
			}
			// Another process of the same campaign finds the replies on disk.
			again := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: f.Targets}
			b := &query.Answers{Bench: again.Bench, Targets: again.Targets, Scratch: trialtest.Scratch(t), Dir: a.Dir}
			again.Support = &query.Support{Answers: b}
			runAll(t, again, words, engine)
			if s := b.Stats(); s.Asked != 0 || s.Known != tt.asked {
				t.Errorf("after a restart: %+v", s)
			}
		})
	}
}

// A newer solver that gives up where an older one answers.
func TestRegression(t *testing.T) {
	old, lacking := "--opt-b=1 --answer=sat", "--answer=sat --when='str.suffixof=>unknown'"
	for _, tt := range []struct {
		name, old, newer string
		want             []string
		lost             []string
		dropped          bool
		seedShows        bool
	}{
		{name: "by the step", old: old, newer: "--answer=sat --when='str.suffixof x=>unknown'",
			want: []string{"", "other/str.prefixof/str.suffixof", "other/str.prefixof/str.suffixof"}},
		{name: "in the seed", old: old, newer: "--answer=sat --when='String.*x y=>unknown' --when=' x y=>unknown'",
			want: []string{"seed " + words.Hash, "seed " + words.Hash, "seed " + words.Hash}, seedShows: true},
		{name: "lost operator", old: old, newer: lacking, want: []string{"", "lost str.suffixof", "lost str.suffixof"}, lost: []string{"str.suffixof"}},
		{name: "both lack it", old: old + " --when='str.suffixof c=>unknown'", newer: lacking, want: []string{"", "", ""}, dropped: true},
		{name: "none", old: "--opt-b=1 --answer=unknown", newer: "--answer=unknown", want: []string{"", "", ""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			solvers := trialtest.Fakes(t, "", tt.old, tt.newer)
			f := &fuzzer.Fuzzer{Bench: &trial.Bench{Baselines: []oracle.Pair{{Old: solvers[0].String(), New: solvers[1].String()}}}, Targets: solvers}
			support(t, f)
			// A step from and to the same operator changes nothing; the step that matters is named all the same.
			engine := list{operators: []string{"str.prefixof", "str.suffixof", "str.suffixof"}}
			results := runAll(t, f, words, named{engine})
			got := signatures(results)
			for i := range got {
				got[i] = strings.TrimPrefix(got[i], "incompleteness-regression/fake/")
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("signatures (-want +got):\n%s", diff)
			}
			if dropped := len(results[1].Unsupported) > 0; dropped != tt.dropped {
				t.Errorf("dropped: %+v", results[1].Unsupported)
			}
			for _, h := range results[1].Hits {
				g := h.Finding
				if g.Solver != f.Bench.Baselines[0].New || g.Other != f.Bench.Baselines[0].Old || g.Evidence.Expected != "sat" || g.Evidence.Observed != "unknown" ||
					g.Suspect || g.Base != nil || g.Flaky() || g.Provenance.SeedShows != tt.seedShows {
					t.Errorf("%+v", g)
				}
				if diff := cmp.Diff(tt.lost, g.Lost); diff != "" {
					t.Errorf("lost (-want +got):\n%s", diff)
				}
			}
		})
	}
}

// named is a list with its own rule name.
type named struct{ list }

func (e named) Prepare(ctx context.Context, seed *mutate.Seed, env mutate.Env) (mutate.Source, error) {
	s, err := e.list.Prepare(ctx, seed, env)
	if err != nil {
		return nil, err
	}
	return namedSource{s.(*listSource)}, nil
}

type namedSource struct{ *listSource }

func (s namedSource) Next(r *rng.Rand) (mutate.Mutant, error) {
	m, err := s.listSource.Next(r)
	if err == nil {
		s.steps[len(s.steps)-1].Rule = "other"
	}
	return m, err
}
