package sorts

import (
	"errors"
	"fmt"
)

// Limits on one operator signature, so that matching needs no allocation.
const (
	MaxVars    = 6 // sort variables
	MaxIndices = 6 // index variables
)

// Pattern is a sort with sort variables and index expressions, as it appears in an operator's signature.
type Pattern struct {
	Var  int // the number of a sort variable, -1 for a constructor
	Kind Kind
	Name string
	Idx  []Expr
	Args []Pattern
	Sort *Sort // the sort itself when the pattern has no variables and no arguments
	Form Form
	List int // the number of a list variable, for forms other than One
}

// Expr is an index expression: a constant, a variable, or a sum, difference or product of two.
type Expr struct {
	Op   byte // 'n' constant, 'v' variable, '+', '-', '*'
	N    int  // the constant or the variable's number
	L, R *Expr
}

// Binding holds the values of a signature's variables. The zero Binding binds nothing.
type Binding struct {
	Sorts [MaxVars]*Sort
	Idx   [MaxIndices]int
	set   uint8 // which of Idx are bound
	field *Sort // the field whose order is too large for an index; the index variable is then wide
	lists lists
}

// wide is the value of an index variable that stands for the order of [Binding.field].
const wide = -1

// HasIdx reports whether index variable i is bound.
func (b *Binding) HasIdx(i int) bool { return b.set&(1<<i) != 0 }

// SetIdx binds index variable i.
func (b *Binding) SetIdx(i, v int) { b.Idx[i], b.set = v, b.set|1<<i }

// Eval computes e. ok is false when a variable is unbound or the result leaves [-MaxIndex, MaxIndex].
func (e *Expr) Eval(b *Binding) (v int, ok bool) {
	switch e.Op {
	case 'n':
		return e.N, true
	case 'v':
		return b.Idx[e.N], b.HasIdx(e.N)
	}
	l, ok := e.L.Eval(b)
	if !ok {
		return 0, false
	}
	r, ok := e.R.Eval(b)
	if !ok {
		return 0, false
	}
	if l < -MaxIndex || l > MaxIndex || r < -MaxIndex || r > MaxIndex {
		return 0, false // an operator's head may contain larger numerals; no sort does
	}
	switch e.Op {
	case '+':
		v = l + r
	case '-':
		v = l - r
	case '*':
		v = l * r // both are at most 2^30: no overflow of int
	}
	return v, v >= -MaxIndex && v <= MaxIndex
}

// Solve binds the only unbound variable of e so that e equals v. It reports whether e has the value v
// afterwards; it fails when more than one variable is unbound.
func (e *Expr) Solve(v int, b *Binding) bool {
	switch e.Op {
	case 'n':
		return e.N == v
	case 'v':
		if b.HasIdx(e.N) {
			return b.Idx[e.N] == v
		}
		b.SetIdx(e.N, v)
		return true
	}
	l, lok := e.L.Eval(b)
	r, rok := e.R.Eval(b)
	switch {
	case lok && rok:
		got, ok := e.Eval(b)
		return ok && got == v
	case !lok && !rok:
		return false
	}
	switch e.Op {
	case '+':
		if lok {
			return e.R.Solve(v-l, b)
		}
		return e.L.Solve(v-r, b)
	case '-':
		if lok {
			return e.R.Solve(l-v, b)
		}
		return e.L.Solve(v+r, b)
	case '*':
		known, rest := l, e.R
		if rok {
			known, rest = r, e.L
		}
		return known != 0 && v%known == 0 && rest.Solve(v/known, b)
	}
	return false
}

// Match matches s against p and extends b. When it reports false, b is unusable.
func (p *Pattern) Match(s *Sort, b *Binding) bool {
	if p.Sort != nil {
		return p.Sort == s
	}
	if p.Form == At {
		return p.matchAt(s, b)
	}
	if p.Var >= 0 {
		if old := b.Sorts[p.Var]; old != nil {
			return old == s
		}
		b.Sorts[p.Var] = s
		return true
	}
	if p.Kind != s.kind || len(p.Idx) != len(s.idx) || p.Name != s.name {
		return false
	}
	if s.digits != "" {
		return p.matchWide(s, b)
	}
	for i := range p.Idx {
		if !p.Idx[i].Solve(s.idx[i], b) {
			return false
		}
	}
	if listed(p.Args) {
		return matchList(p.Args, s.args, b)
	}
	if p.Kind == Func && len(p.Args) < len(s.args) {
		return p.matchFunc(s, b)
	}
	if len(p.Args) != len(s.args) {
		return false
	}
	for i := range p.Args {
		if !p.Args[i].Match(s.args[i], b) {
			return false
		}
	}
	return true
}

// matchFunc matches a function with more arguments than p has: the rest is a function too.
func (p *Pattern) matchFunc(s *Sort, b *Binding) bool {
	last := len(p.Args) - 1
	for i := range last {
		if s == nil || !p.Args[i].Match(s.args[0], b) {
			return false
		}
		s = s.tail
	}
	return s != nil && p.Args[last].Match(s, b)
}

// matchWide matches a field whose order is too large for an index.
func (p *Pattern) matchWide(s *Sort, b *Binding) bool {
	e := &p.Idx[0]
	if e.Op != 'v' {
		return false
	}
	if b.HasIdx(e.N) {
		return b.Idx[e.N] == wide && b.field == s
	}
	b.SetIdx(e.N, wide)
	b.field = s
	return true
}

// ErrUnbound says that a pattern cannot be instantiated because a variable has no value.
var ErrUnbound = errors.New("a variable of the signature is not determined")

// Instantiate builds the sort for which p stands under b.
func (p *Pattern) Instantiate(st *Store, b *Binding) (*Sort, error) {
	if p.Sort != nil {
		return p.Sort, nil
	}
	switch {
	case p.Form == At:
		one, err := p.expand(st, nil, b)
		if err != nil {
			return nil, err
		}
		return one[0], nil
	case p.Form != One:
		return nil, ErrUnbound // it is not a sort of its own
	case p.Var >= 0:
		if s := b.Sorts[p.Var]; s != nil {
			return s, nil
		}
		return nil, ErrUnbound
	}
	var idxBuf [MaxIndices]int
	idx := idxBuf[:0]
	for i := range p.Idx {
		v, ok := p.Idx[i].Eval(b)
		if !ok {
			return nil, ErrUnbound
		}
		if v > MaxIndex {
			return nil, fmt.Errorf("a sort with an index above %d", MaxIndex)
		}
		idx = append(idx, v)
	}
	if p.Kind == Field && idx[0] == wide {
		if b.field == nil {
			return nil, ErrUnbound
		}
		return b.field, nil
	}
	if p.Kind == BitVec {
		if idx[0] < 1 {
			return nil, fmt.Errorf("a bit-vector of width %d", idx[0])
		}
		return st.BitVec(idx[0]), nil
	}
	if p.Kind == Float && (idx[0] < 2 || idx[1] < 2) {
		return nil, fmt.Errorf("a floating-point format with %d exponent and %d significand bits", idx[0], idx[1])
	}
	var args []*Sort
	size := 1
	for i := range p.Args {
		had := len(args)
		var err error
		if args, err = p.Args[i].expand(st, args, b); err != nil {
			return nil, err
		}
		for _, a := range args[had:] {
			size += a.size
		}
		// Products of relations double the components at each step.
		if p.Args[i].Form != One && size > MaxSize {
			return nil, fmt.Errorf("a sort with more than %d parts", MaxSize)
		}
	}
	if p.Kind == Func {
		return st.Func(args[:len(args)-1], args[len(args)-1]), nil
	}
	return st.Make(p.Kind, p.Name, append([]int(nil), idx...), args), nil
}

// Ground reports whether p contains no variables.
func (p *Pattern) Ground() bool {
	if p.Var >= 0 || p.Form != One {
		return false
	}
	for i := range p.Idx {
		if p.Idx[i].Op != 'n' {
			return false
		}
	}
	for i := range p.Args {
		if !p.Args[i].Ground() {
			return false
		}
	}
	return true
}
