// Package findings keeps what a campaign found: a record and a folder for each root cause, as people and later tools read it.
// It runs no solver and decides nothing about who is wrong; triage runs findings again, and the oracle decides.
//
// A folder appears whole or not at all, and every file in it is replaced by renaming, so that a process may be
// killed at any moment. Another finding of the same signature raises a counter in memory, which Flush writes
// down; it adds no file.
package findings
