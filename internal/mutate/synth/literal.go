package synth

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// literals are the operators that literals are made with.
type literals struct {
	boolean  []*theory.Row // true, false
	modes    []*theory.Row // rounding modes
	regular  []*theory.Row // re.none, re.all, re.allchar
	special  []*theory.Row // +oo, -oo, +zero, -zero, NaN
	fp       *theory.Row
	negInt   *theory.Row
	negReal  *theory.Row
	emptySeq *theory.Row
	emptySet *theory.Row
	toRe     *theory.Row
}

func newLiterals(t *theory.Table) *literals {
	l := &literals{}
	first := func(name string, n int, fits func(*theory.Row) bool) *theory.Row {
		for _, r := range t.Lookup(name) {
			if r.Name == name && len(r.Args) == n && fits(r) {
				return r
			}
		}
		return nil
	}
	anyRow := func(*theory.Row) bool { return true }
	for _, r := range t.Rows() {
		if len(r.Args) > 0 || r.Origin != "smtlib-2.6" {
			continue
		}
		switch {
		case r.Result.Sort == sorts.Bool:
			l.boolean = append(l.boolean, r)
		case r.Result.Sort == sorts.RoundingMode:
			l.modes = append(l.modes, r)
		case r.Result.Sort == sorts.RegLan:
			l.regular = append(l.regular, r)
		case r.Result.Var < 0 && r.Result.Kind == sorts.Float:
			l.special = append(l.special, r)
		}
	}
	l.fp = first("fp", 3, anyRow)
	l.negInt = first("-", 1, func(r *theory.Row) bool { return r.Result.Sort == sorts.Int })
	l.negReal = first("-", 1, func(r *theory.Row) bool { return r.Result.Sort == sorts.Real })
	l.emptySeq = first("seq.empty", 0, anyRow)
	l.emptySet = first("set.empty", 0, anyRow)
	l.toRe = first("str.to_re", 1, anyRow)
	return l
}

// The values are corners: neutral and absorbing elements, neighbours of powers of two, characters that
// regular expressions and conversions treat apart.
var (
	intCorners    = []string{"0", "1", "2", "3", "5", "7", "10", "16", "31", "64", "255", "256", "1000", "65536", "2147483647", "4294967296"}
	realCorners   = []string{"0.0", "1.0", "2.0", "0.5", "0.25", "0.1", "3.0", "10.0", "1.5", "100.0", "0.001", "12345.678"}
	stringCorners = []string{"", "a", "b", "A", "B", "0", "1", "9", "10", "aa", "ab", "ba", "abc", "-1", " ", "00", `\u{0}`, `\u{61}`, `\u{2FFFF}`, `\u{ff}`}
)

// Literal returns a random value of sort s as a term, nil when values of that sort cannot be written.
// Arrays have none: most solvers read constant arrays under few logics only.
func (c *Catalog) Literal(st *term.Store, r *rng.Rand, s *sorts.Sort) *term.Term {
	l := c.literals
	nullary := func(rows []*theory.Row) *term.Term {
		if len(rows) == 0 {
			return nil
		}
		return must(st.App(st.Op(rng.Pick(r, rows), nil, nil)))
	}
	switch s {
	case sorts.Bool:
		return nullary(l.boolean)
	case sorts.RoundingMode:
		return nullary(l.modes)
	case sorts.Int:
		return negated(st, r, l.negInt, st.Lit(syntax.Numeral, rng.Pick(r, intCorners), s))
	case sorts.Real:
		return negated(st, r, l.negReal, st.Lit(syntax.Decimal, rng.Pick(r, realCorners), s))
	case sorts.String:
		return st.Lit(syntax.String, syntax.Quote(rng.Pick(r, stringCorners)), s)
	case sorts.RegLan:
		if r.Bool() || l.toRe == nil {
			return nullary(l.regular)
		}
		return must(st.App(st.Op(l.toRe, nil, nil), c.Literal(st, r, sorts.String)))
	}
	switch s.Kind() {
	case sorts.BitVec:
		return bits(st, r, s.Width())
	case sorts.Float:
		return l.float(st, r, s)
	case sorts.Applied:
		var row *theory.Row
		switch s.Name() {
		case "Seq":
			row = l.emptySeq
		case "Set":
			row = l.emptySet
		}
		if row != nil {
			return must(st.App(st.Op(row, nil, s)))
		}
	}
	return nil
}

func must(t *term.Term, err error) *term.Term {
	if err != nil {
		return nil
	}
	return t
}

func negated(st *term.Store, r *rng.Rand, minus *theory.Row, t *term.Term) *term.Term {
	if minus == nil || r.IntN(3) > 0 {
		return t
	}
	return must(st.App(st.Op(minus, nil, nil), t))
}

// bits returns 0, 1, all ones, the smallest or largest signed value, or random bits.
func bits(st *term.Store, r *rng.Rand, width int) *term.Term {
	if width > 4096 {
		return st.Lit(syntax.Symbol, fmt.Sprintf("(_ bv%d %d)", r.IntN(16), width), st.Sorts.BitVec(width))
	}
	fill := func(first, middle, last byte) string {
		b := []byte(strings.Repeat(string(middle), width))
		b[0] = first
		if width > 1 {
			b[width-1] = last
		}
		return string(b)
	}
	var text string
	switch r.IntN(6) {
	case 0:
		text = fill('0', '0', '0')
	case 1:
		text = fill('0', '0', '1')
	case 2:
		text = fill('1', '1', '1')
	case 3:
		text = fill('1', '0', '0')
	case 4:
		text = fill('0', '1', '1')
	default:
		b := make([]byte, width)
		for i := range b {
			b[i] = '0' + byte(r.Uint64()>>63)
		}
		text = string(b)
	}
	if width%4 == 0 && width >= 8 {
		var hex strings.Builder
		for i := 0; i < width; i += 4 {
			v, _ := strconv.ParseUint(text[i:i+4], 2, 8)
			hex.WriteString(strconv.FormatUint(v, 16))
		}
		return st.Lit(syntax.Hex, "#x"+hex.String(), st.Sorts.BitVec(width))
	}
	return st.Lit(syntax.Binary, "#b"+text, st.Sorts.BitVec(width))
}

func (l *literals) float(st *term.Store, r *rng.Rand, s *sorts.Sort) *term.Term {
	eb, sb := s.Indices()[0], s.Indices()[1]
	if l.fp == nil || len(l.special) > 0 && r.Bool() {
		if len(l.special) == 0 {
			return nil
		}
		return must(st.App(st.Op(rng.Pick(r, l.special), []int{eb, sb}, nil)))
	}
	return must(st.App(st.Op(l.fp, nil, nil), bits(st, r, 1), bits(st, r, eb), bits(st, r, sb-1)))
}
