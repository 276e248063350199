package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/smt/theory"
)

// allEngines stands for every engine.
const allEngines = "all"

// engineFlags choose and configure engines, and the operator table that they share with the reader. Which engines and
// flags there are is up to the engines' descriptors.
type engineFlags struct {
	Names  []string
	Theory []string

	all      []mutate.Descriptor
	settings map[string][]*setting // by engine
}

// A setting is an option of an engine with what its flag was given. Which field counts follows from the kind of option.
type setting struct {
	mutate.Option
	number int
	text   string // a word, or the name of a file
	on     bool
	files  []string
	flag   *pflag.Flag
}

func (f *engineFlags) bind(cmd *cobra.Command) {
	f.all, f.settings = engines.All(), map[string][]*setting{}
	flags := cmd.Flags()
	flags.StringSliceVarP(&f.Names, "engine", "e", f.Names, "`ENGINES`: "+strings.Join(f.known(), ", ")+", separated by commas, or all")
	theoryFlag(cmd, &f.Theory)
	for _, d := range f.all {
		for _, o := range d.Options {
			s := &setting{Option: o}
			s.bind(cmd)
			var notes []string
			if o.Kind == mutate.OneFile || o.Kind == mutate.Files {
				notes = []string{pathNote}
			}
			knob(cmd, o.Name, settingKey(d.Name, o.Name), notes...)
			s.flag = flags.Lookup(o.Name)
			f.settings[d.Name] = append(f.settings[d.Name], s)
		}
	}
	f.complete(cmd)
}

func (s *setting) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	switch s.Kind {
	case mutate.Integer:
		flags.IntVar(&s.number, s.Name, s.Int, s.Doc)
	case mutate.Choice:
		flags.StringVar(&s.text, s.Name, s.Words[0], s.Doc)
	case mutate.Switch:
		flags.BoolVar(&s.on, s.Name, false, s.Doc)
	case mutate.OneFile:
		flags.StringVar(&s.text, s.Name, "", s.Doc)
	case mutate.Files:
		flags.StringArrayVar(&s.files, s.Name, nil, s.Doc)
	default:
		panic(fmt.Sprintf("cli: --%s has no kind", s.Name))
	}
}

// setOnly leaves the engines' options to --set: their flags go on working, and the help does not show them.
func (f *engineFlags) setOnly(cmd *cobra.Command) {
	for _, settings := range f.settings {
		for _, s := range settings {
			setOnly(cmd, s.Name)
		}
	}
}

// described lists the engines for a help text, a line each.
func described() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, d := range engines.All() {
		fmt.Fprintf(w, "  %s\t%s\n", d.Name, d.Doc)
	}
	_ = w.Flush() // into memory
	return strings.TrimSuffix(b.String(), "\n")
}

// known returns the names of all engines.
func (f *engineFlags) known() []string {
	var names []string
	for _, d := range f.all {
		names = append(names, d.Name)
	}
	return names
}

// names returns the chosen engines, each once, in the order of the user.
func (f *engineFlags) names() ([]string, error) {
	var names []string
	known := f.known()
	for _, name := range f.Names {
		name = strings.ToLower(strings.TrimSpace(name))
		switch {
		case name == "":
		case name == allEngines:
			names = append(names, known...)
		case slices.Contains(known, name):
			names = append(names, name)
		default:
			return nil, usagef("there is no engine %q%s; the engines are %s, or all", name, didYouMean(name, append([]string{allEngines}, known...)), strings.Join(known, ", "))
		}
	}
	if len(names) == 0 {
		return nil, usagef("--engine names no engine; the engines are %s, or all", strings.Join(known, ", "))
	}
	var once []string
	for _, name := range names {
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	return once, f.check(once)
}

// check refuses flags that would have no effect, and values that options do not take.
func (f *engineFlags) check(names []string) error {
	for _, d := range f.all {
		for _, s := range f.settings[d.Name] {
			if err := s.Check(mutate.Value{Int: s.number, Word: s.text}); err != nil {
				return usagef("--%s %s: %w", s.Name, s.shown(), err)
			}
			if s.given() && !slices.Contains(names, d.Name) {
				return usagef("--%s is for the engine %s, which --engine does not name", s.Name, d.Name)
			}
		}
	}
	return nil
}

// given reports whether the command line sets it.
func (s *setting) given() bool { return s.flag.Changed }

// shown is the value as the user wrote it.
func (s *setting) shown() string {
	if s.Kind == mutate.Integer {
		return fmt.Sprint(s.number)
	}
	return s.text
}

// value returns what an engine gets to see, with the content of files.
func (s *setting) value(ctx context.Context) (mutate.Value, error) {
	v := mutate.Value{Int: s.number, On: s.on}
	files := s.files
	switch {
	case s.Kind == mutate.Choice:
		v.Word = s.text
	case s.Kind == mutate.OneFile && s.text != "":
		files = []string{s.text}
	}
	for _, name := range files {
		text, err := readConfig(ctx, name)
		if err != nil {
			return v, err
		}
		v.Files = append(v.Files, mutate.File{Name: name, Text: text})
	}
	return v, nil
}

// combine has engines make more of a second formula that the user names: a user who names one wants to see it.
func (f *engineFlags) combine() {
	for _, settings := range f.settings {
		for _, s := range settings {
			if s.WithPartner != 0 {
				s.number = s.WithPartner
			}
		}
	}
}

// engines makes the engines. They and the reader of seeds must share the table.
func (f *engineFlags) engines(ctx context.Context) ([]mutate.Engine, *theory.Table, error) {
	chosen, table, err := f.chosen(ctx)
	if err != nil {
		return nil, nil, err
	}
	made, table, err := engines.Make(chosen, table)
	return made, table, inputError(err)
}

// chosen returns the chosen engines with their settings, and the operator table that --theory extends. It reads the files that they name.
func (f *engineFlags) chosen(ctx context.Context) ([]engines.Chosen, *theory.Table, error) {
	names, err := f.names()
	if err != nil {
		return nil, nil, err
	}
	table, err := extendTable(ctx, f.Theory)
	if err != nil {
		return nil, nil, err
	}
	var chosen []engines.Chosen
	for _, name := range names {
		c := engines.Chosen{Settings: mutate.Settings{}}
		for _, d := range f.all {
			if d.Name == name {
				c.Descriptor = d
			}
		}
		for _, s := range f.settings[name] {
			if c.Settings[s.Name], err = s.value(ctx); err != nil {
				return nil, nil, err
			}
		}
		chosen = append(chosen, c)
	}
	return chosen, table, nil
}

// inputError gives an engine's error about the user's input its exit code.
func inputError(err error) error {
	var input *mutate.InputError
	if !errors.As(err, &input) {
		return err
	}
	if input.Fault == mutate.Useless {
		return withExit(exitUsage, input.Err)
	}
	return withExit(exitFailed, input.Err)
}

func readConfig(ctx context.Context, file string) (string, error) {
	if _, err := os.Stat(file); err != nil {
		return "", missingFile(file, err)
	}
	text, err := readText(ctx, file, nil)
	return strings.TrimPrefix(text, "\ufeff"), err // a byte order mark
}
