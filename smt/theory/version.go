package theory

import (
	"cmp"
	"slices"
	"strings"
)

// early are the words that make a version older than the same version without them.
var early = []string{"dev", "a", "alpha", "b", "beta", "pre", "rc", "snapshot"}

// CompareVersions orders versions of solvers part by part, where a part is a number or a word; it compares numbers as numbers. A
// version that continues where the other ends is newer, unless it continues with a word such as rc. 1.2-dev, with a dash, is what git
// builds after 1.2 call themselves, and is newer than 1.2; 1.2.dev1 of package indexes is older. Any text is a version, and only equal
// texts compare as 0.
func CompareVersions(a, b string) int {
	left, right := a, b
	for left != "" || right != "" {
		var x, y versionPart
		x, left = nextPart(left)
		y, right = nextPart(right)
		if c := x.compare(y); c != 0 {
			return c
		}
	}
	return strings.Compare(a, b)
}

// A versionPart is a number or a word of a version; its text is empty where the version has ended.
type versionPart struct {
	text   string
	dashed bool // a dash precedes it
}

// nextPart splits off the first part of a version.
func nextPart(version string) (versionPart, string) {
	i := 0
	for i < len(version) && !isDigit(version[i]) && !isLetter(version[i]) {
		i++
	}
	kind := isDigit
	if i < len(version) && isLetter(version[i]) {
		kind = isLetter
	}
	end := i
	for end < len(version) && kind(version[end]) {
		end++
	}
	return versionPart{text: version[i:end], dashed: i > 0 && version[i-1] == '-'}, version[end:]
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func (p versionPart) compare(q versionPart) int {
	if c := cmp.Compare(p.rank(), q.rank()); c != 0 {
		return c
	}
	if p.rank() < numberRank {
		return cmp.Compare(strings.ToLower(p.text), strings.ToLower(q.text))
	}
	// Numbers of any length: the longer one is larger.
	x, y := strings.TrimLeft(p.text, "0"), strings.TrimLeft(q.text, "0")
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y))
}

// The ranks of parts: early words, the end of a version, other words, numbers.
const (
	earlyRank = iota
	endRank
	wordRank
	numberRank
)

func (p versionPart) rank() int {
	switch {
	case p.text == "":
		return endRank
	case isDigit(p.text[0]):
		return numberRank
	case p.dashed && strings.EqualFold(p.text, "dev"):
		return wordRank
	case slices.Contains(early, strings.ToLower(p.text)):
		return earlyRank
	}
	return wordRank
}
