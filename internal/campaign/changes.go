package campaign

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/campaign/store"
)

// due takes note that something was done, and writes it if the last write is some time ago, or if there are findings: everything in a folder is counted.
// Errors are *disk.OutputError.
func (b *books) due(found bool) error {
	d := &b.database
	d.pending = true
	if !found && b.c.Now().Sub(d.wrote) < flushEvery {
		return nil
	}
	return b.flush()
}

// solved enters a run on a slot's seed itself. It is written with what comes of the slot, and what was done before is written first: after a kill in between, the
// slot would be passed over for what was found out about its seed, where a campaign without the kill has it. What other workers record, or a periodic save, can
// still write it earlier. Errors are *disk.OutputError.
func (b *books) solved(slot schedule.Slot, e event.Solve) error {
	if err := b.flush(); err != nil {
		return err
	}
	b.enter(slot, done{slot: slot.Number, seed: true}, []event.Event{e})
	return nil
}

// flush writes what was done and is not written yet. Errors are *disk.OutputError.
func (b *books) flush() error {
	if !b.database.pending {
		return nil
	}
	return b.write(nil)
}

// save writes what has changed, and how far the run is; ended is empty while it goes on. Errors are *disk.OutputError.
func (b *books) save(ended EndReason) error {
	d := &b.database
	b.meter.measure(&b.stats)
	facts, err := json.Marshal(b.lastRun())
	if err != nil {
		return fmt.Errorf("%s: %w", d.path, err)
	}
	number := d.session
	if !d.began {
		number++
	}
	if err := b.write(&store.Session{Number: number, Ended: string(ended), Jobs: b.meter.most, Seconds: b.meter.elapsed.Seconds(), Facts: facts}); err != nil {
		return err
	}
	first := !d.began
	d.session, d.began = number, true
	if first {
		return b.setFormerAside()
	}
	return nil
}

// write writes what has changed in one transaction.
func (b *books) write(session *store.Session) error {
	d := &b.database
	if d.broken != nil {
		return d.broken
	}
	b.meter.measure(&b.stats)
	c, err := b.changes()
	if err != nil {
		return err
	}
	if err := b.findingsChanged(c); err != nil {
		return err
	}
	if c.Session = session; session != nil {
		if err := b.sampled(c, session.Number, session.Ended != ""); err != nil {
			return fmt.Errorf("%s: %w", d.path, err)
		}
	}
	d.touched = newTouched()
	d.pending, d.wrote = false, b.c.Now()
	if d.broken = d.store.Write(c); d.broken != nil {
		return d.broken
	}
	return nil
}

// changes returns what has changed since it was last called, but for findings.
func (b *books) changes() (*store.Change, error) {
	c := &store.Change{}
	for _, part := range []func(*store.Change) error{b.identityChanged, b.totalsChanged, b.figuresChanged, b.slotsChanged, b.effortChanged, b.searchesChanged} {
		if err := part(c); err != nil {
			return nil, fmt.Errorf("%s: %w", b.database.path, err)
		}
	}
	return c, nil
}

// identityChanged writes what the campaign runs.
func (b *books) identityChanged(c *store.Change) error {
	d := &b.database
	if d.items["identity"] != nil {
		return nil
	}
	d.items["identity"] = []byte{}
	var err error
	if c.Settings, err = b.identity.settings(); err != nil {
		return err
	}
	for i, s := range b.c.Seeds {
		c.Seeds = append(c.Seeds, store.Seed{Seed: i, Name: s.Name, Hash: s.Hash, Logic: s.logic, Bytes: s.size})
	}
	return nil
}

// settings are the rows of an identity.
func (id *Identity) settings() (rows []store.Item, err error) {
	all, err := json.Marshal(id)
	if err != nil {
		return nil, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(all, &fields); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		rows = append(rows, store.Item{Name: name, Value: fields[name]})
	}
	return rows, nil
}

// totals are statistics without what has rows of its own.
type totals struct {
	*plainStats
	Solvers    *int `json:"solvers,omitempty"`
	Engines    *int `json:"engines,omitempty"`
	Logics     *int `json:"logics,omitempty"`
	Rejections *int `json:"rejections,omitempty"`
	FaultTexts *int `json:"fault_texts,omitempty"`
}

type plainStats Stats

// The names of totals.
const (
	totalFigures    = "figures"
	totalRejections = "rejections"
	totalFaults     = "fault_texts"
	totalSlots      = "slots_done"
	totalMutants    = "mutants_done"
)

func (b *books) totalsChanged(c *store.Change) error {
	d := &b.database
	if err := d.item(&c.Totals, "totals", totalFigures, totals{plainStats: (*plainStats)(&b.stats)}); err != nil {
		return err
	}
	if len(b.stats.Rejections) > 0 {
		if err := d.item(&c.Totals, "totals", totalRejections, b.stats.Rejections); err != nil {
			return err
		}
	}
	if len(b.stats.FaultTexts) > 0 {
		return d.item(&c.Totals, "totals", totalFaults, b.stats.FaultTexts)
	}
	return nil
}

func (b *books) figuresChanged(c *store.Change) error {
	d := &b.database
	for name := range d.touched.solvers {
		if v := b.stats.Solvers[name]; v != nil {
			if err := d.item(&c.Solvers, "solvers", name, v); err != nil {
				return err
			}
		}
	}
	for name := range d.touched.logics {
		if v := b.stats.Logics[name]; v != nil {
			if err := d.item(&c.Logics, "logics", name, v); err != nil {
				return err
			}
		}
	}
	for name := range d.touched.engines {
		v := b.stats.Engines[name]
		if v == nil {
			continue
		}
		shown := *v
		shown.Rules, shown.Sample = nil, nil
		if err := d.item(&c.Engines, "engines", name, shown); err != nil {
			return err
		}
		d.rulesChanged(c, name, v.Rules)
		d.textsChanged(c, name, v.Sample)
	}
	return nil
}

// rulesChanged writes the rules of an engine that are counted otherwise than before. There are few: most engines have some dozen.
func (d *database) rulesChanged(c *store.Change, engine string, rules map[string]int64) {
	was := d.rules[engine]
	if was == nil {
		was = make(map[string]int64, len(rules))
		d.rules[engine] = was
	}
	for rule, n := range rules {
		if was[rule] != n {
			was[rule] = n
			c.Rules = append(c.Rules, store.Rule{Engine: engine, Rule: rule, Mutants: n})
		}
	}
	if len(was) == len(rules) {
		return
	}
	for rule := range was {
		if _, is := rules[rule]; !is {
			delete(was, rule)
			c.Rules = append(c.Rules, store.Rule{Engine: engine, Rule: rule})
		}
	}
}

// textsChanged writes the part of an engine's sample that is different, which is all of it when its level was raised.
func (d *database) textsChanged(c *store.Change, engine string, s *DistinctSample) {
	if s == nil {
		return
	}
	level, known := d.levels[engine]
	if !known || level != s.level {
		d.levels[engine] = s.level
		c.Resampled = append(c.Resampled, engine)
		for hash, n := range s.counts {
			c.Texts = append(c.Texts, store.Text{Engine: engine, Hash: hash, Mutants: n})
		}
		return
	}
	for hash := range d.touched.texts[engine] {
		if n := s.counts[hash]; n > 0 {
			c.Texts = append(c.Texts, store.Text{Engine: engine, Hash: hash, Mutants: n})
		}
	}
}

// slotsChanged writes how far the slots are, and the window.
func (b *books) slotsChanged(c *store.Change) error {
	d, st := &b.database, b.schedule.Changes()
	if err := d.item(&c.Totals, "totals", totalSlots, st.Done); err != nil {
		return err
	}
	if err := d.item(&c.Totals, "totals", totalMutants, st.Mutants); err != nil {
		return err
	}
	c.SlotsBefore = st.Done
	for number, p := range st.Begun {
		row := store.Slot{Slot: number, Mutants: p.Mutants, Run: p.Run, Underway: []byte("{}")}
		if u := b.underway[number]; u != nil {
			data, err := json.Marshal(u)
			if err != nil {
				return err
			}
			row.Underway = data
		}
		c.Slots = append(c.Slots, row)
	}
	for _, pair := range st.Excluded {
		c.Excluded = append(c.Excluded, b.pairOf(pair))
	}
	added, forgotten := b.seen.changes()
	for _, a := range added {
		c.Chains = append(c.Chains, store.Chain{Number: a.number, Pair: b.pairOf(a.pair), Round: a.round, Targets: a.Targets, Marks: appendMarks(nil, a.Marks)})
	}
	c.Forgotten = forgotten
	return nil
}

// pairOf takes the number of a pair apart.
func (b *books) pairOf(pair int) store.Pair {
	return store.Pair{Seed: pair / len(b.c.Engines), Engine: pair % len(b.c.Engines)}
}

// The names of what was learned.
const (
	learnedEffort   = "effort"
	learnedElites   = "elites"
	learnedSearches = "searches"
	learnedShown    = "shown"
)

func (b *books) effortChanged(c *store.Change) error {
	d, know := &b.database, b.know.effort.Changes()
	for _, a := range know.Answers {
		c.Answers = append(c.Answers, store.Answer{
			Seed: a.Seed, Solver: a.Target, Outcome: string(a.Outcome), Wall: a.Wall.Nanoseconds(), Doublings: a.Doublings, Lap: a.Lap, Failures: a.Failures, Until: a.Until,
		})
	}
	for _, p := range know.Pairs {
		c.Pairs = append(c.Pairs, store.PairState{Pair: b.pairOf(p.Pair), Shown: p.Shown, Missed: p.Missed, Failures: p.Failures, Until: p.Until})
	}
	return d.item(&c.Learned, "learned", learnedEffort, know.Rest)
}

// searchesChanged writes what was learned about configurations.
func (b *books) searchesChanged(c *store.Change) error {
	d := &b.database
	elites, forgotten := b.know.elites.Changes()
	for _, p := range elites.Places {
		data, err := json.Marshal(p.Configurations)
		if err != nil {
			return err
		}
		c.Elites = append(c.Elites, store.Elite{Engine: p.Engine, Logic: p.Logic, Solver: p.Solver, Entry: p.At, Configurations: data})
	}
	for _, p := range forgotten {
		c.Elites = append(c.Elites, store.Elite{Engine: p.Engine, Logic: p.Logic, Solver: p.Solver})
	}
	if err := d.item(&c.Learned, "learned", learnedElites, effort.ElitesState{Entries: elites.Entries}); err != nil {
		return err
	}
	if err := d.item(&c.Learned, "learned", learnedSearches, b.know.searches.Save()); err != nil {
		return err
	}
	for slot, all := range b.know.shown.changes() {
		data, err := json.Marshal(all)
		if err != nil {
			return err
		}
		c.Shown = append(c.Shown, store.Shown{Slot: slot, Searches: data})
	}
	if folded := b.know.shown.Folded; folded != d.folded || d.items["learned/"+learnedShown] == nil {
		d.folded = folded
		known := b.know.shown.save()
		known.Later = nil
		c.ShownBefore = folded
		return d.item(&c.Learned, "learned", learnedShown, known)
	}
	return nil
}

// findingsChanged writes what was counted of findings.
func (b *books) findingsChanged(c *store.Change) error {
	d := &b.database
	for signature := range d.touched.findings {
		row := store.Finding{Signature: signature}
		brief, first, ok := b.kept.store.One(signature)
		kept, isKept := b.kept.kept[signature]
		if ok {
			row.Folder, row.Class, row.Solver, row.Family, row.Version = filepath.Base(brief.Dir), brief.Class, brief.Solver, brief.Family, brief.Version
			row.Logic, row.Summary, row.Suspect, row.Flaky, row.Hits = brief.Logic, brief.Summary, brief.Suspect, brief.Flaky, brief.Hits
		} else { // its folder is lost
			row.Folder, row.Hits, first = kept.Folder, b.kept.counters.Hits[signature], b.kept.counters.First[signature]
		}
		if isKept {
			row.Kept, row.Slot, row.Place = true, kept.Slot, kept.Index
		}
		var err error
		if row.First, err = json.Marshal(first); err != nil {
			return err
		}
		c.Findings = append(c.Findings, row)
	}
	if d.touched.dropped {
		dropped := b.kept.store.Counters().Dropped
		for _, bucket := range slices.Sorted(maps.Keys(dropped)) {
			c.Dropped = append(c.Dropped, store.Drop{Bucket: bucket, Hits: dropped[bucket]})
		}
	}
	number := d.session
	if !d.began {
		number++
	}
	for _, h := range d.touched.history {
		h.Session, h.Seconds = number, b.stats.Seconds
		c.History = append(c.History, h)
	}
	return nil
}
