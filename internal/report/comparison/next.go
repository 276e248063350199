package comparison

import (
	"path"
	"strings"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/compare"
)

// longestCommand is the longest that is worth pasting.
const longestCommand = 400

// Next is the command to go on with, and what it does. Command is "" where there is none that a person may paste.
func (d *Digest) Next() (command, why string) {
	for _, p := range d.regressions {
		if c := d.Again(p); c != "" {
			return c, "run the worst one again"
		}
	}
	if len(d.regressions) == 0 && len(d.Left) > 0 {
		return "", "the same command goes on with what was not run"
	}
	return "", "the page " + visible.Line(path.Join(d.Out, PageFile)) + " has all of it"
}

// Again is the command that shows a change again, "" for none that a person may paste.
func (d *Digest) Again(p compare.Place) string {
	var words []string
	switch {
	case p.Finding != "":
		words = []string{"assay", "replay", path.Join(d.Out, p.Finding)}
	case p.Source == compare.FromCorpus && d.Corpus != "":
		words = []string{"assay", "replay", path.Join(d.Corpus, p.Name)}
	case !isFile(p.Record):
		return ""
	default:
		words = []string{"assay", "solve"}
		for _, side := range append(append([]int(nil), p.Against...), p.Candidate) {
			if side < 0 || side >= len(d.Sides) {
				return ""
			}
			words = append(words, "--solver", spec(&d.Sides[side]))
		}
		words = append(words, p.Name)
	}
	for _, w := range words[2:] {
		if w == "" || visible.Line(w) != w || w[0] == '-' && w != "--solver" {
			return ""
		}
	}
	if line := shell.Quote(words); len(line) <= longestCommand {
		return line
	}
	return ""
}

// isFile reports whether a record's name is that of a file.
func isFile(r *compare.Record) bool {
	return r.Source == compare.FromSeeds && r.Name != "" && len(r.Name) <= longestPath && !strings.HasPrefix(r.Name, builtin)
}

// builtin begins the names of seeds that come with Assay.
const builtin = "builtin:"
