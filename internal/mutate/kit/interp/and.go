package interp

import (
	"maps"

	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Constant is a constant that an interpretation gets in addition to those of its problem, with its meaning.
type Constant struct {
	Decl *term.Decl
	Body *term.Term // over symbols that already have a meaning
}

// base is what an interpretation shares with those that extend it by further constants.
type base struct {
	model *model.Model // with all constants so far: an extension's formulas contain no constants of other extensions
	text  *model.Text
	ev    *eval.Evaluator
}

// Extended is an interpretation with further constants. It belongs to the goroutine of the one that it extends.
type Extended struct {
	of   *Interpretation
	more []Constant
}

// shared returns what interpretations with further constants share.
func (a *Interpretation) shared() *base {
	if a.base == nil {
		m := *a.model
		m.Defs = maps.Clone(m.Defs)
		a.base = &base{model: &m, text: model.NewText(a.model), ev: evaluator(&m, a.dom)}
	}
	return a.base
}

// Evaluator returns the evaluator of the interpretation with all constants that And has added and will add, within the bounds of all
// evaluations together. It stays the same until Renew.
func (a *Interpretation) Evaluator() *eval.Evaluator { return a.shared().ev }

// Renew returns an evaluator as Evaluator does, with full bounds. The previous one must no longer be used, nor its open values.
func (a *Interpretation) Renew() *eval.Evaluator {
	b := a.shared()
	b.ev = b.ev.Under(b.model, bounds(a.dom))
	return b.ev
}

// And returns the interpretation with further constants, which are new: no other interpretation returned by And knows them. All
// share what was evaluated, so only terms that contain new constants cost time.
func (a *Interpretation) And(more []Constant) *Extended {
	b := a.shared()
	for _, c := range more {
		b.model.Defs[c.Decl] = &model.Def{Body: c.Body}
	}
	return &Extended{of: a, more: more}
}

// Value returns the exact value of a closed term, as [Interpretation.Value] does.
func (e *Extended) Value(t *term.Term) value.Value {
	b := e.of.base
	v := b.ev.Term(t)
	if !v.IsTrue() && !v.IsFalse() {
		// What others have evaluated must not count against this one.
		b.ev = evaluator(b.model, e.of.dom)
		v = b.ev.Term(t)
	}
	return v
}

// Witness returns the interpretation as model text.
func (e *Extended) Witness() string {
	decls, bodies := make([]*term.Decl, len(e.more)), make([]*term.Term, len(e.more))
	for i, c := range e.more {
		decls[i], bodies[i] = c.Decl, c.Body
	}
	return e.of.base.text.With(decls, bodies)
}
