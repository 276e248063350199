package sandbox

import (
	"context"
	"os"
	"slices"
	"strings"
	"time"
)

// A Reader is a process that reads a file. It is where a launcher ends: a shell script starts another program, under another command line and
// in another environment than its own, and that one reads the file.
type Reader struct {
	// Program is the file that the process executes, Args its command line, and Dir its folder.
	Program string
	Args    []string
	Dir     string
	// Vars are the variables of its environment that the command does not have, or has with another value, as KEY=VALUE.
	Vars []string
	// Mapped are the files whose code the process has mapped, in order: the program, and the libraries that it has loaded.
	Mapped []string
}

// readerTime is how long FindReader waits if the command has no limit of its own.
const readerTime = 10 * time.Second

// FindReader runs a command until one of its processes waits for the text of a file, describes that process, and ends the run. The file is one of
// the command's arguments and must not exist: while the command runs, it is a pipe without text, so that nobody gets past reading it. ok is
// false when no process of the run reads the file before the run ends or Timeout is over, and on systems that do not describe processes
// in /proc. Errors are those of Run, and of making the pipe.
func FindReader(ctx context.Context, c Command, file string) (found Reader, ok bool, err error) {
	if !describesProcesses {
		return Reader{}, false, nil
	}
	if err := makePipe(file); err != nil {
		return Reader{}, false, err
	}
	defer removePipe(file)
	if c.Timeout <= 0 {
		c.Timeout = readerTime
	}
	_, err = runWatched(ctx, c, func(p *process) (end func()) {
		stop, done := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(done)
			if found, ok = awaitReader(p, file, stop); ok {
				p.kill()
			}
		}()
		return func() {
			close(stop)
			<-done
		}
	})
	env := c.Env
	if env == nil {
		env = os.Environ()
	}
	found.Vars = slices.DeleteFunc(found.Vars, func(v string) bool {
		return strings.HasPrefix(v, markName+"=") || slices.Contains(env, v) || slices.Contains(c.Vars, v)
	})
	return found, ok, err
}
