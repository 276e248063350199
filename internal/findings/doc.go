// Package findings keeps what a campaign found: a record and a folder for each root cause, for people and later tools to read. It runs no
// solver and does not decide which solver is wrong; triage runs findings again, and the oracle decides.
//
// A folder appears whole or not at all, and every file in it is replaced by renaming, so a process may be killed at any moment. Another
// finding with the same signature raises a counter in memory, which Flush writes down; it adds no file.
package findings
