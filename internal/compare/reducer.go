package compare

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/solve"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
)

// A Reducer makes regressions small, and keeps them as findings.
type Reducer struct {
	// Referees returns solvers that vouch for truths, without those of a codebase.
	Referees func(ctx context.Context, without string) (certified.Referees, error)
	// Debugger is a program that shows where a process crashed, "" for none.
	Debugger string
	// Bisect finds the versions between which a finding came, as far as they are installed, and says so in a line, "" for nothing; it may be nil.
	Bisect func(ctx context.Context, s findings.Stored) (string, error)
	// Each bounds the time for the reduction of one regression, and that for its bisection; 0 for no bound.
	Each time.Duration
}

// reduce makes small what the candidates do wrong and the baselines do not, and keeps each as a finding.
func (c *comparison) reduce(ctx context.Context) error {
	if c.Reducer == nil {
		return nil
	}
	scripts := map[string]*Script{}
	for i := range c.Scripts {
		scripts[c.Scripts[i].Name] = &c.Scripts[i]
	}
	var todo []Record
	c.mu.Lock()
	for _, key := range c.sorted() {
		if r := c.records[key].Record; slices.ContainsFunc(r.Changes, reducible) {
			r.Changes = slices.Clone(r.Changes)
			todo = append(todo, r)
		}
	}
	c.mu.Unlock()
	// Who has time for one reduction wants the gravest to be small.
	slices.SortStableFunc(todo, func(a, b Record) int { return a.gravity() - b.gravity() })
	done, err := c.each(ctx, "reductions", len(todo), func(ctx context.Context, i int) error {
		r := &todo[i]
		for k := range r.Changes {
			if !reducible(r.Changes[k]) {
				continue
			}
			if err := c.shrink(ctx, r, &r.Changes[k], scripts[r.Name]); err != nil {
				return err
			}
			if err := c.bisect(ctx, &r.Changes[k]); err != nil {
				return err
			}
		}
		return c.keep(*r, true)
	})
	if done < len(todo) {
		c.leave("reductions", "%d of %d regressions were not reduced", len(todo)-done, len(todo))
	}
	return err
}

// reducible reports whether a change can be made a small finding.
func reducible(ch Change) bool {
	return ch.Standing == Regression && ch.Kind != Error && ch.Reduced == ""
}

// gravity is the place of the gravest change that can be made small.
func (r *Record) gravity() int {
	worst := len(Kinds()) * classes
	for _, ch := range r.Changes {
		if reducible(ch) {
			worst = min(worst, classes*slices.Index(Kinds(), ch.Kind)+min(ch.Class.Gravity(), classes-1))
		}
	}
	return worst
}

// classes is more than there are classes of findings.
const classes = 100

// shrink reduces what a change is about, and says in the change what came of it.
func (c *comparison) shrink(whole context.Context, r *Record, ch *Change, s *Script) error {
	ctx := whole
	if c.Reducer.Each > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.Reducer.Each)
		defer cancel()
	}
	sub, err := c.looker.dir.Sub("reduce-" + ch.id(r))
	if err != nil {
		return err
	}
	defer c.looker.dir.Remove("reduce-" + ch.id(r))
	if ch.Finding == "" && r.Source == FromSeeds && s != nil {
		err = c.shrinkScript(ctx, s, r, ch, sub)
	} else if ch.Finding != "" {
		err = c.shrinkFolder(ctx, ch, sub)
	}
	var not *certified.NotShownError
	var unusable *solver.UnusableError
	switch {
	case errors.As(err, &not), errors.As(err, &unusable):
		ch.Reduced, err = "not reduced: "+err.Error(), nil
	case err != nil && ctx.Err() != nil && whole.Err() == nil && !isOutput(err):
		ch.Reduced, err = "not reduced: it took too long", nil
	}
	return err
}

// bisect says between which versions the finding of a change came.
func (c *comparison) bisect(ctx context.Context, ch *Change) error {
	if c.Reducer.Bisect == nil || ch.Finding == "" || ctx.Err() != nil {
		return nil
	}
	if c.Reducer.Each > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.Reducer.Each)
		defer cancel()
	}
	s, err := findings.Load(filepath.Join(c.Out, filepath.FromSlash(ch.Finding)))
	if err != nil {
		return nil // it was not reduced either, which has been said
	}
	words, err := c.Reducer.Bisect(ctx, s)
	if err != nil && ctx.Err() != nil && !isOutput(err) {
		ch.History = "not bisected: it took too long"
		return nil
	}
	var unusable *solver.UnusableError
	if errors.As(err, &unusable) {
		ch.History = "not bisected: " + err.Error()
		return nil
	}
	ch.History = words
	return err
}

// id identifies a change in the name of a file.
func (c *Change) id(r *Record) string {
	return findings.ShortHash(r.key() + string(c.Kind) + string(c.Class))
}

// shrinkScript reduces what a candidate does on a script.
func (c *comparison) shrinkScript(ctx context.Context, s *Script, r *Record, ch *Change, dir *disk.Scratch) error {
	text, err := s.Read()
	if err != nil {
		ch.Reduced = "not reduced: " + err.Error()
		return nil
	}
	script, err := c.looker.load(ctx, s.Name, text)
	if err != nil {
		return err
	}
	found, original, err := c.toReduce(ctx, &script, r, ch)
	if err != nil {
		return err
	}
	if found == nil {
		ch.Reduced = "not reduced: " + notReduced[ch.Kind]
		return nil
	}
	vouching, err := c.Reducer.Referees(ctx, found.Blamed.Profile().Codebase)
	if err != nil {
		return err
	}
	found.AddReferees(vouching.Named...)
	found.Panel, found.Debugger = vouching.Panel, c.Reducer.Debugger
	// The bench of the look has its files in a folder that others use as well.
	bench := found.Bench.In(dir)
	found.Bench = bench
	small, err := certified.Reduce(ctx, *found, original, certified.Config{Dir: dir})
	if err != nil {
		return err
	}
	f, others := certified.Describe(context.WithoutCancel(ctx), *found, &small, original)
	if f.Class.Measured() { // the signature says nothing about the formula
		f.Signature = findings.Trigger(f.Signature, []byte(small.Best.Text))
	}
	place := filepath.Join(FindingsDir, f.FolderName())
	texts := findings.Texts{Bug: []byte(small.Best.Text), Original: []byte(original), Others: others}
	if err := c.keepFinding(filepath.Join(c.Out, place), f, texts); err != nil {
		return err
	}
	ch.Finding, ch.SmallBytes, ch.Reduced = filepath.ToSlash(place), len(small.Best.Text), reducedAs(ctx)
	return nil
}

// notReduced says why a change of a kind cannot be reduced.
var notReduced = map[Kind]string{
	Wrong:  "it shows only with further questions, or nothing but another solver says so, or it does not show each time",
	Crash:  "it shows only with further questions, or not each time",
	Lost:   "a limit ended the run, which a smaller formula need not reach",
	Slower: "Assay cannot read the script, or it asks several times",
}

// toReduce returns what a reduction keeps of a change, and the text to begin with; nil for nothing.
func (c *comparison) toReduce(ctx context.Context, s *loaded, r *Record, ch *Change) (*certified.Case, string, error) {
	if ch.Kind == Slower {
		if s.script == nil || len(ch.Against) == 0 || len(solve.Labels(s.script)) != 1 {
			return nil, "", nil
		}
		bench := &trial.Bench{Table: c.Table, Dir: c.looker.dir, Limits: c.Limits}
		one := certified.Slowdown(bench, s.script, c.Sides[ch.Against[0]].Target, c.Sides[ch.Candidate].Target, c.Slower)
		return &one, s.text, nil
	}
	var found *certified.Case
	var original string
	_, err := c.looker.once(ctx, s, r.depth(), func(on *solve.Case) error {
		i := slices.IndexFunc(on.Found, func(f oracle.Finding) bool {
			return f.Solver == c.Sides[ch.Candidate].Name && (f.Class == ch.Class || ch.Kind == Lost && f.Class.Incompleteness())
		})
		if i >= 0 {
			one, text := certified.Solved(on, on.Found[i])
			found, original = &one, text
		}
		return nil
	})
	return found, original, err
}

// keepFinding writes a finding into its folder. Several scripts may show what is probably one defect: the smallest formula stays.
func (c *comparison) keepFinding(dir string, f findings.Finding, t findings.Texts) error {
	c.keeping.Lock()
	defer c.keeping.Unlock()
	if there, err := os.Stat(filepath.Join(dir, findings.BugFile)); err == nil && there.Size() <= int64(len(t.Bug)) {
		return nil
	}
	return findings.Keep(dir, f, t)
}

// reducedAs says whether a reduction had the time that it took.
func reducedAs(ctx context.Context) string {
	if ctx.Err() != nil {
		return "reduced, as far as there was time"
	}
	return "reduced"
}

// shrinkFolder reduces a finding of the campaign in its folder.
func (c *comparison) shrinkFolder(ctx context.Context, ch *Change, dir *disk.Scratch) error {
	stored, err := findings.Load(filepath.Join(c.Out, filepath.FromSlash(ch.Finding)))
	if err != nil {
		ch.Reduced = "not reduced: " + err.Error()
		return nil
	}
	replayer, err := c.Replayer(ctx, stored)
	if err != nil {
		return err
	}
	vouching, err := c.Reducer.Referees(ctx, "")
	if err != nil {
		return err
	}
	small, err := certified.ReduceIn(ctx, dir, stored, replayer, vouching)
	if err != nil {
		return err
	}
	ch.Reduced = reducedAs(ctx)
	if small.Best != nil {
		ch.SmallBytes = len(small.Best.Text)
	}
	return nil
}

// fileText returns what reads a file.
func fileText(path string) func() (string, error) {
	return func() (string, error) {
		text, err := os.ReadFile(path)
		return string(text), err
	}
}
