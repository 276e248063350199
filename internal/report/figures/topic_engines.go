package figures

import (
	"github.com/assay-smt/assay/internal/campaign"
)

func enginesTables(c *Campaign) []*Table {
	s := &c.Stats
	mutants := newTable("mutants", "Mutants of each engine", "engine", "engine", "mutants", "mutants", "run", "run", "findings", "findings", "new", "new behaviour", "unique", "unique", "again", "already seen", "again_share", "",
		"repeats", "repeats left out", "tries", "tries per mutant", "rules", "rules", "applicable", "rules applicable")
	usable := newTable("seeds", "Seeds that engines met", "engine", "engine", "met", "met", "used", "used", "share", "share used")
	misses := newTable("misses", "Tries that made no mutant", "engine", "engine", "reason", "reason", "tries", "tries", "share", "share of misses")
	unusable := newTable("not-applicable", "Seeds that an engine can do nothing with", "engine", "engine", "seeds", "seeds", "reason", "reason")
	refused := newTable("refused", "Runs of solvers on the mutants, and how many of them were refused", "engine", "engine", "solver", "solver", "runs", "runs", "refused", "refused", "share", "share")
	refused.Whole = true
	reasons := newTable("reasons", "What the solvers say then", "engine", "engine", "solver", "solver", "count", "runs", "mutant", "first mutant", "reason", "in its words")
	reasons.Shown = 20
	for _, name := range sorted(s.Engines) {
		e := s.Engines[name]
		var tries int64
		for _, n := range e.RejectedTries {
			tries += n
		}
		var unique, perMutant, applicable any
		if e.Unique.Seen > 0 {
			unique = Portion(e.Unique.Share())
		}
		if tries > 0 && e.Mutants > 0 {
			perMutant = Rate(1 + float64(tries)/float64(e.Mutants))
		}
		if m := e.MeanApplicable(); m > 0 {
			applicable = Rate(m)
		}
		mutants.add(name, e.Mutants, e.Run, e.Findings, e.NewBehaviour, unique, e.Again, Portion(Share(e.Again, e.Mutants)), e.Repeats, perMutant, int64(len(e.Shares())), applicable)
		var met, used int64
		for _, v := range e.Coverage {
			if v != nil {
				met, used = met+v.Seeds, used+v.Used
			}
		}
		if met > 0 {
			usable.add(name, met, used, Portion(Share(used, met)))
		}
		for _, reason := range byCount(e.RejectedTries) {
			misses.add(name, reason, e.RejectedTries[reason], Portion(Share(e.RejectedTries[reason], tries)))
		}
		for _, reason := range byCount(e.NotApplicable) {
			unusable.add(name, e.NotApplicable[reason], Message(reason))
		}
		acceptance(c, refused, name, e.Acceptance)
		for _, spec := range sorted(e.Acceptance) {
			for _, r := range most(e.Acceptance[spec].Reasons) {
				reasons.add(name, c.Name(spec), r.Count, r.Mutant, Message(r.Reason))
			}
		}
	}
	reasons.sortBy(2)
	return []*Table{mutants, usable, misses, unusable, refused, reasons}
}

// acceptance adds a row for each solver that ran something of an engine or logic.
func acceptance(c *Campaign, t *Table, of string, by map[string]*campaign.Acceptance) {
	for _, spec := range sorted(by) {
		if a := by[spec]; a.Calls > 0 {
			t.add(of, c.Name(spec), a.Calls, a.Rejected, Portion(Share(a.Rejected, a.Calls)))
		}
	}
}

func rulesTables(c *Campaign) []*Table {
	shares := newTable("rules", "Mutants by the rule of their last step", "engine", "engine", "rule", "rule", "mutants", "mutants", "share", "share of the engine's")
	shares.Shown = 40
	steps := newTable("steps", "Rules that could have been applied, by step", "engine", "engine", "step", "step", "mutants", "mutants", "mean", "rules, on average")
	steps.Shown = 20
	for _, name := range sorted(c.Stats.Engines) {
		e := c.Stats.Engines[name]
		for _, s := range e.Shares() {
			shares.add(name, s.Rule, s.Mutants, Portion(s.Share))
		}
		for i, a := range e.Applicable {
			if a.Mutants > 0 {
				steps.add(name, int64(i+1), a.Mutants, Rate(a.Mean()))
			}
		}
	}
	shares.sortBy(2)
	return []*Table{shares, steps}
}

func logicsTables(c *Campaign) []*Table {
	mutants := newTable("mutants", "Mutants of each logic", "logic", "logic", "mutants", "mutants", "share", "share")
	mutants.Shown = 60
	refused := newTable("refused", "Runs of solvers on mutants of the logic, and how many of them were refused", "logic", "logic", "solver", "solver", "runs", "runs", "refused", "refused", "share", "share")
	refused.Shown, refused.Whole = 30, true
	seeds := newTable("seeds", "Seeds of a logic that an engine met and could use", "logic", "logic", "engine", "engine", "met", "met", "used", "used", "share", "share used")
	seeds.Shown = 30
	counts := make(map[string]int64)
	for _, name := range sorted(c.Stats.Logics) {
		l := c.Stats.Logics[name]
		counts[name] = l.Mutants
		acceptance(c, refused, name, l.Acceptance)
	}
	for _, name := range byCount(counts) {
		mutants.add(name, counts[name], Portion(Share(counts[name], c.Stats.Mutants)))
	}
	for _, engine := range sorted(c.Stats.Engines) {
		for _, logic := range sorted(c.Stats.Engines[engine].Coverage) {
			v := c.Stats.Engines[engine].Coverage[logic]
			seeds.add(logic, engine, v.Seeds, v.Used, Portion(Share(v.Used, v.Seeds)))
		}
	}
	refused.sortBy(3)
	return []*Table{mutants, refused, seeds}
}
