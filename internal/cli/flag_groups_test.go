package cli

import "testing"

// A misspelt flag in a group would be shown below "Everything else", unnoticed.
func TestGroupsNameFlags(t *testing.T) {
	root := newRoot(nowhere())
	for name, groups := range map[string][]flagGroup{"fuzz": fuzzGroups, "hub": hubGroups[:1], "mutate": mutateGroups} {
		cmd, _, err := root.Find([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range groups {
			for _, flag := range g.flags {
				if cmd.LocalFlags().Lookup(flag) == nil {
					t.Errorf("%s: group %q names --%s, which there is not", name, g.title, flag)
				}
			}
		}
	}
}

// A command in no group would be shown below "Additional Commands", and a misspelt one nowhere.
func TestCommandsHaveGroups(t *testing.T) {
	root := newRoot(nowhere())
	root.InitDefaultHelpCmd()
	have := map[string]bool{}
	for _, c := range root.Commands() {
		have[c.Name()] = true
		if c.IsAvailableCommand() && c.GroupID == "" {
			t.Errorf("the help shows %s in no group", c.Name())
		}
	}
	for _, g := range commandGroups {
		for _, name := range g.commands {
			if !have[name] {
				t.Errorf("group %q names %s, which is no command", g.title, name)
			}
		}
	}
}
