// Package bugs is a collection of known bugs of solvers: for each a formula, a version that misbehaves on it, and, where there is one, a later
// version that behaves. Each bug has its own text file: an SMT-LIB script with a header of comments, which is read strictly. Nothing here runs
// a solver; other packages certify that a bug is what its header says.
package bugs
