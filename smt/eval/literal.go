package eval

import (
	"errors"
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
	if n := len(t.Text()); n > shortDigits && !ev.readable(t, n) {
		return ev.spent()
	}
	v, d, why := readLiteral(t)
	if why != "" {
		return ev.badLiteral(t, d, why)
	}
	ev.meter.Take(value.Bytes(v))
	if _, ok := v.Algebraic(); ok {
		ev.meter.Spend(value.Cost(v))
	}
	return v
}

// readable charges the cost of reading a literal of n bytes.
func (ev *Evaluator) readable(t *term.Term, n int) bool {
	work := n / 4
	switch t.LiteralKind() {
	case syntax.Numeral, syntax.Symbol, syntax.Field:
		work = square(4 * n)
	case syntax.Decimal:
		words := n / 16
		work = square(4*n) + words*words/4 // for lowest terms
	case syntax.Algebraic:
		work = 64 * n
	}
	return ev.meter.Spend(work)
}

// badLiteral is a literal whose value cannot be computed.
func (ev *Evaluator) badLiteral(t *term.Term, d doubt, why string) value.Value {
	why = clip(t.Text()) + ": " + why
	if d == tooLarge {
		why = value.TooLarge + ": " + why
	}
	return ev.fresh(d, why)
}

func readLiteral(t *term.Term) (v value.Value, d doubt, why string) {
	d = unsupported
	text := t.Text()
	switch t.LiteralKind() {
	case syntax.Numeral, syntax.Decimal:
		return number(text, t.Sort())
	case syntax.Hex, syntax.Binary:
		if bits, err := strconv.ParseUint("0"+text[1:], 0, 64); err == nil && t.Sort().Width() <= 64 {
			return value.OfBits(t.Sort().Width(), bits), d, ""
		}
		if t.Sort().Width() > bitvec.MaxWidth {
			return v, tooLarge, "the bit-vector is too wide"
		}
		b, err := bitvec.Parse(text)
		if err != nil {
			return v, d, err.Error()
		}
		return value.OfBV(b), d, ""
	case syntax.String:
		s, err := smtstr.ParseLiteral(text)
		if err != nil {
			return v, d, err.Error()
		}
		return value.OfString(s), d, ""
	case syntax.Algebraic:
		a, err := algebraic.Parse(text)
		if err != nil {
			if errors.Is(err, algebraic.ErrTooLarge) {
				d = tooLarge
			}
			return v, d, err.Error()
		}
		return value.OfAlgebraic(a), d, ""
	case syntax.Field:
		if body, modulus, ok := strings.Cut(strings.TrimPrefix(text, "#f"), "m"); ok {
			return field(body, modulus)
		}
	case syntax.Symbol:
		return indexed(text, t.Sort())
	case syntax.List:
		return v, d, "the model gives a condition in place of a value"
	}
	return v, d, "a literal of an unknown kind"
}

func number(text string, s *sorts.Sort) (v value.Value, d doubt, why string) {
	d = unsupported
	if len(text) > maxDigits {
		return v, tooLarge, "the number has too many digits"
	}
	if strings.Trim(text, ".0123456789") != "" {
		return v, d, "not a number"
	}
	if s == sorts.Int && len(text) <= shortDigits {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return v, d, "not a number"
		}
		return value.OfInt(n), d, ""
	}
	if s == sorts.Int {
		n, ok := smtstr.Decimal(text)
		if !ok {
			return v, d, "not a number"
		}
		return value.OfBig(n), d, ""
	}
	whole, fraction, _ := strings.Cut(text, ".")
	fraction = strings.TrimRight(fraction, "0")
	n, ok := smtstr.Decimal(whole + fraction)
	switch {
	case !ok || whole == "":
		return v, d, "not a number"
	case s != sorts.Real:
		return v, d, "a number of sort " + s.String()
	}
	r := new(big.Rat).SetInt(n)
	if fraction != "" {
		r.SetFrac(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(fraction))), nil))
	}
	return value.OfRat(r), d, ""
}

// indexed reads (_ bvN m), (_ char #xN) and (as ffN (_ FiniteField p)).
func indexed(text string, s *sorts.Sort) (v value.Value, d doubt, why string) {
	d = unsupported
	words := strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(text))
	switch {
	case len(words) == 3 && strings.HasPrefix(words[1], "bv"):
		if s.Width() > bitvec.MaxWidth {
			return v, tooLarge, "the bit-vector is too wide"
		}
		n, ok := smtstr.Decimal(words[1][2:])
		if !ok {
			return v, d, "not a number"
		}
		return value.OfBV(bitvec.FromBig(s.Width(), n)), d, ""
	case len(words) == 3 && words[1] == "char":
		n, ok := new(big.Int).SetString(strings.TrimPrefix(words[2], "#x"), 16)
		if !ok || !n.IsInt64() {
			return v, d, "not a character"
		}
		return value.OfString(smtstr.FromCode(int(n.Int64()))), d, ""
	case len(words) >= 2 && strings.HasPrefix(words[1], "ff"):
		return field(words[1][2:], s.Order().String())
	}
	return v, d, "a literal of an unknown kind"
}

func field(number, modulus string) (v value.Value, d doubt, why string) {
	digits, negative := strings.CutPrefix(number, "-")
	n, ok := smtstr.Decimal(digits)
	p, also := smtstr.Decimal(modulus)
	if !ok || !also || p.Sign() <= 0 {
		return v, unsupported, "not an element of a field"
	}
	if negative {
		n.Neg(n)
	}
	return value.OfField(n, p), unsupported, ""
}
