package synth_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

func grower(s *script.Script, o synth.Growth, dialects ...string) *synth.Grower {
	return synth.NewGrower(synth.NewCatalog(s.Store.Table, nil, targets(dialects...)), s.Store, synth.NewPool(s), o)
}

// has reports whether every target has the sort.
func has(s *script.Script, want *sorts.Sort, dialects []string) bool {
	return synth.SortsOf(s.Store.Table, targets(dialects...)).Has(want)
}

// TestTermsAreWellSorted makes terms of every sort for several sets of targets, and reads them back.
func TestTermsAreWellSorted(t *testing.T) {
	for _, dialects := range [][]string{{"z3", "cvc5"}, {"z3"}, {"cvc5"}, {"cvc4"}, {"bitwuzla"}, {"yices2", "smtinterpol"}, {"boolector"}} {
		t.Run(strings.Join(dialects, " "), func(t *testing.T) {
			s := mutatetest.Script(t, prelude())
			g := grower(s, synth.Growth{}, dialects...)
			pool := synth.NewPool(s)
			r := rng.New(1)
			for _, want := range pool.Sorts() {
				var made []*term.Term
				for range 60 {
					x := g.Term(r, want, end(s))
					if x == nil {
						continue
					}
					if x.Sort() != want {
						t.Fatalf("%s of sort %s", x, x.Sort())
					}
					made = append(made, x)
				}
				if (len(made) > 0) != has(s, want, dialects) {
					t.Errorf("%d terms of sort %s", len(made), want)
				}
				isOver(t, s, made...)
			}
		})
	}
}

// levels returns how deep operators nest, not counting those of constants.
func levels(t *term.Term) int {
	d := 0
	if len(t.Args()) == 0 || !t.HasUser() && len(t.Free()) == 0 && t.Size() <= 6 {
		return 0
	}
	for _, a := range t.Args() {
		d = max(d, levels(a))
	}
	return d + 1
}

// TestBounds: terms are at most as deep and as large as allowed, and some reach the bounds.
func TestBounds(t *testing.T) {
	s := mutatetest.Script(t, prelude()) // no subterms that could be leaves
	for _, tt := range []struct{ depth, nodes int }{{0, 0}, {1, 40}, {2, 7}, {5, 5}, {3, 1}, {8, 200}} {
		t.Run(fmt.Sprint(tt.depth, tt.nodes), func(t *testing.T) {
			g := grower(s, synth.Growth{Depth: tt.depth, Nodes: tt.nodes})
			depth, nodes := tt.depth, tt.nodes
			if depth == 0 {
				depth, nodes = synth.DefaultDepth, synth.DefaultNodes
			}
			deepest, largest := 0, 0
			r := rng.New(1)
			for range 3000 {
				x := g.Term(r, rng.Pick(r, []*sorts.Sort{sorts.Bool, sorts.Int, sorts.Real, sorts.String}), end(s))
				if x == nil {
					t.Fatal("no term")
				}
				if levels(x) > depth || x.Size() > nodes {
					t.Fatalf("%d levels, %d nodes: %s", levels(x), x.Size(), x)
				}
				deepest, largest = max(deepest, levels(x)), max(largest, x.Size())
			}
			if possible := min(depth, nodes-1); deepest < min(possible, 5) || largest < min(nodes, depth*8)-1 {
				t.Errorf("at most %d levels and %d nodes", deepest, largest)
			}
		})
	}
}

// TestSizesAreModest: terms are neither trivial nor large. Those of arrays of arrays are the largest, with 20 nodes on average.
func TestSizesAreModest(t *testing.T) {
	s := mutatetest.Script(t, prelude())
	g := grower(s, synth.Growth{}, "cvc5")
	r := rng.New(1)
	for _, want := range g.Sorts() {
		if want.Kind() == sorts.Func {
			continue // only variables
		}
		nodes, leaves := 0, 0
		const n = 300
		for range n {
			x := g.Term(r, want, end(s))
			nodes += x.Size()
			if x.IsLeaf() {
				leaves++
			}
		}
		if mean := float64(nodes) / n; mean < 4 || mean > 22 || leaves > n/3 {
			t.Errorf("%s: %.1f nodes, %d of %d terms are leaves", want, mean, leaves, n)
		}
	}
}

var logic = regexp.MustCompile(`\(set-logic [A-Z_]+\)`)

// TestTermsStayInScope puts random terms into the scripts of the kit, also at places below binders and between push and pop, and
// reads the scripts back.
func TestTermsStayInScope(t *testing.T) {
	for _, seed := range mutatetest.Corpus() {
		t.Run(seed.Name, func(t *testing.T) {
			s := mutatetest.Script(t, logic.ReplaceAllString(seed.Text, "(set-logic ALL)")) // in some logics 1 is a real number
			g := grower(s, synth.Growth{}, "cvc5")
			var index occurrence.Index
			index.Update(s)
			r := rng.New(1)
			made := 0
			for range 80 {
				o, ok := index.Pick(r)
				if !ok || !has(s, o.Term.Sort(), []string{"cvc5"}) {
					continue
				}
				x := g.Term(r, o.Term.Sort(), o.Place())
				if x == nil {
					continue
				}
				made++
				if !term.Subset(x.Free(), o.Scope) || x.HasBinder() {
					t.Fatalf("%s at a place with the variables %v", x, o.Scope)
				}
				root, err := s.Store.Replace(s.Commands[o.Command].Terms[0], o.Path, x)
				if err != nil {
					t.Fatal(err)
				}
				c := *s.Commands[o.Command]
				c.Terms = []*term.Term{root}
				text := s.With(o.Command, c).String()
				if _, err := elab.Script(text, elab.Options{Table: s.Store.Table}); err != nil {
					t.Fatalf("%s: %v in\n%s", x, err, text)
				}
			}
			if made == 0 {
				t.Error("no term was made")
			}
		})
	}
}

// TestBoundVariablesAreUsed: where variables are bound, random terms contain them.
func TestBoundVariablesAreUsed(t *testing.T) {
	s := mutatetest.Script(t, `(declare-fun p (Int) Bool)(assert (forall ((x Int)) (p x)))`)
	root := s.Commands[mutatetest.Asserts(s)[0]].Terms[0]
	pl := occurrence.Place{Command: mutatetest.Asserts(s)[0], Scope: root.Bound()}
	g := grower(s, synth.Growth{})
	r := rng.New(1)
	holding := 0
	for range 100 {
		if x := g.Term(r, sorts.Bool, pl); x != nil && len(x.Free()) > 0 {
			holding++
		}
	}
	if holding < 30 {
		t.Errorf("%d of 100 terms contain the bound variable", holding)
	}
}

// TestSameNumbersSameTerms: what a grower made before does not matter.
func TestSameNumbersSameTerms(t *testing.T) {
	s := mutatetest.Script(t, prelude())
	fresh, used := grower(s, synth.Growth{}), grower(s, synth.Growth{})
	r := rng.New(9)
	for range 200 {
		used.Term(r, rng.Pick(r, used.Sorts()), end(s))
	}
	for seed := range uint64(300) {
		want := fresh.Sorts()[int(seed)%len(fresh.Sorts())]
		x, y := fresh.Term(rng.New(seed), want, end(s)), used.Term(rng.New(seed), want, end(s))
		if x != y {
			t.Fatalf("%s and %s", x, y)
		}
	}
}

// TestModelValuesAreUsed: values that the caller offers are leaves.
func TestModelValuesAreUsed(t *testing.T) {
	s := mutatetest.Script(t, `(declare-const a Int)(assert (> a 1))`)
	r := rng.New(1)
	value := synth.NewPool(s).Pick(r, sorts.Int, end(s), nil)
	asked := 0
	g := grower(s, synth.Growth{Model: func(_ *rng.Rand, want *sorts.Sort) *term.Term {
		if asked++; want == sorts.Int {
			return value
		}
		return nil
	}})
	for range 100 {
		g.Term(r, sorts.Int, end(s))
	}
	if asked < 20 {
		t.Errorf("asked %d times for 100 terms", asked)
	}
}

// TestHome: with Home there are no terms of foreign theories, without it there are some.
func TestHome(t *testing.T) {
	s := mutatetest.Script(t, `(declare-const a Int)(assert (> a 1))`)
	strings := func(home bool) int {
		g := grower(s, synth.Growth{Home: home})
		r := rng.New(1)
		n := 0
		for range 1000 {
			found := false
			term.Walk([]*term.Term{g.Term(r, sorts.Int, end(s))}, func(x *term.Term) bool {
				found = found || x.Sort() != sorts.Int && x.Sort() != sorts.Bool
				return true
			})
			if found {
				n++
			}
		}
		return n
	}
	if n := strings(true); n != 0 {
		t.Errorf("%d terms at home use other sorts", n)
	}
	if n := strings(false); n < 50 || n > 400 {
		t.Errorf("%d of 1000 terms use other sorts", n)
	}
}

// TestMostTermsHaveAValue: operators that are left open at some arguments do not make most terms worthless.
func TestMostTermsHaveAValue(t *testing.T) {
	functions := regexp.MustCompile(`.*\(->.*\n`)
	s := mutatetest.Script(t, functions.ReplaceAllString(prelude(), ""))
	p, err := problem.Of(s)
	if err != nil {
		t.Fatal(err)
	}
	g := grower(s, synth.Growth{}, "cvc5")
	known, made := map[*sorts.Sort]int{}, map[*sorts.Sort]int{}
	choose := interp.NewChooser(p)
	for seed := range uint64(5) {
		r := rng.New(seed)
		a, err := choose.Random(r)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range g.Sorts() {
			for range 60 {
				x := g.Term(r, want, end(s))
				if x == nil {
					continue
				}
				made[want]++
				if a.Value(x).IsKnown() {
					known[want]++
				}
			}
		}
	}
	for _, want := range g.Sorts() {
		if known[want] < made[want]*3/5 {
			t.Errorf("%s: the value of %d of %d terms is known", want, known[want], made[want])
		}
	}
}

// TestFigure2 makes the terms of figure 2 of the DIVER paper from t, "-0", "-" and 0.
func TestFigure2(t *testing.T) {
	s := mutatetest.Script(t, `(declare-const t String)
(assert (= (str.replace t "-0" "-") (str.at t 0)))
(assert (not (xor (str.< (str.update "-0" 0 t) "-0") false)))
(assert (str.suffixof (str.replace t "-0" "-") "-"))`)
	asserts := mutatetest.Asserts(s)
	seed := &script.Script{Commands: s.Commands[:asserts[1]], Store: s.Store}
	g := grower(seed, synth.Growth{}, "cvc5")
	for _, i := range asserts[1:] {
		if x := s.Commands[i].Terms[0]; !g.CanMake(x, end(seed)) {
			t.Errorf("%s cannot be made", x)
		}
	}
	// With few operators to choose from, chance makes the second one soon.
	rows := slices.DeleteFunc(slices.Clone(s.Store.Table.Rows()), func(r *theory.Row) bool {
		return r.Name != "str.suffixof" && r.Name != "str.replace" || len(r.SortVars) > 0
	})
	few := synth.NewGrower(synth.NewCatalog(s.Store.Table, rows, targets("cvc5")), s.Store, synth.NewPool(seed), synth.Growth{Depth: 2})
	want := s.Commands[asserts[2]].Terms[0]
	r := rng.New(1)
	for n := range 2_000_000 {
		if few.Term(r, sorts.Bool, end(seed)) == want {
			t.Logf("after %d others", n)
			return
		}
	}
	t.Errorf("%s was not made", want)
}

var sink *term.Term

// BenchmarkTerm makes terms of the sorts that scripts use most.
func BenchmarkTerm(b *testing.B) {
	s := mutatetest.Script(b, prelude())
	for _, want := range grower(s, synth.Growth{}).Sorts()[:24] {
		b.Run(want.String(), func(b *testing.B) {
			g := grower(s, synth.Growth{})
			r := rng.New(1)
			nodes, from := 0, s.Store.Len()
			g.Term(r, want, end(s))
			b.ReportAllocs()
			for b.Loop() {
				if sink = g.Term(r, want, end(s)); sink != nil {
					nodes += sink.Size()
				}
				if s.Store.Len() > from+1<<16 { // about what one seed makes
					s.Store.Forget()
					from = s.Store.Len()
				}
			}
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}

// TestRootedTerms: with Growth.Rooted, few operators have no symbol below them, and terms are as varied as without it.
func TestRootedTerms(t *testing.T) {
	type count struct{ operators, ground, heads int }
	var counts [2]count
	for i, o := range []synth.Growth{{}, {Rooted: true}} {
		s := mutatetest.Script(t, prelude())
		g, pool, r := grower(s, o), synth.NewPool(s), rng.New(1)
		heads := map[string]bool{}
		for range 100 {
			for _, want := range pool.Sorts() {
				x := g.Term(r, want, end(s))
				if x == nil {
					continue
				}
				term.Walk([]*term.Term{x}, func(u *term.Term) bool {
					if f := u.Func(); u.Kind() == term.App && f.Kind == term.TheoryFunc && u.Size() > 3 {
						heads[f.Name()] = true
						if counts[i].operators++; !pool.Symbolic(u) {
							counts[i].ground++
						}
					}
					return true
				})
			}
		}
		counts[i].heads = len(heads)
	}
	t.Logf("%+v", counts)
	free, rooted := counts[0], counts[1]
	if free.ground == 0 || rooted.ground*3 > free.ground || rooted.operators*2 < free.operators || rooted.heads*10 < free.heads*8 {
		t.Errorf("without and with: %+v", counts)
	}
}
