package comparison

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/compare"
	"github.com/assay-smt/assay/internal/report/figures"
)

// An Input is what all outputs are made from. It is a plain value, which no function of this package changes.
type Input struct {
	*compare.Report
	// Out is the folder of the comparison as the user named it, "" for the current one.
	Out string
	// Corpus is the folder of the corpus as the user named it, "" for none. Records of it have the names of its folders.
	Corpus string
	// Version is that of Assay.
	Version string
	// Text returns the script of a change, "" where it is not at hand. It may be nil.
	Text func(compare.Place) string
}

// The files of a comparison that outputs refer to.
const (
	PageFile    = "report.html"
	RecordsFile = "results.jsonl"
)

// A Digest is an Input with what outputs make of it once. It does not change, so that it is safe for concurrent use.
type Digest struct {
	Input
	names []string
	// regressions are those that count, and then the others, each the gravest first; failed is the number of those that count.
	regressions []compare.Place
	failed      int
	// scripts is the number of scripts that were compared, corpus of those from the corpus among them. Mutants do not count.
	scripts, corpus int
}

// New returns the digest of an input.
func New(in Input) *Digest {
	d := &Digest{Input: in}
	d.names = sideNames(in.Sides)
	d.regressions = in.Failed()
	d.failed = len(d.regressions)
	for _, p := range in.Changes(compare.Regression) {
		if !slices.Contains(in.FailOn, p.Kind) {
			d.regressions = append(d.regressions, p)
		}
	}
	for i := range in.Records {
		r := &in.Records[i]
		if r.Error != "" || r.Source != compare.FromCorpus && r.Source != compare.FromSeeds {
			continue
		}
		d.scripts++
		if r.Source == compare.FromCorpus {
			d.corpus++
		}
	}
	return d
}

// Name is how a side is shown: z3@5.4.1 and its options. No two sides have the same name; names are visible text of one line.
func (d *Digest) Name(side int) string { return d.names[side] }

// Spec is a side as a command names it. It may be hostile.
func (d *Digest) Spec(side int) string { return spec(&d.Sides[side]) }

// Regressions returns those that count, and then the others, each the gravest first.
func (d *Digest) Regressions() (counted, others []compare.Place) {
	return d.regressions[:d.failed], d.regressions[d.failed:]
}

// Scripts counts the scripts that were compared, and those from the corpus among them. Mutants do not count.
func (d *Digest) Scripts() (all, corpus int) { return d.scripts, d.corpus }

// Script is the script of a change as visible text, "" where it is not at hand.
func (d *Digest) Script(p compare.Place) string {
	if d.Text == nil {
		return ""
	}
	return visible.Text(strings.TrimSpace(d.Text(p)))
}

// sideNames gives each side a name of its own, the shortest that tells it from others.
func sideNames(sides []compare.SideInfo) []string {
	ways := []func(*compare.SideInfo) string{
		func(s *compare.SideInfo) string { return program(s, lastPart(word(s))) },
		func(s *compare.SideInfo) string { return program(s, word(s)) },
		func(s *compare.SideInfo) string { return program(s, word(s)) + " (" + string(s.Role) + ")" },
	}
	out := make([]string, len(sides))
	open := make([]int, len(sides))
	for i := range open {
		open[i] = i
	}
	for _, name := range ways {
		count := map[string]int{}
		for i := range out {
			if slices.Contains(open, i) {
				out[i] = visible.Line(name(&sides[i]))
			}
			count[out[i]]++
		}
		open = slices.DeleteFunc(open, func(i int) bool { return count[out[i]] == 1 })
	}
	seen := map[string]bool{}
	for i, name := range out {
		for n := 2; seen[out[i]]; n++ {
			out[i] = fmt.Sprintf("%s #%d", name, n)
		}
		seen[out[i]] = true
	}
	return out
}

// word is the first word of a side's specification, all of it for a path with blanks.
func word(s *compare.SideInfo) string {
	first, _, _ := strings.Cut(spec(s), " ")
	if strings.ContainsAny(first, `'"\`) {
		return spec(s)
	}
	return first
}

func lastPart(path string) string {
	return path[strings.LastIndexByte(strings.TrimRight(path, "/"), '/')+1:]
}

// program is a name of a side's program with its version and options.
func program(s *compare.SideInfo, name string) string {
	return strings.TrimSpace(figures.WithVersion(name, s.Version) + strings.TrimPrefix(spec(s), word(s)))
}

// spec is a side as a command names it.
func spec(s *compare.SideInfo) string { return cmp.Or(s.Spec, s.Name, s.Solver) }

// Of returns the indices of the sides of a role.
func (d *Digest) Of(role compare.Role) (out []int) {
	for i := range d.Sides {
		if d.Sides[i].Role == role {
			out = append(out, i)
		}
	}
	return out
}

// Decided returns of how many scripts a side decided which share, from 0 to 1. Mutants do not count.
func (d *Digest) Decided(side int) (share float64, of int) {
	n := 0
	for i := range d.Records {
		r := &d.Records[i]
		if r.Error != "" || r.Source == compare.FromMutants {
			continue
		}
		for k := range r.Runs {
			if run := &r.Runs[k]; run.Side == side && run.Unable == "" {
				of++
				if run.Decides() {
					n++
				}
			}
		}
	}
	return figures.Share(int64(n), int64(of)), of
}
