package suite

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// A Use is what became of the answers that are expected of a script.
type Use uint8

// The uses, from none at all.
const (
	// Nothing: the suite expects nothing that could be a label.
	Nothing Use = iota
	// Own: the script has all labels itself, and they are those that are expected, or nothing is.
	Own
	// Added: at least one label comes from what is expected.
	Added
	// Uneven: there are more answers or fewer than check-sats, so that nobody knows which is whose.
	Uneven
	// Contradicting: a label of the script's is not what the suite expects. One of the two is wrong.
	Contradicting
)

// Label returns a script's text with a status label in front of each check-sat that has none and of which an answer is expected. s is what was read from text. The text is otherwise
// as it was.
func Label(text string, s *script.Script, want []smt.Status) (string, Use) {
	own, checks := labels(s)
	known := func(status smt.Status) bool { return status == smt.Sat || status == smt.Unsat }
	if len(want) > 0 && len(want) != len(checks) {
		return text, Uneven
	}
	use := Nothing
	if len(own) > 0 && !slices.ContainsFunc(own, func(l smt.Status) bool { return !known(l) }) {
		use = Own
	}
	var b strings.Builder
	written := 0
	for i, status := range want {
		switch {
		case !known(status):
		case known(own[i]) && own[i] != status:
			return text, Contradicting
		case !known(own[i]):
			b.WriteString(text[written:checks[i].Start])
			fmt.Fprintf(&b, "(set-info :status %v)\n", status)
			written = checks[i].Start
			use = Added
		}
	}
	b.WriteString(text[written:])
	return b.String(), use
}

// labels returns a script's own labels, Unknown where there is none, with the check-sats that it executes.
func labels(s *script.Script) (own []smt.Status, checks []*script.Command) {
	label := smt.Unknown
	for _, c := range s.Commands {
		switch {
		case c.Kind == script.SetInfo && c.Name == ":status":
			label = smt.Label(c.Text)
		case c.IsCheck():
			own, checks = append(own, label), append(checks, c)
			label = smt.Unknown
		case c.Kind == script.Exit:
			return own, checks
		}
	}
	return own, checks
}

// A Key is the same for scripts that say the same: layout, comments and what (set-info ...) says do not count.
type Key [sha256.Size]byte

// KeyOf returns the key of a script.
func KeyOf(s *script.Script) Key {
	bare := *s
	bare.Commands = slices.DeleteFunc(slices.Clone(s.Commands), func(c *script.Command) bool { return c.Kind == script.SetInfo })
	return sha256.Sum256([]byte(bare.String()))
}
