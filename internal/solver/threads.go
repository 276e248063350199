package solver

import (
	"fmt"
	"slices"
	"strings"
)

// OptionThreads says which options and tactics make a solver work in several threads or processes at the same time, so that what it does
// depends on their timing.
type OptionThreads struct {
	// Why is the reason, for people.
	Why string `toml:"why"`
	// Names are patterns (path.Match) of options' names. Idle are the values with which these start no threads.
	Names []string `toml:"names"`
	Idle  []string `toml:"idle"`
	// Unless are settings, as NAME=VALUE, next to which these options start no threads.
	Unless []string `toml:"unless"`
	// Tactics are words of a script that start threads, such as names of tactics.
	Tactics []string `toml:"tactics"`
}

func (t OptionThreads) check() (key string, err error) {
	switch {
	case strings.TrimSpace(t.Why) == "":
		return "threads", fmt.Errorf("every [[options.threads]] needs why, the reason")
	case len(t.Names)+len(t.Tactics) == 0:
		return "threads", fmt.Errorf("every [[options.threads]] needs names or tactics")
	}
	for _, u := range t.Unless {
		if !strings.Contains(u, "=") {
			return "threads", fmt.Errorf("unless of [[options.threads]] has NAME=VALUE, not %q", u)
		}
	}
	return checkNames(t.Names)
}

// Matches reports whether an option of that name starts threads with some value.
func (t OptionThreads) Matches(name string) bool { return matchesName(t.Names, name) }

// Threads returns what starts threads among options and commands of a script: names of options without dashes and colons, and of tactics, in
// the order in which they come. Options may be those of a command line or of a script.
func (s OptionSpace) Threads(options []Option, commands []string) []string {
	var out []string
	add := func(name string) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, o := range options {
		name := bareName(o.Name)
		for _, t := range s.Threaded {
			if t.Matches(name) && !slices.Contains(t.Idle, o.Value) && !slices.ContainsFunc(options, t.stops) {
				add(name)
			}
		}
	}
	for _, c := range commands {
		for _, word := range strings.FieldsFunc(c, func(r rune) bool { return strings.ContainsRune(" ()\t\n", r) }) {
			for _, t := range s.Threaded {
				if slices.Contains(t.Tactics, word) {
					add(word)
				}
			}
		}
	}
	return out
}

// Unthreaded returns the options of a command line that keep those that start threads, as Threads names them, from doing so; none for those
// that cannot do without.
func (s OptionSpace) Unthreaded(names []string) []Option {
	var words []string
	for _, t := range s.Threaded {
		if !slices.ContainsFunc(names, t.Matches) {
			continue
		}
		for _, u := range t.Unless {
			name, value, _ := strings.Cut(u, "=")
			words = append(words, s.Assign(name, value)...)
		}
	}
	return Configure(words...).Options()
}

// stops reports whether an option keeps others from starting threads.
func (t OptionThreads) stops(o Option) bool {
	return slices.Contains(t.Unless, bareName(o.Name)+"="+o.Value)
}

// bareName is the name of an option without what marks it as one on a command line or in a script.
func bareName(name string) string { return strings.TrimLeft(name, "-:") }
