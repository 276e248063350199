package certify

import (
	"github.com/assay-smt/assay/smt/script"
)

// look takes a script apart. It reports whether the script asks once, about all formulas at one level, and has no recursive definitions.
func (q *Sequence) look() bool {
	q.active = q.active[:0]
	q.steady, q.calls = true, false
	checks, same, at := 0, true, 0
	for i := range q.script.Commands {
		c := q.script.Commands[i]
		switch c.Kind {
		case script.Assert:
			if checks == 0 {
				q.active = append(q.active, script.Assertion{Command: i, Term: c.Terms[0]})
				q.calls = q.calls || c.Terms[0].HasBinder()
			}
			continue
		case script.CheckSat, script.CheckSatUsing:
			checks++
			continue
		case script.Push, script.Pop, script.Reset, script.ResetAssertions, script.DefineRec, script.CheckSatAssuming, script.Exit:
			if c.Kind == script.Exit && checks == 1 {
				continue
			}
			return false
		case script.DefineFun:
			q.calls = true
			for _, d := range c.Decls {
				q.steady = q.steady && (d.Body == nil || !d.Body.HasBinder())
			}
		case script.DeclareFun, script.SetLogic, script.DeclareSort, script.DefineSort, script.DeclareSortParameter, script.DeclareDatatypes:
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
	return checks == 1
}

// alike reports whether two commands declare the same.
func alike(a, b *script.Command) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind || a.Name != b.Name || a.Text != b.Text || len(a.Decls) != len(b.Decls) || len(a.Datas) != len(b.Datas) {
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
