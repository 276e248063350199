package value

import (
	"math/big"
	"strconv"

	"github.com/assay-smt/assay/smt/algebraic"
)

// String returns v as SMT-LIB text as far as that is possible without knowing its sort: empty sequences, sets
// and bags are written without their sort, and functions and open values as words in angle brackets. [Term]
// makes what solvers read. Text beyond [MaxText] bytes is left out.
func (v Value) String() string { return v.Text(MaxText) }

// MaxText bounds the bytes that String returns.
const MaxText = 1 << 20

// Text is String with a given bound, beyond which a few dots replace the omitted end of the text.
func (v Value) Text(limit int) string {
	w := writer{limit: limit}
	w.value(v)
	if w.full() {
		w.out = append(w.out[:min(len(w.out), limit)], "..."...)
	}
	return string(w.out)
}

// writer writes one value, and stops when the limit is exceeded: a value may stand for a tree that is far too large.
type writer struct {
	out   []byte
	limit int
}

// full reports whether what is written exceeds the limit.
func (w *writer) full() bool { return len(w.out) > w.limit }

func (w *writer) text(s string) { w.out = append(w.out, s...) }

func (w *writer) value(v Value) {
	if w.full() {
		return
	}
	switch v.kind {
	case Bool:
		w.out = strconv.AppendBool(w.out, v.n == 1)
	case Int:
		w.integer(v.Big())
	case Real:
		w.real(v)
	case BitVec:
		w.bits(v)
	case Float:
		w.float(v)
	case RoundingMode:
		w.text(v.Mode().String())
	case String:
		w.chars(v)
	case RegLan:
		w.text(v.Regex().String())
	case Char:
		w.out = append(strconv.AppendInt(append(w.out, "(_ Char "...), v.n, 10), ')')
	case Field:
		f := v.Field()
		w.text("(as ff" + f.N.String() + " (_ FiniteField " + f.P.String() + "))")
	case Element:
		w.text(v.Element().Text)
	case Open:
		if v.Unknown().Unsupported {
			w.text("<unsupported>")
			return
		}
		w.text("<unspecified>")
	case Func:
		w.text("<function>")
	case Invalid:
		w.text("<none>")
	default:
		w.composite(v)
	}
}

// atOnce is how many bytes may be written in one go and truncated afterwards.
const atOnce = 1 << 14

// fits reports whether a text of about n bytes may still be written; writing digits takes more than linear time. If it
// may not, the writer is full.
func (w *writer) fits(n int) bool {
	if n <= atOnce || len(w.out)+n <= w.limit {
		return true
	}
	w.text("<a value of " + strconv.Itoa(n) + " digits>")
	w.limit = min(w.limit, len(w.out)-1)
	return false
}

func (w *writer) integer(n *big.Int) {
	switch {
	case n.BitLen() > 64 && !w.fits(n.BitLen()*10/33):
	case n.Sign() >= 0:
		w.out = n.Append(w.out, 10)
	default:
		w.out = append(new(big.Int).Neg(n).Append(append(w.out, "(- "...), 10), ')')
	}
}

func (w *writer) real(v Value) {
	if a, ok := v.ref.(algebraic.Number); ok {
		w.text(a.String())
		return
	}
	r, _ := v.Rat()
	if n := r.Num().BitLen() + r.Denom().BitLen(); n > 128 && !w.fits(n*10/33) {
		return
	}
	dst := w.out
	num := new(big.Int).Abs(r.Num())
	if r.Sign() < 0 {
		dst = append(dst, "(- "...)
	}
	if r.IsInt() {
		dst = append(num.Append(dst, 10), ".0"...)
	} else {
		dst = append(num.Append(append(dst, "(/ "...), 10), ".0 "...)
		dst = append(r.Denom().Append(dst, 10), ".0)"...)
	}
	if r.Sign() < 0 {
		dst = append(dst, ')')
	}
	w.out = dst
}

func (w *writer) bits(v Value) {
	if n := v.Width() / 4; n <= 64 || w.fits(n) {
		w.text(v.BV().String())
	}
}

func (w *writer) float(v Value) {
	f := v.Float()
	if n := f.Format().SB / 4; n <= 64 || w.fits(n) {
		w.text(f.String())
	}
}

func (w *writer) chars(v Value) {
	if n := v.TextLen(); n > shortText && !w.fits(n) {
		return
	}
	w.text(v.Str().Literal())
}

func (w *writer) composite(v Value) {
	switch x := v.ref.(type) {
	case *data:
		if len(x.fields) == 0 {
			w.text(x.ctor.Text)
			return
		}
		w.text("(" + x.ctor.Text)
		w.list(x.fields)
	case *list:
		switch {
		case x.length*2 > w.limit && x.length > shortText && !w.fits(x.length*2):
		case v.kind == Tuple:
			w.text("(tuple")
			w.list(v.Elems())
		case v.kind == Nullable && x.length == 0:
			w.text("nullable.null")
		case v.kind == Nullable:
			w.text("(nullable.some")
			w.list(v.Elems())
		case x.length == 0:
			w.text("seq.empty")
		case x.length == 1:
			w.text("(seq.unit")
			w.list(v.Elems())
		default:
			w.text("(seq.++")
			for _, e := range v.Elems() {
				if w.full() {
					return
				}
				w.text(" (seq.unit")
				w.list([]Value{e})
			}
			w.text(")")
		}
	case *group:
		w.group(v, x)
	case *array:
		if n := x.tree.size() * len("(store "); n > shortText && !w.fits(n) {
			return
		}
		for range x.tree.size() {
			w.text("(store ")
		}
		if x.fn {
			w.value(x.base)
		} else {
			w.text("((as const " + x.sort.String() + ")")
			w.list([]Value{x.base})
		}
		x.tree.each(func(k, e Value) bool {
			w.list([]Value{k, e})
			return !w.full()
		})
	}
}

func (w *writer) group(v Value, x *group) {
	if x.tree == nil {
		if v.kind == Set {
			w.text("set.empty")
		} else {
			w.text("bag.empty")
		}
		return
	}
	if n := x.tree.size(); n > 1 {
		if v.kind == Set {
			w.text("(set.union")
		} else {
			w.text("(bag.union_disjoint")
		}
		x.tree.each(func(k, n Value) bool {
			w.text(" ")
			w.member(v, k, n)
			return !w.full()
		})
		w.text(")")
		return
	}
	w.member(v, x.tree.key, x.tree.val)
}

func (w *writer) member(v, k, n Value) {
	if v.kind == Set {
		w.text("(set.singleton")
		w.list([]Value{k})
		return
	}
	w.text("(bag")
	w.list([]Value{k, n})
}

// list writes the values and the closing parenthesis.
func (w *writer) list(vs []Value) {
	for _, e := range vs {
		if w.full() {
			return
		}
		w.text(" ")
		w.value(e)
	}
	w.text(")")
}
