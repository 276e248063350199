package elab

import "github.com/assay-smt/assay/smt/term"

func (e *elaborator) bindVars(vars []*term.Term) {
	for _, v := range vars {
		en := e.enter(v.Text())
		en.locals = append(en.locals, v)
	}
}

func (e *elaborator) unbind(name string) {
	en := e.env[name]
	en.locals = en.locals[:len(en.locals)-1]
}

func (e *elaborator) unbindNames(names []string) {
	for _, name := range names {
		e.unbind(name)
	}
}

func (e *elaborator) unbindVars(vars []*term.Term) {
	for _, v := range vars {
		e.unbind(v.Text())
	}
}

// abandon closes the scopes that an error left open.
func (e *elaborator) abandon() {
	for i := len(e.frames) - 1; i >= 0; i-- {
		f := &e.frames[i]
		e.unbindVars(f.vars)
		if f.kind == fLetBody {
			e.unbindNames(f.aux.names)
		}
	}
	e.frames = e.frames[:0]
}
