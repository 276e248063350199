package live

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/report/figures"
)

// Details are lines about a finding of the campaign in a folder: what it shows, what to do with it, and its formula. The lines may have anything in them
// that a solver or a seed has said.
func Details(out string, f Finding) []string {
	if f.Folder == "" {
		return []string{f.Words, "", "It has no folder: there are too many findings of its class and solver."}
	}
	dir := filepath.Join(out, findings.Folder, filepath.Base(f.Folder)) // wherever the campaign's command says that it is
	word := shell.Quote([]string{dir})
	lines := strings.Split(figures.Wrap(strings.Join(strings.Fields(f.Words), " "), figures.Width, ""), "\n")
	if f.Suspect {
		lines = append(lines, "It is not proven.")
	}
	if f.Known != "" {
		lines = append(lines, "It is a known bug: "+f.Known)
	}
	if f.Engine != "" {
		lines = append(lines, "The mutant was made by "+f.Engine+".")
	}
	lines = append(lines, "", "assay replay "+word, "assay reduce "+word, "")
	text, whole := formulaText(filepath.Join(dir, findings.BugFile))
	lines = append(lines, strings.Split(strings.TrimRight(text, "\n"), "\n")...)
	if !whole {
		lines = append(lines, "... and more, in "+filepath.Join(dir, findings.BugFile))
	}
	return lines
}

// formulaText reads the beginning of a formula, and says whether that is all of it.
func formulaText(path string) (text string, whole bool) {
	f, err := os.Open(path)
	if err != nil {
		return "The formula cannot be read: " + err.Error(), true
	}
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return "The formula is not a file.", true
	}
	got, err := io.ReadAll(io.LimitReader(f, mostRead+1))
	if err != nil {
		return "The formula cannot be read: " + err.Error(), true
	}
	return string(got[:min(len(got), mostRead)]), len(got) <= mostRead
}
