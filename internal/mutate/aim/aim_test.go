package aim_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/abstract"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/aim"
	"github.com/assay-smt/assay/internal/mutate/interp"
	"github.com/assay-smt/assay/internal/mutate/mutatetest"
	"github.com/assay-smt/assay/internal/mutate/occurrence"
	"github.com/assay-smt/assay/internal/mutate/problem"
	"github.com/assay-smt/assay/internal/mutate/synth"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// variety are sorts of every theory. A script with constants of all of them has material for every form.
var variety = []string{
	"Bool", "Int", "Real", "String", "RoundingMode", "U", "Color", "(List Int)",
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

// TestAimedTermsHitTheirSets aims at sets of one value for every sort.
func TestAimedTermsHitTheirSets(t *testing.T) {
	var c tally
	for seed := range uint64(3) {
		w := newWorld(t, seed, "cvc5")
		r := rng.New(seed)
		for _, s := range w.grow.Sorts() {
			for range 200 {
				c.aims(t, w, r, s)
			}
		}
	}
	c.report(t)
}

// tally counts by sort how aiming ended.
type tally struct {
	rows map[string]*row
}

type row struct {
	hits, misses, none, aimed int
	sample                    string
}

func (c *tally) aims(t *testing.T, w *world, r *rng.Rand, s *sorts.Sort) {
	t.Helper()
	if c.rows == nil {
		c.rows = map[string]*row{}
	}
	x := c.rows[s.String()]
	if x == nil {
		x = &row{}
		c.rows[s.String()] = x
	}
	lit := w.values.Value(r, s)
	if s.Kind() == sorts.User && s.Name() == "U" {
		lit = w.grow.Leaf(r, s, w.end())
	}
	if lit == nil {
		return
	}
	x.aimed++
	set := abstract.Exactly(s, w.value(lit))
	got := w.aim.Into(r, set, nil, w.end())
	switch {
	case got == nil:
		x.none++
	case got.Sort() != s:
		t.Fatalf("%s of sort %s", got, got.Sort())
	case !set.Has(w.value(got)):
		if x.misses++; x.misses < 4 {
			t.Errorf("%s is worth %s, not in %s", got, w.value(got), set)
		}
	default:
		x.hits++
		if len(x.sample) < 20 {
			x.sample = got.String()
		}
	}
}

func (c *tally) report(t *testing.T) {
	t.Helper()
	var names []string
	for n := range c.rows {
		names = append(names, n)
	}
	slices.SortFunc(names, cmp.Compare[string])
	for _, n := range names {
		x := c.rows[n]
		t.Logf("%-36s %4d aimed %4d hit %4d missed %4d none  %.150s", n, x.aimed, x.hits, x.misses, x.none, x.sample)
	}
}
