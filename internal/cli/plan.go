package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/campaign/setup"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/internal/solver"
)

// seedsKey is the key of the arguments.
const seedsKey = "seeds"

// The annotations of flags that are knobs of a plan.
const (
	keyNote   = "assay:key"   // the knob's key
	pathNote  = "assay:path"  // the value is a path
	solveNote = "assay:solve" // the value is a solver with its options, whose program may be a path
)

// planFlags set the knobs of a plan that have no flag that the help shows, and read them from a file. The knobs are flags with a key.
type planFlags struct {
	Set    []string
	File   string
	Engine []string // --engine-file

	flags *pflag.FlagSet
	// fromFile are the keys that the file has set, with their lines.
	fromFile map[string]int
	// unused reports whether a key that this command has no flag for belongs to another one that reads plans.
	unused func(key string) bool
	// also are keys that this command has no flag for, with the key whose values theirs are added to.
	also map[string]string
}

func (f *planFlags) bind(cmd *cobra.Command) {
	f.flags = cmd.Flags()
	f.flags.StringArrayVar(&f.Set, "set", nil, "a setting as `KEY=VALUE`, such as storm.depth=10 or campaign.chain=5; assay engines show lists those of the engines (repeatable)")
	f.flags.StringVar(&f.File, "config", "", "a `FILE` with settings, such as the campaign.toml in a campaign's folder; what is given on the command line counts")
	f.flags.StringArrayVar(&f.Engine, "engine-file", nil, "a file for an engine as `ENGINE=FILE`: a configuration of typefuzz or opfuzz, functions of fusion, rules of weaken (repeatable)")
	complete(cmd, "set", func(string) []string {
		var keys []string
		for _, k := range f.knobs() {
			keys = append(keys, k.key+"=")
		}
		return keys
	})
}

// knob makes a flag a knob of the plan.
func knob(cmd *cobra.Command, flag, key string, notes ...string) {
	f := cmd.Flags().Lookup(flag)
	if f.Annotations == nil {
		f.Annotations = map[string][]string{}
	}
	f.Annotations[keyNote] = []string{key}
	for _, note := range notes {
		f.Annotations[note] = []string{""}
	}
}

// setOnly hides flags whose knobs are for --set: they go on working.
func setOnly(cmd *cobra.Command, flags ...string) {
	for _, name := range flags {
		cmd.Flags().Lookup(name).Hidden = true
	}
}

// A knobFlag is a flag with the key of its knob.
type knobFlag struct {
	key string
	*pflag.Flag
}

func (k *knobFlag) has(note string) bool { return k.Annotations[note] != nil }

// knobs returns the knobs by key.
func (f *planFlags) knobs() []knobFlag { return knobsOf(f.flags) }

func knobsOf(flags *pflag.FlagSet) []knobFlag {
	var all []knobFlag
	flags.VisitAll(func(flag *pflag.Flag) {
		if key := flag.Annotations[keyNote]; key != nil {
			all = append(all, knobFlag{key[0], flag})
		}
	})
	slices.SortFunc(all, func(a, b knobFlag) int { return strings.Compare(a.key, b.key) })
	return all
}

func (f *planFlags) knob(key string) (knobFlag, bool) {
	all := f.knobs()
	i := slices.IndexFunc(all, func(k knobFlag) bool { return k.key == key })
	if i < 0 {
		return knobFlag{}, false
	}
	return all[i], true
}

// apply sets the knobs of --set, --engine-file and --config, and returns the seeds that the file names. What the command line says counts more than the
// file, and a knob that it sets twice is an error.
func (f *planFlags) apply(ctx context.Context) (seeds []string, err error) {
	for _, word := range f.Set {
		if err := f.set(word); err != nil {
			return nil, err
		}
	}
	for _, word := range f.Engine {
		if err := f.engineFile(word); err != nil {
			return nil, err
		}
	}
	if f.File == "" {
		return nil, nil
	}
	text, err := readConfig(ctx, f.File)
	if err != nil {
		return nil, err
	}
	entries, err := plan.Parse(f.File, []byte(text))
	if err != nil {
		return nil, withExit(exitFailed, err)
	}
	f.fromFile = map[string]int{}
	// The engines come first, since settings of others do not matter, and what is added to a list comes after it.
	slices.SortStableFunc(entries, func(a, b plan.Entry) int { return f.rank(a.Key) - f.rank(b.Key) })
	for _, e := range entries {
		if e.Key == seedsKey {
			seeds = e.Values
			continue
		}
		if err := f.take(e); err != nil {
			return nil, withExit(exitFailed, fmt.Errorf("%s:%d: %w", f.File, e.Line, err))
		}
	}
	return seeds, nil
}

// rank is the place of a key in the order in which a file's entries are taken.
func (f *planFlags) rank(key string) int {
	switch {
	case key == "engines":
		return 0
	case f.also[key] != "":
		return 2
	}
	return 1
}

// set sets a knob as --set says.
func (f *planFlags) set(word string) error {
	key, value, found := strings.Cut(word, "=")
	key = strings.TrimSpace(key)
	if !found {
		return usagef("--set %s: write KEY=VALUE, such as --set storm.depth=10", word)
	}
	k, ok := f.knob(key)
	switch {
	case !ok:
		return usagef("--set %s: %w", word, f.unknown(key))
	case k.Changed && !repeatable(k.Flag):
		return usagef("--set %s: %s is set twice", word, key)
	}
	if err := k.Value.Set(value); err != nil {
		return usagef("--set %s", wrongValue(key, k.Flag, value, err))
	}
	k.Changed = true
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
				return f.set(settingKey(d.Name, o.Name) + "=" + file)
			}
		}
		return usagef("--engine-file %s: the engine %s takes no file", word, name)
	}
	return usagef("--engine-file %s: there is no engine %q", word, name)
}

// take sets a knob as the file says, unless the command line has set it.
func (f *planFlags) take(e plan.Entry) error {
	k, ok := f.knob(e.Key)
	if other, added := f.also[e.Key]; added {
		return f.addTo(other, e)
	}
	if !ok && f.unused != nil && f.unused(e.Key) {
		return nil
	}
	list, isList := k.flagValue().(pflag.SliceValue)
	switch {
	case !ok:
		return f.unknown(e.Key)
	case k.Changed, f.idle(e.Key):
		return nil
	case isList:
		if err := list.Replace(e.Values); err != nil {
			return errors.New(wrongValue(e.Key, k.Flag, strings.Join(e.Values, ","), err))
		}
	case e.List:
		return fmt.Errorf("%s takes one value, not a list", e.Key)
	default:
		if err := k.Value.Set(e.Values[0]); err != nil {
			return errors.New(wrongValue(e.Key, k.Flag, e.Values[0], err))
		}
	}
	f.fromFile[e.Key] = e.Line
	return nil
}

// idle reports whether a key is a setting of an engine that --engine does not name.
func (f *planFlags) idle(key string) bool {
	table, _, found := strings.Cut(key, ".")
	if !found || !slices.ContainsFunc(engines.All(), func(d mutate.Descriptor) bool { return d.Name == table }) {
		return false
	}
	k, ok := f.knob("engines")
	list, isList := k.flagValue().(pflag.SliceValue)
	return ok && isList && !slices.ContainsFunc(list.GetSlice(), func(name string) bool { return name == table || name == allEngines })
}

// addTo adds the values of an entry to those of another knob, unless the command line has set that.
func (f *planFlags) addTo(key string, e plan.Entry) error {
	k, _ := f.knob(key)
	list, ok := k.flagValue().(pflag.SliceValue)
	if !ok || k.Changed {
		return nil
	}
	for _, v := range e.Values {
		if err := list.Append(v); err != nil {
			return errors.New(wrongValue(e.Key, k.Flag, v, err))
		}
	}
	return nil
}

func (k *knobFlag) flagValue() pflag.Value {
	if k.Flag == nil {
		return nil
	}
	return k.Value
}

// unknown says that there is no such key.
func (f *planFlags) unknown(key string) error {
	var keys []string
	for _, k := range f.knobs() {
		keys = append(keys, k.key)
	}
	hint := didYouMean(key, keys)
	if hint == "" {
		hint = "; assay engines show lists those of the engines, and the campaign.toml of a campaign has all"
	}
	return fmt.Errorf("there is no setting %s%s", key, hint)
}

// rareSettings lists, for the help, the settings that have no flag there and belong to no engine; "" when there are none.
func rareSettings(flags *pflag.FlagSet) string {
	known := engineNames()
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	for _, k := range knobsOf(flags) {
		if table, _, _ := strings.Cut(k.key, "."); k.Hidden && !slices.Contains(known, table) {
			_, usage := pflag.UnquoteUsage(k.Flag)
			fmt.Fprintf(w, "  %s=%s\t%s\n", k.key, k.DefValue, usage)
		}
	}
	_ = w.Flush() // into memory
	return b.String()
}

func repeatable(f *pflag.Flag) bool {
	_, ok := f.Value.(pflag.SliceValue)
	return ok
}

// settingKey is the key of an engine's option: engine.option, where the option's name may begin with the engine's.
func settingKey(engine, option string) string {
	return engine + "." + strings.TrimPrefix(option, engine+"-")
}

// text is the plan as a file that repeats it in any folder: paths are absolute, except for those in the options of solvers. Settings of engines that are not chosen are left out.
func (f *planFlags) text(chosen, seeds []string) []byte {
	known := map[string]bool{}
	for _, d := range engines.All() {
		known[d.Name] = true
	}
	settings := []plan.Setting{{Entry: plan.Entry{Key: seedsKey, Values: absolute(seeds), List: true}, Doc: "files and folders of seeds, none for those in the binary"}}
	for _, k := range f.knobs() {
		if table, _, found := strings.Cut(k.key, "."); found && known[table] && !slices.Contains(chosen, table) {
			continue
		}
		s := plan.Setting{Entry: plan.Entry{Key: k.key}}
		_, usage := pflag.UnquoteUsage(k.Flag)
		s.Doc = usage
		if list, ok := k.Value.(pflag.SliceValue); ok {
			s.Values, s.List = list.GetSlice(), true
		} else {
			s.Values = []string{k.Value.String()}
		}
		switch k.Value.Type() {
		case "int", "int64", "uint64", "bool":
			s.Bare = true
		}
		switch {
		case k.has(pathNote):
			s.Values = absolute(s.Values)
		case k.has(solveNote):
			for i, spec := range s.Values {
				s.Values[i] = absolutePrograms(spec)
			}
		}
		settings = append(settings, s)
	}
	return plan.Write("The plan of this campaign: assay fuzz --config "+plan.Name+" --out DIR repeats it.\nWritten by assay "+thisVersion().Version+".", settings)
}

// absolute makes paths absolute. A word that names nothing that is there stays as it is, such as none for --known.
func absolute(paths []string) []string {
	out := slices.Clone(paths)
	for i, p := range out {
		if abs, err := filepath.Abs(p); err == nil && p != "" && isThere(p) {
			out[i] = abs
		}
	}
	return out
}

// absolutePrograms makes the programs of solvers that are named by a path absolute. Paths in their options stay as they are.
func absolutePrograms(text string) string {
	specs, err := solver.ParseSpecs(text)
	if err != nil {
		return text
	}
	var out []string
	for _, spec := range specs {
		if !strings.Contains(spec.Name, "/") || filepath.IsAbs(spec.Name) {
			out = append(out, spec.Text)
			continue
		}
		out = append(out, shell.Quote(append(absolute([]string{spec.Name}), spec.Args...)))
	}
	return strings.Join(out, ";")
}

// settingError says what is wrong with a setting by the name that the user has given it: its flag, or its place in the file.
func (f *planFlags) settingError(err error) error {
	var wrong *setup.SettingError
	if !errors.As(err, &wrong) {
		return err
	}
	place := ""
	if line := f.fromFile[wrong.Key]; line > 0 {
		place = fmt.Sprintf("%s:%d: ", f.File, line)
	}
	var spec *solver.SpecError
	var unusable *solver.UnusableError
	switch k, _ := f.knob(wrong.Key); {
	case errors.As(err, &spec), errors.As(err, &unusable): // these name the solver
		return fmt.Errorf("%s%w", place, wrong.Err)
	case place != "":
		return withExit(exitFailed, fmt.Errorf("%s%w", place, wrong))
	case wrong.Value == "":
		return usagef("--%s: %w", k.Name, wrong.Err)
	default:
		return usagef("--%s %s: %w", k.Name, wrong.Value, wrong.Err)
	}
}

// plan takes the settings of --set and --config. Without any, in a folder with a campaign, it goes on with that campaign's.
func (opts *fuzzOptions) plan(ctx context.Context) error {
	if file := filepath.Join(opts.Plan.Out, plan.Name); opts.Plan.Out != "" && opts.Knobs.File == "" && len(opts.Solvers.Specs) == 0 && len(opts.Seeds) == 0 && isThere(file) {
		opts.Knobs.File = file
		if !opts.Quiet && !opts.JSON {
			fmt.Fprintf(opts.Err, "going on with the settings in %s\n", file)
		}
	}
	seeds, err := opts.Knobs.apply(ctx)
	if err != nil {
		return err
	}
	// Arguments replace what the file names, as flags do.
	if opts.Knobs.fromFile["solvers"] > 0 && len(opts.Seeds) > 0 && isSolvers(opts.Seeds[0]) {
		opts.Solvers.Specs = nil
	}
	if len(opts.Seeds) == 0 || len(opts.Seeds) == 1 && len(opts.Solvers.Specs) == 0 {
		opts.Seeds = append(opts.Seeds, seeds...)
	}
	return nil
}
