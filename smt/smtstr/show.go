package smtstr

import (
	"strconv"
	"strings"
)

// Bounds on what String shows: how deep it goes, and after how many bytes it begins nothing new. Shared parts are
// written wherever they occur, so depth alone bounds nothing.
const (
	maxShown = 200
	maxText  = 1 << 14
)

// String returns the expression as an SMT-LIB term, with dots for what is too deep or too long.
func (r Regex) String() string {
	var b strings.Builder
	r.n.write(&b, 0)
	return b.String()
}

func (n *node) write(b *strings.Builder, depth int) {
	if depth > maxShown || b.Len() > maxText {
		b.WriteString("...")
		return
	}
	head := ""
	switch n.kind {
	case kNone:
		b.WriteString("re.none")
		return
	case kEps:
		b.WriteString(`(str.to_re "")`)
		return
	case kAll:
		b.WriteString("re.all")
		return
	case kWord:
		b.WriteString("(str.to_re " + n.word.Substr(0, maxText).Literal() + ")")
		return
	case kChars:
		lo, hi := FromCode(int(n.lo)).Literal(), FromCode(int(n.hi)).Literal()
		switch {
		case n.lo == 0 && n.hi == MaxChar:
			b.WriteString("re.allchar")
		case n.lo == n.hi:
			b.WriteString("(str.to_re " + lo + ")")
		default:
			b.WriteString("(re.range " + lo + " " + hi + ")")
		}
		return
	case kConcat:
		head = "re.++"
	case kUnion:
		head = "re.union"
	case kInter:
		head = "re.inter"
	case kComp:
		head = "re.comp"
	case kLoop:
		lo := strconv.FormatUint(n.lo, 10)
		switch {
		case n.hi != unbounded:
			head = "(_ re.loop " + lo + " " + strconv.FormatUint(n.hi, 10) + ")"
		case n.lo == 0:
			head = "re.*"
		case n.lo == 1:
			head = "re.+"
		default:
			head = "re.++ ((_ re.^ " + lo + ") "
			b.WriteString("(" + head)
			n.args[0].write(b, depth+1)
			b.WriteString(") (re.* ")
			n.args[0].write(b, depth+1)
			b.WriteString("))")
			return
		}
	}
	b.WriteString("(" + head)
	for _, a := range n.args {
		b.WriteByte(' ')
		a.write(b, depth+1)
		if b.Len() > maxText {
			break
		}
	}
	b.WriteByte(')')
}
