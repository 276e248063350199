package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

// later are the commands that the project has planned and this version does not have. They are known so that this
// version can tell that to a user of a later version's manual, and hidden so that nobody is led to them.
var later = []string{"serve", "hub", "work", "ci"}

func laterCommands() []*cobra.Command {
	var all []*cobra.Command
	for _, name := range later {
		all = append(all, &cobra.Command{
			Use:                name,
			Hidden:             true,
			DisableFlagParsing: true,
			RunE:               func(cmd *cobra.Command, _ []string) error { return notYet("the command " + cmd.Name()) },
		})
	}
	return all
}

func notYet(what string) error {
	return withExit(exitUsage, fmt.Errorf("%s is planned, but not in this version; assay --help lists what there is", what))
}
