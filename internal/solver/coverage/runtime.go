package coverage

import _ "embed"

// EdgesRuntime is the C source of what a program compiled with -fsanitize-coverage is linked with, so that Edges can observe it.
//
//go:embed runtime/edges.c
var EdgesRuntime []byte
