package outside

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/theory"
)

// A Question is one requirement on an engine of the user's, with what came of it.
type Question struct {
	// ID is its name, a word that does not change; Title says what is required.
	ID    string `json:"check"`
	Title string `json:"title"`
	// OK: it is met, as far as it was tried. Tried says on how much.
	OK    bool   `json:"ok"`
	Tried string `json:"tried"`
	// Wrong says in words what is wrong, a few cases of it, and what to do.
	Wrong []string `json:"wrong,omitempty"`
}

// The requirements.
const (
	asksStart = iota
	asksReply
	asksReading
	asksTruth
	asksRestart
	asksMemory
	asksRandom
	asksSpeed
)

var questions = []Question{
	{ID: "start", Title: "it starts and speaks the protocol"},
	{ID: "reply", Title: "it replies to each seed, with mutants or with a refusal"},
	{ID: "mutants", Title: "its mutants can be read"},
	{ID: "truth", Title: "its models are models, and its truths are true"},
	{ID: "restart", Title: "a new process makes the same mutants"},
	{ID: "history", Title: "what it makes does not depend on earlier seeds"},
	{ID: "random", Title: "another random number brings other mutants"},
	{ID: "speed", Title: "it makes mutants faster than solvers solve them"},
}

const (
	// mostWrong is how many cases of a fault are described.
	mostWrong = 5
	// slowest is how many mutants a second an engine should make at the very least: a campaign runs about ten a second and core.
	slowest = 2
)

// An Examiner finds out whether a program does what an engine has to do.
type Examiner struct {
	Program *Program
	Table   *theory.Table
	Limits  Limits
	// Asker holds truths against solvers, nil for nobody.
	Asker mutate.Asker
}

// examination is one program under examination.
type examination struct {
	Examiner
	out     []Question
	tried   []int // by question
	seeds   []seeds.Seed
	refused int  // how many of them
	varied  bool // random numbers make a difference on some seed
	lasted  time.Duration
	made    int
}

// Examine asks a program for mutants of seeds, each three times, and says what is wrong with it, one Question for each requirement. The
// error is what ctx ended with.
func (x Examiner) Examine(ctx context.Context, all []seeds.Seed) ([]Question, error) {
	e := &examination{Examiner: x, out: slices.Clone(questions), tried: make([]int, len(questions)), seeds: all}
	if err := e.examine(ctx); err != nil {
		return nil, err
	}
	e.finish()
	return e.out, nil
}

func (e *examination) wrong(question int, format string, args ...any) {
	q := &e.out[question]
	if len(q.Wrong) < mostWrong {
		q.Wrong = append(q.Wrong, fmt.Sprintf(format, args...))
	}
}

func (e *examination) examine(ctx context.Context) error {
	living, err := startProcess(ctx, e.Program, engineRole, e.Limits)
	if e.tried[asksStart]++; err != nil {
		e.fault(asksStart, "", err)
		return context.Cause(ctx)
	}
	defer func() { living.live.Close() }()
	for i, seed := range e.seeds {
		read, err := mutate.ReadUntil(ctx, seed, e.Table)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			e.wrong(asksReply, "%s is no seed: %v", seed.Name, err)
			continue
		}
		ask := requestOf(read)
		ask.Random = uint64(i + 1)
		began := time.Now()
		first, err := e.batch(ctx, &living, ask)
		took := time.Since(began)
		if e.tried[asksReply]++; err != nil {
			e.fault(asksReply, seed.Name, err)
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			continue
		}
		if len(first) == 0 {
			e.refused++
			continue
		}
		e.lasted, e.made = e.lasted+took, e.made+len(first)
		if err := e.compare(ctx, &living, seed.Name, ask, first); err != nil {
			return err
		}
		e.read(ctx, seed.Name, ask, first)
	}
	return context.Cause(ctx)
}

// fault describes what a program did wrong.
func (e *examination) fault(question int, seed string, err error) {
	where := ""
	if seed != "" {
		where = " (on " + seed + ")"
	}
	if f, ok := asFault(err); ok {
		e.wrong(question, "%s%s; %s", f, where, f.Remedy)
	} else {
		e.wrong(question, "%v%s", err, where)
	}
}

// batch asks a process for mutants, none where it refuses. One that fails is replaced.
func (e *examination) batch(ctx context.Context, c **process, ask seedRequest) ([]message, error) {
	var r reply
	err := (*c).request(ctx, ask, r.take)
	if err == nil {
		return r.mutants, nil
	}
	(*c).live.Close()
	next, startErr := startProcess(ctx, e.Program, engineRole, e.Limits)
	if startErr != nil {
		return nil, startErr
	}
	*c = next
	return nil, err
}

// compare asks for the same mutants again, in the same process and in a new one, and for others.
func (e *examination) compare(ctx context.Context, living **process, seed string, ask seedRequest, first []message) error {
	again, err := e.batch(ctx, living, ask)
	if e.tried[asksMemory]++; err != nil {
		e.fault(asksMemory, seed, err)
	} else if what := differ(first, again); what != "" {
		e.wrong(asksMemory, "asked twice for the mutants of %s with random number %d, the same process makes others: %s; let choices depend on the seed and the random number alone", seed, ask.Random, what)
	}
	fresh, err := startProcess(ctx, e.Program, engineRole, e.Limits)
	if err != nil {
		e.fault(asksRestart, seed, err)
		return context.Cause(ctx)
	}
	alone, err := e.batch(ctx, &fresh, ask)
	fresh.live.Close()
	if e.tried[asksRestart]++; err != nil {
		e.fault(asksRestart, seed, err)
	} else if what := differ(first, alone); what != "" {
		e.wrong(asksRestart, "a new process makes other mutants of %s with random number %d: %s; use no clock, no addresses, and no order of a hash table", seed, ask.Random, what)
	}
	ask.Random += 1 << 40
	if others, err := e.batch(ctx, living, ask); err == nil && len(first) > 1 {
		e.tried[asksRandom]++
		e.varied = e.varied || differ(first, others) != ""
	}
	return context.Cause(ctx)
}

// differ says in what two batches differ, "" for nothing.
func differ(a, b []message) string {
	if len(a) != len(b) {
		return fmt.Sprintf("%d, and then %d", len(a), len(b))
	}
	for i := range a {
		if a[i].Script != b[i].Script || a[i].Truth != b[i].Truth || a[i].Model != b[i].Model {
			return fmt.Sprintf("number %d is another one", i+1)
		}
	}
	return ""
}

// read reads mutants, and holds what is said about them against evaluation and solvers.
func (e *examination) read(ctx context.Context, seed string, ask seedRequest, got []message) {
	r := newReader(ctx, e.Program, e.Table, ask)
	for i := range got {
		e.tried[asksReading]++
		m, f := r.mutant(&got[i])
		if f != nil {
			question := asksReading
			if f.ofTruth {
				question = asksTruth
			}
			e.wrong(question, "mutant %d of %s: %s", i+1, seed, f)
			continue
		}
		if !m.Truth.Status.Decides() {
			continue
		}
		if e.tried[asksTruth]++; !m.Truth.Label {
			continue
		}
		if why := r.refutes(&got[i]); why != "" {
			e.wrong(asksTruth, "mutant %d of %s is said to be %s, and %s", i+1, seed, m.Truth.Status, why)
			continue
		}
		if e.Asker == nil {
			continue
		}
		for _, said := range e.Asker.Ask(ctx, m.Script, mutate.WantVotes) {
			if said.Status != m.Truth.Status {
				e.wrong(asksTruth, "mutant %d of %s is said to be %s, and %s answers %s", i+1, seed, m.Truth.Status, said.Solver, said.Status)
				break
			}
		}
	}
}

// finish says what was tried, and draws the conclusions that need all of it.
func (e *examination) finish() {
	if e.tried[asksRandom] > 0 && !e.varied {
		e.wrong(asksRandom, "the mutants are the same with every random number; a campaign that comes back to a seed would make nothing new")
	}
	if e.tried[asksReply] > 0 && e.refused == e.tried[asksReply] {
		e.wrong(asksReply, "it refuses every seed, or makes nothing of it: give seeds that it can use")
	}
	speed := 0.0
	if e.lasted > 0 {
		speed = float64(e.made) / e.lasted.Seconds()
	}
	if e.tried[asksSpeed] = e.made; e.made > 0 && speed < slowest {
		e.wrong(asksSpeed, "it makes %.1f mutants a second, so that solvers wait for it: start what is slow once, and keep it between seeds", speed)
	}
	unit := []string{"start", "seed", "mutant", "mutant", "seed", "seed", "seed", "mutant"}
	for i := range e.out {
		q := &e.out[i]
		q.OK = len(q.Wrong) == 0
		q.Tried = fmt.Sprintf("%d %s", e.tried[i], unit[i])
		if e.tried[i] != 1 {
			q.Tried += "s"
		}
		switch {
		case i == asksReply && e.refused > 0:
			q.Tried += fmt.Sprintf(", %d of them refused", e.refused)
		case i == asksSpeed && e.made > 0:
			q.Tried += fmt.Sprintf(", %.0f a second", speed)
		}
	}
}
