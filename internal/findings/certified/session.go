package certified

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// A session is the form of findings that need one: the text is everything that a process reads, and its last query is what a
// fresh process reads alone. The fresh process has to say the contrary, or to survive.
type session struct {
	findings.Session
	kind    string // the end of the signature: the crash
	between string // what comes before the last query
	evident oracle.Finding
}

// typed finds the simplest command that shows all that the session shows: the file as an argument, without the options first. It is nil
// when only the recorded command does.
func (f *session) typed(ctx context.Context, x *examiner, best *Shown, dir *disk.Scratch) (*solver.Run, error) {
	text, last := best.formed.files[findings.SessionFile], best.formed.last
	sub, err := dir.Sub("typed")
	if err != nil {
		return nil, err
	}
	if _, err := sub.Write(findings.SessionFile, text); err != nil {
		return nil, err
	}
	path := sub.Path(findings.SessionFile)
	program, err := filepath.Abs(x.Blamed.Path()) // since it runs in another folder
	if err != nil {
		return nil, nil //nolint:nilerr // the recorded command stays
	}
	stdin := x.Blamed.Profile().Living.Args
	options := slices.DeleteFunc(slices.Clone(f.Run.Command[min(1, len(f.Run.Command)):]), func(w string) bool { return slices.Contains(stdin, w) })
	for _, words := range [][]string{nil, options} {
		argv := append(append([]string{program}, words...), findings.SessionFile)
		limits := x.Bench.Limits
		res, err := sandbox.Run(ctx, sandbox.Command{Argv: argv, Dir: filepath.Dir(path), Timeout: limits.Time, Memory: limits.Memory, MaxOutput: limits.Output})
		if err != nil || res.Reason == sandbox.Canceled {
			return nil, nil //nolint:nilerr // the recorded command stays
		}
		argv[0] = filepath.Base(argv[0])
		run := x.Blamed.Read(solver.Query{File: findings.SessionFile, Limits: limits}, argv, res)
		if bytes.Equal(res.Stdout, last.Printed) && (run.Crash == nil) == (last.Crash == nil) && (run.Crash == nil || run.Crash.Signature == last.Crash.Signature) {
			return &run, nil
		}
	}
	return nil, nil
}

// sessionOf makes the form of a finding that needs a session, and its text.
func sessionOf(s findings.Stored, x *examiner) (form, string, error) {
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
	f.evident = oracle.Finding{Class: s.Class, Solver: s.Solver, Check: s.Check, Suspect: s.Suspect, Signature: s.Signature, Evidence: oracle.Evidence{
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
			bug: []byte(alone), last: run, files: map[string][]byte{findings.SessionFile: []byte(text)},
			enter: func(out *findings.Finding) {
				out.Runs = []findings.Run{triage.Record(fresh, x.Options, e.raw.Path, findings.BugFile)}
				kept := f.Session
				kept.Run, kept.Last, kept.Queries = triage.RecordSession(run), len(before), 1+strings.Count(text, f.between)
				out.Session = &kept
			},
		},
	}, nil
}

// contradicts says in words how a process that has read other things before differs from a fresh one in the way of the finding, "" if it does not.
func (f *session) contradicts(ctx context.Context, e *exam, fresh, run solver.Run) string {
	where := "in a process that has read other scripts before"
	if f.evident.Class.Crash() {
		if run.Crash == nil || !strings.HasSuffix(f.kind, run.Crash.Signature) {
			return ""
		}
		text := fmt.Sprintf("crashes %s (%s), and a fresh one does not", where, run.Crash.Signature)
		if answer := fresh.Outcome(); answer.Replies() {
			text += ": " + string(answer)
		}
		return text
	}
	wrong := smt.Sat
	if f.evident.Class.WrongAnswer() == smt.Unsat {
		wrong = smt.Unsat
	}
	ownModel := f.evident.Class.Basis() == oracle.BasisOwnModel
	for check, a := range run.Answers {
		if check >= len(fresh.Answers) || a != wrong {
			continue
		}
		if !ownModel && fresh.Answers[check].Decides() && fresh.Answers[check] != a {
			return fmt.Sprintf("answers %v to check-sat %d %s; a fresh one: %v", a, check+1, where, fresh.Answers[check])
		}
	}
	if !ownModel {
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
