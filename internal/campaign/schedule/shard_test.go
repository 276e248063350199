package schedule

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// turns draws who is next, for any number of workers.
func turns(t *rapid.T) func(workers int) int {
	turn := rapid.Uint64().Draw(t, "turns")
	return func(workers int) int {
		turn = turn*6364136223846793005 + 1442695040888963407
		return int(turn>>33) % workers
	}
}

// The shards of a campaign run together what one process runs, each slot once, whatever their number, however many workers each has, and however often
// each is ended and restored.
func TestShardsPartitionTheSlots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Config{
			Random: rapid.Uint64().Draw(t, "random"), Seeds: rapid.IntRange(1, 24).Draw(t, "seeds"), Engines: rapid.IntRange(1, 7).Draw(t, "engines"),
			Longest: 4, Slots: rapid.Uint64Range(1, 200).Draw(t, "slots"),
		}
		n := rapid.IntRange(1, 9).Draw(t, "shards")
		length := func(at Slot) int {
			n := at.Seed + 3*at.Engine
			if at.Seed%2 == 0 { // otherwise none is none in all rounds: play excludes it
				n += int(at.Round)
			}
			return n % 5
		}
		pick := turns(t)
		want := sorted(play(New(c), 1, 0, pick, length))
		var got []ran
		owners := make(map[int]int)
		for i := range n {
			c.Shard = Shard{i, n}
			s := New(c)
			for _, stop := range rapid.SliceOfN(rapid.IntRange(1, 20), 0, 2).Draw(t, "stops") {
				got = append(got, play(s, rapid.IntRange(1, 4).Draw(t, "workers"), stop, pick, length)...)
				saved := s.Save()
				s = New(c)
				s.Restore(saved)
			}
			got = append(got, play(s, rapid.IntRange(1, 4).Draw(t, "workers"), 0, pick, length)...)
			if len(s.passed)+len(s.slots) > 0 && s.Done() == c.Slots {
				t.Fatalf("shard %s: %d slots and %d stretches of others are remembered after all were done", c.Shard, len(s.slots), len(s.passed))
			}
			owned := 0
			for seed := range c.Seeds {
				for engine := range c.Engines {
					if s.Owns(Slot{Seed: seed, Engine: engine}) {
						owners[seed*c.Engines+engine]++
						owned++
					}
				}
			}
			if owned != c.Pairs() {
				t.Fatalf("shard %s has %d pairs, and says %d", c.Shard, owned, c.Pairs())
			}
		}
		for pair := range c.Seeds * c.Engines {
			if owners[pair] != 1 {
				t.Fatalf("pair %d belongs to %d shards", pair, owners[pair])
			}
		}
		if diff := cmp.Diff(want, sorted(got)); diff != "" {
			t.Fatalf("mutants (-one process +%d shards):\n%s", n, diff)
		}
	})
}

// Each shard of a campaign with few seeds has every engine, as far as there is enough for that, and their sizes differ by one pair.
func TestFewSeedsAreDealtByPairs(t *testing.T) {
	c := Config{Seeds: 7, Engines: 7}
	for i := range 7 {
		c.Shard = Shard{i, 7}
		engines := make(map[int]bool)
		for seed := range c.Seeds {
			for engine := range c.Engines {
				if c.owns(seed, engine) {
					engines[engine] = true
				}
			}
		}
		if len(engines) != 7 || c.Pairs() != 7 {
			t.Errorf("shard %s has %d engines and %d pairs", c.Shard, len(engines), c.Pairs())
		}
	}
}

// Slots of other shards are passed over without being remembered one by one, also while an early slot is not done; and they stay passed over after a restart.
func TestPassedSlotsAreCheap(t *testing.T) {
	const seeds, n = 5000, 1000
	c := Config{Random: 1, Seeds: seeds, Engines: 2, Longest: 2, Shard: Shard{7, n}}
	s := New(c)
	slow, ok := s.Next(nil)
	if !ok {
		t.Fatal("no slot")
	}
	for range 400 {
		a, ok := s.Next(nil)
		if !ok {
			t.Fatal("no slot")
		}
		s.Count(a.Slot, 1)
		s.Ran(a.Slot, 0)
	}
	if reached := s.Reached(); reached < 300*n {
		t.Fatalf("400 slots of one in %d shards reached only slot %d", n, reached)
	}
	if len(s.slots)+len(s.passed) > 1000 {
		t.Errorf("%d slots and %d stretches are remembered", len(s.slots), len(s.passed))
	}
	if saved := s.Save(); len(saved.Begun) != 400 || saved.Done > slow.Number {
		t.Errorf("saved: %d begun, %d done", len(saved.Begun), saved.Done)
	}
	s.Count(slow.Slot, 1)
	s.Ran(slow.Slot, 0)
	if len(s.slots)+len(s.passed) != 0 || s.Save().Mutants != 401 {
		t.Errorf("%d slots, %d stretches, %d mutants", len(s.slots), len(s.passed), s.Save().Mutants)
	}
}

// A shard without a pair has nothing to do, and one whose pairs yield nothing ends after two rounds of its own.
func TestShardsEnd(t *testing.T) {
	c := Config{Seeds: 2, Engines: 2, Longest: 2, Shard: Shard{4, 5}}
	if _, ok := New(c).Next(nil); ok || !New(c).Exhausted() {
		t.Error("the fifth shard of four pairs has something to do")
	}
	c.Shard = Shard{1, 4}
	s, n := New(c), 0
	for a, ok := s.Next(nil); ok; a, ok = s.Next(nil) {
		n++
		s.Count(a.Slot, 0)
	}
	if n != 3 {
		t.Errorf("a shard with one pair that yields nothing was handed out %d slots", n)
	}
}

// Slots of a shard can be extended across those of others.
func TestExtendInAShard(t *testing.T) {
	s := New(Config{Random: 1, Seeds: 3, Engines: 3, Longest: 2, Shard: Shard{0, 2}})
	var all []Slot
	for range 3 {
		a, _ := s.Next(nil)
		s.Count(a.Slot, 2)
		all = append(all, a.Slot)
	}
	s.Ran(all[0], 0)
	if !s.Extend(all[0], 4) {
		t.Fatal("there is no limit")
	}
	for i, at := range all {
		for k := range []int{4, 2, 2}[i] {
			s.Ran(at, k)
		}
	}
	if st := s.Save(); st.Mutants != 8 || len(st.Begun) != 0 {
		t.Errorf("%+v", st)
	}
}

func TestParseShard(t *testing.T) {
	for text, want := range map[string]Shard{"": {}, "1/1": {}, "1/4": {0, 4}, "4/4": {3, 4}} {
		got, err := ParseShard(text)
		if err != nil || got != want || want.Of > 1 && got.String() != text {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"0/4", "5/4", "4", "1/0", "-1/4", "a/b", "1/4/2", "1/10000000"} {
		if _, err := ParseShard(text); err == nil {
			t.Errorf("%q is a shard", text)
		}
	}
}
