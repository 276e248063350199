package solver

import (
	"github.com/assay-smt/assay/internal/certify"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/smt"
)

// Certify returns what the oracle judges of the run, the models that the solver printed included: each is
// evaluated on the formula, which is the script that the solver read.
func (r Run) Certify(f *certify.Formula) oracle.Observation {
	o := r.Observation()
	if r.Void || f == nil {
		return o
	}
	for i, a := range r.Answers {
		var report oracle.ModelReport
		switch {
		case a != smt.Sat || i >= len(r.Models):
		case r.Models[i] != "":
			report = f.Model(r.Models[i], r.Family, i)
		case r.AskedModels && r.Limit == LimitNone && r.Crash == nil:
			report.Verdict = oracle.ModelRefused
		}
		o.Models = append(o.Models, report)
	}
	return o
}

// Cores judges the unsat cores that the solver printed, one report for each answer; nil when the script asks for
// none or nothing that was printed can be judged. The formula is the script that the solver read; witnesses are
// texts of models, each of the script's check-sat with its index, "" where none is known.
func (r Run) Cores(f *certify.Formula, witnesses []string) []oracle.ModelReport {
	if r.Void || f == nil {
		return nil
	}
	var out []oracle.ModelReport
	for i, a := range r.Answers {
		if a != smt.Unsat || i >= len(r.Models) || r.Models[i] == "" {
			continue
		}
		if report := f.Core(r.Models[i], i, witnesses); report.Verdict != oracle.NoModel {
			if out == nil {
				out = make([]oracle.ModelReport, len(r.Answers))
			}
			out[i] = report
		}
	}
	return out
}
