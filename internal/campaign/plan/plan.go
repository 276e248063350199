package plan

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/nearest"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/outside"
	"github.com/assay-smt/assay/internal/solver"
)

// A Plan has all settings that decide what a campaign does. What is a file is named by its path, and not read here. Make one with Default; Solvers
// is all that it lacks.
type Plan struct {
	// Seeds are files, folders, archives and lists, none for the built-in seeds.
	Seeds []string
	// Solvers and Baselines are specifications, each of one solver or of several separated by semicolons. A baseline is an older version, or another
	// configuration, of one of the solvers.
	Solvers, Baselines []string
	// Profiles are files that describe solvers, or folders of such files; Theory are files of further operators; Known are lists of known bugs.
	Profiles, Theory, Known []string
	// Engines are names of engines, All, or programs as package outside has them.
	Engines []string
	// Checks are programs that judge runs, as package outside has them.
	Checks []string
	// Settings are those of the engines, by name. Their files have names and no texts.
	Settings map[string]mutate.Settings
	// Seed is the campaign seed, which determines everything random.
	Seed uint64

	// Timeout and Memory (bytes, 0 for no limit) bound each run of a solver.
	Timeout time.Duration
	Memory  int64
	// Duration, Mutants and Iterations end the campaign: after a time, after a number of mutants, after that number for each seed. 0 is no limit. Of
	// Mutants and Iterations only one may be given.
	Duration            time.Duration
	Mutants, Iterations int64
	// Slots ends the campaign after that many slots of its order, 0 for no limit; shards agree on them.
	Slots uint64
	// Shard is the part of the campaign that this machine runs.
	Shard schedule.Shard

	// Plan says how mutants are made and run. Its Every follows from Keep.
	fuzzer.Plan
	// Keep is KeepOne or KeepEvery.
	Keep string
	// Effort says how effort is divided; "" is effort.Even where Mutants, Iterations or Slots is given, and otherwise effort.Adaptive.
	Effort effort.Mode
	// Sessions says how processes serve runs: one of SessionModes.
	Sessions solver.Mode
	// SeedSize is the size in bytes of the largest seed to use.
	SeedSize int64
	// SelfCheck makes the solvers check their own models.
	SelfCheck bool
	// LostAnswers: unknowns in logics that are not known to be decidable count as findings too.
	LostAnswers bool
	// Feedback collects what solvers do inside, and prefers what is new; a search does so anyway.
	Feedback bool
	Options  Options

	file  string
	lines map[string]int // of keys that the file has set
}

// Options say how configurations of solvers are searched.
type Options struct {
	// Mode is OptionsNone or OptionsSearch.
	Mode string
	// NoLearned searches all options, whatever was learned about which operations they matter for; NoGenetic tries random configurations instead of the
	// genetic algorithm; Unwelcome also searches options about which the solver's developers accept no reports.
	NoLearned, NoGenetic, Unwelcome bool
	// Most is the number of configurations that are tried on a mutant at most, 0 for what each search draws.
	Most int
	// Pairs draws configurations so that all pairs of settings come together in the campaign.
	Pairs bool
	// Thorough says on which mutants searches are as long as the paper's.
	Thorough fuzzer.Thoroughness
}

// Words that settings take.
const (
	All           = "all" // every engine
	KeepOne       = "one"
	KeepEvery     = "every"
	OptionsNone   = "none"
	OptionsSearch = "search"
)

// The defaults.
const (
	DefaultTimeout   = 5 * time.Second
	DefaultMemory    = 2 << 30
	DefaultSeedSize  = 1 << 20
	DefaultQuestions = 8
	// DefaultMost: many mutants with one other configuration each execute more of a solver than few mutants with many (evaluation/blocks.md).
	DefaultMost = 1
)

// leastMemory is the smallest limit in bytes that makes sense: no program starts in less.
const leastMemory = 1 << 20

// SessionModes returns the ways in which processes serve runs.
func SessionModes() []string {
	return []string{string(living.Auto), string(solver.Reset), string(solver.Push), string(solver.Snapshot), string(solver.Process)}
}

// Default returns the plan of a user who sets nothing: all engines, on the built-in seeds.
func Default() *Plan {
	p := &Plan{
		Engines: []string{All}, Settings: map[string]mutate.Settings{}, Seed: 1, Timeout: DefaultTimeout, Memory: DefaultMemory,
		Plan: fuzzer.Plan{Chain: fuzzer.DefaultChain, Solo: 4, Together: 4, Plain: 8, Questions: DefaultQuestions},
		Keep: KeepOne, Sessions: living.Auto, SeedSize: DefaultSeedSize, Options: Options{Mode: OptionsNone, Most: DefaultMost, Thorough: fuzzer.ThoroughNever},
	}
	for _, d := range engines.All() {
		p.Settings[d.Name] = d.Defaults()
	}
	return p
}

// An Error says what is wrong with a setting.
type Error struct {
	// File and Line are where the setting stands, 0 when it stands in no file.
	File string
	Line int
	// Key is the setting's, such as campaign.sessions, and Value what it is set to; "" where Err says it.
	Key, Value string
	Err        error
}

func (e *Error) Error() string {
	text := e.Err.Error()
	if name := strings.TrimSuffix(e.Key+" "+e.Value, " "); name != "" {
		text = name + ": " + text
	}
	if e.Line > 0 {
		text = fmt.Sprintf("%s:%d: %s", e.File, e.Line, text)
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// Wrong is the error for a setting, with its place if it stands in a file. value may be "".
func (p *Plan) Wrong(key, value string, err error) error {
	return &Error{File: p.file, Line: p.lines[key], Key: key, Value: value, Err: err}
}

func (p *Plan) wrongf(key string, value any, format string, args ...any) error {
	return p.Wrong(key, fmt.Sprint(value), fmt.Errorf(format, args...))
}

// Replace says that the user has set a key otherwise than in the file.
func (p *Plan) Replace(key string) { delete(p.lines, key) }

// InFile reports whether a file has set the setting with that key.
func (p *Plan) InFile(key string) bool { return p.lines[key] > 0 }

// Check returns what is wrong with the settings, without a look at what they name. The error is an *Error.
func (p *Plan) Check() error {
	if _, err := effort.ParseMode(string(p.Effort)); p.Effort != "" && err != nil {
		return p.wrongf("campaign.effort", p.Effort, "give %s or %s", effort.Even, effort.Adaptive)
	}
	for _, choice := range []struct {
		key, word string
		words     []string
	}{
		{"campaign.keep", p.Keep, []string{KeepOne, KeepEvery}},
		{"options.mode", p.Options.Mode, []string{OptionsSearch, OptionsNone}},
	} {
		if !slices.Contains(choice.words, choice.word) {
			return p.wrongf(choice.key, choice.word, "give %s", strings.Join(choice.words, " or "))
		}
	}
	if all := fuzzer.Thoroughnesses(); !slices.Contains(all, p.Options.Thorough) {
		return p.wrongf("options.thorough", p.Options.Thorough, "give one of %s, %s or %s", all[0], all[1], all[2])
	}
	if modes := SessionModes(); !slices.Contains(modes, string(p.Sessions)) {
		return p.wrongf("campaign.sessions", p.Sessions, "give one of %s", strings.Join(modes, ", "))
	}
	if p.Slower > 0 && len(p.Baselines) == 0 {
		return p.wrongf("campaign.slower", p.Slower, "it needs a --baseline to compare with: another version, or the same program with other options")
	}
	if p.SlowerSearch && p.Slower <= 0 {
		return p.wrongf("campaign.slower-search", p.SlowerSearch, "it needs campaign.slower, such as --slower 2")
	}
	if err := p.checkLimits(); err != nil {
		return err
	}
	return p.checkEngines()
}

func (p *Plan) checkLimits() error {
	for _, limit := range []struct {
		key   string
		value any
		less  bool
	}{{"duration", p.Duration, p.Duration < 0}, {"mutants", p.Mutants, p.Mutants < 0}, {"iterations", p.Iterations, p.Iterations < 0}} {
		if limit.less {
			return p.wrongf(limit.key, limit.value, "it must not be negative; 0 is no limit")
		}
	}
	switch {
	case p.Mutants > 0 && p.Iterations > 0:
		return p.wrongf("iterations", p.Iterations, "it is for each seed, and mutants is for all of them together: give one of the two")
	case !p.Shard.Whole() && p.Mutants > 0:
		return p.wrongf("mutants", p.Mutants, "a shard does not know how many mutants the others run: end all shards with --duration, or after the same --slots")
	case !p.Shard.Whole() && p.Iterations > 0:
		return p.wrongf("iterations", p.Iterations, "a shard does not know how many mutants the others run: end all shards with --duration, or after the same --slots")
	case p.Timeout <= 0:
		return p.wrongf("timeout", p.Timeout, "give a positive time, such as 10s")
	case p.Memory > 0 && p.Memory < leastMemory:
		return p.wrongf("memory", p.Memory, "no solver runs in so few bytes; write a unit, as in --memory 4GiB, or 0 for no limit")
	}
	return nil
}

func (p *Plan) checkEngines() error {
	for _, d := range engines.All() {
		for _, o := range d.Options {
			v := p.Settings[d.Name][o.Name]
			if err := o.Check(v); err != nil {
				return p.Wrong(Key(d.Name, o.Name), (&option{p.Settings[d.Name], o}).String(), err)
			}
		}
	}
	for _, name := range p.Checks {
		if _, err := outside.ParseSpec(name); err != nil {
			return p.Wrong("checks", "", err)
		}
	}
	_, err := p.EngineNames()
	return err
}

// EngineNames returns the names of the chosen engines, each once, in the order in which they are named. The error is an *Error.
func (p *Plan) EngineNames() ([]string, error) {
	var all, names []string
	for _, d := range engines.All() {
		all = append(all, d.Name)
	}
	for _, name := range p.Engines {
		name = engineName(name)
		switch {
		case name == "":
		case outside.IsSpec(name):
			spec, err := outside.ParseSpec(name)
			if err != nil {
				return nil, p.Wrong("engines", "", err)
			}
			names = append(names, spec.String())
		case name == All:
			names = append(names, all...)
		case slices.Contains(all, name):
			names = append(names, name)
		default:
			return nil, p.Wrong("engines", "", fmt.Errorf("there is no engine %q%s; the engines are %s, exec:PROGRAM, or all", name, nearest.Hint(name, append([]string{All}, all...)), strings.Join(all, ", ")))
		}
	}
	if len(names) == 0 {
		return nil, p.Wrong("engines", "", fmt.Errorf("no engine is named; the engines are %s, or all", strings.Join(all, ", ")))
	}
	var once []string
	for _, name := range names {
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	return once, nil
}

// engineName is the name of an engine as a user writes it, without blanks and capitals; programs keep theirs.
func engineName(name string) string {
	name = strings.TrimSpace(name)
	if outside.IsSpec(name) {
		return name
	}
	return strings.ToLower(name)
}

// Programs are the programs of the user's that take part, as the plan names them.
func (p *Plan) Programs() (all []string) {
	for _, name := range p.Engines {
		if outside.IsSpec(strings.TrimSpace(name)) {
			all = append(all, strings.TrimSpace(name))
		}
	}
	return append(all, p.Checks...)
}

// MutantsFor returns the number of mutants after which the campaign ends on that many seeds, 0 for no limit. The error is an *Error.
func (p *Plan) MutantsFor(seeds int) (int64, error) {
	if p.Iterations == 0 {
		return p.Mutants, nil
	}
	if p.Iterations > math.MaxInt64/int64(max(1, seeds)) {
		return 0, p.wrongf("iterations", p.Iterations, "that is too many for %d seeds", seeds)
	}
	return p.Iterations * int64(seeds), nil
}

// EffortMode says how effort is divided. Who names a number of mutants or slots expects the same ones each time.
func (p *Plan) EffortMode() effort.Mode {
	switch {
	case p.Effort != "":
		return p.Effort
	case p.Mutants > 0 || p.Iterations > 0 || p.Slots > 0:
		return effort.Even
	}
	return effort.Adaptive
}
