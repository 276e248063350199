package weaken

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// prepared returns the source of a script of n assertions of different sizes; the rules that apply to some of them differ from those that apply to the rest.
func prepared(t *testing.T, n int) *source {
	t.Helper()
	var b strings.Builder
	b.WriteString("(set-info :status sat)(declare-const p Bool)(declare-const q Bool)(declare-const x Int)")
	for i := range n {
		switch {
		case i%97 == 3:
			fmt.Fprintf(&b, "(assert (or q (> x %d)))", i)
		case i%2 == 0:
			fmt.Fprintf(&b, "(assert (or p%s))", strings.Repeat(" (and p q)", i%5+1))
		default:
			fmt.Fprintf(&b, "(assert (and p (= x %d)))", i)
		}
	}
	b.WriteString("(check-sat)")
	seed, err := mutate.Read(seeds.New("s", b.String()), theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Prepare(t.Context(), seed, mutate.Env{})
	if err != nil {
		t.Fatal(err)
	}
	return s.(*source)
}

// TestCommandsByWeight: among few assertions and among many, each one to which a rule applies is chosen as often as its weight says.
func TestCommandsByWeight(t *testing.T) {
	for _, n := range []int{150, 1000} {
		s := prepared(t, n)
		f := s.field
		for _, t2 := range f.roots {
			f.of.of(t2)
		}
		all := f.applicable()
		// The rules for all, for many and for few assertions.
		tried := map[int]bool{}
		for k := range all.len() {
			rule := all.at(k)
			var parts []part
			for i, root := range f.roots {
				if l := f.of.of(root); l.inside[f.to].has(rule) {
					parts = append(parts, part{i, l.places})
				}
			}
			if tried[len(parts)] {
				continue
			}
			tried[len(parts)] = true
			const draws = 20_000
			count := make([]int, len(f.roots))
			r := rng.New(uint64(k))
			for range draws {
				c, _ := slices.BinarySearch(f.commands, f.command(r, rule))
				count[c]++
			}
			sum := 0
			x := 0.0
			for _, p := range parts {
				want := draws * p.places / weight(parts)
				x += (float64(count[p.index]) - want) * (float64(count[p.index]) - want) / want
				sum += count[p.index]
			}
			if sum != draws {
				t.Errorf("of %d assertions: rule %d: %d draws hit an assertion to which it does not apply", n, rule, draws-sum)
			}
			// Wilson and Hilferty's approximation: beyond 5.2 standard deviations once in 10^7 times.
			if k := float64(len(parts) - 1); k > 0 {
				if z := (math.Cbrt(x/k) - (1 - 2/(9*k))) / math.Sqrt(2/(9*k)); math.Abs(z) > 5.2 {
					t.Errorf("of %d assertions, %d for rule %d: chi square %.1f, z = %.1f", n, len(parts), rule, x, z)
				}
			}
		}
		if len(tried) < 3 {
			t.Errorf("rules apply to %v assertions only", tried)
		}
	}
}

// TestFieldFollows: what is known about the current script is what a fresh field finds, on walks and back at the seed.
func TestFieldFollows(t *testing.T) {
	s := prepared(t, 300)
	r := rng.New(5)
	for step := range 130 {
		m, err := s.Next(r)
		if err != nil {
			t.Fatal(err)
		}
		fresh := newField(s.applicabilities, s.direction, m.Script)
		if !slices.Equal(s.field.roots, fresh.roots) || !slices.Equal(s.field.applicable(), fresh.applicable()) {
			t.Fatalf("step %d: the field is not that of the script", step)
		}
		for g := range fresh.groups {
			if s.field.groups[g].places != fresh.groups[g].places {
				t.Fatalf("step %d: group %d has %g places, not %g", step, g, s.field.groups[g].places, fresh.groups[g].places)
			}
		}
		var roots []*term.Term
		for _, c := range m.Script.Commands {
			if c.Kind == script.Assert {
				roots = append(roots, c.Terms[0])
			}
		}
		distinct := 0
		term.Walk(roots, func(*term.Term) bool {
			distinct++
			return true
		})
		if distinct > s.at.terms {
			t.Fatalf("step %d: %d terms, at most %d were expected", step, distinct, s.at.terms)
		}
	}
	if s.restart(); !slices.Equal(s.field.roots, s.field.seed) {
		t.Error("back at the seed, the field is different")
	}
}
