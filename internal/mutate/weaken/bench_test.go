package weaken_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/cputime"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/weaken"
	"github.com/assay-smt/assay/smt/theory"
)

// seedTexts returns seeds of less than most bytes: those of the folder of seeds if there is one, otherwise the built-in ones.
func seedTexts(tb testing.TB, most int) []seeds.Seed {
	tb.Helper()
	dir := os.Getenv("ASSAY_SEEDS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "..", "shared", "seeds")
	}
	if _, err := os.Stat(dir); err != nil {
		dir = filepath.Join("..", "..", "seeds", "files")
	}
	var out []seeds.Seed
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".smt2" {
			return err
		}
		text, err := os.ReadFile(path)
		if err == nil && len(text) < most {
			out = append(out, seeds.Seed{Name: path, Text: string(text)})
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

// BenchmarkApply measures applications of rules, including the search for those that apply, the choice of a place and the making
// of the mutant, over seeds of less than 4 KB in turn. It does not include reading seeds, preparing chains, or evaluating
// witnesses, of which there are none.
func BenchmarkApply(b *testing.B) {
	e, err := weaken.New(with(func(o *weaken.Options) { o.Walk = 20 }))
	if err != nil {
		b.Fatal(err)
	}
	texts := seedTexts(b, 4<<10)
	if len(texts) == 0 {
		b.Fatal("there are no seeds")
	}
	b.ReportAllocs()
	b.ResetTimer()
	n := 0
	var cpu time.Duration // the machine may be busy with something else
	for k := 0; n < b.N; k++ {
		b.StopTimer()
		text := texts[k%len(texts)]
		s, err := mutate.Read(text, theory.Builtin())
		if err != nil {
			continue
		}
		src, err := e.Prepare(context.Background(), s, mutate.Env{Rand: rng.New(uint64(k))})
		if err != nil {
			continue
		}
		r := rng.New(uint64(k))
		b.StartTimer()
		started := cputime.Own()
		for range 200 {
			if _, err := src.Next(r); err != nil {
				if !errors.Is(err, mutate.ErrExhausted) {
					b.Fatal(err)
				}
				break
			}
			if n++; n == b.N {
				break
			}
		}
		cpu += cputime.Own() - started
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "applications/s")
	b.ReportMetric(float64(n)/cpu.Seconds(), "applications/cpu-s")
}
