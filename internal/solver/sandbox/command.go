package sandbox

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// DefaultMaxOutput is the number of bytes that are kept of each stream when Command.MaxOutput is zero.
const DefaultMaxOutput = 8 << 20

// A Command says what to run and under which limits. It is a plain value: Run does not
// change it, and several runs may share one.
type Command struct {
	// Argv is the program and its arguments. A program without a slash is looked up on PATH; a relative path
	// starts from the caller's folder, whatever Dir is. No shell is involved: every element reaches the
	// program unchanged.
	Argv []string
	// Dir is the working directory; empty means the caller's.
	Dir string
	// Env is the whole environment as KEY=VALUE; nil means the caller's.
	Env []string
	// Vars are variables in addition to those of Env, as KEY=VALUE; they take precedence over it.
	Vars []string
	// Stdin is what the program reads; if it is empty, the program reads end of file at once.
	Stdin []byte
	// Timeout is the wall time after which the group is killed; 0 means none.
	Timeout time.Duration
	// Memory is the resident memory in bytes that the whole group may hold together;
	// 0 means no limit. See Run for how it is enforced.
	Memory int64
	// MaxOutput is the number of bytes that are kept of each of the two streams, from the beginning; the rest
	// is read, counted and dropped. 0 means DefaultMaxOutput.
	MaxOutput int64
	// LargeFiles lifts the limit MaxFile on the size of a file, for compilers and linkers. On macOS it does so only without a limit of memory.
	LargeFiles bool
}

// ErrNoCommand is returned by Run for an empty Argv.
var ErrNoCommand = errors.New("no command given")

// A StartError reports that the program never ran: it does not exist, is not executable, or the system had no
// room for another process. It is never caused by the input that the program would have been given.
type StartError struct {
	Program string
	Err     error
}

func (e *StartError) Error() string { return fmt.Sprintf("cannot start %s: %v", e.Program, e.Err) }

func (e *StartError) Unwrap() error { return e.Err }

// LookPath finds an executable the way Run does: names without a slash are looked up on PATH, others are used
// as they are. It exists so that no other package needs to import os/exec.
func LookPath(name string) (string, error) { return exec.LookPath(name) }

// newCmd prepares a program to run in dir, "" for the caller's folder.
func newCmd(argv []string, dir string) *exec.Cmd {
	cmd := exec.Command(argv[0], argv[1:]...)
	if dir == "" {
		return cmd
	}
	cmd.Dir = dir
	// os/exec resolves a relative path against dir. After an error the path stays as it is, and the start
	// fails.
	if path, err := filepath.Abs(cmd.Path); err == nil && strings.ContainsRune(argv[0], '/') {
		cmd.Path = path
	}
	return cmd
}

func (c Command) maxOutput() int64 {
	if c.MaxOutput <= 0 {
		return DefaultMaxOutput
	}
	return c.MaxOutput
}
