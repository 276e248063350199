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
// fresh process reads alone. The fresh process has to say the contrary, or to survive. Which of two answers is wrong, that does not say: the truth of
// the last query is certified as that of any formula.
type session struct {
	findings.Session
	kind    string // the end of the signature: the crash
	between string // what comes before the last query
	evident oracle.Finding
	// alone is the last query of the original as a fresh process reads it, and truths are what the record says of its check-sats.
	alone  string
	truths []oracle.Truth
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
	_, _, f.alone, _ = f.cut(string(data))
	f.truths = findings.OracleTruths(s.Truths)
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
	for _, d := range f.differences(ctx, e, fresh, run) {
		cert, err := f.certify(ctx, e, d)
		if err != nil {
			return nil, err
		}
		if cert.Kind == "" || cert.Kind.level() < x.level {
			continue
		}
		if err := context.Cause(ctx); err != nil {
			return nil, err // what it rests on may have been cut short
		}
		return f.shown(e, d, cert, text, fresh, run), nil
	}
	return nil, context.Cause(ctx)
}

// shown is what a text showed.
func (f *session) shown(e *exam, d difference, cert Certificate, text string, fresh, run solver.Run) *Shown {
	found := f.evident
	found.Suspect = cert.Kind.level() == suspicion
	found.Evidence.Summary = fmt.Sprintf("%s %s", e.Solver, d.words)
	found.Evidence.Detail, found.Evidence.Model = "", d.wrong.Text
	if run.Crash != nil {
		found.Evidence.Detail = run.Crash.Detail
	}
	if d.check >= 0 {
		found.Check = d.check
	}
	if d.answer.Decides() {
		found.Evidence.Observed, found.Evidence.Expected = d.answer, d.answer.Opposite()
		found.Evidence.Model = e.truths[d.check].Witness
	}
	return &Shown{
		Text: text, Finding: found, Run: fresh, Checks: e.trial.Checks(), Logic: e.script.Logic(), Truths: e.truths, Certificate: cert,
		Open: trial.ContentOf(e.script).Open,
		formed: &formed{
			bug: []byte(e.text), last: run, files: map[string][]byte{findings.SessionFile: []byte(text)},
			enter: func(out *findings.Finding) {
				out.Runs = []findings.Run{triage.Record(fresh, e.Options, e.raw.Path, findings.BugFile)}
				kept := f.Session
				kept.Run, kept.Last, kept.Queries = triage.RecordSession(run), strings.LastIndex(text, f.between), 1+strings.Count(text, f.between)
				out.Session = &kept
			},
		},
	}
}

// A difference is what a process that has read other things before does in the way of the finding, and a fresh one does not.
type difference struct {
	words string
	check int // oracle.WholeRun for a crash
	// answer is the wrong one, where the finding is about answers; right and wrong are the two models where it is about those.
	answer       smt.Status
	right, wrong oracle.ModelReport
}

// differences are those of a text, the first check-sat first.
func (f *session) differences(ctx context.Context, e *exam, fresh, run solver.Run) (out []difference) {
	where := "in a process that has read other scripts before"
	switch {
	case f.evident.Class.Crash():
		if run.Crash == nil || !strings.HasSuffix(f.kind, run.Crash.Signature) {
			return nil
		}
		words := fmt.Sprintf("crashes %s (%s), and a fresh one does not", where, run.Crash.Signature)
		if answer := fresh.Outcome(); answer.Replies() {
			words += ": " + string(answer)
		}
		out = append(out, difference{words: words, check: oracle.WholeRun})
	case f.evident.Class.Basis() == oracle.BasisOwnModel:
		alone, later := e.trial.Observe(ctx, fresh).Models, e.trial.Observe(ctx, run).Models
		for check, m := range later {
			if m.Verdict == oracle.ModelFails && check < len(alone) && alone[check].Verdict == oracle.ModelHolds {
				words := fmt.Sprintf("gives a wrong model to check-sat %d %s (%s), and a fresh one a right one", check+1, where, m.Summary)
				out = append(out, difference{words: words, check: check, right: alone[check], wrong: m})
			}
		}
	default:
		wrong := f.evident.Class.WrongAnswer()
		for check, a := range run.Answers[:min(len(run.Answers), len(fresh.Answers), len(e.truths))] {
			if now := fresh.Answers[check]; wrong.Decides() && a == wrong && now == a.Opposite() {
				words := fmt.Sprintf("answers %v to check-sat %d %s; a fresh one: %v", a, check+1, where, now)
				d := difference{words: words, check: check, answer: a}
				if a == smt.Unsat {
					if models := e.trial.Observe(ctx, fresh).Models; check < len(models) {
						d.right = models[check]
					}
				}
				out = append(out, d)
			}
		}
	}
	return out
}

// certify finds what certifies that it is not the fresh process that is wrong, the zero Certificate for nothing. It enters that as the truth of the
// check-sat. Where nothing does, only the last query as it was found is a suspicion, with what the record says of it: a smaller one could be one to which the
// fresh process answers wrongly.
func (f *session) certify(ctx context.Context, e *exam, d difference) (Certificate, error) {
	unchanged := e.text == f.alone
	if unchanged {
		copy(e.truths, f.truths)
	}
	byProcess := Certificate{Kind: Fresh, By: []string{e.Solver}, Words: d.words}
	if d.check < 0 {
		return byProcess, nil
	}
	if d.right.Verdict == oracle.ModelHolds {
		truth, cert, err := e.witnessed(d.check, d.right, e.Solver)
		e.truths[d.check] = truth
		if d.wrong.Verdict == oracle.ModelFails {
			cert = byProcess
		}
		return cert, err
	}
	certify := e.sat
	if d.answer == smt.Sat {
		certify = e.unsat
	}
	truth, cert, err := certify(ctx, d.check)
	switch recorded := e.truths[d.check]; {
	case err != nil:
		return Certificate{}, err
	case cert.Kind != "":
		e.truths[d.check] = truth
		return cert, nil
	case !unchanged, recorded.Status == d.answer && !recorded.Label:
		return Certificate{}, nil
	}
	return Certificate{Kind: Disagreement, By: []string{e.Solver}, Words: "a fresh process contradicts it, and nothing decides which of the two is right"}, nil
}
