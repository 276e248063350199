package value

// node is a persistent search tree from known values to values: a treap whose priorities are the keys'
// hashes, so that its shape depends only on its keys. The nil node is the empty tree.
type node struct {
	key, val    Value
	prio        uint64
	own, sum    uint64 // hash of the entry, and of all entries below, whatever the shape
	count       int
	ownDepth    int32
	depth       int32 // of the deepest value held
	ownPartial  bool
	partial     bool
	left, right *node
}

// nodeBytes is the memory that a node takes.
const nodeBytes = 160

func (n *node) size() int {
	if n == nil {
		return 0
	}
	return n.count
}

// get returns what the tree holds at key.
func (n *node) get(m *Meter, key Value) (v Value, ok bool) {
	for n != nil && m.Spend(1) {
		switch c := compareWith(m, key, n.key); {
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

// entry makes a tree of one entry.
func entry(key, val Value) *node {
	n := &node{key: key, prio: mix(Hash(key) ^ 0x51ed270b)}
	n.put(val)
	return n.total()
}

// put sets the value of a node that is not shared yet.
func (n *node) put(val Value) {
	n.val = val
	t := newSummary(1)
	t.hold(n.key)
	t.hold(val)
	n.own, n.ownDepth, n.ownPartial = t.hash, t.depth, t.partial
}

// total updates the summary of a node that is not shared yet.
func (n *node) total() *node {
	n.count, n.sum, n.depth, n.partial = 1, n.own, n.ownDepth, n.ownPartial
	for _, c := range [2]*node{n.left, n.right} {
		if c != nil {
			n.count += c.count
			n.sum += c.sum
			n.depth, n.partial = max(n.depth, c.depth), n.partial || c.partial
		}
	}
	return n
}

// make copies n with other children.
func (n *node) make(m *Meter, left, right *node) *node {
	if n.left == left && n.right == right {
		return n
	}
	m.Spend(1)
	m.Take(nodeBytes)
	c := *n
	c.left, c.right = left, right
	return c.total()
}

// with returns the tree that holds val at key. Its recursion is as deep as the tree, which is logarithmic
// unless hashes collide.
func (n *node) with(m *Meter, key, val Value) *node {
	m.Take(nodeBytes)
	return n.insert(m, entry(key, val))
}

func (n *node) insert(m *Meter, x *node) *node {
	if n == nil || !m.Spend(1) {
		return x
	}
	switch c := compareWith(m, x.key, n.key); {
	case c == 0:
		same := *n
		same.put(x.val)
		return same.total()
	case c < 0:
		l := n.left.insert(m, x)
		if l.prio > n.prio {
			return l.make(m, l.left, n.make(m, l.right, n.right))
		}
		return n.make(m, l, n.right)
	default:
		r := n.right.insert(m, x)
		if r.prio > n.prio {
			return r.make(m, n.make(m, n.left, r.left), r.right)
		}
		return n.make(m, n.left, r)
	}
}

// each calls f on the entries by increasing key until it returns false, and reports whether it never did.
func (n *node) each(f func(k, v Value) bool) bool {
	return n == nil || n.left.each(f) && f(n.key, n.val) && n.right.each(f)
}

// split returns the entries below key, that of key if there is one, and those above.
func (n *node) split(m *Meter, key Value) (below, at, above *node) {
	if n == nil || !m.Spend(1) {
		return nil, nil, nil
	}
	switch c := compareWith(m, key, n.key); {
	case c < 0:
		below, at, above = n.left.split(m, key)
		return below, at, n.make(m, above, n.right)
	case c > 0:
		below, at, above = n.right.split(m, key)
		return n.make(m, n.left, below), at, above
	}
	return n.left, n, n.right
}

// join puts two trees together; all keys of l are below all of r.
func join(m *Meter, l, r *node) *node {
	switch {
	case l == nil:
		return r
	case r == nil:
		return l
	case l.prio >= r.prio:
		return l.make(m, l.left, join(m, l.right, r))
	}
	return r.make(m, join(m, l, r.left), r.right)
}

// combination says what the combination of two collections contains.
type combination struct {
	left, right bool // whether it has the entries of keys that only the left, or only the right one has
	// both returns the value at a key that both have, and whether the key is kept; nil keeps the left one's
	// value.
	both func(x, y Value) (Value, bool)
	// itself says that combining a collection with itself gives the same collection.
	itself bool
}

// combine combines two trees in time that grows with the smaller one, and with the logarithm of the other.
func (c *combination) combine(m *Meter, a, b *node) *node {
	switch {
	case a == nil && !c.right || b == nil && !c.left:
		return nil
	case a == nil:
		return b
	case b == nil, a == b && c.itself:
		return a
	case !m.Spend(1):
		return nil
	}
	root, l, r, twin := a, (*node)(nil), (*node)(nil), (*node)(nil)
	if a.prio >= b.prio {
		l, twin, r = b.split(m, a.key)
		l, r = c.combine(m, a.left, l), c.combine(m, a.right, r)
	} else {
		root = b
		l, twin, r = a.split(m, b.key)
		l, r = c.combine(m, l, b.left), c.combine(m, r, b.right)
	}
	if twin == nil {
		if root == a && c.left || root == b && c.right {
			return root.make(m, l, r)
		}
		return join(m, l, r)
	}
	x, y := root.val, twin.val
	if root == b {
		x, y = y, x
	}
	val, held := x, true
	if c.both != nil {
		val, held = c.both(x, y)
	}
	if !held {
		return join(m, l, r)
	}
	if val == root.val {
		return root.make(m, l, r)
	}
	m.Take(nodeBytes)
	n := *root
	n.put(val)
	n.left, n.right = l, r
	return n.total()
}

// cursor iterates over the entries of a tree by increasing key.
type cursor struct{ path []*node }

// down goes to the first entry of a tree.
func (c *cursor) down(n *node) {
	for ; n != nil; n = n.left {
		c.path = append(c.path, n)
	}
}

// next returns the next entry, nil at the end.
func (c *cursor) next() *node {
	if len(c.path) == 0 {
		return nil
	}
	n := c.path[len(c.path)-1]
	c.path = c.path[:len(c.path)-1]
	c.down(n.right)
	return n
}
