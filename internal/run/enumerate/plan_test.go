package enumerate

import (
	"testing"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate/kit/termspace"
	"github.com/assay-smt/assay/smt/theory"
)

func bitvectors(t *testing.T) *termspace.Space {
	t.Helper()
	topic, _ := termspace.TopicOf("bitvectors")
	s, err := termspace.New(&topic, theory.Builtin(), []theory.Release{{Name: "z3"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestBatches: the batches of a plan have each number of each cell and size once, or as many as the limit says, and come by size.
func TestBatches(t *testing.T) {
	s := bitvectors(t)
	for _, limit := range []uint64{0, 1, 100} {
		p := Plan{Size: 2, Limit: limit}
		all := p.Batches(s)
		type place struct{ cell, size int }
		seen := make(map[place]map[uint64]bool)
		size := 1
		for _, b := range all {
			if b.Size < size {
				t.Fatalf("size %d comes after %d", b.Size, size)
			}
			size = b.Size
			at := place{b.Cell, b.Size}
			if seen[at] == nil {
				seen[at] = make(map[uint64]bool)
			}
			err := p.numbers(s, b, func(n uint64) error {
				if seen[at][n] {
					t.Fatalf("%s: number %d comes twice", s.Cells[b.Cell].Label, n)
				}
				seen[at][n] = true
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for i, c := range s.Cells {
			for size := 1; size <= 2; size++ {
				want := s.Numbers(c, size)
				if limit > 0 {
					want = min(want, limit)
				}
				if got := len(seen[place{i, size}]); uint64(got) != want {
					t.Errorf("limit %d: %s, size %d: %d numbers, want %d", limit, c.Label, size, got, want)
				}
			}
		}
	}
}

// TestHands: hands have four batches each and go through all operators and sizes, then through them again with the next terms.
func TestHands(t *testing.T) {
	s := bitvectors(t)
	deck := 0
	for _, c := range s.Cells {
		for size := 1; size <= 2; size++ {
			if s.Numbers(c, size) > 0 {
				deck++
			}
		}
	}
	type place struct{ cell, size int }
	seen, times := make(map[place]map[uint64]bool), make(map[place]int)
	for hand := 1; hand*4 <= 2*deck; hand++ {
		p := Plan{Size: 2, Limit: 3, Hand: hand}
		all := p.Batches(s)
		if len(all) != 4 {
			t.Fatalf("hand %d has %d batches", hand, len(all))
		}
		for _, b := range all {
			at := place{b.Cell, b.Size}
			times[at]++
			if seen[at] == nil {
				seen[at] = make(map[uint64]bool)
			}
			had, got := len(seen[at]), 0
			if err := p.numbers(s, b, func(n uint64) error {
				seen[at][n] = true
				got++
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			numbers := s.Numbers(s.Cells[b.Cell], b.Size)
			if uint64(got) != min(3, numbers) || numbers >= 6 && len(seen[at]) != had+3 {
				t.Fatalf("%s, size %d: %d numbers, %d of them new", s.Cells[b.Cell].Label, b.Size, got, len(seen[at])-had)
			}
		}
	}
	if len(times) != deck {
		t.Errorf("%d of %d operators and sizes were dealt", len(times), deck)
	}
}

// TestCovers: a finding explains what has its operators, is asked in the same way and looks the same.
func TestCovers(t *testing.T) {
	wrong, crash := kind{class: oracle.RefutationSoundness}, kind{oracle.CrashClass, "crash/z3/here"}
	f := Finding{Suspect: Suspect{Ask: Value, Operators: []string{"=", "f"}}, Class: oracle.RefutationSoundness, Signature: "refutation-soundness/z3/QF_S"}
	crashed := f
	crashed.Class, crashed.Signature = crash.class, crash.signature
	turned := f
	turned.was = map[kind]int{crash: mostVain}
	suspected := f
	suspected.Suspected = true
	leaf := f
	leaf.Operators = nil
	for _, tt := range []struct {
		name string
		f    *Finding
		s    Suspect
		want bool
	}{
		{"the same", &f, Suspect{Ask: Value, Operators: []string{"=", "f"}, kind: wrong}, true},
		{"more operators", &f, Suspect{Ask: Value, Operators: []string{"=", "f", "g"}, kind: wrong}, true},
		{"fewer operators", &f, Suspect{Ask: Value, Operators: []string{"f"}, kind: wrong}, false},
		{"another question", &f, Suspect{Ask: Fixed, Operators: []string{"=", "f"}, kind: wrong}, false},
		{"several together", &f, Suspect{Ask: Value, Operators: []string{"=", "f"}, Together: 2, kind: wrong}, false},
		{"another class", &f, Suspect{Ask: Value, Operators: []string{"=", "f"}, kind: crash}, false},
		{"another class, of a crash", &crashed, Suspect{Ask: Value, Operators: []string{"=", "f"}, kind: wrong}, false},
		{"the same crash", &crashed, Suspect{Ask: Value, Operators: []string{"=", "f"}, kind: crash}, true},
		{"another crash", &crashed, Suspect{Ask: Value, Operators: []string{"=", "f"}, kind: kind{oracle.CrashClass, "crash/z3/there"}}, false},
		{"it turned out to be the same several times", &turned, Suspect{Ask: Value, Operators: []string{"=", "f"}, kind: crash}, true},
		{"only suspected", &suspected, Suspect{Ask: Value, Operators: []string{"=", "f"}, kind: wrong}, false},
		{"without operators", &leaf, Suspect{Ask: Value, Operators: []string{"=", "f"}, kind: wrong}, false},
		{"both without operators", &leaf, Suspect{Ask: Value, kind: wrong}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.f.covers(&tt.s); got != tt.want {
				t.Errorf("%v", got)
			}
		})
	}
}
