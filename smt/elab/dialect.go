package elab

import (
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// may reports whether the languages that are read have a feature. If so, the caller uses it.
func (e *elaborator) may(f theory.Feature) bool {
	if e.opts.Dialects&f.Dialects() == 0 {
		return false
	}
	e.used++
	e.out.Features.Add(f)
	e.out.Dialects &= f.Dialects()
	return true
}

// note records a feature that is read whatever the languages are, because the standard has another form for it: only whoever wants the standard alone
// is refused.
func (e *elaborator) note(f theory.Feature) bool {
	if e.strict() {
		return false
	}
	e.out.Features.Add(f)
	if d := e.out.Dialects & f.Dialects(); d != 0 {
		e.out.Dialects = d
	}
	return true
}

// strict reports whether only the standard is read.
func (e *elaborator) strict() bool { return e.opts.Dialects == theory.Standard }

// operator records that the row is used at n. It rejects operators only when nothing but the standard is read: which
// solver has an operator is decided for the script as a whole.
func (e *elaborator) operator(n syntax.ID, row *theory.Row) *syntax.Error {
	d := row.Dialects()
	if d&theory.Standard != 0 {
		return nil
	}
	if e.out.Dialects &= d; !e.strict() {
		return nil
	}
	err := e.tree.Errorf(n, syntax.CodeUnknown, "%s with these arguments is not an operator of the standard", syntax.Clip(row.Name, 60))
	if names := d.Names(); len(names) > 0 {
		err.Hint = "it belongs to " + strings.Join(names, ", ")
	}
	return err
}

// rational reads a quotient in one word, such as 1/4; it returns nil when the text is not one or no language reads it.
func (e *elaborator) rational(text string) *term.Term {
	over, under, ok := strings.Cut(text, "/")
	under = strings.TrimLeft(under, "0")
	if !ok || !isDigits(over) || !isDigits(under) || !e.may(theory.RationalNumber) {
		return nil
	}
	if over = strings.TrimLeft(over, "0"); over == "" {
		over = "0"
	}
	return e.overload("/", e.store.Lit(syntax.Decimal, over+".0", sorts.Real), e.store.Lit(syntax.Decimal, under+".0", sorts.Real))
}

// signed reads a negative number in one word, such as -42, -1.5 and -1/4; it returns nil when name is not one.
func (e *elaborator) signed(name string) *term.Term {
	digits, ok := strings.CutPrefix(name, "-")
	if ok && strings.Contains(digits, "/") {
		if r := e.rational(digits); r != nil {
			return e.overload("-", r)
		}
		return nil
	}
	whole, fraction, point := strings.Cut(digits, ".")
	if !ok || !isDigits(whole) || fraction != "" && !isDigits(fraction) || !e.may(theory.SignedNumber) {
		return nil
	}
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if !point {
		return e.overload("-", e.numeralLit(whole))
	}
	if fraction == "" {
		fraction = "0"
	}
	return e.overload("-", e.store.Lit(syntax.Decimal, whole+"."+fraction, sorts.Real))
}

// numeralLit makes the literal for a numeral without leading zeros: a Real if the logic has no integers.
func (e *elaborator) numeralLit(text string) *term.Term {
	if e.logic.RealLiterals() {
		return e.store.Lit(syntax.Decimal, text+".0", sorts.Real)
	}
	return e.store.Lit(syntax.Numeral, text, sorts.Int)
}

// overload applies an operator, nil when it does not fit.
func (e *elaborator) overload(name string, args ...*term.Term) *term.Term {
	t, _, err := e.store.Overload(e.opts.Table.Lookup(name), nil, nil, args)
	if err != nil {
		return nil
	}
	return t
}

func (e *elaborator) bareColon(n syntax.ID) *syntax.Error {
	return e.tree.Errorf(n, syntax.CodeLexical, "a colon must begin a keyword such as :named")
}

// isChoice reports whether the list at n has the form of a choice, (choice ((x S)) p), in a language that has it.
func (e *elaborator) isChoice(n syntax.ID) bool {
	t := &e.tree
	if en := e.env["choice"]; en != nil && (en.decl != nil || len(en.locals) > 0) || t.Len(n) != 3 {
		return false
	}
	vars := t.Children(n)[1]
	return t.Kind(vars) == syntax.List && t.Len(vars) == 1 && t.Len(t.First(vars)) == 2 && e.may(theory.ChoiceTerm)
}
