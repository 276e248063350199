package campaign

import (
	"slices"
	"testing"

	"github.com/assay-smt/assay/internal/campaign/store"
)

// However long a campaign runs, and however irregularly it saves, its samples are few, in order, and no further apart than they need to be.
func TestSamplesAreBounded(t *testing.T) {
	for _, step := range []float64{5, 7.3, 61} {
		s, kept := newSampler(), []int64{}
		for at := 0.0; at < 30*86400; at += step {
			number, ok := s.next(at, false)
			if !ok {
				continue
			}
			if len(kept) > 0 && number <= kept[len(kept)-1] {
				t.Fatalf("after %g s: sample %d comes after %d", at, number, kept[len(kept)-1])
			}
			s.last, kept = number, append(kept, number)
			if stride := s.thins(at); stride > 0 {
				kept = slices.DeleteFunc(kept, func(n int64) bool { return n%stride != 0 })
			}
			if len(kept) > maxSamples {
				t.Fatalf("after %g s: %d samples", at, len(kept))
			}
		}
		if len(kept) < maxSamples/3 || kept[0] != 0 {
			t.Errorf("every %g s: %d samples from %d on", step, len(kept), kept[0])
		}
	}
}

// A session ends with a sample, and the next one goes on behind it, also after the database was damaged.
func TestSamplesGoOn(t *testing.T) {
	s := newSampler()
	if n, ok := s.next(3, false); !ok || n != 0 {
		t.Errorf("the first: %d, %v", n, ok)
	}
	s.last = 0
	if _, ok := s.next(4.9, false); ok {
		t.Error("a sample that is not due")
	}
	if n, ok := s.next(4.9, true); !ok || n != 0 {
		t.Errorf("the end: %d, %v", n, ok)
	}
	rows := []store.Sample{{Number: 0}, {Number: 12}}
	next := newSampler()
	next.restore(rows, false)
	if n, ok := next.next(61, false); ok {
		t.Errorf("sample %d once more", n)
	}
	if len(next.lost) != 2 {
		t.Errorf("%d samples go into the new database", len(next.lost))
	}
}

// The history of a campaign survives its end, over all sessions, and agrees with its figures.
func TestHistory(t *testing.T) {
	c := config(t, fake(t, "--answer=sat")...)
	c.Mutants = 10
	mustRun(t, c)
	c.Mutants = 30
	sum := mustRun(t, c)
	st, err := LoadState(c.Out)
	if err != nil || len(st.Samples) == 0 {
		t.Fatalf("%d samples, %v", len(st.Samples), err)
	}
	last := st.Samples[len(st.Samples)-1]
	if last.Mutants != 30 || last.Runs != sum.Stats.Calls || last.Session != 2 || last.Findings != int64(len(sum.Findings)) || last.At.IsZero() {
		t.Errorf("%+v at the end of %+v", last, sum.Stats)
	}
	var mutants int64
	for _, e := range last.Engines {
		mutants += e.Mutants
	}
	if mutants != 30 || len(last.CPU) == 0 {
		t.Errorf("%d mutants of engines, %v", mutants, last.CPU)
	}
	for _, f := range sum.Findings {
		if at, ok := st.FoundAt[f.Signature]; !ok || at < 0 || at > st.Stats.Seconds {
			t.Errorf("%s was found after %g s, %v", f.Signature, at, ok)
		}
	}
}
