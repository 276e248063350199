package mutatetest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// kept: mutants keep what the engine promises to keep of a script.
func (k *session) kept() []string {
	var out faults
	for _, w := range []witness{nobody(), informed()} {
		k.each(&out, w, labelled, func(s Seed, all []made) {
			if k.Keeps == OnlyOneQuestion && s.Many && len(all) > 0 {
				out.add("%s asks many times, yet it has mutants", s.Name)
			}
			for i, m := range all {
				if err := k.lost(m); err != nil {
					out.add("%s, mutant %d, with %s: %v\n%s", s.Name, i, w.name, err, m.text)
				}
			}
		})
	}
	return out
}

// lost returns what a mutant has lost.
func (k Kit) lost(m made) error {
	seed, mutant := m.seed.Script, m.Script
	if (seed.Logic() == "") != (mutant.Logic() == "") {
		return fmt.Errorf("the logic was %q, and is %q", seed.Logic(), mutant.Logic())
	}
	if mutant.Checks() == 0 {
		return fmt.Errorf("it asks nothing")
	}
	if err := balanced(mutant); err != nil {
		return err
	}
	switch k.Keeps {
	case Commands:
		return sameCommands(seed, mutant)
	case OwnScripts:
		if n := len(m.Known()); n != mutant.Checks() {
			return fmt.Errorf("there are %d truths for %d check-sats", n, mutant.Checks())
		}
	case OneQuestion, OnlyOneQuestion:
		if mutant.Checks() != 1 || mutant.Incremental() {
			return fmt.Errorf("it asks %d times", mutant.Checks())
		}
	default:
		return fmt.Errorf("Kit.Keeps is not set")
	}
	return nil
}

// balanced returns an error where a script closes more levels than it has opened.
func balanced(s *script.Script) error {
	level := 0
	for i := range s.Commands {
		switch c := s.Commands[i]; c.Kind {
		case script.Push:
			level += c.Arity
		case script.Pop:
			if level -= c.Arity; level < 0 {
				return fmt.Errorf("command %d closes a level that is not open", i+1)
			}
		case script.ResetAssertions, script.Reset:
			level = 0
		}
	}
	return nil
}

// sameCommands returns the first difference between scripts other than in formulas of assertions and the name of the logic.
func sameCommands(seed, mutant *script.Script) error {
	if len(seed.Commands) != len(mutant.Commands) {
		return fmt.Errorf("the seed has %d commands, the mutant %d", len(seed.Commands), len(mutant.Commands))
	}
	for i := range seed.Commands {
		a, b := words(seed.Commands[i]), words(mutant.Commands[i])
		if a != b {
			return fmt.Errorf("command %d was %q, and is %q", i+1, a, b)
		}
	}
	return nil
}

// words returns as text what must not change about a command.
func words(c *script.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "kind %d", c.Kind)
	switch c.Kind {
	case script.SetLogic:
	case script.Assert:
		var labels []string
		term.Labels(c.Terms[0], func(d *term.Decl) { labels = append(labels, d.Name) })
		slices.Sort(labels)
		fmt.Fprintf(&b, " labels %q", slices.Compact(labels))
	default:
		fmt.Fprintf(&b, " %s %s levels %d", c.Name, c.Text, c.Arity)
		for _, t := range c.Terms {
			b.WriteString(" " + t.String())
		}
		for _, d := range c.Decls {
			fmt.Fprintf(&b, " %s %v", d.Text, d.Result)
		}
		for _, d := range c.Datas {
			b.WriteString(" " + d.Name)
		}
	}
	return b.String()
}
