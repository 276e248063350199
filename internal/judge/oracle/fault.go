package oracle

import (
	"fmt"
	"slices"
	"strings"
)

// The signatures of faults of Assay or of its input begin with these.
var (
	evaluatorSignature     = signature(Harness, "evaluator") // the evaluator failed
	witnessSignature       = signature(Harness, "witness")   // the witness of a truth makes the formula false
	truthSignature         = signature(Harness, "truth")     // evaluation says the contrary of a truth
	contradictionSignature = signature(Harness, "evaluation")
)

// ownFault is a finding that no solver is to blame for; solver is one that read the formula.
func ownFault(solver string, check int, signature string, evidence Evidence) Finding {
	return Finding{Class: Harness, Solver: solver, Check: check, Signature: signature, Evidence: evidence}
}

// Located reports whether the signature alone says what the defect is: that of a class that is Named, and that of a fault, which names the place in the
// evaluator.
func (f Finding) Located() bool {
	return f.Class.Named() || strings.HasPrefix(f.Signature, evaluatorSignature)
}

// A Fault is a failure of the evaluator itself: it panicked.
type Fault struct {
	// Place is the function that failed, Text its message, Stack where it was called from.
	Place, Text, Stack string
}

// faults reports where the evaluator failed, each place once. No solver's answer is to blame for that.
func (c Case) faults() []Finding {
	var found []Finding
	report := func(f *Fault, solver string, check int, what string) {
		if f == nil {
			return
		}
		s := evaluatorSignature + "/" + f.Place
		if slices.ContainsFunc(found, func(f Finding) bool { return f.Signature == s }) {
			return
		}
		found = append(found, ownFault(solver, check, s, Evidence{
			Kind: EvidenceEvaluation, Detail: "the calls that led there, the last one first:\n" + f.Stack,
			Summary: fmt.Sprintf("the evaluator failed on %s check-sat %d: %s", what, check+1, f.Text),
		}))
	}
	all := slices.Clone(c.Observations)
	slices.SortFunc(all, func(a, b Observation) int { return strings.Compare(a.Solver, b.Solver) })
	first := ""
	if len(all) > 0 {
		first = all[0].Solver
	}
	for check, r := range c.Evaluated {
		report(r.Fault, first, check, "the assertions of")
	}
	for check, t := range c.Truths {
		report(t.Model.Fault, first, check, "the witness of")
	}
	for _, o := range all {
		for check, r := range o.Models {
			report(r.Fault, o.Solver, check, "the model of "+o.Solver+" for")
		}
		for check, r := range o.Cores {
			report(r.Fault, o.Solver, check, "the unsat core of "+o.Solver+" for")
		}
		for _, r := range o.Responses {
			report(r.Fault, o.Solver, r.Check, "what "+o.Solver+" says to "+r.Command+" after")
		}
	}
	return found
}
