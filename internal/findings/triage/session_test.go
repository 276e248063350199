package triage_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// played is a Sessions without processes.
type played struct {
	verdict func(text string) (solver.Verdict, error)
	texts   []string
}

func (p *played) Replay(_ context.Context, target solver.Target, r *solver.Reading, _ solver.Query) (solver.Run, [][]smt.Status, error) {
	text, _ := r.Script()
	p.texts = append(p.texts, string(text))
	v, err := p.verdict(string(text))
	return solver.Run{Target: target, Solver: target.String(), Family: target.Profile().Name, Mode: r.Mode, Verdict: v}, make([][]smt.Status, len(r.Queries)-1), err
}

// Queries that a reused process had read before the mutant.
const (
	harmless = "(set-logic QF_LIA)\n(declare-const z Int)\n(assert (> z 1))\n(check-sat)\n"
	harmful  = "(set-logic QF_LIA)\n(declare-const y Int)\n(assert (> y 0))\n(check-sat)\n"
)

// left is a wrong unsat of z3 that only a reused process gave: fresh ones answer sat, except to a text between push and pop, to which they
// give the verdicts of between, one after the other.
func left(t *testing.T, mode solver.Mode, sessions *played, between ...smt.Status) (*triage.Examiner, triage.Subject, triage.Leak) {
	t.Helper()
	runner := &answering{verdict: func(r trial.Request) (solver.Verdict, error) {
		if !strings.Contains(string(r.Text.Bytes), "(push 1)") {
			return answers(smt.Sat), nil
		}
		if len(between) == 0 {
			t.Error("one run too many between push and pop")
			return answers(smt.Sat), nil
		}
		a := between[0]
		between = between[1:]
		return answers(a), nil
	}}
	x, s, _ := subject(t, runner, nil)
	x.Sessions = sessions
	t.Cleanup(func() {
		if len(between) > 0 {
			t.Errorf("%d runs too few between push and pop", len(between))
		}
	})
	z3 := x.Targets[0].String()
	return x, s, triage.Leak{
		Finding: oracle.Finding{Class: oracle.RefutationSoundness, Solver: z3}, Solver: z3,
		Session: &solver.Session{Mode: mode, Command: []string{"z3", "-in"}, Texts: [][]byte{[]byte(harmless), []byte(harmful), []byte(subjectMutant)}},
	}
}

// A leak that new processes show is a finding with the queries that it needs, and no others; one that they do not show is none.
func TestLeft(t *testing.T) {
	needing := func(text string) (solver.Verdict, error) {
		if strings.Contains(text, "(> y 0)") {
			return answers(smt.Unsat), nil
		}
		return answers(smt.Sat), nil
	}
	third := 0
	for _, tt := range []struct {
		name    string
		verdict func(text string) (solver.Verdict, error)
		rep     findings.Repetition
		queries int
	}{
		{"it needs what came before", needing, findings.Repetition{Runs: 2, Shown: 2}, 2},
		{"it needs nothing", func(string) (solver.Verdict, error) { return answers(smt.Unsat), nil }, findings.Repetition{Runs: 2, Shown: 2}, 1},
		{"it shows the third time", func(text string) (solver.Verdict, error) {
			if third++; third < 3 {
				return answers(smt.Sat), nil
			}
			return needing(text)
		}, findings.Repetition{Runs: 4, Shown: 2}, 2},
		{"it never shows", func(string) (solver.Verdict, error) { return answers(smt.Sat), nil }, findings.Repetition{}, 0},
		{"the process does not answer", func(string) (solver.Verdict, error) { return solver.Verdict{Void: true}, nil }, findings.Repetition{}, 0},
		{"the process is cut off behind its answer", func(string) (solver.Verdict, error) {
			return solver.Verdict{Void: true, Answers: []smt.Status{smt.Unsat}}, nil
		}, findings.Repetition{}, 0},
		{"it does something else", func(string) (solver.Verdict, error) {
			return solver.Verdict{Crash: &solver.Crash{Kind: "signal", Signature: "signal SEGV"}}, nil
		}, findings.Repetition{}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sessions := &played{verdict: tt.verdict}
			x, s, l := left(t, solver.Reset, sessions)
			e, err := x.Left(t.Context(), s, l)
			if err != nil || len(e.Extra) != len(sessions.texts) {
				t.Fatalf("%v, %d of %d runs", err, len(e.Extra), len(sessions.texts))
			}
			if tt.queries == 0 {
				if len(e.Hits) != 0 || len(sessions.texts) != 3 {
					t.Errorf("%d hits after %d tries", len(e.Hits), len(sessions.texts))
				}
				return
			}
			if len(e.Hits) != 1 {
				t.Fatalf("%d hits", len(e.Hits))
			}
			h := e.Hits[0]
			f := h.Finding
			if f.Class != oracle.RefutationSoundness || f.Solver != l.Solver || f.Repeated != tt.rep || f.Evidence.Expected != "sat" || f.Evidence.Observed != "unsat" || f.Suspect {
				t.Errorf("%s of %s: %+v, %+v", f.Class, f.Solver, f.Repeated, f.Evidence)
			}
			if f.Session == nil || f.Session.Shows != oracle.RefutationSoundness || f.Session.Queries != tt.queries || f.Session.Found != 3 || !f.Session.Run.Stdin {
				t.Fatalf("%+v", f.Session)
			}
			text := string(h.Others[findings.SessionFile])
			if strings.Contains(text, "(> z 1)") || strings.Contains(text, "(> y 0)") != (tt.queries == 2) || !strings.Contains(text[f.Session.Last:], "(or (< x 5) false)") {
				t.Errorf("the session, whose last query begins at %d:\n%s", f.Session.Last, text)
			}
		})
	}
}

// Nothing is concluded from runs that did not take place.
func TestLeftFails(t *testing.T) {
	failed := errors.New("the disk is full")
	sessions := &played{verdict: func(string) (solver.Verdict, error) { return answers(smt.Unsat), failed }}
	x, s, l := left(t, solver.Reset, sessions)
	if e, err := x.Left(t.Context(), s, l); !errors.Is(err, failed) || len(e.Hits) != 0 {
		t.Errorf("a session that cannot be run: %+v, %v", e.Hits, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	sessions.verdict = func(string) (solver.Verdict, error) {
		cancel(failed)
		return answers(smt.Unsat), nil
	}
	if e, err := x.Left(ctx, s, l); !errors.Is(err, failed) || len(e.Hits) != 0 {
		t.Errorf("interrupted: %+v, %v", e.Hits, err)
	}
	l.Solver = "mathsat"
	if _, err := x.Left(t.Context(), s, l); err == nil || !strings.Contains(err.Error(), "no fresh run of mathsat") {
		t.Errorf("a solver without a fresh run: %v", err)
	}
}

// What only changes a counter is not run again; nor is what is new when only known findings are wanted.
func TestLeftKnown(t *testing.T) {
	for _, tt := range []struct {
		name   string
		known  triage.Known
		only   bool
		hits   int
		played bool
	}{
		{"new", known(true), false, 1, true},
		{"not wanted", known(false), false, 1, false},
		{"not wanted, and only known ones are", known(false), true, 1, false},
		{"new, and only known ones are wanted", known(true), true, 0, false},
		{"nobody knows, and only known ones are wanted", nil, true, 0, false},
	} {
		sessions := &played{verdict: func(string) (solver.Verdict, error) { return answers(smt.Unsat), nil }}
		x, s, l := left(t, solver.Reset, sessions)
		x.Known, l.KnownOnly = tt.known, tt.only
		e, err := x.Left(t.Context(), s, l)
		if err != nil || len(e.Hits) != tt.hits || (len(sessions.texts) > 0) != tt.played {
			t.Errorf("%s: %d hits after %d sessions, %v", tt.name, len(e.Hits), len(sessions.texts), err)
		}
		if len(e.Hits) > 0 && (e.Hits[0].Finding.Class != oracle.RefutationSoundness || e.Hits[0].Finding.Session == nil || (e.Hits[0].Finding.Session.Queries > 0) != tt.played) {
			t.Errorf("%s: %+v", tt.name, e.Hits[0].Finding)
		}
	}
}

// A query between push and pop that fresh processes misread from a file needs no session: two of them are asked, and it is a finding of its
// own class when one shows it.
func TestLeftAlone(t *testing.T) {
	for _, tt := range []struct {
		name    string
		fresh   []smt.Status
		session bool
		rep     findings.Repetition
	}{
		{"both show it", []smt.Status{smt.Unsat, smt.Unsat}, false, findings.Repetition{Runs: 2, Shown: 2}},
		{"the first shows it", []smt.Status{smt.Unsat, smt.Sat}, false, findings.Repetition{Runs: 2, Shown: 1}},
		{"the second shows it", []smt.Status{smt.Sat, smt.Unsat}, false, findings.Repetition{Runs: 2, Shown: 1}},
		{"none shows it", []smt.Status{smt.Sat, smt.Unknown}, true, findings.Repetition{Runs: 2, Shown: 2}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x, s, l := left(t, solver.Push, &played{verdict: func(string) (solver.Verdict, error) { return answers(smt.Unsat), nil }}, tt.fresh...)
			e, err := x.Left(t.Context(), s, l)
			if err != nil || len(e.Hits) != 1 {
				t.Fatalf("%d hits, %v", len(e.Hits), err)
			}
			f := e.Hits[0].Finding
			if f.Class != oracle.RefutationSoundness || f.Repeated != tt.rep || (f.Session != nil) != tt.session {
				t.Errorf("%s, %+v, session %+v", f.Class, f.Repeated, f.Session)
			}
			if alone := strings.Contains(string(e.Hits[0].Bug), "(push 1)"); alone == tt.session {
				t.Errorf("what shows it:\n%s", e.Hits[0].Bug)
			}
		})
	}
	// With another query before it, the session is what shows it, and nobody is asked alone.
	x, s, l := left(t, solver.Push, &played{verdict: func(text string) (solver.Verdict, error) {
		if strings.Contains(text, "(> y 0)") {
			return answers(smt.Unsat), nil
		}
		return answers(smt.Sat), nil
	}})
	e, err := x.Left(t.Context(), s, l)
	if err != nil || len(e.Hits) != 1 || e.Hits[0].Finding.Session == nil || e.Hits[0].Finding.Session.Queries != 2 {
		t.Errorf("%d hits, %v", len(e.Hits), err)
	}
}
