package trial

import (
	"fmt"
	"slices"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Unreadable says why the profile of a target does not let it read a script, "" when it does.
func Unreadable(target solver.Target, s *script.Script) string {
	p := target.Profile()
	switch logic := s.Logic(); {
	case !p.Reads(logic):
		return "it does not read the logic " + logic
	case p.MaxChecks > 0 && s.Checks() > p.MaxChecks, p.MaxChecks == 1 && s.Incremental():
		plural := "s"
		if p.MaxChecks == 1 {
			plural = ""
		}
		return fmt.Sprintf("it accepts at most %d check-sat%s in a script, and no push or pop", p.MaxChecks, plural)
	}
	return ""
}

// Readers returns the targets that can be expected to read a script, see Unable.
func (b *Bench) Readers(targets []solver.Target, s *script.Script) []solver.Target {
	rows, needs := Rows(s), s.Needs().List()
	var out []solver.Target
	for _, t := range targets {
		if b.unable(t, s, rows, needs) == "" {
			out = append(out, t)
		}
	}
	return out
}

// Unable says why a target cannot be expected to read a script, "" when it can. It can when its profile says that it does, when as far as
// the table knows it has the operators and everything else that the script needs beyond the standard, and when the script's strings mean to
// it what they mean in SMT-LIB. The table is the bench's.
func (b *Bench) Unable(target solver.Target, s *script.Script) string {
	return b.unable(target, s, Rows(s), s.Needs().List())
}

func (b *Bench) unable(t solver.Target, s *script.Script, rows []*theory.Row, needs []theory.Feature) string {
	if reason := Unreadable(t, s); reason != "" {
		return reason
	}
	if escapesAsC(t.Profile()) && hasBackslash(s) {
		return misreading
	}
	own := []mutate.Dialect{{Name: t.Profile().Name, Version: t.Version()}, {Name: t.Profile().Dialect, Version: t.Version()}}
	if missing := lacks(append(Dialects(b.Operators(), t), own[0]), rows); missing != nil {
		return "it does not have the operator " + missing.Name
	}
	if i := slices.IndexFunc(needs, func(f theory.Feature) bool { return misses(own, f) }); i >= 0 {
		return "it does not read " + needs[i].Doc()
	}
	return ""
}

// Dialects returns what engines are told about the solvers that a script is for, each dialect and version once.
func Dialects(table *theory.Table, targets ...solver.Target) []mutate.Dialect {
	var out []mutate.Dialect
	for _, t := range targets {
		for _, d := range dialectsOf(table, t.Solver) {
			if !slices.Contains(out, d) {
				out = append(out, d)
			}
		}
	}
	return out
}

// dialectsOf finds the name under which the table describes a solver. A solver that it does not describe is expected to have only what
// solvers of all kinds had early on, even if the table has rows for that solver alone.
func dialectsOf(table *theory.Table, s solver.Solver) []mutate.Dialect {
	for _, name := range []string{s.Profile().Dialect, s.Profile().Name} {
		if table.Describes(name) {
			return []mutate.Dialect{{Name: name, Version: s.Version()}}
		}
	}
	return []mutate.Dialect{{Name: "z3", Version: "4.8.0"}, {Name: "cvc5", Version: "1.0.0"}}
}

// lacks returns the first row that, according to the table, the solver of the dialects does not have, nil for none. For a solver that the
// table does not describe, several dialects stand for what it may have: one of them is enough. Users' own rows name no solver.
func lacks(dialects []mutate.Dialect, rows []*theory.Row) *theory.Row {
	i := slices.IndexFunc(rows, func(r *theory.Row) bool {
		return r.In != nil && !slices.ContainsFunc(dialects, func(d mutate.Dialect) bool { return r.AvailableIn(d.Name, d.Version) })
	})
	if i < 0 {
		return nil
	}
	return rows[i]
}

// misses reports whether a solver with these names does not read a feature.
func misses(dialects []mutate.Dialect, f theory.Feature) bool {
	return !slices.ContainsFunc(dialects, func(d mutate.Dialect) bool { return f.AvailableIn(d.Name, d.Version) })
}

// Languages returns the input languages of targets and of the standard: those that the scripts of a campaign may use. For an unknown
// solver, any may be used.
func Languages(table *theory.Table, targets ...solver.Target) theory.Dialects {
	all := theory.Standard
	for _, t := range targets {
		for _, name := range []string{t.Profile().Dialect, t.Profile().Name} {
			if d, ok := theory.DialectOf(name); ok {
				all |= d
			}
		}
		if _, known := theory.DialectOf(t.Profile().Name); !known {
			for _, d := range Dialects(table, t) {
				stand, _ := theory.DialectOf(d.Name)
				all |= stand
			}
		}
	}
	return all
}

// Rows returns the operators of a script, each once, in the order of their first occurrence.
func Rows(s *script.Script) []*theory.Row {
	seen := make(map[*theory.Row]bool)
	var rows []*theory.Row
	term.Walk(s.Roots(), func(t *term.Term) bool {
		if f := t.Func(); f != nil && f.Row != nil && !seen[f.Row] {
			seen[f.Row] = true
			rows = append(rows, f.Row)
		}
		return true
	})
	return rows
}
