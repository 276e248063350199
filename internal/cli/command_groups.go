package cli

import "github.com/spf13/cobra"

// A commandGroup is a part of the program's help: a title, and the commands below it.
type commandGroup struct {
	title    string
	commands []string
}

// commandGroups are those of the program. A test holds that each command is in one.
var commandGroups = []commandGroup{
	{"Find bugs", []string{"fuzz", "ci", "solve", "infer", "enumerate"}},
	{"Watch a campaign, and read what it found", []string{"top", "stats", "serve", "report"}},
	{"From findings to reports", []string{"triage", "replay", "reduce", "bisect", "locate"}},
	{"Formulas", []string{"check", "eval", "fmt", "mutate", "generate", "seeds"}},
	{"Solvers", []string{"solvers", "options", "coverage"}},
	{"Several machines", []string{"hub", "work", "merge"}},
	{"Assay itself", []string{"engines", "rules", "bench", "version", "help", "completion", "man"}},
}

// groupCommands has the program's help show its commands in groups.
func groupCommands(root, help *cobra.Command) {
	group := map[string]string{}
	for _, g := range commandGroups {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title + ":"})
		for _, name := range g.commands {
			group[name] = g.title
		}
	}
	for _, c := range append(root.Commands(), help) {
		c.GroupID = group[c.Name()]
	}
}
