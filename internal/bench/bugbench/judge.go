package bugbench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bugs"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/solver"
)

// A Judge says which bug each finding of a benchmark is. Its caller supplies what it needs to run solvers.
type Judge struct {
	Dir string
	// Known are the bugs of the collection.
	Known []*bugs.Bug
	// Limit is the time for one finding.
	Limit time.Duration
	// Jobs is how many findings are judged at the same time, 0 for one.
	Jobs int
	// Replayer returns what runs a finding again. Debugger is a program that shows where a crash took place, "" for none.
	Replayer func(ctx context.Context, f findings.Stored) (triage.Replayer, error)
	Debugger string
	// Reduce reduces a finding in its folder, and says whether the reduction was complete; Bisect runs it in all versions. A finding that
	// cannot be reduced or certified gives an *UncertainError.
	Reduce func(ctx context.Context, f findings.Stored) (complete bool, err error)
	Bisect func(ctx context.Context, f findings.Stored) (*triage.Bisection, error)
	// Referees names the solvers with which Reduce certifies, and Versions those versions that Bisect can run a finding in. Nil names none.
	Referees func() ([]string, error)
	Versions func(ctx context.Context, f findings.Stored) ([]string, error)
	// Tell is called with each verdict, by one goroutine at a time, and with how many are done of how many; nil is not called.
	Tell func(v Verdict, done, all int)
}

// An UncertainError says that nothing certifies a finding.
type UncertainError struct{ Err error }

func (e *UncertainError) Error() string { return e.Err.Error() }
func (e *UncertainError) Unwrap() error { return e.Err }

// Run judges the findings that have no verdict yet. It may be called while campaigns run, and continues where it stopped. Errors are
// *PlanError, *disk.OutputError, ErrBusy, and ctx's.
func (j *Judge) Run(ctx context.Context) ([]Verdict, error) {
	plan, err := LoadPlan(j.Dir)
	if err != nil {
		return nil, err
	}
	if err := folder.NoLinks(j.Dir, verdictDir, BugsDir, workDir, ".judge.lock"); err != nil {
		return nil, err
	}
	lock, err := disk.TryLock(filepath.Join(j.Dir, ".judge.lock"))
	if errors.Is(err, disk.ErrLocked) {
		return nil, fmt.Errorf("%s: %w", j.Dir, ErrBusy)
	}
	if err != nil {
		return nil, err
	}
	defer lock.Unlock()
	for _, dir := range []string{verdictDir, BugsDir, workDir} {
		if err := disk.MakeDir(filepath.Join(j.Dir, dir)); err != nil {
			return nil, err
		}
	}
	g := &judging{Judge: j, shapes: make(map[string]string)}
	fresh, err := bugs.Load(filepath.Join(j.Dir, BugsDir))
	if err != nil {
		return nil, &PlanError{j.Dir, fmt.Sprintf("the bugs found so far cannot be read: %v", err)}
	}
	g.all, _ = bugs.Merge(j.Known, fresh)
	todo, err := g.survey(ctx, plan)
	if err != nil {
		return nil, err
	}
	return g.out, errors.Join(g.each(ctx, todo), ctx.Err())
}

// A judging is one call of Run.
type judging struct {
	*Judge
	mu     sync.Mutex
	all    []*bugs.Bug
	shapes map[string]string // bugs by class, solver and shape
	out    []Verdict
	count  int
}

// A task is a finding to judge.
type task struct {
	run  RunID
	kept Kept
	bad  bool // it has no time
}

// survey lists the findings to judge: the earliest of all runs first, so that all arms advance equally.
func (g *judging) survey(ctx context.Context, plan Plan) ([]task, error) {
	var todo []task
	for _, run := range plan.Runs() {
		kept, damaged, err := loadKept(run.Dir(g.Dir))
		if err != nil {
			return nil, err
		}
		for _, dir := range damaged {
			todo = append(todo, task{run, Kept{Dir: dir}, true})
		}
		for _, k := range kept {
			todo = append(todo, task{run, k, false})
		}
	}
	slices.SortStableFunc(todo, func(a, b task) int { return cmp.Compare(a.kept.CPU, b.kept.CPU) })
	g.count = len(todo)
	return slices.DeleteFunc(todo, func(t task) bool {
		v, ok := loadVerdict(verdictPath(g.Dir, t.run, filepath.Base(t.kept.Dir)))
		if !ok || !v.isOf(t.kept.Found) || !g.settled(ctx, &v, t.kept.Dir) {
			return false
		}
		if v.Bug != "" {
			v.New = g.fresh(v.Bug)
			g.shapes[shapeKey(&v)] = v.Bug
		}
		g.out = append(g.out, v)
		return true
	}), nil
}

// settled reports whether a verdict on a finding stays: what is there now cannot change it.
func (g *judging) settled(ctx context.Context, v *Verdict, dir string) bool {
	switch v.Why {
	case NoSolver, Failed:
		return false
	case OutOfTime:
		return v.Limit >= g.Limit.Seconds()
	case Uncertain, NoVersions:
		f, err := findings.LoadRecord(dir)
		if err != nil {
			return false
		}
		// Former versions did not say what they had tried, so that their verdicts stay only where there is nothing to try.
		now, err := g.helpers(ctx, v.Why, f)
		return err == nil && !slices.ContainsFunc(now, func(name string) bool { return !slices.Contains(v.Tried, name) })
	case Damaged, Misread, Unknowns, Costs, NotReproduced, NoForm:
	}
	return v.Bug == "" || g.has(v.Bug)
}

// helpers are the solvers that were tried in vain for this verdict, and of which another one may change it; none for other verdicts.
func (g *judging) helpers(ctx context.Context, why Why, f findings.Stored) ([]string, error) {
	switch {
	case why == Uncertain && g.Referees != nil:
		return g.Referees()
	case why == NoVersions && g.Versions != nil:
		return g.Versions(ctx, f)
	}
	return nil, nil
}

func (g *judging) has(name string) bool {
	return slices.ContainsFunc(g.all, func(b *bugs.Bug) bool { return b.Name == name })
}

// fresh reports whether a bug is not in the collection.
func (g *judging) fresh(name string) bool {
	return !slices.ContainsFunc(g.Known, func(b *bugs.Bug) bool { return b.Name == name })
}

// shapeKey is what equal formulas that show the same thing have in common; without a shape it ends with a zero, and matches nothing.
func shapeKey(v *Verdict) string {
	return strings.Join([]string{v.Class, v.Solver, v.Shape}, "\x00")
}

func (g *judging) each(ctx context.Context, todo []task) error {
	var next int
	var failed error
	var all sync.WaitGroup
	for range max(1, g.Jobs) {
		all.Go(func() {
			for {
				g.mu.Lock()
				if next == len(todo) || failed != nil || ctx.Err() != nil {
					g.mu.Unlock()
					return
				}
				t := todo[next]
				next++
				g.mu.Unlock()
				v, err := g.judge(ctx, t)
				v.New = v.Bug != "" && g.fresh(v.Bug)
				if err == nil && ctx.Err() == nil {
					err = saveVerdict(g.Dir, &v)
				}
				g.mu.Lock()
				switch {
				case err != nil && ctx.Err() == nil:
					failed = err
				case err == nil && ctx.Err() == nil:
					g.out = append(g.out, v)
					if g.Tell != nil {
						g.Tell(v, len(g.out), g.count)
					}
				}
				g.mu.Unlock()
			}
		})
	}
	all.Wait()
	return failed
}

// inSession says where a finding shows when no small formula alone shows it.
const inSession = "it shows in a process that has read other scripts before"

// errLate is the cause of the end of a finding's time.
var errLate = errors.New("its time is over")

// judge judges one finding. The error is one that ends everything: about the disk, or ctx's.
func (g *judging) judge(ctx context.Context, t task) (v Verdict, err error) {
	v = Verdict{Arm: t.run.Arm, K: t.run.K, Kept: filepath.Base(t.kept.Dir), Found: t.kept.CPU, Stamp: t.kept.Stamp, Limit: g.Limit.Seconds()}
	no := func(why Why, detail string) (Verdict, error) {
		v.Why, v.Detail = why, detail
		return v, nil
	}
	if t.bad {
		return no(Damaged, "it does not say when it was found")
	}
	f, err := findings.Load(t.kept.Dir)
	if err != nil {
		return no(Damaged, err.Error())
	}
	v.Engine, v.Class, v.Solver = f.Provenance.Engine, string(f.Class), f.Solver
	switch {
	case f.Class.OwnFault():
		return no(Misread, f.Evidence.Summary)
	case f.Class.Measured():
		return no(Costs, f.Evidence.Summary)
	case f.Class.Incompleteness():
		return no(Unknowns, f.Evidence.Summary)
	case len(f.Theories) > 0:
		return no(NoForm, "its formula needs the theory file "+f.Theories[0].Name)
	}
	session := f.Session != nil
	if session {
		dir := g.workOf(&v) + ".session"
		defer os.RemoveAll(dir)
		crash, ok, err := g.asFile(f, dir)
		if err != nil {
			return v, err
		}
		if !ok {
			return no(NoForm, inSession)
		}
		f = crash
	}
	inTime, cancel := context.WithTimeoutCause(ctx, g.Limit, errLate)
	defer cancel()
	v, err = g.identify(inTime, f, v)
	if err == nil {
		if session && v.Why == NotReproduced {
			return no(NoForm, inSession+", and not when it reads all of them as one file")
		}
		return v, nil
	}
	why, fatal := reasonOf(err)
	if fatal || ctx.Err() != nil {
		return v, err
	}
	if inTime.Err() != nil { // the error may be any that the end of the time caused
		why = OutOfTime
	}
	v.Tried, _ = g.helpers(ctx, why, f) // without them it is tried again
	return no(why, err.Error())
}

// reasonOf says why an error leaves a finding without a bug. Fatal ones have nothing to do with the finding: the next one would meet them too.
func reasonOf(err error) (why Why, fatal bool) {
	var output *disk.OutputError
	var record *triage.RecordError
	var unusable *solver.UnusableError
	var uncertain *UncertainError
	switch {
	case errors.As(err, &output), disk.NoSpace(err):
		return "", true
	case errors.Is(err, errLate):
		return OutOfTime, false
	case errors.As(err, &record):
		return Damaged, false
	case errors.As(err, &unusable):
		return NoSolver, false
	case errors.As(err, &uncertain):
		return Uncertain, false
	case errors.Is(err, ErrNoHistory):
		return NoVersions, false
	}
	return Failed, false
}

// confirmations is how often a finding is run at most until it shows.
const confirmations = 3

// identify enters a bug into a verdict, or why there is none. It tries the cheap ways first. With an error, the verdict has what was found out before.
func (g *judging) identify(ctx context.Context, f findings.Stored, v Verdict) (Verdict, error) {
	replayer, err := g.Replayer(ctx, f)
	if err != nil {
		return v, err
	}
	var replay triage.Replay
	for range confirmations {
		if replay, err = replayer.Replay(ctx, f); err != nil {
			return v, err
		}
		if replay.State == triage.StillThere {
			break
		}
	}
	if replay.State != triage.StillThere {
		v.Why, v.Detail = NotReproduced, fmt.Sprintf("it did not show in %d fresh runs; the last one: %s", confirmations, lastOutcome(f, replay))
		return v, nil
	}
	target, err := replayer.Resolve(ctx, f.Solver)
	if err != nil {
		return v, err
	}
	f.Family, f.Version = target.Profile().Name, target.Version() // older programs knew less of some
	version := f.Family + "@" + f.Version
	crash := bugs.Crash{Solver: f.Family, Version: version}
	if f.Class.Crash() {
		if err := g.place(ctx, replayer, f, replay, &crash); err != nil {
			return v, err
		}
	}
	if form, err := triage.ShapeOf(f); err == nil {
		v.Shape = form.Exact
	}
	if g.known(&v, crash) {
		return v, nil
	}
	err = g.refine(ctx, f, version, crash, &v)
	return v, err
}

// lastOutcome is what the blamed solver did the last time.
func lastOutcome(f findings.Stored, r triage.Replay) outcome.Outcome {
	for _, run := range slices.Backward(r.Last) {
		if run.Solver == f.Solver {
			return run.Outcome
		}
	}
	return outcome.Nothing
}

// place enters where a crash took place.
func (g *judging) place(ctx context.Context, r triage.Replayer, f findings.Stored, replay triage.Replay, crash *bugs.Crash) error {
	if c := replay.Observed.Crash; c != nil && !solver.SaysNothing(c.Signature) {
		crash.Signature = strings.Join(strings.Fields(c.Signature), " ")
		return nil
	}
	if g.Debugger == "" {
		return nil
	}
	trace, err := r.Trace(ctx, f, g.Debugger)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err == nil { // otherwise it goes without a stack
		crash.Stack = triage.Stack(trace.Frames)
	}
	return nil
}

// known enters the bug of a crash or of an equal formula where there is one already.
func (g *judging) known(v *Verdict, crash bugs.Crash) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if b := bugs.Crashing(g.all, crash); b != nil {
		v.Bug, v.Because = b.Name, "it crashes in the same place: "+cmp.Or(crash.Signature, crash.Stack)
		return true
	}
	if name := g.shapes[shapeKey(v)]; name != "" && v.Shape != "" && crash.Signature == "" && crash.Stack == "" {
		v.Bug, v.Because = name, "the same formula but for names and orders"
		return true
	}
	return false
}

// workOf is the folder in which a finding is worked on.
func (g *judging) workOf(v *Verdict) string {
	return filepath.Join(g.Dir, workDir, strings.TrimSuffix(filepath.Base(verdictPath(g.Dir, v.Run(), v.Kept)), ".json"))
}

// refine bisects and reduces a copy of a finding.
func (g *judging) refine(ctx context.Context, f findings.Stored, version string, crash bugs.Crash, v *Verdict) error {
	// The copy is kept when time runs out, so that the bisection and reduction done by then are there the next time.
	work := g.workOf(v)
	copied, err := findings.Load(work)
	if found, ok := loadFound(work); err != nil || !ok || !v.isOf(found) || copied.Signature != f.Signature {
		if err := os.RemoveAll(work); err != nil {
			return &disk.OutputError{Path: work, Err: err}
		}
		if err := disk.MakeDir(work); err != nil {
			return err
		}
		if err := copyFiles(f.Dir, work); err != nil {
			return err
		}
		if err := (Found{CPU: v.Found, Finding: v.Kept, Stamp: v.Stamp}).save(work); err != nil {
			return err
		}
		if copied, err = findings.Load(work); err != nil {
			return &triage.RecordError{Dir: f.Dir, Err: err}
		}
	}
	entry, err := g.entry(ctx, copied, version, crash)
	if err != nil {
		return err
	}
	if g.enter(v, entry, false) {
		return g.done(work)
	}
	complete, err := g.Reduce(ctx, copied)
	switch {
	case err != nil:
		return err
	case !complete:
		return errLate
	}
	if copied, err = findings.Load(work); err != nil {
		return &triage.RecordError{Dir: f.Dir, Err: err}
	}
	if copied.Suspect {
		return &UncertainError{errors.New("two solvers contradict each other, and nothing decides which is right")}
	}
	if entry, err = g.entry(ctx, copied, version, crash); err != nil {
		return err
	}
	if g.enter(v, entry, true) {
		return g.done(work)
	}
	if err := g.add(v, entry); err != nil {
		return err
	}
	return g.done(work)
}

// done removes a working copy that is no longer needed.
func (g *judging) done(work string) error {
	if err := os.RemoveAll(work); err != nil {
		return &disk.OutputError{Path: work, Err: err}
	}
	return nil
}

// entry bisects a finding and makes a bug from it.
func (g *judging) entry(ctx context.Context, f findings.Stored, version string, crash bugs.Crash) (*bugs.Bug, error) {
	b, err := g.Bisect(ctx, f)
	if err != nil {
		return nil, err
	}
	if f, err = findings.LoadRecord(f.Dir); err != nil {
		return nil, &triage.RecordError{Dir: f.Dir, Err: err}
	}
	f.Family, _, _ = strings.Cut(version, "@")
	out, err := Entry(f, version, b)
	if err != nil {
		return nil, err
	}
	if len(out.Signatures) == 0 {
		out.Stack = crash.Stack
	}
	return out, nil
}

// enter finds which bug a finding is by its versions and operators, and enters it.
func (g *judging) enter(v *Verdict, entry *bugs.Bug, reduced bool) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if reduced {
		if b := bugs.Same(g.all, entry); b != nil {
			v.Bug, v.Because = b.Name, "reduced, it is "+entry.Identity()
			g.shapes[shapeKey(v)] = b.Name
			return true
		}
		return false
	}
	if b := bugs.Within(g.all, entry); b != nil {
		v.Bug, v.Because = b.Name, "it has the operators of that bug, and shows in the same versions: "+b.Identity()
		return true
	}
	return false
}

// add makes a new bug from a finding.
func (g *judging) add(v *Verdict, entry *bugs.Bug) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if b := bugs.Same(g.all, entry); b != nil { // another goroutine was faster
		v.Bug, v.Because = b.Name, "reduced, it is "+entry.Identity()
		return nil
	}
	entry.Name = nameOf(entry, g.has)
	entry.Origin = fmt.Sprintf("arm %s, run %d", v.Arm, v.K)
	switch again, err := bugs.Parse(entry.Name+bugs.Ext, entry.Name, entry.Text()); {
	case err != nil:
		v.Why, v.Detail = NoForm, err.Error()
		return nil
	case again.Identity() != entry.Identity():
		v.Why, v.Detail = NoForm, "its options or operators do not read back as they were written"
		return nil
	}
	if err := disk.WriteAtomic(filepath.Join(g.Dir, BugsDir, entry.Name+bugs.Ext), []byte(entry.Text())); err != nil {
		return err
	}
	g.all = append(g.all, entry)
	g.shapes[shapeKey(v)] = entry.Name
	v.Bug, v.Because = entry.Name, "it is not a known bug: "+entry.Identity()
	return nil
}
