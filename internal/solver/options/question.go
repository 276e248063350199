package options

import (
	"context"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// An asker asks a solver about its options. It may be used concurrently; close ends it.
type asker struct {
	target solver.Target
	space  solver.OptionSpace
	temp   *disk.Temp
	asked  atomic.Int64 // questions
}

// newAsker returns an asker with a temporary folder. Errors are *disk.OutputError.
func newAsker(t solver.Target) (*asker, error) {
	temp, err := disk.NewTemp("options")
	if err != nil {
		return nil, err
	}
	return &asker{target: t, space: t.Profile().Space, temp: temp}, nil
}

func (a *asker) close() { a.temp.Remove() }

// An allowance bounds a question: the time that it may take, and the bytes kept of each stream.
type allowance struct {
	time   time.Duration
	output int64
}

// The allowances for questions for a list, for all defaults, and about a single option.
var (
	toList     = allowance{20 * time.Second, 4 << 20}
	toDefaults = allowance{10 * time.Second, 4 << 20}
	toAsk      = allowance{10 * time.Second, 64 << 10}
)

// An utterance is what a solver said in response to a question.
type utterance struct{ stdout, stderr []byte }

func (u utterance) text() string { return string(u.stdout) + "\n" + string(u.stderr) }

// say runs a solver on nothing but a question, in an empty folder: an option may name a file, which the solver then creates. How it
// ends makes no difference; the error says that it cannot be run, or is *disk.OutputError, or what ctx ended with.
func (a *asker) say(ctx context.Context, argv []string, within allowance) (utterance, error) {
	name := "question" + strconv.FormatInt(a.asked.Add(1), 10)
	dir, err := a.temp.Sub(name)
	if err != nil {
		return utterance{}, err
	}
	defer a.temp.Scratch.Remove(name)
	defer dir.Close()
	res, err := sandbox.Run(ctx, sandbox.Command{Argv: argv, Dir: dir.Path(""), Timeout: within.time, MaxOutput: within.output})
	if err != nil {
		return utterance{}, &solver.UnusableError{Solver: argv[0], Problem: "it cannot be run: " + solver.WhyNotStarted(err), Remedy: "give the path of a program for this machine"}
	}
	if res.Reason == sandbox.Canceled {
		return utterance{}, sandbox.Ended(ctx)
	}
	return utterance{res.Stdout, res.Stderr}, nil
}
