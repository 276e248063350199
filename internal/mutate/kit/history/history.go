// Package history has formulas in which solvers had bugs, as material for mutants: which of them go with a seed, and which operators occurred
// together in them (Sun, Yang, Wen, Wang, Zhou, Jin: Validating SMT Solvers via Skeleton Enumeration Empowered by Historical Bug-Triggering Inputs,
// ICSE 2023). It does not say what the bugs are, or whether a formula is sat.
package history

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/assay-smt/assay/findings"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt/theory"
)

// papers has the formulas that papers about testing solvers print.
//
//go:embed papers/*.smt2
var papers embed.FS

// History is a collection of such formulas. Immutable, safe for concurrent use.
type History struct {
	formulas []formula
	left     map[string]int // formulas that are of no use here, by reason
}

// formula is one of them. Its script asserts all that the original one asserts or assumes, and asks once: options, labels, levels and other
// commands are left out.
type formula struct {
	seed      seeds.Seed
	logic     string   // of that script: the smallest one known by name that has all of it
	operators []string // see [Operators]
}

// New returns the formulas of known bugs and of papers that the table can read.
func New(table *theory.Table) *History {
	h := &History{left: map[string]int{}}
	for _, seed := range texts() {
		s, err := mutate.Read(seed, table)
		if err != nil {
			h.left["the operator table cannot read it"]++
			continue
		}
		p, err := problem.Of(s.Script)
		switch {
		case err != nil:
			h.left["it cannot be taken apart"]++
		case len(p.Assertions) == 0:
			h.left["it asserts nothing"]++
		default:
			p.Logic = logicOf(p)
			h.formulas = append(h.formulas, formula{
				seed: seeds.New(seed.Name, p.Asking(p.Assertions...).String()), logic: p.Logic, operators: Operators(p.Assertions),
			})
		}
	}
	return h
}

// texts returns the formulas, by name. A bug that came from a paper may be there twice.
var texts = sync.OnceValue(func() []seeds.Seed {
	var out []seeds.Seed
	add := func(from fs.FS, pattern string, name func(file string) string) {
		files, err := fs.Glob(from, pattern)
		if err != nil {
			panic(err) // the pattern is a constant
		}
		for _, file := range files {
			text, err := fs.ReadFile(from, file)
			if err != nil {
				panic(err) // it is part of the program
			}
			if n := name(file); n != "" {
				out = append(out, seeds.New(n, string(text)))
			}
		}
	}
	add(findings.Files, "*/bug.smt2", func(file string) string { return "findings/" + strings.TrimSuffix(file, "/bug.smt2") })
	add(papers, "papers/*.smt2", func(file string) string {
		if strings.HasSuffix(file, "-seed.smt2") {
			return "" // a paper's seed showed no bug
		}
		return strings.TrimSuffix(file, ".smt2")
	})
	return out
})

// Fingerprint identifies the formulas: mutants follow from them.
func Fingerprint() string {
	sum := sha256.New()
	for _, s := range texts() {
		fmt.Fprintln(sum, s.Hash)
	}
	return fmt.Sprintf("%d-%x", len(texts()), sum.Sum(nil)[:6])
}

// Setting is what a share of history adds to the configuration of an engine: nothing for 0.
func Setting(percentage int) string {
	if percentage == 0 {
		return ""
	}
	return fmt.Sprintf(" history=%d-%s", percentage, Fingerprint())
}

// Len is the number of formulas.
func (h *History) Len() int { return len(h.formulas) }

// Left counts the formulas that are of no use, by reason. The caller must not modify it.
func (h *History) Left() map[string]int { return h.left }

// leavingShare: one formula in this many may need more than the logic has.
const leavingShare = 4

// Partner implements [mutate.Partners]: it chooses a formula to combine with one of a logic. Three in four are of the logic, where it has any.
func (h *History) Partner(r *rng.Rand, logic string) (seeds.Seed, bool) {
	if len(h.formulas) == 0 {
		return seeds.Seed{}, false
	}
	among := h.formulas
	if r.IntN(leavingShare) > 0 {
		fit := slices.DeleteFunc(slices.Clone(among), func(f formula) bool { return !problem.Compatible(logic, f.logic) })
		if len(fit) > 0 {
			among = fit
		}
	}
	return rng.Pick(r, among).seed, true
}
