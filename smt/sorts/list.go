package sorts

import "fmt"

// MaxLists bounds the number of list variables of one operator signature.
const MaxLists = 2

// Form says what a pattern stands for. Forms other than One refer to the sorts to which a list variable is bound: cvc5's tuples
// have any number of components, and statements about relations and tables concern all of them.
type Form uint8

// The forms.
const (
	One      Form = iota // one sort
	All                  // X...: the sorts of a list, in the arguments of a constructor
	Reversed             // (reverse X...): the same from the last to the first
	Picked               // (pick X... i...): those at the positions in the operator's list of indices
	At                   // (pick X... i): the one at a position
)

// lists are the values of a signature's list variables.
type lists struct {
	sorts [MaxLists][]*Sort
	idx   []int
	set   uint8 // which of sorts are bound
	many  bool  // idx is bound
}

// SetList binds list variable i. It keeps the slice.
func (b *Binding) SetList(i int, ss []*Sort) { b.lists.sorts[i], b.lists.set = ss, b.lists.set|1<<i }

// List returns the sorts to which list variable i is bound.
func (b *Binding) List(i int) (ss []*Sort, ok bool) {
	return b.lists.sorts[i], b.lists.set&(1<<i) != 0
}

// SetMany binds the list of indices of an operator's head. It keeps the slice.
func (b *Binding) SetMany(idx []int) { b.lists.idx, b.lists.many = idx, true }

// Many returns the list of indices of an operator's head.
func (b *Binding) Many() (idx []int, ok bool) { return b.lists.idx, b.lists.many }

// length returns how many sorts p stands for; ok is false when b does not determine it.
func (p *Pattern) length(b *Binding) (n int, ok bool) {
	switch p.Form {
	case All, Reversed:
		ss, ok := b.List(p.List)
		return len(ss), ok
	case Picked:
		idx, ok := b.Many()
		return len(idx), ok
	}
	return 1, true
}

// listed reports whether one of ps is a list.
func listed(ps []Pattern) bool {
	for i := range ps {
		if ps[i].Form != One {
			return true
		}
	}
	return false
}

// matchList matches the arguments of a constructor against patterns, some of which are lists. At most one of the lists may
// be of unknown length.
func matchList(ps []Pattern, ss []*Sort, b *Binding) bool {
	rest, open := len(ss), -1
	for i := range ps {
		n, ok := ps[i].length(b)
		switch {
		case ok:
			rest -= n
		case open >= 0:
			return false
		default:
			open = i
		}
	}
	if rest < 0 || open < 0 && rest > 0 {
		return false
	}
	for i := range ps {
		n := rest
		if i != open {
			n, _ = ps[i].length(b)
		}
		if n > len(ss) || !ps[i].matchSorts(ss[:n], b) {
			return false
		}
		ss = ss[n:]
	}
	return len(ss) == 0
}

// matchSorts matches as many sorts as p stands for.
func (p *Pattern) matchSorts(ss []*Sort, b *Binding) bool {
	switch p.Form {
	case All, Reversed:
		return p.matchWhole(ss, b)
	case Picked:
		return p.matchPicked(ss, b)
	}
	return p.Match(ss[0], b)
}

func (p *Pattern) matchWhole(ss []*Sort, b *Binding) bool {
	at := func(i int) *Sort {
		if p.Form == Reversed {
			i = len(ss) - 1 - i
		}
		return ss[i]
	}
	known, ok := b.List(p.List)
	if !ok {
		known = make([]*Sort, len(ss))
		for i := range known {
			known[i] = at(i)
		}
		b.SetList(p.List, known)
		return true
	}
	for i, s := range known {
		if at(i) != s {
			return false
		}
	}
	return true
}

// matchPicked compares the sorts at the positions, and finds the first positions that fit when none are bound.
func (p *Pattern) matchPicked(ss []*Sort, b *Binding) bool {
	list, ok := b.List(p.List)
	if !ok {
		return false
	}
	idx, known := b.Many()
	if !known {
		idx = make([]int, len(ss))
	}
	for i, s := range ss {
		if !known {
			idx[i] = position(list, s)
		}
		if idx[i] < 0 || idx[i] >= len(list) || list[idx[i]] != s {
			return false
		}
	}
	b.SetMany(idx)
	return true
}

// position returns the first position of s in list, -1 when there is none.
func position(list []*Sort, s *Sort) int {
	for i, x := range list {
		if x == s {
			return i
		}
	}
	return -1
}

// matchAt compares the sort at a position, and finds the first position that fits when none is bound.
func (p *Pattern) matchAt(s *Sort, b *Binding) bool {
	list, ok := b.List(p.List)
	if !ok {
		return false
	}
	e := &p.Idx[0]
	if i, ok := e.Eval(b); ok {
		return i >= 0 && i < len(list) && list[i] == s
	}
	i := position(list, s)
	return i >= 0 && e.Solve(i, b)
}

// expand appends the sorts that p stands for.
func (p *Pattern) expand(st *Store, dst []*Sort, b *Binding) ([]*Sort, error) {
	if p.Form == One {
		s, err := p.Instantiate(st, b)
		return append(dst, s), err
	}
	list, ok := b.List(p.List)
	if !ok {
		return nil, ErrUnbound
	}
	switch p.Form {
	case All:
		return append(dst, list...), nil
	case Reversed:
		for i := range list {
			dst = append(dst, list[len(list)-1-i])
		}
		return dst, nil
	}
	idx, ok := b.Many()
	if p.Form == At {
		var i int
		i, ok = p.Idx[0].Eval(b)
		idx = []int{i}
	}
	if !ok {
		return nil, ErrUnbound
	}
	for _, i := range idx {
		if i < 0 || i >= len(list) {
			return nil, fmt.Errorf("position %d of a tuple with %d components", i, len(list))
		}
		dst = append(dst, list[i])
	}
	return dst, nil
}
