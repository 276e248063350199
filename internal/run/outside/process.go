package outside

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// A process is a program that runs, and the conversation with it. It belongs to one goroutine at a time.
type process struct {
	live   *sandbox.Live
	limits Limits
	rest   []byte // what it wrote behind the last line that was read
	served int    // requests
	stderr []byte // the last bytes of it
}

// startProcess starts a program and exchanges greetings with it. Errors are *Fault, sandbox.ErrShutdown and what ctx ended with.
func startProcess(ctx context.Context, p *Program, role string, l Limits) (*process, error) {
	live, err := sandbox.Start(sandbox.Command{Argv: p.argv, Memory: l.Memory, MaxOutput: maxLine})
	var start *sandbox.StartError
	switch {
	case errors.As(err, &start):
		return nil, startFault(start.Err)
	case err != nil:
		return nil, err
	}
	c := &process{live: live, limits: l}
	err = c.request(ctx, hello{helloType, Protocol, role}, func(m *message) (bool, error) {
		switch {
		case m.Type != helloType:
			return false, unexpected(m, helloType)
		case m.Protocol != Protocol:
			return false, wrongVersion(m.Protocol)
		}
		return true, nil
	})
	c.served = 0
	if err != nil {
		c.live.Close()
		return nil, err
	}
	return c, nil
}

// request sends a request and calls take with one message after the other, until that says that the reply has ended. Errors are *Fault, what take
// returns, and what ctx ended with; the process is then good for nothing more.
func (c *process) request(ctx context.Context, what any, take func(*message) (ended bool, err error)) error {
	input, err := json.Marshal(what)
	if err != nil {
		return err
	}
	input = append(input, '\n')
	deadline := time.Now().Add(c.limits.Time)
	for left := maxReply; ; {
		line, err := c.line(ctx, input, deadline, &left)
		if err != nil {
			return err
		}
		input = nil
		m := message{}
		if !utf8.Valid(line) {
			return notJSON(line, errors.New("it is not UTF-8"))
		}
		if err := json.Unmarshal(line, &m); err != nil {
			return notJSON(line, err)
		}
		switch ended, err := take(&m); {
		case err != nil:
			return err
		case ended && len(bytes.TrimSpace(c.rest)) > 0:
			return afterEnd()
		case ended:
			c.served++
			return nil
		}
	}
}

// line returns the next line, which is not empty. left is how many bytes the reply may still have.
func (c *process) line(ctx context.Context, input []byte, deadline time.Time, left *int) ([]byte, error) {
	for {
		for {
			line, rest, whole := bytes.Cut(c.rest, []byte("\n"))
			if !whole || len(input) > 0 {
				break
			}
			c.rest = rest
			if line = bytes.TrimSpace(line); len(line) > 0 {
				return line, nil
			}
		}
		if len(c.rest) > maxLine || *left <= 0 {
			return nil, floodFault()
		}
		r := c.live.Exchange(ctx, input, []byte("\n"), deadline)
		input = nil
		*left -= len(r.Stdout) + len(r.Stderr)
		c.rest = append(bytes.Clone(c.rest), r.Stdout...)
		c.stderr = lastBytes(append(c.stderr, r.Stderr...))
		if r.State == sandbox.ReplyEnded && bytes.IndexByte(c.rest, '\n') >= 0 {
			continue // it may have ended after its reply
		}
		if err := c.broken(ctx, r.State); err != nil {
			return nil, err
		}
	}
}

// broken is the error for the end of an exchange, nil where more can follow.
func (c *process) broken(ctx context.Context, s sandbox.ReplyState) error {
	switch s {
	case sandbox.ReplyWhole:
		return nil
	case sandbox.ReplyLate:
		return lateFault(c.limits.Time)
	case sandbox.ReplyMemory:
		return memoryFault(c.limits.Memory)
	case sandbox.ReplyFlood:
		return floodFault()
	case sandbox.ReplyCanceled:
		return context.Cause(ctx)
	case sandbox.ReplyEnded:
	}
	how := "it closed its output"
	if end, err := c.live.End(); err == nil {
		switch end.Reason {
		case sandbox.Exited:
			how = fmt.Sprintf("exit status %d", end.ExitCode)
		case sandbox.Signaled:
			how = end.Signal.String()
		case sandbox.TimedOut, sandbox.OutOfMemory, sandbox.Canceled:
		}
	}
	return endedFault(how, string(bytes.TrimSpace(c.stderr)))
}

// lastBytes keeps the end of a text.
func lastBytes(text []byte) []byte { return text[max(0, len(text)-maxText):] }
