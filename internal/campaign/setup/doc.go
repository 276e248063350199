// Package setup makes a campaign out of its plan: it finds the solvers and tries them, pairs baselines with solvers, makes the engines and has
// them prove what users supply, finds out which options there are to search, and chooses how processes serve runs. It does not run the campaign's loop,
// reads no flags, and prints nothing.
package setup
