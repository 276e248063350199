package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/shell"
)

// A dialect is the command line of another fuzzer. The command with its name runs what Assay has for it and says how that is
// written here.
type dialect struct {
	name, of string
	engine   string
	words    []foreignWord
	defaults [][2]string // Assay's flags with the other tool's defaults, for those that are not given
}

// A foreignWord is a flag of the other tool. What a dialect does not list is Assay's own and stays as it is.
type foreignWord struct {
	short, long string
	flag        string // Assay's, "" for one that is left out
	positional  bool   // its value is an argument
	bare        bool   // it has no value
	why         string // why it is left out
}

// yinyangWords are what the three tools of yinyang have in common; config is Assay's flag for their configuration files.
func yinyangWords(config string) []foreignWord {
	return []foreignWord{
		{short: "t", long: "timeout", flag: "--timeout"},
		{short: "i", long: "iterations", flag: "--iterations"},
		{short: "b", long: "bugsfolder", flag: "--out"},
		{short: "L", long: "file-size-limit", flag: "--seed-size"},
		{long: "limit", flag: "--seed-size"},
		{short: "c", long: "config", flag: config},
		{short: "m", long: "modulo", why: "every mutant is run"},
		{short: "s", long: "scratchfolder", why: "temporary files are below $TMPDIR and are removed"},
		{short: "l", long: "logfolder", why: "everything that a campaign keeps is in --out"},
		{short: "n", long: "no-log", bare: true, why: "there are no logs"},
		{short: "k", long: "keep-mutants", bare: true, why: "assay mutate --mutant NAME recreates any mutant"},
	}
}

// dialects are the fuzzers whose command lines are understood.
func dialects() []dialect {
	usual := func(iterations string) [][2]string {
		return [][2]string{{"--timeout", "8"}, {"--iterations", iterations}, {"--seed-size", "100000"}, {"--out", "bugs"}}
	}
	return []dialect{
		{name: "typefuzz", of: "yinyang", engine: "typefuzz", words: yinyangWords("--typefuzz-config"), defaults: usual("300")},
		{name: "opfuzz", of: "yinyang", engine: "opfuzz", words: yinyangWords("--opfuzz-config"), defaults: usual("300")},
		{name: "yinyang", of: "yinyang", engine: "fusion", defaults: usual("30"), words: append([]foreignWord{
			{short: "o", long: "oracle", why: "the truth of each seed is taken from its (set-info :status ...) and from solvers"},
			{short: "m", long: "multiple-variables", why: "fusion functions say themselves how many variables they join"},
			{short: "g", long: "generate-functions", why: "functions come from --fusion-functions FILE"},
			{short: "r", long: "randomize", bare: true, why: "functions come from --fusion-functions FILE"},
		}, yinyangWords("--fusion-functions")...)},
		{name: "storm", of: "STORM", engine: "storm", defaults: [][2]string{{"--out", "bugs"}}, words: []foreignWord{
			{long: "benchmark", positional: true},
			{long: "solverbin", flag: "--solver"},
			{long: "solver", flag: "--solver"},
			{long: "cores", flag: "--jobs"},
			{long: "theory", why: "the seeds decide: name a folder of that logic"},
			{long: "server", why: "Assay runs on one machine"},
			{long: "reproduce", why: "assay replay FINDING runs a finding again"},
		}},
	}
}

// translated returns the commands of other fuzzers' names. They are not listed, so that nobody is led to them.
func translated(s *Streams) []*cobra.Command {
	var all []*cobra.Command
	for _, d := range dialects() {
		all = append(all, &cobra.Command{
			Use:   d.name + " [flags] ...",
			Short: "What " + d.of + "'s " + d.name + " does, as assay fuzz",
			Long: fmt.Sprintf(`Understand the command line of %s's %s, say how Assay calls it, and run that. Flags of assay fuzz can be given too.`,
				d.of, d.name),
			Example:            fmt.Sprintf("  assay %s \"z3;cvc5\" seeds", d.name),
			Hidden:             true,
			DisableFlagParsing: true,
			RunE: func(cmd *cobra.Command, args []string) error {
				if slices.Contains(args, "-h") || slices.Contains(args, "--help") {
					return cmd.Help()
				}
				return d.run(cmd.Context(), s, args)
			},
		})
	}
	return all
}

// run runs the command line of another fuzzer.
func (d *dialect) run(ctx context.Context, s *Streams, args []string) error {
	args, notes, err := d.translate(args)
	if err != nil {
		return err
	}
	for _, note := range notes {
		fmt.Fprintln(s.Err, note)
	}
	fmt.Fprintf(s.Err, "assay %s runs: assay %s\n", d.name, shell.Quote(args))
	return rootFor(s, args).ExecuteContext(ctx)
}

// translate returns Assay's arguments for those of the other tool, and notes on those that are left out.
func (d *dialect) translate(args []string) (out, notes []string, err error) {
	var flags, rest []string
	given := func(flag string) bool {
		return slices.ContainsFunc(flags, func(f string) bool { return f == flag || strings.HasPrefix(f, flag+"=") })
	}
	var solvers []string // of --solver
	program := ""        // of --solverbin
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if arg == "--" {
			rest = append(rest, args...)
			break
		}
		word, value, attached := d.word(arg)
		switch {
		case word == nil && strings.HasPrefix(arg, "-") && arg != "-":
			// Assay's own, with its value if that is not attached.
			long, takesValue := ownFlag(arg)
			flags = append(flags, long)
			if takesValue && len(args) > 0 {
				flags = append(flags, args[0])
				args = args[1:]
			}
			continue
		case word == nil:
			rest = append(rest, arg)
			continue
		case !word.bare && !attached:
			if len(args) == 0 {
				return nil, nil, usagef("%s needs a value", arg)
			}
			value, args = args[0], args[1:]
		}
		switch {
		case word.long == "solver":
			solvers = append(solvers, value)
		case word.long == "solverbin":
			program = value
		case word.positional:
			rest = append(rest, value)
		case word.flag == "":
			notes = append(notes, fmt.Sprintf("%s is left out: %s", strings.TrimSuffix(arg, "="+value), word.why))
		case word.flag == "--iterations" && value == "0", word.flag == "--iterations" && strings.HasPrefix(value, "-"):
			return nil, nil, usagef("%s %s: give 1 or more", arg, value)
		default:
			flags = append(flags, word.flag, value)
		}
	}
	// STORM names the kind of a solver and its program separately; Assay knows the kind from the program's name.
	if program != "" {
		solvers = []string{shell.Quote([]string{program})}
	}
	for _, s := range solvers {
		flags = append(flags, "--solver", s)
	}
	ends := slices.ContainsFunc([]string{"--duration", "--mutants", "--iterations"}, given)
	for _, def := range d.defaults {
		if !given(def[0]) && (def[0] != "--iterations" || !ends) {
			flags = append(flags, def[0], def[1])
		}
	}
	if slices.ContainsFunc(rest, func(arg string) bool { return strings.HasPrefix(arg, "-") }) { // a file behind --
		flags = append(flags, "--")
	}
	return slices.Concat([]string{"fuzz", "--engine", d.engine}, flags, rest), notes, nil
}

// word returns the foreign flag that an argument is, with the value that is attached to it.
func (d *dialect) word(arg string) (word *foreignWord, value string, attached bool) {
	name, isLong := strings.CutPrefix(arg, "--")
	if isLong {
		name, value, attached = strings.Cut(name, "=")
	}
	for i := range d.words {
		w := &d.words[i]
		switch short, ok := strings.CutPrefix(arg, "-"+w.short); {
		case isLong && name == w.long:
			return w, value, attached
		case isLong, w.short == "", !ok, w.bare && short != "":
		default:
			return w, strings.TrimPrefix(short, "="), short != ""
		}
	}
	return nil, "", false
}

// ownFlag returns the long name of a flag of assay fuzz, and whether its value is in the next argument. Any other argument stays as it is.
func ownFlag(arg string) (long string, takesValue bool) {
	flags := newFuzz(NewStreams(nil, nil, nil)).Flags()
	name, isLong := strings.CutPrefix(arg, "--")
	f := flags.Lookup(name)
	if !isLong {
		if len(arg) != len("-x") {
			return arg, false
		}
		f = flags.ShorthandLookup(arg[1:])
	}
	if f == nil {
		return arg, false
	}
	return "--" + f.Name, f.NoOptDefVal == ""
}
