package covering

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/rng"
)

func anyFactor(int) bool { return true }

// levels draws factors with few values each.
func levels(t *rapid.T) []int {
	return rapid.SliceOfN(rapid.IntRange(0, 5), 2, 20).Draw(t, "levels")
}

// fill makes rows until there are none, and returns them. A row is refused if refuses says so.
func fill(t rapid.TB, a *Array, r *rng.Rand, size int, allowed func(int) bool, refuses func(row []int) bool) [][]int {
	t.Helper()
	var rows [][]int
	for n := uint64(0); ; n++ {
		row := a.Row(r.SplitN(n), size, allowed)
		if row == nil {
			return rows
		}
		if n > uint64(40*a.Possible()+100) {
			t.Fatal("it does not end")
		}
		rows = append(rows, row)
		a.Enter(row, refuses(row))
	}
}

func never([]int) bool { return false }

// Rows have at most one value of each factor, and are within their size. In the end, each pair was in one of them. The same seed makes the same rows.
func TestEveryPair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all, size, seed := levels(t), rapid.IntRange(2, 9).Draw(t, "size"), rapid.Uint64().Draw(t, "seed")
		a := New(all)
		rows := fill(t, a, rng.New(seed), size, anyFactor, never)
		had := map[[2]int]bool{}
		for _, row := range rows {
			if len(row) < 2 || len(row) > size {
				t.Fatalf("a row of %d values", len(row))
			}
			for i, v := range row {
				for _, w := range row[:i] {
					if a.factor[v] == a.factor[w] {
						t.Fatalf("%v has two values of factor %d", row, a.factor[v])
					}
					had[[2]int{w, v}] = true
				}
			}
		}
		want, before := 0, 0
		for _, n := range all {
			want, before = want+n*before, before+n
		}
		if len(had) != want || a.Covered() != want || a.Possible() != want || a.Refused() != 0 {
			t.Fatalf("%d pairs in rows, %d covered, %d refused of %d, which should be %d", len(had), a.Covered(), a.Refused(), a.Possible(), want)
		}
		if diff := cmp.Diff(rows, fill(t, New(all), rng.New(seed), size, anyFactor, never)); diff != "" {
			t.Fatalf("the same again:\n%s", diff)
		}
	})
}

// Each pair is covered or refused, whatever values and pairs a solver refuses; nothing that it accepts remains refused where rows are refused for
// single values.
func TestRefusals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := New(levels(t))
		if a.Values() < 2 {
			return
		}
		value := rapid.IntRange(0, a.Values()-1)
		bad, v, w := value.Draw(t, "bad"), value.Draw(t, "v"), value.Draw(t, "w")
		refuses := func(row []int) bool {
			return slices.Contains(row, bad) || slices.Contains(row, v) && slices.Contains(row, w)
		}
		fill(t, a, rng.New(rapid.Uint64().Draw(t, "seed")), rapid.IntRange(2, 6).Draw(t, "size"), anyFactor, refuses)
		if a.Covered()+a.Refused() != a.Possible() {
			t.Fatalf("%d covered and %d refused of %d", a.Covered(), a.Refused(), a.Possible())
		}
		for x := range a.factor {
			if x != bad && a.factor[x] != a.factor[bad] && has(a.covered, a.pair(x, bad)) {
				t.Fatalf("a refused row covered %d and %d", x, bad)
			}
		}
	})
}

// Only allowed factors are in rows, and an array that is saved at any time goes on as it was.
func TestSaved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all, seed := levels(t), rapid.Uint64().Draw(t, "seed")
		a := New(all)
		odd := func(f int) bool { return f%2 == 1 }
		for _, row := range fill(t, a, rng.New(seed), 4, odd, func(row []int) bool { return row[0]%3 == 0 }) {
			for _, v := range row {
				if !odd(int(a.factor[v])) {
					t.Fatalf("factor %d is not allowed", a.factor[v])
				}
			}
		}
		b := New(all)
		if err := b.Restore(a.Save()); err != nil {
			t.Fatal(err)
		}
		if b.Covered() != a.Covered() || b.Refused() != a.Refused() {
			t.Fatalf("%d and %d, not %d and %d", b.Covered(), b.Refused(), a.Covered(), a.Refused())
		}
		c := a.Clone()
		if diff := cmp.Diff(fill(t, a, rng.New(seed), 3, anyFactor, never), fill(t, b, rng.New(seed), 3, anyFactor, never)); diff != "" {
			t.Fatalf("restored:\n%s", diff)
		}
		fill(t, c, rng.New(seed), 3, anyFactor, never)
		if diff := cmp.Diff(a.Save(), c.Save()); diff != "" {
			t.Fatalf("cloned:\n%s", diff)
		}
		if err := New(append(all, 70)).Restore(a.Save()); err == nil {
			t.Fatal("the state of other factors")
		}
	})
}

// Rows of a few values need not many more than the least possible number: the rate is that of pairs in a row.
func TestFewRows(t *testing.T) {
	var all []int
	for i := range 60 {
		all = append(all, 1+i%3)
	}
	a := New(all)
	rows := fill(t, a, rng.New(1), 8, anyFactor, never)
	if least := a.Possible() / 28; len(rows) > 2*least {
		t.Errorf("%d rows for %d pairs; at least %d are needed", len(rows), a.Possible(), least)
	}
}

// BenchmarkRow makes the rows of the options of a large solver.
func BenchmarkRow(b *testing.B) {
	var all []int
	for i := range 300 {
		all = append(all, 1+i%4)
	}
	a := New(all)
	r := rng.New(1)
	for n := uint64(0); b.Loop(); n++ {
		a.Enter(a.Row(r.SplitN(n), 8, anyFactor), false)
	}
}
