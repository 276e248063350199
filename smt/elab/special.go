package elab

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// applySpecial reads what no row of the operator table can express: literals in indexed form, symbols as
// indices, tuples. ok is false when h is none of these.
func (e *elaborator) applySpecial(n syntax.ID, h head, args []*term.Term) (r *term.Term, ok bool, err *syntax.Error) {
	t := &e.tree
	if h.sym != "" {
		r, err = e.applyIndexed(n, h, args)
		return r, true, err
	}
	switch {
	case len(h.idx) == 1 && len(args) == 0 && isBVLiteral(h.name):
		r, err = e.bvLiteral(n, h)
		return r, true, err
	case len(h.idx) == 1 && len(args) == 0 && h.name == "char" && h.as == nil:
		return nil, false, t.Errorf(n, syntax.CodeMalformed, "(_ char #x41) takes a hexadecimal literal")
	case h.as != nil && h.as.Kind() == sorts.Field && len(args) == 0 && isFieldLiteral(h.name):
		text := "(as " + h.name + " " + h.as.String() + ")"
		return e.store.Lit(syntax.Symbol, text, h.as), true, nil
	case h.name == "mkbv" && h.as == nil && len(h.idx) == 0 && len(args) > 0 && e.undeclared("mkbv") && e.may(theory.BitsOfFormulas):
		r, err = e.bitsOf(n, args)
		return r, true, err
	case h.name == "@" && len(args) >= 2 && e.undeclared("@"):
		r, err = e.applyValue(n, args)
		return r, true, err
	}
	return e.applyTuple(n, h, args)
}

// bitsOf reads z3's (mkbv p q ...): a bit-vector with a bit for each formula, the lowest first.
func (e *elaborator) bitsOf(n syntax.ID, args []*term.Term) (*term.Term, *syntax.Error) {
	sort := e.store.Sorts.BitVec(1)
	one, zero := e.store.Lit(syntax.Binary, "#b1", sort), e.store.Lit(syntax.Binary, "#b0", sort)
	var r *term.Term
	for _, a := range args {
		if a.Sort() != sorts.Bool {
			return nil, e.tree.Errorf(n, syntax.CodeSort, "mkbv takes formulas, found %s", a.Sort())
		}
		bit := e.overload("ite", a, one, zero)
		if bit != nil && r != nil {
			bit = e.overload("concat", bit, r)
		}
		if r = bit; r == nil {
			return nil, e.unknown(n, "mkbv")
		}
	}
	return r, nil
}

// applyTuple reads what belongs to cvc5's language: cardinalities and tuples.
func (e *elaborator) applyTuple(n syntax.ID, h head, args []*term.Term) (r *term.Term, ok bool, err *syntax.Error) {
	switch {
	case h.name == "fmf.card" && h.as != nil && len(args) == 0 && e.may(theory.SortCardinality):
		r, aerr := e.store.App(e.store.Func(term.Func{Kind: term.CardFunc, Indices: h.idx, As: h.as}))
		return r, true, e.wrap(n, aerr)
	case (h.name == "tuple" || h.name == "mkTuple" || h.name == "mk-tuple") && e.undeclared(h.name) && e.may(theory.TupleTerm),
		h.name == "tuple.unit" && len(args) == 0 && e.undeclared(h.name) && e.may(theory.TupleTerm):
		r, aerr := e.store.App(e.store.Func(term.Func{Kind: term.TupleFunc}), args...)
		return r, true, e.wrap(n, aerr)
	case (h.name == "tuple.select" || h.name == "tupSel") && len(h.idx) == 1 && len(args) == 1 && e.may(theory.TupleTerm):
		r, aerr := e.store.App(e.store.Func(term.Func{Kind: term.ProjectFunc, Indices: h.idx}), args...)
		return r, true, e.wrap(n, aerr)
	}
	return nil, false, nil
}

// cardinality reads (_ fmf.card S n), whose children are kids: the sort S has at most n elements.
func (e *elaborator) cardinality(kids []syntax.ID) (h head, err *syntax.Error) {
	h = head{at: kids[1], name: "fmf.card"}
	if h.as, err = e.sort(kids[2]); err != nil {
		return h, err
	}
	n, err := e.index(kids[3])
	h.idx = []int{n}
	switch {
	case err != nil:
		return h, err
	case h.as.Kind() != sorts.User:
		return h, e.tree.Errorf(kids[2], syntax.CodeSort, "fmf.card counts the elements of a declared sort, not of %s", h.as)
	case n < 1:
		return h, e.tree.Errorf(kids[3], syntax.CodeMalformed, "a sort has at least one element")
	}
	return h, nil
}

func (e *elaborator) undeclared(name string) bool {
	en := e.env[name]
	return en == nil || en.decl == nil
}

// applyIndexed reads a symbol whose index is a symbol.
func (e *elaborator) applyIndexed(n syntax.ID, h head, args []*term.Term) (*term.Term, *syntax.Error) {
	t := &e.tree
	switch {
	case h.name == "char" && strings.HasPrefix(h.sym, "#"):
		return e.charLiteral(n, h)
	case h.name == "real_algebraic_number" && strings.HasPrefix(h.sym, "<"):
		return e.store.Lit(syntax.Algebraic, string(t.Append(nil, n)), sorts.Real), nil
	}
	if (h.name == "map" || h.name == "as-array") && e.session == nil && !e.may(theory.MappedFunction) {
		return nil, t.Errorf(n, syntax.CodeUnknown, "unknown symbol (_ %s %s)", h.name, syntax.Clip(h.sym, 40))
	}
	var d *term.Decl
	en := e.lookup(h.sym)
	if en != nil {
		d = en.decl
	}
	f := term.Func{Decl: d, As: nil}
	var of *sorts.Sort
	if len(args) > 0 {
		of = args[0].Sort()
	}
	switch h.name {
	case "is", "is-":
		f.Kind = term.TesterFunc
		if d = en.chosen(term.Constructor, of); d != nil {
			f.Decl = d
		}
		if d == nil || d.Kind != term.Constructor {
			return nil, t.Errorf(n, syntax.CodeUnknown, "%s is not a constructor", syntax.Clip(h.sym, 60))
		}
	case "update", "update-field":
		f.Kind = term.UpdateFunc
		if h.name == "update-field" && !e.note(theory.UpdateField) {
			return nil, t.Errorf(n, syntax.CodeUnknown, "unknown symbol (_ %s %s)", h.name, syntax.Clip(h.sym, 40))
		}
		if d = en.chosen(term.Selector, of); d != nil {
			f.Decl = d
		}
		if d == nil || d.Kind != term.Selector {
			return nil, t.Errorf(n, syntax.CodeUnknown, "%s is not a selector", syntax.Clip(h.sym, 60))
		}
	case "as-array":
		f.Kind = term.AsArrayFunc
		if d == nil {
			return nil, e.unknown(n, h.sym)
		}
	case "map", "nullable.lift":
		f.Kind = term.MapFunc
		if h.name != "map" {
			if f.Kind = term.LiftFunc; !e.may(theory.LiftedOperator) {
				return nil, e.unknown(n, h.name)
			}
		}
		if d == nil {
			return e.mapOperator(n, h, f.Kind, args)
		}
	default:
		return nil, t.Errorf(n, syntax.CodeUnknown, "unknown symbol (_ %s %s)", syntax.Clip(h.name, 40), syntax.Clip(h.sym, 40))
	}
	r, err := e.store.App(e.store.Func(f), args...)
	return r, e.wrap(n, err)
}

// mapOperator reads ((_ map op) a ...) and ((_ nullable.lift op) a ...) for an operator of a theory.
func (e *elaborator) mapOperator(n syntax.ID, h head, kind term.FuncKind, args []*term.Term) (*term.Term, *syntax.Error) {
	for _, row := range e.opts.Table.Lookup(h.sym) {
		if row.HeadIdx > 0 || row.NeedsAs {
			continue
		}
		if r, err := e.store.App(e.store.Func(term.Func{Kind: kind, Row: row}), args...); err == nil {
			return r, nil
		}
	}
	return nil, e.tree.Errorf(n, syntax.CodeSort, "(_ %s %s) fits no signature of %s with these arguments", h.name, syntax.Clip(h.sym, 40), syntax.Clip(h.sym, 40))
}

// applyLegacy reads names that are derived from others: the tester is-c of old datatype syntax.
func (e *elaborator) applyLegacy(n syntax.ID, h head, args []*term.Term) (*term.Term, bool, *syntax.Error) {
	name, ok := strings.CutPrefix(h.name, "is-")
	if !ok || len(h.idx) > 0 {
		return nil, false, nil
	}
	var of *sorts.Sort
	if len(args) > 0 {
		of = args[0].Sort()
	}
	ctor := e.lookup(name).chosen(term.Constructor, of)
	if ctor == nil {
		return nil, false, nil
	}
	r, err := e.store.App(e.store.Func(term.Func{Kind: term.TesterFunc, Decl: ctor}), args...)
	return r, true, e.wrap(n, err)
}

// isBVLiteral reports whether name is bv followed by digits, as in (_ bv10 32).
func isBVLiteral(name string) bool {
	digits, ok := strings.CutPrefix(name, "bv")
	return ok && isDigits(digits)
}

func isFieldLiteral(name string) bool {
	digits, ok := strings.CutPrefix(name, "ff")
	return ok && isDigits(strings.TrimPrefix(digits, "-"))
}

func isDigits(s string) bool {
	if s == "" {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

func (e *elaborator) bvLiteral(n syntax.ID, h head) (*term.Term, *syntax.Error) {
	t := &e.tree
	width := h.idx[0]
	if width < 1 {
		return nil, t.Errorf(n, syntax.CodeSort, "a bit-vector literal of width 0")
	}
	if width > sorts.MaxIndex {
		return nil, t.Errorf(n, syntax.CodeTooLarge, "a bit-vector literal of more than %d bits", sorts.MaxIndex)
	}
	digits := h.name[2:]
	if small, err := strconv.ParseUint(digits, 10, 63); err != nil || width < 63 && small>>uint(width) != 0 {
		// A number of n digits without leading zeros has more than 3(n-1) bits: do not compute what cannot fit.
		digits := strings.TrimLeft(digits, "0")
		v, ok := new(big.Int), digits == ""
		if !ok && 3*(len(digits)-1) <= width && len(digits) <= 400_000 {
			v, ok = v.SetString(digits, 10)
		}
		if !ok || v.BitLen() > width {
			return nil, t.Errorf(n, syntax.CodeSort, "%s does not fit in %d bits", syntax.Clip(digits, 40), width)
		}
	}
	return e.store.Lit(syntax.Symbol, "(_ "+h.name+" "+strconv.Itoa(width)+")", e.store.Sorts.BitVec(width)), nil
}

// charLiteral reads (_ char #x41), the string of one character.
func (e *elaborator) charLiteral(n syntax.ID, h head) (*term.Term, *syntax.Error) {
	v, err := strconv.ParseUint(strings.TrimPrefix(strings.ToLower(h.sym), "#x"), 16, 32)
	if err != nil || v > 0x2ffff {
		return nil, e.tree.Errorf(n, syntax.CodeSort, "%s is not a code point: characters go from #x0 to #x2FFFF", syntax.Clip(h.sym, 40))
	}
	return e.store.Lit(syntax.Symbol, "(_ char "+strings.ToLower(h.sym)+")", sorts.String), nil
}

// rootObject reads z3's (root-obj polynomial k), the k-th real root of a polynomial in x. It is kept as
// written: only models contain it, and its x is not bound to anything.
func (e *elaborator) rootObject(n syntax.ID) *syntax.Error {
	t := &e.tree
	kids := t.Children(n)
	if len(kids) != 3 || t.Kind(kids[2]) != syntax.Numeral {
		return t.Errorf(n, syntax.CodeMalformed, "an algebraic number has the form (root-obj polynomial index)")
	}
	e.push(e.store.Lit(syntax.Algebraic, string(t.Append(nil, n)), sorts.Real))
	return nil
}
