package fuzzer

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/solver"
)

// turn chooses the readers that a chain is for: a single one, one version of each solver, or all.
func (f *Fuzzer) turn(n mutate.Name, readers []solver.Target) []solver.Target {
	if f.alone(n, readers) {
		return []solver.Target{rng.Pick(f.random(n).Split("only"), readers)}
	}
	if f.Together <= 1 {
		return readers
	}
	r := f.random(n).Split("versions")
	if r.IntN(f.Together) == 0 {
		return readers
	}
	return oneVersion(r, readers, f.Bench.Baselines)
}

// alone decides whether a chain is for one target.
func (f *Fuzzer) alone(n mutate.Name, readers []solver.Target) bool {
	return f.Solo > 0 && len(readers) > 1 && f.random(n).Split("solo").IntN(f.Solo) == 0
}

// oneVersion leaves one version of each solver, with all its configurations: versions share most of their defects, so a run of a second
// version rarely shows what the first does not. If there is only one solver, its versions are all there is to compare, and stay. So do
// targets that the user asked to compare.
func oneVersion(r *rng.Rand, readers []solver.Target, compared []oracle.Pair) []solver.Target {
	versions := make(map[string][]string) // by solver
	var solvers []string
	for _, t := range readers {
		name := t.Profile().Name
		if versions[name] == nil {
			solvers = append(solvers, name)
		}
		if !slices.Contains(versions[name], t.Version()) {
			versions[name] = append(versions[name], t.Version())
		}
	}
	if len(solvers) < 2 {
		return readers
	}
	chosen := make(map[string]string, len(solvers))
	for _, name := range solvers {
		chosen[name] = rng.Pick(r, versions[name])
	}
	var out []solver.Target
	for _, t := range readers {
		name := t.String()
		asked := slices.ContainsFunc(compared, func(p oracle.Pair) bool { return p.Old == name || p.New == name })
		if asked || t.Version() == chosen[t.Profile().Name] {
			out = append(out, t)
		}
	}
	return out
}
