package eval

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/algebraic"
	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// shortDigits is a number of digits that fit int64.
const shortDigits = 18

// maxDigits bounds the decimal digits of a literal.
const maxDigits = 1 << 20

// literal returns the value of a literal.
func (ev *Evaluator) literal(t *term.Term) value.Value {
	v, why := readLiteral(t)
	if why != "" {
		return ev.badLiteral(t, why)
	}
	return v
}

// badLiteral is a literal that cannot be worked out.
func (ev *Evaluator) badLiteral(t *term.Term, why string) value.Value {
	return ev.unsupported(clip(t.Text()) + ": " + why)
}

func readLiteral(t *term.Term) (v value.Value, why string) {
	text := t.Text()
	switch t.LiteralKind() {
	case syntax.Numeral, syntax.Decimal:
		return number(text, t.Sort())
	case syntax.Hex, syntax.Binary:
		if bits, err := strconv.ParseUint("0"+text[1:], 0, 64); err == nil && t.Sort().Width() <= 64 {
			return value.OfBits(t.Sort().Width(), bits), ""
		}
		b, err := bitvec.Parse(text)
		if err != nil {
			return v, err.Error()
		}
		return value.OfBV(b), ""
	case syntax.String:
		s, err := smtstr.ParseLiteral(text)
		if err != nil {
			return v, err.Error()
		}
		return value.OfString(s), ""
	case syntax.Algebraic:
		a, err := algebraic.Parse(text)
		if err != nil {
			return v, err.Error()
		}
		return value.OfAlgebraic(a), ""
	case syntax.Field:
		if body, modulus, ok := strings.Cut(strings.TrimPrefix(text, "#f"), "m"); ok {
			return field(body, modulus)
		}
	case syntax.Symbol:
		return indexed(text, t.Sort())
	case syntax.List:
		return v, "the model gives a condition in place of a value"
	}
	return v, "a literal of an unknown kind"
}

func number(text string, s *sorts.Sort) (v value.Value, why string) {
	if len(text) > maxDigits {
		return v, "the number has too many digits"
	}
	if s == sorts.Int && len(text) <= shortDigits {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return v, "not a number"
		}
		return value.OfInt(n), ""
	}
	if s == sorts.Int {
		n, ok := new(big.Int).SetString(text, 10)
		if !ok {
			return v, "not a number"
		}
		return value.OfBig(n), ""
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return v, "not a number"
	}
	if s != sorts.Real {
		return v, "a number of sort " + s.String()
	}
	return value.OfRat(r), ""
}

// indexed reads (_ bvN m), (_ char #xN) and (as ffN (_ FiniteField p)).
func indexed(text string, s *sorts.Sort) (v value.Value, why string) {
	words := strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(text))
	switch {
	case len(words) == 3 && strings.HasPrefix(words[1], "bv"):
		n, ok := new(big.Int).SetString(words[1][2:], 10)
		if !ok || s.Width() > bitvec.MaxWidth {
			return v, "the bit-vector is too wide"
		}
		return value.OfBV(bitvec.FromBig(s.Width(), n)), ""
	case len(words) == 3 && words[1] == "char":
		n, ok := new(big.Int).SetString(strings.TrimPrefix(words[2], "#x"), 16)
		if !ok || !n.IsInt64() {
			return v, "not a character"
		}
		return value.OfString(smtstr.FromCode(int(n.Int64()))), ""
	case len(words) >= 2 && strings.HasPrefix(words[1], "ff"):
		return field(words[1][2:], new(big.Int).SetInt64(int64(s.Indices()[0])).String())
	}
	return v, "a literal of an unknown kind"
}

func field(number, modulus string) (v value.Value, why string) {
	n, ok := new(big.Int).SetString(number, 10)
	p, also := new(big.Int).SetString(modulus, 10)
	if !ok || !also || p.Sign() <= 0 {
		return v, "not an element of a field"
	}
	return value.OfField(n, p), ""
}
