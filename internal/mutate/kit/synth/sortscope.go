package synth

import (
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
)

// sortScopes says in which commands the sorts that a script declares may be named. A closed term can name a sort
// without holding a symbol of it: (forall ((x U)) ...), (as seq.empty (Seq U)).
type sortScopes struct {
	declared map[string]span
	known    map[*sorts.Sort]span
}

// nowhere is the scope of a sort that is declared twice: it is not known which of the two a term means.
var nowhere = span{everywhere, 1}

// in returns the commands that are in both spans.
func (sp span) in(o span) span { return span{max(sp.from, o.from), min(sp.to, o.to)} }

func newSortScopes(s *script.Script) sortScopes {
	sc := sortScopes{declared: map[string]span{}, known: map[*sorts.Sort]span{}}
	var names []string // names that a pop may end
	var levels []int   // how many names there were at each push
	global := false
	end := func(from, at int) {
		for _, name := range names[from:] {
			sc.declared[name] = sc.declared[name].in(span{0, int32(at)})
		}
		names = names[:from]
	}
	declare := func(name string, at int) {
		if _, twice := sc.declared[name]; twice {
			sc.declared[name] = nowhere
			return
		}
		sc.declared[name] = span{int32(at) + 1, everywhere}
		if !global {
			names = append(names, name)
		}
	}
	for i := range s.Commands {
		c := s.Commands[i]
		switch c.Kind {
		case script.DeclareSort, script.DeclareSortParameter:
			declare(c.Name, i)
		case script.DeclareDatatypes:
			for _, d := range c.Datas {
				declare(d.Name, i)
			}
		case script.SetOption:
			if c.Name == ":global-declarations" || c.Name == ":global-decls" {
				global = c.Text == "true"
			}
		case script.Push:
			for range c.Arity {
				levels = append(levels, len(names))
			}
		case script.Pop:
			if c.Arity > 0 && c.Arity <= len(levels) {
				end(levels[len(levels)-c.Arity], i)
				levels = levels[:len(levels)-c.Arity]
			}
		case script.ResetAssertions:
			end(0, i)
			levels = nil
		case script.Reset:
			for name, sp := range sc.declared {
				sc.declared[name] = sp.in(span{0, int32(i)})
			}
			names, levels, global = nil, nil, false
		}
	}
	return sc
}

// of returns the commands that may name s.
func (sc *sortScopes) of(s *sorts.Sort) span {
	sp := span{0, everywhere}
	if len(sc.declared) == 0 || s.Kind() != sorts.User && s.Kind() != sorts.Param && len(s.Args()) == 0 {
		return sp
	}
	if known, ok := sc.known[s]; ok {
		return known
	}
	if k := s.Kind(); k == sorts.User || k == sorts.Param {
		if d, ok := sc.declared[s.Name()]; ok {
			sp = d
		}
	}
	for _, a := range s.Args() {
		sp = sp.in(sc.of(a))
	}
	sc.known[s] = sp
	return sp
}
