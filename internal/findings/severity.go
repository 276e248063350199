package findings

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/assay-smt/assay/internal/judge/oracle"
)

// A Severity says how bad it is for a user of the solver that a finding is true. Smaller is worse; the zero value is not a severity. The table of
// classes has their words: it is the number of the first row with its word, from 1.
type Severity uint8

// SeverityOf returns the severity of a class; that of a class without a row is not rated.
func SeverityOf(class oracle.Class) Severity {
	s, _ := ParseSeverity(rowOf(class).severity)
	return s
}

// ParseSeverity is the inverse of String; ok is false for other words.
func ParseSeverity(word string) (s Severity, ok bool) {
	i := slices.IndexFunc(rows, func(r row) bool { return r.severity == word })
	return Severity(i + 1), i >= 0
}

// Severities returns all severities, the worst first.
func Severities() []Severity {
	var all []Severity
	for i := range rows {
		if s, _ := ParseSeverity(rows[i].severity); !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

// row is the first row of the severity, an empty one for the zero value.
func (s Severity) row() row {
	if s == 0 || int(s) > len(rows) {
		return row{}
	}
	return rows[s-1]
}

// Rated reports whether it is that of a known class.
func (s Severity) Rated() bool { return s.row().class != "" }

// String is the severity in two or three words: "wrong unsat". The zero value has none.
func (s Severity) String() string { return s.row().severity }

// Kind is the wider word: a wrong unsat and a wrong sat are both a "wrong answer".
func (s Severity) Kind() string { return s.row().kind }

// MarshalText writes the word.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the word; no text is the zero value.
func (s *Severity) UnmarshalText(text []byte) error {
	out, ok := ParseSeverity(string(text))
	if !ok && len(text) > 0 {
		return fmt.Errorf("%q is not a severity", text)
	}
	*s = out
	return nil
}

// Severity says how bad the finding is. Where it needs a session, that of what shows there.
func (f *Finding) Severity() Severity {
	if f.Session != nil && f.Session.Shows != "" {
		return SeverityOf(f.Session.Shows)
	}
	return SeverityOf(f.Class)
}

// A Weight is what findings and clusters are ordered by: what is wrong, whether that is certain, and what it needs. It is a plain value.
type Weight struct {
	Severity Severity
	Suspect  bool
	Needs    Needs
}

// Weight returns the finding's weight.
func (f *Finding) Weight() Weight { return Weight{f.Severity(), f.Suspect, f.Needs()} }

// mostRead bounds what is read of a finding's formula to find out what it needs.
const mostRead = 1 << 20

// WeightHere is Weight together with what the formula in the finding's folder sets and asks for, which the record of a finding that was not
// reduced does not have. What cannot be read adds nothing.
func (s *Stored) WeightHere() Weight {
	w := s.Weight()
	name := BugFile
	if s.Session != nil {
		name = SessionFile
	}
	f, err := openPart(filepath.Join(s.Dir, name))
	if err != nil {
		return w
	}
	defer f.Close() //nolint:errcheck // it was only read
	if text, err := io.ReadAll(io.LimitReader(f, mostRead)); err == nil {
		w.Needs = s.NeedsIn(text)
	}
	return w
}

// String is the weight as tables and reports print it: "wrong answer, default configuration".
func (w Weight) String() string { return w.Severity.Kind() + ", " + w.Needs.String() }

// Compare orders weights, the gravest first, as Rank does; among equals, those with fewer needs come first.
func (w Weight) Compare(v Weight) int {
	return cmp.Or(cmp.Compare(w.Rank(), v.Rank()), w.Needs.Compare(v.Needs))
}

// Rank is smaller for what is graver: by the kind of what is wrong, what is certain before what is suspected, then what shows in the default
// configuration before what needs more, then by the severity itself. Both wrong answers are equally bad, so a wrong sat by default comes
// before a wrong unsat that needs an option.
func (w Weight) Rank() int {
	const steps = 32 // more than there are severities, and needs
	return (w.Gravity()*steps+w.NeedsRank())*steps + int(w.Severity)
}

// Gravity is the part of Rank that does not depend on needs: the kind of what is wrong, and whether it is certain.
func (w Weight) Gravity() int {
	kind := w.Severity
	if i := slices.IndexFunc(rows, func(r row) bool { return r.kind == kind.Kind() }); i >= 0 {
		kind = Severity(i + 1)
	}
	rank := int(kind) * 2
	if w.Suspect {
		rank++
	}
	return rank
}

// NeedsRank is smaller for what needs less.
func (w Weight) NeedsRank() int { return w.Needs.rank() }
