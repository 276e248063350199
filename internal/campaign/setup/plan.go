package setup

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

// A Plan says what a campaign does, with the files that it names read: what campaign.toml says in words. Solvers, Engines, Seeds and Out are
// required; everything else has a default.
type Plan struct {
	// Solvers are specifications, each of one solver or of several separated by semicolons.
	Solvers []string
	// Baselines are specifications of older versions or other configurations; each must have a solver of its codebase.
	Baselines []string
	// Engines are the engines; one without settings has its defaults.
	Engines []engines.Chosen
	// Table is the operator table, nil for the built-in one. Engines may add to it.
	Table *theory.Table
	Seeds []campaign.SeedSource
	// Skipped are the files that LoadSeeds left out; the summary shows them.
	Skipped []campaign.Skip
	// Known are bugs that are already known, nil for none.
	Known *known.List
	// Out is the campaign's folder.
	Out string
	// Seed is the campaign seed, which determines everything random.
	Seed uint64

	// Jobs is the number of workers, 0 for the number of CPUs.
	Jobs int
	// Duration, Mutants and Iterations end the campaign: after a time, after a number of mutants, and after that number for each seed. 0 is no
	// limit. Of Mutants and Iterations only one may be given.
	Duration   time.Duration
	Mutants    int64
	Iterations int64
	// Timeout and Memory (bytes) bound each run of a solver, 0 for the defaults of campaign.Config, negative for none.
	Timeout time.Duration
	Memory  int64

	// Plan says how mutants are made and run.
	fuzzer.Plan
	// Effort says how effort is divided; "" is effort.Even where Mutants or Iterations is given, and otherwise effort.Adaptive.
	Effort effort.Mode
	// Sessions says how processes serve runs: one of SessionModes, "" for living.Auto.
	Sessions solver.Mode
	// SelfCheck makes the solvers check their own models.
	SelfCheck bool
	// Search, if not nil, also runs mutants in other configurations of the solvers.
	Search *Search
	// Feedback collects what solvers do inside, and prefers what is new; with Search it is collected anyway.
	Feedback bool
}

// A Search says how configurations of solvers are searched.
type Search struct {
	// NoLearned searches all options, whatever was learned about which operations they matter for.
	NoLearned bool
	// NoGenetic tries random configurations instead of the genetic algorithm.
	NoGenetic bool
	// Unwelcome also searches options about which the solver's developers accept no reports.
	Unwelcome bool
}

// A SettingError says what is wrong with a setting of a plan.
type SettingError struct {
	// Key is the setting's key in campaign.toml, such as campaign.sessions.
	Key string
	// Value is what it is set to, "" where Err says it.
	Value string
	Err   error
}

func (e *SettingError) Error() string {
	return strings.TrimSuffix(e.Key+" "+e.Value, " ") + ": " + e.Err.Error()
}

func (e *SettingError) Unwrap() error { return e.Err }

func wrong(key string, value any, format string, args ...any) error {
	return &SettingError{key, fmt.Sprint(value), fmt.Errorf(format, args...)}
}

// Check returns what is wrong with the settings, before anything is read or run. The error is a *SettingError.
func (p *Plan) Check() error {
	for _, limit := range []struct {
		key   string
		value any
		less  bool
	}{{"duration", p.Duration, p.Duration < 0}, {"mutants", p.Mutants, p.Mutants < 0}, {"iterations", p.Iterations, p.Iterations < 0}} {
		if limit.less {
			return wrong(limit.key, limit.value, "it must not be negative; 0 is no limit")
		}
	}
	if p.Mutants > 0 && p.Iterations > 0 {
		return wrong("iterations", p.Iterations, "it is for each seed, and mutants is for all of them together: give one of the two")
	}
	if _, err := effort.ParseMode(string(p.Effort)); p.Effort != "" && err != nil {
		return wrong("campaign.effort", p.Effort, "give %s or %s", effort.Even, effort.Adaptive)
	}
	return p.checkSessions()
}

// complete fills in what follows from other settings.
func (p *Plan) complete() error {
	if p.Iterations > 0 {
		if p.Iterations > math.MaxInt64/int64(max(1, len(p.Seeds))) {
			return wrong("iterations", p.Iterations, "that is too many for %d seeds", len(p.Seeds))
		}
		p.Mutants = p.Iterations * int64(len(p.Seeds))
	}
	p.Effort = p.effort()
	if p.Table == nil {
		p.Table = theory.Builtin()
	}
	if len(p.Solvers) == 0 {
		return &SettingError{Key: "solvers", Err: errors.New("no solver is given")}
	}
	p.Engines = slices.Clone(p.Engines)
	for i := range p.Engines {
		if e := &p.Engines[i]; e.Settings == nil {
			e.Settings = e.Defaults()
		}
	}
	return nil
}

// effort says how effort is divided. Who names a number of mutants expects the same ones each time.
func (p *Plan) effort() effort.Mode {
	switch {
	case p.Effort != "":
		return p.Effort
	case p.Mutants > 0:
		return effort.Even
	}
	return effort.Adaptive
}

// maxEvery is how many folders a class and solver may have when every formula is kept.
const maxEvery = 100_000

func (p *Plan) maxFolders() int {
	if p.Every {
		return maxEvery
	}
	return 0
}
