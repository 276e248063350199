package weaken

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// expansion replaces connectives whose arguments have no polarity by implications, whose arguments have one: (= a b) becomes
// a => b and b => a, (ite c a b) becomes c => a and not c => b. The result is equivalent and has each argument in both polarities.
// A quantified argument stands in it twice and shares its binder.
type expansion struct {
	store *term.Store
	done  map[*term.Term]*term.Term
	count int // connectives replaced
}

// of returns t with such connectives replaced wherever connectives and binders alone lead to them.
func (x *expansion) of(t *term.Term) (*term.Term, error) {
	type frame struct {
		t    *term.Term
		open bool
	}
	stack := []frame{{t: t}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		t := f.t
		switch {
		case x.done[t] != nil:
			stack = stack[:len(stack)-1]
		case f.open:
			stack = stack[:len(stack)-1]
			out, err := x.rebuild(t)
			if err != nil {
				return nil, err
			}
			x.done[t] = out
		default:
			f.open = true
			for i, a := range t.Args() {
				if argument(t, i) != Ambiguous || ambiguous(t) && a.Sort() == sorts.Bool {
					stack = append(stack, frame{t: a})
				}
			}
		}
	}
	return x.done[t], nil
}

// ambiguous reports whether t is a connective that is replaced.
func ambiguous(t *term.Term) bool {
	f := t.Func()
	if f == nil || f.Kind != term.TheoryFunc || t.Sort() != sorts.Bool || len(t.Args()) < 2 {
		return false
	}
	switch f.Row.Name {
	case "xor", "=", "distinct":
		return t.Args()[0].Sort() == sorts.Bool
	case "ite":
		return true
	}
	return false
}

// rebuild makes the image of a formula whose arguments have theirs.
func (x *expansion) rebuild(t *term.Term) (*term.Term, error) {
	args := make([]*term.Term, len(t.Args()))
	for i, a := range t.Args() {
		if args[i] = a; x.done[a] != nil {
			args[i] = x.done[a]
		}
	}
	if !ambiguous(t) {
		return x.store.WithArgs(t, args)
	}
	x.count++
	b := connector{store: x.store}
	var out *term.Term
	switch t.Func().Row.Name {
	case "=":
		// A cycle of implications, one for each argument.
		var circle []*term.Term
		for i, a := range args {
			circle = append(circle, b.op("=>", a, args[(i+1)%len(args)]))
		}
		out = b.op("and", circle...)
	case "xor":
		out = args[0]
		for _, a := range args[1:] {
			out = b.different(out, a)
		}
	case "distinct":
		out = b.op("false")
		if len(args) == 2 {
			out = b.different(args[0], args[1])
		}
	case "ite":
		out = b.op("and", b.op("=>", args[0], args[1]), b.op("=>", b.op("not", args[0]), args[2]))
	}
	return out, b.err
}

// connector applies connectives; the first error ends it.
type connector struct {
	store *term.Store
	err   error
}

func (b *connector) op(name string, args ...*term.Term) *term.Term {
	if b.err != nil {
		return nil
	}
	var t *term.Term
	t, _, b.err = b.store.Overload(b.store.Table.Lookup(name), nil, nil, args)
	return t
}

// different returns a formula that is true when two formulas have different values.
func (b *connector) different(p, q *term.Term) *term.Term {
	return b.op("and", b.op("=>", p, b.op("not", q)), b.op("=>", b.op("not", p), q))
}
