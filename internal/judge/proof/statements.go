package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
)

// Printed is the format of what solvers print of their inferences while they solve: statements one after the other, without premises.
const Printed Format = "printed"

// A Form is a form in which a solver prints statements: (Head F ...), where F is the statement.
type Form struct {
	Head string
	// Implied: the statement follows from the script's assertions. Others are valid in their theories.
	Implied bool
	// Name is the keyword before the name of the inference, "" for the first keyword itself; without that, Head is the name.
	Name string
}

// ReadStatements reads what a solver printed of its inferences while it solved check number check of s, from 0, as a proof whose steps have no premises.
// Valid statements are steps of kind Inference, implied ones of kind Input: they are wrong only under a witness that makes the assertions true. Everything
// else in the text is skipped. It adds terms to the script's store. The error is ErrNone, or says that the text is too large.
func ReadStatements(text string, s *script.Script, check int, forms []Form, opts Options) (*Proof, error) {
	return readWith("statements", text, s, check, opts, func(r *reader) error {
		r.out.Format = Printed
		return r.statements(text, forms)
	})
}

// mostFaults bounds the lists in a text that cannot be read: each may be as long as the rest of it.
const mostFaults = 100

// statements reads the lists in a text that begin at the beginning of a line, or behind another one. Solvers print other things in between.
func (r *reader) statements(text string, forms []Form) error {
	faults := 0
	for {
		text = strings.TrimLeft(text, " \t")
		if !strings.HasPrefix(text, "(") {
			i := strings.Index(text, "\n(")
			if i < 0 {
				return nil
			}
			text = text[i+1:]
		}
		in := syntax.NewReader(text)
		tree := &syntax.Tree{}
		if more, err := in.Next(tree); err != nil || !more {
			if faults++; faults > mostFaults {
				return &stopped{fmt.Sprintf("more than %d lists that cannot be read", mostFaults)}
			}
			text = text[1:]
			continue
		}
		r.tree = tree
		if err := r.statement(forms); err != nil {
			return err
		}
		text = text[in.Offset():]
	}
}

// statement reads one top-level list.
func (r *reader) statement(forms []Form) error {
	t := r.tree
	kids := t.Children(syntax.Root)
	if len(kids) < 2 {
		return nil
	}
	head, ok := t.Name(kids[0])
	if !ok {
		return nil
	}
	i := slices.IndexFunc(forms, func(f Form) bool { return f.Head == head })
	if i < 0 {
		if head == "declare-fun" || head == "declare-const" {
			r.declare(kids)
		}
		return nil
	}
	f := &forms[i]
	s := Step{Rule: f.name(t, kids)}
	if f.Implied {
		s.Kind = Input
	}
	if err := r.conclude(&s, kids[1]); err != nil {
		return err
	}
	_, err := r.add(s)
	return err
}

// name returns the name of the inference.
func (f *Form) name(t *syntax.Tree, kids []syntax.ID) string {
	for i := 2; i < len(kids); i++ {
		if t.Kind(kids[i]) != syntax.Keyword {
			continue
		}
		switch {
		case f.Name == "":
			return f.Head + " " + t.Text(kids[i])
		case t.Text(kids[i]) == f.Name && i+1 < len(kids):
			return syntax.Clip(t.Text(kids[i+1]), 80)
		}
	}
	return f.Head
}
