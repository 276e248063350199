package weaken

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// reach counts the distinct formulas of seeds, truth constants excluded: all, those with a polarity as written, and those that have one
// once the seed is expanded.
type reach struct{ all, before, after float64 }

// TestReach: at least 95 % of the formulas of seeds have a polarity in chains that expand. With ASSAY_SEEDS the table by logic is in
// evaluation/engines.md.
func TestReach(t *testing.T) {
	dir := os.DirFS(filepath.Join("..", "..", "base", "seeds", "files"))
	if root := os.Getenv("ASSAY_SEEDS"); root != "" {
		dir = os.DirFS(root)
	}
	by := map[string]*reach{}
	var growth []float64
	err := fs.WalkDir(dir, ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".smt2" {
			return err
		}
		text, err := fs.ReadFile(dir, path)
		if err != nil {
			return err
		}
		seed, err := mutate.Read(seeds.New(path, string(text)), theory.Builtin())
		if err != nil {
			return nil //nolint:nilerr // not a seed
		}
		p, _, err := question(seed, rng.New(1))
		if err != nil {
			return nil //nolint:nilerr // not a seed for this engine
		}
		logic := seed.Script.Logic()
		for _, name := range []string{"all", logic} {
			if by[name] == nil {
				by[name] = &reach{}
			}
		}
		var c counter
		size := c.distinct(p.Asking(p.Assertions...), maxSeed)
		x := newExpansion(p, size, nil)
		out, err := x.run()
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return nil
		}
		formulas := p.Assertions
		if out != nil {
			formulas = out.formulas
		}
		growth = append(growth, float64(c.distinct(p.Asking(formulas...), maxSeed))/float64(size))
		before, after := polar(p.Assertions), polar(formulas)
		term.Walk(p.Assertions, func(f *term.Term) bool {
			if f.Sort() != sorts.Bool || f.Func().Is("true") || f.Func().Is("false") {
				return true
			}
			for _, r := range []*reach{by["all"], by[logic]} {
				if r.all++; before[f] {
					r.before++
				}
				if after[f] || after[x.formula.Get(f)] {
					r.after++
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for name := range by {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		r := by[name]
		t.Logf("%-14s %6.0f formulas, %5.1f %% with a polarity as written, %5.1f %% expanded", name, r.all, 100*r.before/r.all, 100*r.after/r.all)
	}
	slices.Sort(growth)
	t.Logf("an expanded seed has %.2f times as many terms (median), %.2f (9 of 10), %.2f (most)", growth[len(growth)/2], growth[len(growth)*9/10], growth[len(growth)-1])
	if r := by["all"]; r.all < 100 || r.after < 0.95*r.all {
		t.Errorf("%.0f of %.0f formulas have a polarity", r.after, r.all)
	}
}

// polar returns the formulas with an occurrence of known polarity.
func polar(roots []*term.Term) map[*term.Term]bool {
	out := map[*term.Term]bool{}
	stack := slices.Clone(roots)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if out[t] {
			continue
		}
		out[t] = true
		for i, a := range t.Args() {
			if argument(t, i) != Ambiguous {
				stack = append(stack, a)
			}
		}
	}
	return out
}
