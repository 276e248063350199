// Package triage turns what the oracle found on a mutant into hits that are worth a developer's time: it drops findings that are explained
// by operators that a solver does not support, gives what is probably the same defect one name, and confirms findings in fresh processes.
// It also runs stored findings again.
package triage
