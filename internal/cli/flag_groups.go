package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A flagGroup is a part of a command's help: a title, and the flags below it.
type flagGroup struct {
	title string
	flags []string
}

// groupFlags has a command's help show its flags in groups, and those of no group at the end. Groups may name flags that the command does not
// have: commands that are alike share them.
func groupFlags(cmd *cobra.Command, groups []flagGroup) {
	cmd.SetUsageFunc(func(cmd *cobra.Command) error {
		var b strings.Builder
		fmt.Fprintf(&b, "Usage:\n  %s\n", cmd.UseLine())
		if cmd.HasExample() {
			fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
		}
		rest := flagGroup{title: "Everything else"}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !slices.ContainsFunc(groups, func(g flagGroup) bool { return slices.Contains(g.flags, f.Name) }) {
				rest.flags = append(rest.flags, f.Name)
			}
		})
		for _, g := range append(slices.Clone(groups), rest) {
			set := pflag.NewFlagSet(g.title, pflag.ContinueOnError)
			set.SortFlags = false
			for _, name := range g.flags {
				if f := cmd.LocalFlags().Lookup(name); f != nil {
					set.AddFlag(f)
				}
			}
			if usages := set.FlagUsages(); usages != "" {
				fmt.Fprintf(&b, "\n%s:\n%s", g.title, usages)
			}
		}
		if settings := rareSettings(cmd.LocalFlags()); settings != "" {
			fmt.Fprintf(&b, "\nWhat hardly anybody sets, with --set (assay engines show lists what engines take):\n%s", settings)
		}
		_, err := fmt.Fprint(cmd.OutOrStderr(), b.String())
		return err
	})
}
