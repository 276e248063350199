package model

import (
	"slices"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// mostUnread bounds the number of helpers of one model that cannot be read: for each, the text is searched for its line.
const mostUnread = 200

// pass reports whether the model is read without a helper whose body gives this error: the error must be about that body, not
// about a limit of the whole model.
func (r *reader) pass(helper *term.Decl, err *syntax.Error) bool {
	switch err.Code {
	case syntax.CodeUnknown, syntax.CodeSort, syntax.CodeMalformed, syntax.CodeRedeclare:
	default:
		return false
	}
	if len(r.unread) == mostUnread {
		return false
	}
	if r.why == nil {
		r.why = map[*term.Decl]*syntax.Error{}
	}
	r.unread = append(r.unread, helper)
	r.why[helper] = err
	return true
}

// leaveOut makes everything open that depends on helpers that could not be read. A symbol then has a value about which
// nothing is known; it is not a default, since the model does give a value. Interpretations of operators and selectors are
// dropped, so that they stay open where the standard leaves them open.
func (r *reader) leaveOut() *syntax.Error {
	if len(r.unread) == 0 {
		return nil
	}
	causes := r.causes()
	m := r.model
	for _, d := range sortedDecls(m.Defs) {
		h := causes[d]
		if h == nil {
			continue
		}
		def, ok := r.unknown(d)
		if !ok {
			return r.why[h]
		}
		m.Defs[d] = def
		r.noteUnread(d, h)
	}
	for _, d := range sortedDecls(m.Selectors) {
		if h := causes[d]; h != nil {
			delete(m.Selectors, d)
			r.noteUnread(d, h)
		}
	}
	for name, defs := range m.Ops {
		m.Ops[name] = slices.DeleteFunc(defs, func(op *OpDef) bool { return causes[r.ops[op]] != nil })
	}
	return nil
}

func (r *reader) noteUnread(d, helper *term.Decl) {
	text := syntax.Clip(d.Text, 80) + " is open, because " + syntax.Clip(helper.Text, 80) + " cannot be read: " + syntax.Clip(r.why[helper].Error(), 300)
	r.model.Notes = append(r.model.Notes, Note{NoteUnread, d, text})
}

// causes maps whatever depends, directly or through other definitions, on a helper that could not be read to that helper.
func (r *reader) causes() map[*term.Decl]*term.Decl {
	type definition struct {
		owner *term.Decl
		body  *term.Term
	}
	var all []definition
	add := func(owner *term.Decl, body *term.Term) {
		if body != nil {
			all = append(all, definition{owner, body})
		}
	}
	for _, d := range sortedDecls(r.model.Defs) {
		add(d, r.model.Defs[d].Body)
	}
	for _, d := range sortedDecls(r.model.Selectors) {
		add(d, r.model.Selectors[d].Body)
	}
	for _, name := range sortedKeys(r.model.Ops) {
		for _, op := range r.model.Ops[name] {
			add(r.ops[op], op.Def.Body)
		}
	}
	users := map[*term.Decl][]*term.Decl{}
	entered := map[*term.Decl]bool{}
	for len(all) > 0 {
		x := all[len(all)-1]
		all = all[:len(all)-1]
		term.Walk([]*term.Term{x.body}, func(t *term.Term) bool {
			f := t.Func()
			if f == nil || f.Decl == nil {
				return true
			}
			users[f.Decl] = append(users[f.Decl], x.owner)
			if f.Decl.Kind == term.Defined && !entered[f.Decl] {
				entered[f.Decl] = true
				add(f.Decl, f.Decl.Body)
			}
			return true
		})
	}
	causes := map[*term.Decl]*term.Decl{}
	var queue []*term.Decl
	for _, h := range r.unread {
		causes[h] = h
		queue = append(queue, h)
	}
	for len(queue) > 0 {
		d := queue[0]
		queue = queue[1:]
		for _, u := range users[d] {
			// The value that the model gives a declared symbol stands on its own: definitions that use the symbol find it open.
			if causes[u] == nil {
				causes[u] = causes[d]
				if u.Kind == term.Defined {
					queue = append(queue, u)
				}
			}
		}
	}
	return causes
}

// unknown is the meaning of a symbol about whose value nothing is known, except that it is the same at equal arguments. ok is false
// when the symbol takes too many arguments to express this.
func (r *reader) unknown(d *term.Decl) (def *Def, ok bool) {
	const most = 100 // arguments
	if len(d.Params) > most {
		return nil, false
	}
	s := d.Result
	for _, p := range slices.Backward(d.Params) {
		s = r.script.Store.Sorts.Make(sorts.Array, "Array", nil, []*sorts.Sort{p, s})
	}
	def = &Def{Body: r.session.Unknown(d.Name, s)}
	for _, p := range d.Params {
		v := r.script.Store.NewVar("x", p)
		def.Vars = append(def.Vars, v)
		def.Body = r.op("select", def.Body, v)
	}
	return def, true
}
