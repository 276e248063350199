package oracle_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt"
)

// of is what a configuration of a family answered.
func of(family, solver string, as ...smt.Status) oracle.Observation {
	return oracle.Observation{Solver: solver, Family: family, Answers: as}
}

func changed(o oracle.Observation, change func(*oracle.Observation)) oracle.Observation {
	change(&o)
	return o
}

func cutRun(o *oracle.Observation)     { o.Cut = true }
func voidRun(o *oracle.Observation)    { o.Void = true }
func lateRun(o *oracle.Observation)    { o.NearTimeout = true }
func crashedRun(o *oracle.Observation) { o.Crash = &oracle.Crash{Kind: "signal", Signature: "SEGV"} }

// TestFamiliesAgainstATruth: several configurations of one family that contradict a truth are one voice, those of two
// families are two. Only two voices without support for the truth put it in doubt.
func TestFamiliesAgainstATruth(t *testing.T) {
	proved := oracle.Truth{Status: sat, Reason: "a derivation"}
	refuted := oracle.Truth{Status: unsat, Reason: "a derivation"}
	label := oracle.Truth{Status: sat, Label: true}
	certified := oracle.Truth{Status: sat, Witness: "()", Model: oracle.ModelReport{Verdict: oracle.ModelHolds, Text: "()"}}
	open := oracle.Truth{Status: sat, Witness: "()", Model: oracle.ModelReport{Verdict: oracle.ModelOpen}}
	rejected := oracle.ModelReport{Verdict: oracle.ModelFails}
	for _, tt := range []struct {
		name    string
		truth   oracle.Truth
		runs    []oracle.Observation
		suspect []bool // of each solver that contradicts the truth, in order of their names
	}{
		{"one", proved, []oracle.Observation{of("z3", "z3", unsat)}, []bool{false}},
		{"two configurations", proved, []oracle.Observation{of("z3", "z3", unsat), of("z3", "z3 -q", unsat)}, []bool{false, false}},
		{"three configurations", proved, []oracle.Observation{of("z3", "z3", unsat), of("z3", "z3 -q", unsat), of("z3", "z3-new", unsat)}, []bool{false, false, false}},
		{"two families", proved, []oracle.Observation{of("z3", "z3", unsat), of("cvc5", "cvc5", unsat)}, []bool{true, true}},
		{"two names without families", proved, []oracle.Observation{of("", "a", unsat), of("", "b", unsat)}, []bool{true, true}},
		{"two configurations and another family", proved, []oracle.Observation{of("z3", "z3", unsat), of("z3", "z3 -q", unsat), of("cvc5", "cvc5", unsat)}, []bool{true, true, true}},
		{"two families, and one that confirms it", proved, []oracle.Observation{of("z3", "z3", unsat), of("cvc5", "cvc5", unsat), of("z3", "z3 -q", sat)}, []bool{false, false}},
		{"two families, and one that does not know", proved, []oracle.Observation{of("z3", "z3", unsat), of("cvc5", "cvc5", unsat), of("yices", "yices", unknown)}, []bool{true, true}},
		{"two families, and one whose answers are void", proved, []oracle.Observation{of("z3", "z3", unsat), of("cvc5", "cvc5", unsat), changed(of("yices", "yices", sat), voidRun)}, []bool{true, true}},
		{"the other family is void", proved, []oracle.Observation{of("z3", "z3", unsat), changed(of("cvc5", "cvc5", unsat), voidRun)}, []bool{false}},
		{"sat against unsat, one family", refuted, []oracle.Observation{of("z3", "z3", sat), of("z3", "z3 -q", sat)}, []bool{false, false}},
		{"sat against unsat, two families", refuted, []oracle.Observation{of("z3", "z3", sat), of("cvc5", "cvc5", sat)}, []bool{true, true}},
		{"sat against unsat, two families, one with a wrong model", refuted, []oracle.Observation{
			of("z3", "z3", sat), changed(of("cvc5", "cvc5", sat), func(o *oracle.Observation) { o.Models = []oracle.ModelReport{rejected} }),
		}, []bool{true, true, false}}, // the last one is about the model
		{"a label, one family", label, []oracle.Observation{of("z3", "z3", unsat), of("z3", "z3 -q", unsat)}, []bool{true, true}},
		{"a label that is confirmed", label, []oracle.Observation{of("z3", "z3", unsat), of("cvc5", "cvc5", sat)}, []bool{false}},
		{"a certificate, two families", certified, []oracle.Observation{of("z3", "z3", unsat), of("cvc5", "cvc5", unsat)}, []bool{false, false}},
		{"a witness that is open, one family", open, []oracle.Observation{of("z3", "z3", unsat)}, []bool{true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := oracle.Judge(oracle.Case{Truths: []oracle.Truth{tt.truth}, Observations: tt.runs})
			var got []bool
			for _, f := range found {
				got = append(got, f.Suspect)
			}
			if diff := cmp.Diff(tt.suspect, got); diff != "" {
				t.Errorf("suspicions (-want +got):\n%s%v", diff, blames(found))
			}
			for _, f := range found {
				for _, o := range tt.runs {
					if f.Solver == o.Solver && o.Family != "" && f.Signature != string(f.Class)+"/"+o.Family+"/" {
						t.Errorf("the signature of %s is %s", o.Solver, f.Signature)
					}
				}
			}
		})
	}
}

// TestBaselinesOfSeveralConfigurations: every pair counts on its own, and pairs of one family share a signature.
func TestBaselinesOfSeveralConfigurations(t *testing.T) {
	pairs := []oracle.Pair{{Old: "z3-4.8", New: "z3-4.13"}, {Old: "z3-4.12", New: "z3-4.13"}, {Old: "cvc4", New: "cvc5"}, {Old: "z3-4.8", New: "gone"}}
	run := func(old8, old12, now, cvc4, cvc5 smt.Status) oracle.Case {
		return oracle.Case{Logic: "QF_S", Checks: 1, Baselines: pairs, Observations: []oracle.Observation{
			of("z3", "z3-4.8", old8), of("z3", "z3-4.12", old12), of("z3", "z3-4.13", now), of("cvc5", "cvc4", cvc4), of("cvc5", "cvc5", cvc5),
		}}
	}
	regression := func(newer, older string) blame {
		return blame{oracle.IncompletenessRegression, newer, older, 0, false}
	}
	for name, tt := range map[string]struct {
		c    oracle.Case
		want []blame
	}{
		"both older ones decide":          {run(sat, sat, unknown, unknown, unknown), []blame{regression("z3-4.13", "z3-4.12"), regression("z3-4.13", "z3-4.8")}},
		"one of them":                     {run(unknown, unsat, unknown, unknown, unknown), []blame{regression("z3-4.13", "z3-4.12")}},
		"another codebase does not count": {run(unknown, unknown, unknown, sat, sat), nil},
		"each its own":                    {run(sat, unknown, unknown, sat, unknown), []blame{regression("cvc5", "cvc4"), regression("z3-4.13", "z3-4.8")}},
		"the middle one fell back too":    {run(sat, unknown, sat, unknown, unknown), nil},
	} {
		found := oracle.Judge(tt.c)
		if diff := cmp.Diff(tt.want, blames(found)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		for _, f := range found {
			family := "z3"
			if f.Solver == "cvc5" {
				family = "cvc5"
			}
			if want := "incompleteness-regression/" + family + "/QF_S"; f.Signature != want {
				t.Errorf("%s: the signature is %s, want %s", name, f.Signature, want)
			}
		}
	}
	// The older ones contradict each other: what is lost may have been wrong.
	for _, f := range oracle.Judge(run(sat, unsat, unknown, unknown, unknown)) {
		if f.Class.Incompleteness() {
			t.Errorf("%+v", f)
		}
	}
}

// TestCrashesBesideLimits: in one case some runs crash, some end at limits and some are void; each is treated as what it is.
func TestCrashesBesideLimits(t *testing.T) {
	crash := func(solver string) blame { return blame{oracle.CrashClass, solver, "", oracle.WholeRun, false} }
	disowned := func(o *oracle.Observation) { o.InvalidModel = "bad model" }
	for name, tt := range map[string]struct {
		checks int
		truths []oracle.Truth
		runs   []oracle.Observation
		want   []blame
	}{
		"a crash beside a time-out":                                   {1, nil, []oracle.Observation{changed(changed(of("z3", "z3"), crashedRun), cutRun), changed(of("cvc5", "cvc5"), cutRun)}, []blame{crash("z3")}},
		"a crash of one configuration beside the time-out of another": {1, nil, []oracle.Observation{changed(changed(of("z3", "z3 -q"), crashedRun), cutRun), changed(of("z3", "z3"), cutRun)}, []blame{crash("z3 -q")}},
		"a crash after a wrong answer": {2, []oracle.Truth{{Status: sat, Reason: "r"}, {Status: unsat, Reason: "r"}}, []oracle.Observation{changed(changed(of("z3", "z3", unsat), crashedRun), cutRun)},
			[]blame{{oracle.RefutationSoundness, "z3", "", 0, false}, crash("z3")}},
		"a crash after void answers": {2, []oracle.Truth{{Status: sat, Reason: "r"}, {Status: unsat, Reason: "r"}}, []oracle.Observation{changed(changed(changed(of("z3", "z3", unsat), crashedRun), cutRun), voidRun)},
			[]blame{crash("z3")}},
		"the answers before a limit count": {3, nil, []oracle.Observation{changed(of("z3", "z3", sat, unsat), cutRun), of("cvc5", "cvc5", sat, sat, unsat)},
			[]blame{{oracle.RefutationSoundness, "z3", "cvc5", 1, true}}},
		"two limits": {3, nil, []oracle.Observation{changed(of("z3", "z3", sat), cutRun), changed(of("cvc5", "cvc5", unsat, sat), cutRun)},
			[]blame{{oracle.RefutationSoundness, "cvc5", "z3", 0, true}}},
		"fewer answers without a limit belong nowhere": {3, nil, []oracle.Observation{of("z3", "z3", unsat, unsat), of("cvc5", "cvc5", sat, sat, sat)}, nil},
		"more answers belong nowhere":                  {1, nil, []oracle.Observation{of("z3", "z3", unsat, unsat), of("cvc5", "cvc5", sat)}, nil},
		"more answers than checks, though cut":         {1, nil, []oracle.Observation{changed(of("z3", "z3", unsat, unsat), cutRun), of("cvc5", "cvc5", sat)}, nil},
		"a limit where the checks are not known":       {0, nil, []oracle.Observation{changed(of("z3", "z3", unsat), cutRun), of("cvc5", "cvc5", sat)}, nil},
		"a limit after all answers":                    {1, nil, []oracle.Observation{changed(of("z3", "z3", unsat), cutRun), of("cvc5", "cvc5", sat)}, []blame{{oracle.RefutationSoundness, "z3", "cvc5", 0, true}}},
		"void against a truth":                         {1, []oracle.Truth{{Status: sat}}, []oracle.Observation{changed(of("z3", "z3", unsat), voidRun)}, nil},
		"void and disowned":                            {1, nil, []oracle.Observation{changed(changed(of("z3", "z3", sat), voidRun), disowned)}, nil},
		"a truth of the second check alone":            {2, []oracle.Truth{{}, {Status: unsat}}, []oracle.Observation{of("z3", "z3", sat, sat)}, []blame{{oracle.SolutionSoundness, "z3", "", 1, false}}},
		"more checks than truths":                      {2, []oracle.Truth{{Status: sat}}, []oracle.Observation{of("z3", "z3", sat, sat), of("cvc5", "cvc5", sat, unsat)}, []blame{{oracle.RefutationSoundness, "cvc5", "z3", 1, true}}},
	} {
		for range 2 { // in either order
			if diff := cmp.Diff(tt.want, blames(oracle.Judge(oracle.Case{Checks: tt.checks, Truths: tt.truths, Observations: tt.runs}))); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
			slices.Reverse(tt.runs)
		}
	}
}

// TestContradictedByUnsatAlone: a witness is evaluated when a solver says unsat, and only then.
func TestContradictedByUnsatAlone(t *testing.T) {
	witnessed := oracle.Truth{Status: sat, Witness: "()"}
	settled := witnessed
	settled.Model.Verdict = oracle.ModelOpen
	for name, tt := range map[string]struct {
		truth oracle.Truth
		run   oracle.Observation
		want  bool
	}{
		"unsat":               {witnessed, of("z3", "z3", unsat), true},
		"sat":                 {witnessed, of("z3", "z3", sat), false},
		"unknown":             {witnessed, of("z3", "z3", unknown), false},
		"no answer":           {witnessed, changed(of("z3", "z3"), cutRun), false},
		"void":                {witnessed, changed(of("z3", "z3", unsat), voidRun), false},
		"too many answers":    {witnessed, of("z3", "z3", unsat, unsat), false},
		"evaluated":           {settled, of("z3", "z3", unsat), false},
		"without a witness":   {oracle.Truth{Status: sat}, of("z3", "z3", unsat), false},
		"unsat by derivation": {oracle.Truth{Status: unsat, Witness: "()"}, of("z3", "z3", unsat), false},
	} {
		c := oracle.Case{Truths: []oracle.Truth{tt.truth}, Observations: []oracle.Observation{of("cvc5", "cvc5", unknown), tt.run}}
		o, ok := c.Contradicted(0)
		if ok != tt.want || ok && o.Solver != "z3" {
			t.Errorf("%s: %v by %q", name, ok, o.Solver)
		}
	}
}

// TestUndecided: an unknown is the solver's own when nothing ended the run or spoiled the answer.
func TestUndecided(t *testing.T) {
	if !of("z3", "z3", unknown).Undecided() {
		t.Error("unknown is decided")
	}
	for name, o := range map[string]oracle.Observation{
		"sat": of("z3", "z3", sat), "two": of("z3", "z3", unknown, unknown), "none": of("z3", "z3"), "cut": changed(of("z3", "z3", unknown), cutRun), "void": changed(of("z3", "z3", unknown), voidRun),
		"late": changed(of("z3", "z3", unknown), lateRun), "crash": changed(of("z3", "z3", unknown), crashedRun), "disowned": changed(of("z3", "z3", unknown), func(o *oracle.Observation) { o.InvalidModel = "x" }),
	} {
		if o.Undecided() {
			t.Errorf("%s is undecided", name)
		}
	}
}

// TestExcuses: open operators excuse only what rests on two solvers' answers, however certain the rest is.
func TestExcuses(t *testing.T) {
	var all []oracle.Finding
	kinds := []oracle.EvidenceKind{
		oracle.EvidenceTruth, oracle.EvidenceDifferential, oracle.EvidenceModel, oracle.EvidenceSelfCheck, oracle.EvidenceCrash, oracle.EvidenceRegression, oracle.EvidenceImplication,
	}
	for _, kind := range kinds {
		for _, suspect := range []bool{true, false} {
			all = append(all, oracle.Finding{Class: oracle.RefutationSoundness, Suspect: suspect, Evidence: oracle.Evidence{Kind: kind}})
		}
	}
	kept, excused := oracle.Excuse(all, []string{"div"})
	if len(excused) != 2 || len(kept) != len(all)-2 || excused[0].Evidence.Kind != oracle.EvidenceDifferential || excused[1].Evidence.Kind != oracle.EvidenceDifferential {
		t.Errorf("%d kept, %d excused: %v", len(kept), len(excused), excused)
	}
	if kept, excused = oracle.Excuse(all, nil); len(kept) != len(all) || len(excused) != 0 {
		t.Errorf("without open operators: %d kept, %d excused", len(kept), len(excused))
	}
}
