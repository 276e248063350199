package proof

import "github.com/assay-smt/assay/smt/syntax"

// A bound reads what a name of a let stands for.
type bound func(name string, value syntax.ID) (*binding, error)

// proofTerm reads a proof that is one term: lets around a step, or the name of one. bind reads what a let binds, step what is neither a
// name nor a let. It returns the index of the last step, -1 for none. It handles lets in a loop: printers nest as many of them as a proof
// has shared parts.
func (r *reader) proofTerm(n syntax.ID, bind bound, step func(n syntax.ID) (int, error)) (int, error) {
	t := r.tree
	if err := r.deeper(); err != nil {
		return 0, err
	}
	defer func() { r.depth-- }()
	var names []string
	defer func() { r.unbindAll(names) }()
	for {
		if name, ok := t.Name(n); ok {
			return r.proofNamed(name), nil
		}
		kids := t.Children(n)
		if len(kids) != 3 || !t.Is(kids[0], "let") {
			return step(n)
		}
		more, _, err := r.bindLet(kids[1], bind)
		names = append(names, more...)
		if err != nil {
			return 0, err
		}
		n = kids[2]
	}
}

// bindLet binds the names of one let, whose values cannot use them, and returns them. whole is false when something in the list binds
// nothing.
func (r *reader) bindLet(list syntax.ID, read bound) (names []string, whole bool, err error) {
	var all []*binding
	whole = true
	for _, c := range r.tree.Children(list) {
		name, value, ok := r.pair(c)
		if !ok {
			whole = false
			continue
		}
		b, err := read(name, value)
		if err != nil {
			return nil, false, err
		}
		names, all = append(names, name), append(all, b)
	}
	for i, b := range all {
		r.bind(names[i], b)
	}
	return names, whole, nil
}

func (r *reader) unbindAll(names []string) {
	for i := len(names) - 1; i >= 0; i-- {
		r.unbind(names[i])
	}
}
