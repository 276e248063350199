package crosscheck

import (
	"math/big"
	"regexp"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// definition says what an application of an operator means in operators that older solvers have. It is used
// to compare operators that no installed solver reads.
type definition struct {
	in   []string // solvers that read its components
	term func(g *generator, t *term.Term) *term.Term
}

var (
	everywhere = []string{"z3", "cvc5", "cvc4"}
	onlyCVC5   = []string{"cvc5"}
	onlyZ3     = []string{"z3"}
	withSets   = []string{"cvc5", "cvc4"}
)

// definitions by the name of the operator.
var definitions = map[string]definition{
	"bvnego": {everywhere, func(g *generator, t *term.Term) *term.Term {
		x := t.Args()[0]
		return g.call("and", g.call("=", x, g.call("bvneg", x)), g.call("distinct", x, g.zero(x.Sort())))
	}},
	"bvinc": {everywhere, func(g *generator, t *term.Term) *term.Term {
		return g.call("bvadd", t.Args()[0], g.bits(t.Sort().Width(), big.NewInt(1)))
	}},
	"bvdec": {everywhere, func(g *generator, t *term.Term) *term.Term {
		return g.call("bvsub", t.Args()[0], g.bits(t.Sort().Width(), big.NewInt(1)))
	}},
	"bvite": {everywhere, func(g *generator, t *term.Term) *term.Term {
		return g.call("ite", g.call("=", t.Args()[0], g.bits(1, big.NewInt(1))), t.Args()[1], t.Args()[2])
	}},
	"bvredxor": {everywhere, func(g *generator, t *term.Term) *term.Term {
		x := t.Args()[0]
		acc := g.bits(1, new(big.Int))
		for i := range x.Sort().Width() {
			acc = g.call("bvxor", acc, g.op("extract", []int{i, i}, nil, x))
		}
		return acc
	}},
	"sbv_to_int": {everywhere, func(g *generator, t *term.Term) *term.Term {
		x := t.Args()[0]
		whole := new(big.Int).Lsh(big.NewInt(1), uint(x.Sort().Width()))
		return g.call("-", g.call("ubv_to_int", x), g.call("ite", g.negative(x), g.integer(whole), g.integer(new(big.Int))))
	}},
	"str.from_sbv": {everywhere, func(g *generator, t *term.Term) *term.Term {
		x := t.Args()[0]
		digits := func(y *term.Term) *term.Term { return g.call("str.from_int", g.call("ubv_to_int", y)) }
		return g.call("ite", g.negative(x), g.call("str.++", g.text('-'), digits(g.call("bvneg", x))), digits(x))
	}},
	"int.log2": {everywhere, func(g *generator, t *term.Term) *term.Term {
		// The number of powers of two that do not exceed the argument, not counting 1. No literal has 300 bits.
		parts := []*term.Term{g.integer(new(big.Int))}
		for k := 1; k <= 300; k++ {
			power := g.integer(new(big.Int).Lsh(big.NewInt(1), uint(k)))
			parts = append(parts, g.call("ite", g.call(">=", t.Args()[0], power), g.integer(big.NewInt(1)), g.integer(new(big.Int))))
		}
		return g.call("+", parts...)
	}},
	"div_total": {everywhere, totalDivision("div")},
	"mod_total": {everywhere, func(g *generator, t *term.Term) *term.Term {
		a, b := t.Args()[0], t.Args()[1]
		return g.call("ite", g.call("=", b, g.zero(b.Sort())), a, g.call("mod", a, b))
	}},
	"/_total": {everywhere, totalDivision("/")},
	"str.<":   {everywhere, chained("str.<")},
	"str.<=":  {everywhere, chained("str.<=")},
	"char.to_bv": {onlyZ3, func(g *generator, t *term.Term) *term.Term {
		return g.op("int_to_bv", []int{18}, nil, g.call("char.to_int", t.Args()[0]))
	}},
	"char.from_bv": {onlyZ3, func(g *generator, t *term.Term) *term.Term {
		return g.call("seq.nth", g.call("str.from_code", g.call("ubv_to_int", t.Args()[0])), g.integer(new(big.Int)))
	}},
	"set.is_empty": {withSets, func(g *generator, t *term.Term) *term.Term {
		s := t.Args()[0]
		return g.call("=", s, g.op("set.empty", nil, s.Sort()))
	}},
	"bag.setof": {onlyCVC5, func(g *generator, t *term.Term) *term.Term { return g.call("bag.duplicate_removal", t.Args()...) }},
	"set.all":   {onlyCVC5, filtered("set.filter", "=", "")},
	"set.some":  {onlyCVC5, filtered("set.filter", "distinct", "set.empty")},
	"bag.all":   {onlyCVC5, filtered("bag.filter", "=", "")},
	"bag.some":  {onlyCVC5, filtered("bag.filter", "distinct", "bag.empty")},

	"ff.add": {everywhere, inField(func(g *generator, xs []*term.Term) *term.Term { return g.call("+", xs...) })},
	"ff.mul": {everywhere, inField(func(g *generator, xs []*term.Term) *term.Term { return g.call("*", xs...) })},
	"ff.neg": {everywhere, inField(func(g *generator, xs []*term.Term) *term.Term { return g.call("-", xs...) })},
	"ff.bitsum": {everywhere, inField(func(g *generator, xs []*term.Term) *term.Term {
		for i := range xs {
			xs[i] = g.call("*", g.integer(big.NewInt(int64(1)<<i)), xs[i])
		}
		return g.call("+", xs...)
	})},

	"seq.map": {onlyCVC5, func(g *generator, t *term.Term) *term.Term {
		return g.mapSequence(t, func(_ int, e *term.Term) []*term.Term { return []*term.Term{e} })
	}},
	"seq.mapi": {onlyCVC5, func(g *generator, t *term.Term) *term.Term {
		return g.mapSequence(t, func(i int, e *term.Term) []*term.Term { return []*term.Term{g.after(t.Args()[1], i), e} })
	}},
	"seq.foldl": {onlyCVC5, func(g *generator, t *term.Term) *term.Term {
		acc := t.Args()[1]
		for _, e := range elements(t.Args()[2]) {
			acc = g.applied(t.Args()[0], acc, e)
		}
		return acc
	}},
	"seq.foldli": {onlyCVC5, func(g *generator, t *term.Term) *term.Term {
		acc := t.Args()[2]
		for i, e := range elements(t.Args()[3]) {
			acc = g.applied(t.Args()[0], g.after(t.Args()[1], i), acc, e)
		}
		return acc
	}},
}

func (g *generator) call(name string, args ...*term.Term) *term.Term {
	return g.op(name, nil, nil, args...)
}

// zero returns 0 of a sort of numbers or bit-vectors.
func (g *generator) zero(s *sorts.Sort) *term.Term {
	switch s {
	case sorts.Int:
		return g.integer(new(big.Int))
	case sorts.Real:
		return g.call("to_real", g.integer(new(big.Int)))
	}
	return g.bits(s.Width(), new(big.Int))
}

func (g *generator) negative(x *term.Term) *term.Term { return g.call("bvslt", x, g.zero(x.Sort())) }

// after returns i + n.
func (g *generator) after(i *term.Term, n int) *term.Term {
	return g.call("+", i, g.integer(big.NewInt(int64(n))))
}

// totalDivision is division where a zero divisor gives zero.
func totalDivision(name string) func(*generator, *term.Term) *term.Term {
	return func(g *generator, t *term.Term) *term.Term {
		acc := t.Args()[0]
		for _, b := range t.Args()[1:] {
			acc = g.call("ite", g.call("=", b, g.zero(b.Sort())), g.zero(b.Sort()), g.call(name, acc, b))
		}
		return acc
	}
}

// chained compares each argument with the next.
func chained(name string) func(*generator, *term.Term) *term.Term {
	return func(g *generator, t *term.Term) *term.Term {
		a := t.Args()
		return g.call("and", g.call(name, a[0], a[1]), g.call(name, a[1], a[2]))
	}
}

// filtered compares what a predicate leaves of a collection with the whole collection, or with the empty one.
func filtered(filter, compare, empty string) func(*generator, *term.Term) *term.Term {
	return func(g *generator, t *term.Term) *term.Term {
		all := t.Args()[1]
		other := all
		if empty != "" {
			other = g.op(empty, nil, all.Sort())
		}
		return g.call(compare, g.call(filter, t.Args()...), other)
	}
}

var fieldLiteral = regexp.MustCompile(`ff(\d+)`)

// inField computes with integers modulo the field's order; the arguments are literals.
func inField(f func(g *generator, xs []*term.Term) *term.Term) func(*generator, *term.Term) *term.Term {
	return func(g *generator, t *term.Term) *term.Term {
		xs := make([]*term.Term, len(t.Args()))
		for i, a := range t.Args() {
			n, _ := new(big.Int).SetString(fieldLiteral.FindStringSubmatch(a.Text())[1], 10)
			xs[i] = g.integer(n)
		}
		return g.call("mod", f(g, xs), g.integer(big.NewInt(int64(t.Sort().Indices()[0]))))
	}
}

// elements returns the elements of a sequence that is written as a literal.
func elements(seq *term.Term) []*term.Term {
	var out []*term.Term
	switch f := seq.Func(); {
	case f.Is("seq.unit"):
		out = append(out, seq.Args()[0])
	case f.Is("seq.++"):
		for _, a := range seq.Args() {
			out = append(out, elements(a)...)
		}
	case !f.Is("seq.empty"):
		panic("not a literal: " + seq.String())
	}
	return out
}

func (g *generator) applied(f *term.Term, args ...*term.Term) *term.Term {
	return must(g.st.App(g.st.Func(term.Func{Kind: term.ApplyFunc}), append([]*term.Term{f}, args...)...))
}

// mapSequence applies the function, which is the first argument of t, to each element of the sequence, which is the
// last.
func (g *generator) mapSequence(t *term.Term, args func(i int, e *term.Term) []*term.Term) *term.Term {
	parts := []*term.Term{g.op("seq.empty", nil, t.Sort())}
	for i, e := range elements(t.Args()[len(t.Args())-1]) {
		parts = append(parts, g.call("seq.unit", g.applied(t.Args()[0], args(i, e)...)))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return g.call("seq.++", parts...)
}

// wantsLiteral reports whether the definition of an operator takes argument i apart.
func wantsLiteral(name string, i int, s *sorts.Sort) bool {
	switch {
	case strings.HasPrefix(name, "ff."), name == "int.log2":
		return true
	case name == "seq.map", name == "seq.mapi", name == "seq.foldl", name == "seq.foldli":
		return i > 0 && s.Name() == "Seq"
	}
	return false
}
