package eval

import (
	"math/big"

	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// stringOps is the theory Strings: words, languages, and z3's characters. Languages are in regex.go.
var stringOps meanings

func init() {
	stringOps = meanings{
		"char":            {run: func(c *call) value.Value { return value.OfString(smtstr.FromCode(c.index(0))) }},
		"str.++":          {run: strConcat, shares: true},
		"str.len":         {run: func(c *call) value.Value { return value.OfInt(int64(c.args[0].TextLen())) }, shares: true},
		"str.<":           {run: strChain(func(order int) bool { return order < 0 })},
		"str.<=":          {run: strChain(func(order int) bool { return order <= 0 })},
		"str.at":          {run: func(c *call) value.Value { return value.OfString(c.str(0).CharAt(c.position(1))) }, shares: true},
		"str.substr":      {run: func(c *call) value.Value { return value.OfString(c.str(0).Substr(c.position(1), c.position(2))) }, shares: true},
		"str.prefixof":    {run: func(c *call) value.Value { return value.OfBool(c.str(1).HasPrefix(c.str(0))) }},
		"str.suffixof":    {run: func(c *call) value.Value { return value.OfBool(c.str(1).HasSuffix(c.str(0))) }},
		"str.contains":    {run: func(c *call) value.Value { return value.OfBool(c.str(0).Contains(c.str(1))) }},
		"str.indexof":     {run: strIndexOf},
		"str.replace":     {run: func(c *call) value.Value { return c.text(c.str(0).Replace(c.str(1), c.str(2))) }},
		"str.replace_all": {run: strReplaceAll},
		"str.is_digit":    {run: func(c *call) value.Value { return value.OfBool(c.str(0).IsDigit()) }},
		"str.to_code":     {run: func(c *call) value.Value { return value.OfInt(int64(c.str(0).ToCode())) }},
		"str.from_code": {run: func(c *call) value.Value {
			return value.OfString(smtstr.FromCode(c.args[0].Clamp(0, smtstr.MaxChar)))
		}},
		"str.to_int":       {run: stringToInt},
		"str.from_int":     {run: func(c *call) value.Value { return c.digits(c.args[0].Big()) }},
		"str.update":       {run: func(c *call) value.Value { return value.OfString(c.str(0).Update(c.position(1), c.str(2))) }},
		"str.rev":          {run: func(c *call) value.Value { return value.OfString(c.str(0).Rev()) }},
		"str.to_lower":     {run: func(c *call) value.Value { return value.OfString(c.str(0).ToLower()) }},
		"str.to_upper":     {run: func(c *call) value.Value { return value.OfString(c.str(0).ToUpper()) }},
		"seq.last_indexof": {run: func(c *call) value.Value { return value.OfInt(int64(c.str(0).LastIndexOf(c.str(1)))) }},
		"str.from_ubv":     {run: func(c *call) value.Value { return c.digits(c.bv(0).Big()) }},
		"str.from_sbv":     {run: fromSigned},
		"Char":             {run: func(c *call) value.Value { return value.OfChar(uint32(c.index(0))) }},
		"char.<=":          {run: func(c *call) value.Value { return value.OfBool(c.args[0].Char() <= c.args[1].Char()) }},
		"char.to_int":      {run: func(c *call) value.Value { return value.OfInt(int64(c.args[0].Char())) }},
		"char.to_bv":       {run: func(c *call) value.Value { return value.OfBits(c.sort().Width(), uint64(c.args[0].Char())) }},
		"char.from_bv":     {run: charFromBits},
		"char.is_digit":    {run: func(c *call) value.Value { return value.OfBool(isDigit(c.args[0].Char())) }},
		"seq.nth":          {run: strNth},
		"seq.nth_i":        {run: strNth},
		"seq.unit":         {run: func(c *call) value.Value { return value.OfString(smtstr.FromCode(int(c.args[0].Char()))) }},
	}
	for name, o := range regexOps {
		stringOps[name] = o
	}
}

// str returns a string argument in one piece, the empty string when building it exceeds a bound.
func (c *call) str(i int) smtstr.String {
	if n := c.args[i].Unfolding(); n > 0 && !c.affords(n/entryBytes, n) {
		return smtstr.String{}
	}
	return c.args[i].Str()
}

// position returns an integer argument as an int. Numbers beyond any string's length stay beyond it.
func (c *call) position(i int) int { return c.args[i].Clamp(-1, smtstr.MaxLen) }

// text returns the result of an operator that can make strings too long to hold.
func (c *call) text(s smtstr.String, ok bool) value.Value {
	if !ok {
		return c.tooLarge("the string is too long")
	}
	return value.OfString(s)
}

// digits returns the decimal digits of a number.
func (c *call) digits(n *big.Int) value.Value {
	if !c.ev.meter.Spend(square(n.BitLen())) {
		return c.spent()
	}
	return value.OfString(smtstr.FromInt(n))
}

// strReplaceAll first checks how long the result is.
func strReplaceAll(c *call) value.Value {
	s, t, u := c.str(0), c.str(1), c.str(2)
	if n := s.LenReplaced(t, u); n <= smtstr.MaxLen && !c.affords(s.Len()+n/entryBytes, 0) {
		return c.spent()
	} else if _, left := c.ev.meter.Left(); int64(n) > left/3 {
		return c.tooLarge("the string is too long")
	}
	return c.text(s.ReplaceAll(t, u))
}

func strConcat(c *call) value.Value {
	acc := c.args[0]
	for _, a := range c.args[1:] {
		var ok bool
		if acc, ok = value.ConcatText(acc, a); !ok {
			return c.tooLarge("the string is too long")
		}
		if !c.affords(1, value.Bytes(acc)) {
			return c.spent()
		}
	}
	return acc
}

func strChain(holds func(order int) bool) func(*call) value.Value {
	return func(c *call) value.Value {
		for i := 1; i < len(c.args); i++ {
			if !holds(smtstr.Compare(c.str(i-1), c.str(i))) {
				return value.False
			}
		}
		return value.True
	}
}

func strIndexOf(c *call) value.Value {
	from := 0
	if len(c.args) == 3 {
		from = c.position(2)
	}
	return value.OfInt(int64(c.str(0).IndexOf(c.str(1), from)))
}

func fromSigned(c *call) value.Value {
	n := c.bv(0).Signed()
	if n.Sign() >= 0 {
		return c.digits(n)
	}
	if !c.ev.meter.Spend(square(n.BitLen())) {
		return c.spent()
	}
	return c.text(smtstr.Concat(smtstr.FromCode('-'), smtstr.FromInt(new(big.Int).Neg(n))))
}

func charFromBits(c *call) value.Value {
	n, _ := c.args[0].Bits()
	if n > smtstr.MaxChar {
		return c.open()
	}
	return value.OfChar(uint32(n))
}

// maxNumeral bounds the length of strings that are read as numbers: a million digits take a fraction of a
// second.
const maxNumeral = 1 << 20

func stringToInt(c *call) value.Value {
	s := c.str(0)
	switch {
	case s.Len() > maxNumeral:
		return c.tooLarge("the number has too many digits")
	case !c.ev.meter.Spend(square(3 * s.Len())):
		return c.spent()
	}
	return value.OfBig(s.ToInt())
}

func isDigit(code uint32) bool { return '0' <= code && code <= '9' }

// strNth is z3's seq.nth on strings, whose elements are characters.
func strNth(c *call) value.Value {
	s, i := c.str(0), c.position(1)
	if i < 0 || i >= s.Len() {
		return c.open()
	}
	if c.sort() == sorts.String {
		return value.OfString(s.CharAt(i))
	}
	return value.OfChar(s.At(i))
}
