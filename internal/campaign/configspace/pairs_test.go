package configspace

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/solver/options"
)

// mixed is a space of truth values, modes and numbers.
func mixed(t rapid.TB) *Space {
	t.Helper()
	c := &options.Catalogue{Options: []options.Option{
		{Name: "a", Kind: options.Bool, Default: "true"},
		{Name: "count", Kind: options.Uint, Default: "10"},
		{Name: "late", Kind: options.Bool, Default: "false"},
		{Name: "level", Kind: options.Mode, Values: []string{"0", "1", "2"}, Default: "1"},
		{Name: "mode", Kind: options.Mode, Values: []string{"a", "b", "c", "d"}, Default: "a"},
		{Name: "rate", Kind: options.Double, Default: "0.5"},
		{Name: "z", Kind: options.Bool, Default: "false"},
	}}
	s := NewSpace(c, []string{"z", "mode", "count", "a", "level", "rate", "late"})
	if s.Len() != 7 {
		t.Fatalf("%d options", s.Len())
	}
	return s
}

// A search that draws rows has all pairs of settings in the end, but those that are refused. What is recorded makes another Pairs know the same,
// also after it was saved and restored.
func TestPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := mixed(t)
		p, copied := NewPairs(s), NewPairs(s)
		r := rng.New(rapid.Uint64().Draw(t, "seed"))
		refuses := func(settings []options.Setting) bool {
			both := 0
			for _, set := range settings {
				if set.Name == "z" || set == (options.Setting{Name: "mode", Value: "c"}) {
					both++
				}
			}
			return both == 2
		}
		for n := uint64(0); ; n++ {
			search := s.Search(r.SplitN(n), Strategy{Offspring: 10, Draw: func(r *rng.Rand) []options.Setting { return p.Row(r, s) }})
			taught := false
			for {
				settings, ok := search.Next()
				if !ok {
					break
				}
				refused := refuses(settings)
				if tried := p.Tried(settings, refused); tried != "" {
					p.Enter(tried)
					copied.Enter(tried)
					taught = taught || !refused
				}
				search.Report(Outcome{Refused: refused, Behaviour: 1})
			}
			if n%3 == 0 {
				again := NewPairs(s)
				if err := again.Restore(copied.Save()); err != nil {
					t.Fatal(err)
				}
				copied = again.Clone()
			}
			if p.Row(r, s) == nil {
				break
			}
			if n > 400 {
				t.Fatalf("%+v after %d searches", p.Count(), n)
			}
		}
		got := p.Count()
		if got.Covered+got.Refused != got.Possible || got.Refused < 1 || got.Covered < got.Possible*3/4 {
			t.Fatalf("%+v", got)
		}
		if other := copied.Count(); other != got {
			t.Fatalf("from the records: %+v, not %+v", other, got)
		}
	})
}

// Rows keep to a smaller space.
func TestPairsWithin(t *testing.T) {
	s := mixed(t)
	p := NewPairs(s)
	small := s.filter(func(name string) bool { return name == "z" || name == "level" || name == "rate" })
	for n := uint64(0); ; n++ {
		row := p.Row(rng.New(n), small)
		if row == nil {
			break
		}
		for _, set := range row {
			if set.Name != "z" && set.Name != "level" && set.Name != "rate" {
				t.Fatalf("%v", row)
			}
		}
		p.Enter(p.Tried(row, false))
	}
	if got := p.Count(); got.Covered == 0 || got.Covered == got.Possible {
		t.Errorf("%+v", got)
	}
}

// What was saved about other options is not taken over.
func TestPairsOfOtherOptions(t *testing.T) {
	s := mixed(t)
	p := NewPairs(s)
	p.Enter(p.Tried(p.Row(rng.New(1), s), false))
	q := NewPairs(s.filter(func(name string) bool { return name != "a" }))
	if err := q.Restore(p.Save()); err == nil || q.Count().Covered != 0 {
		t.Errorf("%v, %+v", err, q.Count())
	}
}

// What is no record changes nothing.
func TestHostileRecords(t *testing.T) {
	p := NewPairs(mixed(t))
	for _, text := range []Tried{"", "!", "x", "1 x", "-1 -2", "99999 1", "!-7", "18446744073709551616 1"} {
		p.Enter(text)
	}
	if got := p.Count(); got.Covered != 0 {
		t.Errorf("%+v", got)
	}
}
