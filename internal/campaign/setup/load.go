package setup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/internal/run/outside"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

// A Read returns the text of a file. The error says what is wrong with it.
type Read func(ctx context.Context, file string) (string, error)

func readFile(_ context.Context, file string) (string, error) {
	text, err := os.ReadFile(file)
	return string(text), err
}

// Engines makes the engines of a plan, with the operator table that they share with the reader of seeds; read is nil for the file system. Errors are
// *plan.Error, *mutate.InputError, those of mutate.Descriptor, of theory.Table.Extend, and of read.
func Engines(ctx context.Context, p *plan.Plan, read Read) ([]mutate.Engine, *theory.Table, error) {
	if read == nil {
		read = readFile
	}
	names, err := p.EngineNames()
	if err != nil {
		return nil, nil, err
	}
	table := theory.Builtin()
	for _, file := range p.Theory {
		text, err := read(ctx, file)
		if err != nil {
			return nil, nil, inFile(p, "theory", file, err)
		}
		if table, _, err = table.Extend(file, text); err != nil {
			return nil, nil, err
		}
	}
	var chosen []engines.Chosen
	for _, name := range names {
		if outside.IsSpec(name) {
			c, err := outsideEngine(p, name, chosen)
			if err != nil {
				return nil, nil, err
			}
			chosen = append(chosen, c)
			continue
		}
		settings, err := settingsOf(ctx, p, name, read)
		if err != nil {
			return nil, nil, err
		}
		for _, d := range engines.All() {
			if d.Name == name {
				chosen = append(chosen, engines.Chosen{Descriptor: d, Settings: settings})
			}
		}
	}
	return engines.Make(chosen, table)
}

// checks opens the programs of a plan that judge runs.
func checks(ctx context.Context, p *plan.Plan) ([]*outside.Check, error) {
	all, err := outside.Checks(ctx, p.Checks, p.Memory)
	if err != nil && ctx.Err() == nil {
		return nil, p.Wrong("checks", "", err)
	}
	return all, err
}

// outsideEngine is the engine that a program is. Its name must not be that of one of the others.
func outsideEngine(p *plan.Plan, name string, others []engines.Chosen) (engines.Chosen, error) {
	spec, err := outside.ParseSpec(name)
	if err != nil {
		return engines.Chosen{}, p.Wrong("engines", "", err)
	}
	for _, o := range others {
		if o.Name == spec.Name() {
			return engines.Chosen{}, p.Wrong("engines", "", fmt.Errorf("two programs have the name %s, so that their mutants could not be told apart: give one of them another file name", spec.Name()))
		}
	}
	program, err := spec.Find()
	if err != nil {
		return engines.Chosen{}, p.Wrong("engines", "", err)
	}
	return engines.Chosen{Descriptor: outside.Describe(program, p.Memory)}, nil
}

// settingsOf are the settings of an engine with the texts of their files.
func settingsOf(ctx context.Context, p *plan.Plan, engine string, read Read) (mutate.Settings, error) {
	out := mutate.Settings{}
	for name, v := range p.Settings[engine] {
		files := v.Files
		v.Files = nil
		for _, f := range files {
			text, err := read(ctx, f.Name)
			if err != nil {
				return nil, inFile(p, plan.Key(engine, name), f.Name, err)
			}
			v.Files = append(v.Files, mutate.File{Name: f.Name, Text: text})
		}
		out[name] = v
	}
	return out, nil
}

// inFile says which setting names a file that does not exist. Other errors say what is wrong with the file.
func inFile(p *plan.Plan, key, file string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return p.Wrong(key, file, err)
	}
	return err
}

// A SeedsError says that there are no seeds, and why files were left out.
type SeedsError struct {
	Skipped []campaign.Skip
	Err     error
}

func (e *SeedsError) Error() string { return e.Err.Error() }

func (e *SeedsError) Unwrap() error { return e.Err }

// seeds returns the seeds, and what is left out with the reasons.
func seeds(ctx context.Context, p *plan.Plan) ([]campaign.SeedSource, []campaign.Skip, error) {
	if len(p.Seeds) == 0 {
		return campaign.Builtin(), nil, nil
	}
	found, skipped, err := campaign.LoadSeeds(ctx, p.Seeds, campaign.LoadOptions{MaxBytes: p.SeedSize})
	var output *disk.OutputError
	switch {
	case ctx.Err() != nil:
		return nil, nil, context.Cause(ctx)
	case errors.As(err, &output):
		return nil, nil, err
	case err != nil:
		return nil, nil, &SeedsError{skipped, err}
	}
	return found, skipped, nil
}

// profiles adds the profiles that the plan names to those of the host.
func profiles(p *plan.Plan, r solver.Resolver) (solver.Resolver, error) {
	var err error
	if r.Profiles == nil {
		if r.Profiles, err = solver.Builtin(); err != nil {
			return r, err
		}
	}
	for _, path := range p.Profiles {
		if r.Profiles, err = r.Profiles.WithPath(path); err != nil {
			return r, inFile(p, "profiles", path, err)
		}
	}
	return r, nil
}

// knownBugs loads the lists of known bugs.
func knownBugs(p *plan.Plan, campaign string) (*known.List, error) {
	all, _, err := known.LoadAll(campaign, p.Known)
	return all, err
}
