package proof

import (
	"slices"
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/sorts"
)

// Two sets of assumptions make one with those of both. One that had too many stays one.
func TestMerge(t *testing.T) {
	of := func(many bool, on ...int32) dependency { return dependency{on: on, many: many} }
	for _, tt := range []struct{ a, b, want dependency }{
		{of(false), of(false), of(false)},
		{of(false, 1), of(false), of(false, 1)},
		{of(false), of(false, 2), of(false, 2)},
		{of(false, 1), of(false, 2), of(false, 1, 2)},
		{of(false, 3, 4), of(false, 1, 4), of(false, 1, 3, 4)},
		{of(false, 1), of(false, 1), of(false, 1)},
		{of(true, 1), of(false, 1), of(true, 1)},
		{of(true, 1), of(true, 2), of(true, 1, 2)},
		{of(true), of(false, 2), of(true, 2)},
	} {
		if got := merge(tt.a, tt.b); !slices.Equal(got.on, tt.want.on) || got.many != tt.want.many {
			t.Errorf("%v and %v: %v, want %v", tt.a, tt.b, got, tt.want)
		}
		if got := merge(tt.b, tt.a); !slices.Equal(got.on, tt.want.on) || got.many != tt.want.many {
			t.Errorf("%v and %v: %v, want %v", tt.b, tt.a, got, tt.want)
		}
	}
	var all []int32
	for i := range int32(maxDependency) {
		all = append(all, 2*i)
	}
	if got := merge(of(false, all...), of(false, 4)); len(got.on) != maxDependency || got.many {
		t.Errorf("as many as there may be: %d, %v", len(got.on), got.many)
	}
	if got := merge(of(false, all...), of(false, 1)); len(got.on) != maxDependency || !got.many {
		t.Errorf("one more than there may be: %d, %v", len(got.on), got.many)
	}
}

// A constant for what nothing meets is any value of its sort, and none when there is no term of the sort.
func TestChooseForNothing(t *testing.T) {
	s, err := elab.Script("(declare-sort U 0)(declare-fun f (U Int) Bool)(declare-const p Bool)(assert (or p false))(check-sat)", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.Read("((define-fun p () Bool true))", s, 0, model.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, holds := NewWitness(m, DefaultLimits)
	if !holds {
		t.Fatal("the witness does not hold")
	}
	impossible := s.Commands[3].Terms[0].Args()[1]
	for _, sort := range s.Commands[1].Decls[0].Params {
		got := w.choose(&Proof{Script: s}, &Skolem{Var: s.Store.NewVar("v", sort), Condition: impossible})
		if want := sort == sorts.Int; (got != nil) != want {
			t.Errorf("%s: %v", sort, got)
		}
	}
}
