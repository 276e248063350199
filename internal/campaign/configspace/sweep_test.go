package configspace

import (
	"fmt"
	"slices"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/solver/options"
)

// sweepSpace has options with two, three and one values besides their defaults.
func sweepSpace() *Space {
	c := &options.Catalogue{Solver: "toy", Options: []options.Option{
		{Name: "a", Kind: options.Mode, Default: "x", Values: []string{"x", "y", "z"}},
		{Name: "b", Kind: options.Mode, Default: "1", Values: []string{"1", "2", "3", "4"}},
		{Name: "c", Kind: options.Bool, Default: "false"},
	}}
	return NewSpace(c, []string{"a", "b", "c"})
}

func TestEach(t *testing.T) {
	got := fmt.Sprint(sweepSpace().Each())
	if want := "[[a=y] [a=z] [b=2] [b=3] [b=4] [c=true]]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestEachPair: all pairs of values of two options come, in the same order for the same seed, and no more configurations than are wanted.
func TestEachPair(t *testing.T) {
	all := sweepSpace().EachPair(rng.New(1), 0)
	for _, x := range sweepSpace().Each() {
		for _, y := range sweepSpace().Each() {
			if x[0].Name >= y[0].Name {
				continue
			}
			if !slices.ContainsFunc(all, func(row []options.Setting) bool { return slices.Contains(row, x[0]) && slices.Contains(row, y[0]) }) {
				t.Errorf("%v and %v never come together", x, y)
			}
		}
	}
	if again := sweepSpace().EachPair(rng.New(1), 0); fmt.Sprint(again) != fmt.Sprint(all) {
		t.Errorf("%v, then %v", all, again)
	}
	if got := sweepSpace().EachPair(rng.New(1), 2); len(got) != 2 || fmt.Sprint(got) != fmt.Sprint(all[:2]) {
		t.Errorf("two of %v: %v", all, got)
	}
}
