package certify

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
)

// beyond names what may restrict a check beyond its assertions and assumptions, "" for nothing: the arguments of its check-sat, which z3 takes for
// assumptions, or a command that Assay does not know, such as cvc5's block-model, which asserts something. A model of all assertions does not show then
// that the check is sat.
func beyond(s *script.Script, check int) string {
	at := s.CheckCommand(check)
	found := ""
	for i := range s.Commands[:at+1] {
		switch c := s.Commands[i]; {
		case c.Kind == script.Reset || c.Kind == script.ResetAssertions:
			found = ""
		case restricts(c) && (c.Kind != script.CheckSat || i == at):
			found = c.Text
		}
	}
	return found
}

// restricts reports whether a command may assert or assume something that is not among its terms.
func restricts(c *script.Command) bool {
	switch c.Kind {
	case script.CheckSat:
		return c.Text != "" && c.Text != "(check-sat)"
	case script.Other:
		if _, asks := question.Of(c); asks {
			return false
		}
		return !slices.ContainsFunc([]string{"declare-", "define-", "set-", "help", "labels"}, func(p string) bool { return strings.HasPrefix(c.Name, p) })
	}
	return false
}

// Beyond reports whether something may restrict a check beyond its assertions and assumptions, so that a model of these does not show that it is sat.
func Beyond(s *script.Script, check int) bool { return beyond(s, check) != "" }
