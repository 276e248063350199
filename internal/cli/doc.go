// Package cli is Assay's command line: flags, files, terminals, exit codes, and output for people and for
// programs. It decides nothing about formulas or solvers: each command gathers its options and hands them to
// the packages below.
//
// One file holds one command: a struct of options, a function that makes the cobra command and binds the flags
// to the options, and a plain run method that knows nothing of cobra. docs/reference/cli.md is the user's manual.
package cli
