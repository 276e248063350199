package triage_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/solvertest"
)

// undecided is a formula about which evaluation says nothing without a model.
const undecided = "(set-logic QF_LIA)\n(declare-fun f (Int) Int)\n(declare-const x Int)\n(assert (> (f x) (f (+ x 1))))\n(check-sat)\n"

// A release is accused of what it does itself, and not of what another solver of the record does on the same file.
func TestOnRelease(t *testing.T) {
	resolve, binary := resolver(t), solvertest.Binary(t)
	for _, tt := range []struct {
		name, formula         string
		release, plain, other string // what they do; the release runs with the options of the build, and plain without
		want                  findings.Release
	}{
		{
			name: "another solver has a wrong model", formula: formula, release: "--do=sat", plain: "--do=sat", other: "--do='sat invalid-model'",
			want: findings.Release{Compared: []string{"OTHER", "fake@1.2.3"}},
		},
		{
			name: "another solver is wrong", formula: formula, release: "--do=sat", plain: "--do=sat", other: "--do=unsat",
			want: findings.Release{Compared: []string{"fake@1.2.3"}, Contradicted: []string{"OTHER"}},
		},
		{
			name: "the release rejects its own model", formula: formula, release: "--do='sat invalid-model'", plain: "--do=sat", other: "--do=sat",
			want: findings.Release{Shows: "invalid-model", Suspect: true, Compared: []string{"OTHER", "fake@1.2.3"}},
		},
		{
			name: "the release is wrong", formula: formula, release: "--do=unsat", plain: "--do=unsat", other: "--do='sat invalid-model'",
			want: findings.Release{Shows: "refutation-soundness", Compared: []string{"fake@1.2.3"}, Contradicted: []string{"OTHER"}},
		},
		{
			name: "a disagreement that nothing decides", formula: undecided, release: "--do=unsat", plain: "--do=unsat", other: "--do=sat",
			want: findings.Release{Shows: "refutation-soundness", Suspect: true, Compared: []string{"fake@1.2.3"}, Contradicted: []string{"OTHER"}},
		},
		{
			name: "one in which the other solver is suspected", formula: undecided, release: "--do=sat", plain: "--do=sat", other: "--do=unsat",
			want: findings.Release{Compared: []string{"fake@1.2.3"}, Contradicted: []string{"OTHER"}},
		},
		{
			name: "the release contradicts itself", formula: undecided, release: "--do=sat", plain: "--do=unsat", other: "--do=unknown",
			want: findings.Release{Shows: "refutation-soundness", Contradicted: []string{"fake@1.2.3"}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			other := binary + " --opt-b=1 " + tt.other
			s := stored(t, resolve, tt.formula, binary+" --do='crash SEGV'", binary+" --opt-b=1 --do=sat")
			s.Class, s.Version = oracle.AssertionClass, "1.2.3+assertions"
			s.Finding.Runs[1].Solver = other
			r := triage.Replayer{Resolve: func(ctx context.Context, spec string) (solver.Target, error) {
				switch {
				case spec == "fake@1.2.3":
					spec = binary + " " + tt.plain
				case strings.HasPrefix(spec, "fake@1.2.3 "):
					spec = binary + " " + tt.release
				}
				return resolve(ctx, spec)
			}}
			got, err := r.OnRelease(t.Context(), s)
			if err != nil || got == nil {
				t.Fatalf("%+v, %v", got, err)
			}
			if (got.Shows == "") != (got.Summary == "") {
				t.Errorf("%q is shown, %q is said", got.Shows, got.Summary)
			}
			got.Run, got.Summary = findings.Run{}, ""
			for _, list := range [][]string{got.Compared, got.Contradicted} {
				for i, name := range list {
					list[i] = strings.ReplaceAll(name, other, "OTHER")
				}
			}
			if diff := cmp.Diff(tt.want, *got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
