// Package triage turns what the oracle found on a mutant into hits that are worth a developer's time: it drops what operators
// explain that a solver does not support, names what is probably the same defect, and confirms in fresh processes. It also runs
// stored findings again.
package triage
