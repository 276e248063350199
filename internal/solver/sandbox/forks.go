package sandbox

import (
	_ "embed"
	"fmt"
	"time"
)

// ForkShim is the C source of the library that turns a program into a fork server; see Forks. It has to be compiled as a
// shared library for the system's C library.
//
//go:embed shim/forks.c
var ForkShim string

// A ForkCommand says which program to turn into a fork server. It is a plain value.
type ForkCommand struct {
	// Argv and Dir are those of Command.
	Argv []string
	Dir  string
	// Memory is the limit of each child, see Command.
	Memory int64
	// MaxOutput is the number of bytes that are kept of each stream of each child, see Command.
	MaxOutput int64
	// Shim is the compiled ForkShim.
	Shim string
	// File is the path of the file in Argv that the program reads: the server begins to fork when it opens the file.
	File string
	// Head, if not empty, is a file that the program reads first: the server begins to fork at its end, and the children continue
	// with File.
	Head string
	// Within is how long the program may take until it forks; 0 means DefaultForkStart.
	Within time.Duration
}

// DefaultForkStart is how long a program may take until it can fork. It is long because giving up on a busy machine gains nothing.
const DefaultForkStart = 20 * time.Second

// A ForkError says that a program is not a fork server, or no longer one: it ended, or did something that cannot happen. It says
// nothing about the input of its children.
type ForkError struct {
	Reason string
	Err    error
	// Refused: the program cannot be forked, neither now nor later.
	Refused bool
}

func (e *ForkError) Error() string {
	if e.Err == nil {
		return e.Reason
	}
	return fmt.Sprintf("%s: %v", e.Reason, e.Err)
}

func (e *ForkError) Unwrap() error { return e.Err }

// maxHeadOutput is the number of bytes that are kept of what a server writes before it forks.
const maxHeadOutput = 64 << 10
