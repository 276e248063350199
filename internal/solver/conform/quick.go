package conform

import (
	"context"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/smt"
)

// A QuickReport says whether a campaign with a target can make sense.
type QuickReport struct {
	// Problem says why it cannot, "" when it can; Command is the run that shows it, with FILE for the script.
	Problem string
	Command []string
	// Note is something odd that may be a defect of the solver, which campaigns are there to find.
	Note string

	badOptions bool // the problem is that it refuses its command line
}

// Quick runs a target on a small script that is sat and on one that is unsat, with the options of a campaign and within its time and
// memory limits, and tries further logics as long as it answers nothing. It is not a problem if a target refuses its command line
// only when models or its own checks are enabled: campaigns ask it without them. Errors are those of Examine.
func Quick(ctx context.Context, target solver.Target, scratch *disk.Scratch, o solver.Options, limits solver.Limits) (QuickReport, error) {
	o.Models = target.Profile().Show.Model != "" // campaigns ask for models, and some options conflict with that
	report, err := quick(ctx, target, scratch, o, limits)
	for i, word := range report.Command {
		report.Command[i] = strings.ReplaceAll(word, scratch.Path(quickFile), "FILE")
	}
	if err != nil || !report.badOptions || !o.Models && !o.SelfCheck {
		return report, err
	}
	o.Models, o.SelfCheck = false, false
	without, err := quick(ctx, target, scratch, o, limits)
	if err != nil || without.Problem != "" {
		return report, err
	}
	without.Note = strings.TrimSuffix("it refuses to make models, so it is asked only for answers ("+report.Problem+"); "+without.Note, "; ")
	return without, nil
}

// quickFile is the name of the small script.
const quickFile = "quick.smt2"

func quick(ctx context.Context, target solver.Target, scratch *disk.Scratch, o solver.Options, limits solver.Limits) (QuickReport, error) {
	p := target.Profile()
	limits.Output = sandbox.DefaultMaxOutput
	var first solver.Run
	run := func(text string) (solver.Run, error) {
		if _, err := scratch.Write(quickFile, []byte(text)); err != nil {
			return solver.Run{}, err
		}
		return target.Run(ctx, solver.Query{File: scratch.Path(quickFile), Checks: 1, Limits: limits, Options: o})
	}
	for i, v := range fitting(p) {
		e := &examiner{profile: p, words: v}
		satText, unsatText := e.texts()
		sat, err := run(satText)
		if err != nil {
			return QuickReport{}, err
		}
		if i == 0 {
			first = sat
		}
		if sat.BadOptions {
			return QuickReport{Problem: sat.Reason, Command: sat.Command, badOptions: true}, nil
		}
		if sat.Answer() == 0 && !ended(sat) {
			if p.Probe.Own {
				break // it is the one script that the solver must answer
			}
			continue
		}
		unsat, err := run(unsatText)
		if err != nil {
			return QuickReport{}, err
		}
		return judge(sat, unsat, p), nil
	}
	reason := first.Reason
	if reason == "" {
		reason = "it prints nothing that is an answer"
	}
	return QuickReport{Problem: "it answers nothing to a small script: " + reason, Command: first.Command}, nil
}

// texts are the scripts of the checks sat and unsat.
func (e *examiner) texts() (sat, unsat string) {
	sat = script("sat", e.words.begin(), assert(e.words.holds, ""), checkSat)
	unsat = script("unsat", e.words.begin(), assert(e.words.holds, ""), assert(e.words.against, ""), checkSat)
	if p := e.profile.Probe; p.Own && p.Script != "" {
		sat = p.Script
	}
	if p := e.profile.Probe; p.Own && p.Unsat != "" {
		unsat = p.Unsat
	}
	return sat, unsat
}

// silent reports whether a run ended at a limit without having given an answer.
func silent(r solver.Run) bool {
	return r.Answer() == 0 && r.Crash == nil && r.Limit != solver.LimitNone
}

// ended reports whether a run ended in a way that may be due to a defect or to limits, rather than a sign that the program is not a
// solver.
func ended(r solver.Run) bool { return r.Crash != nil || r.Limit != solver.LimitNone }

func judge(sat, unsat solver.Run, p *solver.Profile) QuickReport {
	want := smt.Sat
	if p.Probe.Own && p.Probe.Script != "" {
		if a, err := smt.ParseStatus(p.Probe.Answer); err == nil {
			want = a
		}
	}
	switch {
	case unsat.BadOptions:
		return QuickReport{Problem: unsat.Reason, Command: unsat.Command, badOptions: true}
	case want == smt.Sat && sat.Answer() == smt.Unsat:
		return QuickReport{Problem: "it says unsat to a small script that is sat", Command: sat.Command}
	case silent(sat) && silent(unsat):
		// Once may be a defect. If it happens twice, the program is not a solver, or it answers nothing within these limits.
		return QuickReport{Problem: "it answers neither of two small scripts: " + told(sat), Command: sat.Command}
	case unsat.Answer() == smt.Sat:
		return QuickReport{Problem: "it says sat to a small script that is unsat", Command: unsat.Command}
	}
	for _, r := range []solver.Run{sat, unsat} {
		if r.Answer() == 0 {
			return QuickReport{Note: "it gives no answer to a small script: " + told(r)}
		}
	}
	return QuickReport{}
}
