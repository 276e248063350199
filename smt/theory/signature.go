package theory

import (
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
)

// canonical returns the sorts of r's arguments and result with variables renamed by position, so that rows of
// one operator are equal however it is spelled and whatever they say about its associativity.
func (r *Row) canonical() string {
	c := *r
	c.Name, c.Assoc = "", None
	c.SortVars = numbered("A", len(r.SortVars))
	c.ListVars = numbered("L", len(r.ListVars))
	c.IdxVars = numbered("i", len(r.IdxVars))
	if r.HeadList != "" {
		c.HeadList = "i..."
	}
	return c.Signature()
}

func numbered(prefix string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = prefix + strconv.Itoa(i)
	}
	return out
}

// Signature returns the row in the notation of theory files, without its attributes other than
// associativity.
func (r *Row) Signature() string {
	var b strings.Builder
	vars := append(slices.Clone(r.SortVars), r.ListVars...)
	if len(vars) > 0 {
		b.WriteString("(par (" + symbols(vars) + ") ")
	}
	b.WriteString("(" + head(r))
	for i := range r.Args {
		b.WriteByte(' ')
		writePattern(&b, &r.Args[i], r)
	}
	b.WriteByte(' ')
	writePattern(&b, &r.Result, r)
	switch r.Assoc {
	case LeftAssoc:
		b.WriteString(" :left-assoc")
	case RightAssoc:
		b.WriteString(" :right-assoc")
	case Chainable:
		b.WriteString(" :chainable")
	case Pairwise:
		b.WriteString(" :pairwise")
	}
	b.WriteByte(')')
	if len(vars) > 0 {
		b.WriteByte(')')
	}
	return b.String()
}

func head(r *Row) string {
	if r.HeadList != "" {
		return "(_ " + syntax.SymbolText(r.Name) + " " + r.HeadList + ")"
	}
	if r.HeadIdx == 0 {
		return syntax.SymbolText(r.Name)
	}
	return "(_ " + syntax.SymbolText(r.Name) + " " + symbols(r.IdxVars[:r.HeadIdx]) + ")"
}

func symbols(names []string) string {
	var b strings.Builder
	for i, n := range names {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(syntax.SymbolText(n))
	}
	return b.String()
}

func writePattern(b *strings.Builder, p *sorts.Pattern, r *Row) {
	switch {
	case p.Form != sorts.One:
		writeList(b, p, r)
		return
	case p.Sort != nil:
		b.WriteString(p.Sort.String())
		return
	case p.Var >= 0:
		b.WriteString(syntax.SymbolText(r.SortVars[p.Var]))
		return
	}
	open := len(p.Args) > 0
	if open {
		b.WriteByte('(')
	}
	if len(p.Idx) > 0 {
		b.WriteString("(_ " + syntax.SymbolText(p.Name))
		for i := range p.Idx {
			b.WriteByte(' ')
			writeExpr(b, &p.Idx[i], r.IdxVars)
		}
		b.WriteByte(')')
	} else {
		b.WriteString(syntax.SymbolText(p.Name))
	}
	for i := range p.Args {
		b.WriteByte(' ')
		writePattern(b, &p.Args[i], r)
	}
	if open {
		b.WriteByte(')')
	}
}

func writeList(b *strings.Builder, p *sorts.Pattern, r *Row) {
	name := r.ListVars[p.List]
	switch p.Form {
	case sorts.Reversed:
		b.WriteString("(reverse " + name + ")")
	case sorts.Picked:
		b.WriteString("(pick " + name + " " + r.HeadList + ")")
	case sorts.At:
		b.WriteString("(pick " + name + " ")
		writeExpr(b, &p.Idx[0], r.IdxVars)
		b.WriteByte(')')
	default:
		b.WriteString(name)
	}
}

func writeExpr(b *strings.Builder, e *sorts.Expr, vars []string) {
	switch e.Op {
	case 'n':
		b.WriteString(strconv.Itoa(e.N))
	case 'v':
		b.WriteString(syntax.SymbolText(vars[e.N]))
	default:
		b.WriteString("(" + string(e.Op) + " ")
		writeExpr(b, e.L, vars)
		b.WriteByte(' ')
		writeExpr(b, e.R, vars)
		b.WriteByte(')')
	}
}

// SortText returns a sort from r's signature, of an argument or of the result, in the notation of theory files.
func (r *Row) SortText(p *sorts.Pattern) string {
	var b strings.Builder
	writePattern(&b, p, r)
	return b.String()
}
