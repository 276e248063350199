package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/findings/reduce"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// A watched command is one that is run on candidates, with what it did on the original. Safe for concurrent use once it has been
// run on the original.
type watched struct {
	argv []string
	// timeout is the time for a run; 0 has the run on the original determine it.
	timeout time.Duration
	memory  int64
	// matchOut and matchErr are texts that the output has to contain; "" is none.
	matchOut, matchErr string
	// sameOut and sameErr say that the output has to be that of the original.
	sameOut, sameErr bool

	golden sandbox.Result
}

// run runs the command on a file.
func (w *watched) run(ctx context.Context, file string) (sandbox.Result, error) {
	return sandbox.Run(ctx, sandbox.Command{Argv: append(w.argv[:len(w.argv):len(w.argv)], file), Timeout: w.timeout, Memory: w.memory})
}

// A goldenError says why the command gives no usable results for a reduction.
type goldenError struct{ problem, remedy string }

func (e *goldenError) Error() string { return e.problem + "; " + e.remedy }

// learn runs the command on the original, and sets the time limit if there is none.
func (w *watched) learn(ctx context.Context, file string) error {
	limited := w.timeout
	if w.timeout == 0 {
		w.timeout = goldenTimeout
	}
	r, err := w.run(ctx, file)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	command := shell.Quote(w.argv)
	var start *sandbox.StartError
	if errors.As(err, &start) {
		return withExit(exitSolver, fmt.Errorf("%s cannot be started: %s; write the command after -- as you would type it, without the file", command, solver.WhyNotStarted(start)))
	}
	if err != nil {
		return err
	}
	switch {
	case r.Reason == sandbox.TimedOut:
		return &goldenError{fmt.Sprintf("%s did not end within %v on the original", command, w.timeout), "give it more time with --timeout"}
	case r.Reason == sandbox.OutOfMemory:
		return &goldenError{command + " ran out of memory on the original", "give it more with --memory"}
	case !bytes.Contains(r.Stdout, []byte(w.matchOut)):
		return &goldenError{fmt.Sprintf("%s does not print %q to standard output on the original", command, w.matchOut), "look at what it prints: " + excerpt(r.Stdout)}
	case !bytes.Contains(r.Stderr, []byte(w.matchErr)):
		return &goldenError{fmt.Sprintf("%s does not print %q to standard error on the original", command, w.matchErr), "look at what it prints: " + excerpt(r.Stderr)}
	}
	w.golden = r
	if limited == 0 {
		w.timeout = 2*r.Wall + time.Second
	}
	return nil
}

// goldenTimeout is the time for the run on the original unless the user says otherwise.
const goldenTimeout = 5 * time.Minute

// excerpt is the beginning of an output, for a message.
func excerpt(out []byte) string {
	const most = 200
	if len(out) == 0 {
		return "nothing"
	}
	return fmt.Sprintf("%q", out[:min(len(out), most)])
}

// same reports whether a run is like the one on the original. A run that was ended by a limit never is.
func (w *watched) same(r sandbox.Result) bool {
	if r.Reason != w.golden.Reason || r.ExitCode != w.golden.ExitCode || r.Signal != w.golden.Signal {
		return false
	}
	return bytes.Contains(r.Stdout, []byte(w.matchOut)) && bytes.Contains(r.Stderr, []byte(w.matchErr)) &&
		(!w.sameOut || bytes.Equal(r.Stdout, w.golden.Stdout)) && (!w.sameErr || bytes.Equal(r.Stderr, w.golden.Stderr))
}

// describe says how the command ended on the original.
func (w *watched) describe() string {
	if w.golden.Reason == sandbox.Signaled {
		return "ended by " + w.golden.Signal.String()
	}
	return fmt.Sprintf("exit status %d", w.golden.ExitCode)
}

// A commandPredicate holds for texts on which commands do what they did on the original. Each run has a file of its own.
type commandPredicate struct {
	commands []*watched
	slates   chan *disk.Slate
}

// newCommandPredicate prepares files in a folder for as many runs at once as there are jobs.
func newCommandPredicate(folder *disk.Temp, name string, jobs int, commands []*watched) (*commandPredicate, error) {
	p := &commandPredicate{commands: commands, slates: make(chan *disk.Slate, jobs)}
	for i := range jobs {
		sub, err := folder.Sub(fmt.Sprintf("%d", i+1))
		if err != nil {
			return nil, err
		}
		p.slates <- sub.Slate(name)
	}
	return p, nil
}

// learn runs the commands on the original.
func (p *commandPredicate) learn(ctx context.Context, text string) error {
	slate := <-p.slates
	defer func() { p.slates <- slate }()
	if err := slate.Write([]byte(text)); err != nil {
		return err
	}
	for _, w := range p.commands {
		if err := w.learn(ctx, slate.Path()); err != nil {
			return err
		}
	}
	return nil
}

// Holds runs the commands on a candidate, until one does something else.
func (p *commandPredicate) Holds(ctx context.Context, c *reduce.Candidate) (bool, error) {
	slate := <-p.slates
	defer func() { p.slates <- slate }()
	if err := slate.Write([]byte(c.Text())); err != nil {
		return false, err
	}
	for _, w := range p.commands {
		r, err := w.run(ctx, slate.Path())
		if err != nil || ctx.Err() != nil {
			return false, err
		}
		if !w.same(r) {
			return false, nil
		}
	}
	return true, nil
}

// fileName is the name of candidates' files: that of the original, so that a command that looks at it sees what it knows. They are not compressed.
func fileName(path string) string {
	name := filepath.Base(path)
	for _, ext := range []string{".gz", ".xz", ".zst"} {
		name = strings.TrimSuffix(name, ext)
	}
	if path == stdinArg || name == "" {
		return "input.smt2"
	}
	return name
}
