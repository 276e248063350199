package storm

import "github.com/assay-smt/assay/smt/term"

// maxInwards is how deep a negation is moved inwards.
const maxInwards = 6

// negation returns the negation of a formula, with negations moved inwards over the connectives near its root by De Morgan's
// laws.
func negation(st *term.Store, t *term.Term) (*term.Term, error) {
	return (&negator{store: st, done: map[negand]*term.Term{}}).negate(t, maxInwards)
}

// negator remembers what it has negated: a formula can occur more often than anything can be repeated.
type negator struct {
	store *term.Store
	done  map[negand]*term.Term
}

// negand is a formula, and how deep its negation is moved inwards.
type negand struct {
	formula *term.Term
	depth   int
}

// negate recurses depth times at most.
func (n *negator) negate(t *term.Term, depth int) (*term.Term, error) {
	if done := n.done[negand{t, depth}]; done != nil {
		return done, nil
	}
	out, err := n.inwards(t, depth)
	n.done[negand{t, depth}] = out
	return out, err
}

// inwards returns the negation of a formula, moved inwards over the connective at its root.
func (n *negator) inwards(t *term.Term, depth int) (*term.Term, error) {
	app := func(name string, args ...*term.Term) (*term.Term, error) {
		t, _, err := n.store.Overload(n.store.Table.Lookup(name), nil, nil, args)
		return t, err
	}
	each := func(args []*term.Term) ([]*term.Term, error) {
		out := make([]*term.Term, len(args))
		for i, a := range args {
			var err error
			if out[i], err = n.negate(a, depth-1); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	f, args := t.Func(), t.Args()
	if depth == 0 || f == nil {
		return app("not", t)
	}
	switch {
	case f.Is("not"):
		return args[0], nil
	case f.Is("and"), f.Is("or"):
		inner, err := each(args)
		if err != nil {
			return nil, err
		}
		if f.Is("and") {
			return app("or", inner...)
		}
		return app("and", inner...)
	case f.Is("=>"):
		last, err := n.negate(args[len(args)-1], depth-1)
		if err != nil {
			return nil, err
		}
		return app("and", append(append([]*term.Term(nil), args[:len(args)-1]...), last)...)
	case f.Is("ite"):
		inner, err := each(args[1:])
		if err != nil {
			return nil, err
		}
		return app("ite", args[0], inner[0], inner[1])
	case f.Is("xor") && len(args) == 2:
		return app("=", args...)
	}
	return app("not", t)
}
