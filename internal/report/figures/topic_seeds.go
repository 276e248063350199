package figures

import (
	"github.com/assay-smt/assay/internal/base/outcome"
)

func seedsTables(c *Campaign) []*Table {
	s := &c.Stats
	counts := newTable("counts", "Seeds", "figure", "figure", "count", "count")
	if s.Seeds > 0 {
		counts.add("seeds", int64(s.Seeds))
	}
	if s.RejectedSeeds > 0 {
		counts.add("seeds that Assay cannot read", s.RejectedSeeds)
	}
	if c.SkippedFiles > 0 {
		counts.add("files that were left out", int64(c.SkippedFiles))
	}
	unreadable := newTable("unreadable", "Seeds that Assay cannot read (the first ones)", "seed", "seed", "reason", "reason")
	unreadable.Shown = 20
	for _, r := range s.Rejections {
		unreadable.add(r.Path, Message(r.Reason))
	}
	skipped := newTable("left-out", "Files that were left out", "file", "file", "reason", "reason")
	skipped.Shown = 20
	for _, r := range c.Skipped {
		skipped.add(r.Path, Message(r.Reason))
	}
	runs := newTable("runs", "Runs of solvers on the seeds themselves", "solver", "solver", "result", "outcome", "detail", "detail", "outcome", "", "seeds", "seeds")
	for _, spec := range c.Solvers() {
		for _, o := range outcome.All() {
			if n := s.Solvers[spec].Seeds[o]; n > 0 {
				fate, detail := ResultOf(o)
				runs.add(c.Name(spec), string(fate), detail, string(o), n)
			}
		}
	}
	return []*Table{counts, unreadable, skipped, runs}
}

func faultsTables(c *Campaign) []*Table {
	t := newTable("faults", "Faults of Assay itself: please report them", "number", "number", "text", "text")
	for i, text := range c.Stats.FaultTexts {
		t.add(int64(i+1), Message(text))
	}
	counts := newTable("counts", "Faults", "figure", "figure", "count", "count")
	if c.Stats.Faults > 0 {
		counts.add("faults of Assay itself", c.Stats.Faults)
	}
	return []*Table{counts, t}
}

func notesTables(c *Campaign) []*Table {
	t := newTable("notes", "Notes", "number", "number", "text", "text")
	for i, text := range c.Notes {
		t.add(int64(i+1), Message(text))
	}
	return []*Table{t}
}
