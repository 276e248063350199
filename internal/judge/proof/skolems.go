package proof

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// bringIn adds a constant of the solver.
func (r *reader) bringIn(key string, s *Skolem) *term.Term {
	r.skolems[key], r.ours[s.Decl] = s, s
	r.out.Skolems = append(r.out.Skolems, s)
	t, err := r.store.App(r.store.User(s.Decl, nil))
	if err != nil {
		panic("proof: a constant without parameters cannot be applied: " + err.Error())
	}
	return t
}

// choose returns a constant for one of the values of v that meet a condition; name is the solver's name for it, "" for none.
func (r *reader) choose(name string, v, condition *term.Term) (*term.Term, error) {
	free := condition.Free()
	if len(free) > 1 || len(free) == 1 && free[0] != v {
		return nil, problemf("no meaning: a choice that depends on variables bound outside")
	}
	key := "choice " + strconv.Itoa(len(r.out.Skolems))
	if name == "" {
		name = "choice!" + strconv.Itoa(len(r.out.Skolems)+1)
	}
	return r.bringIn(key, &Skolem{Decl: term.NewDecl(term.Declared, name, nil, v.Sort()), Var: v, Condition: condition}), nil
}

// declare adds what a proof declares and the script does not.
func (r *reader) declare(kids []syntax.ID) {
	t := r.tree
	if len(kids) < 3 {
		return
	}
	name, ok := t.Name(kids[1])
	if !ok || r.x.Lookup(name) != nil {
		return
	}
	if len(kids) == 4 && t.Len(kids[2]) > 0 {
		r.bind(name, &binding{step: -1, why: "no meaning: a function that the proof declares"})
		return
	}
	s, err := r.sort(kids[len(kids)-1])
	if err != nil {
		r.bind(name, &binding{step: -1, why: err.Error()})
		return
	}
	d := term.NewDecl(term.Declared, name, nil, s)
	r.x.Introduce(d)
	r.bringIn(name, &Skolem{Decl: d})
}

// stranger returns the symbol in a text that is not declared and may be a constant of the solver, "" for none.
func (r *reader) stranger(text string) string {
	var tree syntax.Tree
	if _, err := syntax.NewReader(text).Next(&tree); err != nil {
		return ""
	}
	for n := syntax.ID(0); n < tree.End(syntax.Root); n++ {
		name, ok := tree.Name(n)
		if !ok || r.x.Lookup(name) != nil || r.names[name] != nil || !looksBroughtIn(name) {
			continue
		}
		return name
	}
	return ""
}

// looksBroughtIn reports whether a name looks like the ones that solvers give skolem constants: skv_1, y!0, @sk_3.
func looksBroughtIn(name string) bool {
	i := len(name)
	for i > 0 && name[i-1] >= '0' && name[i-1] <= '9' {
		i--
	}
	return i < len(name) && i > 1 && (name[i-1] == '_' || name[i-1] == '!') && !strings.HasPrefix(name, "@p")
}

// likelySorts are the sorts of the script's constants, and those of numbers.
func (r *reader) likelySorts() []*sorts.Sort {
	out := []*sorts.Sort{sorts.Int, sorts.Real, sorts.Bool}
	seen := map[*sorts.Sort]bool{sorts.Int: true, sorts.Real: true, sorts.Bool: true}
	const most = 12
	for _, c := range r.out.Script.Commands {
		for _, d := range c.Decls {
			for _, s := range append(d.Params[:len(d.Params):len(d.Params)], d.Result) {
				if !seen[s] && len(out) < most {
					seen[s] = true
					out = append(out, s)
				}
			}
		}
	}
	return out
}

// define reads a definition of a proof. CPC defines names for terms, Alethe constants.
func (r *reader) define(kids []syntax.ID) error {
	t := r.tree
	if len(kids) < 4 {
		return nil
	}
	name, ok := t.Name(kids[1])
	if !ok {
		return nil
	}
	body := kids[3]
	if t.Is(kids[0], "define-fun") && len(kids) > 4 {
		body = kids[4]
	}
	if t.Len(kids[2]) > 0 {
		r.bind(name, &binding{step: -1, node: body, why: "no meaning: a function that the proof defines"})
		return nil
	}
	if vars, err := r.varList(body); vars != nil && err == nil {
		r.bind(name, &binding{step: -1, node: body, vars: vars, why: "unreadable: a list is not a term"})
		return nil
	}
	b, err := r.boundTerm(name, body)
	if err != nil {
		return err
	}
	r.bind(name, b)
	return nil
}

// interpret gives meaning to the constants of a step that introduces them: whole is the quantified formula, instance its body with the
// solver's constants for the variables, or they are the negations of both.
func (r *reader) interpret(whole, instance *term.Term) {
	want := term.Exists
	if isNot(whole) && isNot(instance) {
		whole, instance, want = whole.Args()[0], instance.Args()[0], term.Forall
	}
	for whole.Kind() == term.Annot {
		whole = whole.Args()[0]
	}
	if whole.Kind() != term.Quant || whole.Binder() != want || len(whole.Free()) > 0 {
		return
	}
	vars := whole.Bound()
	found := map[*term.Term]*term.Term{}
	if !r.match(whole.Args()[0], instance, vars, found) {
		return
	}
	// Each variable meets the condition together with some values of the later ones.
	condition := whole.Args()[0]
	if want == term.Forall {
		condition = r.not(condition)
	}
	for i, v := range vars {
		s := r.skolemOf(found[v])
		if s == nil || condition == nil {
			return
		}
		c, ok := r.someOf(vars[i+1:], condition)
		if !ok {
			return
		}
		s.Var, s.Condition = v, c
		var err error
		if condition, err = r.store.Substitute(condition, map[*term.Term]*term.Term{v: found[v]}); err != nil {
			return
		}
	}
}

// someOf says that some values of the variables meet the condition.
func (r *reader) someOf(vars []*term.Term, condition *term.Term) (*term.Term, bool) {
	if len(vars) == 0 {
		return condition, true
	}
	t, err := r.quantify("exists", vars, condition)
	return t, err == nil
}

func isNot(t *term.Term) bool { return t.Func() != nil && t.Func().Is("not") }

func (r *reader) not(t *term.Term) *term.Term {
	out, _, err := r.store.Overload(r.store.Table.Lookup("not"), nil, nil, []*term.Term{t})
	if err != nil {
		return nil
	}
	return out
}

// skolemOf returns the constant that a term is, if nothing is known about it yet.
func (r *reader) skolemOf(t *term.Term) *Skolem {
	if t == nil || t.Func() == nil || t.Func().Decl == nil {
		return nil
	}
	if s := r.ours[t.Func().Decl]; s != nil && s.Condition == nil && s.Is == nil {
		return s
	}
	return nil
}

// defined gives the solver's constants the meaning of the other side of the first equation without premises: they are new, so any equation
// may define them. The bits of a bit-vector are defined by an equation that puts them together.
func (r *reader) defined(claim *term.Term) {
	if claim == nil || len(claim.Free()) > 0 || claim.Func() == nil || !claim.Func().Is("=") || len(claim.Args()) != 2 {
		return
	}
	for i, side := range claim.Args() {
		other := claim.Args()[1-i]
		if side == other {
			return // it says nothing, but a later one may
		}
		if s := r.skolemOf(side); s != nil {
			s.Is = other
			return
		}
		if side.Func() == nil || !side.Func().Is("concat") && !side.Func().Is("ite") || other.Sort().Width() == 0 {
			continue
		}
		bits := []*term.Term{side}
		if side.Func().Is("concat") {
			bits = side.Args()
		}
		for j, b := range bits {
			if b.Func() == nil || !b.Func().Is("ite") || b.Sort().Width() != 1 || len(bits) != other.Sort().Width() {
				break
			}
			if s := r.skolemOf(b.Args()[0]); s != nil {
				s.Is = r.bit(other, len(bits)-1-j)
			}
		}
	}
}

// bit says that a bit of a bit-vector is set.
func (r *reader) bit(t *term.Term, i int) *term.Term {
	const name = "assay!proof!part"
	r.x.Bind(name, t)
	defer r.x.Unbind(name)
	out, err := r.elaborate(fmt.Sprintf("(= ((_ extract %d %d) %s) #b1)", i, i, name))
	if err != nil {
		return nil
	}
	return out
}

// match finds out which terms stand for the variables in an instance of a pattern. Quantified parts must be equal.
func (r *reader) match(pattern, t *term.Term, vars []*term.Term, found map[*term.Term]*term.Term) bool {
	type pair struct{ p, t *term.Term }
	stack := []pair{{pattern, t}}
	seen := map[pair]bool{}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if at.p == at.t || seen[at] {
			continue
		}
		seen[at] = true
		isVar := false
		for _, v := range vars {
			isVar = isVar || v == at.p
		}
		switch {
		case isVar && found[at.p] == nil:
			found[at.p] = at.t
		case isVar:
			if found[at.p] != at.t {
				return false
			}
		case at.p.Kind() == term.App && at.t.Kind() == term.App && at.p.Func() == at.t.Func() && len(at.p.Args()) == len(at.t.Args()):
			for i, a := range at.p.Args() {
				stack = append(stack, pair{a, at.t.Args()[i]})
			}
		case at.p.Kind() == term.Quant && at.t.Kind() == term.Quant:
			// Which variables a quantified part has does not matter here: other parts tell.
		default:
			return false
		}
	}
	return true
}
