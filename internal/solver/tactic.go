package solver

import (
	"fmt"
	"slices"
	"strings"
)

// A TacticExclusion says that the solver's developers accept no reports that need some tactics.
type TacticExclusion struct {
	// Names are patterns (path.Match) of tactics' names, Why is the reason, for people.
	Names []string `toml:"names"`
	Why   string   `toml:"why"`
	// Except are patterns of logics in which the tactics are welcome all the same; a script without a logic has an empty one.
	Except []string `toml:"except"`
}

// checkTactics returns an error for entries that make no sense.
func (p *Profile) checkTactics() (key string, err error) {
	for _, t := range p.Declined {
		switch {
		case strings.TrimSpace(t.Why) == "":
			return "tactics", fmt.Errorf("every [[tactics]] needs why, the reason")
		case len(t.Names) == 0:
			return "tactics", fmt.Errorf("every [[tactics]] needs names")
		}
		for _, names := range [][]string{t.Names, t.Except} {
			if _, err := checkNames(names); err != nil {
				return "tactics", err
			}
		}
	}
	return "", nil
}

// UnwelcomeTactic returns why the developers accept no reports that need a tactic under a logic, "" where they do.
func (p *Profile) UnwelcomeTactic(name, logic string) string {
	for _, t := range p.Declined {
		if matchesName(t.Names, name) && !matchesName(t.Except, logic) {
			return t.Why
		}
	}
	return ""
}

// UnwelcomeOption returns why the developers accept no reports that need an option of that name, level and value, "" where they do. The level is
// what the solver's help says, "" where it says nothing. Names may be written as on a command line or in a script.
func (p *Profile) UnwelcomeOption(name, level, value string) string {
	name = strings.TrimLeft(name, ":-")
	if rest, off := strings.CutPrefix(name, "no-"); off {
		name = rest
	}
	for _, e := range p.Space.Excluded {
		if e.Matches(name, level) && (len(e.Values) == 0 || slices.Contains(e.Values, value)) {
			if e.Use == UseUnwelcome {
				return e.Why
			}
			return ""
		}
	}
	return ""
}
