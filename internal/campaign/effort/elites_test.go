package effort

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/rng"
)

var here = Place{Engine: "storm", Logic: "QF_S", Solver: "cvc5"}

// TestElites: of many configurations, those that yield most remain. They are picked most often, and the others now
// and then.
func TestElites(t *testing.T) {
	e := NewElites()
	if got := e.Pick(here, 2, rng.New(1)); got != nil {
		t.Errorf("of none, %v were picked", got)
	}
	for range 3 {
		for k := range 40 {
			news := 0
			if k%10 <= 2 { // twelve of them
				news = 30
			}
			e.Enter(here, fmt.Sprint("--k=", k), news, time.Second)
		}
	}
	if n := e.places[here].bandit.Len(); n != maxElites {
		t.Fatalf("%d elites", n)
	}
	picks, rich := make(map[string]int), 0
	for n := range uint64(2000) {
		two := e.Pick(here, 2, rng.New(n))
		if len(two) != 2 || two[0] == two[1] {
			t.Fatalf("picked %v", two)
		}
		for _, one := range two {
			picks[one]++
		}
		if e.Rate(here, two[0]) > 10 {
			rich++
		}
	}
	for k := range 40 {
		if k%10 <= 2 && picks[fmt.Sprint("--k=", k)] < 100 {
			t.Errorf("configuration %d, one of those that brought most, was picked %d times of 4,000", k, picks[fmt.Sprint("--k=", k)])
		}
	}
	if len(picks) != maxElites || rich < 1900 {
		t.Errorf("%d elites were picked, the first one was one that brought most %d times of 2,000", len(picks), rich)
	}
	if got := e.Pick(here, 100, rng.New(3)); len(got) != maxElites {
		t.Errorf("all are %d", len(got))
	}
	if got := e.Pick(Place{Engine: "storm", Logic: "QF_S", Solver: "z3"}, 2, rng.New(1)); got != nil {
		t.Errorf("another place has %v", got)
	}
}

// TestElitesDry: a configuration whose searches no longer yield anything makes room for others.
func TestElitesDry(t *testing.T) {
	e := NewElites()
	e.Enter(here, "old", 1000, time.Second)
	for k := range 60 {
		e.Enter(here, "old", 0, time.Second)
		e.Enter(here, fmt.Sprint(k), 2, time.Second)
	}
	if slices.Contains(e.Pick(here, 100, rng.New(1)), "old") {
		t.Errorf("one that brought nothing in 60 searches is still there, at %g", e.Rate(here, "old"))
	}
}

// TestElitesFade: what was entered long ago makes room for others, even though it was not tried again.
func TestElitesFade(t *testing.T) {
	e := NewElites()
	e.Enter(here, "old", 1000, time.Second)
	n := 0
	for slices.Contains(e.Pick(here, 100, rng.New(1)), "old") {
		e.Enter(here, fmt.Sprint(n), 2, time.Second)
		if n++; n > 5000 {
			t.Fatal("it stays for ever")
		}
	}
	if n < 100 {
		t.Errorf("it is gone after %d others", n)
	}
}

func TestElitesAreBounded(t *testing.T) {
	e := NewElites()
	for k := range maxPlaces + 100 {
		e.Enter(Place{Logic: fmt.Sprint(k)}, "x", 1, time.Second)
		e.Enter(Place{Logic: "0"}, "x", 1, time.Second)
	}
	if len(e.places) != maxPlaces {
		t.Errorf("%d places", len(e.places))
	}
	if e.Rate(Place{Logic: "0"}, "x") == 0 || e.Rate(Place{Logic: "1"}, "x") != 0 {
		t.Error("it is not the oldest place that is forgotten")
	}
}

// TestElitesResume: elites that are saved and restored at any moment pick like those that were not.
func TestElitesResume(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole, resumed := NewElites(), NewElites()
		for n := range uint64(rapid.IntRange(0, 120).Draw(t, "entries")) {
			at := Place{Logic: rapid.StringMatching("[ab]").Draw(t, "logic"), Solver: "s"}
			configuration, news := rapid.StringMatching("[a-z]").Draw(t, "configuration"), rapid.IntRange(0, 40).Draw(t, "news")
			for _, e := range []*Elites{whole, resumed} {
				e.Enter(at, configuration, news, ms(1+news%3))
			}
			if rapid.IntRange(0, 9).Draw(t, "stops") == 0 {
				text, err := json.Marshal(resumed.Save())
				if err != nil {
					t.Fatal(err)
				}
				var st ElitesState
				if err := json.Unmarshal(text, &st); err != nil {
					t.Fatal(err)
				}
				if err := resumed.Restore(st); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(whole.Pick(at, 3, rng.New(n)), resumed.Pick(at, 3, rng.New(n))); diff != "" {
				t.Fatalf("picks (-whole +resumed):\n%s", diff)
			}
		}
		if diff := cmp.Diff(whole.Save(), resumed.Save()); diff != "" {
			t.Fatalf("saved (-whole +resumed):\n%s", diff)
		}
	})
}

func TestElitesNonsense(t *testing.T) {
	for _, st := range []ElitesState{
		{Entries: 1, Places: []PlaceState{{At: 2}}}, {Entries: 1, Places: []PlaceState{{At: 0}}}, {Entries: 2, Places: []PlaceState{{At: 1}, {At: 2}}},
		{Entries: 2, Places: []PlaceState{{At: 2}, {Place: here, At: 1}}}, {Entries: 1, Places: []PlaceState{{At: 1, Configurations: BanditState[string]{Rewards: -1}}}},
	} {
		e := NewElites()
		e.Enter(here, "x", 1, time.Second)
		if err := e.Restore(st); err == nil || len(e.places) != 0 {
			t.Errorf("%+v was restored, or something is left: %v, %d places", st, err, len(e.places))
		}
	}
}

// Rate returns the new behaviour that a configuration has recently yielded per second of CPU time, 0 for an unknown one.
func (e *Elites) Rate(at Place, configuration string) float64 {
	if of := e.places[at]; of != nil {
		return of.bandit.Rate(configuration)
	}
	return 0
}
