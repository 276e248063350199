package abstract

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// numbers is a set of integers or reals: a union of intervals in order, with numbers between each two. It is neither empty nor all
// numbers nor a single one. For integers the ends are closed.
type numbers struct {
	sort  *sorts.Sort
	first Interval
	more  []Interval
}

// Numbers returns the union of intervals of Int or Real; it is Nothing, Exactly or Any if it equals one of those. It may reorder the
// slice.
func Numbers(s *sorts.Sort, parts ...Interval) Set {
	if len(parts) == 1 {
		return Between(s, parts[0])
	}
	parts = united(s, parts)
	switch len(parts) {
	case 0:
		return Nothing(s)
	case 1:
		return Between(s, parts[0])
	}
	return &numbers{sort: s, first: parts[0], more: slices.Clone(parts[1:])}
}

// united brings intervals into the form of numbers, in their slice.
func united(s *sorts.Sort, parts []Interval) []Interval {
	n := 0
	for _, p := range parts {
		if s == sorts.Int {
			p = p.closed()
		}
		if !p.Empty() {
			parts[n] = p
			n++
		}
	}
	if parts = parts[:n]; n < 2 {
		return parts
	}
	if !slices.IsSortedFunc(parts, compareLow) {
		slices.SortFunc(parts, compareLow)
	}
	last := 0
	for _, p := range parts[1:] {
		if parts[last].before(&p, s) {
			last++
			parts[last] = p
		} else {
			parts[last].Hi = laterHigh(parts[last].Hi, p.Hi)
		}
	}
	return parts[:last+1]
}

// Between returns the set of one interval of Int or Real, as Numbers does.
func Between(s *sorts.Sort, p Interval) Set {
	if s == sorts.Int {
		p = p.closed()
	}
	if p.whole() {
		return Any(s)
	}
	if p.Empty() {
		return Nothing(s)
	}
	if v, ok := p.point(); ok {
		return Exactly(s, v)
	}
	return &numbers{sort: s, first: p}
}

// Intervals appends the intervals of a set of numbers to the slice; ok is false for sets that are not a finite union of intervals.
func Intervals(to []Interval, set Set) (parts []Interval, ok bool) {
	switch s := set.(type) {
	case *numbers:
		return append(append(to, s.first), s.more...), true
	case single:
		if s.sort == sorts.Int || s.sort == sorts.Real {
			return append(to, Point(s.v)), true
		}
	case whole:
		return append(to, Interval{}), s.sort == sorts.Int || s.sort == sorts.Real
	case nothing:
		return to, true
	}
	return to, false
}

// Outside returns the numbers that are in none of the intervals. It may reorder the slice.
func Outside(s *sorts.Sort, parts ...Interval) Set {
	var buf [6]Interval
	return Numbers(s, gaps(buf[:0], united(s, parts))...)
}

// numbersOf returns the set of the known ones among the numbers, or its complement.
func numbersOf(s *sorts.Sort, vs []value.Value, but bool) Set {
	if !ascending(vs) {
		vs = ordered(vs)
	}
	var buf [6]Interval
	parts := buf[:0]
	for _, v := range vs {
		parts = append(parts, Point(v))
	}
	if but {
		return Outside(s, parts...)
	}
	return Numbers(s, parts...)
}

// ascending reports whether all numbers are known, and in order.
func ascending(vs []value.Value) bool {
	for i, v := range vs {
		if v.IsOpen() || i > 0 && value.CompareNumbers(vs[i-1], v) >= 0 {
			return false
		}
	}
	return true
}

// gaps appends, in order, what lies below, between and above intervals.
func gaps(to, in []Interval) []Interval {
	lo := End{}
	for _, p := range in {
		if p.Lo.Bounded() {
			to = append(to, Interval{lo, End{p.Lo.At, !p.Lo.Open}})
		}
		if !p.Hi.Bounded() {
			return to
		}
		lo = End{p.Hi.At, !p.Hi.Open}
	}
	return append(to, Interval{lo, End{}})
}

func (n *numbers) Sort() *sorts.Sort { return n.sort }

func (n *numbers) Has(v value.Value) bool {
	if k := v.Kind(); k != value.Int && k != value.Real {
		return false
	}
	if n.first.has(v) {
		return true
	}
	for i := range n.more {
		if n.more[i].has(v) {
			return true
		}
	}
	return false
}

// scoreWidth is how wide an interval has to be to score like all numbers.
const scoreWidth = 1000

// Score implements Set: a thousandth for each unit of width plus one unit for each interval, at most 1, and 1 if an end is missing
// (DIVER paper, section III-B, which covers single intervals).
func (n *numbers) Score() float64 {
	sum := n.first.width() + 1
	for i := range n.more {
		sum += n.more[i].width() + 1
	}
	return min(MaxScore, sum/scoreWidth)
}

// width returns the distance between the ends.
func (p *Interval) width() float64 {
	if !p.Lo.Bounded() || !p.Hi.Bounded() {
		return math.Inf(1)
	}
	if a, ok := p.Lo.At.Small(); ok {
		if b, ok := p.Hi.At.Small(); ok {
			return float64(uint64(b) - uint64(a)) // the difference is not negative
		}
	}
	d, err := value.Sub(p.Hi.At, p.Lo.At)
	if err != nil {
		return about(p.Hi.At) - about(p.Lo.At)
	}
	return about(d)
}

// about returns a number as a float.
func about(v value.Value) float64 {
	if v.Kind() == value.Int {
		f, _ := new(big.Float).SetInt(v.Big()).Float64()
		return f
	}
	r, ok := v.Rat()
	if !ok {
		a, _ := v.Algebraic()
		r, _ = a.Bounds(64)
	}
	f, _ := r.Float64()
	return f
}

func (n *numbers) Pick(r *rng.Rand, not value.Value) (value.Value, bool) {
	v := otherThan(not, func() value.Value {
		p := &n.first
		if k := r.IntN(1 + len(n.more)); k > 0 {
			p = &n.more[k-1]
		}
		return pickBetween(r, n.sort, p)
	})
	return v, v.Kind() != value.Invalid
}

// otherThan returns one of the first few values from a source, one other than not if there is one among them.
func otherThan(not value.Value, source func() value.Value) value.Value {
	const tries = 4
	v := source()
	for i := 1; i < tries && v.Kind() == not.Kind() && value.Compare(v, not) == 0; i++ {
		v = source()
	}
	return v
}

func (n *numbers) Formula(st *term.Store, x *term.Term) (*term.Term, error) {
	f := formula{st: st, x: x, sort: n.sort}
	parts, _ := Intervals(nil, n)
	if !parts[0].Lo.Bounded() && !parts[len(parts)-1].Hi.Bounded() {
		out := gaps(nil, parts)
		for i := range out {
			if n.sort == sorts.Int {
				out[i] = out[i].closed()
			}
		}
		return f.outside(out)
	}
	return f.inside(parts)
}

func (n *numbers) Same(other Set) bool {
	o, ok := other.(*numbers)
	if !ok || o.sort != n.sort || len(o.more) != len(n.more) || !sameInterval(&n.first, &o.first) {
		return false
	}
	for i := range n.more {
		if !sameInterval(&n.more[i], &o.more[i]) {
			return false
		}
	}
	return true
}

func sameInterval(p, q *Interval) bool { return sameEnd(p.Lo, q.Lo) && sameEnd(p.Hi, q.Hi) }

func sameEnd(a, b End) bool {
	if !a.Bounded() || !b.Bounded() {
		return a.Bounded() == b.Bounded()
	}
	return a.Open == b.Open && value.CompareNumbers(a.At, b.At) == 0
}

func (n *numbers) String() string {
	var b strings.Builder
	b.WriteString(n.first.text())
	for i := range n.more {
		b.WriteString(" ∪ " + n.more[i].text())
	}
	return b.String()
}

// IsPoint reports whether the set is known to have only one member.
func IsPoint(s Set) bool { _, ok := s.(single); return ok }
