package triage

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/known"
	"github.com/assay-smt/assay/internal/shape"
	"github.com/assay-smt/assay/smt/elab"
)

// ShapeOf returns the shape of what shows a finding: its formula (the reduced one, once it was reduced) or its session. The error says why
// that cannot be read.
func ShapeOf(s findings.Stored) (shape.Shape, error) {
	table, err := Table(&s.Finding)
	if err != nil {
		return shape.Shape{}, err
	}
	name := shownIn(s)
	text, err := os.ReadFile(filepath.Join(s.Dir, name))
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

// FactOf is what lists of known bugs are asked about a finding. form is its shape, zero when that is not known.
func FactOf(s findings.Stored, form shape.Shape) known.Fact {
	return known.Fact{
		Class: string(s.Class), Solver: s.Family, Version: s.Version, Signature: findings.Common(s.Signature),
		Shape: form.Exact, Alike: form.Loose,
	}
}
