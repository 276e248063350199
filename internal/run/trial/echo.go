package trial

import (
	"regexp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/solver"
)

var echo = regexp.MustCompile(`\(\s*echo\s+"((?:[^"]|"")*)"`)

// echoesAnswer reports whether a text has a command that makes a solver print what would be taken for one of its answers, as some print it without quotes.
// Canonical scripts have no such commands; in files that are handed over as they are, one in a comment is enough.
func echoesAnswer(p *solver.Profile, text []byte) bool {
	for _, m := range echo.FindAllSubmatch(text, -1) {
		lines := strings.Split(string(m[1]), "\n")
		if slices.ContainsFunc(lines, func(line string) bool { return p.Answer(strings.TrimRight(line, " \t\r")) != 0 }) {
			return true
		}
	}
	return false
}
