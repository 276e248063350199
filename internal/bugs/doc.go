// Package bugs is a collection of known bugs of solvers: for each a formula, a version that misbehaves on it, and, where there is one, a later
// version that behaves. Each is a text file of its own: an SMT-LIB script, with a header of comments that is read strictly. Nothing here runs a
// solver; whether a bug is what its header says is for others to certify.
package bugs
