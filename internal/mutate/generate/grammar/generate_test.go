package grammar_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/generate/grammar"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

func newGrammar(t testing.TB, o grammar.Options) *grammar.Grammar {
	t.Helper()
	g, err := grammar.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestReadable: what is derived from each logic reads back as the same script, and keeps to the standard or to what the solvers
// have. In a sample, 3 scripts of each logic, otherwise 200.
func TestReadable(t *testing.T) {
	for _, logic := range theory.Logics() {
		t.Run(logic, func(t *testing.T) {
			g := newGrammar(t, grammar.Options{Logic: logic, Incremental: grammar.DefaultIncremental})
			gen := g.Generator()
			for i := range testdepth.Sample(3, 200) {
				s := gen.Next(rng.New(1).Split(logic).SplitN(uint64(i)))
				text := s.String()
				if quick := string((&script.Printer{Fleeting: true}).Append(nil, s)); quick != text {
					t.Errorf("script %d prints in two ways:\n%s\n%s", i, text, quick)
				}
				again, err := elab.Script(text, elab.Options{})
				if err != nil {
					t.Fatalf("script %d: %v\n%s", i, err, text)
				}
				if same, why := script.Equal(s, again); !same {
					t.Errorf("script %d: %s\n%s", i, why, text)
				}
				if s.Assertions() != grammar.DefaultAssertions || s.Checks() == 0 {
					t.Errorf("script %d: %d assertions, %d checks", i, s.Assertions(), s.Checks())
				}
			}
		})
	}
}

// TestReuse: the scripts are the same whether they are kept or give their memory to the next one.
func TestReuse(t *testing.T) {
	for _, logic := range []string{"QF_UFDTLIA", "ALL", "QF_IDL"} {
		g := newGrammar(t, grammar.Options{Logic: logic, Incremental: 50})
		stay, pass := g.Generator(), g.Generator()
		p := script.Printer{Fleeting: true}
		var kept []*script.Script
		var texts []string
		for i := range testdepth.Sample(40, 2000) {
			r := rng.New(2).SplitN(uint64(i))
			s := stay.Next(rng.New(2).SplitN(uint64(i)))
			kept, texts = append(kept, s), append(texts, s.String())
			if text := string(p.Append(nil, pass.Reuse(r))); text != texts[i] {
				t.Fatalf("%s, script %d:\n%s\nand with memory of the last one\n%s", logic, i, texts[i], text)
			}
		}
		for i, s := range kept {
			if s.String() != texts[i] {
				t.Errorf("%s: script %d has changed", logic, i)
			}
		}
	}
}

func BenchmarkNext(b *testing.B) {
	for _, logic := range []string{"QF_LIA", "QF_BV", "QF_IDL", "AUFLIRA", "QF_SLIA", "QF_FP", "QF_UFDT", "ALL"} {
		b.Run(logic, func(b *testing.B) {
			g := newGrammar(b, grammar.Options{Logic: logic, Incremental: grammar.DefaultIncremental})
			gen := g.Generator()
			r := rng.New(1)
			b.ReportAllocs()
			terms := 0
			for i := range b.N {
				s := gen.Reuse(r.SplitN(uint64(i)))
				terms += s.Store.Len()
			}
			b.ReportMetric(float64(terms)/float64(b.N), "terms")
		})
		b.Run(logic+"/text", func(b *testing.B) {
			g := newGrammar(b, grammar.Options{Logic: logic, Incremental: grammar.DefaultIncremental})
			gen := g.Generator()
			r := rng.New(1)
			b.ReportAllocs()
			var buf []byte
			p := script.Printer{Fleeting: true}
			bytes := 0
			for i := range b.N {
				buf = p.Append(buf[:0], gen.Reuse(r.SplitN(uint64(i))))
				bytes += len(buf)
			}
			b.ReportMetric(float64(bytes)/float64(b.N), "bytes")
		})
	}
}

func BenchmarkNew(b *testing.B) {
	for _, logic := range []string{"QF_LIA", "QF_BV", "ALL"} {
		b.Run(logic, func(b *testing.B) {
			for range b.N {
				newGrammar(b, grammar.Options{Logic: logic}).Generator()
			}
		})
	}
}

// TestLiteralsBySolver: ranges of characters occur where all solvers have them. Constant arrays occur for z3 alone, under a logic in which it
// knows them.
func TestLiteralsBySolver(t *testing.T) {
	const ranges, constants = "(re.range ", "((as const (Array "
	for _, tt := range []struct {
		logic, solvers string
		has, lacks     string
	}{
		{"QF_SLIA", "z3 cvc5 cvc4", ranges, constants},
		{"ALL", "z3", constants, ""},
		{"ALL", "z3 cvc5", ranges, constants},
		{"QF_AX", "z3", "", constants},
	} {
		var releases []theory.Release
		for name := range strings.FieldsSeq(tt.solvers) {
			releases = append(releases, theory.Release{Name: name})
		}
		gen := newGrammar(t, grammar.Options{Logic: tt.logic, Solvers: releases}).Generator()
		var all strings.Builder
		for i := range 100 {
			all.WriteString(gen.Next(rng.New(1).SplitN(uint64(i))).String())
		}
		if !strings.Contains(all.String(), tt.has) {
			t.Errorf("%s for %s: no %s in 100 scripts", tt.logic, tt.solvers, tt.has)
		}
		if tt.lacks != "" && strings.Contains(all.String(), tt.lacks) {
			t.Errorf("%s for %s: a %s", tt.logic, tt.solvers, tt.lacks)
		}
	}
}
