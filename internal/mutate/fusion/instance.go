package fusion

import (
	"fmt"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// application is a use of a function: what its symbols stand for among the formulas.
type application struct {
	*builder
	function placed
	stand    map[*term.Decl]*term.Term // by the function's symbol
	output   *term.Decl
	done     map[*term.Term]*term.Term // images of the function's terms
}

// of returns a term of the function with its symbols replaced by the formulas' terms.
func (a *application) of(t *term.Term, sort *sorts.Sort) (*term.Term, error) {
	if out := a.image(t); out != nil && out.Sort() == sort {
		return out, nil
	}
	return a.read(t, sort)
}

// image builds the term node by node; nil when it contains something that has to be reread, such as a binder. The terms of functions
// are small, so it recurses.
func (a *application) image(t *term.Term) *term.Term {
	if out := a.done[t]; out != nil {
		return out
	}
	st := a.problem.Store
	var out *term.Term
	switch t.Kind() {
	case term.Literal:
		sort, err := a.instanceOf(t.Sort())
		if err != nil {
			return nil
		}
		out = st.Lit(t.LiteralKind(), t.Text(), sort)
	case term.App:
		f := t.Func()
		if f.Kind == term.UserFunc {
			out = a.stand[f.Decl]
			break
		}
		if f.Kind != term.TheoryFunc {
			return nil
		}
		var as *sorts.Sort
		if f.As != nil {
			var err error
			if as, err = a.instanceOf(f.As); err != nil {
				return nil
			}
		}
		args := make([]*term.Term, len(t.Args()))
		for i, x := range t.Args() {
			if args[i] = a.image(x); args[i] == nil {
				return nil
			}
		}
		var err error
		if out, err = st.App(st.Op(f.Row, f.Indices, as), args...); err != nil {
			return nil
		}
	}
	if out != nil {
		a.done[t] = out
	}
	return out
}

// instanceOf returns the sort of the formulas that a sort of the function stands for.
func (a *application) instanceOf(s *sorts.Sort) (*sorts.Sort, error) { return a.in(a.function, s) }

// in returns the sort of the formulas that a sort of a placed function stands for.
func (s *source) in(p placed, of *sorts.Sort) (*sorts.Sort, error) {
	switch to := p.by[of]; {
	case to != nil:
		return to, nil
	case len(p.by) > 0 && p.composed(of):
		return nil, fmt.Errorf("fusion: %s: the sort %s is built from one that represents every sort", p.function.Name, of)
	}
	return s.sort(of)
}

// read prints the term with other symbols and parses it.
func (a *application) read(t *term.Term, sort *sorts.Sort) (*term.Term, error) {
	if len(a.function.by) > 0 {
		return nil, fmt.Errorf("fusion: %s: %s cannot be read over other sorts", a.function.function.Name, t)
	}
	text, err := syntax.ReplaceSymbols(t.String(), func(name string) (string, bool) {
		for d, x := range a.stand {
			if d.Name == name {
				return x.String(), true
			}
		}
		return "", false
	})
	if err != nil {
		return nil, err
	}
	session := elab.Resume(a.base, 0, elab.Options{File: "fusion function"})
	session.Introduce(a.output)
	if _, err := session.Next(syntax.NewReader(text)); err != nil {
		return nil, err
	}
	out, e := session.Body(nil, sort, syntax.Root)
	if e != nil {
		return nil, fmt.Errorf("fusion: %s: %w", a.function.function.Name, e)
	}
	return out, nil
}

// sort returns a sort of the functions as a sort of the formulas' store.
func (s *source) sort(of *sorts.Sort) (*sorts.Sort, error) {
	text := of.String()
	if known := s.sorts[text]; known != nil {
		return known, nil
	}
	session := elab.Resume(s.base, 0, elab.Options{File: "fusion function"})
	if _, err := session.Next(syntax.NewReader(text)); err != nil {
		return nil, err
	}
	out, err := session.Sort(syntax.Root)
	if err != nil {
		return nil, err
	}
	s.sorts[text] = out
	return out, nil
}
