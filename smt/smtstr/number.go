package smtstr

import "math/big"

func isDigit(code uint32) bool { return '0' <= code && code <= '9' }

// IsDigit is str.is_digit: one character from 0 to 9.
func (s String) IsDigit() bool { return s.Len() == 1 && isDigit(s.At(0)) }

// ToCode is str.to_code: the code point of the one character, -1 unless there is one.
func (s String) ToCode() int {
	if s.Len() != 1 {
		return -1
	}
	return int(s.At(0))
}

// FromCode is str.from_code: the string of the character with that code point, empty when there is none.
func FromCode(n int) String {
	if n < 0 || n > MaxChar {
		return String{}
	}
	return String{string(encode(nil, uint32(n)))}
}

// ToInt is str.to_int: the number that the decimal digits denote, -1 when s is empty or contains anything
// else. A million digits take a fraction of a second; callers that bound their time bound the length.
func (s String) ToInt() *big.Int {
	digits := make([]byte, s.Len())
	for i := range digits {
		c := s.At(i)
		if !isDigit(c) {
			return big.NewInt(-1)
		}
		digits[i] = byte(c)
	}
	if len(digits) == 0 {
		return big.NewInt(-1)
	}
	return decimal(digits)
}

// Decimal reads an unsigned number in decimal digits; ok is false when the text is anything else.
func Decimal(text string) (n *big.Int, ok bool) {
	if text == "" {
		return nil, false
	}
	for i := range len(text) {
		if !isDigit(uint32(text[i])) {
			return nil, false
		}
	}
	return decimal([]byte(text)), true
}

// chunk is the number of digits that are read at once; reading takes time quadratic in it.
const chunk = 1 << 10

// decimal reads digits: it reads chunks first and then combines neighbours, so that most of the work is
// multiplications of large numbers, which take less than quadratic time.
func decimal(digits []byte) *big.Int {
	parts := make([]*big.Int, 0, len(digits)/chunk+1) // least significant digits first
	for len(digits) > 0 {
		cut := max(0, len(digits)-chunk)
		n, ok := new(big.Int).SetString(string(digits[cut:]), 10)
		if !ok {
			return big.NewInt(-1)
		}
		parts = append(parts, n)
		digits = digits[:cut]
	}
	// scale is the value of one unit of the next part in units of the previous part.
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(chunk), nil)
	for len(parts) > 1 {
		joined := parts[:0]
		for i := 0; i < len(parts); i += 2 {
			n := parts[i]
			if i+1 < len(parts) {
				n.Add(n, new(big.Int).Mul(parts[i+1], scale))
			}
			joined = append(joined, n)
		}
		parts = joined
		if len(parts) > 1 {
			scale.Mul(scale, scale)
		}
	}
	return parts[0]
}

// FromInt is str.from_int: the decimal digits of n, empty when it is negative.
func FromInt(n *big.Int) String {
	if n.Sign() < 0 {
		return String{}
	}
	return ascii(n.String())
}

// ascii returns a string of characters below 128.
func ascii(text string) String {
	b := make([]byte, 0, width*len(text))
	for i := range len(text) {
		b = encode(b, uint32(text[i]))
	}
	return String{string(b)}
}
