package reduce

// A measure orders texts. It is a well-order as far as one can come from a text: there are finitely many nodes below a
// number, finitely many bytes below a length, and finitely many texts of one length. So no chain of steps that fall is endless.
type measure struct {
	nodes int // s-expressions
	bytes int
	text  string
}

func measureOf(l *layout) measure { return measure{len(l.nodes), len(l.text), l.text} }

// below reports whether m is smaller than n: in s-expressions, then in bytes, then in the order of texts, in which digits
// come before names and 0 before 1.
func (m measure) below(n measure) bool {
	switch {
	case m.nodes != n.nodes:
		return m.nodes < n.nodes
	case m.bytes != n.bytes:
		return m.bytes < n.bytes
	}
	return m.text < n.text
}

// near reports whether m is not much larger than n, so that a step that takes a symbol away may end there: what it leaves
// behind is often smaller in the end.
func (m measure) near(n measure) bool { return m.nodes <= n.nodes+n.nodes/8+8 }
