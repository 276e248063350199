package certified

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/triage"
	"github.com/assay-smt/assay/internal/trial"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// A session is the form of findings about state left behind: the text is everything that a process reads, and its last query is what a
// fresh process reads alone. The fresh process has to say the contrary, or to survive.
type session struct {
	findings.Session
	kind    string // the end of the signature: the crash
	between string // what comes before the last query
	evident oracle.Finding
}

// sessionOf makes the form of a finding about state left behind, and its text.
func sessionOf(s findings.Stored, x *examiner) (form, string, error) {
	if s.Session == nil {
		return nil, "", &NotShownError{Problem: "the record has no session"}
	}
	data, err := os.ReadFile(filepath.Join(s.Dir, findings.SessionFile))
	if err != nil {
		return nil, "", &triage.RecordError{Dir: s.Dir, Err: fmt.Errorf("its session: %w", err)}
	}
	f := &session{Session: *s.Session, kind: findings.Common(s.Signature)}
	switch {
	case f.Queries < 2:
		return nil, "", &NotShownError{Problem: "it shows in a process that reads the formula alone on standard input; this version does not reduce such findings"}
	case solver.Mode(f.Run.Mode) == solver.Push:
		f.between = "(pop 1)\n(push 1)\n"
	default:
		f.between = strings.TrimSpace(cmp.Or(x.Blamed.Profile().Living.Reset, "(reset)")) + "\n"
	}
	f.evident = oracle.Finding{Class: oracle.StateLeftBehind, Solver: s.Solver, Check: s.Check, Suspect: s.Suspect, Signature: s.Signature, Evidence: oracle.Evidence{
		Kind: oracle.EvidenceSession, Summary: s.Evidence.Summary, Detail: s.Evidence.Detail, Model: s.Evidence.Model,
	}}
	return f, string(data), nil
}

// cut returns what comes before the last query, and the query alone with the options and the logic that hold for it.
func (f *session) cut(text string) (before, last, alone string, ok bool) {
	at := strings.LastIndex(text, f.between)
	if at <= 0 || text[at-1] != '\n' {
		return "", "", "", false
	}
	before, last = text[:at], text[at:]
	alone = last[len(f.between):]
	if solver.Mode(f.Run.Mode) == solver.Push {
		head := before
		if end := strings.Index(head, "(push 1)\n"); end >= 0 {
			head = head[:end]
		}
		alone = head + alone
	}
	return before, last, alone, true
}

// examine does without the script where the original has none: what comes before the last query may be nonsense to everyone but the solver.
func (f *session) examine(ctx context.Context, x *examiner, on *slot, text string, s *script.Script) (*Shown, error) {
	if x.readable && s == nil {
		return nil, nil
	}
	before, last, alone, ok := f.cut(text)
	sc := x.parse(alone)
	if !ok || sc == nil {
		return nil, nil
	}
	e := x.open(on, alone, sc)
	fresh, err := e.trial.RunText(ctx, x.Blamed, x.Solver, e.raw, x.Options)
	if err != nil || fresh.Void || fresh.Crash != nil {
		return nil, err
	}
	reading := &solver.Reading{Mode: solver.Mode(f.Run.Mode), Command: f.Run.Command, Queries: [][]byte{[]byte(before), []byte(last)}}
	run, _, err := x.Blamed.Replay(ctx, reading, solver.Query{Checks: e.trial.Checks(), Limits: on.bench.Limits, Questions: trial.Questions(last)})
	if err != nil || run.Void {
		return nil, err
	}
	run.Solver = x.Solver
	words := f.contradicts(ctx, e, fresh, run)
	if err := context.Cause(ctx); err != nil || words == "" {
		return nil, err
	}
	found := f.evident
	found.Evidence.Summary = fmt.Sprintf("%s %s", x.Solver, words)
	found.Evidence.Detail = ""
	if run.Crash != nil {
		found.Evidence.Detail = run.Crash.Detail
	}
	return &Shown{
		Text: text, Finding: found, Run: fresh, Checks: e.trial.Checks(), Logic: sc.Logic(), Truths: e.truths,
		Certificate: Certificate{Kind: Fresh, By: []string{x.Solver}, Words: words},
		formed: &formed{
			bug: []byte(alone), files: map[string][]byte{findings.SessionFile: []byte(text)},
			enter: func(out *findings.Finding) {
				out.Runs = []findings.Run{triage.Record(fresh, x.Options, e.raw.Path, findings.BugFile)}
				record := triage.Record(run, solver.Options{}, findings.SessionFile, findings.SessionFile)
				record.Stdin, record.File = true, findings.SessionFile
				kept := f.Session
				kept.Run, kept.Last, kept.Queries = record, len(before), 1+strings.Count(text, f.between)
				out.Session = &kept
			},
		},
	}, nil
}

// contradicts says in words how a process that has read other things before differs from a fresh one in the way of the finding, "" if it does not.
func (f *session) contradicts(ctx context.Context, e *exam, fresh, run solver.Run) string {
	where := "in a process that has read other scripts before"
	if f.Shows == oracle.CrashClass {
		if run.Crash == nil || !strings.HasSuffix(f.kind, run.Crash.Signature) {
			return ""
		}
		return fmt.Sprintf("crashes %s (%s), and a fresh one does not: %s", where, run.Crash.Signature, fresh.Outcome())
	}
	wrong := smt.Sat
	if f.Shows == oracle.RefutationSoundness {
		wrong = smt.Unsat
	}
	for check, a := range run.Answers {
		if check >= len(fresh.Answers) || a != wrong {
			continue
		}
		if f.Shows != oracle.InvalidModel && fresh.Answers[check].Decides() && fresh.Answers[check] != a {
			return fmt.Sprintf("answers %v to check-sat %d %s; a fresh one: %v", a, check+1, where, fresh.Answers[check])
		}
	}
	if f.Shows != oracle.InvalidModel {
		return ""
	}
	alone, later := e.trial.Observe(ctx, fresh).Models, e.trial.Observe(ctx, run).Models
	for check, m := range later {
		if m.Verdict == oracle.ModelFails && check < len(alone) && alone[check].Verdict == oracle.ModelHolds {
			return fmt.Sprintf("gives a wrong model to check-sat %d %s (%s), and a fresh one a right one", check+1, where, m.Summary)
		}
	}
	return ""
}
