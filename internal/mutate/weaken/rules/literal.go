package rules

import (
	"errors"
	"math/big"
	"strings"

	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// literal is a value as written in a rule. A numeral may have a sort other than Int.
type literal struct {
	kind syntax.Kind
	text string
}

// literal reads a token.
func (p *parser) literal(n syntax.ID) (literal, *syntax.Error) {
	text := p.tree.Text(n)
	switch k := p.tree.Kind(n); k {
	case syntax.Numeral, syntax.Decimal, syntax.String:
		return literal{k, text}, nil
	case syntax.Hex, syntax.Binary:
		return literal{k, strings.ToLower(text)}, nil
	}
	return literal{}, p.fail(n, syntax.CodeMalformed, "", "expected a term, found %s", syntax.Clip(text, 40))
}

// errNoLiteral says that a sort has no literal of that form.
var errNoLiteral = errors.New("no such literal of this sort")

// term builds the literal; as is the sort that it is qualified with, nil for none.
func (l literal) term(st *term.Store, as *sorts.Sort) (*term.Term, error) {
	switch {
	case l.kind == syntax.Binary:
		return st.Lit(l.kind, l.text, st.Sorts.BitVec(len(l.text)-2)), nil
	case l.kind == syntax.Hex:
		return st.Lit(l.kind, l.text, st.Sorts.BitVec(4*(len(l.text)-2))), nil
	case l.kind == syntax.String:
		return st.Lit(l.kind, l.text, sorts.String), nil
	case l.kind == syntax.Decimal:
		return st.Lit(l.kind, l.text, sorts.Real), nil
	case as == nil || as == sorts.Int:
		return st.Lit(l.kind, l.text, sorts.Int), nil
	case as == sorts.Real:
		return st.Lit(syntax.Decimal, l.text+".0", as), nil
	case as.Kind() == sorts.BitVec && as.Width() <= maxLiteralWidth:
		n, ok := new(big.Int).SetString(l.text, 10)
		if !ok {
			return nil, errNoLiteral
		}
		return value.Term(st, as, value.OfBV(bitvec.FromBig(as.Width(), n)))
	}
	return nil, errNoLiteral
}

// maxLiteralWidth bounds the bit-vectors that a rule can write.
const maxLiteralWidth = 4096
