package diver

import (
	"slices"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/fragment"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// writable says which terms the targets can read. Terms for values, and constraints built from them, can contain more: elements that only
// a model has, or arrays with one element everywhere. Not safe for concurrent use.
type writable struct {
	filter   *fragment.Filter
	declared map[*term.Decl]bool
	logics   map[string]*theory.Logic
}

// newWritable returns what may be written in a script; what the script already contains may be written too.
func newWritable(s *script.Script, targets []mutate.Dialect) *writable {
	if len(targets) == 0 {
		targets = []mutate.Dialect{{Name: "z3"}, {Name: "cvc5"}} // as synth.NewCatalog
	}
	w := &writable{declared: map[*term.Decl]bool{}, logics: map[string]*theory.Logic{}}
	for i := range s.Commands {
		for _, d := range problem.Declared(s.Commands[i]) {
			w.declared[d] = true
		}
	}
	used := map[*theory.Row]bool{}
	term.Walk(s.Roots(), func(t *term.Term) bool {
		if f := t.Func(); f != nil && f.Row != nil {
			used[f.Row] = true
		}
		return true
	})
	w.filter = fragment.NewFilter(func(t *term.Term) bool {
		f := t.Func()
		switch {
		case t.LiteralKind() == syntax.List || t.LiteralKind() == syntax.Algebraic:
			return false // in models only: (root-obj ...), (witness ...)
		case f == nil:
			return true
		case f.Row != nil:
			return used[f.Row] || synth.Available(f.Row, targets) && (f.Row.NoGenerate == "" || harmless(t))
		case f.Decl != nil && f.Decl.Kind != term.Label:
			return w.declared[f.Decl]
		}
		return true
	}, s.Roots()...)
	return w
}

// wantsLiterals reports whether a term may have an operator that solvers accept only with certain arguments, such as values.
func wantsLiterals(t *term.Term) bool {
	f := t.Func()
	return f != nil && f.Row != nil && f.Row.NoGenerate != "" && len(t.Args()) > 0
}

// harmless reports whether solvers read a term although its operator must not be invented.
func harmless(t *term.Term) bool {
	f := t.Func()
	switch {
	case f.Is("true"), f.Is("false"):
		return true
	case f.Is("re.range"):
		return !slices.ContainsFunc(t.Args(), func(a *term.Term) bool { return a.Kind() != term.Literal })
	}
	return false
}

// allows reports whether a term can be written.
func (w *writable) allows(t *term.Term) bool { return w.filter.Allows(t) }

// constants reports whether constants of a sort can be declared under a logic. Some sorts of a logic occur only inside terms, such as the
// bit-vectors from which QF_FP makes floats.
func (w *writable) constants(logic string, s *sorts.Sort) bool {
	l := w.logics[logic]
	if l == nil {
		parsed := theory.ParseLogic(logic)
		l = &parsed
		w.logics[logic] = l
	}
	if l.All {
		return true
	}
	ok := true
	switch s {
	case sorts.Int:
		ok = l.Ints || l.Strings
	case sorts.Real:
		ok = l.Reals
	case sorts.String:
		ok = l.Strings
	case sorts.RoundingMode:
		ok = l.FloatingPoint
	}
	switch s.Kind() {
	case sorts.BitVec:
		ok = l.BitVectors
	case sorts.Float:
		ok = l.FloatingPoint
	case sorts.Array:
		ok = l.Arrays
	}
	return ok && !slices.ContainsFunc(s.Args(), func(a *sorts.Sort) bool { return !w.constants(logic, a) })
}
