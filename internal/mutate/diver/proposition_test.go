package diver_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/internal/mutate/diver/preanalysis"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

// seedTexts returns the seeds of the kit and a sample of those under 8 KB: from the folder of seeds, or from the built-in ones where there is
// no folder.
func seedTexts(t *testing.T, every int) []seeds.Seed {
	t.Helper()
	var out []seeds.Seed
	for _, s := range mutatetest.Corpus() {
		out = append(out, seeds.Seed{Name: s.Name, Hash: s.Name, Text: s.Text})
	}
	dir := os.Getenv("ASSAY_SEEDS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "..", "shared", "seeds")
	}
	if _, err := os.Stat(dir); err != nil {
		dir, every = filepath.Join("..", "..", "base", "seeds", "files"), 1
	}
	n := 0
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".smt2" {
			return err
		}
		if n++; n%every > 0 {
			return nil
		}
		text, err := os.ReadFile(path)
		if err == nil && len(text) < 8<<10 {
			out = append(out, seeds.New(path, string(text)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// sampler puts values into the places of formulas.
type sampler struct {
	t                        *testing.T
	r                        *rng.Rand
	formulas, values, untold int
	by                       map[string]int // values by the kind of their set
	reported                 int
}

// TestProposition1: whatever value of a place's set is put there, the formula stays true (DIVER paper, proposition 1). The formulas are those of
// seeds of all theories, or their negations, under random interpretations. The values are those that sets offer and those of other places. A
// sample takes every 25th seed of the folder, a long run all.
func TestProposition1(t *testing.T) {
	s := &sampler{t: t, r: rng.New(1), by: map[string]int{}}
	for _, text := range seedTexts(t, testdepth.Sample(25, 1)) {
		seed, err := mutate.Read(text, theory.Builtin())
		if err != nil {
			continue // it is in a dialect of its own
		}
		p, err := problem.Of(seed.Script)
		if err != nil || len(p.Assertions) == 0 {
			continue
		}
		chooser := interp.NewChooser(p)
		for range testdepth.Sample(3, 6) {
			if a, err := chooser.Random(s.r); err == nil {
				s.seed(text.Name, p, a)
			}
		}
	}
	t.Logf("%d formulas, %d values, %d of which nothing is told; by set: %v", s.formulas, s.values, s.untold, s.by)
	if s.formulas < 1000 || s.values < 20*s.formulas/2 {
		t.Errorf("only %d values in %d formulas", s.values, s.formulas)
	}
}

// seed samples the formulas of a seed.
func (s *sampler) seed(name string, p *problem.Problem, a *interp.Interpretation) {
	for _, f := range p.Assertions[:min(len(p.Assertions), 40)] {
		v := a.Value(f)
		if v.IsFalse() {
			not, err := p.Connect("not", f)
			if err != nil {
				return
			}
			f, v = not, a.Value(not)
		}
		if !v.IsTrue() {
			continue
		}
		an := preanalysis.New(a.Again().Evaluator(), preanalysis.Options{Nodes: 2000})
		s.formula(name, an, an.Tree(f))
	}
}

// formula samples the places of a formula.
func (s *sampler) formula(name string, a *preanalysis.Analysis, root *preanalysis.Node) {
	s.formulas++
	pool := map[*sorts.Sort][]value.Value{}
	var paths []term.Path
	var walk func(n *preanalysis.Node, path term.Path)
	walk = func(n *preanalysis.Node, path term.Path) {
		if len(paths) > 400 {
			return
		}
		paths = append(paths, slices.Clone(path))
		if v := a.Value(n); v.IsKnown() {
			pool[n.Term.Sort()] = append(pool[n.Term.Sort()], v)
		}
		for i, k := range n.Kids {
			walk(k, append(path, i))
		}
	}
	walk(root, nil)
	for range min(len(paths), 40) {
		path := rng.Pick(s.r, paths)
		spine := root.At(path)
		n := spine[len(spine)-1]
		var values []value.Value
		for range 3 {
			if v, ok := n.Set.Pick(s.r, a.Value(n)); ok {
				if !n.Set.Has(v) {
					s.t.Errorf("%s: %s offers %s and does not have it", name, n.Set, v.Text(80))
				}
				values = append(values, v)
			}
			if list := pool[n.Term.Sort()]; len(list) > 0 {
				values = append(values, rng.Pick(s.r, list))
			}
		}
		for _, v := range values {
			if n.Set.Has(v) {
				s.put(name, a, spine, path, v)
			}
		}
	}
}

// put puts a value into a place.
func (s *sampler) put(name string, a *preanalysis.Analysis, spine []*preanalysis.Node, path term.Path, v value.Value) {
	n := spine[len(spine)-1]
	if len(n.Term.Free()) > 0 {
		return
	}
	got, ok := a.Put(spine, path, v)
	switch {
	case !ok, got.IsTooLarge(), a.Evaluator().Spent():
		s.untold++
		return
	case !got.IsTrue():
		if s.reported++; s.reported < 10 {
			s.t.Errorf("%s: %s in place of %s, which has the value %s and may have %s, makes %s in\n%s", name, v.Text(80), n.Term, a.Value(n).Text(80), n.Set, got.Text(80), spine[0].Term)
		}
		return
	}
	s.values++
	kind := "larger"
	switch {
	case abstract.IsIrrelevant(n.Set):
		kind = "irrelevant"
	case abstract.IsAny(n.Set):
		kind = "any"
	case strings.TrimSpace(n.Set.String()) == a.Value(n).Text(80):
		kind = "exact"
	}
	s.by[kind]++
}
