package solver

import (
	"context"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// A Probed says whether the solver of one profile can be used here.
type Probed struct {
	Profile *Profile
	// Usable: it was found and gave the right answer to its profile's probe.
	Usable bool
	// Path and Version are set when it was found.
	Path, Version string
	// Problem and Remedy are set when it is not usable.
	Problem, Remedy string
}

// ProbeAll examines the solver of every profile: it finds the program, asks for its version and makes it
// answer the profile's probe. Errors are those of the harness (no temporary file can be written, ctx ended);
// an unusable solver is not an error. Package conform checks solvers against everything that their profiles
// say.
func (r Resolver) ProbeAll(ctx context.Context) ([]Probed, error) {
	temp, err := disk.NewTemp("probe")
	if err != nil {
		return nil, err
	}
	defer temp.Remove()
	var all []Probed
	for _, p := range r.Profiles.Profiles() {
		d, err := r.probe(ctx, p, temp.Scratch)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

func (r Resolver) probe(ctx context.Context, p *Profile, dir *disk.Scratch) (Probed, error) {
	d := Probed{Profile: p}
	s, err := r.Resolve(ctx, Spec{Text: p.Name, Name: p.Name})
	if ctx.Err() != nil {
		return d, context.Cause(ctx)
	}
	if err != nil {
		d.Problem, d.Remedy = explain(err)
		return d, nil
	}
	d.Path, d.Version = s.path, s.version
	if p.Probe.Script == "" {
		d.Usable = true
		return d, nil
	}
	name := "probe-" + p.Name + ".smt2"
	file := dir.Path(name)
	if _, err := dir.Write(name, []byte(p.Probe.Script)); err != nil {
		return d, err
	}
	run, err := s.Run(ctx, Query{File: file, Checks: 1, Limits: Limits{Time: probeTime, Output: sandbox.DefaultMaxOutput}})
	switch {
	case ctx.Err() != nil:
		return d, context.Cause(ctx)
	case err != nil:
		d.Problem, d.Remedy = explain(err)
	case run.Answer().String() == p.Probe.Answer:
		d.Usable = true
	default:
		d.Problem = "it answers " + run.Answer().String() + " to a script that is " + p.Probe.Answer
		if run.Reason != "" {
			d.Problem += " (" + run.Reason + ")"
		}
		d.Remedy = "try it by hand: " + shell.Quote(run.Command)
	}
	return d, nil
}
