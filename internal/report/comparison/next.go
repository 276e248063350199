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

// next is the command to go on with, and what it does. Command is "" where there is none that a person may paste.
func (d *Digest) next() (command, why string) {
	for _, p := range d.regressions {
		if c := d.again(p); c != "" {
			return c, "run the worst one again"
		}
	}
	if len(d.regressions) == 0 && len(d.Left) > 0 {
		return "", "the same command goes on with what was not run"
	}
	return "", "the page " + visible.Line(path.Join(d.Out, PageFile)) + " has all of it"
}

// again is the command that shows a change again, "" for none that a person may paste.
func (d *Digest) again(p compare.Place) string {
	var words []string
	switch {
	case p.Finding != "":
		words = []string{"assay", "replay", path.Join(d.Out, p.Finding)}
	case p.Source == compare.FromMutants || p.Source == compare.Overall || p.Name == "":
		return ""
	case p.Source == compare.FromCorpus && !strings.HasSuffix(p.Name, ".smt2"): // a folder
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
