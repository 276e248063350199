package solver

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Latest stands for the newest version in a spec.
const Latest = "latest"

// versionPart is a number or a word of a version.
var versionPart = regexp.MustCompile(`[0-9]+|[A-Za-z]+`)

// early are the words that make a version older than the one without them.
var early = []string{"dev", "a", "alpha", "b", "beta", "pre", "rc", "snapshot"}

// CompareVersions orders versions: part by part, numbers as numbers. A version that goes on where the other ends is newer, unless
// it goes on with a word such as rc. Any text is a version.
func CompareVersions(a, b string) int {
	left, right := versionPart.FindAllString(a, -1), versionPart.FindAllString(b, -1)
	for i := range max(len(left), len(right)) {
		if c := compareParts(partAt(left, i), partAt(right, i)); c != 0 {
			return c
		}
	}
	return strings.Compare(a, b)
}

func partAt(parts []string, i int) string {
	if i < len(parts) {
		return parts[i]
	}
	return ""
}

// compareParts compares the parts at one place; "" is where a version has ended.
func compareParts(a, b string) int {
	if c := cmp.Compare(partRank(a), partRank(b)); c != 0 {
		return c
	}
	if m, n, ok := bothNumbers(a, b); ok {
		return cmp.Compare(m, n)
	}
	return cmp.Compare(strings.ToLower(a), strings.ToLower(b))
}

// partRank puts early words before the end of a version, the end before other words, and these before numbers.
func partRank(part string) int {
	switch {
	case part == "":
		return 1
	case part[0] >= '0' && part[0] <= '9':
		return 3
	case slices.Contains(early, strings.ToLower(part)):
		return 0
	}
	return 2
}

func bothNumbers(a, b string) (m, n uint64, ok bool) {
	m, errA := strconv.ParseUint(a, 10, 64)
	n, errB := strconv.ParseUint(b, 10, 64)
	return m, n, errA == nil && errB == nil
}

// InLine reports whether a version is what is asked for: equal to it, or equal as far as it goes, as 4.13.4 is of the line 4.13. Every version
// is of the line Latest.
func InLine(version, line string) bool {
	if line == Latest || version == line {
		return true
	}
	rest, ok := strings.CutPrefix(version, line)
	return ok && line != "" && strings.ContainsAny(rest[:1], ".-+_")
}

// Newest returns the newest version of a line, "" if there is none. The version itself, if it is there, is preferred to longer ones.
func Newest(versions []string, line string) string {
	best := ""
	for _, v := range versions {
		switch {
		case v == line:
			return v
		case InLine(v, line) && (best == "" || CompareVersions(v, best) > 0):
			best = v
		}
	}
	return best
}
