package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/smt/theory"
)

// newCompletion writes scripts that have a shell complete commands, flags and their values.
func newCompletion(s *Streams) *cobra.Command {
	shells := map[string]func(root *cobra.Command) error{
		"bash":       func(root *cobra.Command) error { return root.GenBashCompletionV2(s.Out, true) },
		"zsh":        func(root *cobra.Command) error { return root.GenZshCompletion(s.Out) },
		"fish":       func(root *cobra.Command) error { return root.GenFishCompletion(s.Out, true) },
		"powershell": func(root *cobra.Command) error { return root.GenPowerShellCompletionWithDesc(s.Out) },
	}
	names := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Write a script that has your shell complete commands, flags and values",
		Long: `Write a script that has bash, zsh, fish or PowerShell complete commands and flags, and the names of engines, solvers,
rules and classes of findings.`,
		Example: `  assay completion bash >~/.local/share/bash-completion/completions/assay
  assay completion zsh >"${fpath[1]}/_assay"
  assay completion fish >~/.config/fish/completions/assay.fish`,
		Args:                  exactArgs(1, "SHELL"),
		ValidArgs:             names,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			generate, ok := shells[args[0]]
			if !ok {
				return usagef("there are no completions for %q%s; the shells are %s", args[0], didYouMean(args[0], names), strings.Join(names, ", "))
			}
			if err := generate(cmd.Root()); err != nil {
				return errOutput
			}
			return nil
		},
	}
}

// complete has the shell offer the values of a flag.
func complete(cmd *cobra.Command, flag string, values func(typed string) []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return beginningWith(values(typed), typed), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic("cli: " + err.Error()) // there is no such flag, or it has completions already
	}
}

// completeArgs has the shell offer the arguments of a command.
func completeArgs(words func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return beginningWith(words(), typed), cobra.ShellCompDirectiveNoFileComp
	}
}

func beginningWith(words []string, begin string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !strings.HasPrefix(w, begin) })
}

// listOf offers words for the last place of a list, except those that the list already has.
func listOf(separator string, words func() []string) func(typed string) []string {
	return func(typed string) []string {
		before := ""
		if i := strings.LastIndex(typed, separator); i >= 0 {
			before = typed[:i+len(separator)]
		}
		var out []string
		for _, w := range words() {
			if !slices.Contains(strings.Split(before, separator), w) {
				out = append(out, before+w)
			}
		}
		return out
	}
}

// oneOf offers fixed words.
func oneOf(words ...string) func(string) []string { return func(string) []string { return words } }

// completeSolvers has the shell offer solvers after the flags that take them, for a command and those below it.
func completeSolvers(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		completeSolvers(sub)
	}
	for _, flag := range []string{"solver", "baseline"} {
		if cmd.Flags().Lookup(flag) != nil {
			complete(cmd, flag, listOf(";", func() []string {
				files, _ := cmd.Flags().GetStringArray("profile") // nil for a command without it
				return (&profileFlags{Files: files}).solverNames()
			}))
		}
	}
}

// solverNames returns the names of all profiles, and of installed versions.
func (p *profileFlags) solverNames() []string {
	r, err := p.resolver()
	if err != nil {
		return nil
	}
	var names []string
	for _, profile := range r.Profiles.Profiles() {
		names = append(names, profile.Name)
	}
	if r.Installed != "" {
		found, _ := filepath.Glob(filepath.Join(r.Installed, "*", "*")) // a folder that cannot be read offers nothing
		for _, path := range found {
			if info, err := os.Stat(path); err == nil && info.IsDir() {
				names = append(names, filepath.Base(filepath.Dir(path))+"@"+filepath.Base(path))
			}
		}
	}
	return names
}

// ruleNames returns the names of the built-in rules.
func ruleNames() []string {
	all, err := rules.Builtin(theory.Builtin())
	if err != nil {
		return nil
	}
	var names []string
	for _, r := range all {
		names = append(names, r.Name)
	}
	return names
}

// classNames returns the classes of findings.
func classNames() []string {
	var names []string
	for _, c := range oracle.Classes() {
		names = append(names, string(c))
	}
	return names
}

// completeEngines has the shell offer engines, and the words of their options.
func completeEngines(cmd *cobra.Command) {
	complete(cmd, "engine", listOf(",", func() []string { return append(engineNames(), plan.All) }))
	for _, d := range engines.All() {
		for _, o := range d.Options {
			if o.Kind == mutate.Choice {
				complete(cmd, o.Name, oneOf(o.Words...))
			}
		}
	}
}
