package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/internal/solver"
)

// keyNote is the annotation of flags that set a knob of a plan: its key.
const keyNote = "assay:key"

// planFlags set the knobs of a plan: those that are flags, --set for all of them, and --config for a file.
type planFlags struct {
	Set    []string
	File   string
	Engine []string // --engine-file

	plan  *plan.Plan
	knobs []plan.Knob // those of this command
	flags *pflag.FlagSet
}

// bind makes flags of the knobs of a plan that a command has. The seeds are arguments.
func (f *planFlags) bind(cmd *cobra.Command, p *plan.Plan, has func(*plan.Knob) bool) {
	f.plan, f.flags = p, cmd.Flags()
	f.flags.StringArrayVar(&f.Set, "set", nil, "a setting as `KEY=VALUE`, such as storm.depth=10 or campaign.chain=5; assay engines show lists those of the engines (repeatable)")
	f.flags.StringVar(&f.File, "config", "", "a `FILE` with settings, such as the campaign.toml in a campaign's folder; what is given on the command line counts")
	f.flags.StringArrayVar(&f.Engine, "engine-file", nil, "a file for an engine as `ENGINE=FILE`: a configuration of typefuzz or opfuzz, functions of fusion, rules of weaken (repeatable)")
	for _, k := range p.Knobs() {
		if !has(&k) {
			continue
		}
		f.knobs = append(f.knobs, k)
		if k.Key != plan.SeedsKey {
			f.bindKnob(&k)
		}
	}
	complete(cmd, "set", func(string) []string {
		var keys []string
		for _, key := range plan.Keys(f.knobs) {
			if key != plan.SeedsKey {
				keys = append(keys, key+"=")
			}
		}
		return keys
	})
	completeEngines(cmd)
}

func (f *planFlags) bindKnob(k *plan.Knob) {
	name, short, rare := flagOf(k)
	flag := f.flags.VarPF(k.Value, name, short, k.Doc)
	flag.Annotations = map[string][]string{keyNote: {k.Key}}
	flag.Hidden = rare
	if flag.Value.Type() == "bool" {
		flag.NoOptDefVal = "true"
	}
	if flag.DefValue == "[]" { // the help would show it
		flag.DefValue = ""
	}
}

// flagNames are the names of the flags of knobs whose keys say something else.
var flagNames = map[string]string{
	"solvers": "solver", "checks": "check", "baselines": "baseline", "engines": "engine", "profiles": "profile", "options.mode": "options",
	"campaign.plain": "answer-only", // --plain is how a campaign is shown
}

// shortNames are the letters of flags.
var shortNames = map[string]string{"engine": "e", "timeout": "t", "duration": "d", "mutants": "n", "iterations": "i"}

// rareKnobs are set by hardly anybody: their flags go on working, and the help shows them as settings. So are the engines' options.
var rareKnobs = []string{
	"campaign.chain", "campaign.visit", "campaign.solo", "campaign.together", "campaign.plain", "campaign.questions", "campaign.effort", "campaign.sessions",
	"campaign.slower-search",
	"options.most", "options.no-learned", "options.no-genetic", "options.pairs", "options.thorough", "options.unwelcome",
}

// flagOf returns the name of a knob's flag, its letter, "" for none, and whether it is left to --set.
func flagOf(k *plan.Knob) (name, short string, rare bool) {
	if k.Engine != "" {
		return k.Option, "", true
	}
	name, named := flagNames[k.Key]
	table, last, below := strings.Cut(k.Key, ".")
	switch {
	case named:
	case !below:
		name = k.Key
	case table == "options":
		name = "options-" + last
	default:
		name = last
	}
	return name, shortNames[name], slices.Contains(rareKnobs, k.Key)
}

// flag is the flag of a key, nil when the command has none.
func (f *planFlags) flag(key string) *pflag.Flag {
	k := plan.Find(f.knobs, key)
	if k == nil || key == plan.SeedsKey {
		return nil
	}
	name, _, _ := flagOf(k)
	return f.flags.Lookup(name)
}

// given reports whether the command line sets a key.
func (f *planFlags) given(key string) bool {
	flag := f.flag(key)
	return flag != nil && flag.Changed
}

// apply sets the knobs of --set, --engine-file and --config. What the command line says counts more than the file, and a knob that it sets twice is an
// error. also are keys of the file whose values are added to those of another one.
func (f *planFlags) apply(ctx context.Context, also map[string]string) error {
	for _, word := range f.Set {
		if err := f.set(word); err != nil {
			return err
		}
	}
	for _, word := range f.Engine {
		if err := f.engineFile(word); err != nil {
			return err
		}
	}
	if f.File == "" {
		return nil
	}
	text, err := readConfig(ctx, f.File)
	if err != nil {
		return err
	}
	r := plan.Reader{Plan: f.plan, Knobs: f.knobs, Given: f.given, Also: also}
	if err := r.Read(f.File, []byte(text)); err != nil {
		return usage(err)
	}
	return nil
}

// set sets a knob as --set says.
func (f *planFlags) set(word string) error {
	key, value, found := strings.Cut(word, "=")
	key = strings.TrimSpace(key)
	if !found {
		return usagef("--set %s: write KEY=VALUE, such as --set storm.depth=10", word)
	}
	flag := f.flag(key)
	switch {
	case flag == nil:
		return usagef("--set %s: %w", word, plan.Unknown(key, f.knobs))
	case flag.Changed && !repeatable(flag):
		return usagef("--set %s: %s is set twice", word, key)
	}
	if err := plan.Find(f.knobs, key).Set(value); err != nil {
		return usagef("--set %w", err)
	}
	flag.Changed = true
	return nil
}

// engineFile gives an engine a file.
func (f *planFlags) engineFile(word string) error {
	name, file, found := strings.Cut(word, "=")
	if !found || file == "" {
		return usagef("--engine-file %s: write ENGINE=FILE, such as --engine-file fusion=functions.txt", word)
	}
	for _, d := range engines.All() {
		if d.Name != name {
			continue
		}
		for _, o := range d.Options {
			if o.Kind == mutate.OneFile || o.Kind == mutate.Files {
				return f.set(plan.Key(d.Name, o.Name) + "=" + file)
			}
		}
		return usagef("--engine-file %s: the engine %s takes no file", word, name)
	}
	return usagef("--engine-file %s: there is no engine %q", word, name)
}

// check refuses what the plan says wrong, and flags that would have no effect.
func (f *planFlags) check() error {
	if err := f.settingError(f.plan.Check()); err != nil {
		return err
	}
	names, err := f.plan.EngineNames()
	if err != nil {
		return err
	}
	for _, k := range f.knobs {
		if k.Engine != "" && f.given(k.Key) && !slices.Contains(names, k.Engine) {
			return usagef("--%s is for the engine %s, which --engine does not name", k.Option, k.Engine)
		}
	}
	return nil
}

// settingError says what is wrong with a setting by the name that the user has given it: its flag, or its place in the file.
func (f *planFlags) settingError(err error) error {
	var wrong *plan.Error
	if !errors.As(err, &wrong) {
		return err
	}
	var spec *solver.SpecError
	var unusable *solver.UnusableError
	name := wrong.Key
	if flag := f.flag(wrong.Key); flag != nil {
		name = flag.Name
	}
	switch aboutSolver := errors.As(err, &spec) || errors.As(err, &unusable); {
	case aboutSolver && wrong.Line > 0:
		return fmt.Errorf("%s:%d: %w", wrong.File, wrong.Line, wrong.Err)
	case aboutSolver: // it names the solver
		return wrong.Err
	case wrong.Line > 0:
		return withExit(exitUsage, wrong)
	case errors.Is(wrong.Err, fs.ErrNotExist):
		return missingFile(wrong.Value, wrong.Err)
	case wrong.Value == "":
		return usagef("--%s: %w", name, wrong.Err)
	}
	return usagef("--%s %s: %w", name, wrong.Value, wrong.Err)
}

// rareSettings lists, for the help, the settings that have no flag there and belong to no engine; "" when there are none.
func rareSettings(flags *pflag.FlagSet) string {
	lines := map[string]string{}
	known := engineNames()
	flags.VisitAll(func(flag *pflag.Flag) {
		key := flag.Annotations[keyNote]
		if key == nil || !flag.Hidden {
			return
		}
		if table, _, _ := strings.Cut(key[0], "."); !slices.Contains(known, table) {
			_, usage := pflag.UnquoteUsage(flag)
			lines[key[0]] = fmt.Sprintf("  %s=%s\t%s\n", key[0], flag.DefValue, usage)
		}
	})
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	for _, key := range slices.Sorted(maps.Keys(lines)) {
		fmt.Fprint(w, lines[key])
	}
	_ = w.Flush() // into memory
	return b.String()
}

func repeatable(f *pflag.Flag) bool {
	_, ok := f.Value.(pflag.SliceValue)
	return ok
}

// plan takes the settings of --set and --config. Without any, in a folder with a campaign, it goes on with that campaign's.
func (opts *fuzzOptions) plan(ctx context.Context) error {
	p := opts.Plan
	if file := filepath.Join(opts.OutDir, plan.Name); opts.OutDir != "" && opts.Knobs.File == "" && len(p.Solvers) == 0 && len(opts.Seeds) == 0 && isThere(file) {
		opts.Knobs.File = file
		if !opts.Quiet && !opts.JSON {
			fmt.Fprintf(opts.Err, "going on with the settings in %s\n", file)
		}
	}
	if err := opts.Knobs.apply(ctx, nil); err != nil {
		return err
	}
	// Arguments replace what the file names, as flags do.
	if p.InFile("solvers") && len(opts.Seeds) > 0 && isSolvers(opts.Seeds[0]) {
		p.Solvers = nil
		p.Replace("solvers")
	}
	if len(opts.Seeds) == 0 || len(opts.Seeds) == 1 && len(p.Solvers) == 0 {
		opts.Seeds = append(opts.Seeds, p.Seeds...)
	}
	opts.takeSolverArgument()
	p.Seeds = opts.Seeds
	return nil
}
