package growth_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/assay-smt/assay/internal/growth"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt/theory"
)

func BenchmarkNext(b *testing.B) {
	size, _ := strconv.Atoi(os.Getenv("SIZE"))
	for _, s := range growth.Shapes() {
		for _, e := range made(&testing.T{}) {
			b.Run(s.Name+"/"+e.Name(), func(b *testing.B) {
				seed := s.Seed(size)
				var src mutate.Source
				for i := range b.N {
					if i%20 == 0 {
						b.StopTimer()
						sc, _ := mutate.Read(seed, theory.Builtin())
						var err error
						if src, err = e.Prepare(b.Context(), sc, mutate.Env{Asker: asker(s)}); err != nil {
							b.Skip(err)
						}
						b.StartTimer()
					}
					if _, err := src.Next(rng.New(uint64(i))); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
