package fragment

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// A Widener fits mutants of one script to logics. It remembers what it has examined: only new terms cost time. The zero Widener is
// ready to use. Not safe for concurrent use.
type Widener struct {
	known   bool
	logics  []int // positions of the commands that set or end a logic, in order
	clashes bool
	fits    map[string]*fit // by logic
	wider   map[string][]string
	// given are terms that belong to every logic; standard makes mutants move to the smallest logic known by name, see NewWidener.
	given    *term.Map[bool]
	standard bool
}

// NewWidener returns a widener that leaves alone what a script has: the given terms belong to any logic, as solvers accept them as they are.
// Anything else that a mutant needs makes it move to the smallest logic known by name, or to ALL only where there is none.
func NewWidener(given ...*term.Term) *Widener {
	w := &Widener{given: &term.Map[bool]{}, standard: true}
	term.Walk(given, func(t *term.Term) bool {
		w.given.Set(t, true)
		return true
	})
	return w
}

// Succeed records that a term replaces another one: it belongs to every logic if the other one did.
func (w *Widener) Succeed(was, is *term.Term) {
	if w.given != nil && w.given.Get(was) {
		w.given.Set(is, true)
	}
}

// fit is what is known about a logic.
type fit struct {
	logic  theory.Logic
	filter *Filter
}

// Widen returns s with a logic that allows a command's new term and the operators above it on its path, so that a solver does not
// refuse the mutant because of its logic. ok is false when there is no such logic: a script that declares names of other theories
// cannot move to a logic that has them. All scripts given to one Widener declare the same and set logics with the same commands, and
// their terms are in one store.
func (w *Widener) Widen(s *script.Script, command int, added *term.Term, above []*term.Term) (wide *script.Script, ok bool) {
	if !w.known {
		w.look(s)
	}
	at := -1
	if n, _ := slices.BinarySearch(w.logics, command); n > 0 && s.Commands[w.logics[n-1]].Kind == script.SetLogic {
		at = w.logics[n-1]
	}
	if at < 0 {
		return s, true
	}
	name := s.Commands[at].Name
	if w.fit(name).logic.All {
		return s, true
	}
	to := ""
	for _, candidate := range w.candidates(name) {
		if f := w.fit(candidate); f.filter.Allows(added) && linearAbove(&f.logic, above) {
			to = candidate
			break
		}
	}
	if to == "" {
		if w.clashes {
			return s, false
		}
		to = "ALL"
		if w.fit(name).logic.HigherOrder {
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

// look finds out what all scripts have in common.
func (w *Widener) look(s *script.Script) {
	w.known, w.clashes = true, clashes(s)
	w.fits, w.wider = map[string]*fit{}, map[string][]string{}
	for i, c := range s.Commands {
		if c.Kind == script.SetLogic || c.Kind == script.Reset {
			w.logics = append(w.logics, i)
		}
	}
}

func (w *Widener) fit(name string) *fit {
	f := w.fits[name]
	if f == nil {
		f = &fit{logic: theory.ParseLogic(name)}
		f.filter = NewFilter(func(t *term.Term) bool { return fitsNode(&f.logic, t) })
		f.filter.given = w.given
		w.fits[name] = f
	}
	return f
}

func (w *Widener) candidates(name string) []string {
	all, ok := w.wider[name]
	if !ok {
		all = wider(name)
		if w.standard {
			all = append(all, standards(all[0])...)
		}
		w.wider[name] = all
	}
	return all
}

// Linear returns the logic with linear arithmetic in place of difference logic.
func Linear(logic string) string {
	return strings.NewReplacer("IDL", "LIA", "RDL", "LRA").Replace(logic)
}

// wider returns logics from the given one upwards, as close to it as possible, so that solvers keep to the strategies they
// have for it. Difference logics are left at once: nearly every change leaves them, and they have no grammar of their own to
// check against.
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

// standards returns the logics known by name that allow all that a logic does, from the smallest on.
func standards(name string) []string {
	l := theory.ParseLogic(name)
	var out []string
	for _, candidate := range theory.Logics() {
		wide := theory.ParseLogic(candidate)
		if !wide.All && !wide.Difference && candidate != name && wide.Includes(&l) {
			out = append(out, candidate)
		}
	}
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
