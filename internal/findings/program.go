package findings

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// A Program is the build of a solver that a run used: its files with their checksums. The version alone does not name it, since a version may
// have several builds. Records of earlier Assays have none.
type Program struct {
	// Path is the file that was started, SHA256 its checksum in hexadecimal.
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
	// Package is the package that Assay installed it from; then the file at Path may be Assay's own launcher.
	Package string `json:"package,omitempty"`
	// Parts are the files besides Path that do the work, the largest first: what a launcher starts, and libraries of the solver.
	Parts []Part `json:"parts,omitempty"`
}

// A Part is a file of a program.
type Part struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// Main is the file by which people tell builds apart: the program itself or, where that is a launcher or the front end of a library, the
// largest file that does the work.
func (p *Program) Main() Part {
	if len(p.Parts) > 0 {
		return p.Parts[0]
	}
	return Part{p.Path, p.SHA256}
}

// sums are the checksums that make up a build. A launcher that Assay wrote is no part of it.
func (p *Program) sums() []string {
	var out []string
	if p.Package == "" || len(p.Parts) == 0 {
		out = append(out, p.SHA256)
	}
	for _, part := range p.Parts {
		out = append(out, part.SHA256)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Mark identifies the build in a few digits: builds with one mark are the same. It is "" for nil, of which nothing is known.
func (p *Program) Mark() string {
	if p == nil {
		return ""
	}
	sums := p.sums()
	mark := sums[0]
	if len(sums) > 1 {
		mark = Checksum([]byte(strings.Join(sums, " ")))
	}
	return mark[:min(len(mark), markLength)]
}

// markLength is how many digits of a checksum tell builds apart.
const markLength = 16

// Same reports whether two programs are one build, wherever they are. If one of two equal files is known together with what it uses and the
// other is not, they count as the same. Nothing is known of nil, which is the same as any.
func (p *Program) Same(q *Program) bool {
	if p == nil || q == nil {
		return true
	}
	if (len(p.Parts) == 0) != (len(q.Parts) == 0) && p.SHA256 == q.SHA256 {
		return true
	}
	return slices.Equal(p.sums(), q.sums())
}

// shortSum is how many digits of a checksum are shown.
const shortSum = 12

func short(sum string) string { return sum[:min(len(sum), shortSum)] }

// Unlike says in a few words, without a verb, how this build differs from the one of a record; "" when they are the same.
func (p *Program) Unlike(recorded *Program) string {
	if p.Same(recorded) {
		return ""
	}
	here, then := p.differing(recorded), recorded.differing(p)
	name := ""
	if base := filepath.Base(here.Path); here.Path != p.Path {
		name = " of " + base
	}
	return fmt.Sprintf("sha256 %s%s, the finding's is %s", short(here.SHA256), name, short(then.SHA256))
}

// differing is the first file of a program that another one does not have.
func (p *Program) differing(q *Program) Part {
	theirs := q.sums()
	for _, part := range slices.Concat(p.Parts, []Part{{p.Path, p.SHA256}}) {
		if slices.Contains(p.sums(), part.SHA256) && !slices.Contains(theirs, part.SHA256) {
			return part
		}
	}
	return p.Main()
}

// ProgramOf is the program of a solver's run in the record, nil if it is not recorded. solver is a specification, as in Run.Solver.
func (f *Finding) ProgramOf(solver string) *Program {
	for _, r := range f.Runs {
		if r.Solver == solver && r.Program != nil {
			return r.Program
		}
	}
	if f.Session != nil && f.Session.Run.Solver == solver {
		return f.Session.Run.Program
	}
	return nil
}
