package solver

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/sandbox"
)

// What stands behind an answer is what the script asked for there, in order; errors take the place of what was asked for.
func TestReturns(t *testing.T) {
	p, _ := builtinSet(t).Profile("z3")
	model, core, reason := Question{0, Model}, Question{1, Core}, Question{0, Reason}
	for _, tt := range []struct {
		name, stdout string
		asked        []Question
		want         []Return
	}{
		{"nothing", "sat\nunsat\n", []Question{model, core}, nil},
		{"one each", "sat\n(m)\nunsat\n(a b)\n", []Question{model, core}, []Return{{0, Model, "(m)\n"}, {1, Core, "(a b)\n"}}},
		{"a model in pieces", "sat\n(a)\n(b)\n", []Question{model}, []Return{{0, Model, "(a)\n(b)\n"}}},
		{"two questions", "unknown\n(m)\n(:reason-unknown incomplete)\n", []Question{model, reason},
			[]Return{{0, Model, "(m)\n"}, {0, Reason, "(:reason-unknown incomplete)\n"}}},
		{"an error in the place of the first", "unknown\n(error \"model is not available\")\n(:reason-unknown incomplete)\n", []Question{model, reason},
			[]Return{{0, Reason, "(:reason-unknown incomplete)\n"}}},
		{"more than was asked for", "unknown\n(m)\n(r)\n(s)\n", []Question{model, reason}, []Return{{0, Model, "(m)\n"}, {0, Reason, "(r)\n(s)\n"}}},
		{"nobody asked", "sat\n(m)\n", nil, []Return{{0, OtherReturn, "(m)\n"}}},
		{"before any answer", "(m)\nsat\n", []Question{model}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := classify(p, sandbox.Result{Reason: sandbox.Exited, Stdout: []byte(tt.stdout)}, Query{Checks: 2, Questions: tt.asked})
			if diff := cmp.Diff(tt.want, v.Returns); diff != "" {
				t.Errorf("returns (-want +got):\n%s", diff)
			}
			for _, r := range tt.want {
				if got := v.Return(r.Check, r.Kind); got != r.Text {
					t.Errorf("%v behind check %d: %q", r.Kind, r.Check, got)
				}
			}
		})
	}
}

// A flood behind an answer is bounded, and leaves the answers alone.
func TestReturnsAreBounded(t *testing.T) {
	p, _ := builtinSet(t).Profile("z3")
	piece := "(" + strings.Repeat("x", 1<<20) + ")\n"
	v := classify(p, sandbox.Result{Reason: sandbox.Exited, Stdout: []byte("sat\n" + strings.Repeat(piece, 20) + "unsat\n")},
		Query{Checks: 2, Questions: []Question{{0, Model}}})
	if n := len(v.Return(0, Model)); n > maxReturn+1<<10 || n < maxReturn/2 || len(v.Answers) != 2 {
		t.Errorf("%d bytes, %d answers", n, len(v.Answers))
	}
}

func TestReturnKinds(t *testing.T) {
	seen := map[string]bool{}
	for k := Model; k <= OtherReturn; k++ {
		if seen[k.String()] {
			t.Errorf("two kinds are called %s", k)
		}
		seen[k.String()] = true
	}
}
