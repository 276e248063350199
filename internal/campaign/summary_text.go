package campaign

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// maxListed is how many findings and reasons the text of a summary lists; the files list all.
const maxListed = 20

// String returns the summary as lines for people: what was done, how the solvers and engines fared, what was found and
// where it is.
func (s Summary) String() string {
	var b strings.Builder
	s.head(&b)
	s.solvers(&b)
	s.sessions(&b)
	s.engines(&b)
	s.seeds(&b)
	s.time(&b)
	s.Effort.write(&b, &s.Stats)
	s.behaviours(&b)
	s.found(&b)
	for _, n := range s.Notes {
		fmt.Fprintf(&b, "Note: %s.\n", n)
	}
	for _, w := range s.Warnings {
		fmt.Fprintf(&b, "WARNING: %s.\n", w)
	}
	return b.String()
}

// Summary says in a few words why a run ended, as in "Ended: all mutants have been run"; the empty reason is that of a
// campaign that is still running, or was killed.
func (e EndReason) Summary() string {
	switch e {
	case EndMutants:
		return "all mutants have been run"
	case EndDuration:
		return "the time is over"
	case EndInterrupted:
		return "interrupted"
	case EndError:
		return "an error ended it"
	}
	return "it runs still, or was killed"
}

func (s Summary) head(b *strings.Builder) {
	fmt.Fprintf(b, "Ended after %s: %s.\n", clockText(s.Elapsed), s.Ended.Summary())
	if s.Resumed {
		b.WriteString("Continued an earlier run in the same folder; the counts include it, the rates do not.\n")
	}
	f := s.Final
	fmt.Fprintf(b, "%s mutants (%s/s), %s solver calls (%s/s); solvers used %.0f%% of the CPU time.\n",
		thousands(f.Mutants), rate(f.MutantsPerSecond), thousands(f.Calls), rate(f.CallsPerSecond), 100*f.SolverShare)
	if n := s.Stats.Asked; n > 0 {
		fmt.Fprintf(b, "Solvers were asked %s times for models, cores, values and what they support; that took %s.\n", thousands(n), time.Duration(s.Stats.AskSeconds*float64(time.Second)).Round(time.Second))
	}
	s.models(b)
	s.responses(b)
	if n := s.Stats.Excused; n > 0 {
		fmt.Fprintf(b, "%s disagreements are not findings: the formulas have operators whose value the standard leaves open for some arguments.\n", thousands(n))
	}
}

// models reports what the evaluation of the models after sat showed.
func (s Summary) models(b *strings.Builder) {
	var parts []string
	var all int64
	for _, v := range []oracle.ModelVerdict{oracle.ModelHolds, oracle.ModelFails, oracle.ModelOpen, oracle.ModelTooLarge, oracle.ModelUnreadable, oracle.ModelRefused} {
		if n := s.Stats.Models[v.String()]; n > 0 {
			parts = append(parts, thousands(n)+" "+v.String())
			all += n
		}
	}
	if all == 0 {
		return
	}
	share := 0.0
	for _, v := range s.Stats.Solvers {
		share += v.Seconds
	}
	if share > 0 {
		share = s.Stats.EvaluatingSeconds / share
	}
	fmt.Fprintf(b, "%s models evaluated: %s; that took %s of the solvers' time.\n", thousands(all), strings.Join(parts, ", "), percent(share))
}

// responses reports what solvers answered to further questions.
func (s Summary) responses(b *strings.Builder) {
	if len(s.Stats.Responses) == 0 {
		return
	}
	var parts []string
	for _, k := range sortedKeys(s.Stats.Responses) {
		parts = append(parts, k+" "+thousands(s.Stats.Responses[k]))
	}
	fmt.Fprintf(b, "Responses to further questions: %s.\n", strings.Join(parts, ", "))
	for _, r := range most(s.Stats.Unread) {
		fmt.Fprintf(b, "  not read, %s: %s (first: mutant %s)\n", times(r.Count), r.Reason, r.Mutant)
	}
}

// behaviours reports what happened inside solvers.
func (s Summary) behaviours(b *strings.Builder) {
	if len(s.Behaviours) == 0 {
		return
	}
	b.WriteString("\nBehaviours that feedback has shown\n")
	for _, name := range sortedKeys(s.Behaviours) {
		s.Behaviours[name].write(b, name)
	}
}

func (s Summary) solvers(b *strings.Builder) {
	b.WriteString("\nSolvers\n")
	for _, name := range sortedKeys(s.Stats.Solvers) {
		v := s.Stats.Solvers[name]
		parts := counted(outcome.All(), v.Outcomes)
		if v.NotAsked > 0 {
			parts = append(parts, fmt.Sprintf("%s not asked (logic or commands it does not read)", thousands(v.NotAsked)))
		}
		if v.NotItsTurn > 0 {
			parts = append(parts, fmt.Sprintf("%s not asked (chains for other solvers or versions)", thousands(v.NotItsTurn)))
		}
		if v.SeedToo > 0 {
			parts = append(parts, fmt.Sprintf("%s not asked (refuses the seed itself)", thousands(v.SeedToo)))
		}
		if v.GaveWay > 0 {
			parts = append(parts, fmt.Sprintf("%s not asked (runs out of time on the seed, or with the engine)", thousands(v.GaveWay)))
		}
		if v.GaveUp > 0 {
			parts = append(parts, fmt.Sprintf("%s not asked (ran out of time on the mutants before)", thousands(v.GaveUp)))
		}
		if v.Repeats > 0 {
			parts = append(parts, fmt.Sprintf("%s not asked (an earlier round of the seed had the same)", thousands(v.Repeats)))
		}
		if v.Enough > 0 {
			parts = append(parts, fmt.Sprintf("%s not asked (the chain had its share of time)", thousands(v.Enough)))
		}
		fmt.Fprintf(b, "  %s: %s calls: %s\n", strings.TrimSpace(name+" "+bracketed(v.Version)), thousands(v.Calls), strings.Join(parts, ", "))
		v.onSeeds(b)
		v.UnknownStats.write(b)
		v.asBaseline(b)
		v.writePresented(b)
		v.writeRechecked(b)
		v.Configurations.write(b)
		v.reasons(b)
		for _, r := range most(v.SeedReasons) {
			fmt.Fprintf(b, "    refuses seeds of %s mutants: %s\n", thousands(r.Count), r.Reason)
		}
	}
}

// counted lists the nonzero counts in a given order.
func counted[K ~string](order []K, counts map[K]int64) []string {
	var parts []string
	for _, k := range order {
		if n := counts[k]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", thousands(n), k))
		}
	}
	return parts
}

// asBaseline reports what a solver did wrong as a baseline.
func (v *SolverStats) asBaseline(b *strings.Builder) {
	if parts := counted(oracle.Classes(), v.AsBaseline); len(parts) > 0 {
		fmt.Fprintf(b, "    does wrong as a baseline, counted and not kept: %s\n", strings.Join(parts, ", "))
	}
}

// reasons reports why runs gave no answer, where that says more than the outcome. Crashes are findings, and rejected mutants are
// listed with the engines.
func (v *SolverStats) reasons(b *strings.Builder) {
	for _, o := range outcome.All() {
		if o == outcome.Crash || o == outcome.Rejected {
			continue
		}
		for _, r := range most(v.Reasons[o]) {
			if r.Reason != string(o) {
				fmt.Fprintf(b, "    %s %s: %s (first: mutant %s)\n", thousands(r.Count), o, strings.TrimPrefix(r.Reason, string(o)+": "), r.Mutant)
			}
		}
	}
	for _, r := range most(v.NotAskedReasons) {
		fmt.Fprintf(b, "    not asked about %s: %s\n", thousands(r.Count), r.Reason)
	}
}

func bracketed(version string) string {
	if version == "" {
		return ""
	}
	return "(" + version + ")"
}

func (s Summary) engines(b *strings.Builder) {
	b.WriteString("\nEngines\n")
	for _, name := range sortedKeys(s.Stats.Engines) {
		e := s.Stats.Engines[name]
		var parts []string
		for _, solver := range sortedKeys(e.Acceptance) {
			a := e.Acceptance[solver]
			share := 0.0
			if a.Calls > 0 {
				share = float64(a.Rejected) / float64(a.Calls)
			}
			parts = append(parts, fmt.Sprintf("%s by %s", percent(share), solver))
		}
		fmt.Fprintf(b, "  %s: %s mutants", name, thousands(e.Mutants))
		if len(parts) > 0 {
			fmt.Fprintf(b, "; rejected: %s", strings.Join(parts, ", "))
		}
		b.WriteString("\n")
		e.left(b)
		e.rules(b)
		for _, reason := range sortedKeys(e.NotApplicable) {
			fmt.Fprintf(b, "    not applicable to %s: %s\n", seedCount(e.NotApplicable[reason]), reason)
		}
		for _, solver := range sortedKeys(e.Acceptance) {
			for _, r := range most(e.Acceptance[solver].Reasons) {
				fmt.Fprintf(b, "    %s rejected %s: %s (first: mutant %s)\n", solver, thousands(r.Count), r.Reason, r.Mutant)
			}
		}
	}
	if s.Stats.Faults > 0 {
		fmt.Fprintf(b, "  %d faults of Assay itself, see %s; the first: %s\n", s.Stats.Faults, StateFile, firstLine(s.Stats.FaultTexts))
	}
}

// left reports what the engine made or tried besides its mutants.
func (e *EngineStats) left(b *strings.Builder) {
	if e.Repeats > 0 {
		fmt.Fprintf(b, "    %s repeats of the seed or of a mutant of the chain left out\n", thousands(e.Repeats))
	}
	if e.Again > 0 {
		fmt.Fprintf(b, "    %s (%s) not run again: an earlier round of the seed had run the same\n", thousands(e.Again), percent(float64(e.Again)/float64(max(1, e.Mutants))))
	}
	if len(e.RejectedTries) == 0 || e.Mutants == 0 {
		return
	}
	var all int64
	reasons := sortedKeys(e.RejectedTries)
	for _, n := range e.RejectedTries {
		all += n
	}
	slices.SortStableFunc(reasons, func(x, y string) int { return cmp.Compare(e.RejectedTries[y], e.RejectedTries[x]) })
	var parts []string
	for _, reason := range reasons[:min(len(reasons), 4)] {
		parts = append(parts, fmt.Sprintf("%s %s", percent(float64(e.RejectedTries[reason])/float64(all)), reason))
	}
	fmt.Fprintf(b, "    %.1f tries of each mutant came to nothing: %s\n", float64(all)/float64(e.Mutants), strings.Join(parts, ", "))
}

// rules reports how the mutants were made, for engines that count the rules they could have applied.
func (e *EngineStats) rules(b *strings.Builder) {
	const shown = 5
	if len(e.Applicable) == 0 {
		return
	}
	shares := e.Shares()
	var top []string
	for _, s := range shares[:min(len(shares), shown)] {
		top = append(top, s.Rule+" "+percent(s.Share))
	}
	different := thousands(int64(min(len(shares), maxRules)))
	if len(shares) > maxRules {
		different = "more than " + different
	}
	fmt.Fprintf(b, "    %s different rules used, %.1f applicable on average, %.1f%% of the mutants unique; most used: %s\n",
		different, e.MeanApplicable(), 100*e.Unique.Share(), strings.Join(top, ", "))
}

// most are the three most frequent reasons.
func most(reasons []Refusal) []Refusal {
	reasons = slices.Clone(reasons)
	slices.SortStableFunc(reasons, func(x, y Refusal) int { return cmp.Compare(y.Count, x.Count) })
	return reasons[:min(len(reasons), 3)]
}

func firstLine(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	line, _, _ := strings.Cut(texts[0], "\n")
	return line
}

func (s Summary) seeds(b *strings.Builder) {
	fmt.Fprintf(b, "\n%s", strings.ToUpper(seedCount(int64(s.Stats.Seeds))[:1])+seedCount(int64(s.Stats.Seeds))[1:])
	if s.Stats.RejectedSeeds > 0 {
		fmt.Fprintf(b, ", %s of them rejected by the reader, for example %s", thousands(s.Stats.RejectedSeeds), s.Stats.Rejections[0].Reason)
	}
	b.WriteString(".\n")
	if n := len(s.Skipped); n > 0 {
		fmt.Fprintf(b, "%s files were skipped, for example %s: %s.\n", thousands(int64(n)), s.Skipped[0].Path, s.Skipped[0].Reason)
	}
}

func seedCount(n int64) string {
	if n == 1 {
		return "1 seed"
	}
	return thousands(n) + " seeds"
}

func (s Summary) found(b *strings.Builder) {
	if len(s.Findings)+len(s.Apart)+len(s.Known) == 0 {
		fmt.Fprintf(b, "\nNothing was found. Statistics are in %s/%s.\n", s.Out, StateFile)
		return
	}
	if len(s.Findings) == 0 {
		fmt.Fprintf(b, "\nNothing was found that counts. Statistics are in %s/%s.\n", s.Out, StateFile)
	} else {
		fmt.Fprintf(b, "\nFound: %s, in %s/%s\n", inMutants(s.Findings), s.Out, findings.Folder)
		list(b, s.Findings)
	}
	if len(s.Apart) > 0 {
		fmt.Fprintf(b, "\nApart from that: %s about unknowns in logics not known to be decidable, which do not count\n", inMutants(s.Apart))
		list(b, s.Apart)
	}
	s.writeKnown(b)
	fmt.Fprintf(b, "To run one again: assay replay FOLDER\n")
}

// inMutants counts findings and their hits.
func inMutants(all []findings.Brief) string {
	var hits int64
	for _, f := range all {
		hits += f.Hits
	}
	word := "findings"
	if len(all) == 1 {
		word = "finding"
	}
	return fmt.Sprintf("%d %s in %s mutants", len(all), word, thousands(hits))
}

// list lists the first findings.
func list(b *strings.Builder, all []findings.Brief) {
	for _, f := range all[:min(len(all), maxListed)] {
		var remarks []string
		if f.Flaky {
			remarks = append(remarks, "not every time")
		}
		if f.Suspect {
			remarks = append(remarks, "blame not proven")
		}
		if len(f.Open) > 0 {
			remarks = append(remarks, "may rest on "+strings.Join(f.Open, ", ")+", which the standard leaves open")
		}
		remark := ""
		if len(remarks) > 0 {
			remark = " [" + strings.Join(remarks, ", ") + "]"
		}
		fmt.Fprintf(b, "  %s%s\n    %s\n    hit %s\n", f.Dir, remark, f.Summary, times(f.Hits))
	}
	if n := len(all) - maxListed; n > 0 {
		fmt.Fprintf(b, "  and %d more\n", n)
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// times returns text that says how often something happened.
func times(n int64) string {
	if n == 1 {
		return "once"
	}
	return thousands(n) + " times"
}
