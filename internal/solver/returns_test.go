package solver

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/smt/question"
)

// What follows an answer is what the script asked for there, in order; errors replace what was asked for.
func TestReturns(t *testing.T) {
	p, _ := builtinSet(t).Profile("z3")
	model, core, reason := Question{Kind: question.Model}, Question{Check: 1, Kind: question.Core}, Question{Kind: question.Reason}
	for _, tt := range []struct {
		name, stdout string
		asked        []Question
		want         []Return
	}{
		{"nothing", "sat\nunsat\n", []Question{model, core}, nil},
		{"one each", "sat\n(m)\nunsat\n(a b)\n", []Question{model, core}, []Return{{Check: 0, Kind: question.Model, Text: "(m)\n", Sure: true}, {Check: 1, Kind: question.Core, Text: "(a b)\n", Sure: true}}},
		{"a model in pieces", "sat\n(a)\n(b)\n", []Question{model}, []Return{{Check: 0, Kind: question.Model, Text: "(a)\n(b)\n"}}},
		{"two questions", "unknown\n(m)\n(:reason-unknown incomplete)\n", []Question{model, reason},
			[]Return{{Check: 0, Kind: question.Model, Text: "(m)\n", Sure: true}, {Check: 0, Kind: question.Reason, Text: "(:reason-unknown incomplete)\n", Place: 1, Sure: true}}},
		{"an error in the place of the first", "unknown\n(error \"model is not available\")\n(:reason-unknown incomplete)\n", []Question{model, reason},
			[]Return{{Check: 0, Kind: question.Reason, Text: "(:reason-unknown incomplete)\n", Place: 1, Sure: true}}},
		{"more than was asked for", "unknown\n(m)\n(r)\n(s)\n", []Question{model, reason}, []Return{{Check: 0, Kind: question.Model, Text: "(m)\n"}, {Check: 0, Kind: question.Reason, Text: "(r)\n(s)\n", Place: 1}}},
		{"a remark", "sat\nremark\n(m)\nx\n", []Question{model, {Kind: question.Evaluated}}, []Return{{Kind: question.Model, Text: "(m)\n"}, {Kind: question.Evaluated, Text: "x\n", Place: 1}}},
		{"what it says of its model unasked", "sat\n(error \"line 3 column 10: an invalid model was generated\")\n(m)\n3\n0\n(goals)\n",
			[]Question{model, {Kind: question.Evaluated}, {Kind: question.Simplified}, {Kind: question.Goals}},
			[]Return{{Kind: question.Model, Text: "(m)\n", Sure: true}, {Kind: question.Evaluated, Text: "3\n", Place: 1, Sure: true}, {Kind: question.Simplified, Text: "0\n", Place: 2, Sure: true}, {Kind: question.Goals, Text: "(goals)\n", Place: 3, Sure: true}}},
		{"one error too many", "sat\n(error \"of something else\")\n3\n0\n(goals)\n", []Question{{Kind: question.Evaluated}, {Kind: question.Simplified}, {Kind: question.Goals}},
			[]Return{{Kind: question.Simplified, Text: "3\n", Place: 1}, {Kind: question.Goals, Text: "(goals)\n", Place: 2}}},
		{"words", "sat\n(m)\nx\nunsupported\n(+ x 1)\n", []Question{model, {Kind: question.Evaluated}, {Kind: question.Simplified}},
			[]Return{{Kind: question.Model, Text: "(m)\n", Sure: true}, {Kind: question.Evaluated, Text: "x\n", Place: 1, Sure: true}, {Kind: question.Simplified, Text: "(+ x 1)\n", Place: 2, Sure: true}}},
		{"nobody asked", "sat\n(m)\n", nil, []Return{{Check: 0, Kind: question.Other, Text: "(m)\n", Sure: true}}},
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

// A flood after an answer is bounded, and does not affect the answers.
func TestReturnsAreBounded(t *testing.T) {
	p, _ := builtinSet(t).Profile("z3")
	piece := "(" + strings.Repeat("x", 1<<20) + ")\n"
	v := classify(p, sandbox.Result{Reason: sandbox.Exited, Stdout: []byte("sat\n" + strings.Repeat(piece, 20) + "unsat\n")},
		Query{Checks: 2, Questions: []Question{{Kind: question.Model}}})
	if n := len(v.Return(0, question.Model)); n > maxReturn+1<<10 || n < maxReturn/2 || len(v.Answers) != 2 {
		t.Errorf("%d bytes, %d answers", n, len(v.Answers))
	}
}
