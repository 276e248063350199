package solver

import (
	"strings"

	"github.com/assay-smt/assay/smt/theory"
)

// Latest stands for the newest version in a spec.
const Latest = "latest"

// InLine reports whether a version is in the requested line: equal to it, or equal as far as the line goes, as 4.13.4 is in the line 4.13.
// Every version is in the line Latest.
func InLine(version, line string) bool {
	if line == Latest || version == line {
		return true
	}
	rest, ok := strings.CutPrefix(version, line)
	return ok && line != "" && strings.ContainsAny(rest[:1], ".-+_")
}

// Newest returns the newest version in a line, "" if there is none. An exact match, if there is one, is preferred to longer versions. A build
// of our own is only taken if the line names it.
func Newest(versions []string, line string) string {
	best := ""
	for _, v := range versions {
		switch {
		case v == line:
			return v
		case IsBuild(v) && !IsBuild(line):
		case InLine(v, line) && (best == "" || theory.CompareVersions(v, best) > 0):
			best = v
		}
	}
	return best
}
