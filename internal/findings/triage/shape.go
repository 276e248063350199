package triage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/shape"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/theory"
)

// ShapeOf returns the shape of what shows a finding: its formula (the reduced one, once it was reduced) or its session. The error says why
// that cannot be read.
func ShapeOf(s findings.Stored) (shape.Shape, error) {
	table, err := Table(&s.Finding)
	if err != nil {
		return shape.Shape{}, err
	}
	return shapeIn(s, shownIn(s), table)
}

// FoundShapeOf returns the shape of the formula of a reduced finding as it was found; the zero shape where it was not reduced, is about a session,
// or had a formula that cannot be read.
func FoundShapeOf(s findings.Stored) shape.Shape {
	if s.Reduction == nil || s.Session != nil {
		return shape.Shape{}
	}
	table, err := Table(&s.Finding)
	if err != nil {
		return shape.Shape{}
	}
	form, err := shapeIn(s, findings.OriginalFile, table)
	if err != nil {
		return shape.Shape{}
	}
	return form
}

func shapeIn(s findings.Stored, name string, table *theory.Table) (shape.Shape, error) {
	text, err := findings.ReadPart(s.Dir, name)
	if err != nil {
		return shape.Shape{}, err
	}
	read, err := elab.Script(string(text), elab.Options{File: name, Table: table})
	if err != nil {
		return shape.Shape{}, fmt.Errorf("%s: %w", name, err)
	}
	return shape.Of(read), nil
}

// shownIn is the file whose text shows a finding.
func shownIn(s findings.Stored) string {
	if s.Session != nil {
		return findings.SessionFile
	}
	return findings.BugFile
}

// FactOf is what lists of known bugs are asked about a finding. form is its shape, zero when that is not known. A crash whose place is not
// known has the way it ended in the keys of its formula: one formula may end in several ways.
func FactOf(s findings.Stored, form shape.Shape) known.Fact {
	f := known.Fact{
		Class: string(s.Class), Solver: s.Family, Version: s.Version, Signature: findings.Common(s.Signature),
		Shape: form.Exact, Alike: form.Loose, Texts: textsOf(s), Told: findings.Words(s.Configuration()),
	}
	f.Wanted, f.Tried = s.Wanted()
	if !s.Class.Crash() {
		return f
	}
	said := strings.TrimPrefix(f.Signature, f.Class+"/"+f.Solver+"/")
	if !solver.SaysNothing(said) {
		f.Texts = nil
		return f
	}
	mark := func(key string) string {
		if key == "" {
			return ""
		}
		return key + " " + said
	}
	f.Shape, f.Alike = mark(f.Shape), mark(f.Alike)
	for i := range f.Texts {
		f.Texts[i] = mark(f.Texts[i])
	}
	return f
}

// textsOf returns the checksums of a finding's texts: what shows it, and the formula as it was found.
func textsOf(s findings.Stored) []string {
	var out []string
	for _, name := range []string{shownIn(s), findings.OriginalFile} {
		sum := s.Files[name]
		if sum == "" {
			if text, err := findings.ReadPart(s.Dir, name); err == nil {
				sum = findings.Checksum(text)
			}
		}
		if sum != "" && !slices.Contains(out, sum) {
			out = append(out, sum)
		}
	}
	return out
}
