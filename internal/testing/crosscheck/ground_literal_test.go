package crosscheck

import (
	"fmt"
	"math/big"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/values"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// newValues returns the generator of values for g, which gives many rare ones, in all spellings.
func (g *generator) newValues() *values.Generator {
	return values.New(g.st, values.Options{
		Structured: true, Rare: 60, Spellings: true, Datatypes: g.datas, MaxDepth: 3, Offer: g.offer,
		Base: func(t *term.Term) bool { return g.solver == "z3" || plainValue(g.dialect, t) },
	})
}

// offer returns values that the current term already contains, so that comparisons, stores and searches meet equal
// ones, and functions.
func (g *generator) offer(r *rng.Rand, s *sorts.Sort) *term.Term {
	if used := g.used[s]; len(used) > 0 && r.IntN(3) == 0 {
		return rng.Pick(r, used)
	}
	if s.Kind() == sorts.Func {
		return g.lambda(s)
	}
	return nil
}

// literal returns a value of the sort as a term, and remembers it and everything in it.
func (g *generator) literal(s *sorts.Sort) *term.Term {
	t := g.values.Value(g.r, s)
	if t == nil {
		panic("no literal of sort " + s.String())
	}
	if s.Kind() == sorts.Func {
		g.used[s] = append(g.used[s], t)
		return t
	}
	term.Walk([]*term.Term{t}, func(u *term.Term) bool {
		g.used[u.Sort()] = append(g.used[u.Sort()], u)
		return true
	})
	return t
}

// op applies the operator called name that fits; the generator only asks for what exists.
func (g *generator) op(name string, idx []int, as *sorts.Sort, args ...*term.Term) *term.Term {
	t, _, err := g.st.Overload(g.st.Table.Lookup(name), idx, as, args)
	if err != nil || t == nil {
		panic(fmt.Sprintf("no operator %s for %v: %v", name, args, err))
	}
	return t
}

func (g *generator) integer(n *big.Int) *term.Term {
	t := g.st.Lit(syntax.Numeral, new(big.Int).Abs(n).String(), sorts.Int)
	if n.Sign() < 0 {
		return g.op("-", nil, nil, t)
	}
	return t
}

func (g *generator) small(from, to int) *term.Term {
	return g.integer(big.NewInt(int64(from + g.r.IntN(to-from+1))))
}

func (g *generator) bits(w int, n *big.Int) *term.Term {
	return g.st.Lit(syntax.Binary, fmt.Sprintf("#b%0*b", w, n), g.st.Sorts.BitVec(w))
}

// text writes code points as a literal.
func (g *generator) text(codes ...int) *term.Term { return g.values.Text(g.r, codes) }

func must(t *term.Term, err error) *term.Term {
	if err != nil {
		panic(err)
	}
	return t
}

// lambda returns a function whose body may use its parameters.
func (g *generator) lambda(s *sorts.Sort) *term.Term {
	args := s.Args()
	vars := make([]*term.Term, len(args)-1)
	for i := range vars {
		vars[i] = g.st.NewVar(fmt.Sprintf("v%d", i), args[i])
	}
	outer := g.scope
	g.scope = append(g.scope[:len(g.scope):len(g.scope)], vars...)
	body := g.argument(nil, 0, args[len(args)-1], max(1, g.depth-1))
	g.scope = outer
	return must(g.st.Quant(term.Lambda, vars, body))
}
