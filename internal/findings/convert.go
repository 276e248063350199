package findings

import (
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt"
)

// EvidenceOf records the oracle's evidence.
func EvidenceOf(e oracle.Evidence) Evidence {
	out := Evidence{
		Kind: e.Kind, Summary: e.Summary, Reason: e.Reason, Detail: e.Detail, By: e.By, Model: e.Model,
		Sat: e.Votes.Sat, Unsat: e.Votes.Unsat, Unknown: e.Votes.Unknown,
		Measured: e.Measured, Statement: e.Statement,
	}
	if e.Expected != 0 {
		out.Expected = e.Expected.String()
	}
	if e.Observed != 0 {
		out.Observed = e.Observed.String()
	}
	return out
}

// TruthsOf records truths.
func TruthsOf(ts []oracle.Truth) []Truth {
	var out []Truth
	for _, t := range ts {
		out = append(out, Truth{Status: t.Status.String(), Reason: t.Reason, Label: t.Label, Witness: t.Witness})
	}
	return out
}

// OracleTruths is the inverse of TruthsOf.
func OracleTruths(ts []Truth) []oracle.Truth {
	var out []oracle.Truth
	for _, t := range ts {
		status, err := smt.ParseStatus(t.Status)
		if err != nil {
			status = smt.Unknown
		}
		out = append(out, oracle.Truth{Status: status, Reason: t.Reason, Label: t.Label, Witness: t.Witness})
	}
	return out
}
