package growth_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/testing/enginestest"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/tools/growth"
)

// real returns the seeds of a logic that are labelled sat, from the seed folder, or the built-in ones.
func real(t *testing.T, logic string) []seeds.Seed {
	t.Helper()
	root := os.Getenv("ASSAY_SEEDS")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "seeds")
	}
	var all []seeds.Seed
	files, _ := filepath.Glob(filepath.Join(root, logic, "sat", "*.smt2"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, seeds.New(filepath.Base(file), string(text)))
	}
	for _, s := range seeds.All() {
		if files == nil && strings.HasPrefix(s.Name, logic+"/"+seeds.StatusSat) {
			all = append(all, s)
		}
	}
	return all
}

// asker returns the asker that answers for a shape: none if the evaluator cannot tell its value under the default values.
func asker(s growth.Shape) mutate.Asker {
	if s.Name == "binders" {
		return nil
	}
	return growth.Defaults{}
}

// TestShapes: every shape is about as long as it should be, can be read, and is true by default, so that engines that ask find
// their model.
func TestShapes(t *testing.T) {
	all, _ := enginestest.All(t)
	for _, shape := range growth.Shapes() {
		for _, size := range []int{1 << 10, 20 << 10} {
			seed := shape.Seed(size)
			if len(seed.Text) < size*3/4 || len(seed.Text) > size*7/4 {
				t.Errorf("%s has %d bytes", seed.Name, len(seed.Text))
			}
			for _, e := range all {
				if e.Name() == "diver" && asker(shape) == nil {
					continue // it needs a model that evaluation confirms
				}
				f, err := growth.Run(t.Context(), growth.Plan{
					Engine: e, Table: theory.Builtin(), Seed: seed, Env: mutate.Env{Asker: asker(shape)}, Mutants: 5, Most: time.Minute,
				})
				if err != nil {
					t.Errorf("%s on %s: %v", e.Name(), seed.Name, err)
				} else if f.Mutants == 0 || f.Printed == 0 {
					t.Errorf("%v: %v", f, f.Ended)
				}
			}
		}
	}
}

// TestBeside: formulas are side by side, each with its own symbols.
func TestBeside(t *testing.T) {
	two := []seeds.Seed{
		seeds.New("a", "(set-logic QF_LIA)(declare-const x Int)(assert (> x 1))(check-sat)"),
		seeds.New("b", "(set-logic QF_LIA)(declare-const |y z| Int)(declare-const x Int)(assert (> x |y z|))(check-sat)"),
	}
	s, err := growth.Beside("QF_LIA", two, 400)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"(assert (> x_0 1))", "(assert (> x_1 |y z_1|))", "(assert (> x_2 1))"} {
		if !strings.Contains(s.Text, part) {
			t.Errorf("%s is not in\n%s", part, s.Text)
		}
	}
	if _, err := mutate.Read(s, theory.Builtin()); err != nil {
		t.Error(err)
	}
	if _, err := growth.Beside("QF_LIA", nil, 400); err == nil {
		t.Error("nothing is beside nothing")
	}
}

// TestGrowth prints the tables of evaluation/growth.md: `make growth`. ASSAY_GROWTH names what to measure: "all", or engines,
// shapes and logics, and the maximum number of bytes (ASSAY_GROWTH=typefuzz,many,1048576).
func TestGrowth(t *testing.T) {
	what := os.Getenv("ASSAY_GROWTH")
	if what == "" {
		t.Skip("measures for minutes: make growth")
	}
	names := strings.Split(what, ",")
	most := 10 << 20
	names = slices.DeleteFunc(names, func(s string) bool {
		n, err := strconv.Atoi(s)
		if err == nil {
			most = n
		}
		return err == nil
	})
	sizes := slices.DeleteFunc([]int{1 << 10, 4 << 10, 64 << 10, 1 << 20, 10 << 20}, func(n int) bool { return n > most })
	var columns []column
	for _, s := range growth.Shapes() {
		columns = append(columns, column{s.Name, func(size int) (seeds.Seed, error) { return s.Seed(size), nil }, asker(s)})
	}
	for _, logic := range []string{"QF_LIA", "QF_BV", "QF_FP", "QF_SLIA", "LIA", "AUFBVDTLIA"} {
		all := real(t, logic)
		columns = append(columns, column{logic, func(size int) (seeds.Seed, error) { return growth.Beside(logic, all, size) }, nil})
	}
	all, _ := enginestest.All(t)
	wanted := func(name string, among func(string) bool) bool {
		return !slices.ContainsFunc(names, among) || slices.Contains(names, name)
	}
	isEngine := func(s string) bool {
		return slices.ContainsFunc(all, func(e mutate.Engine) bool { return e.Name() == s })
	}
	isColumn := func(s string) bool { return slices.ContainsFunc(columns, func(c column) bool { return c.name == s }) }
	fmt.Println("| seed | bytes | engine | read ms | held MB | prepare ms | prepare MB | mutants | next µs | next CPU µs | next KB | print µs | print CPU µs | print KB | text | ended |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
	for _, c := range columns {
		if !wanted(c.name, isColumn) {
			continue
		}
		for _, size := range sizes {
			seed, err := c.seed(size)
			if err != nil {
				t.Log(err)
				continue
			}
			for _, e := range all {
				if wanted(e.Name(), isEngine) {
					c.measure(t, seed, e)
				}
			}
		}
	}
}

// column is a kind of seeds.
type column struct {
	name  string
	seed  func(size int) (seeds.Seed, error)
	asker mutate.Asker
}

func (c column) measure(t *testing.T, seed seeds.Seed, e mutate.Engine) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	plan := growth.Plan{Engine: e, Table: theory.Builtin(), Seed: seed, Env: mutate.Env{Asker: c.asker}, Mutants: 20, Most: 5 * time.Second, Random: 1}
	// What engines do once in their lifetime is not part of it, and small seeds take too little time for a single measurement.
	var f growth.Figures
	var err error
	if f, err = growth.Run(ctx, plan); err == nil && f.Size < 1<<20 {
		var runs []growth.Figures
		for range 15 {
			if f, err = growth.Run(ctx, plan); err != nil {
				break
			}
			runs = append(runs, f)
		}
		slices.SortFunc(runs, func(a, b growth.Figures) int { return cmp.Compare(a.Prepare.CPU+a.Next.CPU, b.Prepare.CPU+b.Next.CPU) })
		f = runs[len(runs)/2]
	}
	ended := ""
	for _, err := range []error{err, f.Ended} {
		if err != nil && !errors.Is(err, mutate.ErrExhausted) {
			ended = err.Error()[:min(len(err.Error()), 90)]
		}
	}
	ms := func(d time.Duration) float64 { return d.Seconds() * 1e3 }
	us := func(d time.Duration) float64 { return d.Seconds() * 1e6 }
	fmt.Printf("| %s | %d | %s | %.1f | %.1f | %.1f | %.1f | %d | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %d | %s |\n", c.name, f.Size, f.Engine,
		ms(f.Read.CPU), float64(f.Held)/1e6, ms(f.Prepare.CPU), float64(f.Prepare.Bytes)/1e6, f.Mutants,
		us(f.Next.Median), us(f.Next.CPU), float64(f.Next.Bytes)/1e3, us(f.Print.Median), us(f.Print.CPU), float64(f.Print.Bytes)/1e3, f.Printed, ended)
}
