package cli

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A foreignFlag is a flag of another fuzzer that means nothing here, with what to type instead.
type foreignFlag struct {
	names []string // shorthands have one letter; the first one that has more is its name there
	tool  string
	here  string
}

// foreignFlags are those that people are used to, of yinyang 0.3.0 (opfuzz, typefuzz, yinyang), STORM, DIVER, ddSMT and smtfuzz.
var foreignFlags = []foreignFlag{
	{[]string{"i", "iterations"}, "yinyang", "assay fuzz has it; for assay mutate, write --count N"},
	{[]string{"m", "modulo", "multiple-variables"}, "yinyang", "leave it out: every mutant is run, and fusion functions say themselves how many variables they join"},
	{[]string{"b", "bugsfolder"}, "yinyang", "write --out DIR; findings are in DIR/findings"},
	{[]string{"s", "scratchfolder"}, "yinyang", "leave it out: temporary files are below $TMPDIR and are removed"},
	{[]string{"l", "logfolder"}, "yinyang", "leave it out: everything that a campaign keeps is in --out DIR, and --json writes every event to standard output"},
	{[]string{"L", "file-size-limit", "limit"}, "yinyang", "write --seed-size BYTES, such as --seed-size 100kB"},
	{[]string{"c", "config"}, "yinyang", "write --typefuzz-config FILE, --opfuzz-config FILE or --fusion-functions FILE"},
	{[]string{"no-log"}, "yinyang", "leave it out: there are no logs"},
	{[]string{"k", "keep-mutants"}, "yinyang", "leave it out: assay mutate --mutant NAME recreates any mutant of a campaign"},
	{[]string{"oracle"}, "yinyang", "leave it out: the truth of each seed is taken from its (set-info :status ...) and from solvers"},
	{[]string{"g", "generate-functions"}, "yinyang", "write --fusion-functions FILE"},
	{[]string{"r", "randomize"}, "yinyang", "leave it out, or write --fusion-functions FILE"},
	{[]string{"v"}, "yinyang", "write assay version"},
	{[]string{"benchmark"}, "STORM", "seeds are arguments, as in assay fuzz --solver z3 --engine storm --out out SEEDS"},
	{[]string{"solverbin"}, "STORM", "write --solver /path/to/solver"},
	{[]string{"cores", "workers", "threads"}, "STORM", "write --jobs N"},
	{[]string{"reproduce"}, "STORM", "write assay replay FINDING"},
	{[]string{"min", "file_path", "server"}, "STORM", "leave it out; assay replay FINDING runs a finding again"},
	{[]string{"seeds", "input"}, "smtfuzz", "seeds are arguments, as in assay fuzz --solver z3 --out out SEEDS"},
	{[]string{"output", "outdir", "out-dir"}, "DIVER", "write --out DIR"},
	{[]string{"logic"}, "DIVER", "the seeds decide: name a folder of that logic"},
	{[]string{"memout", "memory-limit"}, "ddSMT", "write --memory 4GiB"},
	{[]string{"count"}, "smtfuzz", "write --mutants N for all seeds together, or --iterations N for each"},
}

// adviceOn returns what to type instead of a flag that no command has in this form, "" when no other tool has it either.
func adviceOn(name string) string {
	for _, f := range foreignFlags {
		if !slices.Contains(f.names, name) {
			continue
		}
		if long := f.names[min(1, len(f.names)-1)]; len(name) == 1 && len(long) > 1 {
			return fmt.Sprintf("there is no flag -%s (--%s of %s): %s", name, long, f.tool, f.here)
		} else if len(name) == 1 {
			return fmt.Sprintf("there is no flag -%s: %s", name, f.here)
		}
		return fmt.Sprintf("there is no flag --%s (of %s): %s", name, f.tool, f.here)
	}
	return ""
}

// adviceOnValue returns what may have been meant by a value that a flag does not take, "" when nothing comes to mind.
func adviceOnValue(cmd *cobra.Command, flag *pflag.Flag, value string) string {
	if number := strings.ContainsAny(value[:min(1, len(value))], "-0123456789"); number {
		return ""
	}
	switch {
	case cmd.Name() == "fuzz" && flag.Name == "mutants":
		return "-n is --mutants here; leave out yinyang's -n (no log)"
	case flag.Name == "seed":
		return "it is the number that determines everything random; files and folders of seeds are arguments"
	}
	return ""
}

// looksLikeLogic reports whether a word is the name of a logic, such as QF_LIA, which STORM and others take.
func looksLikeLogic(word string) bool {
	return word != "" && strings.Trim(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == ""
}

// maxJobs is the largest number of workers that makes sense: each has some files open, and solvers fill the machine long before.
const maxJobs = 512

// checkJobs refuses numbers of workers that no machine has a use for.
func checkJobs(n int) error {
	if n < 1 || n > maxJobs {
		return usagef("--jobs %d: give a number from 1 to %d; this machine has %s", n, maxJobs, plural(runtime.NumCPU(), "processor"))
	}
	return nil
}
