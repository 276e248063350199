package typefuzz

import (
	"github.com/assay-smt/assay/internal/mutate/kit/definition"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// roots returns what a script asserts, and the bodies of what it defines, recursive ones included.
func roots(s *script.Script) []*term.Term {
	var out []*term.Term
	for _, c := range s.Commands {
		switch c.Kind {
		case script.Assert:
			out = append(out, c.Terms[0])
		case script.DefineFun, script.DefineRec:
			for _, d := range c.Decls {
				out = append(out, d.Body)
			}
		}
	}
	return out
}

// newPool returns the expressions of assertions, and of bodies that are mutated. An expression with a parameter fits only in its own body.
func newPool(s *script.Script) *synth.Pool {
	p := synth.NewPool(s)
	for _, c := range s.Commands {
		if root := definition.Root(c); root != nil && c.Kind != script.Assert {
			p.Add(root)
		}
	}
	return p
}

// redefine continues with a script in which one definition has another body: everything that depends on it now consists of other terms,
// which belong to the seed as much as the previous ones.
func (s *source) redefine(next *script.Script, command int) {
	if s.world != nil {
		definition.Counterparts(s.current, next, command, func(was, is *term.Term) {
			s.widener.Succeed(was, is)
			if s.world.fence != nil {
				s.world.fence.Succeed(was, is)
			}
		})
	}
	*s.build.Pool = *newPool(next)
	s.occurrences.Update(next)
}
