package rules

import "github.com/assay-smt/assay/smt/term"

// Match returns the ways in which t matches the side that u looks for: at most 64, none when it does not match. Conditions
// that involve only matched parameters hold for them.
func (w *Rewriter) Match(u Use, t *term.Term) []*Binding {
	m := matcher{w: w, rule: u.Rule, limit: maxBindings}
	return m.match(u, t)
}
