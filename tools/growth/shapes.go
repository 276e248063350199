package growth

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/base/seeds"
)

// A Shape writes formulas of one form and of any size. Everything that it writes is true when every symbol has the default
// value of its sort (0, false), so that an asker that knows only this can answer for it.
type Shape struct {
	Name string
	Doc  string
	body func(w *writer)
}

// Shapes returns the shapes, each of which stresses a different part of the work.
func Shapes() []Shape {
	return []Shape{
		{"many", "many small assertions", many},
		{"one", "one assertion, a tree of connectives", one},
		{"wide", "one connective with all formulas", wide},
		{"deep", "one assertion, as deep as it is long", deep},
		{"shared", "lets in layers, each used twice", shared},
		{"binders", "many quantified assertions", binders},
	}
}

// Seed returns a formula of the shape with about size bytes, at least 300.
func (s Shape) Seed(size int) seeds.Seed {
	w := &writer{size: size}
	logic := "QF_LIA"
	if s.Name == "binders" {
		logic = "LIA"
	}
	fmt.Fprintf(w, "(set-logic %s)\n(set-info :status sat)\n", logic)
	// One symbol for every two kilobytes: larger real formulas have more symbols.
	w.ints, w.bools = 4+size/2000, 2+size/4000
	for i := range w.ints {
		fmt.Fprintf(w, "(declare-const x%d Int)\n", i)
	}
	for i := range w.bools {
		fmt.Fprintf(w, "(declare-const p%d Bool)\n", i)
	}
	s.body(w)
	w.WriteString("(check-sat)\n")
	return seeds.New(fmt.Sprintf("%s of %s", s.Name, Bytes(size)), w.String())
}

// writer writes a formula up to a size.
type writer struct {
	strings.Builder
	size, ints, bools int
	n                 int // formulas so far
}

// more reports whether there is room for more text, followed by the given number of bytes.
func (w *writer) more(behind int) bool { return w.Len()+behind+len("(check-sat)\n") < w.size }

// int and bool name symbols, all of them in turn.
func (w *writer) int(k int) string  { return fmt.Sprintf("x%d", (w.n*7+k*13)%w.ints) }
func (w *writer) bool(k int) string { return fmt.Sprintf("p%d", (w.n*5+k*11)%w.bools) }

// formula returns a small formula that is true by default.
func (w *writer) formula() string {
	w.n++
	switch w.n % 4 {
	case 0:
		return fmt.Sprintf("(<= (+ %s (* %d %s)) %d)", w.int(0), w.n%9+2, w.int(1), w.n%100)
	case 1:
		return fmt.Sprintf("(or %s (not (= %s %d)))", w.bool(0), w.int(0), w.n%50+1)
	case 2:
		return fmt.Sprintf("(=> (< %s %s) (> (- %s %s) %d))", w.int(0), w.int(1), w.int(2), w.int(0), w.n%70)
	}
	return fmt.Sprintf("(not (and %s (distinct %s %s)))", w.bool(0), w.int(0), w.int(1))
}

func many(w *writer) {
	for w.more(0) {
		fmt.Fprintf(w, "(assert %s)\n", w.formula())
	}
}

// fanout is the number of operands in the shape one.
const fanout = 8

func one(w *writer) {
	depth := 1
	for room := w.size / 40; room > fanout; room /= fanout {
		depth++
	}
	var tree func(depth int)
	tree = func(depth int) {
		if depth == 0 {
			w.WriteString(w.formula())
			return
		}
		w.WriteString([]string{"(and", "(or"}[depth%2])
		for range fanout {
			if w.WriteByte(' '); !w.more(0) {
				w.WriteString("true")
				continue
			}
			tree(depth - 1)
		}
		w.WriteByte(')')
	}
	w.WriteString("(assert ")
	tree(depth)
	w.WriteString(")\n")
}

func wide(w *writer) {
	w.WriteString("(assert (and true")
	for w.more(0) {
		w.WriteString(" " + w.formula())
	}
	w.WriteString("))\n")
}

func deep(w *writer) {
	w.WriteString("(assert ")
	levels := 0
	for ; w.more(levels + 4); levels++ {
		fmt.Fprintf(w, "(%s %s ", []string{"and", "=>", "and"}[levels%3], w.formula())
	}
	w.WriteString("true" + strings.Repeat(")", levels) + ")\n")
}

// layer is the number of terms in each layer of the shape shared.
const layer = 16

func shared(w *writer) {
	names := make([]string, layer)
	for i := range names {
		names[i] = w.int(i)
	}
	w.WriteString("(assert ")
	levels := 0
	for ; w.more(levels + 200); levels++ {
		w.WriteString("(let (")
		next := make([]string, layer)
		for i := range next {
			next[i] = fmt.Sprintf("t%d_%d", levels, i)
			// Values stay small: by default everything is 0.
			fmt.Fprintf(w, "(%s (ite (> %s 9) (- %s %d) %s))", next[i], names[i], names[i], i+1, names[(i*5+levels)%layer])
		}
		w.WriteString(")\n")
		names = next
	}
	w.WriteString("(and")
	for i := range names {
		fmt.Fprintf(w, " (<= %s %d)", names[i], i)
	}
	w.WriteString(")" + strings.Repeat(")", levels) + ")\n")
}

func binders(w *writer) {
	for w.more(0) {
		f := w.formula()
		fmt.Fprintf(w, "(assert (forall ((a Int) (b Int)) (=> (< a b) (and (or (<= a b) (> %s a)) %s))))\n", w.int(0), f)
	}
}

// Bytes writes a size as 4 KB or 10 MB.
func Bytes(n int) string {
	if n >= 1<<20 {
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d KB", n>>10)
}
