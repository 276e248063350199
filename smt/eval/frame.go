package eval

import (
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// frame binds variables: the parameters of a call, or an instance of a binder inside an outer frame.
type frame struct {
	outer *frame
	vars  []*term.Term
	args  []value.Value
	at    map[*term.Term]int         // positions of many variables, nil until needed
	memo  map[*term.Term]value.Value // of terms that have no place in Evaluator.local
	taken int                        // bytes of the memo
	kept  bool                       // a function holds the frame
	left  bool                       // nothing is evaluated in it any longer
}

// A local is the value of a term in one frame.
type local struct {
	frame *frame
	value value.Value
}

// localValue returns the value of a term in a frame that binds some of its variables.
func (ev *Evaluator) localValue(t *term.Term, f *frame) (v value.Value, ok bool) {
	if l := ev.local.Get(t); l.frame == f {
		return l.value, true
	}
	v, ok = f.memo[t]
	return v, ok
}

// setLocal keeps the value of a term in a frame. Usually a term has one frame at a time; recursive functions have many.
func (ev *Evaluator) setLocal(t *term.Term, f *frame, v value.Value) {
	f.taken += memoBytes
	ev.meter.Take(memoBytes)
	if l := ev.local.At(t); l.frame == nil || l.frame == f || l.frame.left {
		*l = local{f, v}
		return
	}
	if f.memo == nil {
		f.memo = map[*term.Term]value.Value{}
	}
	f.memo[t] = v
}

// memoBytes is the memory taken by an entry of a frame's memo.
const memoBytes = 64

// fewVars is how many variables are searched one by one.
const fewVars = 8

// bind returns a frame inside outer.
func bind(outer *frame, vars []*term.Term, args []value.Value) *frame {
	return &frame{outer: outer, vars: vars, args: args}
}

// place returns the position of a variable among those that the frame binds, -1 when it does not bind it.
func (f *frame) place(v *term.Term) int {
	if len(f.vars) > fewVars {
		if f.at == nil {
			f.at = make(map[*term.Term]int, len(f.vars))
			for i, w := range f.vars {
				if _, twice := f.at[w]; !twice {
					f.at[w] = i
				}
			}
		}
		if i, ok := f.at[v]; ok {
			return i
		}
		return -1
	}
	for i, w := range f.vars {
		if w == v {
			return i
		}
	}
	return -1
}

// lookup returns the value of a variable.
func (ev *Evaluator) lookup(f *frame, v *term.Term) (value.Value, bool) {
	for ; f != nil && ev.meter.Spend(1); f = f.outer {
		if i := f.place(v); i >= 0 {
			return f.args[i], true
		}
	}
	return value.Value{}, false
}

// home returns the innermost frame that binds a free variable of t: the one in which t's value holds.
func (ev *Evaluator) home(f *frame, t *term.Term) *frame {
	for ; f != nil; f = f.outer {
		for i, v := range t.Free() {
			if f.place(v) >= 0 {
				ev.meter.Spend(i)
				return f
			}
		}
		if !ev.meter.Spend(len(t.Free())) {
			return nil
		}
	}
	return nil
}

// keep records that a function holds a frame and its outer frames.
func (f *frame) keep() {
	for ; f != nil && !f.kept; f = f.outer {
		f.kept = true
	}
}

// inside evaluates t in a frame of its own.
func (ev *Evaluator) inside(t *term.Term, f *frame) value.Value {
	v := ev.eval(t, f)
	if !f.kept {
		ev.meter.Give(f.taken)
		f.left = true
	}
	return v
}
