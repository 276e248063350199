package solver

import (
	"github.com/assay-smt/assay/internal/certify"
	"github.com/assay-smt/assay/internal/oracle"
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
		case a != oracle.Sat || i >= len(r.Models):
		case r.Models[i] != "":
			report = f.Model(r.Models[i], r.Family, i)
		case r.AskedModels && r.Limit == LimitNone && r.Crash == nil:
			report.Verdict = oracle.ModelRefused
		}
		o.Models = append(o.Models, report)
	}
	return o
}
