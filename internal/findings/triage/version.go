package triage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// An InVersion says whether a finding shows in one version of the blamed solver.
type InVersion struct {
	Verdict bisect.Verdict
	// Reason says why a version cannot say, or briefly what it did.
	Reason string
	// The runs that say whether it shows, and those that showed it. Where no run says it, Runs are all runs.
	findings.Repetition
	// CutShort: a limit ended the run, which says nothing of how often it shows.
	CutShort bool
	// Silent: the process ended in peace, and said nothing at all that would tell that it survived the formula.
	Silent bool
	// Signature is the crash's signature, where the finding is a crash and the version crashes.
	Signature string
	// Seconds is the time that all runs took.
	Seconds float64
	// With are words on the command line that the version needs for the formula, and the one in which the finding was found does not.
	With []string
}

// tolerated is how many runs that cannot say are put up with next to runs that can.
const tolerated = 2

// InVersion runs a finding with a target in place of the blamed solver, as often as a verdict needs: until it shows, and then again to say how
// often where it does not always, or as often as it takes to call it absent. A version that does not do its work, because it refuses the formula
// or reaches a limit, cannot say whether the defect is there; nor can one that crashes elsewhere. The error is about anything but that
// version: other solvers, the record, the disk, ctx.
func (r Replayer) InVersion(ctx context.Context, s findings.Stored, version solver.Target, need Need) (InVersion, error) {
	recorded := s.ProgramOf(s.Solver)
	if version.Version() == s.Version && recorded != nil && !r.Revisions {
		// The finding's own version is the recorded build, if that is still there.
		var err error
		if version, err = restored(ctx, version, recorded); err != nil {
			return InVersion{}, err
		}
	}
	others := r.Resolve
	r.Essential = true
	r.Resolve = func(ctx context.Context, spec string) (solver.Target, error) {
		if spec == s.Solver {
			return version, nil
		}
		return others(ctx, spec)
	}
	p, err := r.prepare(ctx, s)
	if err != nil {
		return unusableIn(version, err)
	}
	if r.Revisions {
		p.out.Build = ""
	}
	p.typed = p.asTyped()
	var t tally
	for !t.ruledOut(need) {
		shown, err := p.run(ctx)
		if err != nil {
			return unusableIn(version, err)
		}
		t.add(inRun(s, p, shown))
	}
	if t.shows.Verdict == "" {
		if err := p.judgeable(); err != nil {
			return unusableIn(version, err)
		}
	}
	out := t.verdict(need)
	if out.Verdict.Decides() {
		if out.With, err = p.required(ctx); err != nil {
			return unusableIn(version, err)
		}
	}
	return out, nil
}

// unusableIn is the result for a version that cannot be run, and the error of anything else.
func unusableIn(version solver.Target, err error) (InVersion, error) {
	var unusable *solver.UnusableError
	if errors.As(err, &unusable) && unusable.Solver == version.String() {
		return InVersion{Verdict: bisect.Unclear, Reason: unusable.Problem}, nil
	}
	return InVersion{}, err
}

// A tally counts the runs of one version.
type tally struct {
	shown, absent, unclear int
	cut                    int // of the unclear ones, those that a limit ended
	// The last runs that showed it, that did not, and that cannot say.
	shows, lacks, cannot InVersion
	seconds              float64
}

func (t *tally) add(one InVersion) {
	t.seconds += one.Seconds
	switch one.Verdict {
	case bisect.Shows:
		t.shown++
		t.shows = one
	case bisect.Absent:
		t.absent++
		t.lacks = one
	default:
		t.unclear++
		t.cannot = one
		if one.CutShort {
			t.cut++
		}
	}
}

// ruledOut reports whether no more runs are needed.
func (t *tally) ruledOut(need Need) bool {
	switch {
	case t.shown > 0 && t.absent > 0: // it does not always show, whatever was known before
		return t.shown+t.absent+t.unclear >= max(need.Shown, flakyRuns)
	case t.shown > 0:
		return t.shown+t.unclear >= need.Shown
	case t.unclear > 0 && (t.absent == 0 || t.unclear > tolerated):
		return true
	}
	return t.absent >= need.Absent
}

func (t *tally) verdict(need Need) InVersion {
	out := t.cannot
	switch {
	case t.shown > 0:
		out = t.shows
		out.Repetition = findings.Repetition{Runs: t.shown + t.absent + t.unclear - t.cut, Shown: t.shown}
	case t.absent >= need.Absent:
		out = t.lacks
		out.Repetition = findings.Repetition{Runs: t.absent}
		if !need.Proves {
			out.Verdict = bisect.MayBeGood
			out.Reason = fmt.Sprintf("0 of %d runs, 1 %% not reached", t.absent)
		}
	default:
		out.Repetition = findings.Repetition{Runs: t.absent + t.unclear}
	}
	out.Seconds = t.seconds
	return out
}

// inRun is what one run says.
func inRun(s findings.Stored, p *replaying, shown bool) InVersion {
	if s.Class.Measured() {
		return measuredIn(p, shown)
	}
	run := blamedRun(s, p.out)
	out := InVersion{Reason: said(run)}
	for _, r := range p.out.Last {
		out.Seconds += r.Seconds
	}
	if shown {
		out.Verdict = bisect.Shows
		if c := p.out.Observed.Crash; c != nil && s.Class.Crash() {
			out.Signature = c.Signature
			recorded := signatureOf(s)
			if recorded != "" && findings.CrashSite(recorded) != findings.CrashSite(c.Signature) {
				out.Verdict, out.Reason = bisect.Unclear, "it crashes elsewhere: "+c.Signature
			}
		}
		return out
	}
	switch {
	case p.out.Build != "":
		out.Verdict, out.Reason = bisect.Unclear, said(run)+"; "+p.out.Build
	case s.Class.Crash() && run.Outcome == outcome.Nothing && survived(run):
		out.Verdict, out.Reason = bisect.Absent, Survived
	case !run.Outcome.Replies() || run.Void:
		out.Verdict, out.Reason = bisect.Unclear, cmp.Or(run.Reason, string(run.Outcome))
		out.CutShort = run.Outcome.CutShort()
		out.Silent = run.Outcome == outcome.Nothing && run.Exit == 0 && run.Signal == 0 && len(run.Answers) == 0
	case sameAnswer(s, run):
		out.Verdict, out.Reason = bisect.Unclear, said(run)+" as before, and nothing shows here that it is wrong"
	case s.Class.Basis() == oracle.BasisOwnModel && open(p.out.Observed):
		out.Verdict, out.Reason = bisect.Unclear, "sat, and whether its model is right is not known"
	default:
		out.Verdict = bisect.Absent
		if other := wrongBesides(s, p.out.others); other != nil {
			out.Verdict, out.Reason = bisect.Unclear, fmt.Sprintf("%s, which shows %s instead", said(run), other.Class)
		}
	}
	return out
}

// wrongBesides returns what else the blamed solver certainly does wrong among findings on the same texts, nil for nothing. A version that does so is not good: it
// may have the same defect, which shows as something else there. An unknown, or the objection of a check of the user's, proves no such thing.
func wrongBesides(s findings.Stored, found []oracle.Finding) *oracle.Finding {
	for i, f := range found {
		if f.Solver == s.Solver && !f.Suspect && !f.Class.OwnFault() && !f.Class.OnWord() && !f.Class.Incompleteness() {
			return &found[i]
		}
	}
	return nil
}

// blamedRun is the run of the blamed solver: the last one, since a session's run comes after all others.
func blamedRun(s findings.Stored, replay Replay) findings.Run {
	for _, r := range slices.Backward(replay.Last) {
		if r.Solver == s.Solver {
			return r
		}
	}
	return findings.Run{Outcome: outcome.Nothing}
}

func said(r findings.Run) string {
	if r.Outcome == outcome.Crash {
		return "crash"
	}
	return string(r.Outcome)
}

// sameAnswer reports whether a run gave the answer that the finding is about.
func sameAnswer(s findings.Stored, run findings.Run) bool {
	return s.Evidence.Observed != "" && s.Check >= 0 && s.Check < len(run.Answers) && run.Answers[s.Check] == s.Evidence.Observed &&
		!s.Class.Incompleteness()
}

// open reports whether there is a sat whose model could not be judged.
func open(o oracle.Observation) bool {
	for i, a := range o.Answers {
		if a == smt.Sat && (i >= len(o.Models) || o.Models[i].Verdict != oracle.ModelHolds && o.Models[i].Verdict != oracle.ModelFails) {
			return true
		}
	}
	return false
}

// signatureOf is the crash's own part of a finding's signature.
func signatureOf(s findings.Stored) string {
	if !s.Class.Crash() {
		return ""
	}
	return CrashSignature(&s.Finding)
}

// CrashSignature is the crash's own part of a crash finding's signature, without class and family; "" for other findings.
func CrashSignature(f *findings.Finding) string {
	if !f.Class.Crash() {
		return ""
	}
	own, signature := fmt.Sprintf("%s/%s/", f.Class, f.Family), findings.Common(f.Signature)
	if at := strings.Index(signature, "/"+own); f.Session != nil && at >= 0 {
		signature = signature[at+1:] // behind what says which kind of session it is
	}
	return strings.TrimPrefix(signature, own)
}
