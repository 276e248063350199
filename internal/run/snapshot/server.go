package snapshot

import (
	"context"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// A key identifies interchangeable processes.
type key struct {
	target  solver.Target
	options solver.Options
	limits  solver.Limits // without Time, which Assay enforces
	head    string
}

// A server is one fork server with its file. It belongs to one goroutine at a time.
type server struct {
	class *class
	forks *sandbox.Forks
	argv  []string

	file *disk.Slate
	text []byte // for scripts without their heads
}

// start starts a server of a class. number distinguishes its files from those of others. Errors are *sandbox.ForkError,
// *sandbox.StartError, *disk.OutputError, and what ctx ended with.
func start(ctx context.Context, c *class, h head, shim string, dir *disk.Scratch, number uint64) (*server, error) {
	s := &server{class: c, file: dir.Slate(fmt.Sprintf("snapshot%d.smt2", number))}
	q := solver.Query{File: s.file.Path(), Limits: c.limits, Options: c.options}
	s.argv = c.target.Command(q)
	limits := c.target.Limits(c.limits)
	command := sandbox.ForkCommand{Argv: s.argv, Memory: limits.Memory, MaxOutput: limits.Output, Shim: shim, File: q.File}
	says := ""
	if h.text != "" {
		warm := c.target.Profile().Warm
		first := fmt.Sprintf("snapshot%d-head.smt2", number)
		if _, err := dir.Write(first, h.file(warm)); err != nil {
			return nil, err
		}
		defer dir.Remove(first) // it has been read by then
		command.Head, says = dir.Path(first), warm.Says
	}
	if err := s.file.Write(nil); err != nil { // some solvers check whether it exists
		return nil, err
	}
	var err error
	if s.forks, err = sandbox.StartForks(ctx, command); err != nil {
		s.file.Remove()
		return nil, err
	}
	if printed := strings.TrimSpace(s.forks.Printed()); printed != says {
		s.close()
		line, _, _ := strings.Cut(printed, "\n")
		return nil, &sandbox.ForkError{Refused: true, Reason: fmt.Sprintf("before it reads the script it prints %q", line)}
	}
	return s, nil
}

// run runs a request. Errors are *disk.OutputError, *sandbox.ForkError and others after which the server is no longer usable.
func (s *server) run(ctx context.Context, r *trial.Request, h head) (solver.Run, error) {
	text := r.Text.Bytes
	if s.class.head != "" {
		s.text = h.blank(s.text, text)
		text = s.text
	}
	if err := s.file.Write(text); err != nil {
		return solver.Run{}, err
	}
	res, err := s.forks.Run(ctx, r.Target.Limits(r.Limits).Time)
	if err != nil {
		return solver.Run{}, err
	}
	if res.Reason == sandbox.Canceled {
		return solver.Run{}, sandbox.Ended(ctx)
	}
	q := solver.Query{File: s.file.Path(), Checks: r.Checks, Limits: r.Limits, Options: r.Options, Questions: r.Text.Questions}
	run := r.Target.Read(q, s.argv, res)
	run.Mode = solver.Snapshot
	return run, nil
}

// close ends the server.
func (s *server) close() {
	s.forks.Close()
	s.file.Remove()
}
