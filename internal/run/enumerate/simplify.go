package enumerate

import (
	"context"
	"errors"
	"strings"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/run/inquiry"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// batchTime is how many times as long many questions may take together as one.
const batchTime = 4

// simplify asks for simpler terms.
func (l *Looker) simplify(ctx context.Context, all []subject) error {
	terms := make([]*term.Term, len(all))
	for i, x := range all {
		terms[i] = x.term
	}
	asked := inquiry.Simplifications(l.Target.Profile(), terms)
	if asked == nil {
		return nil
	}
	run, err := l.simplified(ctx, asked)
	if err != nil {
		return err
	}
	if returns := run.Returns; len(returns) != len(all) || !returns[0].Sure || run.Crash != nil {
		if len(all) > 1 {
			before := len(l.report.Suspects)
			for _, half := range [][]subject{all[:len(all)/2], all[len(all)/2:]} {
				if err := l.simplify(ctx, half); err != nil {
					return err
				}
			}
			if k := kindOf(&run); run.Crash != nil && !l.suspects(before, k.class) {
				l.count(Simplify, Tally{Asked: 1}) // it crashes on them together alone
				l.simplifySuspect(asked, terms, k, said(&run))
			}
			return nil
		}
		if odd := l.undecided(Simplify, &run); run.Crash != nil {
			l.simplifySuspect(asked, terms, kindOf(&run), said(&run))
		} else if odd {
			l.count(Simplify, Tally{Unread: 1})
			l.because("unread: no term")
		}
		return nil
	}
	for i, x := range all {
		switch same, err := l.agrees(x, run.Returns[i].Text); {
		case err != nil:
			l.unread(Simplify, err.Error())
		case same:
			l.count(Simplify, Tally{Asked: 1, Agreed: 1})
		default:
			l.count(Simplify, Tally{Asked: 1})
			l.simplifySuspect(asked[i:i+1], terms[i:i+1], kind{class: certify.ClassOf(asked[i].Kind)}, strings.TrimSpace(run.Returns[i].Text))
		}
	}
	return nil
}

// simplifySuspect adds a script that asks for terms to be simplified.
func (l *Looker) simplifySuspect(asked []solver.Question, terms []*term.Term, k kind, looked string) {
	s := Suspect{Ask: Simplify, Script: l.text(l.script()), Truths: []smt.Status{smt.NoStatus}, Operators: operators(terms...), Looked: looked, kind: k}
	for _, q := range asked {
		s.Script += q.Command + "\n"
	}
	if len(terms) > 1 {
		s.Together = len(terms)
	}
	l.report.Suspects = append(l.report.Suspects, s)
}

// agrees reports whether a text is a term that equals another under all samples under which both have values. The error says why that is not known.
func (l *Looker) agrees(x subject, text string) (bool, error) {
	reader := elab.Resume(l.space.Script, 0, elab.Options{File: "response"})
	more, bad := reader.Next(syntax.NewReader(text))
	if bad != nil {
		return false, bad
	}
	if !more {
		return false, errors.New("there is nothing to read")
	}
	said, bad := reader.Body(nil, x.term.Sort(), syntax.Root)
	if bad != nil {
		return false, bad
	}
	if said == x.term {
		return true, nil
	}
	same, err := l.apply("=", x.term, said)
	if err != nil {
		return false, err
	}
	return l.holds(same)
}

// holds reports whether a formula is false under no sample and true under one. The error says that it has no value.
func (l *Looker) holds(f *term.Term) (bool, error) {
	some := false
	for _, ev := range l.evs {
		v := ev.Term(f)
		if v.IsFalse() {
			return false, nil
		}
		some = some || v.IsTrue()
	}
	if !some {
		return false, errors.New("it has no value")
	}
	return true, nil
}
