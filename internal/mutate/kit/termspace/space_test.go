package termspace_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/termspace"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

var newest = []theory.Release{{Name: "z3"}, {Name: "cvc5"}, {Name: "bitwuzla"}, {Name: "yices2"}}

func spaceOf(t *testing.T, topic string, solver theory.Release) *termspace.Space {
	t.Helper()
	of, ok := termspace.TopicOf(topic)
	if !ok {
		t.Fatalf("no topic %s", topic)
	}
	s, err := termspace.New(&of, theory.Builtin(), []theory.Release{solver}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCounts makes all terms of one and two operators: no two numbers have the same term, each term has the size, and there are as many as was said.
func TestCounts(t *testing.T) {
	for _, topic := range []string{"core", "fields", "arrays", "bitvectors"} {
		t.Run(topic, func(t *testing.T) {
			s := spaceOf(t, topic, theory.Release{Name: "z3"})
			seen := make(map[*term.Term]bool)
			for _, c := range s.Cells {
				for size := 1; size <= 2; size++ {
					if s.Numbers(c, size) > 20_000 {
						continue
					}
					n := uint64(0)
					for k := range s.Numbers(c, size) {
						x, err := s.Term(c, size, k)
						if err != nil {
							t.Fatal(err)
						}
						if x == nil {
							continue
						}
						n++
						if seen[x] {
							t.Fatalf("%s: %s comes twice", c.Label, x)
						}
						seen[x] = true
						if got := sizeOf(x); got != size {
							t.Fatalf("%s has %d operators, want %d", x, got, size)
						}
					}
					if want := s.Terms(c, size); n != want {
						t.Errorf("%s, size %d: %d terms, and %d are counted", c.Label, size, n, want)
					}
				}
			}
			if len(seen) == 0 {
				t.Error("no terms")
			}
		})
	}
}

// sizeOf counts the operators of a term whose constants have none.
func sizeOf(t *term.Term) int {
	if len(t.Args()) == 0 {
		return 0
	}
	n := 1
	for _, a := range t.Args() {
		n += sizeOf(a)
	}
	return n
}

// TestTopics: each topic can be read, has cells for one of the newest solvers at least, samples, and no sort with more variables than Terms can tell apart.
func TestTopics(t *testing.T) {
	for _, topic := range termspace.Topics() {
		t.Run(topic.Name, func(t *testing.T) {
			made := 0
			for _, solver := range newest {
				s, err := termspace.New(&topic, theory.Builtin(), []theory.Release{solver}, nil)
				if err != nil {
					continue // the solver has not all of its sorts
				}
				made++
				if len(s.Cells) == 0 {
					t.Errorf("%s: no operators", solver.Name)
				}
				of := make(map[string]int)
				for _, v := range s.Variables {
					if of[v.Result.String()]++; of[v.Result.String()] > 2 {
						t.Errorf("more than two variables of sort %s", v.Result)
					}
				}
				got := s.Samples(rng.New(1), 40)
				if len(got.Models) == 0 || len(got.Models) > 40 || len(got.Values) != len(got.Models) {
					t.Errorf("%d samples and %d lists of values", len(got.Models), len(got.Values))
				}
			}
			if made == 0 {
				t.Error("no solver has it")
			}
		})
	}
}

// TestSamples: few interpretations of finite sorts are all there are.
func TestSamples(t *testing.T) {
	for _, tt := range []struct {
		topic string
		want  int
		all   bool
	}{{"core", 4, true}, {"bitvectors", 32, true}, {"fields", 9, true}, {"ints", 40, false}, {"strings", 40, false}} {
		got := spaceOf(t, tt.topic, theory.Release{Name: "cvc5"}).Samples(rng.New(1), 40)
		if len(got.Models) != tt.want || got.All != tt.all {
			t.Errorf("%s: %d samples, all %v; want %d, %v", tt.topic, len(got.Models), got.All, tt.want, tt.all)
		}
	}
}

// TestWalk: a walk visits each number once, and its beginning is spread over all of them.
func TestWalk(t *testing.T) {
	for n := uint64(1); n < 300; n++ {
		step := termspace.Stride(n)
		seen := make(map[uint64]bool)
		for k := range n {
			seen[termspace.Visit(k, step, n)] = true
		}
		if len(seen) != int(n) {
			t.Fatalf("%d of %d numbers are visited", len(seen), n)
		}
	}
	const many = termspace.Many
	tenths := make(map[uint64]bool)
	for k := range uint64(30) {
		v := termspace.Visit(k, termspace.Stride(many), many)
		if v >= many {
			t.Fatalf("%d is too large", v)
		}
		tenths[v/(many/10)] = true
	}
	if len(tenths) < 10 {
		t.Errorf("the first numbers are in %d of ten parts", len(tenths))
	}
}

// TestRestriction: other operators are only inside of terms.
func TestRestriction(t *testing.T) {
	of, _ := termspace.TopicOf("strings")
	s, err := termspace.New(&of, theory.Builtin(), []theory.Release{{Name: "z3"}}, termspace.Restriction{"str.at"})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Cells) != 1 || s.Cells[0].Name != "str.at" {
		t.Fatalf("%d cells", len(s.Cells))
	}
	if n := s.Numbers(s.Cells[0], 2); n <= s.Numbers(s.Cells[0], 1) {
		t.Errorf("%d terms of two operators", n)
	}
}
