package review

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/findings/clusters"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
)

// Folder is the name of the folder of groups below a campaign's output folder, ClusterFile that of the record in each.
const (
	Folder      = "clusters"
	ClusterFile = "cluster.json"
)

// clusterFormat is the version of cluster.json.
const clusterFormat = 1

// A Report is what came of a review.
type Report struct {
	// Clusters are the groups, the gravest first: a wrong answer in the default configuration. Among equals, those with the most hits come first.
	Clusters []Cluster
	// Findings is the number of findings that show; Gone are those that no longer show, Unusable those that cannot be judged.
	Findings int
	Gone     []Gone
	Unusable []Unusable
}

// Gone is a finding that did not show.
type Gone struct {
	Finding string `json:"finding"`
	Runs    int    `json:"runs"`
	// State is triage.MayBeGone for one that shows so rarely that so many runs say too little.
	State triage.ReplayState `json:"state"`
	// Instead is what the same texts show, "" for nothing: see triage.Replay.
	Instead string `json:"instead,omitempty"`
}

// Unusable is a finding that cannot be judged.
type Unusable struct {
	Finding string `json:"finding"`
	Problem string `json:"problem"`
	// NoProgram: a solver that it needs is not here, or only another build of it.
	NoProgram bool `json:"no_program,omitempty"`
}

// A Cluster is the content of cluster.json.
type Cluster struct {
	Format int          `json:"format"`
	Name   string       `json:"name"`
	Class  oracle.Class `json:"class"`
	// Solver is the blamed solver without its version; Versions are those in which the defect was found.
	Solver   string   `json:"solver"`
	Versions []string `json:"versions"`
	Suspect  bool     `json:"suspect,omitempty"`
	// Severity says how bad it is, Needs what it takes to see it. A record of an older version has neither.
	Severity findings.Severity `json:"severity,omitempty"`
	Needs    []string          `json:"needs,omitempty"`
	// Classes are those of its findings where they are several, the gravest first; Class is that of the finding to look at.
	Classes []oracle.Class `json:"classes,omitempty"`
	// Unwelcome is the reason for which the solver's developers accept no report of it, "" for none.
	Unwelcome string `json:"unwelcome,omitempty"`
	// Smallest is the finding to look at, Bytes the size of its formula, Words what it shows.
	Smallest string `json:"smallest"`
	Bytes    int    `json:"bytes"`
	Words    string `json:"words"`
	// Crash is where it crashes, according to the solver's message or else to its stack.
	Crash string `json:"crash,omitempty"`
	// Untraced says why a crash whose message says nothing has no stack, "" if it has one or needs none.
	Untraced  string   `json:"untraced,omitempty"`
	Operators []string `json:"operators,omitempty"`
	Options   string   `json:"options,omitempty"`
	// Rate is how often the smallest showed in fresh processes, in those of triage or those of bisection, whichever are more.
	Rate findings.Repetition `json:"rate"`
	// Ends and Outcome belong to the smallest finding. Ends are those of all versions that were ever tried, and say no more: FirstBad is only
	// the oldest version tried that shows it, where LastGood is missing. History says in words what is known, Span the same for a table.
	bisect.Ends
	Span    string   `json:"span,omitempty"`
	History []string `json:"history,omitempty"`
	// Threads says that the smallest finding needs threads, or may need them, "" when it does not.
	Threads string `json:"threads,omitempty"`
	Outcome
	// Count is the number of members, Hits the number of mutants that showed one of them.
	Count   int      `json:"count"`
	Hits    int64    `json:"hits"`
	Members []string `json:"members"`
	// Evidence says why each member but the first is grouped with another one, KeptApart what could have been a reason but was not.
	Evidence  []clusters.Link `json:"evidence"`
	KeptApart []clusters.Link `json:"kept_apart,omitempty"`
	// Signatures, Shapes and Alike are what lists of known bugs know it by.
	Signatures []string `json:"signatures"`
	Stacks     []string `json:"stacks,omitempty"`
	Shapes     []string `json:"shapes,omitempty"`
	Alike      []string `json:"alike,omitempty"`
	Essences   []string `json:"essences,omitempty"`
	// NeedsOptions are the options that all its findings need or, as far as that was not tried, were given, as NAME=VALUE. OptionsTried says that it was tried
	// for at least one, and that those that need some have one in common with all others; otherwise nothing is known.
	NeedsOptions []string `json:"needs_options,omitempty"`
	OptionsTried bool     `json:"options_tried,omitempty"`
	// Texts are checksums of its formulas as they are and as they were found.
	Texts []string `json:"texts,omitempty"`

	// NotBisected says why the versions of the smallest finding could not be searched this time, "" where they were, or were not to be.
	NotBisected string `json:"not_bisected,omitempty"`
	// Absent is the newest version that was run of those after the versions that show it, "" where the newest that was run shows it.
	Absent string `json:"absent,omitempty"`
	// Report is what came of running the report, nil if that was not done.
	Report *ReportCheck `json:"report,omitempty"`
	// Known is the bug that it is known as, nil for none.
	Known *KnownBug `json:"known,omitempty"`
	// Apart: it does not affect the exit status, whether it is known or not.
	Apart bool `json:"apart,omitempty"`
}

// A KnownBug is a known bug that a cluster is.
type KnownBug struct {
	Bug     string       `json:"bug"`
	Status  known.Status `json:"status"`
	Link    string       `json:"link,omitempty"`
	Because string       `json:"because"`
	// Title and See are what the bug is and where it is described, for bugs that come with Assay.
	Title string `json:"title,omitempty"`
	See   string `json:"see,omitempty"`
	// Back: it shows in a version in which it is said to be fixed.
	Back bool `json:"back,omitempty"`
}

// Counts reports whether a cluster affects the exit status: it is not known, or it is back, and it is welcome.
func (c *Cluster) Counts() bool {
	return !c.Apart && c.Unwelcome == "" && (c.Known == nil || c.Known.Back)
}

// Weight is what clusters are ordered by.
func (c *Cluster) Weight() findings.Weight {
	s := c.Severity
	if s == 0 {
		s = findings.SeverityOf(c.Class)
	}
	return findings.Weight{Severity: s, Suspect: c.Suspect, Needs: findings.NeedsOf(c.Needs)}
}

// Entry is a cluster's entry for a list of known bugs. It leaves out signatures that may stand for several bugs: see Coarse.
// It knows bugs that nothing else identifies by the very texts of their findings.
func (c *Cluster) Entry(m known.Mark) *known.Entry {
	e := &known.Entry{
		Name: c.Name, Status: m.Status, Link: m.Link, Class: string(c.Class), Solver: c.Solver,
		Signatures: slices.DeleteFunc(slices.Clone(c.Signatures), c.coarse), Stacks: c.Stacks, Shapes: c.Shapes, Alike: c.Alike, Essences: c.Essences,
	}
	for _, class := range c.Classes {
		if class != c.Class {
			e.Also = append(e.Also, string(class))
		}
	}
	if !e.Specific() {
		e.Texts = c.Texts
	}
	if len(e.Shapes)+len(e.Alike)+len(e.Texts) > 0 && c.OptionsTried {
		e.Needs, e.Plain = c.NeedsOptions, len(c.NeedsOptions) == 0
	}
	return e
}

// coarse reports whether a signature may stand for several bugs: it does not say where it went wrong.
func (c *Cluster) coarse(signature string) bool {
	return !oracle.Finding{Class: c.Class, Signature: signature}.Located()
}

// conclude writes the clusters' folders and the report.
func (r *reviewing) conclude(out *Report, groups []*aGroup) error {
	home := filepath.Join(r.Dir, Folder)
	if len(groups) > 0 {
		if err := disk.MakeDir(home); err != nil {
			return err
		}
	}
	earlier, err := Load(r.Dir)
	if err != nil {
		return err
	}
	names := nameAll(groups, earlier)
	for _, g := range groups {
		c := r.describe(g, names[g])
		out.Clusters = append(out.Clusters, c)
		if err := write(filepath.Join(home, c.Name), &c, g.smallest()); err != nil {
			return err
		}
	}
	for _, old := range earlier {
		if !slices.ContainsFunc(out.Clusters, func(c Cluster) bool { return c.Name == old.Name }) {
			if err := os.RemoveAll(filepath.Join(home, old.Name)); err != nil {
				return &disk.OutputError{Path: filepath.Join(home, old.Name), Err: err}
			}
		}
	}
	slices.SortFunc(out.Clusters, byWeight)
	return nil
}

// byWeight orders clusters: the gravest first, then those with the most hits.
func byWeight(a, b Cluster) int {
	return cmp.Or(a.Weight().Compare(b.Weight()), -cmp.Compare(a.Hits, b.Hits), strings.Compare(a.Name, b.Name))
}

// nameAll gives each group the name that most of its findings had before, or a new one if there is none: a name that a user has marked or
// written down stays with its findings.
func nameAll(groups []*aGroup, earlier []Cluster) map[*aGroup]string {
	was := make(map[string]string)
	for _, c := range earlier {
		for _, m := range c.Members {
			was[m] = c.Name
		}
	}
	names := make(map[*aGroup]string)
	taken := make(map[string]bool)
	// The largest first, so that a part that splits off gets the new name.
	order := slices.Clone(groups)
	slices.SortStableFunc(order, func(a, b *aGroup) int { return -cmp.Compare(len(a.findings), len(b.findings)) })
	for _, g := range order {
		votes := make(map[string]int)
		for _, e := range g.findings {
			if n := was[e.name()]; n != "" && !taken[n] {
				votes[n]++
			}
		}
		best := ""
		for n, v := range votes {
			if best == "" || v > votes[best] || v == votes[best] && n < best {
				best = n
			}
		}
		if best == "" {
			e := g.smallest()
			base := fmt.Sprintf("%s-%s-%s", e.Class, fileWord(e.Family), findings.ShortHash(e.name())[:6])
			best = base
			for n := 2; taken[best] || was[best] != ""; n++ {
				best = fmt.Sprintf("%s-%d", base, n)
			}
		}
		names[g], taken[best] = best, true
	}
	return names
}

// fileWord makes a name fit for a file name.
func fileWord(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '.' {
			return r
		}
		return '_'
	}, s)
}

// describe creates the record of a group.
func (r *reviewing) describe(g *aGroup, name string) Cluster {
	e := g.smallest()
	m := g.Smallest()
	c := Cluster{
		Format: clusterFormat, Name: name, Class: e.Class, Solver: e.Family, Suspect: e.Suspect, Smallest: e.name(), Bytes: e.bytes,
		Words: e.Evidence.Summary, Crash: m.Crash, Operators: m.Operators, Options: m.Options, Rate: e.note.Repetition, Count: len(g.findings),
		Outcome:  Outcome{Reduced: e.note.Reduced, NotReduced: e.notReduced, Located: e.place},
		Evidence: g.Links, KeptApart: g.Cluster.Apart, Apart: r.Apart != nil && r.Apart(e.Stored),
		Severity: e.Severity(), Needs: e.needs.Words(), Classes: classesOf(g), Report: e.note.Report, NotBisected: e.notBisected,
	}
	if d := e.note.Denied; d != nil && d.Words != "" {
		c.Denied = d
	}
	if r.Unwelcome != nil {
		c.Unwelcome = r.Unwelcome(e.Stored, e.needs)
	}
	if c.Crash == "" && e.Class.Crash() {
		c.Crash = e.note.Signature
		if len(m.Frames) > 0 {
			c.Crash += " in " + strings.Join(m.Frames, " < ")
		} else {
			c.Untraced = e.note.Untraced
		}
	}
	c.Threads = e.ThreadWords()
	if h := e.bisection.Record(); h != nil {
		c.Ends, c.Span, c.History = h.Ends(e.Family), h.Span(e.Family), h.Lines(e.Family)
		c.Rate = h.Counted(c.Rate)
		c.Absent = e.bisection.Absent()
	}
	if c.Evidence == nil {
		c.Evidence = []clusters.Link{}
	}
	add := func(to *[]string, s string) {
		if s != "" && !slices.Contains(*to, s) {
			*to = append(*to, s)
		}
	}
	c.NeedsOptions, c.OptionsTried = needsOptions(g)
	for _, f := range g.findings {
		c.Members = append(c.Members, f.name())
		c.Hits += max(1, f.Hits)
		fact := f.fact()
		add(&c.Versions, f.Version)
		add(&c.Stacks, fact.StackKey())
		if f.located() {
			fact.Shape, fact.Alike = "", "" // the place says more than the formula, which may lead to several crashes
		}
		add(&c.Shapes, fact.Shape)
		add(&c.Alike, fact.Alike)
		add(&c.Essences, fact.Essence)
		// A signature that says nothing would hide every crash of its kind.
		if !f.Class.Crash() || !solver.SaysNothing(f.note.Signature) {
			add(&c.Signatures, fact.Signature)
		}
		for _, text := range fact.Texts {
			add(&c.Texts, text)
		}
	}
	if k := r.match(g); k != nil {
		c.Known = &KnownBug{Bug: k.Name, Status: k.Status, Link: k.Link, Because: k.Because, Title: k.Title(), See: k.See(), Back: k.Back}
	}
	return c
}

// needsOptions returns the options that all findings of a group need or, as far as that was not tried, were given; tried is false where it was tried for none, and
// where there is none although some need one: the group does not need nothing either.
func needsOptions(g *aGroup) (options []string, tried bool) {
	some := false
	for i, f := range g.findings {
		these, known := f.Wanted()
		tried, some = tried || known, some || known && len(these) > 0
		if !known {
			these = findings.Words(f.Finding.Configuration())
		}
		if i == 0 {
			options = these
			continue
		}
		options = slices.DeleteFunc(options, func(o string) bool { return !slices.Contains(these, o) })
	}
	if !tried || some && len(options) == 0 {
		return nil, false
	}
	return options, true
}

// classesOf returns the classes of a group's findings, the gravest first, where they are several.
func classesOf(g *aGroup) []oracle.Class {
	var out []oracle.Class
	for _, class := range oracle.Classes() {
		if slices.ContainsFunc(g.findings, func(e *examined) bool { return e.Class == class }) {
			out = append(out, class)
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// write writes a cluster's folder, with the record last, so that an existing record is complete.
func write(dir string, c *Cluster, smallest *examined) error {
	if err := disk.MakeDir(dir); err != nil {
		return err
	}
	for _, name := range []string{findings.BugFile, findings.SessionFile, findings.ReportFile} {
		data, err := findings.ReadPart(smallest.Dir, name)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err == nil {
			if name == findings.ReportFile {
				data = c.Report.mark(data)
			}
			err = outputFile(dir, name, data)
		}
		if err != nil {
			return err
		}
	}
	data, err := findings.JSON(c)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Name, err)
	}
	return outputFile(dir, ClusterFile, data)
}

// Load reads the clusters in a campaign's folder, by name. Those that cannot be read are left out: they are recreated.
func Load(dir string) ([]Cluster, error) {
	files, err := filepath.Glob(filepath.Join(dir, Folder, "*", ClusterFile))
	if err != nil {
		return nil, err
	}
	var out []Cluster
	for _, f := range files {
		data, err := findings.ReadPart(filepath.Split(f))
		var c Cluster
		if err == nil && json.Unmarshal(data, &c) == nil && c.Format == clusterFormat && c.Name == filepath.Base(filepath.Dir(f)) {
			out = append(out, c)
		}
	}
	return out, nil
}
