package storm_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/storm"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

// with returns the usual options with a change.
func with(change func(*storm.Options)) storm.Options {
	o := storm.DefaultOptions()
	change(&o)
	return o
}

func read(t testing.TB, name, text string) *mutate.Seed {
	t.Helper()
	s, err := elab.Script(text, elab.Options{File: name})
	if err != nil {
		t.Fatal(err)
	}
	seed := &mutate.Seed{Name: name, Hash: name, Script: s}
	if s.Checks() == 1 {
		seed.Truth.Status = smt.Label(s.Status())
	}
	return seed
}

// satisfied evaluates each check that is claimed to be sat under its witness, all read from text.
func satisfied(text string, truths []mutate.Truth) error {
	f, err := certify.NewFormula(text, nil)
	if err != nil {
		return err
	}
	for n, truth := range truths {
		if truth.Status != smt.Sat {
			continue
		}
		if r := f.Model(truth.Witness, "", n); r.Verdict != oracle.ModelHolds {
			return fmt.Errorf("check %d: the witness %v: %s\n%s", n, r.Verdict, r.Summary, truth.Witness)
		}
	}
	return nil
}

// TestInstances: on the built-in seeds, what is reported as sat is true under its witness, read back from text. A sample is every
// 4th seed.
func TestInstances(t *testing.T) {
	for _, share := range []struct{ incremental, history int }{{0, 0}, {100, 0}, {20, 100}} {
		e := storm.New(with(func(o *storm.Options) { o.Incremental, o.History = share.incremental, share.history }))
		usable, all := 0, 0
		for i, seed := range seeds.All() {
			if i%testdepth.Sample(4, 1) > 0 {
				continue
			}
			all++
			source, err := e.Prepare(context.Background(), read(t, seed.Name, string(seed.Text)), mutate.Env{Rand: rng.New(1).Split(seed.Name)})
			if errors.Is(err, mutate.ErrNotApplicable) {
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", seed.Name, err)
			}
			usable++
			r := rng.New(2).Split(seed.Name)
			for range 3 {
				m, err := source.Next(r)
				if errors.Is(err, mutate.ErrExhausted) {
					break
				}
				if err != nil {
					t.Fatalf("%s: %v", seed.Name, err)
				}
				if n := m.Script.Checks(); n != len(m.Known()) {
					t.Fatalf("%s: %d checks and %d truths", seed.Name, n, len(m.Known()))
				}
				if err := satisfied(m.Script.String(), m.Known()); err != nil {
					t.Errorf("%s: %v\n%s", seed.Name, err, m.Script)
				}
			}
		}
		if usable < all*9/10 {
			t.Errorf("only %d of %d seeds are usable", usable, all)
		}
	}
}

// TestDocumentedDefaults: the usual options are those that the documentation names.
func TestDocumentedDefaults(t *testing.T) {
	documented := ""
	for _, name := range []string{"reference/generated/settings.md", "explanation/engines.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		documented += strings.Join(strings.Fields(string(text)), " ")
	}
	o := storm.DefaultOptions()
	for _, want := range []string{
		fmt.Sprintf("| `storm.depth` | `%d` |", o.MaxDepth),
		fmt.Sprintf("`storm.assignments` of them (%d)", o.Assignments),
		fmt.Sprintf("`storm.enrichment` steps (%d)", o.Enrichment),
		fmt.Sprintf("%d to `storm.asserts` (%d) assertions", o.MinAsserts, o.MaxAsserts),
		fmt.Sprintf("`storm.fragments` %d %%", o.Initial),
		fmt.Sprintf("`storm.partners` %d %%", o.Partners),
		fmt.Sprintf("`storm.unsat` %d %%", o.Unsat),
		fmt.Sprintf("`storm.tactics` %d %%", o.Tactics),
		fmt.Sprintf("`storm.cores` %d %%", o.Cores),
	} {
		if !strings.Contains(documented, want) {
			t.Errorf("the documentation does not say: %s", want)
		}
	}
	if o.Connectives != storm.AllConnectives || o.Incremental != 0 {
		t.Errorf("connectives %s, %d%% ask many times", o.Connectives, o.Incremental)
	}
}

// TestDeterminism: the same seed and generator give the same text.
func TestDeterminism(t *testing.T) {
	for _, seed := range seeds.All()[:40] {
		var texts [2]string
		for k := range texts {
			e := storm.New(with(func(o *storm.Options) { o.Incremental = 50 }))
			source, err := e.Prepare(context.Background(), read(t, seed.Name, string(seed.Text)), mutate.Env{Rand: rng.New(7)})
			if errors.Is(err, mutate.ErrNotApplicable) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			r := rng.New(8)
			for range 10 {
				m, err := source.Next(r)
				if err != nil {
					break
				}
				texts[k] += m.Script.String() + fmt.Sprint(m.Known())
			}
		}
		if texts[0] != texts[1] {
			t.Errorf("%s: two runs differ", seed.Name)
		}
	}
}

func seedDir(t testing.TB) string {
	dir := os.Getenv("ASSAY_SEEDS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "..", "shared", "seeds")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no folder of seeds: set ASSAY_SEEDS")
	}
	return dir
}

// BenchmarkInstances makes and prints instances of 20 assertions from seeds under 4 KB.
func BenchmarkInstances(b *testing.B) {
	var sources []mutate.Source
	e := storm.New(with(func(o *storm.Options) { o.MinAsserts, o.MaxAsserts = 20, 20 }))
	n := 0
	_ = filepath.WalkDir(seedDir(b), func(p string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(p, ".smt2") || len(sources) == 100 {
			return err
		}
		text, err := os.ReadFile(p)
		if err != nil || len(text) >= 4096 {
			return err
		}
		if n++; n%10 > 0 {
			return nil
		}
		s, err := elab.Script(string(text), elab.Options{})
		if err != nil {
			return nil
		}
		source, err := e.Prepare(context.Background(), &mutate.Seed{Name: p, Hash: p, Script: s}, mutate.Env{Rand: rng.New(1).Split(p)})
		if err == nil {
			sources = append(sources, source)
		}
		return nil
	})
	printers := make([]script.Printer, len(sources))
	var text []byte
	bytes, early := 0, 0.0
	r := rng.New(1)
	b.ResetTimer()
	for i := range b.N {
		// As in the paper, a seed gives 1000 instances.
		k := i / 1000 % len(sources)
		m, err := sources[k].Next(r)
		if errors.Is(err, mutate.ErrExhausted) {
			continue
		}
		if err != nil {
			b.Fatal(err)
		}
		text = printers[k].Append(text[:0], m.Script)
		bytes += len(text)
		if i == b.N/10 {
			early = heap()
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "instances/s")
	b.ReportMetric(float64(bytes)/float64(b.N), "bytes/instance")
	b.ReportMetric(early, "heap-MB-at-a-tenth")
	b.ReportMetric(heap(), "heap-MB-at-the-end")
	runtime.KeepAlive(sources)
	runtime.KeepAlive(printers)
}

// heap returns the megabytes in use.
func heap() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / (1 << 20)
}
