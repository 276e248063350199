package proof

import (
	"strings"

	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// z3Rules are names of rules with which a proof of z3 may begin where nothing else says that it is one.
var z3Rules = map[string]bool{
	"asserted": true, "mp": true, "mp~": true, "unit-resolution": true, "lemma": true, "iff-false": true, "iff-true": true, "trans": true,
	"rewrite": true, "symm": true, "monotonicity": true, "and-elim": true, "not-or-elim": true,
}

// z3 reads (proof P), or the proof P itself.
func (r *reader) z3(n syntax.ID) error {
	r.out.Format = Z3
	kids := r.tree.Children(n)
	if r.tree.Is(kids[0], "proof") {
		if len(kids) != 2 {
			return nil
		}
		n = kids[1]
	}
	_, err := r.z3Proof(n)
	return err
}

// z3Proof reads a proof term and returns its last step, -1 for none.
func (r *reader) z3Proof(n syntax.ID) (int, error) { return r.proofTerm(n, r.z3Bind, r.z3Step) }

// z3Bind reads what a name of a let stands for. Names of proofs begin with @; lambdas enclose proofs, and are read where they are used.
func (r *reader) z3Bind(name string, value syntax.ID) (*binding, error) {
	t := r.tree
	switch {
	case strings.HasPrefix(name, "@"):
		step, err := r.z3Proof(value)
		if err != nil {
			return nil, err
		}
		r.call(step, name)
		return &binding{node: value, step: step, why: "unreadable: a proof is not a term"}, nil
	case t.Len(value) == 3 && t.Is(t.First(value), "lambda") && r.aroundProof(value):
		return &binding{node: value, step: -1, why: "unreadable: a proof is not a term"}, nil
	}
	return r.boundTerm(name, value)
}

// aroundProof reports whether the body of a lambda is a proof: after its lets it is a rule applied to things of which the last is a
// formula, or the name of a proof.
func (r *reader) aroundProof(n syntax.ID) bool {
	t := r.tree
	body := t.Children(n)[2]
	for t.Len(body) == 3 && t.Is(t.First(body), "let") {
		body = t.Children(body)[2]
	}
	if name, ok := t.Name(body); ok {
		return strings.HasPrefix(name, "@")
	}
	head, _, ok := r.z3Head(body)
	return ok && r.x.Lookup(head) == nil && (z3Rules[head] || z3Inner[head])
}

// z3Inner are the rules that occur below binders.
var z3Inner = map[string]bool{
	"refl": true, "quant-intro": true, "nnf-pos": true, "nnf-neg": true, "sk": true, "trans*": true, "rewrite*": true, "distributivity": true,
	"commutativity": true, "th-lemma": true, "pull-quant": true, "push-quant": true, "elim-unused": true, "der": true, "def-axiom": true,
	"iff~": true, "apply-def": true, "def-intro": true, "intro-def": true, "proof-bind": true, "true-axiom": true, "quant-inst": true,
}

// z3Head returns the rule that is applied at n, and its arguments.
func (r *reader) z3Head(n syntax.ID) (rule string, args []syntax.ID, ok bool) {
	t := r.tree
	kids := t.Children(n)
	if len(kids) == 0 {
		return "", nil, false
	}
	if name, ok := t.Name(kids[0]); ok {
		return name, kids[1:], true
	}
	// (_ th-lemma arith farkas 1 1)
	inner := t.Children(kids[0])
	if len(inner) < 2 || !t.Is(inner[0], "_") {
		return "", nil, false
	}
	name, ok := t.Name(inner[1])
	if name == "th-lemma" {
		for _, k := range inner[2:min(len(inner), 4)] {
			if word, ok := t.Name(k); ok {
				name += " " + word
			}
		}
	}
	return name, kids[1:], ok
}

// z3Step reads a rule applied to proofs and its conclusion.
func (r *reader) z3Step(n syntax.ID) (int, error) {
	rule, args, ok := r.z3Head(n)
	if !ok || len(args) == 0 {
		if r.tree.Len(n) == 0 {
			return -1, nil
		}
		return r.add(Step{Rule: "?", Why: "unreadable: a step of an unknown shape"})
	}
	if rule == "proof-bind" || rule == "lambda" {
		return r.proofBind(n, rule, args)
	}
	s := Step{Rule: rule}
	for _, a := range args[:len(args)-1] {
		p, err := r.z3Proof(a)
		if err != nil {
			return 0, err
		}
		s.Premises = append(s.Premises, p)
	}
	if err := r.conclude(&s, args[len(args)-1]); err != nil {
		return 0, err
	}
	switch rule {
	case "asserted", "goal":
		s.Kind = Input
	case "hypothesis":
		s.Kind = Local
	case "lemma":
		s.Discharges = r.discharged(&s)
	case "sk":
		if c := s.Claim; c != nil && len(c.Args()) == 2 {
			r.interpret(c.Args()[0], c.Args()[1])
		}
	}
	return r.add(s)
}

// proofBind reads a proof for all values of variables.
func (r *reader) proofBind(n syntax.ID, rule string, args []syntax.ID) (int, error) {
	t := r.tree
	at := n
	if rule == "proof-bind" {
		at = args[0]
	}
	if name, ok := t.Name(at); ok {
		b := r.names[name]
		if b == nil || b.tree != t {
			return -1, nil
		}
		at = b.node
	}
	kids := t.Children(at)
	if len(kids) != 3 || !t.Is(kids[0], "lambda") {
		return r.z3Proof(at)
	}
	vars, err := r.sortedVars(kids[1])
	if err != nil {
		return r.add(Step{Rule: "proof-bind", Kind: Around, Why: err.Error()})
	}
	r.enter(vars)
	inner, err := r.z3Proof(kids[2])
	r.leave(vars)
	if err != nil || inner < 0 {
		return inner, err
	}
	s := Step{Rule: "proof-bind", Kind: Around, Premises: []int{inner}, Why: r.out.Steps[inner].Why}
	if c := r.out.Steps[inner].Claim; c != nil {
		if s.Claim, err = r.quantify("forall", vars, c); err != nil {
			s.Claim, s.Why = nil, err.Error()
		}
	}
	return r.add(s)
}

// discharged returns the hypotheses below a lemma whose complements are among its literals.
func (r *reader) discharged(s *Step) []int {
	if s.Claim == nil {
		return nil
	}
	literals := []*term.Term{s.Claim}
	if f := s.Claim.Func(); f != nil && f.Is("or") {
		literals = append(literals, s.Claim.Args()...)
	}
	var out []int
	take := func(t *term.Term) {
		if i, ok := r.assumed[t]; ok {
			out = append(out, i)
		}
	}
	for _, l := range literals {
		if isNot(l) {
			take(l.Args()[0])
		}
		if not := r.not(l); not != nil {
			take(not)
		}
	}
	return out
}

// z3Term reads what only z3 writes. ok is false for anything else.
func (r *reader) z3Term(head string, kids []syntax.ID) (out *term.Term, ok bool, err error) {
	if r.x.Lookup(head) != nil {
		return nil, false, nil
	}
	switch head {
	case "mkbv":
		out, err = r.fromBools(kids[1:])
	case "bv_wrap": // the bits of a float; which bits NaN has is open
		out, err = r.around1("(fp.to_ieee_bv ", kids[1], ")")
	case "carry", "xor3": // of the bit-blaster: at least two of three, and an odd number of three
		if len(kids) != 4 {
			return nil, false, problemf("unreadable: %s of the wrong shape", head)
		}
		out, err = r.three(head, kids)
	default:
		return nil, false, nil
	}
	return out, err == nil, err
}

// three reads the bit-blaster's functions of three bits.
func (r *reader) three(head string, kids []syntax.ID) (*term.Term, error) {
	names := [3]string{"assay!proof!a", "assay!proof!b", "assay!proof!c"}
	for i, k := range kids[1:] {
		t, err := r.term(k)
		if err != nil {
			return nil, err
		}
		r.x.Bind(names[i], t)
		defer r.x.Unbind(names[i])
	}
	a, b, c := names[0], names[1], names[2]
	if head == "xor3" {
		return r.elaborate("(xor " + a + " " + b + " " + c + ")")
	}
	return r.elaborate("(or (and " + a + " " + b + ") (and " + a + " " + c + ") (and " + b + " " + c + "))")
}

// indexedTerm reads applications of indexed operators that only proofs have. ok is false for anything else.
func (r *reader) indexedTerm(n syntax.ID) (out *term.Term, ok bool, err error) {
	t := r.tree
	kids := t.Children(n)
	head := t.Children(kids[0])
	if len(head) < 3 || !t.Is(head[0], "_") {
		return nil, false, nil
	}
	switch i := t.Text(head[2]); {
	case t.Is(head[1], "array-ext") && i == "0" && len(kids) == 3:
		out, err = r.difference(n, kids)
	case (t.Is(head[1], "bitOf") || t.Is(head[1], "bit2bool")) && len(kids) == 2:
		out, err = r.around1("(= ((_ extract "+i+" "+i+") ", kids[1], ") #b1)")
	default:
		return r.sequenceTerm(head, kids[1:])
	}
	return out, err == nil, err
}
