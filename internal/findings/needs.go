package findings

import (
	"cmp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/syntax"
)

// A Need is one thing that a finding needs besides the formula and the question. The value is the word that people see.
type Need string

// The needs, besides what questions request. A finding without any shows in the default configuration.
const (
	DefaultConfiguration Need = "default configuration"
	NeedsSession         Need = "a session"
	NeedsCheckMode       Need = "a check mode"
	// NeedsOption: the level of the option is not known, for example since the solver's help has none.
	NeedsOption       Need = "an option"
	NeedsRegular      Need = "a regular option"
	NeedsTactic       Need = "a tactic"
	NeedsExperimental Need = "an experimental option"
	NeedsExpert       Need = "an expert option"
)

// needRanks are all needs by how far they are from what everybody uses.
var needRanks = func() map[Need]int {
	ranks := map[Need]int{
		DefaultConfiguration: 0,
		NeedsSession:         2,
		NeedsCheckMode:       3,
		NeedsRegular:         4, NeedsOption: 4,
		NeedsTactic:       5,
		NeedsExperimental: 6,
		NeedsExpert:       7,
	}
	for _, k := range question.Kinds() {
		if need := needFor(k); need != "" {
			ranks[need] = 1
		}
	}
	return ranks
}()

// needFor is what a script needs that asks a question of the kind, "" for nothing.
func needFor(k question.Kind) Need { return Need(k.Request()) }

// Needs are what a finding needs to show. It is a plain value.
type Needs struct {
	// All are the needs, the smallest first, each once; none means the default configuration.
	All []Need
	// Options are the options that it needs, including those that ask for something; Tactics the tactics in commands such as check-sat-using.
	Options []UsedOption
	Tactics []string
}

// Default reports whether a finding shows in the default configuration.
func (n Needs) Default() bool { return len(n.All) == 0 }

// Words returns the needs as words; there is at least one.
func (n Needs) Words() []string {
	if n.Default() {
		return []string{string(DefaultConfiguration)}
	}
	var out []string
	for _, one := range n.All {
		out = append(out, string(one))
	}
	return out
}

// String is the words in one line.
func (n Needs) String() string { return strings.Join(n.Words(), ", ") }

// NeedsOf reads words, as Words writes them. Words that are not known are kept, and rank last.
func NeedsOf(words []string) Needs {
	var n Needs
	for _, w := range words {
		n.add(Need(w))
	}
	return n
}

// rank is that of the largest need.
func (n Needs) rank() int {
	most := 0
	for _, one := range n.All {
		most = max(most, rankOf(one))
	}
	return most
}

func rankOf(n Need) int {
	if r, ok := needRanks[n]; ok {
		return r
	}
	return len(needRanks)
}

// Compare orders needs: what is closer to the default configuration comes first.
func (n Needs) Compare(m Needs) int {
	return cmp.Or(cmp.Compare(n.rank(), m.rank()), cmp.Compare(len(n.All), len(m.All)), strings.Compare(n.String(), m.String()))
}

func (n *Needs) add(one Need) {
	if one == "" || one == DefaultConfiguration || slices.Contains(n.All, one) {
		return
	}
	n.All = append(n.All, one)
	slices.SortFunc(n.All, func(a, b Need) int {
		return cmp.Or(cmp.Compare(rankOf(a), rankOf(b)), strings.Compare(string(a), string(b)))
	})
}

// Needs says what the finding needs, by its record: the options and commands that matter once it was reduced, else the configuration in which
// it was found. What the script of a finding that was not reduced sets itself is not in the record; see NeedsIn.
func (f *Finding) Needs() Needs {
	var n Needs
	if f.Session != nil {
		n.add(NeedsSession)
	}
	n.add(rowOf(f.Class).need)
	if f.Evidence.Kind == oracle.EvidenceSelfCheck {
		n.add(NeedsCheckMode)
	}
	if r := f.Reduction; r != nil && r.Plain != nil {
		for _, o := range r.Options {
			n.option(o)
		}
	} else if i := slices.IndexFunc(f.Runs, func(run Run) bool { return run.Solver == f.Solver }); i >= 0 {
		for _, o := range f.Runs[i].Configuration {
			n.option(UsedOption{Option: o})
		}
	}
	if r := f.Reduction; r != nil {
		for _, text := range r.Commands {
			n.commands(text)
		}
	}
	return n
}

// NeedsIn is Needs together with what the script sets and asks for, as far as it can be read.
func (f *Finding) NeedsIn(script []byte) Needs {
	n := f.Needs()
	n.commands(string(script))
	return n
}

// plainSettings are options that a formula needs to be read at all, or that ask for what every user asks for.
var plainSettings = []string{
	"incremental", "strings-exp", "produce-assertions", "model", "global-declarations", "global-decls",
	"print-success", "interactive-mode",
}

// option enters an option.
func (n *Needs) option(o UsedOption) {
	name := strings.TrimLeft(o.Name, ":-")
	off := o.Value == "false"
	request, asks := question.RequestedBy(name)
	switch {
	case name == "tactic.default_tactic":
		n.tactic(o.Value)
	case asks && (off || request == ""), slices.Contains(plainSettings, name), o.Script && strings.HasPrefix(name, "print-"):
		return
	case asks:
		n.add(Need(request))
	case checks(name):
		n.add(NeedsCheckMode)
	case o.Level == "expert":
		n.add(NeedsExpert)
	case o.Level == "experimental", strings.HasSuffix(name, "-exp"):
		n.add(NeedsExperimental)
	case o.Level != "":
		n.add(NeedsRegular)
	default:
		n.add(NeedsOption)
	}
	if !slices.ContainsFunc(n.Options, func(p UsedOption) bool { return strings.TrimLeft(p.Name, ":-") == name && p.Value == o.Value }) {
		n.Options = append(n.Options, o)
	}
}

// checks reports whether an option makes a solver check itself.
func checks(name string) bool {
	return strings.HasPrefix(name, "check-") || strings.HasPrefix(name, "debug-check-") || strings.Contains(name, "validate") ||
		strings.HasSuffix(name, "check_lemmas") || strings.Contains(name, "proof.check") || name == "proof-check" || name == "model-verify"
}

// commands enters what the commands of a script need. What cannot be read, and what comes after it, is left out.
func (n *Needs) commands(text string) {
	r := syntax.NewReader(text)
	var t syntax.Tree
	for {
		if more, err := r.Next(&t); !more || err != nil {
			return
		}
		kids := t.Children(syntax.Root)
		if len(kids) == 0 {
			continue
		}
		head, _ := t.Name(kids[0])
		switch {
		case question.RequestOf(head) != "":
			n.add(Need(question.RequestOf(head)))
		case (head == "check-sat-using" || head == "apply") && len(kids) > 1:
			n.tacticsOf(&t, kids[1])
		case head == "set-option" && len(kids) == 3:
			n.option(UsedOption{Option: Option{Name: t.Text(kids[1]), Value: string(t.Append(nil, kids[2]))}, Script: true, Level: n.level(t.Text(kids[1]))})
		}
	}
}

// level is what is known about the level of an option, which may be written in another way.
func (n *Needs) level(name string) string {
	for _, o := range n.Options {
		if strings.TrimLeft(o.Name, ":-") == strings.TrimLeft(name, ":-") {
			return o.Level
		}
	}
	return ""
}

// tactic enters the tactics in the text of one.
func (n *Needs) tactic(text string) {
	var t syntax.Tree
	if more, err := syntax.NewReader(text).Next(&t); more && err == nil {
		n.tacticsOf(&t, syntax.Root)
	}
}

// combinators are what z3 builds tactics of: where the arguments that are tactics begin, and how many there are, 0 for all that follow.
var combinators = map[string]struct{ from, count int }{
	"then": {1, 0}, "and-then": {1, 0}, "par-then": {1, 0}, "or-else": {1, 0}, "par-or": {1, 0}, "par": {1, 0},
	"repeat": {1, 1}, "try-for": {1, 1}, "using-params": {1, 1}, "!": {1, 1}, "with": {1, 1}, "annotate": {1, 1},
	"if": {2, 2}, "ite": {2, 2}, "cond": {2, 2}, "when": {2, 1}, "fail-if": {2, 0}, "on-unsat": {1, 1},
}

// tacticsOf enters the names of the tactics in a term.
func (n *Needs) tacticsOf(t *syntax.Tree, root syntax.ID) {
	n.add(NeedsTactic)
	open := []syntax.ID{root}
	for len(open) > 0 {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if name, ok := t.Name(at); ok {
			if !slices.Contains(n.Tactics, name) {
				n.Tactics = append(n.Tactics, name)
			}
			continue
		}
		kids := t.Children(at)
		if len(kids) == 0 {
			continue
		}
		head, _ := t.Name(kids[0])
		by, ok := combinators[head]
		if !ok {
			continue
		}
		kids = kids[min(by.from, len(kids)):]
		if by.count > 0 {
			kids = kids[:min(by.count, len(kids))]
		}
		for _, k := range slices.Backward(kids) {
			open = append(open, k)
		}
	}
}

// plain reports whether a command is one that Assay adds to what it reduces, and that tells nothing apart.
func plain(head string) bool {
	kind, asks := question.Find(head, "")
	return asks && kind.Common() || head == "get-info" || head == "echo" || head == "exit"
}

// Heads returns the sorted words of what a reduced script needs besides declarations, assertions and check-sat: names of commands and of options
// that it sets, and tactics other than those that only combine or search.
func (r *Reduction) Heads() []string {
	var n Needs
	var out []string
	for _, o := range r.Options {
		if o.Script {
			out = append(out, ":"+strings.TrimLeft(o.Name, ":-"))
		}
	}
	for _, text := range r.Commands {
		n.commands(text)
		head := strings.TrimPrefix(text, "(")
		if i := strings.IndexAny(head, " )"); i >= 0 {
			head = head[:i]
		}
		if !plain(head) {
			out = append(out, head)
		}
	}
	for _, t := range n.Tactics {
		if t != "smt" && t != "skip" {
			out = append(out, t)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
