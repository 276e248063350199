package dossier

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/review"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/report/figures"
)

// An Entry is a line of the list of bugs. It is a plain value.
type Entry struct {
	// ID is the folder, from the campaign's, with slashes: clusters/NAME or findings/NAME.
	ID string `json:"id"`
	// Class is in words: wrong unsat. Kind and Needs say how bad it is and what it takes to see it.
	Class string `json:"class"`
	Kind  string `json:"kind"`
	Needs string `json:"needs"`
	// Solver is the blamed one with its versions: z3@5.4.1.
	Solver string `json:"solver"`
	Logic  string `json:"logic,omitempty"`
	// Words say what it shows.
	Words string `json:"words"`
	// Bytes is the size of the formula, 0 if that cannot be read.
	Bytes int64 `json:"bytes"`
	// Status is new, known, back, gone, unwelcome or not counted; KnownAs names the known bug, and Link says where it is described.
	Status  string `json:"status"`
	KnownAs string `json:"known_as,omitempty"`
	Link    string `json:"link,omitempty"`
	// Mark is the status that the campaign's own list of known bugs gives it: known, filed or ignored. Note is a person's remark there.
	Mark string `json:"mark,omitempty"`
	Note string `json:"note,omitempty"`
	// Findings is the number of a cluster's findings, Hits the number of mutants that showed one of them.
	Findings int64 `json:"findings"`
	Hits     int64 `json:"hits"`
	Suspect  bool  `json:"suspect,omitempty"`
	Flaky    bool  `json:"flaky,omitempty"`
	// Open are operators on which it may rest and whose value the standard leaves open; for findings alone.
	Open []string `json:"open_operators,omitempty"`
	// Cluster: triage has grouped it. Others are findings that it has not seen yet, or that it found gone.
	Cluster bool `json:"cluster"`

	weight findings.Weight
	// of is the folder with the formula, from the campaign's: that of the smallest finding of a cluster.
	of string
}

// List returns the entries of a campaign: those that count first, then the gravest, then those with the most hits. Own is the campaign's own list of
// known bugs, whose marks may be younger than the clusters; nil for none.
func List(c *figures.Campaign, own *known.List) []Entry {
	var out []Entry
	marks := make(map[string]*known.Entry)
	if own != nil {
		for _, e := range own.Entries {
			marks[e.Name] = e
		}
	}
	logics := make(map[string]string)
	for _, f := range c.All() {
		logics[filepath.Base(f.Dir)] = f.Logic
	}
	for i := range c.Clusters {
		e := ofCluster(&c.Clusters[i])
		e.Logic = logics[c.Clusters[i].Smallest]
		e.mark(c.Clusters[i].Name, marks)
		out = append(out, e)
	}
	clustered := c.Clustered()
	add := func(b findings.Brief, status, knownAs, link string) {
		if name := filepath.Base(b.Dir); !clustered[name] {
			if c.Gone[name] {
				status = "gone"
			}
			out = append(out, ofFinding(c, b, status, knownAs, link))
		}
	}
	for _, b := range c.Findings {
		add(b, figures.IsNew, "", "")
	}
	for _, b := range c.Apart {
		add(b, figures.IsOutside, "", "")
	}
	for i := range c.Known {
		k := &c.Known[i]
		add(k.Brief, figures.IsKnown, k.Bug, cmp.Or(k.See, k.Link))
	}
	for i := range out {
		out[i].clean()
	}
	slices.SortStableFunc(out, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.standing(), b.standing()), a.weight.Compare(b.weight), -cmp.Compare(a.Hits, b.Hits), strings.Compare(a.ID, b.ID))
	})
	return out
}

// clean makes the texts fit for a line each, whoever wrote them.
func (e *Entry) clean() {
	for _, text := range []*string{&e.Needs, &e.Solver, &e.Logic, &e.Words, &e.KnownAs, &e.Link, &e.Mark, &e.Note} {
		*text = visible.Line(*text)
	}
}

// Folder is the folder with the formula, from the campaign's, with slashes: that of the smallest finding of a cluster.
func (e *Entry) Folder() string { return e.of }

// Counts reports whether it is a bug that nobody has set aside.
func (e *Entry) Counts() bool { return e.Status == figures.IsNew || e.Status == "back" }

// New is the number of entries that count.
func New(list []Entry) (n int) {
	for i := range list {
		if list[i].Counts() {
			n++
		}
	}
	return n
}

// standing orders entries: what counts comes first, and what is gone last.
func (e *Entry) standing() int {
	switch {
	case e.Counts():
		return 0
	case e.Status == "gone":
		return 2
	}
	return 1
}

func ofCluster(b *review.Cluster) Entry {
	e := Entry{
		ID: path.Join(review.Folder, b.Name), Class: b.Weight().Severity.String(), Kind: b.Weight().Severity.Kind(), Needs: b.Weight().Needs.String(),
		Solver: figures.ClusterSolver(b), Words: b.Words, Bytes: int64(b.Bytes), Status: figures.ClusterStatus(b), Findings: int64(b.Count), Hits: b.Hits,
		Suspect: b.Suspect, Flaky: b.Rate.Shown < b.Rate.Runs, Cluster: true, weight: b.Weight(), of: path.Join(findings.Folder, b.Smallest),
	}
	if k := b.Known; k != nil {
		e.KnownAs, e.Link = k.Bug, cmp.Or(k.See, k.Link)
	}
	return e
}

func ofFinding(c *figures.Campaign, b findings.Brief, status, knownAs, link string) Entry {
	class := oracle.Class(b.Class)
	e := Entry{
		ID: path.Join(findings.Folder, filepath.Base(b.Dir)), Class: figures.ClassWords(class), Solver: c.NameOf(b), Logic: b.Logic, Words: b.Summary,
		Status: status, KnownAs: knownAs, Link: link, Findings: 1, Hits: b.Hits, Suspect: b.Suspect, Flaky: b.Flaky, Open: b.Open,
	}
	e.of = e.ID
	e.weight, e.Bytes = c.Weight(b)
	e.Kind, e.Needs = e.weight.Severity.Kind(), e.weight.Needs.String()
	return e
}

// mark gives a cluster the mark that a person gave it since it was written, or takes one away that it had.
func (e *Entry) mark(name string, marks map[string]*known.Entry) {
	switch m := marks[name]; {
	case m != nil:
		e.Mark, e.KnownAs, e.Link, e.Note = string(m.Status), name, m.Link, strings.Join(m.Notes, " ")
		if e.Status == figures.IsNew {
			e.Status = figures.IsKnown
		}
	case e.KnownAs == name:
		e.Status, e.KnownAs, e.Link = figures.IsNew, "", ""
	}
}

// Marks are what a person can say about a bug, for assay triage --mark.
func Marks() []string {
	return []string{string(known.Known), string(known.Filed), string(known.Ignored)}
}
