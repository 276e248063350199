package cli

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// ResidentVariable is set in the environment of residents: TestMain serves instead of running one command line.
const ResidentVariable = "ASSAY_TEST_RESIDENT"

// hangTime is how long a command may take before its resident counts as hanging. No test waits for it unless something is broken.
const hangTime = 5 * time.Minute

// MainWithin is Main for processes of tests: a command that is interrupted has the time to end cleanly, however busy the machine is.
func MainWithin(clean time.Duration) int { return mainWithin(clean) }

// A CommandLine is what a resident runs, without the program's name, and the working directory and environment in which it does.
type CommandLine struct {
	Args []string
	Dir  string
	Env  []string
	// Interrupt is the time after which the command is interrupted, 0 for never.
	Interrupt time.Duration
}

// A Result is how a command ended.
type Result struct {
	Code           int
	Stdout, Stderr string
	// Abandoned says that the command did not end when it was interrupted: the process ends without it.
	Abandoned bool
}

// A message tells a resident to run a command line, or, without one, to interrupt the command of that number.
type message struct {
	Number  int
	Command *CommandLine
}

// Serve runs the command lines that come in on standard input, one after the other, as Main runs that of a process, and writes the
// results to standard output. It returns the exit code when there are no more.
func Serve() int {
	useMemory()
	var mu sync.Mutex // guards current
	current, signals := 0, make(chan os.Signal, 2)
	commands := make(chan message)
	go func() {
		defer close(commands)
		for in := gob.NewDecoder(os.Stdin); ; {
			var m message
			if in.Decode(&m) != nil {
				return
			}
			if m.Command != nil {
				commands <- m
				continue
			}
			mu.Lock()
			if m.Number == current {
				signals <- os.Interrupt
			}
			mu.Unlock()
		}
	}()
	out := gob.NewEncoder(os.Stdout)
	for m := range commands {
		mu.Lock()
		current, signals = m.Number, make(chan os.Signal, 2)
		mine := signals
		mu.Unlock()
		r := serve(m.Command, mine)
		if err := out.Encode(r); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return exitInternal
		}
		if r.Abandoned {
			break
		}
	}
	sandbox.Shutdown()
	return 0
}

// serve runs one command line.
func serve(c *CommandLine, signals <-chan os.Signal) Result {
	os.Clearenv()
	for _, entry := range c.Env {
		name, value, _ := strings.Cut(entry, "=")
		_ = os.Setenv(name, value) // names come from an environment
	}
	if err := os.Chdir(c.Dir); err != nil {
		return Result{Code: exitInternal, Stderr: err.Error()}
	}
	var stdout, stderr text
	var ended atomic.Bool
	s := NewStreams(strings.NewReader(""), &stdout, &stderr)
	code := interruptible(signals, s, lastTime, func(ctx context.Context) int {
		defer ended.Store(true)
		return Run(ctx, c.Args, s)
	})
	disk.RemoveTemps()
	return Result{code, stdout.String(), stderr.String(), !ended.Load()}
}

// A text collects what is written to it, also by a command that goes on after it was abandoned.
type text struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (t *text) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.b.Write(p)
}

func (t *text) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.b.String()
}

// Residents run command lines in processes that stay, because starting one costs more than most commands do: as many as there are
// commands at the same time. Safe for concurrent use.
type Residents struct {
	program string
	env     []string
	mu      sync.Mutex
	idle    []*resident
	memory  int64
}

// NewResidents makes residents of a program whose TestMain calls Serve. The settings of the runtime in env are added to the environment in which
// they start.
func NewResidents(program string, env ...string) *Residents {
	return &Residents{program: program, env: env}
}

// Run runs a command line. An error says that the resident did not survive it, or hung.
func (rs *Residents) Run(c CommandLine) (Result, error) {
	r, err := rs.take()
	if err != nil {
		return Result{}, err
	}
	res, err := r.run(c)
	if err != nil {
		return res, err
	}
	if res.Abandoned {
		return res, rs.end(r)
	}
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rs.idle = append(rs.idle, r)
	return res, nil
}

func (rs *Residents) take() (*resident, error) {
	rs.mu.Lock()
	if n := len(rs.idle); n > 0 {
		r := rs.idle[n-1]
		rs.idle = rs.idle[:n-1]
		rs.mu.Unlock()
		return r, nil
	}
	rs.mu.Unlock()
	return newResident(rs.program, rs.env)
}

// Close ends all residents. An error says what one of them complained about, such as a data race.
func (rs *Residents) Close() error {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	var all []error
	for _, r := range rs.idle {
		all = append(all, rs.ended(r))
	}
	rs.idle = nil
	return errors.Join(all...)
}

func (rs *Residents) end(r *resident) error {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return rs.ended(r)
}

// ended ends a resident; rs.mu is held.
func (rs *Residents) ended(r *resident) error {
	err := r.end()
	if usage, ok := r.cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		rs.memory = max(rs.memory, usage.Maxrss<<10)
	}
	return err
}

// Memory is the most resident memory, in bytes, that one of the residents that ended had.
func (rs *Residents) Memory() int64 {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return rs.memory
}

// A resident is one such process.
type resident struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stderr bytes.Buffer // to be read after its end
	in     *gob.Decoder
	mu     sync.Mutex // guards out
	out    *gob.Encoder
	number int
}

func newResident(program string, env []string) (*resident, error) {
	r := &resident{cmd: exec.Command(program)}
	r.cmd.Env = append(append(os.Environ(), ResidentVariable+"=1"), env...)
	r.cmd.Stderr = &r.stderr
	stdin, err := r.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := r.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	r.stdin, r.out, r.in = stdin, gob.NewEncoder(stdin), gob.NewDecoder(stdout)
	return r, r.cmd.Start()
}

func (r *resident) send(m message) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.out.Encode(m)
}

func (r *resident) run(c CommandLine) (Result, error) {
	r.number++
	number := r.number
	hang := time.AfterFunc(hangTime, func() { _ = r.cmd.Process.Signal(syscall.SIGQUIT) }) // it says where it is
	defer hang.Stop()
	err := r.send(message{number, &c})
	if err == nil && c.Interrupt > 0 {
		interrupt := time.AfterFunc(c.Interrupt, func() { _ = r.send(message{Number: number}) }) // it may have ended by itself
		defer interrupt.Stop()
	}
	var res Result
	if err == nil {
		err = r.in.Decode(&res)
	}
	if err != nil {
		return res, fmt.Errorf("no result of assay %q: %w", c.Args, errors.Join(err, r.end()))
	}
	return res, nil
}

// end ends the process.
func (r *resident) end() error {
	_ = r.stdin.Close()
	if err := r.cmd.Wait(); err != nil {
		return fmt.Errorf("%w\n%s", err, r.stderr.String())
	}
	return nil
}
