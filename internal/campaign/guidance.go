package campaign

import (
	"cmp"
	"slices"
	"sync"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/solver"
)

// Guidance is what a campaign knows that decides which configurations a worker elsewhere searches on the mutants of a slot.
type Guidance struct {
	// Shown are what settings are known to show on formulas of the seed's logic.
	Shown []fuzzer.Cause `json:"shown,omitempty"`
	// Shares say on which share of the mutants configurations of a solver are searched: on all for one that is not among them.
	Shares map[string]float64 `json:"shares,omitempty"`
	// Elites are configurations for searches to begin with.
	Elites effort.ElitesState `json:"elites,omitzero"`
}

// mostCauses bounds what Guidance.Shown has: what it leaves out is examined again.
const mostCauses = 500

// guidance is about a slot.
func (b *books) guidance(a assignment) *Guidance {
	logic, engine := b.c.Seeds[a.Seed].logic, b.c.Engines[a.Engine].Name()
	g := &Guidance{Shown: causesIn(b.teach(a.Slot).Causes, logic)}
	if !b.c.adaptive() {
		return g
	}
	g.Shares = make(map[string]float64)
	var places []effort.Place
	for _, t := range b.c.Targets {
		name := t.String()
		if share := b.know.searches.Share(name); share < 1 {
			g.Shares[name] = share
		}
		places = append(places, effort.Place{Engine: engine, Logic: logic, Solver: name})
	}
	if !b.c.Configurations.Search.Random {
		g.Elites = b.know.elites.At(places...)
	}
	return g
}

// causesIn returns the causes that may matter to formulas of a logic, in their order: of too many, those that showed most often.
func causesIn(all []fuzzer.Cause, logic string) []fuzzer.Cause {
	var out []fuzzer.Cause
	for _, c := range all {
		if c.Logic == "" || c.Logic == logic {
			out = append(out, c)
		}
	}
	if len(out) <= mostCauses {
		return out
	}
	times := make([]int, len(out))
	for i := range out {
		times[i] = out[i].Times
	}
	slices.SortFunc(times, func(a, b int) int { return cmp.Compare(b, a) })
	least, left := times[mostCauses-1], mostCauses
	return slices.DeleteFunc(out, func(c fuzzer.Cause) bool {
		if c.Times < least || left == 0 {
			return true
		}
		left--
		return false
	})
}

// A guide decides about searches of configurations by what the leases of a lab say. It is for all its slots: what a campaign knows about an engine and
// a logic grows, and does not depend on the slot. Safe for concurrent use.
type guide struct {
	mu     sync.Mutex
	shares map[string]float64
	elites map[group]*effort.Elites
}

// A group has the searches of an engine on formulas of a logic.
type group struct{ engine, logic string }

// mostGroups bounds the groups that a guide remembers.
const mostGroups = 512

// take takes in what a lease says.
func (g *guide) take(of group, with *Guidance) error {
	elites := effort.NewElites()
	if err := elites.Restore(with.Elites); err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.elites) >= mostGroups || g.elites == nil {
		g.elites = make(map[group]*effort.Elites)
	}
	g.shares, g.elites[of] = with.Shares, elites
	return nil
}

// searched implements fuzzer.Configurations.Searches.
func (g *guide) searched(t solver.Target, draw *rng.Rand) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	share, known := g.shares[t.String()]
	return !known || effort.Within(share, draw)
}

// picked implements fuzzer.Configurations.Starts.
func (g *guide) picked(at fuzzer.Arm, draw *rng.Rand) []solver.Configuration {
	g.mu.Lock()
	defer g.mu.Unlock()
	if elites := g.elites[group{at.Engine, at.Logic}]; elites != nil {
		return pick(elites, at, draw)
	}
	return nil
}
