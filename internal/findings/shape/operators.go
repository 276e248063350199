package shape

import (
	"slices"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// commutative are the operators whose arguments may stand in any order, all of them or those behind a rounding mode. By the theories of
// SMT-LIB 2.7, and by the manuals for what is a solver's own. What is not here keeps its order, which is safe.
var commutative = []string{
	"and", "or", "xor", "=", "distinct", "+", "*", "bvadd", "bvmul", "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvcomp",
	"fp.eq", "fp.add", "fp.mul", "re.union", "re.inter", "set.union", "set.inter", "bag.union_max", "bag.union_disjoint", "bag.inter_min",
	"ff.add", "ff.mul",
}

// rounded are those of them whose first argument is a rounding mode.
var rounded = []string{"fp.add", "fp.mul"}

// turn are order relations by those that say the same the other way around.
var turn = map[string]string{
	">": "<", ">=": "<=", "bvugt": "bvult", "bvuge": "bvule", "bvsgt": "bvslt", "bvsge": "bvsle", "fp.gt": "fp.lt", "fp.geq": "fp.leq",
}

// from is the index from which on the arguments of a term may stand in any order; that of none where they may not.
func from(t *term.Term) int {
	f := t.Func()
	switch {
	case f == nil || f.Kind != term.TheoryFunc || !slices.Contains(commutative, f.Row.Name):
		return len(t.Args())
	case slices.Contains(rounded, f.Row.Name):
		return 1
	}
	return 0
}

// turned reports whether a term is written with its arguments the other way around.
func turned(t *term.Term, how grain) bool {
	f := t.Func()
	if how != loose || f == nil || f.Kind != term.TheoryFunc || len(t.Args()) < 2 {
		return false
	}
	_, ok := turn[f.Row.Name]
	return ok
}

// operator is the name under which an operator is written.
func (g grain) operator(name string) string {
	if to, ok := turn[name]; ok && g == loose {
		return to
	}
	return name
}

// ordered reports whether the order of a script's commands says something: it asks more than once, or has levels.
func ordered(s *script.Script) bool { return s.Incremental() }
