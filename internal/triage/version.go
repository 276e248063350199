package triage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/bisect"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/outcome"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// An InVersion says whether a finding shows in one version of the blamed solver.
type InVersion struct {
	Verdict bisect.Verdict
	// Reason says why a version cannot say, or briefly what it did.
	Reason string
	// Signature is the crash's signature, where the finding is a crash and the version crashes.
	Signature string
	Replay    Replay
}

// InVersion runs a finding with a target in place of the blamed solver. A version that does not do its work, because it refuses the formula
// or reaches a limit, cannot say whether the defect is there; nor can one that crashes elsewhere. The error is about anything but that
// version: other solvers, the record, the disk, ctx.
func (r Replayer) InVersion(ctx context.Context, s findings.Stored, version solver.Target) (InVersion, error) {
	others := r.Resolve
	r.Essential = true
	r.Resolve = func(ctx context.Context, spec string) (solver.Target, error) {
		if spec == s.Solver {
			return version, nil
		}
		return others(ctx, spec)
	}
	replay, err := r.Replay(ctx, s)
	if err != nil {
		var unusable *solver.UnusableError
		if errors.As(err, &unusable) && unusable.Solver == version.String() {
			return InVersion{Verdict: bisect.Unclear, Reason: unusable.Problem}, nil
		}
		return InVersion{}, err
	}
	return inVersion(s, replay), nil
}

func inVersion(s findings.Stored, replay Replay) InVersion {
	out := InVersion{Replay: replay}
	run := blamedRun(s, replay)
	if replay.State == StillThere {
		out.Verdict = bisect.Shows
		if c := replay.Observed.Crash; c != nil && s.Class == oracle.CrashClass {
			out.Signature = c.Signature
			recorded := signatureOf(s)
			if recorded != "" && findings.CrashSite(recorded) != findings.CrashSite(c.Signature) {
				out.Verdict, out.Reason = bisect.Unclear, "it crashes elsewhere: "+c.Signature
				return out
			}
		}
		out.Reason = said(run)
		return out
	}
	out.Reason = said(run)
	switch {
	case !run.Outcome.Replies() || run.Void:
		out.Verdict, out.Reason = bisect.Unclear, cmp.Or(run.Reason, string(run.Outcome))
	case sameAnswer(s, run):
		out.Verdict, out.Reason = bisect.Unclear, said(run)+" as before, and nothing shows here that it is wrong"
	case s.Class == oracle.InvalidModel && open(replay.Observed):
		out.Verdict, out.Reason = bisect.Unclear, "sat, and whether its model is right is not known"
	default:
		out.Verdict = bisect.Absent
	}
	return out
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
	if s.Class != oracle.CrashClass {
		return ""
	}
	return CrashSignature(&s.Finding)
}

// CrashSignature is the crash's own part of a crash finding's signature, without class and family; "" for other findings.
func CrashSignature(f *findings.Finding) string {
	if f.Class != oracle.CrashClass {
		return ""
	}
	own, signature := fmt.Sprintf("%s/%s/", f.Class, f.Family), findings.Common(f.Signature)
	if at := strings.Index(signature, "/"+own); f.Session != nil && at >= 0 {
		signature = signature[at+1:] // behind what says which kind of session it is
	}
	return strings.TrimPrefix(signature, own)
}
