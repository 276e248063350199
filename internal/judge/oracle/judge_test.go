package oracle_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt"
)

const (
	sat     = smt.Sat
	unsat   = smt.Unsat
	unknown = smt.Unknown
)

func answers(as ...smt.Status) []smt.Status { return as }

// blame is the part of a finding that most tables compare.
type blame struct {
	Class         oracle.Class
	Solver, Other string
	Check         int
	Suspect       bool
}

func blames(fs []oracle.Finding) []blame {
	var out []blame
	for _, f := range fs {
		out = append(out, blame{f.Class, f.Solver, f.Other, f.Check, f.Suspect})
	}
	return out
}

func TestJudge(t *testing.T) {
	z3 := func(as ...smt.Status) oracle.Observation {
		return oracle.Observation{Solver: "z3", Answers: as}
	}
	cvc4 := func(as ...smt.Status) oracle.Observation {
		return oracle.Observation{Solver: "cvc4", Answers: as}
	}
	cvc5 := func(as ...smt.Status) oracle.Observation {
		return oracle.Observation{Solver: "cvc5", Answers: as}
	}
	cut := func(o oracle.Observation) oracle.Observation { o.Cut = true; return o }
	void := func(o oracle.Observation) oracle.Observation { o.Void = true; return o }
	disowned := func(o oracle.Observation) oracle.Observation { o.InvalidModel = "bad model"; return o }
	crashed := func(o oracle.Observation) oracle.Observation {
		o.Crash, o.Cut = &oracle.Crash{Kind: "signal", Signature: "SEGV"}, true
		return o
	}
	old := func(o oracle.Observation) oracle.Observation {
		o.Family, o.Solver = o.Solver, o.Solver+"-old"
		return o
	}
	of := func(codebase string, o oracle.Observation) oracle.Observation { o.Codebase = codebase; return o }
	truths := func(as ...smt.Status) (ts []oracle.Truth) {
		for _, a := range as {
			ts = append(ts, oracle.Truth{Status: a, Reason: "a witness"})
		}
		return ts
	}
	refutation := func(solver, other string, check int) blame {
		return blame{oracle.RefutationSoundness, solver, other, check, true}
	}

	for _, tt := range []struct {
		name   string
		checks int
		truths []oracle.Truth
		runs   []oracle.Observation
		want   []blame
	}{
		{name: "nothing"},
		{name: "alone", checks: 1, runs: []oracle.Observation{z3(sat)}},
		{name: "agreement", checks: 1, runs: []oracle.Observation{z3(sat), cvc5(sat)}},
		{name: "disagreement", checks: 1, runs: []oracle.Observation{z3(sat), cvc5(unsat)},
			want: []blame{refutation("cvc5", "z3", 0)}},
		{name: "disagreement, number of checks not known", runs: []oracle.Observation{z3(sat), cvc5(unsat)},
			want: []blame{refutation("cvc5", "z3", 0)}},
		{name: "second check", checks: 2, runs: []oracle.Observation{z3(sat, unsat), cvc5(sat, sat)},
			want: []blame{refutation("z3", "cvc5", 1)}},
		{name: "unknown is a wildcard", checks: 2, runs: []oracle.Observation{z3(unknown, sat), cvc5(sat, unknown)}},
		{name: "an unknown first solver hides nothing", checks: 1,
			runs: []oracle.Observation{z3(unknown), cvc4(sat), cvc5(unsat)},
			want: []blame{refutation("cvc5", "cvc4", 0)}},
		{name: "sat is outvoted", checks: 1, runs: []oracle.Observation{z3(sat), cvc4(unsat), cvc5(unsat)},
			want: []blame{{oracle.SolutionSoundness, "z3", "cvc4", 0, true}, {oracle.SolutionSoundness, "z3", "cvc5", 0, true}}},
		{name: "two versions are not a majority", checks: 1, runs: []oracle.Observation{z3(sat), old(cvc5(unsat)), cvc5(unsat)},
			want: []blame{{oracle.RefutationSoundness, "cvc5", "z3", 0, true}, {oracle.RefutationSoundness, "cvc5-old", "z3", 0, true}}},
		{name: "cvc4 and cvc5 are one codebase", checks: 1, runs: []oracle.Observation{z3(sat), of("cvc", cvc4(unsat)), of("cvc", cvc5(unsat))},
			want: []blame{{oracle.RefutationSoundness, "cvc4", "z3", 0, true}, {oracle.RefutationSoundness, "cvc5", "z3", 0, true}}},
		{name: "all pairs", checks: 1, runs: []oracle.Observation{z3(unsat), cvc4(sat), cvc5(sat)},
			want: []blame{refutation("z3", "cvc4", 0), refutation("z3", "cvc5", 0)}},
		{name: "different counts", runs: []oracle.Observation{z3(sat, unsat), cvc5(unsat)}},
		{name: "fewer answers without reason", checks: 2, runs: []oracle.Observation{z3(sat, unsat), cvc5(unsat)}},
		{name: "more answers than checks", checks: 1, runs: []oracle.Observation{z3(sat, sat), cvc5(unsat)}},
		{name: "cut short", checks: 2, runs: []oracle.Observation{z3(sat, unsat), cut(cvc5(unsat))},
			want: []blame{refutation("cvc5", "z3", 0)}},
		{name: "cut short with unknown count", runs: []oracle.Observation{z3(sat), cut(cvc5(unsat))}},
		{name: "void", checks: 1, runs: []oracle.Observation{void(z3(sat)), cvc5(unsat)}},
		{name: "void against truth", truths: truths(unsat), runs: []oracle.Observation{void(z3(sat))}},
		{name: "truth sat", truths: truths(sat), runs: []oracle.Observation{z3(unsat), cvc5(sat), cvc4(unknown)},
			want: []blame{{oracle.RefutationSoundness, "z3", "", 0, false}}},
		{name: "truth unsat", truths: truths(unsat), runs: []oracle.Observation{z3(sat)},
			want: []blame{{oracle.SolutionSoundness, "z3", "", 0, false}}},
		{name: "truth of the second only", truths: truths(unknown, unsat),
			runs: []oracle.Observation{z3(sat, sat), cvc5(unsat, unsat)},
			want: []blame{refutation("cvc5", "z3", 0), {oracle.SolutionSoundness, "z3", "", 1, false}}},
		{name: "fewer truths than checks", checks: 2, truths: truths(sat),
			runs: []oracle.Observation{z3(sat, unsat), cvc5(sat, sat)},
			want: []blame{refutation("z3", "cvc5", 1)}},
		{name: "invalid model", checks: 1, runs: []oracle.Observation{disowned(z3(sat))},
			want: []blame{{oracle.InvalidModel, "z3", "", 0, true}}},
		{name: "invalid model of one of many", checks: 2, runs: []oracle.Observation{disowned(z3(sat, sat))},
			want: []blame{{oracle.InvalidModel, "z3", "", oracle.WholeRun, true}}},
		{name: "invalid model of another formula", checks: 1, runs: []oracle.Observation{void(disowned(z3(sat)))}},
		{name: "a disowned sat against unsat", checks: 1, runs: []oracle.Observation{disowned(z3(sat)), cvc5(unsat)},
			want: []blame{
				{oracle.SolutionSoundness, "z3", "cvc5", 0, true},
				{oracle.InvalidModel, "z3", "", 0, true},
			}},
		{name: "crash", checks: 1, runs: []oracle.Observation{crashed(z3()), cvc5(unsat)},
			want: []blame{{oracle.CrashClass, "z3", "", oracle.WholeRun, false}}},
		{name: "crash next to void answers", checks: 1, runs: []oracle.Observation{void(crashed(z3(sat))), cvc5(unsat)},
			want: []blame{{oracle.CrashClass, "z3", "", oracle.WholeRun, false}}},
		{name: "wrong and crashed", truths: truths(sat), runs: []oracle.Observation{crashed(z3(unsat))},
			want: []blame{
				{oracle.RefutationSoundness, "z3", "", 0, false},
				{oracle.CrashClass, "z3", "", oracle.WholeRun, false},
			}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := oracle.Judge(oracle.Case{Checks: tt.checks, Truths: tt.truths, Observations: tt.runs})
			if diff := cmp.Diff(tt.want, blames(found)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// Which solver is suspected in a dispute depends on which others answer, unless one of the two is accused already; it is still one dispute.
func TestDisputes(t *testing.T) {
	run := func(name string, as ...smt.Status) oracle.Observation {
		return oracle.Observation{Solver: name, Answers: as}
	}
	a, b, c := run("a", sat), run("b", unsat), run("c", unsat)
	judged := func(accused string, all ...oracle.Observation) []oracle.Finding {
		return oracle.Judge(oracle.Case{Checks: 1, Observations: all, Accused: accused})
	}
	outvoted, pair := judged("", a, b, c), judged("", a, b)
	wrongSat, wrongUnsat := blame{oracle.SolutionSoundness, "a", "b", 0, true}, blame{oracle.RefutationSoundness, "b", "a", 0, true}
	if got := blames(pair); len(got) != 1 || got[0] != wrongUnsat {
		t.Errorf("two: %+v", got)
	}
	if got := blames(judged("a", a, b)); len(got) != 1 || got[0] != wrongSat {
		t.Errorf("the sat is accused: %+v", got)
	}
	if got := blames(judged("b", a, b, c)); len(got) != 2 || got[0].Solver != "b" && got[1].Solver != "b" {
		t.Errorf("an unsat is accused: %+v", got)
	}
	if !outvoted[0].Recurs(pair) || !pair[0].Recurs(outvoted) {
		t.Errorf("%+v is another dispute than %+v", outvoted, pair)
	}
	if other := judged("", run("d", sat), b); outvoted[0].Recurs(other) {
		t.Errorf("%+v is the same dispute as %+v", outvoted, other)
	}
	proven := oracle.Judge(oracle.Case{Checks: 1, Observations: []oracle.Observation{a, b}, Truths: []oracle.Truth{{Status: sat, Reason: "a witness"}}})
	if outvoted[0].Recurs(proven) {
		t.Errorf("a decided case is not a dispute: %+v", proven)
	}
}

// Every combination of three solvers, each saying anything or nothing about one check,
// with every truth, against a statement of the rules that shares no code with Judge.
func TestJudgeExhaustive(t *testing.T) {
	says := [][]smt.Status{nil, {sat}, {unsat}, {unknown}}
	names := []string{"a", "b", "c"}
	for i := range 4 * 4 * 4 * 2 * 2 * 2 * 3 {
		rest := i
		digit := func(base int) int { d := rest % base; rest /= base; return d }
		c := oracle.Case{Checks: 1}
		for _, name := range names {
			c.Observations = append(c.Observations, oracle.Observation{
				Solver: name, Answers: says[digit(4)], Void: digit(2) == 1,
			})
		}
		truth := []smt.Status{unknown, sat, unsat}[digit(3)]
		c.Truths = []oracle.Truth{{Status: truth}}

		var want []blame
		claims := func(o oracle.Observation, a smt.Status) bool {
			return !o.Void && len(o.Answers) == 1 && o.Answers[0] == a
		}
		count := func(a smt.Status) (n int) {
			for _, o := range c.Observations {
				if claims(o, a) {
					n++
				}
			}
			return n
		}
		for _, x := range c.Observations {
			switch {
			case truth == sat && claims(x, unsat):
				want = append(want, blame{oracle.RefutationSoundness, x.Solver, "", 0, count(sat) == 0 && count(unsat) > 1})
			case truth == unsat && claims(x, sat):
				want = append(want, blame{oracle.SolutionSoundness, x.Solver, "", 0, count(unsat) == 0 && count(sat) > 1})
			}
			for _, y := range c.Observations {
				if truth == unknown && claims(x, unsat) && claims(y, sat) {
					if count(unsat) > count(sat) {
						want = append(want, blame{oracle.SolutionSoundness, y.Solver, x.Solver, 0, true})
					} else {
						want = append(want, blame{oracle.RefutationSoundness, x.Solver, y.Solver, 0, true})
					}
				}
			}
		}
		if diff := cmp.Diff(want, blames(oracle.Judge(c))); diff != "" {
			t.Fatalf("%+v (-want +got):\n%s", c, diff)
		}
	}
}

var anyAnswer = rapid.SampledFrom([]smt.Status{sat, unsat, unknown})

// anyCase draws up to four solvers on up to three checks.
func anyCase(t *rapid.T) oracle.Case {
	checks := rapid.IntRange(0, 3).Draw(t, "checks")
	c := oracle.Case{Checks: checks, Logic: "QF_LIA"}
	for range rapid.IntRange(0, checks).Draw(t, "truths") {
		c.Truths = append(c.Truths, oracle.Truth{Status: anyAnswer.Draw(t, "truth"), Reason: "r"})
	}
	for i := range rapid.IntRange(0, 4).Draw(t, "solvers") {
		o := oracle.Observation{
			Solver:      fmt.Sprintf("s%d", i),
			Family:      rapid.SampledFrom([]string{"", "f", "g"}).Draw(t, "family"),
			Answers:     rapid.SliceOfN(anyAnswer, 0, 4).Draw(t, "answers"),
			Void:        rapid.Bool().Draw(t, "void"),
			Cut:         rapid.Bool().Draw(t, "cut"),
			NearTimeout: rapid.Bool().Draw(t, "late"),
		}
		if rapid.IntRange(0, 3).Draw(t, "crash") == 0 {
			o.Crash = &oracle.Crash{Kind: "signal", Signature: "SEGV"}
		}
		if rapid.IntRange(0, 3).Draw(t, "model") == 0 {
			o.InvalidModel = "an invalid model was generated"
		}
		c.Observations = append(c.Observations, o)
	}
	for range rapid.IntRange(0, 3).Draw(t, "baselines") {
		name := rapid.SampledFrom([]string{"s0", "s1", "s2", "s3"})
		c.Baselines = append(c.Baselines, oracle.Pair{Old: name.Draw(t, "old"), New: name.Draw(t, "new")})
	}
	return c
}

func TestJudgeIgnoresOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyCase(t)
		want := oracle.Judge(c)
		c.Observations = rapid.Permutation(c.Observations).Draw(t, "order")
		if diff := cmp.Diff(want, oracle.Judge(c)); diff != "" {
			t.Fatalf("findings depend on the order of solvers:\n%s", diff)
		}
	})
}

// Turning an answer into unknown never creates a finding about answers, and never removes one about other solvers.
func TestJudgeUnknownNeverAccuses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyCase(t)
		for i := range c.Observations {
			for j := range c.Observations[i].Answers {
				c.Observations[i].Answers[j] = unknown
			}
		}
		for _, f := range oracle.Judge(c) {
			if f.Class != oracle.CrashClass && f.Class != oracle.InvalidModel {
				t.Fatalf("all answers are unknown, yet %+v", f)
			}
		}
	})
}

// A finding about answers blames only solvers whose answers count, and its evidence
// quotes what they really said.
func TestJudgeEvidenceIsTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyCase(t)
		said := func(solver string, check int) smt.Status {
			i := slices.IndexFunc(c.Observations, func(o oracle.Observation) bool { return o.Solver == solver })
			if i < 0 || c.Observations[i].Void || check >= len(c.Observations[i].Answers) {
				return 0
			}
			return c.Observations[i].Answers[check]
		}
		for _, f := range oracle.Judge(c) {
			if f.Signature == "" || f.Evidence.Summary == "" || f.Evidence.Kind == "" {
				t.Fatalf("incomplete finding %+v", f)
			}
			if f.Class == oracle.CrashClass || f.Class == oracle.InvalidModel {
				continue
			}
			if said(f.Solver, f.Check) != f.Evidence.Observed {
				t.Fatalf("%s did not say %v: %+v", f.Solver, f.Evidence.Observed, c)
			}
			if f.Other != "" && said(f.Other, f.Check) != f.Evidence.Expected {
				t.Fatalf("%s did not say %v: %+v", f.Other, f.Evidence.Expected, c)
			}
			if f.Other == "" && c.Truths[f.Check].Status != f.Evidence.Expected {
				t.Fatalf("the truth is not %v: %+v", f.Evidence.Expected, c)
			}
		}
	})
}

func TestVotesAndHint(t *testing.T) {
	c := oracle.Case{Logic: "QF_S", Checks: 1, Observations: []oracle.Observation{
		{Solver: "z3 b", Family: "z3", Answers: answers(unsat)},
		{Solver: "cvc5", Answers: answers(sat)},
		{Solver: "cvc4", Answers: answers(sat)},
		{Solver: "z3 a", Family: "z3", Answers: answers(unknown)},
	}}
	found := oracle.Judge(c)
	want := oracle.Finding{
		Class: oracle.RefutationSoundness, Solver: "z3 b", Other: "cvc4", Check: 0, Suspect: true,
		Signature: "refutation-soundness/z3-cvc4/QF_S",
		Evidence: oracle.Evidence{
			Kind:     oracle.EvidenceDifferential,
			Summary:  "z3 b answers unsat to check-sat 1, cvc4 answers sat (codebases of solvers: 2 for sat, 1 for unsat)",
			Expected: sat, Observed: unsat,
			Votes: oracle.Votes{Sat: []string{"cvc4", "cvc5"}, Unsat: []string{"z3 b"}, Unknown: []string{"z3 a"}},
		},
	}
	if diff := cmp.Diff(want, found[0]); diff != "" {
		t.Errorf("finding (-want +got):\n%s", diff)
	}
}

// A majority is one of codebases: cvc4 and cvc5, and the versions of one solver, have one vote for each answer.
func TestHintCountsCodebases(t *testing.T) {
	run := func(solver, codebase string, answer smt.Status) oracle.Observation {
		return oracle.Observation{Solver: solver, Family: solver[:4], Codebase: codebase, Answers: answers(answer)}
	}
	for _, tt := range []struct {
		runs []oracle.Observation
		want string // "" for no majority
	}{
		{[]oracle.Observation{run("z3 a", "z3", sat), run("cvc4", "cvc", unsat), run("cvc5", "cvc", unsat)}, ""},
		{[]oracle.Observation{run("cvc5", "cvc", unsat), run("z3 a", "z3", sat), run("z3 b", "z3", sat), run("z3 c", "z3", sat)}, ""},
		{[]oracle.Observation{run("z3 a", "z3", sat), run("cvc4", "cvc", unsat), run("yices", "yices", unsat)}, " (codebases of solvers: 2 for unsat, 1 for sat)"},
		{[]oracle.Observation{run("z3 a", "z3", sat), run("z3 b", "z3", unsat), run("cvc4", "cvc", unsat), run("cvc5", "cvc", unsat)}, " (codebases of solvers: 2 for unsat, 1 for sat)"},
	} {
		found := oracle.Judge(oracle.Case{Checks: 1, Observations: tt.runs})
		if len(found) == 0 {
			t.Fatalf("%+v", tt.runs)
		}
		for _, f := range found {
			if says := f.Evidence.Summary; !strings.HasSuffix(says, tt.want) || tt.want == "" && strings.Contains(says, "codebases") {
				t.Errorf("%q, want %q at its end", says, tt.want)
			}
		}
	}
}

func TestParse(t *testing.T) {
	for _, a := range answers(sat, unsat, unknown) {
		if got, err := smt.ParseStatus(a.String()); got != a || err != nil {
			t.Errorf("ParseAnswer(%v) = %v, %v", a, got, err)
		}
	}
	for _, bad := range []string{"", "none", "SAT", " sat", "timeout"} {
		if got, err := smt.ParseStatus(bad); err == nil {
			t.Errorf("ParseAnswer(%q) = %v", bad, got)
		}
	}
	for _, c := range oracle.Classes() {
		if got, err := oracle.ParseClass(string(c)); got != c || err != nil {
			t.Errorf("ParseClass(%s) = %v, %v", c, got, err)
		}
	}
	if _, err := oracle.ParseClass(""); err == nil {
		t.Error("the empty class is a class")
	}
}
