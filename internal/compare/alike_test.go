package compare

import (
	"fmt"
	"testing"

	"github.com/assay-smt/assay/internal/judge/oracle"
)

// Wrong responses to one question are repeated three times, and others each time.
func TestAlike(t *testing.T) {
	change := func(class oracle.Class, words string) Change {
		return Change{Kind: Wrong, Standing: Unsure, Shown: Candidate, Candidate: 1, Against: []int{0}, Class: class, Summary: words}
	}
	a := &alike{seen: map[string]int{}}
	repeated := map[oracle.Class]int{}
	for i := range 10 {
		r := Record{Name: fmt.Sprint(i), Changes: []Change{
			change(oracle.InvalidInterpolant, fmt.Sprintf("z answers get-interpolant after check-sat 1 wrongly: (> x %d): it does not follow", i)),
			change(oracle.RefutationSoundness, "z answers unsat"),
			change(oracle.InvalidModel, "z answers sat and its model is wrong"),
		}}
		a.pass(&r)
		for _, c := range r.open(Kinds()...) {
			repeated[c.Class]++
			c.Standing = Gone
			if i > 1 { // what does not show again says nothing about others
				c.Standing = Regression
			}
			c.Counts = []Count{{Side: 1, Shows: 5, Of: 5}}
		}
		a.count(&r)
		if i == 9 && (!r.Changes[0].Alike || r.Changes[0].Standing != Unsure || r.Changes[1].Alike) {
			t.Errorf("%+v", r.Changes)
		}
	}
	want := map[oracle.Class]int{oracle.InvalidInterpolant: 2 + mostAlike, oracle.RefutationSoundness: 10, oracle.InvalidModel: 10}
	for class, n := range want {
		if repeated[class] != n {
			t.Errorf("%s: repeated %d times, not %d", class, repeated[class], n)
		}
	}
	// Another question is another kind.
	r := Record{Changes: []Change{change(oracle.InvalidInterpolant, "z answers get-interpolant-next after check-sat 1 wrongly: true")}}
	if a.pass(&r); r.Changes[0].Alike {
		t.Error("another question was taken for the same")
	}
	// Counts survive a restart.
	c := &comparison{records: map[string]*entry{"a": {Settled: true, Record: Record{Changes: []Change{
		{Kind: Wrong, Standing: Regression, Class: oracle.InvalidCore, Counts: []Count{{}}},
		{Kind: Wrong, Standing: Regression, Class: oracle.InvalidValue, Counts: []Count{{}}},
		{Kind: Wrong, Standing: Unsure, Class: oracle.InvalidValue, Alike: true},
	}}}}}
	if n := len(c.alike().seen); n != 1 || c.passed() != 1 {
		t.Errorf("%v, %d passed", c.alike().seen, c.passed())
	}
}

// What turned out to show on both sides says nothing about the next difference, which may be the candidate's alone.
func TestAlikeInBoth(t *testing.T) {
	change := func(standing Standing, counts ...Count) Record {
		return Record{Changes: []Change{{
			Kind: Wrong, Standing: standing, Shown: Candidate, Candidate: 1, Against: []int{0}, Class: oracle.InvalidInterpolant,
			Summary: "z answers get-interpolant after check-sat 1 wrongly: true", Counts: counts,
		}}}
	}
	a := &alike{seen: map[string]int{}}
	for range 2 * mostAlike {
		r := change(Both, Count{Side: 1, Shows: 3, Of: 5}, Count{Side: 0, Shows: 2, Of: 5})
		a.count(&r)
	}
	r := change(Unsure)
	if a.pass(&r); len(r.open(Wrong)) != 1 {
		t.Errorf("it is not repeated: %+v", r.Changes)
	}
}

// The gravest regression is reduced first: a wrong unsat before a wrong interpolant, that before a crash, and a slow-down last.
func TestReductionOrder(t *testing.T) {
	regression := func(kind Kind, class oracle.Class) Record {
		return Record{Changes: []Change{{Kind: kind, Standing: Regression, Class: class}}}
	}
	order := []Record{
		regression(Wrong, oracle.RefutationSoundness), regression(Wrong, oracle.InvalidModel), regression(Wrong, oracle.InvalidInterpolant),
		regression(Crash, oracle.CrashClass), regression(Lost, ""), regression(Slower, oracle.Performance),
		{Changes: []Change{{Kind: Wrong, Standing: Unsure, Class: oracle.RefutationSoundness}}},
	}
	for i := 1; i < len(order); i++ {
		if a, b := &order[i-1], &order[i]; a.gravity() >= b.gravity() {
			t.Errorf("%v does not come before %v", a.Changes, b.Changes)
		}
	}
}
