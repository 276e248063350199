package proof

import (
	"cmp"
	"errors"
	"slices"

	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// An anchor is a subproof of Alethe that is being read. The step with its name closes it.
type anchor struct {
	step   string
	vars   []*term.Term
	locals []int
	first  int // index of its first step
}

// anchor reads (anchor :step t5 :args ((x S) (:= (x S) t) ...)).
func (r *reader) anchor(n syntax.ID) error {
	t := r.tree
	kids := t.Children(n)
	a := anchor{first: len(r.out.Steps)}
	for i := 1; i+1 < len(kids); i += 2 {
		switch t.Text(kids[i]) {
		case ":step":
			a.step, _ = t.Name(kids[i+1])
		case ":args":
			a.vars = r.anchorVars(kids[i+1])
		}
	}
	if len(r.anchors) >= r.opts.Budget.Depth {
		return &stopped{"too many nested subproofs"}
	}
	r.enter(a.vars)
	r.around = append(r.around, a.vars...)
	r.anchors = append(r.anchors, a)
	return nil
}

// anchorVars reads the variables that a subproof declares; a variable that it maps to a term is read as one with the same name.
func (r *reader) anchorVars(n syntax.ID) []*term.Term {
	t := r.tree
	var out []*term.Term
	for _, c := range t.Children(n) {
		kids := t.Children(c)
		if len(kids) == 3 && t.Text(kids[0]) == ":=" {
			if t.Kind(kids[1]) != syntax.List {
				continue
			}
			c = kids[1]
		}
		name, sort, ok := r.pair(c)
		if !ok {
			continue
		}
		known := false
		for _, v := range out {
			known = known || v.Text() == name
		}
		if s, err := r.sort(sort); err == nil && !known {
			out = append(out, r.store.NewVar(name, s))
		}
	}
	return out
}

// closeAnchor makes the step that a subproof proves: it depends on the last step in the subproof, whatever the format says about premises,
// and on none of its assumptions.
func (r *reader) closeAnchor(s *Step, name string) {
	if len(r.anchors) == 0 || r.anchors[len(r.anchors)-1].step != name {
		return
	}
	a := r.anchors[len(r.anchors)-1]
	r.anchors = r.anchors[:len(r.anchors)-1]
	r.leave(a.vars)
	r.around = r.around[:len(r.around)-len(a.vars)]
	if last := len(r.out.Steps) - 1; last >= a.first {
		s.Premises = append(s.Premises, last)
	}
	s.Discharges = append(s.Discharges, a.locals...)
}

// named reads all terms of a command that get a name, inner ones first: a name counts even when the term around it cannot be read.
func (r *reader) named(n syntax.ID) error {
	t := r.tree
	var nodes []syntax.ID
	for c := n; c < t.End(n); c++ {
		if t.Len(c) >= 4 && t.Is(t.First(c), "!") {
			nodes = append(nodes, c)
		}
	}
	slices.SortFunc(nodes, func(a, b syntax.ID) int { return cmp.Or(cmp.Compare(t.End(a), t.End(b)), cmp.Compare(b, a)) })
	for _, c := range nodes {
		var p *problem
		if _, err := r.annotated(t.Children(c)); err != nil && !errors.As(err, &p) {
			return err
		}
	}
	return nil
}

// clause reads (cl F ...) into a disjunction.
func (r *reader) clause(s *Step, n syntax.ID) error {
	t := r.tree
	kids := t.Children(n)
	if len(kids) == 0 || !t.Is(kids[0], "cl") {
		return r.conclude(s, n)
	}
	var literals []*term.Term
	for _, k := range kids[1:] {
		part := Step{}
		if err := r.conclude(&part, k); err != nil {
			return err
		}
		if part.Claim == nil {
			s.Why = part.Why
			return nil
		}
		literals = append(literals, part.Claim)
	}
	out, err := r.disjunction(literals)
	if err != nil {
		return err
	}
	s.Claim, s.Why = out, ""
	return nil
}

func (r *reader) disjunction(literals []*term.Term) (*term.Term, error) {
	switch len(literals) {
	case 0:
		return r.elaborate("false")
	case 1:
		return literals[0], nil
	}
	out, _, err := r.store.Overload(r.store.Table.Lookup("or"), nil, nil, literals)
	if err != nil || out == nil {
		return nil, problemf("unreadable: a clause of things other than formulas")
	}
	return out, nil
}
