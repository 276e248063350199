package cli

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/fusion"
	"github.com/assay-smt/assay/internal/mutate/opfuzz"
	"github.com/assay-smt/assay/internal/mutate/storm"
	"github.com/assay-smt/assay/internal/mutate/typefuzz"
	"github.com/assay-smt/assay/internal/mutate/weaken"
	"github.com/assay-smt/assay/smt/theory"
)

// The engines' names.
const (
	typefuzzName = "typefuzz"
	opfuzzName   = "opfuzz"
	stormName    = "storm"
	fusionName   = "fusion"
	weakenName   = "weaken"
	allEngines   = "all"
)

var engineNames = []string{typefuzzName, opfuzzName, stormName, fusionName, weakenName}

// engineFlags choose and configure engines, and the operator table that they share with the reader.
type engineFlags struct {
	Names          []string
	Theory         []string
	TypefuzzConfig string
	OpfuzzConfig   string
	NoGenerate     bool
	NoLiterals     bool
	Storm          stormFlags
	Functions      string // fusion's
	Weaken         weakenFlags
}

func (f *engineFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVarP(&f.Names, "engine", "e", f.Names, "`ENGINES`: "+strings.Join(engineNames, ", ")+", with commas between them, or all")
	theoryFlag(cmd, &f.Theory)
	flags.StringVar(&f.TypefuzzConfig, "typefuzz-config", "", "typefuzz uses only the operators of this `FILE`, a typefuzz configuration")
	flags.StringVar(&f.OpfuzzConfig, "opfuzz-config", "", "opfuzz makes only the replacements of this `FILE`, an operator_mutations.txt")
	flags.BoolVar(&f.NoGenerate, "no-generate", false, "typefuzz copies existing expressions only (FuzzChick's mutator)")
	flags.BoolVar(&f.NoLiterals, "no-literals", false, "typefuzz invents no literals")
	f.Storm.bind(cmd)
	flags.StringVar(&f.Functions, "fusion-functions", "", "fusion uses only the functions of this `FILE`, each proved before it is used")
	f.Weaken.bind(cmd)
}

// names returns the chosen engines, each once, in the order of the user.
func (f *engineFlags) names() ([]string, error) {
	var names []string
	for _, name := range f.Names {
		name = strings.ToLower(strings.TrimSpace(name))
		switch {
		case name == "":
		case name == allEngines:
			names = append(names, engineNames...)
		case slices.Contains(engineNames, name):
			names = append(names, name)
		case slices.Contains(laterEngines, name):
			return nil, notYet("the engine " + name)
		default:
			known := append([]string{allEngines}, engineNames...)
			return nil, usagef("there is no engine %q%s; the engines are %s, or all", name, didYouMean(name, known), strings.Join(engineNames, ", "))
		}
	}
	if len(names) == 0 {
		return nil, usagef("--engine names no engine; the engines are %s, or all", strings.Join(engineNames, ", "))
	}
	var once []string
	for _, name := range names {
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	return once, f.consistent(once)
}

// consistent refuses flags that would have no effect.
func (f *engineFlags) consistent(names []string) error {
	for _, need := range []struct {
		given        bool
		flag, engine string
	}{
		{f.TypefuzzConfig != "", "--typefuzz-config", typefuzzName},
		{f.OpfuzzConfig != "", "--opfuzz-config", opfuzzName},
		{f.NoGenerate, "--no-generate", typefuzzName},
		{f.NoLiterals, "--no-literals", typefuzzName},
		{f.Storm.Incremental, "--incremental", stormName},
		{f.Functions != "", "--fusion-functions", fusionName},
		{len(f.Weaken.Rules) > 0, "--weaken-rules", weakenName},
	} {
		if need.given && !slices.Contains(names, need.engine) {
			return usagef("%s is for the engine %s, which --engine does not name", need.flag, need.engine)
		}
	}
	return nil
}

// engines makes the engines. They and the reader of seeds must share the table.
func (f *engineFlags) engines(ctx context.Context) ([]mutate.Engine, *theory.Table, error) {
	names, err := f.names()
	if err != nil {
		return nil, nil, err
	}
	table, err := extendTable(ctx, f.Theory)
	if err != nil {
		return nil, nil, err
	}
	types := typefuzz.Options{}
	if f.TypefuzzConfig != "" {
		text, err := readConfig(ctx, f.TypefuzzConfig)
		if err != nil {
			return nil, nil, err
		}
		if types, err = typefuzz.Config(table, f.TypefuzzConfig, text); err != nil {
			return nil, nil, err
		}
		table = types.Table
	}
	types.Table, types.CopyOnly, types.NoLiterals = table, f.NoGenerate, f.NoLiterals
	ops := opfuzz.Options{Table: table}
	if f.OpfuzzConfig != "" {
		text, err := readConfig(ctx, f.OpfuzzConfig)
		if err != nil {
			return nil, nil, err
		}
		if ops.Classes, err = opfuzz.ParseClasses(table, f.OpfuzzConfig, text); err != nil {
			return nil, nil, err
		}
	}
	fusions := fusion.Options{Table: table}
	if f.Functions != "" {
		text, err := readConfig(ctx, f.Functions)
		if err != nil {
			return nil, nil, err
		}
		if fusions.Functions, err = fusion.ParseFunctions(table, f.Functions, text); err != nil {
			return nil, nil, err
		}
	}
	storms, err := f.Storm.options(table)
	if err != nil {
		return nil, nil, err
	}
	weakens, err := f.Weaken.options(ctx, table)
	if err != nil {
		return nil, nil, err
	}
	var engines []mutate.Engine
	for _, name := range names {
		switch name {
		case typefuzzName:
			engines = append(engines, typefuzz.New(types))
		case opfuzzName:
			engines = append(engines, opfuzz.New(ops))
		case stormName:
			engines = append(engines, storm.New(storms))
		case fusionName:
			e, err := fusion.New(fusions)
			if err != nil {
				return nil, nil, err
			}
			engines = append(engines, e)
		case weakenName:
			e, err := weaken.New(weakens)
			if err != nil {
				return nil, nil, err
			}
			engines = append(engines, e)
		}
	}
	return engines, table, nil
}

// verify proves what the user has brought for engines to rest on: fusion functions and rules.
func (f *engineFlags) verify(ctx context.Context, s *Streams, engines []mutate.Engine, asker mutate.Asker) error {
	if err := f.checkFunctions(ctx, s, engines, asker); err != nil {
		return err
	}
	return f.Weaken.verify(ctx, s, asker)
}

// checkFunctions proves the user's fusion functions, and says which are guarded or refused, before anything rests on
// them. The built-in ones are proved by tests. A file of which nothing is left is an error.
func (f *engineFlags) checkFunctions(ctx context.Context, s *Streams, engines []mutate.Engine, asker mutate.Asker) error {
	for _, e := range engines {
		e, ok := e.(*fusion.Engine)
		if !ok || f.Functions == "" {
			continue
		}
		verdicts, err := e.Check(ctx, asker)
		if err != nil {
			return err
		}
		good := 0
		for _, v := range verdicts {
			if v.State != fusion.Refused {
				good++
			}
			if v.State != fusion.Proved || v.Guard != "" {
				fmt.Fprintln(s.Err, v)
			}
		}
		if good == 0 {
			return usagef("%s: no function is left: every inverse is refused", f.Functions)
		}
	}
	return nil
}

func readConfig(ctx context.Context, file string) (string, error) {
	if _, err := os.Stat(file); err != nil {
		return "", missingFile(file, err)
	}
	text, err := readText(ctx, file, nil)
	return strings.TrimPrefix(text, "\ufeff"), err // a byte order mark
}
