package certified

import (
	"slices"

	"github.com/assay-smt/assay/internal/solver"
)

// maxPanel is how many solvers of the panel are asked one question at most.
const maxPanel = 8

// convene takes the solvers of the panel that have a vote: none of the blamed solver's codebase, and none that is a referee anyway.
func (x *examiner) convene(c *Case) {
	for _, t := range c.Panel {
		if t.Profile().Codebase == c.Blamed.Profile().Codebase || x.isReferee(t) {
			continue
		}
		x.panel = append(x.panel, t)
	}
}

func (x *examiner) isReferee(t solver.Target) bool {
	return slices.ContainsFunc(x.all, func(r solver.Target) bool {
		return r.Path() == t.Path() && len(r.Config.Options()) == 0
	})
}

// poll has the referees asked about one question, first those that the case names, then those of the panel whose codebases have not decided, with their
// numbers. ask says whether a target has decided, and whether the question is settled.
func (e *exam) poll(ask func(i int, t solver.Target) (decided, settled bool, err error)) error {
	named := e.voices()
	done := map[string]bool{}
	for i, t := range named {
		decided, settled, err := ask(i, t)
		if settled || err != nil {
			return err
		}
		done[t.Profile().Codebase] = done[t.Profile().Codebase] || decided
	}
	asked := 0
	tried := map[string]bool{}
	for i, t := range e.panel {
		codebase := t.Profile().Codebase
		if done[codebase] || !e.patience.worth(t, tried[codebase]) {
			continue
		}
		if asked++; asked > maxPanel {
			return nil
		}
		decided, settled, err := ask(len(named)+i, t)
		if settled || err != nil {
			return err
		}
		tried[codebase], done[codebase] = true, decided
	}
	return nil
}

// heads are the first solvers of the panel of each codebase.
func (x *examiner) heads() []solver.Target {
	var out []solver.Target
	seen := map[string]bool{}
	for _, t := range x.panel {
		if l := t.Profile().Codebase; !seen[l] {
			seen[l] = true
			out = append(out, t)
		}
	}
	return out
}
