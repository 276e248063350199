// Package findings keeps what a campaign found: a folder per root cause, as people and later tools read it,
// and the means to run a finding again. It decides nothing about who is wrong; that is the oracle's work.
//
// A folder appears whole or not at all, and every file in it is replaced by renaming, so that a process may be
// killed at any moment. Another finding of the same signature raises a counter in memory, which Flush writes
// down; it adds no file.
package findings
