// Package enumerate asks a solver about all terms of a space, one after the other, and holds what it says against exact evaluation. Terms are looked at in
// batches; what looks wrong is asked again as a small script of its own and judged as any other script, so that only what that shows is a finding.
package enumerate
