package work

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/campaign/setup"
	"github.com/assay-smt/assay/internal/cluster/wire"
	"github.com/assay-smt/assay/internal/solver"
)

// Bounds on what a hub may ask of a machine.
const (
	mostTimeout = time.Hour
	mostChain   = 100_000
)

// A MismatchError says that this machine would not make the hub's mutants.
type MismatchError struct{ What, Theirs, Ours string }

func (e *MismatchError) Error() string {
	return fmt.Sprintf("this machine would make other mutants than the hub: %s differ (there %s, here %s); the version of Assay has to be the hub's", e.What, e.Theirs, e.Ours)
}

// planOf reads the plan of a job. Whatever could name something of this machine is left out.
func planOf(ctx context.Context, j *wire.Job, allowed *Allowed) (*plan.Plan, error) {
	p := plan.Default()
	if err := (&plan.Reader{Plan: p}).Read("the hub's plan", []byte(j.Plan)); err != nil {
		return nil, err
	}
	if p.Timeout > mostTimeout || p.Chain > mostChain || p.Visit > mostChain {
		return nil, fmt.Errorf("the hub's plan has runs of %v and chains of %d mutants, which is too much", p.Timeout, max(p.Chain, p.Visit))
	}
	if all := p.Programs(); len(all) > 0 {
		return nil, fmt.Errorf("the hub's plan names the program %s, and a worker runs none but solvers", all[0])
	}
	p.Seeds, p.Profiles, p.Known = nil, nil, []string{"none"}
	p.Duration, p.Keep = 0, plan.KeepOne
	var err error
	if p.Solvers, err = allowed.specs(ctx, j.Solvers); err != nil {
		return nil, err
	}
	p.Baselines, err = allowed.specs(ctx, j.Baselines)
	return p, err
}

// open sets up the campaign of a job. Host has this machine's part of it.
func open(ctx context.Context, j *wire.Job, allowed *Allowed, host setup.Host, seeds []campaign.SeedSource) (*setup.Campaign, error) {
	p, err := planOf(ctx, j, allowed)
	if err != nil {
		return nil, err
	}
	host.Seeds, host.Solvers = seeds, allowed.Resolver
	host.Searched = func(t solver.Target) []string { return j.Searched[t.String()] }
	learned, err := writeLearned(j, host.Out)
	if err != nil {
		return nil, err
	}
	host.Learned = learned
	host.Read = func(_ context.Context, file string) (string, error) {
		text, ok := j.Files[file]
		if !ok {
			return "", fmt.Errorf("the hub has not sent the file: %w", fs.ErrNotExist)
		}
		return text, nil
	}
	c, err := setup.New(ctx, p, host)
	if err != nil {
		return nil, err
	}
	ours, err := c.Identity()
	if err == nil {
		err = same(j.Identity, ours)
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// writeLearned writes what the hub has learned about options, and returns where what it says about a solver is, "" for nothing.
func writeLearned(j *wire.Job, dir string) (func(solver.Target) string, error) {
	files := make(map[string]string)
	if len(j.Learned) > 0 {
		if err := disk.MakeDir(dir); err != nil {
			return nil, err
		}
	}
	for i, name := range slices.Sorted(maps.Keys(j.Learned)) {
		file := filepath.Join(dir, fmt.Sprintf("learned-%d.jsonl", i))
		if err := disk.WriteAtomic(file, []byte(j.Learned[name])); err != nil {
			return nil, err
		}
		files[name] = file
	}
	return func(t solver.Target) string { return files[t.String()] }, nil
}

// same reports what would make other mutants. Versions of solvers may differ.
func same(theirs, ours campaign.Identity) error {
	for _, f := range []struct {
		what         string
		theirs, ours string
	}{
		{"seed numbers", fmt.Sprint(theirs.Seed), fmt.Sprint(ours.Seed)},
		{"engines", strings.Join(theirs.Engines, ", "), strings.Join(ours.Engines, ", ")},
		{"operator tables", theirs.Table, ours.Table},
		{"schedules", theirs.Order + theirs.Definitions, ours.Order + ours.Definitions},
		{"solvers", names(theirs.Solvers), names(ours.Solvers)},
		{"baselines", strings.Join(theirs.Baselines, ", "), strings.Join(ours.Baselines, ", ")},
		{"lengths of chains", fmt.Sprint(theirs.Chain, theirs.Solo, theirs.Together), fmt.Sprint(ours.Chain, ours.Solo, ours.Together)},
		{"self-checks", fmt.Sprint(theirs.SelfCheck), fmt.Sprint(ours.SelfCheck)},
		{"seeds", fmt.Sprint(theirs.Seeds, " ", theirs.SeedsHash), fmt.Sprint(ours.Seeds, " ", ours.SeedsHash)},
	} {
		if f.theirs != f.ours {
			return &MismatchError{f.what, f.theirs, f.ours}
		}
	}
	return nil
}

// names are solvers without their versions, which are at the end in parentheses.
func names(solvers []string) string {
	var out []string
	for _, s := range solvers {
		if i := strings.LastIndex(s, " ("); i >= 0 {
			s = s[:i]
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}
