package preanalysis

import (
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// matched returns the sets of scrutinee and bodies of a closed match. The scrutinee is pinned. Nothing depends on the bodies of cases that it
// does not take. The body that it takes is the value of the match, but nothing is known about it below the variables of its case.
func (a *Analysis) matched(n *Node) []abstract.Set {
	args := n.Term.Args()
	sets := all(args, abstract.Nothing)
	v := a.closed(args[0])
	if !v.IsKnown() {
		return sets
	}
	sets[0] = abstract.Exactly(args[0].Sort(), v)
	var ctor *term.Decl
	if v.Kind() == value.Data {
		ctor, _ = v.Data()
	}
	taken := false
	for i, c := range n.Term.Cases() {
		body := args[i+1]
		switch {
		case taken || c.Ctor != nil && c.Ctor != ctor:
			sets[i+1] = abstract.Irrelevant(body.Sort())
		default:
			taken = true
			if len(body.Free()) == 0 {
				sets[i+1] = n.Set
			}
		}
	}
	return sets
}
