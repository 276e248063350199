package screen

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/report/figures"
)

const (
	// refusedShare is the share of refused scripts from which a person should look.
	refusedShare = 0.1
	// slowShare is the share of mutants for which a solver is too slow from which a person should look.
	slowShare = 0.9
	// fewRuns are too few to judge by.
	fewRuns = 10
	// A disk is nearly full with less than leastFree bytes, or less than leastShare of its size when that is not much either.
	leastFree  = 1 << 30
	leastShare = 0.02
	muchFree   = 20 << 30
)

// attention lists what needs a person, the most urgent first, each with the command that shows more.
func (s *screen) attention() []string {
	var out []string
	add := func(text, command string) { out = append(out, figures.Sides(text, command)) }
	if d := s.disk; d.Size > 0 && (d.Free < leastFree || d.Free < muchFree && float64(d.Free) < leastShare*float64(d.Size)) {
		add(fmt.Sprintf("only %s left on the disk of %s", figures.Size(d.Free), s.dir), "df -h "+s.dir)
	}
	if n := s.Stats.Faults; n > 0 {
		text := figures.Number(n, "fault") + " of Assay itself: please report"
		if len(s.Stats.FaultTexts) > 0 {
			line, _, _ := strings.Cut(s.Stats.FaultTexts[0], "\n")
			text += " (" + line + ")"
		}
		add(text, s.command("faults"))
	}
	useless := make(map[string]bool)
	for _, w := range s.Warnings {
		useless[w.Solver] = true
	}
	for _, spec := range s.Solvers() {
		v := s.Stats.Solvers[spec]
		// A warning names solvers by spec and version.
		plain := spec
		if v.Version != "" {
			plain += " (" + v.Version + ")"
		}
		if useless[plain] {
			s.useless(plain, spec, add)
			continue
		}
		refused := figures.ResultsOf(v.Outcomes)[figures.Refused] + v.SeedToo
		scripts := v.Calls + v.SeedToo
		if scripts >= fewRuns && float64(refused) >= refusedShare*float64(scripts) {
			add(fmt.Sprintf("%s refuses %s of scripts (%s)", s.inText(spec), figures.Percent(figures.Share(refused, scripts)), firstReason(v)), s.command("refused"))
		}
		if slow, share := tooSlow(v); slow >= fewRuns && share >= slowShare {
			add(fmt.Sprintf("%s is too slow for %s of mutants", s.inText(spec), figures.Percent(share)), s.command("solvers"))
		}
	}
	if n := s.Stats.RejectedSeeds; n > 0 {
		text := fmt.Sprintf("%s of %s cannot be read", figures.Count(n), figures.Number(int64(s.Stats.Seeds), "seed"))
		if len(s.Stats.Rejections) > 0 {
			first := s.Stats.Rejections[0]
			text += " (" + strings.ReplaceAll(first.Reason, first.Path, filepath.Base(first.Path)) + ")"
		}
		add(text, s.command("seeds"))
	}
	if n, first := s.leftOut(); n > 0 {
		add(fmt.Sprintf("%s left out (%s: %s)", figures.Number(int64(n), "file"), filepath.Base(first.Path), first.Reason), s.command("seeds"))
	}
	if n := len(s.Notes); n > 0 {
		text := s.Notes[0]
		if n > 1 {
			text = figures.Number(int64(n), "note") + ": " + text
		}
		add(text, s.command("notes"))
	}
	return figures.Section("ATTENTION", out)
}

// tooSlow counts the mutants on which a solver was not run since it took too long before, and their share of those that were its turn.
func tooSlow(v *campaign.SolverStats) (mutants int64, share float64) {
	mutants = v.TooSlow + v.GaveUp + v.OverBudget
	return mutants, figures.Share(mutants, mutants+v.Calls)
}

// inText is a solver's name within a text: what is said about it is more important than all of its options.
// The options are left out where the solver is the only one of its version.
func (s *screen) inText(spec string) string {
	const enough = 24
	name := visible.Line(s.Name(spec))
	program, _, _ := strings.Cut(name, " ")
	alone := true
	for _, other := range s.Solvers() {
		word, _, _ := strings.Cut(visible.Line(s.Name(other)), " ")
		alone = alone && (other == spec || word != program)
	}
	if alone {
		return shortName(name, enough)
	}
	return figures.Clip(name, enough)
}

// useless says that a solver gives no usable results.
func (s *screen) useless(warned, spec string, add func(text, command string)) {
	for _, w := range s.Warnings {
		if w.Solver != warned {
			continue
		}
		why := ""
		for _, r := range w.Reasons {
			if !figures.IsOther(r) {
				why = ": " + common.ReplaceAllString(r.Reason, "")
				break
			}
		}
		add(fmt.Sprintf("%s is unusable in %s of runs%s", s.inText(spec), figures.Percent(figures.Share(w.Useless, w.Runs)), why), s.command("refused"))
		return
	}
}

// common is how messages begin that say something later.
var common = regexp.MustCompile(`^(?:refuses the seed: |rejected: )?(?:input rejected: )?(?:Parse Error: )?(?:FILE\S* |line N\S* column N\S* )?`)

// firstReason is the most frequent reason for which a solver refuses scripts, with its count.
func firstReason(v *campaign.SolverStats) string {
	var best campaign.Refusal
	take := func(list []campaign.Refusal) {
		for _, r := range list {
			if r.Count > best.Count && (best.Count == 0 || !figures.IsOther(r)) || figures.IsOther(best) {
				best = r
			}
		}
	}
	take(v.SeedReasons)
	for _, o := range outcome.All() {
		if f, _ := figures.ResultOf(o); f == figures.Refused {
			take(v.Reasons[o])
		}
	}
	if best.Count == 0 {
		return "no reason given"
	}
	return figures.Count(best.Count) + ": " + common.ReplaceAllString(best.Reason, "")
}

// leftOut counts the files that are no seeds, except for those with which nothing is lost, and returns the first.
func (s *screen) leftOut() (n int, first campaign.Skip) {
	for _, f := range s.Skipped {
		if f.Minor || strings.HasPrefix(f.Reason, campaign.SameText) {
			continue
		}
		if n == 0 {
			first = f
		}
		n++
	}
	return n, first
}

// fewer leaves a number of lines of what needs a person.
func (s *screen) fewer(lines []string, n int) []string {
	if len(lines) <= n {
		return lines
	}
	if n <= 0 {
		return nil
	}
	rest := figures.Count(int64(len(lines)-n+1)) + " more"
	if n == 1 {
		return figures.Section("ATTENTION", []string{figures.Sides(figures.Count(int64(len(lines)))+" things need a person", s.command("all"))})
	}
	return append(lines[:n-1:n-1], figures.Section("", []string{figures.Sides("and "+rest, s.command("all"))})...)
}

// next is one command to go on with.
func (s *screen) next() []string {
	line := func(command, why string) []string {
		if figures.Columns(command)+3+figures.Columns(why) > Columns-figures.Label {
			why = ""
		}
		return figures.Section("NEXT", []string{figures.Pad(command, min(48, Columns-figures.Label-3-figures.Columns(why))) + "   " + why})
	}
	later := len(s.Untriaged())
	if s.Ended == "" {
		return line("assay stats "+s.dir, "again: this campaign is running, or was killed (assay fuzz goes on)")
	}
	if s.Identity.Shard != "" && s.Ended != campaign.EndError && s.Ended != campaign.EndInterrupted {
		return line("assay merge OUT "+s.dir+" DIR...", "join shard "+s.Identity.Shard+" and the others")
	}
	if later > 0 {
		return line("assay triage "+s.dir, "group "+figures.Number(int64(later), "finding")+" into bugs, and reduce them")
	}
	for i := range s.Clusters {
		if s.Clusters[i].Counts() {
			return line("assay report "+s.dir, reportWords)
		}
	}
	on := "assay fuzz --out " + s.dir
	switch {
	case s.Ended == campaign.EndError:
		return line("assay stats "+s.dir+" all", "all figures up to the error")
	case !s.Repeatable, s.Ended == campaign.EndMerged:
		return line("assay report "+s.dir, "a page of it")
	case s.Ended == campaign.EndInterrupted:
		return line(on, "go on with the same settings")
	}
	limit := " --duration 1h"
	if s.Ended == campaign.EndMutants { // a limit that was reached still holds
		limit = fmt.Sprintf(" --mutants %d", min(s.Stats.Mutants, math.MaxInt64/10)*10)
		if s.Slots != "" {
			limit = " --slots " + s.Slots + "0"
		}
		if s.PerSeed {
			limit = " --iterations 0" + limit
		}
	}
	if !s.Searches {
		return line(on+limit+" --options search", "go on in other configurations")
	}
	return line(on+limit, "go on for longer")
}

// reportWords say what assay report is for, once there are bugs.
const reportWords = "a page of it; each folder has a report.md to send"
