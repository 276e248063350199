package campaign

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/campaign/configspace"
	"github.com/assay-smt/assay/internal/campaign/store"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/outside"
)

// maxSavedSkips is how many files that are no seeds the state names; LastRun.SkippedFiles counts all.
const maxSavedSkips = 1000

// LastRun is what a Summary needs and the counts do not have: what is known about the last run of a campaign, which may still go on. It is part
// of the session in the database. The oldest campaigns have none.
type LastRun struct {
	Elapsed time.Duration `json:"elapsed_ns"`
	Resumed bool          `json:"resumed,omitempty"`
	Jobs    int           `json:"jobs"`
	// Searches: other configurations are searched.
	Searches bool `json:"searches,omitempty"`
	// LostAnswers: unknowns in logics that are not known to be decidable count.
	LostAnswers bool                  `json:"lost_answers,omitempty"`
	Effort      EffortSummary         `json:"effort"`
	Behaviours  map[string]Behaviours `json:"behaviours,omitempty"`
	// Pairs counts pairs of settings, by target.
	Pairs        map[string]configspace.PairCount `json:"pairs,omitempty"`
	Known        []KnownFinding                   `json:"known,omitempty"`
	Notes        []string                         `json:"notes,omitempty"`
	SkippedFiles int                              `json:"skipped_files,omitempty"`
	Skipped      []Skip                           `json:"skipped,omitempty"`
	Sessions     *living.Report                   `json:"sessions,omitempty"`
	Exploring    *living.Report                   `json:"exploring,omitempty"`
}

// lastRun says how far this run is.
func (b *books) lastRun() LastRun {
	l := LastRun{
		Elapsed: b.meter.elapsed, Resumed: b.resumed, Jobs: b.meter.most, Searches: b.c.searches(), LostAnswers: b.c.LostAnswers,
		Effort: b.effortSummary(), Behaviours: b.c.behaviours(), Pairs: b.know.shown.counts(), Known: b.known, Notes: slices.Concat(b.notes, b.kept.store.Dropped(), engines.Notes(b.c.Engines), outside.Notes(b.c.Checks)),
		SkippedFiles: len(b.c.Skipped), Skipped: b.c.Skipped[:min(len(b.c.Skipped), maxSavedSkips)],
	}
	l.Sessions, l.Exploring = b.c.processes()
	return l
}

// summary is what the books say about the run.
func (b *books) summary() Summary {
	last := b.lastRun()
	return Summary{
		Out: b.c.Out, Resumed: b.resumed, Stats: b.stats.outline(), Identity: b.identity, Jobs: b.meter.most, Searches: last.Searches,
		Effort: last.Effort, Behaviours: last.Behaviours, Pairs: last.Pairs, Notes: last.Notes, Skipped: b.c.Skipped, SkippedFiles: len(b.c.Skipped),
		Sessions: last.Sessions, Exploring: last.Exploring,
	}
}

// processes says in which kinds of processes solvers ran, nil where all were plain ones.
func (c *Config) processes() (sessions, exploring *living.Report) {
	if c.Living != nil {
		report := c.Living.Report()
		sessions = &report
	}
	if c.Configurations != nil {
		if runner, ok := c.Configurations.Runner.(*living.Runner); ok {
			report := runner.Report()
			exploring = &report
		}
	}
	return sessions, exploring
}

// Load reads from its folder what a campaign has done and found so far: one that has ended, that is running, or that was killed. It changes
// nothing there. At most the last 100 ms are missing. A finding is known
// if it is on the list, or was known when the campaign ended, by a bug that is still on the list; a nil list knows none. The error wraps
// os.ErrNotExist when there is no campaign; any other says that its state is damaged or from another version. Findings that cannot be read are
// in Notes.
func Load(out string, list *known.List) (Summary, error) {
	return LoadWith(out, list, new(findings.Cache))
}

// LoadWith is Load for callers that read a campaign again and again: cache has what did not change.
func LoadWith(out string, list *known.List, cache *findings.Cache) (Summary, error) {
	s, err := loadFigures(out)
	if err != nil {
		return Summary{}, err
	}
	var last LastRun
	if len(s.LastRun) > 0 {
		_ = json.Unmarshal(s.LastRun, &last) // what another version wrote there is as good as nothing
	}
	sum := Summary{
		Out: out, Ended: s.Ended, Elapsed: last.Elapsed, Resumed: last.Resumed, Identity: s.Config, Jobs: last.Jobs, Searches: last.Searches,
		Stats: s.Stats, Time: s.Stats.Parts(), Effort: last.Effort, Behaviours: last.Behaviours, Pairs: last.Pairs, Warnings: s.Stats.Warnings(), Notes: last.Notes,
		Skipped: last.Skipped, SkippedFiles: last.SkippedFiles, Sessions: last.Sessions, Exploring: last.Exploring,
		Samples: s.Samples, FoundAt: s.FoundAt,
	}
	sum.Effort.Limits = s.Stats.Limits
	if sum.Jobs == 0 && s.Stats.Seconds > 0 { // an older version's
		sum.Jobs = int(s.Stats.Spent.Workers/s.Stats.Seconds + 0.5)
	}
	all, err := cache.Briefs(out)
	if err != nil {
		sum.Notes = append(sum.Notes, fmt.Sprintf("findings that cannot be read: %v", err))
	}
	for i := range all {
		all[i].Hits = max(all[i].Hits, s.Counters.Hits[all[i].Signature])
	}
	var rest []findings.Brief
	rest, sum.Known = knownAgain(all, list, last.Known)
	sum.Findings, sum.Apart = split(rest, last.LostAnswers)
	return sum, nil
}

// CountsLostAnswers reports whether unknowns in logics that are not known to be decidable count in the campaign of a folder, as far as its state says.
func CountsLostAnswers(out string) bool {
	s, err := loadFigures(out)
	var last LastRun
	return err == nil && json.Unmarshal(s.LastRun, &last) == nil && last.LostAnswers
}

// IsThere reports whether a folder has the state of a campaign, whatever is in it.
func IsThere(out string) bool {
	return store.Exists(filepath.Join(out, store.FileName)) || isFormer(out)
}

// knownAgain takes the findings of known bugs out of a list without running anything. Earlier are those that were known when the campaign
// ended: some of them are recognised by their stacks, which only a debugger sees.
func knownAgain(all []findings.Brief, list *known.List, earlier []KnownFinding) (rest []findings.Brief, found []KnownFinding) {
	if list == nil || len(list.Entries) == 0 {
		return all, nil
	}
	names := make(map[string]bool)
	for _, e := range list.Entries {
		names[e.Name] = true
	}
	before := make(map[string]KnownFinding)
	for _, k := range earlier {
		before[filepath.Base(k.Dir)] = k
	}
	for _, b := range all {
		m := list.Match(factOf(b))
		k, was := before[filepath.Base(b.Dir)]
		switch {
		case m != nil && m.Back:
			rest = append(rest, back(b, m))
		case m != nil:
			found = append(found, knownAs(b, m))
		case was && names[k.Bug] && k.Signature == b.Signature:
			k.Brief = b
			found = append(found, k)
		default:
			rest = append(rest, b)
		}
	}
	return rest, found
}
