package certify

import (
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
)

// maxModelText bounds the bytes of a model that is read into the store of the scripts, where its terms stay.
const maxModelText = 1 << 16

// reading is a model that was read.
type reading struct {
	check int
	text  string
	model *model.Model
}

// Model judges the model text that a solver of a family printed after the check-sat. The verdict is ModelHolds, ModelOpen or ModelTooLarge
// when ok is true; nothing is settled otherwise.
func (q *Sequence) Model(text, family string) (v oracle.ModelVerdict, ok bool) {
	defer q.recovered(&v, &ok)
	if !q.plain || len(text) > maxModelText {
		return oracle.NoModel, false
	}
	m := q.modelOf(text, family)
	if m == nil {
		return oracle.NoModel, false
	}
	name := slot{use: certifying, family: family}
	e, ok := q.evaluate(name, m, eval.Options{Heed: eval.Division})
	if !ok || e.fails > 0 {
		return oracle.NoModel, false
	}
	if !e.holds && !e.spent && e.unspecified > 0 {
		if e.holds, ok = q.filled(name, m); !ok {
			return oracle.NoModel, false
		}
	}
	switch {
	case e.holds:
		return oracle.ModelHolds, true
	case e.tooLarge:
		return oracle.ModelTooLarge, true
	}
	return oracle.ModelOpen, true
}

// modelOf reads a model, nil for a text that is not one.
func (q *Sequence) modelOf(text, family string) *model.Model {
	known := q.read[family]
	if known != nil && known.check == q.check && known.text == text {
		return known.model
	}
	b := bounds{Effort: q.Effort, done: q.Done}
	m, err := model.Read(text, q.script, q.check, b.reading("model", family))
	if err != nil {
		return nil
	}
	if q.read == nil {
		q.read = make(map[string]*reading)
	}
	q.read[family] = &reading{check: q.check, text: text, model: m}
	return m
}

// filled looks for results of divisions by zero that make all formulas true.
func (q *Sequence) filled(name slot, m *model.Model) (holds, ok bool) {
	dom := eval.New(q.script.Store, m, eval.Options{}).Domain()
	for i, f := range fillings {
		name.fill = i + 1
		e, ok := q.evaluate(name, m, eval.Options{Heed: eval.Division, Fill: f.fill(dom)})
		if !ok || e.holds {
			return e.holds, ok
		}
	}
	return false, true
}
