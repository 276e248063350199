package grammar

import (
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// memory is what a script consists of besides terms. The next script takes it over when the last one is no longer used.
type memory struct {
	list     []*script.Command
	commands []script.Command // those of the script, and room for more
	terms    []*term.Term
	decls    []*term.Decl
	// known are declarations of constants by number and sort; nil for scripts that are kept.
	known map[constantKey]*term.Decl
}

// constantKey is what determines a constant's declaration.
type constantKey struct {
	number int
	sort   *sorts.Sort
}

func (m *memory) reuse() {
	m.list, m.commands, m.terms, m.decls = m.list[:0], m.commands[:0], m.terms[:0], m.decls[:0]
	if m.known == nil || len(m.known) > 1<<14 {
		m.known = map[constantKey]*term.Decl{}
	}
}

// command keeps a command. Its address stays valid as long as the script does.
func (m *memory) command(c script.Command) *script.Command {
	const many = 64
	if len(m.commands) == cap(m.commands) {
		m.commands = make([]script.Command, 0, many)
	}
	m.commands = append(m.commands, c)
	return &m.commands[len(m.commands)-1]
}

// term returns a list of one term.
func (m *memory) term(t *term.Term) []*term.Term {
	m.terms = append(m.terms, t)
	return m.terms[len(m.terms)-1 : len(m.terms) : len(m.terms)]
}

// decl returns a list of one declaration.
func (m *memory) decl(d *term.Decl) []*term.Decl {
	m.decls = append(m.decls, d)
	return m.decls[len(m.decls)-1 : len(m.decls) : len(m.decls)]
}
