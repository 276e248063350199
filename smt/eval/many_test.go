package eval_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/eval"
)

// words checks the values of formulas: true, false, or open for whatever reason.
func words(t *testing.T, table map[string]string) {
	t.Helper()
	for formula, want := range table {
		got := under(t, "(assert "+formula+")", "()", eval.Options{})[0]
		if got == "unspecified" || got == "unsupported" {
			got = "open"
		}
		if got != want {
			t.Errorf("%s is %s, want %s", formula, got, want)
		}
	}
}

// TestDistinctOfMany: distinct is false when two arguments are equal, true when all are known and differ, and open otherwise,
// however many there are and wherever the open one is.
func TestDistinctOfMany(t *testing.T) {
	const unknown = "(div 1 0)"
	table := map[string]string{}
	for _, n := range []int{3, 4, 15, 16, 17, 18, 40} {
		with := func(changes map[int]string) string {
			args := make([]string, n)
			for i := range args {
				if args[i] = strconv.Itoa(i); changes[i] != "" {
					args[i] = changes[i]
				}
			}
			return "(distinct " + strings.Join(args, " ") + ")"
		}
		table[with(nil)] = "true"
		for _, at := range []int{0, n / 2, n - 1} {
			next, last := (at+1)%n, (at+2)%n
			table[with(map[int]string{at: strconv.Itoa(next)})] = "false"
			table[with(map[int]string{at: unknown})] = "open"
			table[with(map[int]string{at: unknown, next: unknown})] = "false"
			table[with(map[int]string{at: unknown, next: strconv.Itoa(last)})] = "false"
			table[with(map[int]string{at: unknown, next: "(div 2 0)"})] = "open"
		}
	}
	words(t, table)
}

// TestRanges: eqrange is what comparing the elements at each index of the range says, both ends included.
func TestRanges(t *testing.T) {
	table := map[string]string{}
	number := func(i int) string {
		if i < 0 {
			return fmt.Sprintf("(- %d)", -i)
		}
		return strconv.Itoa(i)
	}
	for _, s := range []struct {
		sort  string
		least int
		write func(i int) string
	}{
		{"Int", -2, number},
		{"(_ BitVec 2)", 0, func(i int) string { return fmt.Sprintf("(_ bv%d 2)", i) }},
	} {
		base := "((as const (Array " + s.sort + " Int)) 0)"
		for k := range 4 {
			for lo := range 4 {
				for hi := range 4 {
					for element, inside := range map[string]string{"1": "false", "0": "true", "(div 1 0)": "open"} {
						want := "true"
						if lo <= k && k <= hi {
							want = inside
						}
						at := func(i int) string { return s.write(s.least + i) }
						table[fmt.Sprintf("(eqrange %s (store %s %s %s) %s %s)", base, base, at(k), element, at(lo), at(hi))] = want
					}
				}
			}
		}
	}
	words(t, table)
}

// TestSeveralIndices: z3's arrays of several indices have no values here, and never those of the arrays of one index that they look like.
func TestSeveralIndices(t *testing.T) {
	const zero = "((as const (Array Int Int Int)) 0)"
	const one = "(store " + zero + " 1 2 5)"
	words(t, map[string]string{
		"(= (select " + one + " 1 2) 5)": "open", "(= (select " + one + " 1 3) 0)": "open", "(= (select " + zero + " 1 2) 0)": "open",
		"(= (select " + one + " 1 2) (select " + one + " 1 2))": "true", "(= " + one + " " + one + ")": "true", "(= " + one + " " + zero + ")": "open",
		"(= (default " + zero + ") 0)": "open", "(= ((_ map +) " + one + " " + one + ") " + one + ")": "open",
	})
}

// TestArraysOverUnknownSorts: how many elements a declared sort has is not known, except that it has one.
func TestArraysOverUnknownSorts(t *testing.T) {
	const text = `(declare-sort U 0)(declare-const a (Array U Int))(declare-const b (Array U Int))(declare-const c (Array U Int))(declare-const u U)
(assert (distinct a b c))(assert (= a b))(assert (= a (store b u 0)))(assert (= (store a u 2) (store b u 2)))(assert (= (store a u 1) (store b u 2)))`
	const answer = `((define-fun a ((x U)) Int 0)(define-fun b ((x U)) Int 1)(define-fun c () (Array U Int) ((as const (Array U Int)) 2))(define-fun u () U (as @0 U)))`
	for i, want := range []string{"true", "false", "unsupported", "unsupported", "false"} {
		if got := under(t, text, answer, eval.Options{})[i]; got != want {
			t.Errorf("assertion %d is %s, want %s", i+1, got, want)
		}
	}
}
