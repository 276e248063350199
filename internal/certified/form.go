package certified

import (
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/oracle"
)

// A writer is a form whose candidates are more than one script.
type writer interface {
	form
	// write enters the runs into a record, adds further files, and returns what the blamed solver reads.
	write(f *findings.Finding, best *Shown, others map[string][]byte) []byte
}

// formOf returns the form of a finding's candidates, nil for plain scripts, and the text to begin with.
func formOf(s findings.Stored, x *examiner, text string) (form, string, error) {
	switch s.Class {
	case oracle.IncompletenessImplication, oracle.StateLeftBehind:
		return nil, "", &NotShownError{Problem: "findings of class " + string(s.Class) + " are not reduced by this version"}
	}
	return nil, text, nil
}
