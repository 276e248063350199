package certified

import (
	"context"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// unsat certifies that a check is unsatisfiable; it returns the zero Certificate where nothing does. It tries, in this order: evaluation
// alone; a part that is certified already and that the candidate has word for word; the agreement of two codebases of referees.
func (e *exam) unsat(ctx context.Context, check int) (oracle.Truth, Certificate, error) {
	f := e.read()
	if f == nil {
		return oracle.Truth{}, Certificate{}, nil
	}
	switch r := f.Decide(check); r.Verdict {
	case oracle.ModelFails:
		return oracle.Truth{Status: smt.Unsat, Reason: r.Summary},
			Certificate{Kind: Ground, Words: "exact evaluation, whatever the symbols mean: " + r.Summary}, nil
	case oracle.ModelHolds:
		return oracle.Truth{}, Certificate{}, nil
	}
	if e.level == exact {
		return oracle.Truth{}, Certificate{}, nil
	}
	flat, err := problem.At(e.script, check)
	if err != nil {
		return oracle.Truth{}, Certificate{}, nil //nolint:nilerr // nothing else can certify such a check
	}
	s := flat.Asking(flat.Assertions...)
	if cert, ok := e.proofs.covers(s); ok {
		return oracle.Truth{Status: smt.Unsat, Reason: cert.Words}, cert, nil
	}
	return e.agreed(ctx, s)
}

// agreed lets the referees vote on whether a script with one check-sat is unsat. A part on which they agree is remembered.
func (e *exam) agreed(ctx context.Context, s *script.Script) (oracle.Truth, Certificate, error) {
	if len(trial.ContentOf(s).Open) > 0 {
		return oracle.Truth{}, Certificate{}, nil
	}
	var votes []vote
	contradicted := false
	err := e.poll(func(i int, target solver.Target) (decided, settled bool, err error) {
		v, err := e.ask(ctx, i, target, s)
		votes = append(votes, v)
		contradicted = v.answer == smt.Sat
		return v.answer.Decides(), contradicted, err
	})
	if err != nil || contradicted {
		return oracle.Truth{}, Certificate{}, err
	}
	truth, cert, err := e.counted(votes, smt.Unsat, s)
	if cert.Kind != "" {
		e.proofs.add(s, cert)
	}
	return truth, cert, err
}

// refuted reports whether evaluation or a referee says that a check is unsat.
func (e *exam) refuted(ctx context.Context, check int) (bool, string, error) {
	if f := e.read(); f == nil || f.Decide(check).Verdict == oracle.ModelFails {
		return true, "evaluation", nil
	}
	flat, err := problem.At(e.script, check)
	if err != nil {
		return false, "", nil //nolint:nilerr // then there is nobody to ask
	}
	s := flat.Asking(flat.Assertions...)
	by := ""
	err = e.poll(func(i int, target solver.Target) (decided, settled bool, err error) {
		v, err := e.vote(ctx, i, target, s, check)
		if v.answer == smt.Unsat {
			by = target.String()
		}
		return v.answer.Decides(), by != "", err
	})
	return by != "" || err != nil, by, err
}
