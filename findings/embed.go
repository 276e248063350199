// Package findings is the known bugs of solvers, a folder each; README.md says what is in it. The program has the formulas.
package findings

import "embed"

// Files has NAME/bug.smt2 for each bug that has a reduced formula.
//
//go:embed */bug.smt2
var Files embed.FS
