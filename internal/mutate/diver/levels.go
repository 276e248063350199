package diver

import (
	"fmt"

	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// functions is the kind of sorts whose terms are left alone: the values of functions cannot be compared.
const functions = sorts.Func

// levels says how far the scope of what a command declares reaches.
type levels []int

// everywhere is the end of a scope that no command ends.
const everywhere = int(^uint(0) >> 1)

// levelsOf returns, for each command of a script, the command that ends the scope of what is declared there.
func levelsOf(s *script.Script) levels {
	out := make(levels, len(s.Commands))
	ends := []int{everywhere} // by level, the innermost last
	global := false
	for i := range s.Commands {
		c := s.Commands[i]
		if c.Kind == script.SetOption && (c.Name == ":global-declarations" || c.Name == ":global-decls") {
			global = c.Text == "true"
		}
	}
	for i := len(s.Commands) - 1; i >= 0; i-- { // backwards, so that each end is seen before what it ends
		switch c := s.Commands[i]; c.Kind {
		case script.Pop:
			for range c.Arity {
				ends = append(ends, i)
			}
		case script.Push:
			ends = ends[:max(1, len(ends)-c.Arity)]
		case script.Reset, script.ResetAssertions:
			ends = []int{i}
		}
		if out[i] = ends[len(ends)-1]; global && out[i] != everywhere && s.Commands[out[i]].Kind == script.Pop {
			out[i] = everywhere
		}
	}
	return out
}

// fresh are names that a script does not use.
type fresh struct {
	taken map[string]bool
	next  int
}

func namesOf(s *script.Script) *fresh {
	f := &fresh{taken: map[string]bool{}}
	for i := range s.Commands {
		for _, d := range problem.Declared(s.Commands[i]) {
			f.taken[d.Name] = true
		}
		for _, t := range s.Commands[i].Terms {
			term.Labels(t, func(d *term.Decl) { f.taken[d.Name] = true })
		}
	}
	return f
}

// name returns a new one.
func (f *fresh) name() string {
	for {
		n := fmt.Sprintf("diver_%d", f.next)
		if f.next++; !f.taken[n] {
			return n
		}
	}
}
