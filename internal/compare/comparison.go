package compare

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
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
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/run/timing"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

// A Script is a file to compare on.
type Script struct {
	// Name is what people are shown, Logic its logic as far as that is known without reading it all, Hash identifies its text.
	Name, Logic, Hash string
	// Read returns the text.
	Read func() (string, error)
}

// A Config says what to compare. Sides, Out and Limits.Time are required.
type Config struct {
	// Sides has at least one baseline and one candidate.
	Sides   []Side
	Scripts []Script
	// Corpus are findings to run again.
	Corpus []findings.Stored
	// Replayer returns what runs a finding again.
	Replayer func(context.Context, findings.Stored) (triage.Replayer, error)
	// Mutants makes mutants of the scripts, nil for none.
	Mutants *Mutants
	// Reducer makes regressions small and keeps them as findings, nil for not.
	Reducer *Reducer
	// Out is the folder of the comparison, which is made if it is not there. It belongs to one process at a time.
	Out    string
	Limits solver.Limits
	Slower timing.Limit
	// FailOn are the kinds of regressions that count.
	FailOn []Kind
	// Table is the operator table, nil for the built-in one.
	Table *theory.Table
	// Jobs is how many scripts are run at the same time, 0 for one.
	Jobs int
	// Duration ends the comparison after that time, 0 for no end.
	Duration time.Duration
	// Known are bugs that findings are recognised as, nil for none.
	Known *known.List
	// Skipped counts files that are no scripts, by reason, for the report.
	Skipped map[string]int
	// Progress is called with how far it is, by one goroutine at a time; nil is not called.
	Progress func(Progress)
	// Now is the clock, nil for time.Now.
	Now func() time.Time
}

// A Progress says how far a comparison is.
type Progress struct {
	// Phase says what is being done, in a few words, and Done of Total how much of it. Total is 0 where that is not known.
	Phase       string
	Done, Total int
	// Regressions counts those that are settled so far.
	Regressions int
}

// FolderKind is that of folders of comparisons.
var FolderKind = folder.Kind{Name: "a comparison", By: "assay ci --out"}

// Names of files in a comparison's folder.
const (
	JournalFile  = "records.jsonl"
	FindingsDir  = findings.Folder
	CampaignDir  = "campaign"
	interrupted  = "it was interrupted: the same command goes on"
	reservedTime = 0.05 // of the duration, for what comes after the last phase
)

// errTimeOver ends a phase.
var errTimeOver = errors.New("its share of the duration was over")

// A left says of something what was not done.
type left struct{ of, words string }

// A BusyError says that another process is comparing in a folder.
type BusyError struct{ Dir string }

func (e *BusyError) Error() string {
	return e.Dir + " is in use by another process: wait until it ends, or name another folder with --out"
}

// A comparison is one run of a Config.
type comparison struct {
	*Config
	looker  *looker
	replays *replays
	journal *journal
	began   time.Time

	keeping sync.Mutex // guards the folders of findings

	mu      sync.Mutex // guards what follows
	records map[string]*entry
	order   []string
	spent   float64 // in earlier runs, in seconds
	left    []left
	mutants int64
	engines []string
}

// Compare compares, and returns what it came to. A comparison that ctx or the duration ends is not an error: the report says what was left. Errors are
// *MismatchError, *BusyError, *folder.ForeignError, *disk.OutputError, *solver.UnusableError, and those of the campaign that makes mutants.
func Compare(ctx context.Context, config Config) (*Report, error) {
	c := &comparison{Config: &config, records: map[string]*entry{}}
	c.Sides = sides(c.Sides)
	if c.Now == nil {
		c.Now = time.Now
	}
	c.Jobs = max(c.Jobs, 1)
	c.began = c.Now()
	end, err := c.open()
	if err != nil {
		return nil, err
	}
	defer end()
	for _, phase := range []struct {
		name string
		// until is the share of the duration after which the phase ends.
		until float64
		run   func(context.Context) error
	}{
		{"findings of the corpus", 0.3, c.corpus},
		{"scripts", c.share(0.35, 0.6), c.screen},
		{"differences", c.share(0.42, 0.85), c.settle},
		{"questions", c.share(0.47, 0.88), c.ask},
		{"differences", c.share(0.5, 0.92), c.settle},
		{"mutants", c.share(0.85, 0.92), c.mutate},
		{"reductions", 1 - reservedTime, c.reduce},
	} {
		if err := c.phase(ctx, phase.until, phase.run); err != nil {
			return nil, fmt.Errorf("%s: %w", phase.name, err)
		}
		if ctx.Err() != nil {
			c.leave("interrupted", interrupted)
			break
		}
	}
	if err := c.recognise(); err != nil {
		return nil, err
	}
	return c.report(), nil
}

// share is a with mutants, which need time of their own, and b without.
func (c *comparison) share(a, b float64) float64 {
	if c.Mutants == nil {
		return b
	}
	return a
}

// phase runs a phase until a share of the duration is over, or ctx ends.
func (c *comparison) phase(ctx context.Context, until float64, run func(context.Context) error) error {
	if c.Duration > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadlineCause(ctx, c.began.Add(time.Duration(until*float64(c.Duration))), errTimeOver)
		defer cancel()
	}
	err := run(ctx)
	if err != nil && ctx.Err() != nil && !isOutput(err) {
		return nil // the phase says itself what it has left
	}
	return err
}

func isOutput(err error) bool {
	var output *disk.OutputError
	return errors.As(err, &output)
}

// lockFile is the file in a comparison's folder that keeps a second process out.
const lockFile = ".lock"

// MoveAside moves the comparison in a folder to another name, see folder.MoveAside, and returns where it is, "" where there is no folder. Errors are
// *BusyError for one that another process is working on, and those of folder.Owned and folder.MoveAside.
func MoveAside(out string) (aside string, err error) {
	if err := folder.Owned(out, FolderKind); err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return "", nil
		}
		return "", err
	}
	lock, err := disk.TryLock(filepath.Join(out, lockFile))
	if errors.Is(err, disk.ErrLocked) {
		return "", &BusyError{out}
	}
	if err != nil {
		return "", err
	}
	defer lock.Unlock()
	return folder.MoveAside(out)
}

// open takes the folder, and reads what an earlier run has left there.
func (c *comparison) open() (end func(), err error) {
	var lock *disk.FileLock
	if _, err := folder.Take(c.Out, FolderKind, func() error {
		lock, err = disk.TryLock(filepath.Join(c.Out, lockFile))
		if errors.Is(err, disk.ErrLocked) {
			return &BusyError{c.Out}
		}
		return err
	}); err != nil {
		return nil, err
	}
	temp, err := disk.NewTemp("ci")
	if err != nil {
		lock.Unlock()
		return nil, err
	}
	j, err := openJournal(filepath.Join(c.Out, JournalFile), c.identity(), c.enter)
	if err != nil {
		temp.Remove()
		lock.Unlock()
		return nil, err
	}
	c.journal = j
	c.looker = &looker{sides: c.Sides, table: c.Table, limits: c.Limits, dir: temp.Scratch}
	c.replays = &replays{sides: c.Sides, replayer: c.Replayer}
	return func() {
		// Whatever fails here has been written before, or is only for show.
		_ = j.keep(entry{Spent: c.Now().Sub(c.began).Seconds()})
		_ = j.close()
		temp.Remove()
		lock.Unlock()
	}, nil
}

func (c *comparison) identity() Identity {
	id := Identity{Format: journalFormat, Timeout: c.Limits.Time.Seconds(), Memory: c.Limits.Memory, Slower: c.Slower.Ratio}
	for _, s := range c.Sides {
		id.Sides = append(id.Sides, s.SideInfo)
	}
	h := sha256.New()
	for _, s := range c.Scripts {
		fmt.Fprintf(h, "%q %s\n", s.Name, s.Hash)
	}
	id.Scripts = hex.EncodeToString(h.Sum(nil))
	return id
}

// enter takes a record into memory, in place of an earlier one of the same script.
func (c *comparison) enter(e entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.spent += e.Spent; e.Record.Source == "" {
		return
	}
	key := e.Record.key()
	if c.records[key] == nil {
		c.order = append(c.order, key)
	}
	c.records[key] = &e
}

// keep writes a record down and takes it into memory.
func (c *comparison) keep(r Record, settled bool) error {
	e := entry{Settled: settled, Record: r}
	if err := c.journal.keep(e); err != nil {
		return err
	}
	c.enter(e)
	return nil
}

// known returns the entry of a script, nil for none.
func (c *comparison) known(r *Record) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.records[r.key()]
}

// leave says for people what was not done of something, in place of what was said of it before. "" is nothing.
func (c *comparison) leave(of, format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.left = slices.DeleteFunc(c.left, func(l left) bool { return l.of == of })
	if format != "" {
		c.left = append(c.left, left{of, fmt.Sprintf(format, args...)})
	}
}

// leftover are the words of what was not done.
func (c *comparison) leftover() []string {
	var out []string
	for _, l := range c.left {
		out = append(out, l.words)
	}
	return out
}

// each calls do with 0 to n-1, several at a time, until ctx ends or do fails, and returns how many were done.
func (c *comparison) each(ctx context.Context, phase string, n int, do func(context.Context, int) error) (done int, err error) {
	if n == 0 {
		return 0, nil
	}
	c.show(phase, 0, n)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	var mu sync.Mutex
	next := 0
	for range min(c.Jobs, n) {
		wg.Go(func() {
			for {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= n || ctx.Err() != nil {
					return
				}
				failed := do(ctx, i)
				mu.Lock()
				if failed == nil {
					done++
					c.show(phase, done, n)
				} else if err == nil {
					err = failed
					cancel(failed)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return done, err
}

// show tells how far a phase is.
func (c *comparison) show(phase string, done, total int) {
	if c.Progress == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	p := Progress{Phase: phase, Done: done, Total: total}
	for _, e := range c.records {
		if e.Record.Has(Regression) {
			p.Regressions++
		}
	}
	c.Progress(p)
}

// corpus runs kept findings on all sides.
func (c *comparison) corpus(ctx context.Context) error {
	todo := slices.DeleteFunc(slices.Clone(c.Corpus), func(s findings.Stored) bool {
		e := c.known(&Record{Source: FromCorpus, Name: corpusName(s)})
		return e != nil && e.Settled
	})
	done, err := c.each(ctx, "findings of the corpus", len(todo), func(ctx context.Context, i int) error {
		r, err := c.replay(ctx, todo[i])
		if err != nil {
			return err
		}
		return c.keep(r, true)
	})
	if done < len(todo) {
		c.leave("corpus", "%d of %d findings of the corpus were not run again", len(todo)-done, len(c.Corpus))
	}
	return err
}

// corpusName is the name of a kept finding in records: that of its folder.
func corpusName(s findings.Stored) string { return filepath.Base(s.Dir) }

// replay runs one kept finding. One that is about another solver than those that are compared is a script like any other.
func (c *comparison) replay(ctx context.Context, s findings.Stored) (Record, error) {
	r := Record{Source: FromCorpus, Name: corpusName(s), Logic: s.Logic}
	if slices.ContainsFunc(c.Sides, func(side Side) bool { return side.about(&s.Finding) }) {
		var err error
		r.Changes, err = c.replays.changes(ctx, s)
		if unjudged(err) {
			r.Error, err = err.Error(), nil
		}
		return r, err
	}
	script := Script{Name: r.Name, Logic: s.Logic, Read: fileText(filepath.Join(s.Dir, findings.BugFile))}
	out, err := c.first(ctx, FromCorpus, &script)
	if err != nil {
		return r, err
	}
	return out, c.repeat(ctx, &script, &out)
}

// screen runs all sides on all scripts once.
func (c *comparison) screen(ctx context.Context) error {
	var todo []*Script
	for i := range c.Scripts {
		if c.known(&Record{Source: FromSeeds, Name: c.Scripts[i].Name}) == nil {
			todo = append(todo, &c.Scripts[i])
		}
	}
	todo = turns(todo)
	done, err := c.each(ctx, "scripts", len(todo), func(ctx context.Context, i int) error {
		r, err := c.first(ctx, FromSeeds, todo[i])
		if err != nil {
			return err
		}
		return c.keep(r, len(r.open(Kinds()...)) == 0)
	})
	if done < len(todo) {
		c.leave("scripts", "%d of %d scripts were not run", len(todo)-done, len(c.Scripts))
	}
	return err
}

// turns orders scripts so that each logic has its turn: when there is no time for all of them, there are some of each.
func turns(scripts []*Script) []*Script {
	seen := map[string]int{}
	turn := make(map[*Script]int, len(scripts))
	for _, s := range scripts {
		turn[s] = seen[s.Logic]
		seen[s.Logic]++
	}
	slices.SortStableFunc(scripts, func(a, b *Script) int { return turn[a] - turn[b] })
	return scripts
}

// first runs all sides on a script once.
func (c *comparison) first(ctx context.Context, from Source, s *Script) (Record, error) {
	r := Record{Source: from, Name: s.Name, Logic: s.Logic}
	text, err := s.Read()
	if err != nil {
		r.Error = err.Error()
		return r, nil
	}
	r.Bytes = len(text)
	script, err := c.looker.load(ctx, s.Name, text)
	if err != nil {
		return r, err
	}
	r.Unread = script.unread
	if r.Logic == "" {
		r.Logic = script.logic()
	}
	seen, err := c.looker.once(ctx, &script, shallow, nil)
	if err != nil {
		return r, err
	}
	r.Runs, r.Truth = seen.runs, seen.truth
	r.Changes = suspects(c.Sides, &seen, c.Slower)
	return r, nil
}

// ask runs the scripts again on which solvers are quick, and asks for cores, values and so on.
func (c *comparison) ask(ctx context.Context) error {
	var todo []*Script
	for i := range c.Scripts {
		if e := c.known(&Record{Source: FromSeeds, Name: c.Scripts[i].Name}); e != nil && e.Settled && e.Record.quick() {
			todo = append(todo, &c.Scripts[i])
		}
	}
	todo = turns(todo)
	done, err := c.each(ctx, "questions", len(todo), func(ctx context.Context, i int) error {
		r := c.known(&Record{Source: FromSeeds, Name: todo[i].Name}).Record
		r.Changes = slices.Clone(r.Changes)
		if err := c.further(ctx, todo[i], &r); err != nil {
			return err
		}
		return c.keep(r, len(r.open(Kinds()...)) == 0)
	})
	if done < len(todo) {
		// Those that were begun later may have ended earlier.
		first := slices.IndexFunc(todo, func(s *Script) bool { return !c.known(&Record{Source: FromSeeds, Name: s.Name}).Record.Asked })
		c.leave("questions", "on %d of %d scripts, such as %s, nothing was asked but answers and models", len(todo)-done, len(c.Scripts), todo[max(first, 0)].Name)
	}
	return err
}

// quick reports whether further questions about a script are worth their time.
func (r *Record) quick() bool {
	return !r.Asked && r.Error == "" && r.Unread == "" && !slices.ContainsFunc(r.Runs, func(run Run) bool { return seconds(run.CPU) > cheap })
}

// further adds what further questions show, unless the script is known to show that kind on the same side. What did not show again is not known.
func (c *comparison) further(ctx context.Context, s *Script, r *Record) error {
	r.Asked = true
	text, err := s.Read()
	if err != nil {
		r.Error = err.Error()
		return nil
	}
	script, err := c.looker.load(ctx, s.Name, text)
	if err != nil {
		return err
	}
	seen, err := c.looker.once(ctx, &script, deep, nil)
	if err != nil {
		return err
	}
	for _, found := range suspects(c.Sides, &seen, c.Slower) {
		if found.Class != "" && !slices.ContainsFunc(r.Changes, func(known Change) bool {
			shows := known.Alike || known.cut() || known.Standing != Gone && known.Standing != Unsure
			return shows && known.Kind == found.Kind && known.Candidate == found.Candidate && known.Shown == found.Shown
		}) {
			r.Changes = append(r.Changes, found)
		}
	}
	return nil
}

// settle repeats what differed, the gravest first.
func (c *comparison) settle(ctx context.Context) error {
	byName := map[string]*Script{}
	for i := range c.Scripts {
		byName[c.Scripts[i].Name] = &c.Scripts[i]
	}
	var todo []Record
	c.mu.Lock()
	for _, key := range c.order {
		if e := c.records[key]; !e.Settled && byName[e.Record.Name] != nil {
			r := e.Record
			r.Changes = slices.Clone(r.Changes)
			todo = append(todo, r)
		}
	}
	c.mu.Unlock()
	slices.SortStableFunc(todo, func(a, b Record) int { return gravity(&a) - gravity(&b) })
	a := c.alike()
	done, err := c.each(ctx, "differences", len(todo), func(ctx context.Context, i int) error {
		r := todo[i]
		a.pass(&r)
		if err := c.repeat(ctx, byName[r.Name], &r); err != nil {
			return err
		}
		a.count(&r)
		return c.keep(r, true)
	})
	c.leave("differences", "") // those of an earlier phase may be done now
	c.leave("alike", "")
	if n := c.passed(); n > 0 {
		c.leave("alike", "differences on %d scripts were not repeated, since %d alike were: they do not count", n, mostAlike)
	}
	if done < len(todo) {
		c.leave("differences", "differences on %d scripts were not repeated, and do not count", len(todo)-done)
	}
	return err
}

// gravity is the place of the gravest kind of change that is to be repeated.
func gravity(r *Record) int {
	for i, kind := range Kinds() {
		if len(r.open(kind)) > 0 {
			return i
		}
	}
	return len(Kinds())
}

// repeat settles the changes of a record.
func (c *comparison) repeat(ctx context.Context, s *Script, r *Record) error {
	if len(r.open(Kinds()...)) == 0 {
		return nil
	}
	text, err := s.Read()
	if err != nil {
		r.Error = err.Error()
		return nil
	}
	script, err := c.looker.load(ctx, s.Name, text)
	if err != nil {
		return err
	}
	return c.looker.confirm(ctx, &script, r, c.Slower)
}

// report makes the report of what is known.
func (c *comparison) report() *Report {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := &Report{
		Timeout: c.Limits.Time.Seconds(), Slower: c.Slower, FailOn: c.FailOn, Left: c.leftover(), Elapsed: c.spent + c.Now().Sub(c.began).Seconds(),
		Mutants: c.mutants, Engines: c.engines, Skipped: c.Skipped,
	}
	for i := range c.Sides {
		out.Sides = append(out.Sides, c.Sides[i].SideInfo)
		for k := range c.Sides {
			if c.Sides[i].Role == Candidate && c.Sides[k].Role == Baseline && c.Sides[i].same(&c.Sides[k]) {
				out.Same = append(out.Same, [2]int{i, k})
			}
		}
	}
	for _, key := range c.sorted() {
		out.Records = append(out.Records, c.records[key].Record)
	}
	out.Tally()
	if all := out.overall(); len(all.Changes) > 0 {
		out.Records = append(out.Records, all)
	}
	return out
}

// sorted are the keys of the records: the corpus, then scripts in their order, then mutants.
func (c *comparison) sorted() []string {
	place := map[string]int{}
	for i := range c.Scripts {
		place[c.Scripts[i].Name] = i
	}
	sources := []Source{FromCorpus, FromSeeds, FromMutants}
	keys := slices.Clone(c.order)
	slices.SortFunc(keys, func(a, b string) int {
		x, y := &c.records[a].Record, &c.records[b].Record
		if d := slices.Index(sources, x.Source) - slices.Index(sources, y.Source); d != 0 {
			return d
		}
		if d := place[x.Name] - place[y.Name]; d != 0 {
			return d
		}
		return strings.Compare(x.Name, y.Name)
	})
	return keys
}
