package problem

import (
	"errors"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

// ErrClash says that two scripts cannot be combined: the first declares a name that is an operator to the second.
var ErrClash = errors.New("a declared name is an operator in the other script")

// Joined is the problem that two scripts pose together, under a logic that has both, see [Both].
type Joined struct {
	Problem
	// First is the number of formulas that come from the first script; they come first.
	First int
	// Renamed holds the second script's symbols and sorts that have another name here.
	Renamed map[string]string
}

// Join puts the declarations and formulas of b after those of a, in a new store. Symbols of b whose names a also declares
// get new names.
func Join(a, b *Problem) (*Joined, error) {
	own := namesIn(a)
	if both := Both(a.Logic, b.Logic); both != a.Logic {
		for name := range own {
			if operator(a.Store.Table, name) {
				return nil, fmt.Errorf("%w: %s, in logic %s", ErrClash, syntax.SymbolText(name), both)
			}
		}
		wide := *a
		wide.Logic = both
		a = &wide
	}
	second := *b
	second.Logic = ""
	text := second.Script(asserts(b)...).String()
	// Names of bound variables count too: one that equals a new name would capture what has it.
	others, err := symbolsIn(text)
	if err != nil {
		return nil, err
	}
	j := &Joined{First: len(a.Assertions), Renamed: map[string]string{}}
	for name := range namesIn(b) {
		if !own[name] && !operator(a.Store.Table, name) {
			continue
		}
		to := name + "_2"
		for own[to] || others[to] || operator(a.Store.Table, to) {
			to += "_"
		}
		j.Renamed[name] = to
	}
	clash := ""
	tail, err := syntax.ReplaceSymbols(text, func(name string) (string, bool) {
		to, ok := j.Renamed[name]
		if !ok && own[name] && operator(a.Store.Table, name) {
			clash = name
		}
		return syntax.SymbolText(to), ok
	})
	if err != nil {
		return nil, err
	}
	if clash != "" {
		return nil, fmt.Errorf("%w: %s", ErrClash, syntax.SymbolText(clash))
	}
	// Declarations of the second script may come after assertions of the first one.
	s, err := elab.Script(a.Script(asserts(a)...).String()+tail, elab.Options{Table: a.Store.Table})
	if err != nil {
		return nil, fmt.Errorf("joining two scripts: %w", err)
	}
	p, err := Of(s)
	if err != nil {
		return nil, err
	}
	j.Problem = *p
	// Formulas without symbols can be the same in both: each side keeps its own.
	j.Assertions = nil
	for i := range s.Commands {
		if s.Commands[i].Kind == script.Assert {
			j.Assertions = append(j.Assertions, s.Commands[i].Terms[0])
		}
	}
	return j, nil
}

// symbolsIn returns all symbols of a text, whatever they mean.
func symbolsIn(text string) (map[string]bool, error) {
	out := map[string]bool{}
	_, err := syntax.ReplaceSymbols(text, func(name string) (string, bool) {
		out[name] = true
		return "", false
	})
	return out, err
}

func asserts(p *Problem) []*script.Command {
	var out []*script.Command
	for _, t := range p.Assertions {
		out = append(out, Assert(t))
	}
	return out
}

// namesIn returns all names that a problem declares.
func namesIn(p *Problem) map[string]bool {
	out := map[string]bool{}
	for i := range p.Decls {
		for _, name := range namesOf(p.Decls[i]) {
			out[name] = true
		}
	}
	return out
}

// namesOf returns the names of symbols and sorts that a command introduces.
func namesOf(c *script.Command) []string {
	out := declaredSorts(c)
	for _, d := range Declared(c) {
		out = append(out, d.Name)
	}
	return out
}

func operator(t *theory.Table, name string) bool { return t.Lookup(name) != nil || t.Sort(name) != nil }

// Both returns the logic of a script that has formulas of two logics: one of them, or the smallest one known by name that includes both and no theory
// that neither has, otherwise ALL. "", for a script that sets none, includes everything.
func Both(logic, other string) string {
	switch {
	case Compatible(logic, other):
		return logic
	case Compatible(other, logic):
		return other
	}
	l, o := theory.ParseLogic(logic), theory.ParseLogic(other)
	for _, name := range theory.Logics() {
		if wide := theory.ParseLogic(name); !wide.All && !wide.Difference && wide.Includes(&l) && wide.Includes(&o) && tight(&wide, &l, &o) {
			return name
		}
	}
	if l.HigherOrder || o.HigherOrder {
		return "HO_ALL"
	}
	return "ALL"
}

// tight reports whether a logic has no theory that neither of two logics has. Logics with arrays and bit-vectors do not count where each has one of them:
// the arrays of such a logic are often arrays of bit-vectors only.
func tight(wide, l, o *theory.Logic) bool {
	for _, has := range [][3]bool{
		{wide.Arrays, l.Arrays, o.Arrays}, {wide.BitVectors, l.BitVectors, o.BitVectors}, {wide.FloatingPoint, l.FloatingPoint, o.FloatingPoint},
		{wide.Strings, l.Strings, o.Strings}, {wide.Datatypes, l.Datatypes, o.Datatypes}, {wide.Ints, l.Ints, o.Ints}, {wide.Reals, l.Reals, o.Reals},
		{wide.Transcendental, l.Transcendental, o.Transcendental}, {wide.HigherOrder, l.HigherOrder, o.HigherOrder}, {wide.Sets, l.Sets, o.Sets},
		{wide.FiniteFields, l.FiniteFields, o.FiniteFields},
	} {
		if has[0] && !has[1] && !has[2] {
			return false
		}
	}
	return !wide.Arrays || !wide.BitVectors || l.Arrays && l.BitVectors || o.Arrays && o.BitVectors
}

// Compatible reports whether a script of a logic can contain formulas of logic other.
func Compatible(logic, other string) bool {
	if logic == other {
		return true
	}
	l, o := theory.ParseLogic(logic), theory.ParseLogic(strings.TrimSpace(other))
	return l.Includes(&o)
}
