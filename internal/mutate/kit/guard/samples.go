package guard

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// assignments is the number of interpretations under which terms are evaluated.
const assignments = 3

// Samples are interpretations of a script's symbols: a model, where there is one, and random ones. They are made when the first is needed. Not
// safe for concurrent use.
type Samples struct {
	of    func() (*problem.Problem, error)
	rand  *rng.Rand
	model func() (*interp.Interpretation, error)
	all   []*Sample
	made  bool
}

// NewSamples returns interpretations of the symbols of a problem. model returns one that comes first; it may be nil. There are none at all where a
// definition is recursive, since nobody knows what its evaluation costs, and where one of the functions fails.
func NewSamples(of func() (*problem.Problem, error), r *rng.Rand, model func() (*interp.Interpretation, error)) *Samples {
	return &Samples{of: of, rand: r, model: model}
}

// All returns the interpretations, the model first.
func (s *Samples) All() []*Sample {
	if s == nil {
		return nil
	}
	if !s.made {
		s.made = true
		s.make()
	}
	return s.all
}

func (s *Samples) make() {
	p, err := s.of()
	if err != nil || slices.ContainsFunc(p.Decls, func(c *script.Command) bool { return c.Kind == script.DefineRec }) {
		return
	}
	chooser := interp.NewChooser(p)
	if s.model != nil {
		if a, err := s.model(); err == nil {
			s.all = append(s.all, newSample(a, chooser, s.rand))
		}
	}
	for len(s.all) < assignments {
		a, err := chooser.Random(s.rand)
		if err != nil {
			break
		}
		s.all = append(s.all, newSample(a, chooser, s.rand))
	}
}

// Sample is an interpretation that also gives values to bound variables, and to constants that have come in since. Values are kept: only what is
// new along a path costs time.
type Sample struct {
	of      *interp.Interpretation
	chooser *interp.Chooser
	rand    *rng.Rand
	known   map[*term.Term]value.Value
	args    []value.Value // of the applications at hand
}

func newSample(a *interp.Interpretation, c *interp.Chooser, r *rng.Rand) *Sample {
	return &Sample{of: a.Cheaply(), chooser: c, rand: r, known: map[*term.Term]value.Value{}}
}

// openValue represents an unknown value.
var openValue = value.OfUnknown(&value.Unknown{})

// Value returns the value of a term: open for terms with binders, and once the bounds of the interpretation are exceeded.
func (s *Sample) Value(t *term.Term) value.Value {
	v, ok := s.known[t]
	if !ok {
		v = s.find(t)
		s.known[t] = v
	}
	return v
}

func (s *Sample) find(t *term.Term) value.Value {
	switch t.Kind() {
	case term.Literal:
		return s.of.Value(t)
	case term.Var:
		return s.random(t)
	case term.Annot:
		return s.Value(t.Args()[0])
	case term.App:
		if f := t.Func(); t.IsLeaf() && f.Kind == term.UserFunc && f.Decl.Kind == term.Declared && s.of.Def(f.Decl) == nil {
			return s.random(t)
		}
		base := len(s.args)
		defer func() { s.args = s.args[:base] }()
		for _, a := range t.Args() {
			v := s.Value(a)
			if !v.IsKnown() || len(s.args) == base && takesApart(t.Func()) && v.Kind() != value.Data {
				return openValue
			}
			s.args = append(s.args, v)
		}
		return s.of.Apply(t, s.args[base:])
	}
	return openValue
}

// takesApart reports whether a function is about the constructor of its first argument. The problem of another check may not have the datatype, which has
// some value without a constructor then.
func takesApart(f *term.Func) bool {
	return f.Kind == term.TesterFunc || f.Kind == term.UpdateFunc || f.Kind == term.UserFunc && f.Decl.Kind == term.Selector
}

// random returns a value for a symbol that the interpretation does not have.
func (s *Sample) random(t *term.Term) value.Value {
	if c := s.chooser.Value(s.rand, t.Sort()); c != nil {
		return s.of.Value(c)
	}
	return openValue
}
