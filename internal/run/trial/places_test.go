package trial

import (
	"slices"
	"testing"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/question"
)

// A reused process leaves out questions that make no sense after its answer: the remaining ones still belong to the commands in the text.
func TestPlaces(t *testing.T) {
	model, values := solver.Question{Kind: question.Model}, solver.Question{Kind: question.Values, Command: "(get-value (x))"}
	one, two := solver.Question{Kind: question.Simplified, Command: "(simplify x)"}, solver.Question{Kind: question.Simplified, Command: "(simplify y)"}
	later := solver.Question{Check: 1, Kind: question.Core}
	all := []solver.Question{later, model, values, one, two}
	for name, tt := range map[string]struct {
		asked []solver.Question
		check int
		want  []int
	}{
		"all":         {all, 0, []int{0, 1, 2, 3}},
		"after unsat": {[]solver.Question{one, two, later}, 0, []int{2, 3}},
		"later":       {[]solver.Question{one, two, later}, 1, []int{0}},
		"none":        {nil, 0, nil},
		"of no text":  {[]solver.Question{values, model}, 0, []int{1}},
	} {
		if got := placesIn(all, tt.asked, tt.check); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}

// TestEffort: a bench certifies thoroughly unless it is told how much to spend.
func TestEffort(t *testing.T) {
	if got := (&Bench{}).effort(); got != certify.Thorough {
		t.Errorf("%+v", got)
	}
	little := certify.Thorough
	little.Steps++
	if got := (&Bench{Effort: little}).effort(); got != little {
		t.Errorf("%+v, and not %+v", got, little)
	}
}
