package eval

import (
	"slices"

	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// domainOf collects the datatypes of a script, as of the model's check, and the universes of the model.
func domainOf(st *term.Store, m *model.Model) value.Domain {
	d := value.Domain{Sorts: st.Sorts, Datatypes: map[string]*term.Datatype{}, Universes: map[*sorts.Sort]value.Universe{}}
	if m == nil {
		return d
	}
	if m.Script != nil {
		// Several levels may declare one name in turn: the last declaration before the check counts. Names that are declared
		// only after it are kept for terms that do not belong to the check.
		commands, at := m.Script.Commands, m.Script.CheckCommand(m.Check)
		plain := map[string]bool{} // sorts without a definition; later datatypes of the same name do not define them
		for i := range commands {
			c := commands[i]
			counts := i < at || at < 0
			if c.Kind == script.DeclareSort && counts {
				plain[c.Name] = true
				delete(d.Datatypes, c.Name)
			}
			if c.Kind != script.DeclareDatatypes {
				continue
			}
			for _, data := range c.Datas {
				if counts || d.Datatypes[data.Name] == nil && !plain[data.Name] {
					d.Datatypes[data.Name] = data
				}
				if counts {
					delete(plain, data.Name)
				}
			}
		}
	}
	for s, u := range m.Universes {
		d.Universes[s] = value.Universe{Elements: slices.Clone(u.Elements), Complete: u.Complete}
	}
	return d
}

// modelOp returns the model's interpretation of an operator at arguments where the standard has none.
func (ev *Evaluator) modelOp(op string, sort *sorts.Sort, args []value.Value) (v value.Value, ok bool) {
	if ev.model == nil || !ev.heeds(op) {
		return v, false
	}
	for _, def := range ev.model.Ops[op] {
		if !ev.meter.Spend(1) {
			return ev.spent(), true
		}
		if def.Result != sort {
			continue
		}
		if as, fits := ev.fit(def.Params, args); fits {
			return ev.callDef(def.Def.Vars, def.Def.Body, as), true
		}
	}
	return v, false
}

// heeds reports whether the model's interpretation of an operator counts.
func (ev *Evaluator) heeds(op string) bool { return ev.opts.Heed == nil || ev.opts.Heed(op) }

// fit returns the arguments that a model's definition takes: all, or all but the divisor if the definition is
// only for a divisor of zero.
func (ev *Evaluator) fit(params []*sorts.Sort, args []value.Value) ([]value.Value, bool) {
	switch len(params) {
	case len(args):
		return args, true
	case len(args) - 1:
		return args[:len(params)], true
	}
	return nil, false
}
