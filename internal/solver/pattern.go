package solver

import (
	"errors"
	"fmt"
	"regexp"
	regsyntax "regexp/syntax"
)

// A Pattern is a regular expression (Go's syntax, RE2) in a profile. The flag m is on:
// ^ and $ match at line ends.
type Pattern struct {
	re *regexp.Regexp
	// empty: it occurs in the empty text, which is what most runs print besides their answers.
	empty bool
	// literals: one of them is in every text in which it occurs; nil says nothing.
	literals []string
}

// UnmarshalText compiles a pattern; it makes patterns readable from TOML.
func (p *Pattern) UnmarshalText(text []byte) error {
	re, err := regexp.Compile("(?m)" + string(text))
	if err != nil {
		var syntax *regsyntax.Error
		if errors.As(err, &syntax) {
			return fmt.Errorf("not a regular expression: %s", syntax.Code)
		}
		return fmt.Errorf("not a regular expression: %w", err)
	}
	p.re, p.empty, p.literals = re, re.MatchString(""), literalsOf(re.String())
	return nil
}

// Match reports whether the pattern occurs in text; a zero Pattern occurs nowhere.
func (p Pattern) Match(text string) bool { return p.mayMatch(text) && p.re.MatchString(text) }

// Patterns is a list of alternatives.
type Patterns []Pattern

// Match reports whether any of the patterns occurs in text.
func (ps Patterns) Match(text string) bool {
	for _, p := range ps {
		if p.Match(text) {
			return true
		}
	}
	return false
}

// A LinePattern is a pattern of whole lines: it does not occur in a part of one.
type LinePattern struct{ Pattern }

// UnmarshalText compiles the pattern. What is wrong with it is said of what the user wrote.
func (p *LinePattern) UnmarshalText(text []byte) error {
	if err := p.Pattern.UnmarshalText(text); err != nil {
		return err
	}
	return p.Pattern.UnmarshalText([]byte("^(?:" + string(text) + ")$"))
}

// find returns the offset of the first occurrence of any pattern, -1 for none.
func (ps Patterns) find(text string) int {
	first := -1
	for _, p := range ps {
		if !p.mayMatch(text) {
			continue
		}
		if at := p.re.FindStringIndex(text); at != nil && (first < 0 || at[0] < first) {
			first = at[0]
		}
	}
	return first
}

// Group returns the first group of the first pattern that occurs in a text, or the whole match if it has no
// groups.
func (ps Patterns) Group(text string) (string, bool) {
	for _, p := range ps {
		if !p.mayMatch(text) {
			continue
		}
		if m := p.re.FindStringSubmatch(text); m != nil {
			return m[min(1, len(m)-1)], true
		}
	}
	return "", false
}

// count returns how often the patterns occur in text in total.
func (ps Patterns) count(text string) int {
	n := 0
	for _, p := range ps {
		if p.mayMatch(text) {
			n += len(p.re.FindAllStringIndex(text, -1))
		}
	}
	return n
}
