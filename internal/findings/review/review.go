package review

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/clusters"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/findings/verify"
)

// DefaultRuns is how often a finding that does not always show is run.
const DefaultRuns = 5

// A Config says what to do. Its functions must be safe for concurrent use.
type Config struct {
	// Dir is the campaign's output folder.
	Dir string
	// Jobs is how many findings are run concurrently, 0 for one.
	Jobs int
	// Runs is how often a finding that does not always show is run, 0 for DefaultRuns.
	Runs int
	// Replayer returns what runs a finding again.
	Replayer func(context.Context, findings.Stored) (triage.Replayer, error)
	// Debugger shows where processes crash, "" for none.
	Debugger string
	// Reduce makes the formula of a finding smaller, in its folder, and says whether it did; it may be nil. It is called for the smallest
	// finding of each unknown group, and again when the formula has changed. A *NotDoneError is recorded, and the review continues.
	Reduce func(context.Context, findings.Stored) (bool, error)
	// Locate finds where the blamed solver goes wrong, and stores that in the finding's folder; it may be nil. It is called like Reduce,
	// after it, only for findings of class refutation-soundness, and once for each formula, whatever the result.
	Locate func(context.Context, findings.Stored) (Place, error)
	// Deny finds one application in a formula about which the blamed solver alone is wrong; it may be nil. It is called like Locate.
	Deny func(context.Context, findings.Stored) (triage.Denial, error)
	// Bisect finds the versions in which a finding shows, and stores them in its folder; it may be nil. It is called like Reduce.
	Bisect func(context.Context, findings.Stored) (*triage.Bisection, error)
	// Verify runs what the report in a finding's folder says; it may be nil. It is called for the finding to look at of each group, and again
	// when the report has changed. A *NotDoneError is recorded, and the review continues.
	Verify func(context.Context, findings.Stored) (verify.Result, error)
	// Known are the known bugs.
	Known *known.List
	// Apart reports whether a finding does not affect the exit status, whether it is known or not; nil for none.
	Apart func(findings.Stored) bool
	// Unwelcome says why the solver's developers accept no report of a finding that needs something, "" where they do; it may be nil.
	Unwelcome func(findings.Stored, findings.Needs) string
	// Tell is told how far the review has come, by one goroutine at a time; it may be nil.
	Tell func(Progress)
}

// A Progress is how far a review has come.
type Progress struct {
	// Doing is "confirming", "reducing", "asking about operators", "locating", "bisecting" or "checking reports"; Done of All are done.
	Doing     string
	Done, All int
}

// reviewing is a review under way.
type reviewing struct {
	Config
	traces atomic.Int64
	mu     sync.Mutex // guards Tell
}

// Run goes through all findings of a campaign, and returns what came of them. Findings that cannot be read, or change while they are read, are in
// the report but not in any group. Errors are those of the functions in Config, of the disk, and that of ctx; what was done is kept.
func Run(ctx context.Context, c Config) (Report, error) {
	if c.Runs <= 0 {
		c.Runs = DefaultRuns
	}
	r := &reviewing{Config: c}
	dirs, err := folders(c.Dir)
	if err != nil {
		return Report{}, err
	}
	out := Report{Gone: []Gone{}, Unusable: []Unusable{}}
	all := make([]*examined, len(dirs))
	problems := make([]error, len(dirs))
	err = r.each(ctx, "confirming", len(dirs), func(ctx context.Context, i int) error {
		e, err := r.examine(ctx, dirs[i])
		if unreadable(err) {
			problems[i] = err
			return nil
		}
		all[i] = e
		return err
	})
	if err != nil {
		return out, err
	}
	groups, err := r.settle(ctx, slices.DeleteFunc(slices.Clone(all), func(e *examined) bool { return e == nil }))
	if err != nil {
		return out, err
	}
	for i, e := range all {
		switch {
		case e == nil:
			out.Unusable = append(out.Unusable, Unusable{Finding: filepath.Base(dirs[i]), Problem: problems[i].Error()})
		case e.note.Runs == 0:
			out.Unusable = append(out.Unusable, Unusable{Finding: e.name(), Problem: e.note.Problem, NoProgram: e.noProgram})
		case e.note.Shown == 0:
			out.Gone = append(out.Gone, Gone{e.name(), e.note.Runs, goneAfter(e.Stored, e.note.Runs), e.note.Instead})
		default:
			out.Findings++
		}
	}
	if err := r.verifyReports(ctx, groups); err != nil {
		return out, err
	}
	return out, r.conclude(&out, groups)
}

// A loadError says that a finding's folder cannot be read, for whatever reason: the others can.
type loadError struct{ error }

func (e *loadError) Unwrap() error { return e.error }

// unreadable reports whether an error is about the folder of one finding alone.
func unreadable(err error) bool {
	var load *loadError
	return errors.As(err, &load) || errors.Is(err, os.ErrNotExist)
}

// folders returns the folders of findings, by name.
func folders(dir string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(dir, findings.Folder))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			out = append(out, filepath.Join(dir, findings.Folder, e.Name()))
		}
	}
	slices.Sort(out)
	return out, nil
}

// each does a piece of work for each of n things, Jobs at a time, stopping at the first error.
func (r *reviewing) each(ctx context.Context, doing string, n int, work func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next, done atomic.Int64
	var workers sync.WaitGroup
	for range max(1, min(r.Jobs, n)) {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n || ctx.Err() != nil {
					return
				}
				if err := work(ctx, i); err != nil {
					cancel(err)
					return
				}
				r.tell(Progress{doing, int(done.Add(1)), n})
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}

func (r *reviewing) tell(p Progress) {
	if r.Tell == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Tell(p)
}

// aGroup is a cluster together with the findings that are its members.
type aGroup struct {
	*clusters.Cluster
	findings []*examined // in the order of Members
}

func (g *aGroup) smallest() *examined { return g.findings[0] }

// group groups findings.
func group(all []*examined) []*aGroup {
	byMember := make(map[*clusters.Member]*examined, len(all))
	var members []*clusters.Member
	for _, e := range all {
		m := e.member()
		byMember[m] = e
		members = append(members, m)
	}
	var out []*aGroup
	for _, c := range clusters.Group(members) {
		g := &aGroup{Cluster: c}
		for _, m := range c.Members {
			g.findings = append(g.findings, byMember[m])
		}
		out = append(out, g)
	}
	return out
}

// match returns the known bug that a group is, nil when it is not known. One finding that is back is enough.
func (r *reviewing) match(g *aGroup) *known.Match {
	var found *known.Match
	for _, e := range g.findings {
		m := r.Known.Match(e.fact())
		if m != nil && (found == nil || m.Back) {
			found = m
		}
		if m != nil && m.Back {
			return m
		}
	}
	return found
}

// outputFile writes a file in a group's folder.
func outputFile(dir, name string, data []byte) error {
	path := filepath.Join(dir, name)
	if old, err := os.ReadFile(path); err == nil && slices.Equal(old, data) {
		return nil
	}
	return disk.WriteAtomic(path, data)
}
