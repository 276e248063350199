// Package outside lets programs of users take part: as engines, which make mutants, and as checks, which judge runs of solvers. They are
// processes that read and write lines of JSON; docs/reference/outside.md describes the protocol.
//
// Nothing that such a program says is believed. Its mutants are read like any seed, its models are evaluated, its truths count as labels,
// and its objections are suspicions that name it. What it can do to the process that runs it is bounded: by time, memory and output, and
// by the number of failures after which it is no longer asked.
package outside
