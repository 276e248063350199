package mutatetest

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt"
)

// truth: whoever answers the engine's questions, and however badly, the engine does not turn it into an error. A witness makes
// its mutant true. Nothing is claimed without a reason: no status of a seed without a label follows from answers that prove
// nothing.
func (k *session) truth() []string {
	var out faults
	for _, w := range witnesses() {
		k.each(&out, w, labelled, func(s Seed, all []made) {
			for i, m := range all {
				if err := founded(m); err != nil {
					out.add("%s, mutant %d, with %s: %v\nafter %s\n%s", s.Name, i, w.name, err, lastStep(m), m.text)
				}
			}
		})
		if !w.worthless {
			continue
		}
		k.each(&out, w, unlabelled, func(s Seed, all []made) {
			for i, m := range all {
				err := founded(m)
				if err == nil {
					err = k.outOfNothing(m)
				}
				if err != nil {
					out.add("%s without a label, mutant %d, with %s: %v\nafter %s\n%s", s.Name, i, w.name, err, lastStep(m), m.text)
				}
			}
		})
	}
	return out
}

// founded returns what is wrong with the truths of a mutant by themselves.
func founded(m made) error {
	checks := m.Script.Checks()
	if m.Truths != nil && len(m.Truths) != checks {
		return fmt.Errorf("there are %d truths for %d check-sats", len(m.Truths), checks)
	}
	if m.Truths == nil && checks != 1 && m.Truth.Status != smt.Unknown {
		return fmt.Errorf("one truth, %v, is claimed for %d check-sats", m.Truth.Status, checks)
	}
	for n, t := range m.Known() {
		switch {
		case t.Status != smt.Sat && t.Status != smt.Unsat && t.Status != smt.Unknown:
			return fmt.Errorf("check %d: %v is not a status", n, t.Status)
		case t.Status != smt.Sat && t.Witness != "":
			return fmt.Errorf("check %d: it is %v and has a witness", n, t.Status)
		case t.Status != smt.Unknown && len(t.Derivation) == 0:
			return fmt.Errorf("check %d: it is %v without a derivation", n, t.Status)
		case t.Status == smt.Sat && t.Witness == "" && !t.Label:
			return fmt.Errorf("check %d: it is sat without a witness, and not because of a label", n)
		}
		if t.Witness == "" {
			continue
		}
		f, err := certify.NewFormula(m.text, m.Script.Store.Table)
		if err != nil {
			return err
		}
		report := f.Model(t.Witness, "", n)
		if report.Verdict != oracle.ModelHolds && (report.Verdict != oracle.ModelOpen || !quantified(m)) {
			return fmt.Errorf("check %d: its witness %v: %s\n%s", n, report.Verdict, report.Summary, t.Witness)
		}
	}
	if m.Base != nil && (m.Base.Checks() != 1 || checks != 1 || m.PreservedStatus != smt.Sat && m.PreservedStatus != smt.Unsat) {
		return fmt.Errorf("it follows from a base by keeping %v, with %d and %d check-sats", m.PreservedStatus, m.Base.Checks(), checks)
	}
	return nil
}

// quantified reports whether evaluation may leave a mutant open: it covers only a finite part of an infinite sort.
func quantified(m made) bool {
	for i := range m.Script.Commands {
		for _, t := range m.Script.Commands[i].Terms {
			if t.HasBinder() {
				return true
			}
		}
	}
	return false
}

// outOfNothing returns an error where a claimed status has no basis: the seed has no label, and those who answered prove nothing. In
// scripts that ask many times, and with Kit.Contradicts in all, an engine may construct something that is unsat by construction, but not
// because of an answer or a label.
func (k *session) outOfNothing(m made) error {
	if m.Truths != nil || k.Contradicts {
		for n, t := range m.Known() {
			for _, line := range t.Derivation {
				if t.Status != smt.Unknown && (strings.Contains(line, " finds ") || strings.Contains(line, "labelled")) {
					return fmt.Errorf("check %d is claimed to be %v because of %q, but nothing was proved", n, t.Status, t.Derivation)
				}
			}
		}
		return nil
	}
	if t := m.Truth; t.Status == smt.Unsat || t.Status == smt.Sat && t.Witness == "" {
		return fmt.Errorf("it is claimed to be %v because of %q, but nothing was proved", t.Status, t.Derivation)
	}
	return nil
}
