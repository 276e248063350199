package campaign

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/testing/testdepth"
)

// TestWindow: a mutant is in the window when an earlier round of its pair ran it on all targets that it is for now.
func TestWindow(t *testing.T) {
	w := newWindow()
	w.enter(3, 1, ran{Targets: 0b011, Marks: []mark{7, 8}})
	w.enter(3, 2, ran{Targets: 0b100, Marks: []mark{7}})
	for _, tt := range []struct {
		name    string
		pair    int
		round   uint64
		mark    mark
		targets uint64
		want    bool
	}{
		{"the same targets", 3, 3, 7, 0b011, true},
		{"one of them", 3, 3, 8, 0b010, true},
		{"another target", 3, 3, 7, 0b100, true},
		{"never together", 3, 3, 7, 0b101, false},
		{"another text", 3, 3, 9, 0b011, false},
		{"another pair", 2, 3, 7, 0b011, false},
		{"a later round", 3, 1, 7, 0b011, false},
		{"the round between", 3, 2, 7, 0b011, true},
	} {
		if got := w.has(tt.pair, tt.round, tt.mark, tt.targets); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// chainOf is what was run of a chain with a number.
func chainOf(number, length int) ran {
	r := ran{Targets: 1}
	for i := range length {
		r.Marks = append(r.Marks, mark(number*length+i))
	}
	return r
}

// TestWindowIsBounded: the oldest chains are forgotten, both overall and within a pair.
func TestWindowIsBounded(t *testing.T) {
	const length = 20
	w := newWindow()
	chains := 2 * windowSize / (length + windowChain)
	for i := range chains {
		w.enter(i%5000, uint64(i/5000), chainOf(i, length))
	}
	if w.size > windowSize || w.size < windowSize-length-windowChain || len(w.order)*(length+windowChain) != w.size {
		t.Errorf("size %d of %d, %d chains", w.size, windowSize, len(w.order))
	}
	has := func(i int) bool { return w.has(i%5000, 1<<40, mark(i*length), 1) }
	if has(0) || has(chains/2-2) || !has(chains/2+2) || !has(chains-1) {
		t.Error("not the last chains")
	}

	w = newWindow()
	w.enter(1, 0, chainOf(0, length))
	for i := range 1000 {
		w.enter(0, uint64(i), chainOf(i, length))
	}
	if n := len(w.chains[0]); n != windowPair/length || !w.has(0, 2000, mark(999*length), 1) || w.has(0, 2000, mark(800*length), 1) || !w.has(1, 1, 0, 1) {
		t.Errorf("%d chains of one pair", n)
	}
	w.enter(0, 2000, chainOf(1, windowPair+1))
	if n := len(w.chains[0]); n != windowPair/length {
		t.Errorf("%d chains behind one that is too long", n)
	}
}

// TestWindowSaved: a window is the same after it was kept as the changes to it that it tells.
func TestWindowSaved(t *testing.T) {
	w := newWindow()
	saved := make(map[int64]pairChain)
	for i := range 3 * windowPair {
		w.enter(i%3, uint64(i/3), chainOf(i, 1+i%20))
		if i%100 > 0 && i < 3*windowPair-1 {
			continue
		}
		added, forgotten := w.changes()
		for _, c := range added {
			saved[c.number] = c
		}
		for _, number := range forgotten {
			delete(saved, number)
		}
	}
	got := newWindow()
	for _, number := range slices.Sorted(maps.Keys(saved)) {
		c := saved[number]
		got.restore(c.pair, c.round, c.ran, c.number)
	}
	if added, forgotten := got.changes(); len(added) != len(saved) || len(forgotten) > 0 || len(saved) == 3*windowPair {
		t.Errorf("%d chains of %d, %d forgotten", len(added), len(saved), len(forgotten))
	}
	if diff := cmp.Diff(w, got, cmp.AllowUnexported(window{}, ranChain{}), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-saved +restored):\n%s", diff)
	}
}

// few is a campaign without processes, whose engines make only six mutants of each seed.
func few(t *testing.T) Config {
	t.Helper()
	c := config(t, fake(t, "--answer=sat")...)
	c.Engines = []mutate.Engine{numbers{name: "one", span: 6}, numbers{name: "two", span: 6}}
	c.Seeds = nil
	for i := range 12 {
		c.Seeds = append(c.Seeds, numberSeed(fmt.Sprintf("x%d", i), 4))
	}
	c.Mutants, c.Runner, c.Fresh = 900, satisfied{}, satisfied{}
	return c
}

// ranTexts counts the runs on each text, and the mutants that were not run again.
type ranTexts struct {
	text    map[string]uint64
	runs    map[string]int
	names   []string
	repeats int
	full    func(mutants int)
}

func (r *ranTexts) Take(e event.Event) {
	switch e := e.(type) {
	case event.Mutant:
		if r.text == nil {
			r.text, r.runs = map[string]uint64{}, map[string]int{}
		}
		r.text[e.Mutant] = e.Text
		r.names = append(r.names, fmt.Sprint(e.Mutant, " ", e.Text))
		if e.Repeat {
			r.repeats++
		}
		if r.full != nil {
			r.full(len(r.names))
		}
	case event.Run:
		r.runs[fmt.Sprint(e.Engine, " ", r.text[e.Mutant])]++
	}
}

// TestRepeatsAreNotRunAgain: mutants that an earlier round of a seed and engine has run are made and named but not run, whatever the
// number of workers.
func TestRepeatsAreNotRunAgain(t *testing.T) {
	var want []string
	for _, jobs := range []int{1, 3} {
		c, seen := few(t), &ranTexts{}
		c.Jobs, c.Events = jobs, seen
		s := mustRun(t, c)
		slices.Sort(seen.names)
		if want == nil {
			want = seen.names
		}
		if diff := cmp.Diff(want, seen.names); diff != "" {
			t.Errorf("%d workers: mutants (-one +these):\n%s", jobs, diff)
		}
		const different = 2 * 12 * 6 // each engine's of each seed
		// A round that begins before the previous one has ended does not know what that one runs. Such rounds have a worker each.
		for text, n := range seen.runs {
			if n > jobs {
				t.Errorf("%d workers: %d runs on text %s", jobs, n, text)
			}
		}
		if len(seen.runs) != different || s.Stats.Mutants != c.Mutants || int64(seen.repeats) != c.Mutants-s.Stats.Calls {
			t.Errorf("%d workers: %d texts, %d calls, %d mutants, %d repeats", jobs, len(seen.runs), s.Stats.Calls, s.Stats.Mutants, seen.repeats)
		}
		again := s.Stats.Engines["one"].Again + s.Stats.Engines["two"].Again
		if of := s.Stats.Solvers[c.Targets[0].String()].Repeats; again != int64(seen.repeats) || of != again || s.Stats.Idle != again {
			t.Errorf("%d workers: %d by engine, %d by solver, %d idle, %d repeats", jobs, again, of, s.Stats.Idle, seen.repeats)
		}
	}
}

// TestWindowSurvives: a campaign that is ended and resumed, or killed in the middle of a chain, runs the same as in one go.
func TestWindowSurvives(t *testing.T) {
	whole := few(t)
	whole.Jobs = 1
	mustRun(t, whole)
	want := told(t, whole.Out)

	parts := few(t)
	parts.Jobs = 1
	for _, mutants := range []int64{5, 150, 151, 307, 900} {
		parts.Mutants = mutants
		mustRun(t, parts)
	}
	if diff := cmp.Diff(want, told(t, parts.Out)); diff != "" {
		t.Errorf("(-in one go +in parts):\n%s", diff)
	}

	// The contents of the folder at some moment are what a kill at that moment leaves. The sample has two of four moments.
	for _, at := range testdepth.Sample([]int{33, 498}, []int{1, 33, 205, 498}) {
		killed := few(t)
		killed.Jobs = 1
		left := filepath.Join(t.TempDir(), "left")
		killed.Events = &ranTexts{full: func(mutants int) {
			if mutants != at {
				return
			}
			if err := os.CopyFS(left, os.DirFS(killed.Out)); err != nil {
				t.Error(err)
			}
		}}
		mustRun(t, killed)
		killed.Out, killed.Events = left, nil
		s := mustRun(t, killed)
		if diff := cmp.Diff(want, told(t, left)); diff != "" {
			t.Errorf("killed at mutant %d, notes %q (-in one go +killed):\n%s", at, s.Notes, diff)
		}
	}
}

// TestPairsOfRepeatsGiveWay: pairs that only repeat themselves have their turns skipped.
func TestPairsOfRepeatsGiveWay(t *testing.T) {
	c := few(t)
	c.Jobs, c.Effort, c.Mutants = 1, effort.Adaptive, 400
	s := mustRun(t, c)
	if s.Effort.Passed[effort.NothingNew] == 0 || s.Effort.Seeds[effort.NothingNew] == 0 || s.Stats.Calls > 2*12*6 || s.Stats.Calls < 100 {
		t.Errorf("%+v, %d calls", s.Effort.Count, s.Stats.Calls)
	}
}

// BenchmarkWindow measures a full window: bytes held, and the cost of looking up and entering a chain.
func BenchmarkWindow(b *testing.B) {
	const length = 20
	next := 1 << 20
	for _, pairs := range []int{16_000, 1} {
		before := inUse()
		w := newWindow()
		for i := range 2 * windowSize / (length + windowChain) {
			w.enter(i%pairs, uint64(i/pairs), chainOf(i, length))
		}
		w.changes()
		held := max(0, int64(inUse())-int64(before))
		b.Run(fmt.Sprintf("%d pairs", pairs), func(b *testing.B) {
			b.ReportMetric(float64(held), "B-held")
			for i := range b.N {
				c := chainOf(next, length)
				next++
				for _, p := range c.Marks {
					if w.has(i%pairs, 1<<40, p, 1) {
						b.Fatal("known")
					}
				}
				w.enter(i%pairs, uint64(next), c)
				w.changes()
			}
		})
	}
}
