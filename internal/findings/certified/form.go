package certified

import (
	"context"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
)

// A form is how the blamed solver is run on candidates that stand for more than one script.
type form interface {
	examine(ctx context.Context, x *examiner, on *slot, text string, s *script.Script) (*Shown, error)
}

// formed is what a form makes from a text, for the record.
type formed struct {
	// bug is what the blamed solver reads alone, files everything else that it reads.
	bug   []byte
	files map[string][]byte
	// base is the run on the base of an implication.
	base *solver.Run
	// last is the run on the last query of a session.
	last solver.Run
	// enter enters the runs into a record.
	enter func(f *findings.Finding)
}

// formOf returns the form of a finding's candidates, nil for plain scripts, and the text to begin with.
func formOf(s findings.Stored, x *examiner, text string) (form, string, error) {
	switch {
	case s.Session != nil:
		return sessionOf(s, x)
	case s.Class.Basis() == oracle.BasisStep:
		return stepOf(s, x, text)
	case s.Class.Measured():
		return x.form, text, nil
	case s.Class.Stated():
		return statedOf(s, text)
	}
	return nil, text, nil
}
