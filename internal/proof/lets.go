package proof

import "github.com/assay-smt/assay/smt/syntax"

// proofTerm reads a proof that is one term: lets around a step, or the name of one. bind binds a name of a let, step reads what is neither
// a name nor a let. It returns the index of the last step, -1 for none. Lets are gone through in a loop: printers nest as many of them as a
// proof has shared parts.
func (r *reader) proofTerm(n syntax.ID, bind func(name string, value syntax.ID) error, step func(n syntax.ID) (int, error)) (int, error) {
	t := r.tree
	if err := r.deeper(); err != nil {
		return 0, err
	}
	defer func() { r.depth-- }()
	var bound []string
	defer func() {
		for i := len(bound) - 1; i >= 0; i-- {
			r.unbind(bound[i])
		}
	}()
	for {
		if name, ok := t.Name(n); ok {
			return r.proofNamed(name), nil
		}
		kids := t.Children(n)
		if len(kids) != 3 || !t.Is(kids[0], "let") {
			return step(n)
		}
		for _, b := range t.Children(kids[1]) {
			name, value, ok := r.pair(b)
			if !ok {
				continue
			}
			if err := bind(name, value); err != nil {
				return 0, err
			}
			bound = append(bound, name)
		}
		n = kids[2]
	}
}
