package shape

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// A Shape is what is left of a script without names and orders. It is a plain value.
type Shape struct {
	// Exact is equal for scripts that differ in names, in the order of commutative arguments and of assertions, and in what is no formula:
	// infos, questions without terms, options that produce something. A script that says nothing, since it has neither terms nor tactics,
	// has no Exact and no Loose: it equals no other.
	Exact string `json:"exact,omitempty"`
	// Loose is equal where, in addition, literals and numbers in operators and sorts differ, and an order relation is turned around.
	Loose string `json:"loose,omitempty"`
	// Operators are the names of the theories' operators, sorted, each once.
	Operators []string `json:"operators,omitempty"`
	// Size is the number of different terms.
	Size int `json:"terms"`
	// Cut: the script is too large to be compared, and has no Exact and no Loose.
	Cut bool `json:"cut,omitempty"`
}

// MaxTerms is the largest number of different terms of a script that is compared.
const MaxTerms = 20_000

// Of returns the shape of a script.
func Of(s *script.Script) Shape {
	var out Shape
	var roots []*term.Term
	for _, c := range s.Commands {
		roots = append(roots, c.Terms...)
		for _, d := range c.Decls {
			if d.Body != nil {
				roots = append(roots, d.Body)
			}
		}
	}
	term.Walk(roots, func(t *term.Term) bool {
		out.Size++
		if f := t.Func(); f != nil && f.Row != nil {
			out.Operators = append(out.Operators, f.Row.Name)
		}
		if out.Size > MaxTerms {
			out.Cut = true
		}
		return !out.Cut
	})
	slices.Sort(out.Operators)
	out.Operators = slices.Compact(out.Operators)
	if !out.Cut && slices.ContainsFunc(s.Commands, tells) {
		out.Exact, out.Loose = key(s, strict), key(s, loose)
	}
	return out
}

// tells reports whether a command gives a script a shape of its own.
func tells(c *script.Command) bool {
	return counts(c) && (len(c.Terms) > 0 || says(c) && strings.Contains(c.Text, " "))
}

// Version changes when scripts get other keys than before. Keys of scripts that only declare, assert and check have never changed.
const Version = 3

// key names the form of a script.
func key(s *script.Script, how grain) string {
	w := newWriter(s, how)
	w.script(s)
	sum := sha256.Sum256(w.out)
	return hex.EncodeToString(sum[:8])
}

// grain says how much of a script is in its form.
type grain uint8

const (
	strict grain = iota
	loose
)
