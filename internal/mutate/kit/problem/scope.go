package problem

import (
	"slices"

	"github.com/assay-smt/assay/smt/script"
)

// inScope returns the declarations in scope at an existing check of a script, and the logic in force there. What was declared on a
// popped level is gone, and after a reset everything is; declarations under :global-declarations stay until then.
func inScope(s *script.Script, check int) []*script.Command {
	var sc scope
	for _, c := range s.Commands[:s.CheckCommand(check)] {
		sc.read(c)
	}
	return sc.kept
}

// A scope is what is declared at some point of a script.
type scope struct {
	kept   []*script.Command
	lasts  []bool // whether kept of that index outlives its level
	levels []int  // len(kept) at each push
	global bool
}

func (sc *scope) read(c *script.Command) {
	switch c.Kind {
	case script.SetOption:
		if c.Name == ":global-declarations" || c.Name == ":global-decls" {
			sc.global = c.Text == "true"
		}
	case script.Push:
		for range c.Arity {
			sc.levels = append(sc.levels, len(sc.kept))
		}
	case script.Pop:
		if n := len(sc.levels) - c.Arity; n >= 0 && c.Arity > 0 {
			sc.leave(sc.levels[n])
			sc.levels = sc.levels[:n]
		}
	case script.Reset:
		*sc = scope{}
	case script.ResetAssertions:
		sc.leave(0)
		sc.levels = nil
	case script.SetLogic, script.DeclareSort, script.DefineSort, script.DeclareSortParameter, script.DeclareFun, script.DefineFun,
		script.DefineRec, script.DeclareDatatypes, script.Other:
		sc.kept = append(sc.kept, c)
		sc.lasts = append(sc.lasts, sc.global || c.Kind == script.SetLogic)
	}
}

// leave removes what was declared from an index on, unless it outlives its level.
func (sc *scope) leave(from int) {
	n := from
	for i := from; i < len(sc.kept); i++ {
		if sc.lasts[i] {
			sc.kept[n], sc.lasts[n] = sc.kept[i], true
			n++
		}
	}
	clear(sc.kept[n:])
	sc.kept, sc.lasts = sc.kept[:n], slices.Delete(sc.lasts, n, len(sc.lasts))
}
