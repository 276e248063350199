// Package tactics knows, by version, the tactics that solvers accept in check-sat-using, and builds random terms from them. It asks
// no solver: scripts/tactics.sh makes the table.
package tactics

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/assay-smt/assay/smt/theory"
)

// A Use says what a tactic is good for.
type Use uint8

// The uses.
const (
	_ Use = iota
	// Rewrites: it leaves goals.
	Rewrites
	// Decides: it decides formulas, perhaps only those of one logic.
	Decides
	// Never: it asks something else, prints, or gives answers that cannot be reproduced.
	Never
)

// A Tactic is a row of the table.
type Tactic struct {
	Name string
	// Since is the first version known to have it, "" for the oldest known; Until is the first that no longer has it, "" for
	// none.
	Since, Until string
	Use          Use
	// Bits: it is used only under logics that have bit-vectors.
	Bits bool
	// Why is the reason why a tactic is never used.
	Why string
}

// in reports whether a version has the tactic; "" is the newest.
func (t Tactic) in(version string) bool {
	if version == "" {
		return t.Until == ""
	}
	return (t.Since == "" || theory.CompareVersions(version, t.Since) >= 0) && (t.Until == "" || theory.CompareVersions(version, t.Until) < 0)
}

//go:embed z3.txt
var z3 string

// oldest is the oldest version that was asked: nothing is known about older ones.
const oldest = "4.5.1"

// z3Tactics returns the table, sorted by name. It is never modified.
var z3Tactics = sync.OnceValue(func() []Tactic {
	all, err := parse(z3)
	if err != nil {
		panic(err) // the file is embedded in the program
	}
	return all
})

// Fingerprint returns a short word that identifies this table and its choices.
func Fingerprint() string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(z3+strings.Join(settings, " "))))[:8]
}

// parse reads a table. The error names the line.
func parse(text string) ([]Tactic, error) {
	var all []Tactic
	for i, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.SplitN(line, " ", 5)
		if len(f) < 4 {
			return nil, fmt.Errorf("tactics: line %d: want NAME SINCE UNTIL USE", i+1)
		}
		t := Tactic{Name: f[0], Since: version(f[1]), Until: version(f[2])}
		if len(f) == 5 && f[3] != "never" && f[4] == "bit-vectors" {
			t.Bits, f = true, f[:4]
		}
		switch {
		case f[3] == "rewrites" && len(f) == 4:
			t.Use = Rewrites
		case f[3] == "decides" && len(f) == 4:
			t.Use = Decides
		case f[3] == "never" && len(f) == 5:
			t.Use, t.Why = Never, f[4]
		default:
			return nil, fmt.Errorf("tactics: line %d: %q is none of rewrites, decides, never WHY", i+1, strings.Join(f[3:], " "))
		}
		all = append(all, t)
	}
	return all, nil
}

func version(text string) string {
	if text == "-" {
		return ""
	}
	return text
}
