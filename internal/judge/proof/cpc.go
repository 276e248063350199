package proof

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// assume reads (assume name F).
func (r *reader) assume(kids []syntax.ID) error {
	if len(kids) != 3 {
		return nil
	}
	if r.out.Format == "" {
		r.out.Format = r.listFormat(kids)
	}
	kind := Input
	if len(r.anchors) > 0 {
		kind = Local
	}
	i, err := r.assumption(kids, kind, "assume")
	if err == nil && len(r.anchors) > 0 {
		a := &r.anchors[len(r.anchors)-1]
		a.locals = append(a.locals, i)
	}
	return err
}

// listFormat distinguishes CPC, where names begin with @, from Alethe.
func (r *reader) listFormat(kids []syntax.ID) Format {
	if name, _ := r.tree.Name(kids[1]); strings.HasPrefix(name, "@") {
		return CPC
	}
	return Alethe
}

func (r *reader) assumption(kids []syntax.ID, kind Kind, rule string) (int, error) {
	name, _ := r.tree.Name(kids[1])
	s := Step{Name: syntax.Clip(name, 60), Rule: rule, Kind: kind}
	if err := r.conclude(&s, kids[2]); err != nil {
		return 0, err
	}
	i, err := r.add(s)
	if err != nil {
		return 0, err
	}
	r.bind(name, &binding{step: i, why: "unreadable: a step is not a term"})
	return i, nil
}

// assumePush reads (assume-push name F), which holds until a step-pop.
func (r *reader) assumePush(kids []syntax.ID) error {
	if len(kids) != 3 {
		return nil
	}
	i, err := r.assumption(kids, Local, "assume-push")
	if err == nil {
		r.open = append(r.open, i)
	}
	return err
}

// step reads (step name [conclusion] :rule r :premises (...) :args (...)), or (step name (cl ...) ...).
func (r *reader) step(n syntax.ID, kids []syntax.ID, head, trusted string) error {
	t := r.tree
	if len(kids) < 3 {
		return nil
	}
	if r.out.Format == "" {
		r.out.Format = r.listFormat(kids)
	}
	name, _ := t.Name(kids[1])
	s := Step{Name: syntax.Clip(name, 60), Why: "silent: the proof does not say what the step concludes"}
	attributes := kids[2:]
	var claim syntax.ID
	if t.Kind(kids[2]) != syntax.Keyword {
		claim, attributes = kids[2], kids[3:]
	}
	told := false
	for i := 0; i+1 < len(attributes); i += 2 {
		switch t.Text(attributes[i]) {
		case ":rule":
			s.Rule = t.Text(attributes[i+1])
		case ":premises":
			told = true
			s.Premises = r.premises(attributes[i+1])
		}
	}
	if s.Rule == trustRule && trusted != "" {
		s.Rule = "trust " + trusted
	}
	// cvc5 1.1.0 does not say what the steps that it calls trust depend on.
	if s.Hidden = !told && strings.HasPrefix(s.Rule, trustRule) && r.out.Format == CPC; s.Hidden {
		s.Active = append(s.Active, r.open...)
	}
	r.closeAnchor(&s, name)
	switch {
	case claim != 0 && r.out.Format == Alethe:
		if err := r.clause(&s, claim); err != nil {
			return err
		}
	case claim != 0:
		if err := r.conclude(&s, claim); err != nil {
			return err
		}
	}
	if head == "step-pop" {
		r.pop(&s, claim != 0)
	}
	i, err := r.add(s)
	if err != nil {
		return err
	}
	r.bind(name, &binding{step: i, node: n, why: "unreadable: a step is not a term"})
	return nil
}

// pop discharges the innermost assumption in scope. Where the conclusion is not given, it is that the assumption implies the premise.
func (r *reader) pop(s *Step, told bool) {
	if len(r.open) == 0 {
		return
	}
	last := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	s.Discharges = append(s.Discharges, last)
	if told || len(s.Premises) != 1 {
		return
	}
	from, to := r.out.Steps[last], r.out.Steps[s.Premises[0]]
	s.Why = from.Why
	if s.Why == "" {
		s.Why = to.Why
	}
	if from.Claim == nil || to.Claim == nil {
		return
	}
	t, _, err := r.store.Overload(r.store.Table.Lookup("=>"), nil, nil, []*term.Term{from.Claim, to.Claim})
	if err != nil {
		s.Why = fmt.Sprintf("unreadable: %v", err)
		return
	}
	s.Claim = t
}

// premises reads a list of names of steps. A name that no step has makes the premises of the step hidden.
func (r *reader) premises(n syntax.ID) []int {
	var out []int
	for _, c := range r.tree.Children(n) {
		name, _ := r.tree.Name(c)
		out = append(out, r.proofNamed(name)) // -1 is open
	}
	return out
}

// declareVar reads (declare-var name S) of cvc5 1.1: a variable that binders list.
func (r *reader) declareVar(kids []syntax.ID) {
	if len(kids) != 3 {
		return
	}
	name, _ := r.tree.Name(kids[1])
	b := &binding{step: -1}
	s, err := r.sort(kids[2])
	if err != nil {
		b.why = err.Error()
	} else {
		b.term = r.store.NewVar(name, s)
	}
	r.bind(name, b)
}

// varList reads (@list x ...), or the name of one. nil without an error says that n is not a list.
func (r *reader) varList(n syntax.ID) ([]*term.Term, error) {
	t := r.tree
	if name, ok := t.Name(n); ok {
		if b := r.names[name]; b != nil {
			return b.vars, nil
		}
		return nil, nil
	}
	kids := t.Children(n)
	if len(kids) < 2 || !t.Is(kids[0], "@list") {
		return nil, nil
	}
	var out []*term.Term
	for _, k := range kids[1:] {
		v, err := r.term(k)
		if err != nil {
			return nil, err
		}
		if v.Kind() != term.Var {
			return nil, problemf("unreadable: a list of things other than variables")
		}
		out = append(out, v)
	}
	return out, nil
}

// cpcTerm reads what only CPC writes. ok is false for anything else.
func (r *reader) cpcTerm(head string, n syntax.ID, kids []syntax.ID) (out *term.Term, ok bool, err error) {
	if r.x.Lookup(head) != nil {
		return nil, false, nil // one of the script
	}
	switch head {
	case "@var":
		out, err = r.variable(n, kids)
	case "@purify":
		out, err = r.term(kids[1]) // a constant that equals the term
	case "skolem":
		return r.oldSkolem(kids)
	case "@quantifiers_skolemize":
		out, err = r.skolemized(n, kids)
	case "@array_deq_diff":
		out, err = r.difference(n, kids)
	case "@div_by_zero", "@int_div_by_zero", "@mod_by_zero":
		text := map[string][2]string{"@div_by_zero": {"/", "0.0"}, "@int_div_by_zero": {"div", "0"}, "@mod_by_zero": {"mod", "0"}}[head]
		out, err = r.around1("("+text[0]+" ", kids[1], " "+text[1]+")")
	case "div_total", "mod_total", "/_total":
		if len(kids) != 3 {
			return nil, false, nil
		}
		out, err = r.total(head, kids)
	case "@bv":
		if len(kids) != 3 {
			return nil, false, problemf("unreadable: @bv of the wrong shape")
		}
		out, err = r.elaborate("(_ bv" + r.tree.Text(kids[1]) + " " + r.tree.Text(kids[2]) + ")")
	case "@bit":
		if len(kids) != 3 {
			return nil, false, problemf("unreadable: @bit of the wrong shape")
		}
		i := r.tree.Text(kids[1])
		out, err = r.around1("(= ((_ extract "+i+" "+i+") ", kids[2], ") #b1)")
	case "@from_bools":
		out, err = r.fromBools(kids[1:])
	case "bvsltbv", "bvultbv":
		if len(kids) != 3 {
			return nil, false, problemf("unreadable: %s of the wrong shape", head)
		}
		out, err = r.around2("(ite ("+strings.TrimSuffix(head, "bv")+" ", kids[1], kids[2], ") #b1 #b0)")
	default:
		return nil, false, nil
	}
	return out, err == nil, err
}

// total reads a division whose result for a zero divisor is fixed.
func (r *reader) total(head string, kids []syntax.ID) (*term.Term, error) {
	names := [2]string{"assay!proof!a", "assay!proof!b"}
	var divisor *term.Term
	for i, k := range kids[1:] {
		t, err := r.term(k)
		if err != nil {
			return nil, err
		}
		r.x.Bind(names[i], t)
		defer r.x.Unbind(names[i])
		divisor = t
	}
	op := strings.TrimSuffix(head, "_total")
	zero := map[string]string{"div": "0", "mod": names[0], "/": "0.0"}[op]
	quotient := "(" + op + " " + names[0] + " " + names[1] + ")"
	if divisor.Kind() == term.Literal && strings.Trim(divisor.Text(), "0.") != "" {
		return r.elaborate(quotient)
	}
	none := map[bool]string{true: "0.0", false: "0"}[op == "/"]
	return r.elaborate("(ite (= " + names[1] + " " + none + ") " + zero + " " + quotient + ")")
}

// around1 reads the term at n with text around it.
func (r *reader) around1(before string, n syntax.ID, behind string) (*term.Term, error) {
	if name, ok := r.tree.Name(n); ok && r.names[name] == nil {
		return r.elaborate(before + r.tree.Text(n) + behind) // the text around it determines the sort of a constant that is not declared
	}
	t, err := r.term(n)
	if err != nil {
		return nil, err
	}
	const name = "assay!proof!part"
	r.x.Bind(name, t)
	defer r.x.Unbind(name)
	return r.elaborate(before + name + behind)
}

// around2 reads two terms with text around them.
func (r *reader) around2(before string, n, m syntax.ID, behind string) (*term.Term, error) {
	t, err := r.term(m)
	if err != nil {
		return nil, err
	}
	const name = "assay!proof!second"
	r.x.Bind(name, t)
	defer r.x.Unbind(name)
	return r.around1(before, n, " "+name+behind)
}

// fromBools reads a bit-vector built from its bits, the lowest first.
func (r *reader) fromBools(kids []syntax.ID) (*term.Term, error) {
	var text strings.Builder
	for i := len(kids) - 1; i >= 0; i-- {
		t, err := r.term(kids[i])
		if err != nil {
			return nil, err
		}
		name := fmt.Sprintf("assay!proof!bit!%d", i)
		r.x.Bind(name, t)
		defer r.x.Unbind(name)
		fmt.Fprintf(&text, " (ite %s #b1 #b0)", name)
	}
	if len(kids) == 1 {
		return r.elaborate(strings.TrimSpace(text.String()))
	}
	return r.elaborate("(concat" + text.String() + ")")
}

// variable reads (@var "x" S): equal texts are one variable.
func (r *reader) variable(n syntax.ID, kids []syntax.ID) (*term.Term, error) {
	if len(kids) != 3 {
		return nil, problemf("unreadable: @var of the wrong shape")
	}
	key := string(r.tree.Append(nil, n))
	if v := r.vars[key]; v != nil {
		return v, nil
	}
	s, err := r.sort(kids[2])
	if err != nil {
		return nil, err
	}
	if r.vars == nil {
		r.vars = map[string]*term.Term{}
	}
	v := r.store.NewVar(syntax.Unquote(r.tree.Text(kids[1])), s)
	r.vars[key] = v
	return v, nil
}

// oldSkolem reads (skolem (@k.KIND ...)) of cvc5 1.1.
func (r *reader) oldSkolem(kids []syntax.ID) (*term.Term, bool, error) {
	inner := r.tree.Children(kids[1])
	if len(inner) < 2 {
		return nil, false, problemf("no meaning: skolem")
	}
	kind := r.tree.Text(inner[0])
	switch {
	case kind == "@k.PURIFY":
		t, err := r.term(inner[1])
		return t, err == nil, err
	case kind == "@k.QUANTIFIERS_SKOLEMIZE" && len(inner) == 3:
		v, err := r.term(inner[2])
		if err != nil {
			return nil, false, err
		}
		q, err := r.term(inner[1])
		if err != nil {
			return nil, false, err
		}
		for i, b := range q.Bound() {
			if b.Text() == v.Text() && b.Sort() == v.Sort() {
				t, err := r.skolemAt(q, i)
				return t, err == nil, err
			}
		}
	}
	return nil, false, problemf("no meaning: %s", kind)
}

// skolemized reads (@quantifiers_skolemize Q i): the value of the i-th variable that makes the universal formula Q false.
func (r *reader) skolemized(_ syntax.ID, kids []syntax.ID) (*term.Term, error) {
	if len(kids) != 3 {
		return nil, problemf("unreadable: @quantifiers_skolemize of the wrong shape")
	}
	q, err := r.term(kids[1])
	if err != nil {
		return nil, err
	}
	i := -1
	if _, err := fmt.Sscanf(r.tree.Text(kids[2]), "%d", &i); err != nil || i < 0 || i >= len(q.Bound()) {
		return nil, problemf("unreadable: @quantifiers_skolemize of the wrong shape")
	}
	return r.skolemAt(q, i)
}

// skolemAt returns the constant for variable i of a quantified formula.
func (r *reader) skolemAt(q *term.Term, i int) (*term.Term, error) {
	if q.Kind() != term.Quant || !q.Binder().Quantifies() || len(q.Free()) > 0 {
		return nil, problemf("no meaning: a skolem function")
	}
	condition := q.Args()[0]
	if q.Binder() == term.Forall {
		condition = r.not(condition)
	}
	vars := q.Bound()
	for j := range vars[:i+1] {
		key := fmt.Sprintf("skolem %d %d", q.ID(), j)
		s := r.skolems[key]
		if s == nil {
			c, ok := r.someOf(vars[j+1:], condition)
			if !ok {
				return nil, problemf("no meaning: a skolem constant of too large a formula")
			}
			d := term.NewDecl(term.Declared, fmt.Sprintf("skolem!%d", len(r.out.Skolems)+1), nil, vars[j].Sort())
			s = &Skolem{Decl: d, Var: vars[j], Condition: c}
			r.bringIn(key, s)
		}
		t, err := r.store.App(r.store.User(s.Decl, nil))
		if err != nil {
			return nil, problemf("unreadable: %v", err)
		}
		if j == i {
			return t, nil
		}
		if condition, err = r.store.Substitute(condition, map[*term.Term]*term.Term{vars[j]: t}); err != nil {
			return nil, problemf("unreadable: %v", err)
		}
	}
	return nil, problemf("unreadable: @quantifiers_skolemize of the wrong shape")
}

// difference reads (@array_deq_diff a b): an index at which the arrays differ, if they do.
func (r *reader) difference(_ syntax.ID, kids []syntax.ID) (*term.Term, error) {
	if len(kids) != 3 {
		return nil, problemf("unreadable: @array_deq_diff of the wrong shape")
	}
	a, err := r.term(kids[1])
	if err != nil {
		return nil, err
	}
	b, err := r.term(kids[2])
	if err != nil {
		return nil, err
	}
	key := fmt.Sprintf("diff %d %d", a.ID(), b.ID())
	if s := r.skolems[key]; s != nil {
		return r.store.App(r.store.User(s.Decl, nil))
	}
	index := a.Sort().Args()
	if len(index) != 2 || a.Sort() != b.Sort() || len(a.Free())+len(b.Free()) > 0 {
		return nil, problemf("no meaning: @array_deq_diff of things other than closed arrays")
	}
	v := r.store.NewVar("i", index[0])
	names := map[string]*term.Term{"assay!a": a, "assay!b": b, "assay!i": v}
	for name, t := range names {
		r.x.Bind(name, t)
		defer r.x.Unbind(name)
	}
	c, err := r.elaborate("(not (= (select assay!a assay!i) (select assay!b assay!i)))")
	if err != nil {
		return nil, err
	}
	d := term.NewDecl(term.Declared, fmt.Sprintf("difference!%d", len(r.out.Skolems)+1), nil, index[0])
	return r.bringIn(key, &Skolem{Decl: d, Var: v, Condition: c}), nil
}
