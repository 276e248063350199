package fragment

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Widen returns s with a logic that allows a command's new term and the operators above it on its path, so that
// a solver does not refuse the mutant for its logic. ok is false when there is no such logic: a script
// that declares names of other theories cannot move to a logic that has them.
func Widen(s *script.Script, command int, added *term.Term, above []*term.Term) (wide *script.Script, ok bool) {
	at := -1
	for i := range s.Commands[:command] {
		switch s.Commands[i].Kind {
		case script.SetLogic:
			at = i
		case script.Reset:
			at = -1
		}
	}
	if at < 0 {
		return s, true
	}
	name := s.Commands[at].Name
	l := theory.ParseLogic(name)
	if l.All {
		return s, true
	}
	to := ""
	for _, candidate := range wider(name) {
		l := theory.ParseLogic(candidate)
		if fits(&l, added) && linearAbove(&l, above) {
			to = candidate
			break
		}
	}
	if to == "" {
		if clashes(s) {
			return s, false
		}
		to = "ALL"
		if l.HigherOrder {
			to = "HO_ALL"
		}
	}
	if to == name {
		return s, true
	}
	c := *s.Commands[at]
	c.Name = to
	return s.With(at, c), true
}

// Linear returns the logic with linear arithmetic in the place of difference logic.
func Linear(logic string) string {
	return strings.NewReplacer("IDL", "LIA", "RDL", "LRA").Replace(logic)
}

// wider returns logics from the given one upwards, as near to it as possible so that solvers keep to
// the strategies they have for it. Difference logics are left at once: nearly every change leaves them,
// and they have no grammar of their own to check against.
func wider(name string) []string {
	name = Linear(name)
	out := []string{name}
	add := func(n string) {
		if n != out[len(out)-1] {
			out = append(out, n)
		}
	}
	if strings.HasSuffix(name, "S") && !strings.HasSuffix(name, "FS") {
		add(name + "LIA")
	}
	add(strings.NewReplacer("LIA", "NIA", "LRA", "NRA", "LIRA", "NIRA").Replace(out[len(out)-1]))
	return out
}

// clashes reports whether the script declares a sort or a symbol that some theory has.
func clashes(s *script.Script) bool {
	table := s.Store.Table
	for i := range s.Commands {
		c := s.Commands[i]
		switch c.Kind {
		case script.DeclareSort, script.DefineSort:
			if table.Sort(c.Name) != nil {
				return true
			}
		}
		for _, d := range c.Decls {
			if table.Lookup(d.Name) != nil {
				return true
			}
		}
		for _, d := range c.Datas {
			if table.Sort(d.Name) != nil {
				return true
			}
			for _, ctor := range d.Ctors {
				if table.Lookup(ctor.Name) != nil || slices.ContainsFunc(ctor.Fields, func(f *term.Decl) bool { return table.Lookup(f.Name) != nil }) {
					return true
				}
			}
		}
	}
	return false
}
