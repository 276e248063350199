package synth

import (
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Names are the names that a script declares, labels included. Where one of them is also an operator's name, it does not
// mean the operator. Immutable.
type Names struct{ own map[string]bool }

// NewNames returns the names of s.
func NewNames(s *script.Script) Names {
	n := Names{own: map[string]bool{}}
	for i := range s.Commands {
		c := s.Commands[i]
		for _, d := range c.Decls {
			n.own[d.Name] = true
		}
		for _, data := range c.Datas {
			for _, ctor := range data.Ctors {
				n.own[ctor.Name] = true
				for _, f := range ctor.Fields {
					n.own[f.Name] = true
				}
			}
			if data.Subterm != nil {
				n.own[data.Subterm.Name] = true
			}
		}
		for _, t := range c.Terms {
			term.Labels(t, func(l *term.Decl) { n.own[l.Name] = true })
		}
	}
	return n
}

// Shadow reports whether the script uses the operator's name, or a solver's spelling of it, for something of its own.
func (n Names) Shadow(row *theory.Row) bool {
	if n.own[row.Name] {
		return true
	}
	for _, name := range row.Spell {
		if n.own[name] {
			return true
		}
	}
	return false
}
