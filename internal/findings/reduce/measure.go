package reduce

// A measure orders texts. There are finitely many texts below any text, so no chain of falling steps is endless.
type measure struct {
	bytes, nodes int
	text         string
}

func measureOf(l *layout) measure { return measure{len(l.text), len(l.nodes), l.text} }

// below reports whether m is smaller than n: in bytes, then in s-expressions, then in the order of texts, in which digits
// come before names and 0 before 1.
func (m measure) below(n measure) bool {
	switch {
	case m.bytes != n.bytes:
		return m.bytes < n.bytes
	case m.nodes != n.nodes:
		return m.nodes < n.nodes
	}
	return m.text < n.text
}

// near reports whether m is not much larger than n, so that a step that removes a symbol may end there: what it leaves behind often becomes
// smaller in the end.
func (m measure) near(n measure) bool { return m.bytes <= n.bytes+n.bytes/8+40 }
