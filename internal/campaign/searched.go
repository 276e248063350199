package campaign

import (
	"encoding/json"
	"path/filepath"
	"slices"

	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/store"
	"github.com/assay-smt/assay/internal/solver"
)

// Searched is what a campaign that searches configurations knows about them.
type Searched struct {
	// Kept are the configurations that are remembered because they brought new behaviour: at most 16 for each engine, logic and solver.
	Kept []KeptConfiguration
	// Shows say which settings show which findings.
	Shows []SettingsShow
}

// A KeptConfiguration is a configuration that brought new behaviour.
type KeptConfiguration struct {
	Engine, Logic, Solver string
	// Settings are the arguments that the solver itself does not have.
	Settings []string
	// NewBehaviour is what it brought lately: its earlier searches count less than its last one. CPUSeconds are weighed alike.
	NewBehaviour, CPUSeconds float64
}

// SettingsShow says how often settings of a solver showed something: the signature of a finding, or its class.
type SettingsShow struct {
	Solver, Logic string
	Settings      []string // as in smt.arith.solver=2
	What          string
	Times         int
}

// LoadSearched reads from its folder what a campaign knows about configurations. The result is empty for one that searches none, and for one of a
// version without a database. Errors are those of Load.
func LoadSearched(out string) (*Searched, error) {
	path := filepath.Join(out, store.FileName)
	s := &Searched{}
	if !store.Exists(path) {
		return s, nil
	}
	k, err := store.ReadSearched(path)
	if err != nil {
		return nil, err
	}
	for _, e := range k.Elites {
		var known effort.BanditState[string]
		if err := json.Unmarshal(e.Configurations, &known); err != nil {
			return nil, &store.DamagedError{Path: path, Err: err}
		}
		for _, arm := range known.Arms {
			s.Kept = append(s.Kept, KeptConfiguration{
				Engine: e.Engine, Logic: e.Logic, Solver: e.Solver, Settings: beyond(arm.Arm, e.Solver), NewBehaviour: arm.Reward, CPUSeconds: arm.Cost,
			})
		}
	}
	var shown showings
	r := &rowsReader{}
	r.item("learned", k.Learned, learnedShown, &shown)
	if r.err != nil {
		return nil, &store.DamagedError{Path: path, Err: r.err}
	}
	shown.Later = make(map[uint64][]showingsOne)
	for _, row := range k.Shown {
		var all []showingsOne
		r.json("shown", row.Searches, &all)
		shown.Later[row.Slot] = all
	}
	if r.err != nil {
		return nil, &store.DamagedError{Path: path, Err: r.err}
	}
	for _, c := range shown.now().Causes {
		s.Shows = append(s.Shows, SettingsShow{Solver: c.Target, Logic: c.Logic, Settings: c.Settings, What: c.What, Times: c.Times})
	}
	return s, nil
}

// beyond returns the arguments of a configuration that the solver itself does not have.
func beyond(configuration, own string) []string {
	all, err := solver.ParseSpec(configuration)
	if err != nil {
		return nil
	}
	base, err := solver.ParseSpec(own)
	if err != nil {
		return all.Args
	}
	return slices.DeleteFunc(slices.Clone(all.Args), func(a string) bool { return slices.Contains(base.Args, a) })
}
