package idle

import (
	"fmt"
	"slices"
	"sync"
	"testing"
)

// kit is a pool of numbers that records those that are ended.
func kit(most int) (p *Pool[string, int], ended func() []int) {
	var mu sync.Mutex
	var out []int
	p = New[string](most, func(n int) {
		mu.Lock()
		defer mu.Unlock()
		out = append(out, n)
	})
	return p, func() []int {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(out)
	}
}

// TestOrder: the one put back last is taken first, and the one that waited longest makes room.
func TestOrder(t *testing.T) {
	p, ended := kit(3)
	for _, c := range []string{"a", "b", "b"} {
		if n, ok := p.Take(c); ok {
			t.Fatalf("an empty pool has %d", n)
		}
	}
	p.Put("b", 3)
	p.Put("a", 1)
	p.Put("b", 2)
	if n, ok := p.Take("b"); !ok || n != 2 {
		t.Errorf("taken %d, %v, not the one put back last", n, ok)
	}
	if _, ok := p.Take("c"); ok || !slices.Equal(ended(), []int{3}) {
		t.Errorf("ended %v, not the one that waited longest", ended())
	}
	if _, ok := p.Take("c"); ok || !slices.Equal(ended(), []int{3, 1}) {
		t.Errorf("ended %v", ended())
	}
	if _, ok := p.Take("c"); ok || len(ended()) != 2 || p.Len() != 4 {
		t.Errorf("ended %v of what is in use, %d left", ended(), p.Len())
	}
}

// TestForgets: a pool does not remember a class without things.
func TestForgets(t *testing.T) {
	p, _ := kit(2)
	for i := range 100 {
		c := fmt.Sprint(i)
		if p.Has(c) {
			t.Fatalf("there is something of %s", c)
		}
		p.Take(c)
		if !p.Has(c) {
			t.Fatalf("what is in use of %s is forgotten", c)
		}
		switch i % 3 {
		case 0:
			p.Lost(c)
		case 1:
			p.Put(c, i) // until others crowd it out
		case 2:
			p.Put(c, i)
			p.Take(c)
			p.Lost(c)
		}
	}
	if len(p.shelves) > 2 {
		t.Errorf("%d shelves for %d things", len(p.shelves), p.Len())
	}
	p.Close()
	if len(p.shelves) > 0 || p.Len() != 0 {
		t.Errorf("%d shelves, %d things after the end", len(p.shelves), p.Len())
	}
}

// TestClose: what waits is ended at once, what is in use when it is put back.
func TestClose(t *testing.T) {
	p, ended := kit(4)
	p.Take("a")
	p.Take("a")
	p.Put("a", 1)
	p.Close()
	if !slices.Equal(ended(), []int{1}) {
		t.Errorf("ended %v", ended())
	}
	p.Put("a", 2)
	if !slices.Equal(ended(), []int{1, 2}) || p.Len() != 0 || p.Has("a") {
		t.Errorf("ended %v, %d left", ended(), p.Len())
	}
}

// TestTogether: each thing belongs to one goroutine at a time, and each that is made is ended once.
func TestTogether(t *testing.T) {
	type thing struct{ uses int }
	var mu sync.Mutex
	made, ended := 0, map[*thing]int{}
	p := New[int](3, func(x *thing) {
		mu.Lock()
		defer mu.Unlock()
		ended[x]++
	})
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 500 {
				c := (g + i) % 5
				x, ok := p.Take(c)
				if !ok {
					if i%7 == 0 {
						p.Lost(c)
						continue
					}
					x = &thing{}
					mu.Lock()
					made++
					mu.Unlock()
				}
				x.uses++ // the race detector notices when two have it
				p.Put(c, x)
			}
		})
	}
	wg.Wait()
	p.Close()
	for x, n := range ended {
		if n != 1 {
			t.Errorf("%p was ended %d times", x, n)
		}
	}
	if len(ended) != made || p.Len() != 0 {
		t.Errorf("%d made, %d ended, %d left", made, len(ended), p.Len())
	}
}
