package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/assay-smt/assay/internal/base/visible"
)

// Streams are what a command reads from and writes to.
type Streams struct {
	In  io.Reader
	Out *Output
	Err *Output

	// clean is the time in nanoseconds that the command may take to end after a signal, 0 for the usual one.
	clean atomic.Int64
}

// takeTime says how long the command may take to end after a signal.
func (s *Streams) takeTime(d time.Duration) { s.clean.Store(int64(d)) }

// NewStreams makes streams that are not terminals.
func NewStreams(in io.Reader, out, err io.Writer) *Streams {
	return &Streams{In: in, Out: &Output{w: out}, Err: &Output{w: err, people: true}}
}

func system() *Streams {
	s := &Streams{In: os.Stdin, Out: fileOutput(os.Stdout), Err: fileOutput(os.Stderr)}
	s.Err.people = true
	return s
}

// Output is a stream that remembers its first failure. It does not buffer: commands write whole records. Safe
// for concurrent use.
type Output struct {
	mu       sync.Mutex
	w        io.Writer
	err      error
	people   bool // only people read it: what is invisible is made visible
	terminal bool
	width    func() int // columns of the terminal, 0 when unknown
}

func fileOutput(f *os.File) *Output {
	o := &Output{w: f}
	if _, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ); err == nil { // only terminals have a size
		o.terminal = os.Getenv("TERM") != "dumb"
		o.width = func() int {
			size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
			if err != nil {
				return 0
			}
			return int(size.Col)
		}
	}
	return o
}

// Write writes p; after a failure it writes no more and returns that failure again.
func (o *Output) Write(p []byte) (int, error) {
	if !o.people {
		return o.raw(p)
	}
	if _, err := o.raw([]byte(visible.Text(string(p)))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// raw is Write for text that moves the cursor on purpose, and for programs.
func (o *Output) raw(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	o.err = err
	return n, err
}

func (o *Output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// say writes to standard output for people: text from solvers and files cannot move the cursor or hide anything.
func (s *Streams) say(format string, args ...any) error {
	_, err := io.WriteString(s.Out, visible.Text(fmt.Sprintf(format, args...)))
	return err
}

// remark writes a line to standard error.
func (s *Streams) remark(line string) { fmt.Fprintln(s.Err, line) }

// printJSON writes v as one line.
func (s *Streams) printJSON(v any) error {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false) // this is not a web page, and formulas are full of < and >
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := s.Out.Write(line.Bytes())
	return err
}
