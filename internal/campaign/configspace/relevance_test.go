package configspace

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFisher: the test against counting all the ways to choose which formulas are affected.
func TestFisher(t *testing.T) {
	for n := range 5 {
		for r := range 5 {
			for hits := range n + r + 1 {
				for k := max(0, hits-r); k <= min(n, hits); k++ {
					ways, as := 0, 0
					for set := range 1 << (n + r) {
						in, all := 0, 0
						for i := range n + r {
							if set>>i&1 == 1 {
								all++
								if i < n {
									in++
								}
							}
						}
						if all == hits {
							ways++
							if in >= k {
								as++
							}
						}
					}
					if got, want := fisher(k, n, hits-k, r), float64(as)/float64(ways); math.Abs(got-want) > 1e-9 {
						t.Errorf("%d of %d, %d of %d: %g, want %g", k, n, hits-k, r, got, want)
					}
				}
			}
		}
	}
	if got := fisher(5, 3, 0, 1); got != 1 {
		t.Errorf("counts that do not fit together: %g", got)
	}
}

// TestCompanions: a command that is in many formulas gets no link to an option that matters for all formulas, nor to one that matters for an operation.
func TestCompanions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	h := Header{Options: []string{"for-all", "for-bvadd", "for-none"}}
	var lessons []Lesson
	for i := range 120 {
		l := Lesson{Round: i, Kinds: []string{fmt.Sprint("op", rng.IntN(12))}, Effects: map[string]Effect{}}
		if rng.IntN(5) == 0 {
			l.Kinds = append(l.Kinds, "get-proof")
		}
		if rng.IntN(5) == 0 {
			l.Kinds = append(l.Kinds, "bvadd")
			l.Effects["for-bvadd"] = InStatistics
		}
		if rng.IntN(10) < 8 {
			l.Effects["for-all"] = InStatistics
		}
		lessons = append(lessons, l)
	}
	c := Summarize(h, lessons)
	for _, o := range c.Options {
		general, kinds := false, ""
		switch o.Name {
		case "for-all":
			general = true
		case "for-bvadd":
			kinds = "bvadd"
		}
		got := ""
		for _, l := range o.Relevant {
			got += l.Kind
		}
		if o.General != general || got != kinds {
			t.Errorf("%s: general %t, kinds %q; want %t, %q", o.Name, o.General, got, general, kinds)
		}
	}
}

// TestBystanders: an operation that occurs around the cause of an effect gets no link, even when it is in hardly any formula without the effect, and a
// second cause does.
func TestBystanders(t *testing.T) {
	var formulas []formula
	add := func(n, affected int, kinds ...string) {
		for i := range n {
			formulas = append(formulas, formula{kinds, i < affected})
		}
	}
	add(10, 9, "=", "+") // sums are in affected formulas only, because they are in equations
	add(40, 20, "=")
	add(8, 0, "<")
	add(12, 12, "distinct")
	add(60, 0, "bvadd")
	got := causes(formulas, 40)
	if len(got) != 2 || got[0] != (Link{"distinct", 12, 12}) || got[1] != (Link{"=", 29, 50}) {
		t.Errorf("%+v", got)
	}
	// By the largest share, sums are the second link.
	if by := links(formulas); !slices.Contains(by, Link{"+", 9, 10}) {
		t.Errorf("the data show no difference between the rules: %+v", by)
	}
	// What nothing explains is no cause.
	if got := causes(formulas[:0], 40); got != nil {
		t.Errorf("%+v", got)
	}
}

// TestSift: what the first files have as links to a command becomes an option that matters for all formulas.
func TestSift(t *testing.T) {
	o := OptionEffects{Tried: 120, Affected: 100, Relevant: []Link{{"get-proof", 20, 23}, {"bvadd", 30, 30}}}
	o.sift(40)
	if !o.General || len(o.Relevant) != 0 {
		t.Errorf("%+v", o)
	}
	// What the other link explains does not count.
	for _, tt := range []struct {
		affected int
		general  bool
	}{{12, false}, {40, true}} {
		o = OptionEffects{Tried: 120, Affected: tt.affected, Relevant: []Link{{"get-proof", 4, 23}, {"bvadd", 10, 12}}}
		if o.sift(40); o.General != tt.general || !o.General && (len(o.Relevant) != 1 || o.Relevant[0].Kind != "bvadd") {
			t.Errorf("%d affected: %+v", tt.affected, o)
		}
	}
	// One kind of many is linked by chance sooner than one of one.
	for kinds, links := range map[int]int{1: 1, 40: 0} {
		o = OptionEffects{Tried: 120, Affected: 12, Relevant: []Link{{"bvadd", 3, 8}}}
		if o.sift(kinds); o.General == (links > 0) || len(o.Relevant) != links {
			t.Errorf("of %d kinds: %+v", kinds, o)
		}
	}
}
