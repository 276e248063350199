package script

import (
	"sort"

	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// base is the previously written script with its text: the next one is mostly the same. The zero base has no script.
type base struct {
	commands []*Command
	text     []byte
	starts   []int // where the text of each command begins, and where the last one ends
	odd      []int // the commands whose text depends on what is written before them, in order
}

// run is a run of commands of a script that are also in the base: those from at up to to; in the base they start at index from.
type run struct{ at, to, from int }

// comparison says what a script has in common with the base.
type comparison struct {
	runs []run
	same int // commands in the runs
	// gone and new are the commands with declarations that only the base or only the script, respectively, has.
	gone, new []*Command
}

// lookahead is how many commands may be added or missing at one place.
const lookahead = 16

// compare finds the commands that a script has in common with the base, provided that they are in the same order. into is memory to
// reuse.
func (b *base) compare(s *Script, into comparison) comparison {
	c := comparison{runs: into.runs[:0], gone: into.gone[:0], new: into.new[:0]}
	i, k := 0, 0
	for i < len(s.Commands) && k < len(b.commands) {
		if s.Commands[i] == b.commands[k] {
			r := run{at: i, from: k}
			for i < len(s.Commands) && k < len(b.commands) && s.Commands[i] == b.commands[k] {
				i, k = i+1, k+1
			}
			r.to = i
			c.runs = append(c.runs, r)
			c.same += r.to - r.at
			continue
		}
		added, missing := 1, 1 // one replaced by another
		for n := 1; n <= lookahead; n++ {
			if i+n < len(s.Commands) && s.Commands[i+n] == b.commands[k] {
				added, missing = n, 0
				break
			}
			if k+n < len(b.commands) && s.Commands[i] == b.commands[k+n] {
				added, missing = 0, n
				break
			}
		}
		c.new = declaring(c.new, s.Commands[i:i+added])
		c.gone = declaring(c.gone, b.commands[k:k+missing])
		i, k = i+added, k+missing
	}
	c.new = declaring(c.new, s.Commands[i:])
	c.gone = declaring(c.gone, b.commands[k:])
	return c
}

// declaring appends the commands that declare something to dst.
func declaring(dst, commands []*Command) []*Command {
	for _, c := range commands {
		declares := len(c.Decls) > 0 || len(c.Datas) > 0
		for _, t := range c.Terms {
			declares = declares || t.HasNamed()
		}
		if declares {
			dst = append(dst, c)
		}
	}
	return dst
}

// plain reports whether the text of a command is the same wherever the command is: questions follow checks, a label is written once,
// and so is the name of a variable that is a whole pattern.
func plain(c *Command) bool {
	for _, t := range c.Terms {
		if t.HasNamed() || t.HasMatch() {
			return false
		}
	}
	for _, d := range c.Decls {
		if d.Body != nil && (d.Body.HasNamed() || d.Body.HasMatch()) {
			return false
		}
	}
	return !c.IsCheck()
}

// nextOdd returns the first odd command at index k or after it, len(b.commands) when there is none.
func (b *base) nextOdd(k int) int {
	if n := sort.SearchInts(b.odd, k); n < len(b.odd) {
		return b.odd[n]
	}
	return len(b.commands)
}

// names are the names that the printer's current script declares.
type names struct {
	table *theory.Table
	count map[string]int // how often each is declared
	// tried are the names that variables and lets would have had in text that is remembered.
	tried map[string]bool
	// own are the names in which the current script differs from the base: those declared in only one of them. ownTried
	// says that one of these was tried.
	own      map[string]bool
	ownTried bool
}

func newNames(table *theory.Table) *names {
	return &names{table: table, count: map[string]int{}, tried: map[string]bool{}, own: map[string]bool{}}
}

// taken reports whether a name means something in the script.
func (n *names) taken(name string) bool {
	n.tried[name] = true
	n.ownTried = n.ownTried || len(n.own) > 0 && n.own[name]
	return n.count[name] > 0 || n.table.Lookup(name) != nil
}

// change removes declarations and adds others. It reports whether remembered text is as it would be written now: no name that
// was tried for it has become free or taken.
func (n *names) change(gone, added []*Command) (holds bool) {
	if len(gone)+len(added) == 0 {
		return true
	}
	before := map[string]bool{}
	note := func(by int) func(*term.Decl) {
		return func(d *term.Decl) {
			if _, known := before[d.Name]; !known {
				before[d.Name] = n.count[d.Name] > 0
			}
			n.count[d.Name] += by
		}
	}
	for _, c := range gone {
		declared(c, note(-1))
	}
	for _, c := range added {
		declared(c, note(1))
	}
	holds = true
	for name, was := range before {
		is := n.count[name] > 0
		if !is {
			delete(n.count, name)
		}
		if was != is {
			holds = holds && !n.tried[name]
			n.own[name] = true
		}
	}
	return holds
}

// settled makes the current script the base.
func (n *names) settled() {
	clear(n.own)
	n.ownTried = false
}

// declared calls f for everything that a command declares: functions, constructors, selectors and labels.
func declared(c *Command, f func(*term.Decl)) {
	for _, d := range c.Decls {
		f(d)
		if d.Body != nil {
			term.Labels(d.Body, f)
		}
	}
	for _, data := range c.Datas {
		for _, ctor := range data.Ctors {
			f(ctor)
			for _, sel := range ctor.Fields {
				f(sel)
			}
		}
		if data.Subterm != nil {
			f(data.Subterm)
		}
	}
	for _, t := range c.Terms {
		term.Labels(t, f)
	}
}
