// Package solver runs SMT solvers on files and says what they did: which answers they
// gave, whether those can be believed, whether they crashed, and whether a limit was the
// cause.
//
// It does not judge. Whether an answer is wrong is the work of internal/oracle. Nor does
// it know any solver by name: all that is particular to one stands in a profile, a TOML
// file (see docs/profiles.md), so that a user adds a solver without a rebuild.
//
// What a solver prints is hostile input. It may be of any size and hold any bytes, end
// anywhere, and repeat text of the formula; nothing in it is believed that does not
// stand where only the solver itself writes.
package solver
