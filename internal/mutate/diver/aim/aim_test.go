package aim_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/internal/mutate/diver/aim"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// variety are sorts of every theory. A script with constants of all of them has material for every form.
var variety = []string{
	"Bool", "Int", "Real", "String", "RegLan", "RoundingMode", "U", "Color", "(List Int)",
	"(_ BitVec 1)", "(_ BitVec 8)", "(_ BitVec 12)", "(_ BitVec 70)", "(_ FloatingPoint 3 5)", "(_ FloatingPoint 8 24)", "(_ FiniteField 7)",
	"(Array Int Bool)", "(Array (_ BitVec 8) (_ BitVec 8))", "(Array Int (Array Int Real))",
	"(Seq Int)", "(Set Int)", "(Bag Int)", "(Tuple Int Bool)", "(Nullable Int)",
}

// prelude declares user sorts, datatypes and three constants of each sort of variety.
func prelude() string {
	var b strings.Builder
	b.WriteString(`(declare-sort U 0)
(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))
(declare-datatypes ((Color 0)) (((red) (mix (part Int) (shade (_ BitVec 8)) (rest Color)))))
(declare-fun f (Int Bool) Int)
`)
	for i, s := range variety {
		for k := range 3 {
			fmt.Fprintf(&b, "(declare-fun k%d_%d () %s)\n", i, k, s)
		}
	}
	return b.String()
}

// world is a script under an interpretation.
type world struct {
	script *script.Script
	grow   *synth.Grower
	aim    *aim.Aimer
	values *interp.Chooser
	of     *interp.Interpretation
	dom    *value.Domain
}

func newWorld(t testing.TB, seed uint64, dialects ...string) *world {
	t.Helper()
	w := &world{script: mutatetest.Script(t, prelude())}
	p, err := problem.Of(w.script)
	if err != nil {
		t.Fatal(err)
	}
	w.values = interp.NewChooser(p)
	if w.of, err = w.values.Random(rng.New(seed)); err != nil {
		t.Fatal(err)
	}
	w.dom = &value.Domain{Sorts: w.script.Store.Sorts}
	var targets []mutate.Dialect
	for _, d := range dialects {
		targets = append(targets, mutate.Dialect{Name: d})
	}
	w.grow = synth.NewGrower(synth.NewCatalog(w.script.Store.Table, nil, targets), w.script.Store, synth.NewPool(w.script), synth.Growth{})
	w.aim = aim.New(w.grow, w.script.Store, w.value)
	return w
}

// value evaluates a term, in canonical form.
func (w *world) value(t *term.Term) value.Value {
	v := w.of.Value(t)
	if c, ok := w.dom.Canonical(v); ok {
		return c
	}
	return v
}

func (w *world) end() occurrence.Place { return occurrence.Place{Command: len(w.script.Commands)} }

// nameless reports whether values of the sort cannot be written: only the script's own terms have one.
func nameless(s *sorts.Sort) bool { return s == sorts.RegLan || s.Name() == "U" }

// set returns a random set of values of a sort, of a random kind; nil when chance finds none.
func (w *world) set(r *rng.Rand, s *sorts.Sort) abstract.Set {
	var vs []value.Value
	for range 1 + r.IntN(3) {
		lit := w.values.Value(r, s)
		if nameless(s) || lit == nil {
			lit = w.grow.Leaf(r, s, w.end())
		}
		if lit == nil {
			return nil
		}
		vs = append(vs, w.value(lit))
	}
	interval := func() abstract.Interval {
		p := abstract.Interval{Lo: abstract.Closed(vs[0]), Hi: abstract.Closed(vs[len(vs)-1])}
		switch r.IntN(3) {
		case 0:
			p.Lo = abstract.End{}
		case 1:
			p.Hi = abstract.End{}
		}
		return p
	}
	switch k := r.IntN(6); {
	case s == sorts.RegLan:
		return abstract.Exactly(s, vs[0])
	case k == 0 || s.Name() == "U":
		return abstract.OneOf(s, vs...)
	case k == 1:
		return abstract.Except(s, vs...)
	case k == 2 && (s == sorts.Int || s == sorts.Real):
		return abstract.Numbers(s, interval())
	case k == 3 && (s == sorts.Int || s == sorts.Real):
		return abstract.Outside(s, interval())
	case k == 4 && s == sorts.Int:
		return abstract.Residues(value.OfInt(int64(2+r.IntN(20))), abstract.Point(value.OfInt(int64(r.IntN(2)))))
	case k == 4 && s == sorts.Real:
		return abstract.Fractional()
	case k == 2 && s.Kind() == sorts.BitVec:
		return abstract.Bounded(s, abstract.Cyclic(vs[0].BV(), vs[len(vs)-1].BV()))
	case k == 3 && s.Kind() == sorts.BitVec:
		return abstract.Bounded(s, abstract.Known(vs[0].BV(), vs[len(vs)-1].BV()))
	}
	return abstract.Exactly(s, vs[0])
}

// record counts the outcomes of aiming at sets of one sort.
type record struct {
	sets, hits, misses, nodes int
	missed                    *term.Term
}

// TestAimedTermsHitTheirSets aims at random sets of every sort, under several interpretations: the values of all terms are members, and
// aiming hardly ever finds no term.
func TestAimedTermsHitTheirSets(t *testing.T) {
	records := map[string]*record{}
	for seed := range uint64(4) {
		w := newWorld(t, seed, "cvc5")
		r := rng.New(seed)
		for _, s := range w.grow.Sorts() {
			rec := records[s.String()]
			if rec == nil {
				rec = &record{}
				records[s.String()] = rec
			}
			for range 150 {
				set := w.set(r, s)
				if set == nil {
					continue
				}
				if _, ok := set.Pick(r, value.Value{}); !ok && s.Kind() != sorts.User {
					continue // empty, or it does not know its members
				}
				rec.sets++
				got := w.aim.Into(r, set, nil, w.end())
				switch {
				case got == nil:
				case got.Sort() != s:
					t.Fatalf("%s of sort %s", got, got.Sort())
				case set.Has(w.value(got)):
					rec.hits++
					rec.nodes += got.Size()
				default:
					rec.misses++
					rec.missed = got
				}
			}
		}
	}
	for _, s := range slices.Sorted(maps.Keys(records)) {
		rec := records[s]
		t.Logf("%-36s %4d sets %4d hit %4d missed, %.1f nodes", s, rec.sets, rec.hits, rec.misses, float64(rec.nodes)/float64(max(1, rec.hits)))
		if rec.misses > 0 {
			t.Errorf("%s: %d terms are in no set, such as %s", s, rec.misses, rec.missed)
		}
		enough := 97
		if s == "RegLan" {
			enough = 90 // for some languages the script has no term
		}
		if rec.sets < 200 || rec.hits < rec.sets*enough/100 {
			t.Errorf("%s: %d of %d sets were hit", s, rec.hits, rec.sets)
		}
	}
}

// TestEveryForm makes terms in each form by itself: the form applies somewhere, and its terms have the wanted value.
func TestEveryForm(t *testing.T) {
	made := map[string]int{}
	for seed := range uint64(3) {
		w := newWorld(t, seed, "cvc5")
		r := rng.New(seed)
		for _, s := range w.grow.Sorts() {
			w.aim.EachForm(s, func(name string, form func(*rng.Rand, *term.Term, value.Value, occurrence.Place) *term.Term) {
				if !slices.Contains([]string{"ite", "constant", "select", "field", "nth"}, name) { // these are the same for all sorts
					name = s.Name() + " " + name
				}
				if s.Name() == "U" {
					return // not a datatype, although it is declared like one
				}
				made[name] += 0
				for range 150 {
					x, y := w.grow.Leaf(r, s, w.end()), w.grow.Leaf(r, s, w.end())
					if x == nil || y == nil {
						return
					}
					if r.IntN(3) == 0 { // something close, for forms that need it
						y = w.near(r, y, x)
					}
					want := w.value(y)
					if !want.IsKnown() {
						continue
					}
					got := form(r, x, want, w.end())
					if got == nil {
						continue
					}
					if v := w.value(got); !v.IsKnown() || value.Compare(v, want) != 0 || got.Sort() != s {
						t.Fatalf("%s: %s has the value %s, not %s", name, got, v, want)
					}
					made[name]++
				}
			})
		}
	}
	for name, n := range made {
		if n == 0 {
			t.Errorf("%s is never made", name)
		}
	}
}

// near returns a term whose value is related to that of x: that of an operator with x as an argument, or y itself.
func (w *world) near(r *rng.Rand, y, x *term.Term) *term.Term {
	for range 8 {
		t := w.grow.Within(r, x.Sort(), w.end(), 1, 6)
		if t != nil && slices.Contains(t.Args(), x) {
			return t
		}
	}
	return y
}

// TestAimingKeepsToTheScript: aimed terms use no bound variables, and only what is declared at the place.
func TestAimingKeepsToTheScript(t *testing.T) {
	w := newWorld(t, 1, "cvc5")
	r := rng.New(1)
	early := occurrence.Place{Command: len(w.script.Commands) / 2}
	for range 500 {
		s := rng.Pick(r, w.grow.Sorts())
		set := w.set(r, s)
		if set == nil {
			continue
		}
		got := w.aim.Into(r, set, nil, early)
		if got == nil {
			continue
		}
		term.Walk([]*term.Term{got}, func(x *term.Term) bool {
			if f := x.Func(); f != nil && f.Decl != nil && f.Decl.From >= early.Command {
				t.Fatalf("%s holds %s, which is not declared there", got, f.Decl.Name)
			}
			return true
		})
		if len(got.Free()) > 0 {
			t.Fatalf("%s holds a bound variable", got)
		}
	}
}
