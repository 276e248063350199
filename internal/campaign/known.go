package campaign

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/known"
	"github.com/assay-smt/assay/internal/shape"
	"github.com/assay-smt/assay/internal/triage"
)

// A KnownFinding is a finding of a bug that somebody knows. It decides no exit status.
type KnownFinding struct {
	findings.Brief
	// Bug is its name in the list, Status what was made of it, Link where it was filed, Because what it was known by.
	Bug     string       `json:"bug"`
	Status  known.Status `json:"status"`
	Link    string       `json:"link,omitempty"`
	Because string       `json:"because"`
}

// setApartKnown takes the findings of known bugs out of a list. One that is back in a version in which it was mended stays, and says so.
func (r *runner) setApartKnown(all []findings.Brief) (rest []findings.Brief, found []KnownFinding) {
	if r.Known == nil || len(r.Known.Entries) == 0 {
		return all, nil
	}
	for _, b := range all {
		m := r.Known.Match(factOf(b))
		switch {
		case m == nil:
			rest = append(rest, b)
		case m.Back:
			b.Summary += fmt.Sprintf(" (this is %s, which is said to be mended in %s)", m.Name, b.Version)
			rest = append(rest, b)
		default:
			found = append(found, KnownFinding{Brief: b, Bug: m.Name, Status: m.Status, Link: m.Link, Because: m.Because})
		}
	}
	return rest, found
}

// factOf is what is known of a finding without running anything. A formula that cannot be read has no shape, and is known by its signature.
func factOf(b findings.Brief) known.Fact {
	f := known.Fact{Class: b.Class, Solver: b.Family, Version: b.Version, Signature: findings.Common(b.Signature)}
	s, err := findings.LoadRecord(b.Dir)
	if err != nil {
		return f
	}
	form, err := triage.ShapeOf(s)
	if err != nil {
		form = shape.Shape{}
	}
	return triage.FactOf(s, form)
}

// maxKnownShown is how many known bugs a summary names.
const maxKnownShown = 20

// writeKnown lists the known bugs that were met, each once.
func (s Summary) writeKnown(b *strings.Builder) {
	if len(s.Known) == 0 {
		return
	}
	type bug struct {
		KnownFinding
		findings int
		hits     int64
	}
	var bugs []*bug
	byName := make(map[string]*bug)
	for _, k := range s.Known {
		if byName[k.Bug] == nil {
			byName[k.Bug] = &bug{KnownFinding: k}
			bugs = append(bugs, byName[k.Bug])
		}
		byName[k.Bug].findings++
		byName[k.Bug].hits += k.Hits
	}
	fmt.Fprintf(b, "\nKnown, which do not count: %s of %s\n", plural(len(s.Known), "finding"), plural(len(bugs), "bug"))
	for _, k := range bugs[:min(len(bugs), maxKnownShown)] {
		fmt.Fprintf(b, "  %s (%s): %s, hit %s\n", k.Bug, strings.TrimSpace(string(k.Status)+" "+k.Link), plural(k.findings, "finding"), times(k.hits))
	}
	if n := len(bugs) - maxKnownShown; n > 0 {
		fmt.Fprintf(b, "  and %d more\n", n)
	}
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
