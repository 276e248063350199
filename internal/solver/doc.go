// Package solver runs SMT solvers on files and reports what they did: which answers they gave, whether those
// can be believed, whether they crashed, and whether a limit was the cause.
//
// It does not judge: internal/judge/oracle decides whether an answer is wrong. Nor does it know any solver by name:
// everything specific to one is in a profile, a TOML file (see docs/reference/profiles.md), so that a user can add a
// solver without a rebuild.
//
// What a solver prints is hostile input. It may be of any size and hold any bytes, end anywhere, and repeat
// text of the formula. Nothing in it is believed unless it is at a place where only the solver itself writes.
package solver
