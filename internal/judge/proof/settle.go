package proof

import "github.com/assay-smt/assay/smt/term"

// settle orders the solver's constants: those that are defined by others come after these. A constant that depends on itself has no meaning.
func (r *reader) settle() {
	o := ordering{place: map[*term.Decl]int{}, all: r.out.Skolems, state: make([]mark, len(r.out.Skolems)), terms: map[*term.Term]mark{}}
	for i, s := range o.all {
		o.place[s.Decl] = i
	}
	for i := range o.all {
		o.from(i)
	}
	r.out.Skolems = o.out
}

// A mark says how far a visit got.
type mark uint8

const (
	unseen mark = iota
	underWay
	seen
	circular // it mentions what is being visited
)

// An ordering visits constants and the terms that they stand for, each once, with its own stack: there may be as many as a proof has bytes,
// each of which depends on the next.
type ordering struct {
	place map[*term.Decl]int
	all   []*Skolem
	out   []*Skolem
	state []mark // by place
	terms map[*term.Term]mark
	stack []visit
}

// A visit is to a term, or to a constant where the term is nil.
type visit struct {
	term   *term.Term
	skolem int
	leave  bool
}

func (o *ordering) from(i int) {
	o.stack = append(o.stack, visit{skolem: i})
	for len(o.stack) > 0 {
		v := o.stack[len(o.stack)-1]
		o.stack = o.stack[:len(o.stack)-1]
		if v.term == nil {
			o.constant(v)
		} else {
			o.part(v)
		}
	}
}

// constant visits what a constant stands for.
func (o *ordering) constant(v visit) {
	s := o.all[v.skolem]
	if v.leave {
		for _, t := range s.meaning() {
			if o.terms[t] != seen {
				s.Var, s.Condition, s.Is = nil, nil, nil
				break
			}
		}
		o.state[v.skolem] = seen
		o.out = append(o.out, s)
		return
	}
	if o.state[v.skolem] != unseen {
		return
	}
	o.state[v.skolem] = underWay
	o.stack = append(o.stack, visit{skolem: v.skolem, leave: true})
	for _, t := range s.meaning() {
		o.stack = append(o.stack, visit{term: t})
	}
}

// part visits a term.
func (o *ordering) part(v visit) {
	t := v.term
	if v.leave {
		is := seen
		for _, a := range t.Args() {
			if o.terms[a] != seen {
				is = circular
			}
		}
		if i, ours := o.ours(t); ours && o.state[i] != seen {
			is = circular
		}
		o.terms[t] = is
		return
	}
	if o.terms[t] != unseen {
		return
	}
	o.terms[t] = underWay
	o.stack = append(o.stack, visit{term: t, leave: true})
	for _, a := range t.Args() {
		o.stack = append(o.stack, visit{term: a})
	}
	if i, ours := o.ours(t); ours {
		o.stack = append(o.stack, visit{skolem: i})
	}
}

// ours returns the constant that a term is.
func (o *ordering) ours(t *term.Term) (int, bool) {
	f := t.Func()
	if f == nil || f.Decl == nil {
		return 0, false
	}
	i, ok := o.place[f.Decl]
	return i, ok
}

// meaning returns the terms that a constant depends on.
func (s *Skolem) meaning() []*term.Term {
	var out []*term.Term
	for _, t := range []*term.Term{s.Condition, s.Is} {
		if t != nil {
			out = append(out, t)
		}
	}
	return out
}
