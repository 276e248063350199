package triage

import (
	"context"
	"errors"
	"slices"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/syntax"
)

// mostCut is how many runs that a limit ends are put up with when runs are counted.
const mostCut = 5

// Count runs a finding in the version in which it was found, until that says well enough how often it shows there, and at most bisect.MostRuns
// times. Runs that a limit ends do not count: on another machine they might have shown it. target takes the place of the recorded solver. Errors are those of Replay.
func (r Replayer) Count(ctx context.Context, s findings.Stored, target solver.Target) (findings.Repetition, error) {
	others := r.Resolve
	r.Essential = true
	r.Resolve = func(ctx context.Context, spec string) (solver.Target, error) {
		if spec == s.Solver {
			return target, nil
		}
		return others(ctx, spec)
	}
	p, err := r.prepare(ctx, s)
	if err != nil {
		return findings.Repetition{}, err
	}
	p.typed = p.asTyped()
	var out findings.Repetition
	if s.Class.Measured() {
		shown, err := p.run(ctx)
		if out.Runs = 1; shown {
			out.Shown = 1
		}
		return out, err
	}
	cut := 0
	for cut <= mostCut && !bisect.Counted(out.Shown, out.Runs) {
		// What does not show at all as often as it takes to call it gone is not there.
		if out.Shown == 0 && out.Runs >= NeedFor(Shows(s)).Absent {
			break
		}
		shown, err := p.run(ctx)
		if err != nil {
			return findings.Repetition{}, err
		}
		one := inRun(s, p, shown)
		if one.CutShort {
			cut++
			continue
		}
		out.Runs++
		if one.Verdict == bisect.Shows {
			out.Shown++
		}
	}
	return out, nil
}

// count finds out how often the finding shows where it was found, unless that is known, and what the other versions need for a verdict. Where
// the version in which it was found is not there, or does not show it, what was recorded has to do.
func (r *bisecting) count(ctx context.Context) error {
	if r.out.Rate == nil {
		target, err := r.found(ctx)
		var unusable *solver.UnusableError
		var rate findings.Repetition
		if err == nil {
			rate, err = r.Replayer.Count(ctx, r.finding, target)
		}
		if err != nil && !errors.As(err, &unusable) {
			return err
		}
		if rate.Shown > 0 {
			r.out.Rate = &rate
		}
	}
	r.need = NeedOf(r.finding)
	if r.out.Rate != nil && !r.finding.Class.Measured() {
		r.need = NeedFor(*r.out.Rate)
	}
	return nil
}

// found is the program with which the finding was found: the recorded build, if that is still there.
func (r *bisecting) found(ctx context.Context) (solver.Target, error) {
	resolve := func(ctx context.Context) (solver.Target, error) { return r.Replayer.Resolve(ctx, r.finding.Solver) }
	if i := slices.IndexFunc(r.Candidates, func(c Candidate) bool { return c.Found }); i >= 0 && !r.Costly {
		resolve = r.Candidates[i].Target
	}
	target, err := resolve(ctx)
	if recorded := r.finding.ProgramOf(r.finding.Solver); err == nil && recorded != nil {
		return restored(ctx, target, recorded)
	}
	return target, err
}

// seekOriginal looks for the formula as it was found, and counts how often that shows the crash. A crash may be reduced to a script that asks
// nothing, and then no version can tell that it survived.
func (r *bisecting) seekOriginal(ctx context.Context) error {
	if r.originalSought {
		return nil
	}
	r.originalSought = true
	s, ok := originalOf(r.finding)
	if !ok {
		return nil
	}
	target, err := r.found(ctx)
	var unusable *solver.UnusableError
	if errors.As(err, &unusable) {
		return nil
	}
	if err != nil {
		return err
	}
	rate, err := r.Replayer.Count(ctx, s, target)
	var damaged *RecordError
	if errors.As(err, &unusable) || errors.As(err, &damaged) {
		return nil
	}
	if err != nil {
		return err
	}
	if rate.Shown > 0 {
		r.original, r.originalNeed = &s, NeedFor(rate)
	}
	return nil
}

// originalOf is a reduced crash with the formula as it was found, if that was kept.
func originalOf(s findings.Stored) (findings.Stored, bool) {
	if !s.Class.Crash() || s.Session != nil || s.Reduction == nil {
		return s, false
	}
	text, err := findings.ReadPart(s.Dir, findings.OriginalFile)
	if err != nil || s.Files[findings.OriginalFile] != "" && s.Files[findings.OriginalFile] != findings.Checksum(text) {
		return s, false
	}
	s.Finding.Runs = slices.Clone(s.Finding.Runs)
	for i := range s.Finding.Runs {
		s.Finding.Runs[i].File = findings.OriginalFile
	}
	s.Truths, s.Check, s.Checks = nil, -1, questions(string(text))
	return s, true
}

// questions counts the check-sats of a script, up to its end, to an exit, or to the first thing that cannot be read.
func questions(text string) (n int) {
	for r := syntax.NewReader(text); ; {
		var t syntax.Tree
		if more, err := r.Next(&t); err != nil || !more {
			return n
		}
		if t.Kind(syntax.Root) != syntax.List || t.Len(syntax.Root) == 0 {
			continue
		}
		switch name, _ := t.Name(t.First(syntax.Root)); name {
		case "exit":
			return n
		case "check-sat", "check-sat-assuming", "check-sat-using":
			n++
		}
	}
}
