// Package value holds the values that terms denote, of every sort that Assay evaluates: Booleans,
// integers, reals (algebraic ones included), bit-vectors, floats, strings, regular expressions, arrays,
// datatypes, sequences, sets, bags, tuples, functions, field elements and the elements of uninterpreted
// sorts. It computes with numbers and compares values; package eval defines what operators mean.
//
// A value can also be open: the standard leaves it free and no model fixes it, or Assay cannot compute it.
// Open values occur inside arrays, datatypes and sequences like any other.
package value

import (
	"math/big"

	"github.com/assay-smt/assay/smt/algebraic"
	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/softfloat"
	"github.com/assay-smt/assay/smt/term"
)

// Kind is the family of a value.
type Kind uint8

// The kinds.
const (
	Invalid Kind = iota
	Bool
	Int
	Real
	BitVec
	Float
	RoundingMode
	String
	RegLan
	Char    // z3's characters
	Field   // element of a prime field
	Element // of an uninterpreted sort
	Array
	Data // of a datatype
	Seq
	Set
	Bag
	Tuple
	Nullable // cvc5's values that may be null
	Func
	Open // not known, see [Unknown]
)

// Value is an immutable value; the zero Value is not a value. Small numbers and bit-vectors need no memory
// beyond the struct. Safe for concurrent use.
type Value struct {
	kind Kind
	w    uint32 // BitVec: the width. Real: the denominator when ref is nil
	n    int64  // Bool, RoundingMode, Char; Int, numerator of a Real, bits of a BitVec when ref is nil
	ref  any
}

// The two truth values.
var (
	True  = Value{kind: Bool, n: 1}
	False = Value{kind: Bool}
)

// Kind returns the family of v.
func (v Value) Kind() Kind { return v.kind }

// IsOpen reports whether v itself is not known, for whatever reason.
func (v Value) IsOpen() bool { return v.kind == Open }

// IsUnsupported reports whether v is not known because Assay cannot compute it.
func (v Value) IsUnsupported() bool { return v.kind == Open && v.Unknown().Unsupported }

// IsTooLarge reports whether v is open because a budget does not suffice for it.
func (v Value) IsTooLarge() bool { return v.kind == Open && v.Unknown().TooLarge }

// IsKnown reports whether v is known in all its parts.
func (v Value) IsKnown() bool {
	if v.kind == Open {
		return false
	}
	c, ok := v.ref.(composite)
	return !ok || !c.traits().partial
}

// IsTrue reports whether v is the truth value true.
func (v Value) IsTrue() bool { return v.kind == Bool && v.n == 1 }

// IsFalse reports whether v is the truth value false.
func (v Value) IsFalse() bool { return v.kind == Bool && v.n == 0 }

// OfBool returns the truth value of b.
func OfBool(b bool) Value {
	if b {
		return True
	}
	return False
}

// OfBV returns the bit-vector as a value.
func OfBV(b bitvec.BV) Value {
	if u, ok := b.Uint64(); ok && b.Width() <= 64 {
		return Value{kind: BitVec, w: uint32(b.Width()), n: int64(u)}
	}
	return Value{kind: BitVec, w: uint32(b.Width()), ref: b}
}

// BV returns a bit-vector.
func (v Value) BV() bitvec.BV {
	if v.ref == nil {
		return bitvec.New(int(v.w), uint64(v.n))
	}
	return v.ref.(bitvec.BV)
}

// Width returns the width of a bit-vector, 0 for other values.
func (v Value) Width() int {
	if v.kind != BitVec {
		return 0
	}
	return int(v.w)
}

// Bits returns a bit-vector of at most 64 bits; ok is false when v is wider or not a bit-vector.
func (v Value) Bits() (bits uint64, ok bool) {
	return uint64(v.n), v.kind == BitVec && v.ref == nil
}

// OfBits returns the bit-vector of the low bits, 1 <= width <= 64.
func OfBits(width int, bits uint64) Value {
	return Value{kind: BitVec, w: uint32(width), n: int64(bits & (^uint64(0) >> (64 - uint(width))))}
}

// OfFloat returns the float as a value.
func OfFloat(f softfloat.Float) Value { return Value{kind: Float, ref: f} }

// Float returns a float.
func (v Value) Float() softfloat.Float { return v.ref.(softfloat.Float) }

// OfMode returns the rounding mode as a value.
func OfMode(m softfloat.Mode) Value { return Value{kind: RoundingMode, n: int64(m)} }

// Mode returns a rounding mode.
func (v Value) Mode() softfloat.Mode { return softfloat.Mode(v.n) }

// OfString returns the string as a value.
func OfString(s smtstr.String) Value { return Value{kind: String, ref: s} }

// Str returns a string.
func (v Value) Str() smtstr.String {
	if s, ok := v.ref.(smtstr.String); ok {
		return s
	}
	return v.ref.(*text).flatten()
}

// OfRegex returns the language as a value. All regular expressions in one computation must come from one
// builder.
func OfRegex(r smtstr.Regex) Value { return Value{kind: RegLan, ref: r} }

// Regex returns a language.
func (v Value) Regex() smtstr.Regex { return v.ref.(smtstr.Regex) }

// OfChar returns the character with that code point, 0 to 196607.
func OfChar(code uint32) Value { return Value{kind: Char, n: int64(code)} }

// Char returns a character's code point.
func (v Value) Char() uint32 { return uint32(v.n) }

// OfElement returns the element of an uninterpreted sort that a nullary declaration names.
func OfElement(d *term.Decl) Value { return Value{kind: Element, ref: d} }

// Element returns the declaration that names an element.
func (v Value) Element() *term.Decl { return v.ref.(*term.Decl) }

// OfField returns n modulo p, an element of the field of order p. It keeps p.
func OfField(n, p *big.Int) Value {
	return Value{kind: Field, ref: &FieldElement{N: new(big.Int).Mod(n, p), P: p}}
}

// FieldElement is N modulo P, 0 <= N < P.
type FieldElement struct{ N, P *big.Int }

// Field returns a field element. The caller must not change it.
func (v Value) Field() *FieldElement { return v.ref.(*FieldElement) }

// Unknown returns what is known about an open value.
func (v Value) Unknown() *Unknown { return v.ref.(*Unknown) }

// Unknown is a value that is not known. Two occurrences are certainly equal exactly when they are the same
// Unknown: the code that makes them gives equal applications the same one.
type Unknown struct {
	// ID distinguishes the unknowns of one evaluation.
	ID int
	// Unsupported says that Assay cannot compute the value; otherwise the standard leaves it open.
	Unsupported bool
	// TooLarge says that it could with a larger budget: the value, or its computation, exceeds a limit. Unsupported is set
	// too.
	TooLarge bool
	// Reason says why, for people.
	Reason string
}

// OfUnknown returns an open value.
func OfUnknown(u *Unknown) Value { return Value{kind: Open, ref: u} }

// Reason says why v or a part of it is open; "" when it is known.
func (v Value) Reason() string {
	if v.kind == Open {
		return v.Unknown().Reason
	}
	if u := firstUnknown(v); u != nil {
		return u.Reason
	}
	return ""
}

// Algebraic returns a real that is not rational.
func (v Value) Algebraic() (algebraic.Number, bool) {
	a, ok := v.ref.(algebraic.Number)
	return a, ok && v.kind == Real
}
