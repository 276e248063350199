// Package sandbox runs one command in a process group of its own, under limits of
// time, memory and output, and says why it ended.
//
// It is not a security boundary: the command keeps the rights of its caller. A process that leaves its group
// on purpose (setsid) is still found and ended; Run says what is out of reach. The package knows nothing
// about solvers; what an exit status or a text means is decided elsewhere. It needs Linux or macOS: what
// differs between them is in system_linux.go and system_darwin.go.
//
// This is the only package that starts processes. It is designed for thousands of short runs: no shell, no
// helper process, and no polling at all for a run that ends before its memory could have grown to the limit.
package sandbox
