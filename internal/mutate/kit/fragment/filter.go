package fragment

import "github.com/assay-smt/assay/smt/term"

// Filter accepts terms by accepting each of their nodes. It remembers what it has accepted, so only new terms cost time. Not
// safe for concurrent use.
type Filter struct {
	accepts func(*term.Term) bool // accepts a node, whatever is below it
	known   term.Map[bool]        // whether a term is accepted with all its subterms
	given   *term.Map[bool]       // accepted unconditionally, with everything below; nil for nothing
	stack   []visit
}

// NewFilter returns a filter by nodes. It accepts the given terms and their subterms unconditionally.
func NewFilter(accepts func(node *term.Term) bool, given ...*term.Term) *Filter {
	f := &Filter{accepts: accepts}
	term.Walk(given, func(t *term.Term) bool {
		f.known.Set(t, true)
		return true
	})
	return f
}

// visit is a term that Allows has reached, before or after entering its subterms.
type visit struct {
	t    *term.Term
	open bool
}

// Allows reports whether every node of t is accepted.
func (f *Filter) Allows(t *term.Term) bool {
	f.stack = append(f.stack[:0], visit{t: t})
	for len(f.stack) > 0 {
		v := &f.stack[len(f.stack)-1]
		t := v.t
		switch {
		case f.known.Get(t), f.given != nil && f.given.Get(t):
			f.stack = f.stack[:len(f.stack)-1]
		case v.open:
			f.stack = f.stack[:len(f.stack)-1]
			f.known.Set(t, true)
		case !f.accepts(t):
			return false
		default:
			v.open = true
			term.Below(t, func(a *term.Term) { f.stack = append(f.stack, visit{t: a}) })
		}
	}
	return true
}
