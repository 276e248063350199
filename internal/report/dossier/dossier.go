package dossier

import (
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/report/figures"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/theory"
)

// MaxText bounds the bytes of a file that a page shows.
const MaxText = 64 << 10

// ErrNone says that a campaign has no entry with an ID.
var ErrNone = errors.New("there is no such bug")

// A Dossier is everything that a page shows about a bug. It is a plain value.
type Dossier struct {
	Entry
	// Title is the report's. Report is the report without its title, as safe HTML; Markdown is the whole report, for copying.
	Title    string `json:"title"`
	Report   string `json:"report_html"`
	Markdown string `json:"report"`
	// Formula is what the solver reads: the reduced script where it was reduced. Mutant is what was found, Seed what that was made of, Steps how.
	// FalsePart is the smallest part of it that a model makes false, as it stands there, "" where that is no matter or not known.
	Formula   string   `json:"formula"`
	FalsePart string   `json:"false_part,omitempty"`
	Mutant    string   `json:"mutant,omitempty"`
	Seed      string   `json:"seed,omitempty"`
	Steps     []string `json:"steps,omitempty"`
	// Changes are the differences between seed and mutant, nil where both are too long to compare.
	Changes []Change `json:"changes,omitempty"`
	// Versions are the verdicts on all versions that were tried, in their order.
	Versions []Version `json:"versions,omitempty"`
	// Runs are those of all solvers when it was found.
	Runs []Run `json:"runs,omitempty"`
	// Commands can be pasted.
	Commands []Command `json:"commands"`
	// Members are the folders of a cluster's findings, the smallest first.
	Members []string `json:"members,omitempty"`
	// Problems say what could not be read.
	Problems []string `json:"problems,omitempty"`
}

// A Version is what is known about one version.
type Version struct {
	Name string `json:"name"`
	// Verdict is bad, good, cannot say or not tried; Words say why it cannot say.
	Verdict string `json:"verdict"`
	Words   string `json:"words,omitempty"`
}

// A Run is a solver's run on the mutant.
type Run struct {
	Solver  string  `json:"solver"`
	Outcome string  `json:"outcome"`
	Reason  string  `json:"reason,omitempty"`
	Seconds float64 `json:"seconds"`
}

// A Command is a command line and what it does.
type Command struct {
	Words string `json:"words"`
	Line  string `json:"line"`
}

// Open reads what a page shows about the entry with an ID. The error is ErrNone, or says why its finding cannot be read.
func Open(c *figures.Campaign, list []Entry, id string) (*Dossier, error) {
	i := slices.IndexFunc(list, func(e Entry) bool { return e.ID == id })
	if i < 0 {
		return nil, ErrNone
	}
	d := &Dossier{Entry: list[i]}
	dir := filepath.Join(c.Out, filepath.FromSlash(d.of))
	f, err := findings.LoadRecord(dir)
	if err != nil {
		return nil, err
	}
	d.Formula = d.text(dir, findings.BugFile)
	d.Mutant = d.optional(dir, findings.OriginalFile)
	d.Seed = d.optional(dir, findings.SeedFile)
	if d.Mutant == d.Formula {
		d.Mutant = ""
	}
	if part := f.Evidence.Detail; f.Class.Answer() == smt.Sat && part != "" && strings.Contains(d.Formula, part) {
		d.FalsePart = part
	}
	d.Steps = lines(f.Provenance.Steps)
	d.Changes = Compare(d.Seed, firstOf(d.Mutant, d.Formula))
	report := d.optional(filepath.Join(c.Out, filepath.FromSlash(d.ID)), findings.ReportFile)
	if report == "" {
		report = d.optional(dir, findings.ReportFile)
	}
	d.Markdown = report
	d.Title, d.Report = HTML(report)
	if d.Title == "" {
		d.Title = d.Class
	}
	d.runs(f)
	d.history(f)
	for i := range c.Clusters {
		if b := &c.Clusters[i]; d.Cluster && strings.TrimPrefix(d.ID, "clusters/") == b.Name {
			d.Members = b.Members
		}
	}
	d.commands(c.Out)
	return d, nil
}

func firstOf(texts ...string) string {
	i := slices.IndexFunc(texts, func(t string) bool { return t != "" })
	if i < 0 {
		return ""
	}
	return texts[i]
}

// lines makes texts of others fit for a line each.
func lines(texts []string) []string {
	out := make([]string, 0, len(texts))
	for _, t := range texts {
		out = append(out, visible.Line(t))
	}
	return out
}

// text reads a file of a folder, or notes that it cannot be read.
func (d *Dossier) text(dir, name string) string {
	text, err := read(filepath.Join(dir, name))
	if err != nil {
		d.Problems = append(d.Problems, name+" cannot be read")
	}
	return text
}

// optional reads a file that not every folder has.
func (d *Dossier) optional(dir, name string) string {
	text, err := read(filepath.Join(dir, name))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		d.Problems = append(d.Problems, name+" cannot be read")
	}
	return text
}

// read reads the beginning of a regular file.
func read(file string) (string, error) {
	info, err := os.Lstat(file)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", errors.New("not a regular file")
	}
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, MaxText+1))
	if err != nil {
		return "", err
	}
	if len(data) > MaxText {
		data = append(data[:MaxText], "\n; ... the file has more"...)
	}
	return visible.Text(string(data)), nil
}

func (d *Dossier) runs(f findings.Stored) {
	for i := range f.Runs {
		r := &f.Runs[i]
		d.Runs = append(d.Runs, Run{Solver: visible.Line(r.Solver), Outcome: string(r.Outcome), Reason: visible.Line(r.Reason), Seconds: r.Seconds})
	}
}

// history lists all versions that exist, as far as they are known: those that were not tried are the gaps of the strip.
func (d *Dossier) history(f findings.Stored) {
	b := triage.LoadBisection(f.Dir)
	if b == nil || !b.Of(f) {
		return
	}
	h := b.Record()
	tried := make(map[string]bool)
	for _, v := range h.All() {
		if !v.Verdict.Decides() && v.Reason == "" {
			continue
		}
		tried[v.Name] = true
		out := Version{Name: visible.Line(v.Name), Words: visible.Line(v.Reason)}
		switch v.Verdict {
		case bisect.Shows:
			out.Verdict = "bad"
		case bisect.Absent:
			out.Verdict = "good"
		default:
			out.Verdict = "cannot say"
		}
		d.Versions = append(d.Versions, out)
	}
	for _, name := range h.Releases {
		if !tried[name] {
			d.Versions = append(d.Versions, Version{Name: visible.Line(name), Verdict: "not tried"})
		}
	}
	slices.SortStableFunc(d.Versions, func(a, b Version) int {
		aName, aVersion, _ := strings.Cut(a.Name, "@")
		bName, bVersion, _ := strings.Cut(b.Name, "@")
		return cmp.Or(strings.Compare(aName, bName), theory.CompareVersions(aVersion, bVersion))
	})
}

// commands are what people do next with a finding.
func (d *Dossier) commands(out string) {
	folder := shell.Quote([]string{filepath.Join(out, filepath.FromSlash(d.ID))})
	d.Commands = []Command{{"run it again", "assay replay " + folder}, {"find the version it came with", "assay bisect " + folder}}
	if d.Cluster {
		name := shell.Quote([]string{filepath.Base(d.ID)})
		d.Commands = append(d.Commands, Command{"mark it as reported", "assay triage --mark " + name + "=filed:LINK " + shell.Quote([]string{out})})
		return
	}
	d.Commands = append(d.Commands, Command{"make it small", "assay reduce " + folder}, Command{"group it with others", "assay triage " + shell.Quote([]string{out})})
}
