package certify

import (
	"github.com/assay-smt/assay/smt/script"
)

// look takes a script apart, up to an exit. It reports whether the script keeps its declarations, has no recursive definitions, and states nothing else than
// its formulas.
func (q *Sequence) look() bool {
	q.steady, q.calls = true, false
	same, at := true, 0
	for _, c := range executed(q.script) {
		if restricts(c) {
			return false
		}
		switch c.Kind {
		case script.Reset, script.DefineRec:
			return false
		case script.Assert:
			q.calls = q.calls || c.Terms[0].HasBinder()
			continue
		case script.CheckSatAssuming:
			for _, t := range c.Terms {
				q.calls = q.calls || t.HasBinder()
			}
		case script.DefineFun:
			q.calls = true
			for _, d := range c.Decls {
				q.steady = q.steady && (d.Body == nil || !d.Body.HasBinder())
			}
		case script.Push, script.Pop, script.ResetAssertions, script.CheckSat, script.CheckSatUsing, script.SetLogic, script.SetOption,
			script.DeclareFun, script.DeclareSort, script.DefineSort, script.DeclareSortParameter, script.DeclareDatatypes:
		default:
			continue // formulas do not depend on it
		}
		if same = same && at < len(q.frame) && alike(q.frame[at], c); !same {
			q.frame = append(q.frame[:at], c)
		}
		at++
	}
	if !same || at != len(q.frame) {
		q.frame = q.frame[:at]
		q.views, q.read = nil, nil
	}
	return true
}

// executed returns the commands of a script up to an exit.
func executed(s *script.Script) []*script.Command {
	for i, c := range s.Commands {
		if c.Kind == script.Exit {
			return s.Commands[:i]
		}
	}
	return s.Commands
}

// alike reports whether two commands declare the same.
func alike(a, b *script.Command) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind || a.Arity != b.Arity || a.Name != b.Name || a.Text != b.Text || len(a.Decls) != len(b.Decls) || len(a.Datas) != len(b.Datas) {
		return false
	}
	for i := range a.Decls {
		if a.Decls[i] != b.Decls[i] {
			return false
		}
	}
	for i := range a.Datas {
		if a.Datas[i] != b.Datas[i] {
			return false
		}
	}
	return true
}
