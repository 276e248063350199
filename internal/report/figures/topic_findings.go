package figures

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/review"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// What a finding is.
const (
	IsNew   = "new"
	IsKnown = "known"
	// IsOutside is a lost answer in a logic that is not known to be decidable.
	IsOutside = "not counted"
	isGone    = "gone"
)

// ClassWords is a class of findings in plain words: wrong unsat.
func ClassWords(class oracle.Class) string {
	if s := findings.SeverityOf(class); s.Rated() {
		return s.String()
	}
	return string(class)
}

// SizeOf is the size of a finding's formula, 0 when it cannot be read.
func SizeOf(dir string) int64 {
	info, err := os.Stat(filepath.Join(dir, findings.BugFile))
	if err != nil {
		return 0
	}
	return info.Size()
}

func findingsTables(c *Campaign) []*Table {
	clusters := newTable("bugs", "Bugs, according to assay triage", "class", "class", "solver", "solver", "versions", "", "needs", "needs", "bytes", "size", "findings", "findings", "hits", "mutants",
		"status", "status", "known_as", "known as", "folder", "folder", "words", "what it shows")
	for i := range c.Clusters {
		b := &c.Clusters[i]
		status, knownAs := ClusterStatus(b), ""
		if b.Known != nil {
			knownAs = b.Known.Bug
		}
		clusters.add(b.Weight().Severity.String(), ClusterSolver(b), strings.Join(b.Versions, " "), strings.Join(b.Needs, ", "), Bytes(b.Bytes), int64(b.Count), b.Hits,
			status, knownAs, Message(filepath.Join(c.Out, review.Folder, b.Name)), Message(b.Words))
	}
	t := newTable("findings", "Findings", "class", "class", "solver", "solver", "logic", "logic", "bytes", "size", "hits", "mutants", "status", "status", "remarks", "remarks",
		"flaky", "", "suspect", "", "open", "", "known_as", "", "folder", "folder", "words", "what it shows")
	t.Shown = 50
	add := func(b findings.Brief, status, knownAs string) {
		name := filepath.Base(b.Dir)
		if c.Gone[name] {
			status = isGone
		}
		var remarks []string
		if b.Flaky {
			remarks = append(remarks, "flaky")
		}
		if b.Suspect {
			remarks = append(remarks, "not proven")
		}
		if len(b.Open) > 0 {
			remarks = append(remarks, "may rest on what the standard leaves open: "+strings.Join(b.Open, " "))
		}
		t.add(ClassWords(oracle.Class(b.Class)), c.NameOf(b), b.Logic, Bytes(SizeOf(b.Dir)), b.Hits, status, strings.Join(remarks, ", "),
			b.Flaky, b.Suspect, strings.Join(b.Open, " "), knownAs, Message(b.Dir), Message(b.Summary))
	}
	for _, b := range c.Findings {
		add(b, IsNew, "")
	}
	for _, b := range c.Apart {
		add(b, IsOutside, "")
	}
	for _, k := range c.Known {
		add(k.Brief, IsKnown, k.Bug)
	}
	bugs := newTable("known", "Known bugs, which do not count", "bug", "bug", "status", "status", "findings", "findings", "hits", "mutants", "link", "", "title", "title", "see", "see", "because", "")
	for _, k := range c.KnownBugs() {
		link := k.Link
		if k.See != "" {
			link = k.See
		}
		bugs.add(k.Bug, string(k.Status), k.Findings, k.Hits, k.Link, Message(k.Title), Message(link), k.Because)
	}
	counts := newTable("counts", "Counts", "figure", "figure", "key", "", "count", "count")
	var hits int64
	for _, b := range c.All() {
		hits += b.Hits
	}
	for _, n := range []struct {
		words, key string
		n          int64
	}{
		{"findings that count", "new", int64(len(c.Findings))},
		{"lost answers in undecidable logics", "not_counted", int64(len(c.Apart))},
		{"findings of known bugs", "known", int64(len(c.Known))},
		{"mutants that showed them", "mutants", hits},
		{"findings that triage found gone", "gone", int64(len(c.Gone))},
		{"disagreements that prove nothing", "excused", c.Stats.Excused},
	} {
		if n.n > 0 {
			counts.add(n.words, n.key, n.n)
		}
	}
	return []*Table{clusters, t, bugs, counts}
}

// ClusterStatus says whether a bug is new, known or does not count for another reason.
func ClusterStatus(b *review.Cluster) string {
	switch {
	case b.Known != nil && b.Known.Back:
		return "back"
	case b.Known != nil:
		return IsKnown
	case b.Unwelcome != "":
		return "unwelcome"
	case b.Apart:
		return IsOutside
	}
	return IsNew
}

// ClusterSolver is the solver that a bug is in, with the versions in which it was found.
func ClusterSolver(b *review.Cluster) string {
	switch n := len(b.Versions); n {
	case 0:
		return b.Solver
	case 1:
		return WithVersion(b.Solver, b.Versions[0])
	default:
		return b.Solver + "@" + strings.Join(b.Versions, ",")
	}
}

// NameOf is the solver that a finding is about.
func (c *Campaign) NameOf(b findings.Brief) string {
	if name := c.names[b.Solver]; name != "" {
		return name
	}
	program, options, _ := strings.Cut(b.Solver, " ")
	return strings.TrimSpace(WithVersion(filepath.Base(program), b.Version) + " " + options)
}
