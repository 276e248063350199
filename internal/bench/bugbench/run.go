package bugbench

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// campaignDir is the output folder of a run's campaign, in the run's folder; logFile has the output of the last slice.
const (
	campaignDir = "campaign"
	logFile     = "log"
)

// A Bench runs a plan.
type Bench struct {
	Dir  string
	Plan Plan
	// Slots is how many campaigns run at the same time, 0 for one.
	Slots int
	// Tell is called with what happens, by one goroutine at a time; nil is not called.
	Tell func(Turn)

	// now stands in for the clock in tests, run for processes.
	now func() time.Time
	run func(ctx context.Context, m sandbox.Meter, c sandbox.Command) (sandbox.Result, error)
}

// A Turn is what Tell hears about a slice that ended, or about a program.
type Turn struct {
	Arm string `json:"arm"`
	K   int    `json:"run,omitempty"`
	// CPU is the time that the run has used so far, Of the time that it is given, in seconds.
	CPU float64 `json:"cpu_seconds"`
	Of  float64 `json:"of_seconds"`
	// Problem says what is wrong, "" for nothing.
	Problem string `json:"problem,omitempty"`
}

func (t Turn) String() string {
	if t.Problem != "" {
		return t.Problem
	}
	return fmt.Sprintf("%s: %.0fs of %.0fs", RunID{t.Arm, t.K}, t.CPU, t.Of)
}

// An ArmError says that the campaigns of an arm cannot be run.
type ArmError struct {
	Run     RunID
	Command []string
	Problem string
}

func (e *ArmError) Error() string {
	return fmt.Sprintf("arm %s (run %d): %s", e.Run.Arm, e.Run.K, e.Problem)
}

// ErrBusy says that another process runs the benchmark.
var ErrBusy = errors.New("another assay bench bugs is working in it")

const (
	// sampleEvery is the time between two looks at a campaign.
	sampleEvery = 2 * time.Second
	// grace is how long a campaign may take to end when its slice is over. After that it is killed; the campaign resumes all the same.
	grace = 2 * time.Minute
	// shortest is the shortest slice: a campaign takes some time to begin.
	shortest = 5 * time.Second
	// maxFailures is how often in a row a run that ran before may fail.
	maxFailures = 2
	// maxLog bounds how much of a slice's output is kept.
	maxLog = 64 << 10
)

// Kind is the kind of a benchmark's folder.
var Kind = folder.Kind{Name: "a benchmark", By: "assay bench bugs run --out", Older: func(dir string) bool {
	p, err := LoadPlan(dir)
	return err == nil && p.CPU > 0
}}

// ownNames are the names in a benchmark's folder that Run makes, the lock last.
var ownNames = []string{runsDir, programs, planFile, lockFile}

// take makes the folder this process's, unless it is a user's or has another benchmark: then nothing in it is touched.
func (b *Bench) take() (lock *disk.FileLock, out *folder.Folder, err error) {
	out, err = folder.Take(b.Dir, Kind, func() error {
		if err := folder.NoLinks(b.Dir, ownNames...); err != nil {
			return err
		}
		if exists(filepath.Join(b.Dir, planFile)) {
			was, err := LoadPlan(b.Dir)
			if err != nil {
				return err
			}
			if err := was.other(b.Dir, &b.Plan); err != nil {
				return err
			}
		}
		var err error
		lock, err = disk.TryLock(filepath.Join(b.Dir, lockFile))
		if errors.Is(err, disk.ErrLocked) {
			return fmt.Errorf("%s: %w", b.Dir, ErrBusy)
		}
		return err
	})
	return lock, out, err
}

// Run runs all campaigns in turns until each has used its CPU time. Each round has its own order of turns. After ctx ends, or the process is
// killed, the same call continues. It ends at once when a campaign fails in its very first slice; one that fails later is given up, and the
// others continue. Errors are *folder.ForeignError, *PlanError, *ArmError (several may be joined), *disk.OutputError, ErrBusy, and ctx's.
func (b *Bench) Run(ctx context.Context) error {
	lock, out, err := b.take()
	if err != nil {
		return err
	}
	defer lock.Unlock()
	changed, err := b.Plan.settle(b.Dir)
	if err != nil {
		out.Leave(ownNames...)
		return err
	}
	if b.now == nil {
		b.now = time.Now
	}
	if b.run == nil {
		b.run = func(ctx context.Context, m sandbox.Meter, c sandbox.Command) (sandbox.Result, error) {
			return m.Run(ctx, c)
		}
	}
	for _, a := range changed {
		b.tell(Turn{Arm: a.Name, Problem: a.Program + " has changed since the benchmark began; the benchmark continues with its copy of the old one"})
	}
	s := &session{Bench: b}
	for _, id := range b.Plan.Runs() {
		r, err := b.open(id)
		if err != nil {
			return err
		}
		s.runs = append(s.runs, r)
	}
	return s.work(ctx)
}

func (b *Bench) tell(t Turn) {
	if b.Tell != nil {
		b.Tell(t)
	}
}

// A campaignRun is a run on its way.
type campaignRun struct {
	RunID
	dir      string
	ledger   *Ledger
	kept     *keeper
	busy     bool
	failures int   // in a row
	gaveUp   error // why it is not run any more
}

func (b *Bench) open(id RunID) (*campaignRun, error) {
	r := &campaignRun{RunID: id, dir: id.Dir(b.Dir)}
	if err := disk.MakeDir(r.dir); err != nil {
		return nil, err
	}
	var err error
	if r.ledger, err = LoadLedger(filepath.Join(r.dir, ledgerFile)); err != nil {
		return nil, &PlanError{b.Dir, err.Error()}
	}
	r.kept, err = newKeeper(r.dir)
	return r, err
}

// A session is one call of Run.
type session struct {
	*Bench
	mu   sync.Mutex // guards what follows, and Tell
	runs []*campaignRun
	err  error // ends it
}

func (s *session) work(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var all sync.WaitGroup
	for range max(1, s.Slots) {
		all.Go(func() {
			for {
				r := s.next(ctx)
				if r == nil {
					return
				}
				err := s.slice(ctx, r)
				s.mu.Lock()
				r.busy = false
				if err != nil && s.err == nil {
					s.err = err
				}
				stop := s.err != nil
				s.mu.Unlock()
				if stop {
					cancel()
				}
			}
		})
	}
	all.Wait()
	if s.err != nil {
		return s.err
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	var failed []error
	for _, r := range s.runs {
		failed = append(failed, r.gaveUp)
	}
	return errors.Join(failed...)
}

// next chooses the run with the fewest slices among those that have CPU time left, and makes it busy; nil when there is none. Within a round a
// hash decides the order, so that no arm is always first.
func (s *session) next(ctx context.Context) *campaignRun {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx.Err() != nil || s.err != nil {
		return nil
	}
	var best *campaignRun
	for _, r := range s.runs {
		if r.busy || r.gaveUp != nil || r.ledger.CPU() >= s.Plan.CPU {
			continue
		}
		if best == nil || cmp.Or(cmp.Compare(r.ledger.Slices(), best.ledger.Slices()), cmp.Compare(r.lot(), best.lot())) < 0 {
			best = r
		}
	}
	if best != nil {
		best.busy = true
	}
	return best
}

// lot is the run's lot in its next round.
func (r *campaignRun) lot() uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", r.ledger.Slices(), r.RunID)
	x := h.Sum64() // the last bytes change FNV's high bits little
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	return x ^ x>>33
}

// slice gives a run its turn. An error ends everything.
func (s *session) slice(ctx context.Context, r *campaignRun) error {
	base := r.ledger.CPU()
	// The last slice is just long enough to use what is left, at the rate at which CPU time was used so far.
	length := min(s.Plan.Slice, max(shortest, time.Duration(float64(s.Plan.CPU-base)/r.ledger.rate())))
	first := r.ledger.Slices() == 0
	c := s.command(r, length)
	if err := r.note(began, s.now(), base); err != nil {
		return err
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	var failed error
	m := sandbox.Meter{Every: sampleEvery, Tell: func(cpu time.Duration) {
		if failed == nil {
			if failed = r.sample(going, s.now(), base+cpu); failed != nil {
				cancel()
			}
		}
	}}
	res, err := s.run(inner, m, c)
	if failed != nil {
		return failed
	}
	if err != nil {
		return &ArmError{r.RunID, c.Argv, err.Error()}
	}
	if err := errors.Join(r.sample(ended, s.now(), max(r.ledger.CPU(), base+res.CPU)), r.log(res)); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return nil
	}
	problem := problemOf(res, length)
	turn := Turn{Arm: r.Arm, K: r.K, CPU: r.ledger.CPU().Seconds(), Of: s.Plan.CPU.Seconds()}
	s.mu.Lock()
	defer s.mu.Unlock()
	if problem == "" {
		r.failures = 0
		s.tell(turn)
		return nil
	}
	failure := &ArmError{r.RunID, c.Argv, problem}
	if r.failures++; first || res.ExitCode == exitOutput {
		return failure
	}
	if r.failures == maxFailures {
		r.gaveUp = failure
	}
	turn.Problem = failure.Error()
	s.tell(turn)
	return nil
}

func round(d time.Duration) time.Duration { return d.Round(time.Second) }

// note appends a line to the ledger.
func (r *campaignRun) note(word string, at time.Time, cpu time.Duration) error {
	return r.ledger.add(Sample{word, at, cpu})
}

// sample notes the CPU time used, and keeps the new formulas.
func (r *campaignRun) sample(word string, at time.Time, cpu time.Duration) error {
	if err := r.note(word, at, cpu); err != nil {
		return err
	}
	return r.kept.look(r.ledger.CPU(), at, word == ended) // exactly the ledger's time, so that a report cut there includes it
}

// log keeps the output of a slice.
func (r *campaignRun) log(res sandbox.Result) error {
	return disk.Replace(filepath.Join(r.dir, logFile), bytes.Join([][]byte{res.Stderr, res.Stdout}, nil))
}

// The exit codes of campaigns, which older versions have as well.
const (
	exitFound  = 10
	exitSolver = 4
	exitOutput = 5
)

// problemOf says why a slice failed, "" when it did not.
func problemOf(res sandbox.Result, length time.Duration) string {
	early := res.Wall < length/2
	said := ""
	if lines := strings.Split(strings.TrimSpace(string(res.Stderr)), "\n"); lines[0] != "" {
		said = ": " + strings.Join(lines[max(0, len(lines)-3):], "\n  ")
	}
	switch {
	case res.Reason == sandbox.TimedOut:
		return "" // it was killed after its end, and continues
	case res.Reason != sandbox.Exited:
		return fmt.Sprintf("it %s%s", res.Reason, said)
	case res.ExitCode != 0 && res.ExitCode != exitFound && (res.ExitCode != exitSolver || early):
		return fmt.Sprintf("it ended with status %d%s", res.ExitCode, said)
	case early:
		return fmt.Sprintf("it ended by itself after %s of %s, so it cannot use its CPU time%s", round(res.Wall), round(length), said)
	}
	return ""
}

// command is the command line of a slice.
func (s *session) command(r *campaignRun, length time.Duration) sandbox.Command {
	arm := s.Plan.arm(r.Arm)
	program := arm.copyIn(s.Dir)
	if abs, err := filepath.Abs(program); err == nil {
		program = abs
	}
	argv := []string{program, "fuzz"}
	argv = append(append(argv, s.Plan.flagsOf(arm)...), arm.Flags...)
	argv = append(argv, "--seed", strconv.Itoa(r.K), "--duration", length.Round(time.Second).String(), "--quiet", "--out", filepath.Join(r.dir, campaignDir))
	if !hasFlag(argv, "--jobs", "-j") {
		argv = append(argv, "--jobs", "1")
	}
	return sandbox.Command{Argv: append(argv, s.Plan.Seeds...), Timeout: length + grace, MaxOutput: maxLog}
}

// flagsOf returns the flags of all arms, without the solvers for an arm that names its own.
func (p *Plan) flagsOf(arm *Arm) []string {
	if !hasFlag(arm.Flags, solverFlag) {
		return p.Flags
	}
	var out []string
	for i := 0; i < len(p.Flags); i++ {
		switch {
		case p.Flags[i] == solverFlag:
			i++ // and its value
		case !strings.HasPrefix(p.Flags[i], solverFlag+"="):
			out = append(out, p.Flags[i])
		}
	}
	return out
}

const solverFlag = "--solver"

func hasFlag(words []string, names ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return IsFlag(w, n) })
	})
}

// IsFlag reports whether a word of a command line is a flag, alone or with its value: --jobs, --jobs=4; of one letter also -j4.
func IsFlag(word, name string) bool {
	value, ok := strings.CutPrefix(word, name)
	short := len(name) == len("-j")
	return ok && (short || value == "" || value[0] == '=')
}
