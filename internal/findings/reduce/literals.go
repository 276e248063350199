package reduce

import (
	"math/big"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// literalPasses make literals smaller.
var literalPasses = []*Pass{
	{Name: "literals", Doc: "bisect numbers towards 0 and 1, shorten strings", edits: smallerLiterals, typed: true},
}

func smallerLiterals(st *state) []edit {
	g := st.graph()
	var all []edit
	for _, t := range g.terms {
		if t.Kind() != term.Literal {
			continue
		}
		for _, new := range st.smaller(t) {
			if new != t {
				all = append(all, edit{swaps: []swap{{old: t, new: new}}, key: mix(g.info.Get(t).hash, hashText(0, new.Text()))})
			}
		}
	}
	return all
}

// smaller returns literals to try in place of one, the simplest first.
func (st *state) smaller(t *term.Term) []*term.Term {
	store := st.script.Store
	var all []*term.Term
	add := func(kind syntax.Kind, texts ...string) {
		for _, text := range texts {
			if text != t.Text() {
				all = append(all, store.Lit(kind, text, t.Sort()))
			}
		}
	}
	switch text := t.Text(); t.LiteralKind() {
	case syntax.Numeral:
		if n, ok := new(big.Int).SetString(text, 10); ok {
			for _, m := range belowBig(n) {
				add(syntax.Numeral, m.String())
			}
		}
	case syntax.Decimal:
		whole, fraction, _ := strings.Cut(text, ".")
		if n, ok := new(big.Int).SetString(whole, 10); ok {
			for _, m := range belowBig(n) {
				add(syntax.Decimal, m.String()+".0")
			}
			add(syntax.Decimal, whole+".0")
			if half := len(fraction) / 2; half > 0 {
				add(syntax.Decimal, whole+"."+fraction[:half], whole+"."+fraction[:len(fraction)-1])
			}
		}
	case syntax.String:
		add(syntax.String, shorterStrings(text)...)
	case syntax.Hex, syntax.Binary, syntax.Symbol:
		if n, ok := bits(text); ok && t.Sort().Kind() == sorts.BitVec {
			for _, m := range belowBig(n) {
				all = append(all, bitLiteral(store, t.Sort(), m))
			}
		}
	default:
	}
	return all
}

// belowBig are numbers below n to try in its place: 0, 1, 2, half of it, and n less a quarter, a sixteenth, and so on, down to n less one. If
// everything below some threshold fails, one of these goes at least a quarter of the way there, so that the way takes few steps rather than one for
// each number.
func belowBig(n *big.Int) []*big.Int {
	below := []*big.Int{new(big.Int), big.NewInt(1), big.NewInt(2), new(big.Int).Rsh(n, 1)}
	for less := new(big.Int).Rsh(n, 2); less.Sign() > 0; less.Rsh(less, 2) {
		below = append(below, new(big.Int).Sub(n, less))
	}
	below = append(below, new(big.Int).Sub(n, big.NewInt(1)))
	var all []*big.Int
	for _, m := range below {
		if m.Sign() >= 0 && m.Cmp(n) < 0 && (len(all) == 0 || m.Cmp(all[len(all)-1]) > 0) {
			all = append(all, m)
		}
	}
	return all
}

// bits reads the text of a bit-vector literal.
func bits(text string) (*big.Int, bool) {
	switch {
	case strings.HasPrefix(text, "#x"):
		return new(big.Int).SetString(text[2:], 16)
	case strings.HasPrefix(text, "#b"):
		return new(big.Int).SetString(text[2:], 2)
	}
	if digits, ok := strings.CutPrefix(text, "(_ bv"); ok {
		digits, _, _ = strings.Cut(digits, " ")
		return new(big.Int).SetString(digits, 10)
	}
	return nil, false
}

// bitLiteral writes a number as a literal of a sort, in the shorter of the two notations; what does not fit is cut off.
func bitLiteral(store *term.Store, s *sorts.Sort, n *big.Int) *term.Term {
	w := s.Width()
	n = new(big.Int).And(n, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)), big.NewInt(1)))
	if w%4 == 0 {
		digits := n.Text(16)
		return store.Lit(syntax.Hex, "#x"+strings.Repeat("0", w/4-len(digits))+digits, s)
	}
	digits := n.Text(2)
	if len(digits) > w {
		digits = strings.Repeat("0", w)
	}
	return store.Lit(syntax.Binary, "#b"+strings.Repeat("0", w-len(digits))+digits, s)
}

// maxSingle is the length from which a string's characters are not removed one by one.
const maxSingle = 16

// shorterStrings returns string literals with fewer characters: none, one of the first, halves, all but one.
func shorterStrings(text string) []string {
	units := characters(text)
	join := func(parts ...[]string) string {
		var b strings.Builder
		b.WriteByte('"')
		for _, p := range parts {
			for _, u := range p {
				b.WriteString(u)
			}
		}
		b.WriteByte('"')
		return b.String()
	}
	n := len(units)
	if n == 0 {
		return nil
	}
	all := []string{`""`}
	if n > 1 {
		all = append(all, join(units[:1]))
	}
	if n > 3 {
		all = append(all, join(units[:n/2]), join(units[n/2:]))
	}
	if n > 1 && n <= maxSingle {
		for i := range units {
			all = append(all, join(units[:i], units[i+1:]))
		}
	} else if n > maxSingle {
		all = append(all, join(units[:n-1]), join(units[1:]))
	}
	for i, u := range units[:min(n, maxSingle)] {
		if len(u) > 1 {
			all = append(all, join(units[:i], []string{"a"}, units[i+1:]))
		}
	}
	return all
}

// characters splits a string literal into its characters, each as it is written: an escape sequence or a doubled quote is one.
func characters(text string) []string {
	body := text[1 : len(text)-1]
	var units []string
	for len(body) > 0 {
		n := 1
		switch {
		case strings.HasPrefix(body, `""`):
			n = 2
		case strings.HasPrefix(body, `\u{`):
			if end := strings.IndexByte(body, '}'); end >= 0 && end <= 8 {
				n = end + 1
			}
		case strings.HasPrefix(body, `\u`) && len(body) >= 6:
			n = 6
		case body[0] >= 0x80:
			for n < len(body) && body[n]&0xc0 == 0x80 {
				n++
			}
		}
		units = append(units, body[:n])
		body = body[n:]
	}
	return units
}
