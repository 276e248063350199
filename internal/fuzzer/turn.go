package fuzzer

import (
	"slices"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/internal/solver"
)

// turn chooses those of the readers that a chain is for: one alone, one version of each solver, or all.
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

// oneVersion leaves one version of each lineage, with all its configurations: versions share most of their defects, so that a run of a second
// one rarely shows what the first does not. Where there is one lineage, its versions are all there is to compare, and stay. So do
// targets that somebody asked to compare.
func oneVersion(r *rng.Rand, readers []solver.Target, compared []oracle.Pair) []solver.Target {
	versions := make(map[string][]string) // by lineage
	var lineages []string
	for _, t := range readers {
		lineage := t.Profile().Lineage
		if versions[lineage] == nil {
			lineages = append(lineages, lineage)
		}
		if !slices.Contains(versions[lineage], t.Version()) {
			versions[lineage] = append(versions[lineage], t.Version())
		}
	}
	if len(lineages) < 2 {
		return readers
	}
	chosen := make(map[string]string, len(lineages))
	for _, l := range lineages {
		chosen[l] = rng.Pick(r, versions[l])
	}
	var out []solver.Target
	for _, t := range readers {
		name := t.String()
		asked := slices.ContainsFunc(compared, func(p oracle.Pair) bool { return p.Old == name || p.New == name })
		if asked || t.Version() == chosen[t.Profile().Lineage] {
			out = append(out, t)
		}
	}
	return out
}
