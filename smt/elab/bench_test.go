package elab_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/smt/elab"
)

// benchTexts returns scripts of about the given size: concatenated seeds, separated by reset.
func benchTexts(b *testing.B, size int) []string {
	b.Helper()
	var all []string
	for _, s := range seeds.All() {
		all = append(all, string(s.Text))
	}
	if root := os.Getenv("ASSAY_SEEDS"); root != "" || dirExists("../../../shared/seeds") {
		for _, f := range seedFiles(b) {
			src, err := os.ReadFile(f)
			if err != nil {
				b.Fatal(err)
			}
			all = append(all, string(src))
		}
	}
	var out []string
	var cur strings.Builder
	for _, text := range all {
		text = strings.ReplaceAll(text, "(exit)", "")
		if _, err := elab.Script(text, elab.Options{}); err != nil {
			continue
		}
		cur.WriteString(text)
		if cur.Len() >= size {
			out = append(out, cur.String())
			cur.Reset()
			continue
		}
		cur.WriteString("\n(reset)\n")
	}
	return out
}

func dirExists(p string) bool {
	st, err := os.Stat(p)
	return err == nil && st.IsDir()
}

// BenchmarkCheck reads and sort-checks scripts of 1 to 100 KB.
func BenchmarkCheck(b *testing.B) {
	for _, size := range []int{1 << 10, 10 << 10, 100 << 10} {
		b.Run(fmt.Sprintf("%dKB", size>>10), func(b *testing.B) {
			texts := benchTexts(b, size)
			total := 0
			for _, t := range texts {
				total += len(t)
			}
			b.SetBytes(int64(total / len(texts)))
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				if _, err := elab.Script(texts[i%len(texts)], elab.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkPrint writes the same scripts.
func BenchmarkPrint(b *testing.B) {
	texts := benchTexts(b, 10<<10)
	s, err := elab.Script(texts[0], elab.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(s.String())))
	b.ReportAllocs()
	for b.Loop() {
		_ = s.String()
	}
}
