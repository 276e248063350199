package archtest

import (
	"fmt"
	"strings"
)

// none is the word for no package at all.
const none = "NONE"

// Policy is a parsed policy file. It does not change after [ParsePolicy] and may be shared.
type Policy struct {
	groups *order // between folders
	order  *order // between the packages of one group, or between all where there are no groups
	rules  []rule
	// support are packages for tests: nothing but tests imports them, and like test files, they may import anything that the order, if it
	// names them, does not forbid.
	support []pattern
}

// ruleKind says what a line of the policy other than an order line demands.
type ruleKind int

const (
	_          ruleKind = iota
	ruleOwn             // only the packages may import it
	ruleForbid          // the packages may not import it
	ruleCall            // only the packages may use the name
	ruleApart           // the packages and their tests may not reach it, not even through others
)

// A rule relates imports or names of functions (what) to packages of the module.
type rule struct {
	kind     ruleKind
	line     int
	what     []pattern
	packages []pattern
}

// ParsePolicy reads a policy; policy.txt explains the notation at its top. The name appears in errors, which
// carry the line: an unknown word, an empty list, a package or
// group that no line introduces, a cycle, an order line between packages of different groups.
func ParsePolicy(name, text string) (*Policy, error) {
	policy := &Policy{groups: newOrder(), order: newOrder()}
	for _, s := range statements(text) {
		if err := policy.add(s); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, s.line, err)
		}
	}
	for _, o := range []*order{policy.groups, policy.order} {
		if err := o.close(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if low, high, found := policy.order.crossing(policy.groups); found {
		return nil, fmt.Errorf("%s: an order line puts %s below %s, which is in another group: only a groups line orders groups", name, low, high)
	}
	return policy, nil
}

// knows reports whether the package has a place: an order line names it, or it is all that stands in a group's own folder.
func (p *Policy) knows(pkg string) bool {
	return p.order.knows(pkg) || p.groups.knows(pkg)
}

// allows reports whether the packages' places let importer import imported: their groups decide where they differ, the order where not.
func (p *Policy) allows(importer, imported string) bool {
	above, below := p.groups.groupOf(importer), p.groups.groupOf(imported)
	if above != below {
		return p.groups.allows(above, below)
	}
	return p.order.allows(importer, imported)
}

// A statement is one logical line: its continuation lines are joined to it and its comments are gone.
type statement struct {
	line int
	text string
}

func statements(text string) []statement {
	var list []statement
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		content := strings.TrimSpace(line)
		switch {
		case content == "":
		case line[0] == ' ' || line[0] == '\t':
			if len(list) == 0 {
				list = append(list, statement{line: i + 1})
			}
			last := &list[len(list)-1]
			last.text += " " + content
		default:
			list = append(list, statement{line: i + 1, text: content})
		}
	}
	return list
}

func (p *Policy) add(s statement) error {
	word, rest, _ := strings.Cut(s.text, " ")
	switch word {
	case "groups":
		return p.groups.add(rest)
	case "order":
		return p.order.add(rest)
	case "own":
		return p.addRule(ruleOwn, s.line, rest)
	case "forbid":
		return p.addRule(ruleForbid, s.line, rest)
	case "call":
		return p.addRule(ruleCall, s.line, rest)
	case "apart":
		return p.addRule(ruleApart, s.line, rest)
	case "tests":
		list, err := splitList(rest)
		p.support = append(p.support, patterns(list)...)
		return err
	default:
		return fmt.Errorf("unknown word %q: want groups, order, own, forbid, call, apart or tests", word)
	}
}

func (p *Policy) addRule(kind ruleKind, line int, text string) error {
	left, right, found := strings.Cut(text, ":")
	if !found {
		return fmt.Errorf("no colon in %q", text)
	}
	what, err := splitList(left)
	if err != nil {
		return err
	}
	packages, err := splitList(right)
	if err != nil {
		return err
	}
	r := rule{kind: kind, line: line, what: patterns(what)}
	if len(packages) != 1 || packages[0] != none {
		r.packages = patterns(packages)
	}
	p.rules = append(p.rules, r)
	return nil
}

// splitList splits "a, b, c". A list may not be empty, nor may any of its members.
func splitList(text string) ([]string, error) {
	list := strings.Split(text, ",")
	for i, member := range list {
		list[i] = strings.TrimSpace(member)
		if list[i] == "" {
			return nil, fmt.Errorf("empty name in list %q", text)
		}
		if strings.ContainsAny(list[i], " \t") {
			return nil, fmt.Errorf("no comma in %q", list[i])
		}
	}
	return list, nil
}

func patterns(list []string) []pattern {
	result := make([]pattern, len(list))
	for i, s := range list {
		result[i] = pattern(s)
	}
	return result
}
