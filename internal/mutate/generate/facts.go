package generate

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// facts are the closed terms of a script that mean the same everywhere in it: their symbols are declared before its first assertion. Not safe for
// concurrent use.
type facts struct {
	store *term.Store
	world *interp.Interpretation
	terms map[*sorts.Sort][]*term.Term
	// plain are those that are no leaves, of all sorts that have literals.
	plain []*term.Term
	// constants are the declared constants.
	constants []*term.Term
	// disputed says that solvers read a literal in different ways.
	disputed bool
	// free says that the script declares sorts whose elements the interpretation has chosen.
	free bool
}

// head returns the index of the first command that is neither an option nor a declaration.
func head(s *script.Script) int {
	for i, c := range s.Commands {
		switch c.Kind {
		case script.SetLogic, script.SetOption, script.SetInfo, script.DeclareSort, script.DeclareDatatypes, script.DeclareFun, script.DefineFun, script.DefineRec:
		default:
			return i
		}
	}
	return len(s.Commands)
}

// maxSize bounds the terms that more is said about.
const maxSize = 300

func factsOf(s *script.Script, world *interp.Interpretation) *facts {
	f := &facts{store: s.Store, world: world, terms: map[*sorts.Sort][]*term.Term{}}
	first := head(s)
	late := term.NewMap[bool](s.Store) // whether a symbol of the term is declared later, or the term has a label
	visit := func(t *term.Term) bool {
		f.disputed = f.disputed || disputed(t)
		isLate := t.HasNamed() || slices.ContainsFunc(t.Args(), func(a *term.Term) bool { return late.Get(a) })
		if d := declared(t); d != nil {
			isLate = isLate || d.Kind == term.Declared && d.From >= first
		}
		late.Set(t, isLate)
		if isLate || len(t.Free()) > 0 || t.Size() > maxSize {
			return true
		}
		f.terms[t.Sort()] = append(f.terms[t.Sort()], t)
		if !t.IsLeaf() && literal(t.Sort()) {
			f.plain = append(f.plain, t)
		}
		return true
	}
	term.Walk(s.Roots(), visit)
	for _, c := range s.Commands[:first] {
		f.free = f.free || c.Kind == script.DeclareSort
		if c.Kind != script.DeclareFun || len(c.Decls[0].Params) > 0 {
			continue
		}
		if t, err := s.Store.App(s.Store.User(c.Decls[0], nil)); err == nil {
			f.constants = append(f.constants, t)
		}
	}
	return f
}

// disputed reports whether t is a literal that solvers read in different ways.
func disputed(t *term.Term) bool {
	return t.Kind() == term.Literal && t.Sort() == sorts.String && smtstr.Disputed(t.Text())
}

// declared returns the script's symbol at the head of a term, nil when there is none.
func declared(t *term.Term) *term.Decl {
	if fn := t.Func(); fn != nil {
		return fn.Decl
	}
	return nil
}

// literal reports whether the values of a sort are literals in every dialect.
func literal(s *sorts.Sort) bool {
	switch s {
	case sorts.Bool, sorts.Int, sorts.Real, sorts.String, sorts.RoundingMode:
		return true
	}
	return s.Kind() == sorts.BitVec || s.Kind() == sorts.Float
}

// op applies the operator of that name that fits, nil when none does.
func (f *facts) op(name string, args ...*term.Term) *term.Term {
	for _, a := range args {
		if a == nil {
			return nil
		}
	}
	t, _, err := f.store.Overload(f.store.Table.Lookup(name), nil, nil, args)
	if err != nil {
		return nil
	}
	return t
}

// not returns the negation of a formula, without a negation of a negation.
func (f *facts) not(t *term.Term) *term.Term {
	if t.Func().Is("not") {
		return t.Args()[0]
	}
	return f.op("not", t)
}

// maxText bounds the text of values, in bytes.
const maxText = 1 << 11

// written returns a known value as a term, nil when it has none or a long one.
func (f *facts) written(s *sorts.Sort, v value.Value) *term.Term {
	if !v.IsKnown() {
		return nil
	}
	t, err := value.Term(f.store, s, v)
	if err != nil || disputed(t) || term.TextSize([]*term.Term{t}) > maxText {
		return nil
	}
	return t
}

// says returns the formula that a term has a value.
func (f *facts) says(r *rng.Rand, t, v *term.Term) *term.Term {
	switch {
	case t == nil || v == nil:
		return nil
	case v.Func().Is("true"):
		return t
	case v.Func().Is("false"):
		return f.not(t)
	case r.Bool():
		t, v = v, t
	}
	return f.op("=", t, v)
}

// pin returns the formula that a declared constant has its value, nil where that is no literal.
func (f *facts) pin(r *rng.Rand, constant *term.Term) *term.Term {
	if !literal(constant.Sort()) {
		return nil
	}
	return f.says(r, constant, f.written(constant.Sort(), f.world.Value(constant)))
}

// truth returns a formula that is true: one of the facts, or its negation. It is nil when a few tries find none.
func (f *facts) truth(r *rng.Rand) *term.Term {
	formulas := f.terms[sorts.Bool]
	for range min(len(formulas), 6) {
		t := rng.Pick(r, formulas)
		switch v := f.world.Value(t); {
		case v.IsTrue():
			return t
		case v.IsFalse():
			return f.not(t)
		}
	}
	for _, c := range f.constants {
		if c.Sort() == sorts.Bool {
			return f.pin(r, c)
		}
	}
	return nil
}

// chosen reports whether the values of a sort depend on how many elements the script's own sorts have. Datatypes may hold these.
func (f *facts) chosen(s *sorts.Sort) bool {
	return f.free && s.Kind() == sorts.User || slices.ContainsFunc(s.Args(), f.chosen)
}

// symbols returns the declared constants that a term depends on, through definitions too. ok is false when its value depends on anything else
// that the script declares.
func (f *facts) symbols(t *term.Term) (constants []*term.Term, ok bool) {
	seen := map[*term.Decl]bool{}
	ok = true
	for roots := []*term.Term{t}; len(roots) > 0 && ok; {
		root := roots[0]
		roots = roots[1:]
		term.Walk([]*term.Term{root}, func(u *term.Term) bool {
			ok = ok && !f.chosen(u.Sort()) && !slices.ContainsFunc(u.Bound(), func(v *term.Term) bool { return f.chosen(v.Sort()) })
			d := declared(u)
			if d == nil || seen[d] {
				return ok
			}
			seen[d] = true
			switch {
			case d.Kind == term.Declared && len(d.Params) == 0:
				constants = append(constants, u)
			case d.Kind == term.Defined && d.Body != nil:
				roots = append(roots, d.Body)
			case d.Kind == term.Constructor, d.Kind == term.Selector:
			default:
				ok = false
			}
			return ok
		})
	}
	return constants, ok
}
