package compare

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
)

// A side whose name begins like that of another one, since it is the same program with further options, is not taken for it.
func TestMeasured(t *testing.T) {
	all := []SideInfo{{Role: Baseline, Name: "z3"}, {Role: Candidate, Name: "z3 smt.arith.solver=2"}}
	for _, tt := range []struct {
		slow, old string
		want      []int // the candidate and the baseline
	}{
		{"z3 smt.arith.solver=2", "z3", []int{1, 0}},
		{"z3 smt.arith.solver=2 smt.phase_selection=5", "z3", []int{1, 0}}, // a search has added an option
		{"z3", "z3 smt.arith.solver=2", nil},
		{"z3-other", "z3", nil},
	} {
		for _, infos := range [][]SideInfo{all, {all[1], all[0]}} {
			r := &replays{}
			for _, info := range infos {
				r.sides = append(r.sides, Side{SideInfo: info})
			}
			want := slices.Clone(tt.want)
			if infos[0].Role == Candidate {
				for i := range want {
					want[i] = 1 - want[i]
				}
			}
			var got []int
			for _, c := range r.measured(findings.Stored{Finding: findings.Finding{Class: oracle.Performance, Solver: tt.slow, Other: tt.old}}) {
				got = append(got, c.Candidate, c.Against[0])
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s slower than %s: %s", tt.slow, tt.old, d)
			}
		}
	}
}

// A finding of the corpus that cannot be judged here does not end the comparison.
func TestCorpusThatCannotBeJudged(t *testing.T) {
	sides := sidesOf(t, on(), on("2", "unsat"))
	for what, change := range map[string]func(*Config, *findings.Finding){
		"a profile of another version of Assay": func(c *Config, _ *findings.Finding) {
			c.Replayer = func(context.Context, findings.Stored) (triage.Replayer, error) {
				return triage.Replayer{}, &solver.ProfileError{File: "new.toml", Line: 3, Message: "there is no key of that name"}
			}
		},
		"a solver that is no command line": func(c *Config, f *findings.Finding) {
			f.Solver = "fake 'unbalanced"
			c.Replayer = func(context.Context, findings.Stored) (triage.Replayer, error) { return triage.Replayer{}, nil }
		},
	} {
		config := configOf(t, sides, scripts(2, 4))
		f := findings.Finding{Class: oracle.CrashClass, Solver: "fake", Family: sides[0].Target.Profile().Name, Signature: "crash/fake/x"}
		change(&config, &f)
		config.Corpus = []findings.Stored{{Dir: filepath.Join("corpus", "one"), Finding: f}}
		r, err := Compare(t.Context(), config)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if d := cmp.Diff([]string{"regression wrong 002.smt2 refutation-soundness"}, lines(r)); d != "" || r.Records[0].Error == "" {
			t.Errorf("%s: %+v %s", what, r.Records[0], d)
		}
	}
}
