package proof

import (
	"strings"

	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// isTree reports whether n is a proof as cvc5 printed it before 1.1: lets around rules with :conclusion or :args.
func (r *reader) isTree(n syntax.ID) bool {
	t := r.tree
	for t.Len(n) == 3 && t.Is(t.First(n), "let") {
		n = t.Children(n)[2]
	}
	return r.isTreeStep(n)
}

// isTreeStep reports whether n is a rule with its conclusion: (RULE :conclusion F ...), or one without: (SCOPE ... :args (...)).
func (r *reader) isTreeStep(n syntax.ID) bool {
	t := r.tree
	kids := t.Children(n)
	if len(kids) < 2 {
		return false
	}
	head, ok := t.Name(kids[0])
	if !ok || head == "" || head[0] < 'A' || head[0] > 'Z' {
		return false
	}
	for _, k := range kids[1:] {
		if t.Kind(k) == syntax.Keyword && (t.Text(k) == ":conclusion" || t.Text(k) == ":args") {
			return true
		}
	}
	return false
}

// treeProof reads the whole proof.
func (r *reader) treeProof(n syntax.ID) error {
	r.out.Format = Tree
	r.inputs = map[*term.Term]bool{}
	_, err := r.treeNode(n, true)
	for i := range r.out.Steps {
		if s := &r.out.Steps[i]; s.Kind == Local && r.inputs[s.Claim] {
			s.Kind = Input
		}
	}
	return err
}

// treeNode reads a proof node and returns its step, -1 for none. A scope at the root has the script's assertions.
func (r *reader) treeNode(n syntax.ID, root bool) (int, error) {
	return r.proofTerm(n, r.treeBind, func(n syntax.ID) (int, error) { return r.treeStep(r.tree.Children(n), root) })
}

func (r *reader) treeBind(name string, value syntax.ID) (*binding, error) {
	if !r.isTreeStep(value) {
		return r.boundTerm(name, value)
	}
	step, err := r.treeNode(value, false)
	if err != nil {
		return nil, err
	}
	r.call(step, name)
	return &binding{node: value, step: step, why: "unreadable: a proof is not a term"}, nil
}

// treeStep reads (RULE :conclusion F premise ... :args (...)).
func (r *reader) treeStep(kids []syntax.ID, root bool) (int, error) {
	t := r.tree
	if len(kids) == 0 {
		return -1, nil
	}
	s := Step{Rule: t.Text(kids[0]), Why: "silent: the proof does not say what the step concludes"}
	var args, claim syntax.ID
	var premises []syntax.ID
	for i := 1; i < len(kids); i++ {
		switch k := kids[i]; {
		case t.Kind(k) != syntax.Keyword:
			premises = append(premises, k)
		case i+1 < len(kids):
			i++
			switch t.Text(k) {
			case ":conclusion":
				claim = kids[i]
			case ":args":
				args = kids[i]
			}
		}
	}
	for _, p := range premises {
		i, err := r.treeNode(p, root && s.Rule == "SCOPE")
		if err != nil {
			return 0, err
		}
		s.Premises = append(s.Premises, i)
	}
	if s.Rule == "ASSUME" && claim == 0 && args != 0 {
		claim = r.first(args)
	}
	if claim != 0 {
		if err := r.conclude(&s, claim); err != nil {
			return 0, err
		}
	}
	switch s.Rule {
	case "ASSUME":
		s.Kind = Local
	case "THEORY_REWRITE":
		s.Rule += r.theoryOf(args)
	case "SCOPE":
		if err := r.scope(&s, args, root); err != nil {
			return 0, err
		}
	case "SKOLEMIZE":
		if len(s.Premises) == 1 && s.Premises[0] >= 0 {
			if p := r.out.Steps[s.Premises[0]].Claim; p != nil && s.Claim != nil {
				r.interpret(p, s.Claim)
			}
		}
	}
	return r.add(s)
}

// theoryOf returns the theory that a step of rewriting names among its arguments, behind a blank; "" for none.
func (r *reader) theoryOf(args syntax.ID) string {
	if args == 0 {
		return ""
	}
	for _, k := range r.arguments(args) {
		if name, ok := r.tree.Name(k); ok && strings.HasPrefix(name, "THEORY_") {
			return " " + name
		}
	}
	return ""
}

// first returns the first of the arguments at n, which may be a name for them.
func (r *reader) first(n syntax.ID) syntax.ID {
	for _, k := range r.arguments(n) {
		return k
	}
	return 0
}

// arguments returns the arguments at n, which may be a name for them.
func (r *reader) arguments(n syntax.ID) []syntax.ID {
	if name, ok := r.tree.Name(n); ok {
		b := r.names[name]
		if b == nil || b.tree != r.tree {
			return nil
		}
		n = b.node
	}
	return r.tree.Children(n)
}

// scope enters what a scope discharges: at the root, the script's assertions.
func (r *reader) scope(s *Step, args syntax.ID, root bool) error {
	if args == 0 {
		return nil
	}
	for _, k := range r.arguments(args) {
		part := Step{}
		if err := r.conclude(&part, k); err != nil {
			return err
		}
		switch {
		case part.Claim == nil:
		case root:
			r.inputs[part.Claim] = true
		default:
			if i, ok := r.assumed[part.Claim]; ok {
				s.Discharges = append(s.Discharges, i)
			}
		}
	}
	return nil
}
