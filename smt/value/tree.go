package value

// node is a persistent search tree from known values to values: a treap whose priorities are the keys'
// hashes, so that its shape depends on its keys alone. The nil node is the empty tree.
type node struct {
	key, val    Value
	prio        uint64
	count       int
	depth       int32 // of the deepest value held
	partial     bool
	left, right *node
}

func (n *node) size() int {
	if n == nil {
		return 0
	}
	return n.count
}

// get returns what the tree holds at key.
func (n *node) get(key Value) (v Value, ok bool) {
	for n != nil {
		switch c := Compare(key, n.key); {
		case c < 0:
			n = n.left
		case c > 0:
			n = n.right
		default:
			return n.val, true
		}
	}
	return Value{}, false
}

// make copies n with other children.
func (n *node) make(left, right *node) *node {
	m := &node{key: n.key, val: n.val, prio: n.prio, count: left.size() + right.size() + 1, left: left, right: right}
	t := newSummary(0)
	t.hold(n.key)
	t.hold(n.val)
	m.depth, m.partial = t.depth, t.partial
	for _, c := range [2]*node{left, right} {
		if c != nil {
			m.depth, m.partial = max(m.depth, c.depth), m.partial || c.partial
		}
	}
	return m
}

// with returns the tree that holds val at key. Its recursion is as deep as the tree, which is logarithmic
// unless hashes collide.
func (n *node) with(key, val Value) *node {
	fresh := &node{key: key, val: val, prio: mix(Hash(key) ^ 0x51ed270b)}
	return n.insert(fresh)
}

func (n *node) insert(x *node) *node {
	if n == nil {
		return x.make(nil, nil)
	}
	switch c := Compare(x.key, n.key); {
	case c == 0:
		same := *n
		same.val = x.val
		return same.make(n.left, n.right)
	case c < 0:
		l := n.left.insert(x)
		if l.prio > n.prio {
			return l.make(l.left, n.make(l.right, n.right))
		}
		return n.make(l, n.right)
	default:
		r := n.right.insert(x)
		if r.prio > n.prio {
			return r.make(n.make(n.left, r.left), r.right)
		}
		return n.make(n.left, r)
	}
}

// each calls f on the entries by increasing key until it returns false, and reports whether it never did.
func (n *node) each(f func(k, v Value) bool) bool {
	return n == nil || n.left.each(f) && f(n.key, n.val) && n.right.each(f)
}
