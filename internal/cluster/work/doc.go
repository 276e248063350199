// Package work fills slots of a hub's campaign on this machine, with this machine's solvers. It believes a hub no more than a hub believes it: a hub says
// which mutants to make and which solvers to run on them, by names with options that are on a list; it never says what a program is or where something is
// written.
package work
