// Package notify tells a user's command about new findings while a campaign runs. It does not decide what a finding is, and nothing that the command
// does changes the campaign.
package notify

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

const (
	// Queue is how many findings wait at most while the command runs; further ones are dropped.
	Queue = 16
	// DefaultTimeout is the time for one run of the command.
	DefaultTimeout = 30 * time.Second
	// maxSaid bounds what is kept of what a command that fails says.
	maxSaid = 4 << 10
)

// A Command is what to run, and for which findings. Run is required.
type Command struct {
	// Run is a command line for the shell. It reads the event of one finding, a line of JSON (docs/reference/events.md).
	Run string
	// Timeout is the time for one run, 0 for DefaultTimeout. Then it is killed, with all that it started.
	Timeout time.Duration
	// Worth reports whether a finding matters; nil is for all. It is called at once and must not block.
	Worth func(*event.Finding) bool
	// Known reports whether a finding is of a known bug, which nobody is told about; nil is for none. It may take its time.
	Known func(*event.Finding) bool
}

// A Report is what became of all notices.
type Report struct {
	// Told counts runs that ended with status 0, Failed the others, Dropped the findings for which there was no room or no time.
	Told, Failed, Dropped int
	// Problem is what the first run that failed ended with, "" for none.
	Problem string
}

// String says what went wrong, "" for nothing.
func (r Report) String() string {
	var parts []string
	if r.Failed > 0 {
		parts = append(parts, fmt.Sprintf("%d of %s failed (the first: %s)", r.Failed, runs(r.Told+r.Failed), r.Problem))
	}
	if r.Dropped > 0 {
		parts = append(parts, fmt.Sprintf("%d not told, since the command was still busy with others", r.Dropped))
	}
	return strings.Join(parts, "; ")
}

// A Notifier runs a command for findings that are the first of their kind, one at a time. It is an event.Sink, safe for concurrent use.
type Notifier struct {
	command Command
	queue   chan event.Finding
	cancel  context.CancelFunc
	ended   chan struct{}

	mu     sync.Mutex
	closed bool
	report Report
}

// New starts a notifier. Close it in the end.
func New(c Command) *Notifier {
	ctx, cancel := context.WithCancel(context.Background())
	n := &Notifier{command: c, queue: make(chan event.Finding, Queue), cancel: cancel, ended: make(chan struct{})}
	if n.command.Timeout <= 0 {
		n.command.Timeout = DefaultTimeout
	}
	go n.serve(ctx)
	return n
}

// Take implements event.Sink. It never blocks.
func (n *Notifier) Take(e event.Event) {
	f, ok := e.(event.Finding)
	if !ok || !f.New || f.Folder == "" || n.command.Worth != nil && !n.command.Worth(&f) {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return
	}
	select {
	case n.queue <- f:
	default:
		n.report.Dropped++
	}
}

// Close lets the command end what it was told, until ctx ends; then it is killed, and the rest is dropped. It returns what became of all findings.
func (n *Notifier) Close(ctx context.Context) Report {
	n.mu.Lock()
	if !n.closed {
		n.closed = true
		close(n.queue)
	}
	n.mu.Unlock()
	select {
	case <-n.ended:
	case <-ctx.Done():
	}
	n.cancel()
	<-n.ended
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.report
}

// serve runs the command for one finding after the other.
func (n *Notifier) serve(ctx context.Context) {
	defer close(n.ended)
	for f := range n.queue {
		if ctx.Err() == nil && n.command.Known != nil && n.command.Known(&f) {
			continue
		}
		problem, canceled := "", ctx.Err() != nil
		if !canceled {
			problem, canceled = n.run(ctx, &f)
		}
		n.mu.Lock()
		switch {
		case canceled:
			n.report.Dropped++
		case problem == "":
			n.report.Told++
		default:
			if n.report.Failed++; n.report.Failed == 1 {
				n.report.Problem = problem
			}
		}
		n.mu.Unlock()
	}
}

// run runs the command on a finding, and says what went wrong, "" for nothing.
func (n *Notifier) run(ctx context.Context, f *event.Finding) (problem string, canceled bool) {
	line, err := event.JSON(*f)
	if err != nil {
		return err.Error(), false
	}
	res, err := sandbox.Run(ctx, sandbox.Command{
		Argv: []string{"/bin/sh", "-c", n.command.Run}, Stdin: append(line, '\n'), Timeout: n.command.Timeout, MaxOutput: maxSaid,
	})
	switch {
	case err != nil:
		return err.Error(), false
	case res.Reason == sandbox.Canceled:
		return "", true
	case res.Reason == sandbox.TimedOut:
		return fmt.Sprintf("no end within %v", n.command.Timeout), false
	case res.Reason == sandbox.Exited && res.ExitCode == 0:
		return "", false
	}
	problem = fmt.Sprintf("it ended with status %d", res.ExitCode)
	if res.Reason != sandbox.Exited {
		problem = "it ended by " + res.Reason.String()
	}
	if said, _, _ := strings.Cut(strings.TrimSpace(string(res.Stderr)), "\n"); said != "" {
		problem += ": " + said
	}
	return problem, false
}

func runs(n int) string {
	if n == 1 {
		return "1 run"
	}
	return fmt.Sprint(n, " runs")
}
