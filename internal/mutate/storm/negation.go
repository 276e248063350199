package storm

import "github.com/assay-smt/assay/smt/term"

// maxInwards is how deep a negation is moved inwards.
const maxInwards = 6

// negation returns the negation of a formula, with negations moved inwards over the connectives near its root by De Morgan's
// laws.
func negation(st *term.Store, t *term.Term) (*term.Term, error) { return negate(st, t, maxInwards) }

// negate recurses depth times at most.
func negate(st *term.Store, t *term.Term, depth int) (*term.Term, error) {
	app := func(name string, args ...*term.Term) (*term.Term, error) {
		n, _, err := st.Overload(st.Table.Lookup(name), nil, nil, args)
		return n, err
	}
	each := func(args []*term.Term) ([]*term.Term, error) {
		out := make([]*term.Term, len(args))
		for i, a := range args {
			var err error
			if out[i], err = negate(st, a, depth-1); err != nil {
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
		last, err := negate(st, args[len(args)-1], depth-1)
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
