package certify

import (
	"errors"
	"fmt"
	"slices"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// A partition has the names of assertions in two parts, as commands for interpolants of unsatisfiable assertions give them: smtinterpol's
// (get-interpolants (and a b) c), and bitwuzla's (get-interpolant (a b)), which omits the second part: all other assertions.
type partition struct {
	first, second []string
	both          bool // the command names both, and the response is a list with one formula
}

// namesIn reads one name, a conjunction of names, or a list of them; nil for anything else.
func namesIn(t *syntax.Tree, n syntax.ID) []string {
	if name, ok := t.Name(n); ok {
		return []string{name}
	}
	var out []string
	for i, k := range t.Children(n) {
		name, ok := t.Name(k)
		switch {
		case !ok:
			return nil
		case i > 0 || name != "and":
			out = append(out, name)
		}
	}
	return out
}

// among reads an interpolant of two parts of the assertions (Craig 1957): the first part implies it, it contradicts the second, and its symbols
// are in both.
func (r *responding) among(x *elab.Session, active []script.Assertion, p partition, text string) (*conjecture, error) {
	first, second, err := p.split(active)
	if err != nil {
		return nil, err
	}
	st := r.formula.script.Store
	other, err := conjunction(st, second)
	if err != nil {
		return nil, err
	}
	c := &conjecture{kind: question.Interpolant, asserted: first, sides: "parts of the assertions"}
	if c.goal, err = apply(st, "not", other); err != nil {
		return nil, err
	}
	if err := next(x, text); err != nil {
		return nil, err
	}
	said := syntax.Root
	if p.both {
		parts := x.Tree().Children(syntax.Root)
		if x.Tree().Kind(syntax.Root) != syntax.List || len(parts) != 1 {
			return nil, errors.New("the response is not a list of one formula")
		}
		said = parts[0]
	}
	if c.said, err = r.read(x, sorts.Bool, said); err != nil {
		return nil, err
	}
	c.claims = []implication{
		{"the first part of the assertions does not imply it", first, c.said},
		{"it does not contradict the second part of the assertions", []*term.Term{c.said}, c.goal},
	}
	return c, nil
}

// split returns the assertions of both parts. Each assertion has to be in one of them, so that no assertion is left whose role is unclear.
func (p partition) split(active []script.Assertion) (first, second []*term.Term, err error) {
	used := 0
	for _, a := range active {
		in := func(names []string) bool {
			return slices.ContainsFunc(a.Term.Attrs(), func(at term.Attr) bool { return at.Label != nil && slices.Contains(names, at.Label.Name) })
		}
		switch {
		case in(p.first):
			first = append(first, a.Term)
			used++
		case !p.both:
			second = append(second, a.Term)
		case in(p.second):
			second = append(second, a.Term)
			used++
		default:
			return nil, nil, errors.New("an assertion is in neither part")
		}
	}
	if named := len(p.first) + len(p.second); used != named || len(first) == 0 || len(second) == 0 {
		return nil, nil, fmt.Errorf("%d names for %d assertions of %d", named, used, len(active))
	}
	return first, second, nil
}
