package solver

import (
	"regexp/syntax"
	"slices"
	"strings"
)

const (
	// leastLiteral is the length, in bytes, from which a literal rules out enough texts to be looked for first.
	leastLiteral = 3
	mostLiterals = 16
)

// literalsOf returns literals one of which is in every text in which a pattern occurs, nil where there are no such literals worth looking for. Most of what
// solvers print has none of them, and to look for a string is far cheaper than to run a regular expression.
func literalsOf(pattern string) []string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	return required(re.Simplify())
}

// required is literalsOf for a part of an expression.
func required(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 && len(string(re.Rune)) >= leastLiteral {
			return []string{string(re.Rune)}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		// Each part has to match: the one whose shortest literal is longest rules out most.
		var best []string
		for _, sub := range re.Sub {
			if got := required(sub); shortest(got) > shortest(best) {
				best = got
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			got := required(sub)
			if got == nil || len(all)+len(got) > mostLiterals {
				return nil
			}
			all = append(all, got...)
		}
		return all
	}
	return nil
}

// shortest is the length of the shortest literal, 0 for none.
func shortest(literals []string) int {
	if len(literals) == 0 {
		return 0
	}
	return len(slices.MinFunc(literals, func(a, b string) int { return len(a) - len(b) }))
}

// mayMatch reports false where a pattern cannot occur in a text: it is a zero Pattern, or none of its literals is there.
func (p Pattern) mayMatch(text string) bool {
	if p.re == nil {
		return false
	}
	if text == "" {
		return p.empty
	}
	return len(p.literals) == 0 || slices.ContainsFunc(p.literals, func(l string) bool { return strings.Contains(text, l) })
}
