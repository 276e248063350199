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
