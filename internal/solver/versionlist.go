package solver

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/smt/theory"
)

// A VersionItem is one part of a list of versions: a version, or a range of them.
type VersionItem struct {
	// Text is the part as it was written, Name the solver's name.
	Text, Name string
	// Version is a version, the beginning of one, or Latest; empty for a range.
	Version string
	// From and To are the ends of a range, both inclusive; empty for no end.
	From, To string
}

// rangeMark separates the ends of a range.
const rangeMark = ".."

// ParseVersionList reads a list such as "z3@4.8.12..5.4.0, 4.8.5": versions and ranges separated by commas, which belong to the solver
// of that name where none is written. "NAME@.." are all versions. Errors are *SpecError.
func ParseVersionList(text, name string) ([]VersionItem, error) {
	var out []VersionItem
	column := 1
	for part := range strings.SplitSeq(text, ",") {
		fail := func(problem string) error {
			return &SpecError{Text: text, Column: column, Problem: problem,
				Remedy: "versions look like z3@4.8.12, 4.8.12, z3@4.8.12..5.4.0, 4.8.. or ..5.0, with commas between them"}
		}
		it := VersionItem{Text: strings.TrimSpace(part), Name: name}
		from, to, isRange := strings.Cut(it.Text, rangeMark)
		if before, after, ok := strings.Cut(from, "@"); ok {
			it.Name, from = before, after
		}
		// The name may also precede the second version.
		if before, after, ok := strings.Cut(to, "@"); ok {
			if before != it.Name {
				return nil, fail(fmt.Sprintf("the range %q is of two solvers", it.Text))
			}
			to = after
		}
		switch {
		case it.Text == "":
			return nil, fail("a version is missing")
		case !profileName.MatchString(it.Name):
			return nil, fail(fmt.Sprintf("%q is not the name of a solver", it.Name))
		case !nameable(from) || !nameable(to):
			return nil, fail(fmt.Sprintf("%q is neither a version nor a range: versions begin with a digit", it.Text))
		case !isRange && from == "" || strings.Contains(to, rangeMark) || strings.ContainsAny(from+to, " \t/\\"):
			return nil, fail(fmt.Sprintf("%q is neither a version nor a range", it.Text))
		case isRange && from != "" && to != "" && theory.CompareVersions(from, to) > 0:
			return nil, &SpecError{Text: text, Column: column, Problem: fmt.Sprintf("%q ends before it begins", it.Text),
				Remedy: fmt.Sprintf("the older version comes first, as in %s@%s..%s", it.Name, to, from)}
		case isRange:
			it.From, it.To = from, to
		default:
			it.Version = from
		}
		out = append(out, it)
		column += len([]rune(part)) + 1
	}
	return out, nil
}

// nameable reports whether a text can name a version, or is empty.
func nameable(text string) bool { return text == "" || text == Latest || isVersion(text) }

// Of returns those of some versions that an item is about: all in a range, or the newest in a line.
func (it VersionItem) Of(versions []string) []string {
	if it.Version != "" {
		if v := Newest(versions, it.Version); v != "" {
			return []string{v}
		}
		return nil
	}
	var out []string
	for _, v := range versions {
		if (it.From == "" || theory.CompareVersions(v, it.From) >= 0) && (it.To == "" || theory.CompareVersions(v, it.To) <= 0 || InLine(v, it.To)) {
			out = append(out, v)
		}
	}
	return out
}

// Has reports whether a version is one that an item is about: in its range, or in its line.
func (it VersionItem) Has(version string) bool {
	if it.Version != "" {
		return InLine(version, it.Version)
	}
	return len(it.Of([]string{version})) > 0
}
