package campaign

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/campaign/store"
	"github.com/assay-smt/assay/internal/findings"
)

// A joined is what the shards of a campaign come to together. It does not depend on the order in which they are added, as long as that of equal ones is
// theirs. What only a campaign that goes on needs is left to the shards. The zero value has none.
type joined struct {
	identity Identity
	seeds    map[string]int // by campaign
	shards   []joinedShard
	stats    statsJoin
	// Once all are added: the sum, what several found, and the number of leading slots that are done.
	sum      Stats
	repeated []discovery
	done     uint64
	counters findings.Counters
	lost     map[string]store.Finding // rows of findings, by signature
	sessions []store.Session
	history  []store.Incident
	samples  [][]Sample
	repeats  repeats
	last     LastRun
	known    map[string]KnownFinding
	notes    notes
	store.Knowledge
	answers map[[2]int]store.Answer
}

// A joinedShard is what is said of a shard in the database of all together, and what is done of it.
type joinedShard struct {
	Shard   string    `json:"shard"`
	Mutants int64     `json:"mutants"`
	Slots   int64     `json:"slots"`
	Ended   EndReason `json:"ended"` // "" for one that ran, or was killed
	Seconds float64   `json:"seconds"`

	shard schedule.Shard
	done  uint64
	begun map[uint64]savedSlot
}

// add adds a shard from its database.
func (j *joined) add(key partKey, path string) error {
	a, err := store.ReadArchive(path)
	if err != nil {
		return err
	}
	s, err := stateOf(path, &a.Contents)
	if err != nil {
		return err
	}
	j.addIdentity(&s, key)
	j.shards = append(j.shards, joinedShard{
		Shard: key.Text(), Mutants: s.Stats.Mutants, Slots: s.Stats.Jobs, Ended: s.Ended, Seconds: s.Stats.Seconds, shard: key.Shard, done: s.Done, begun: s.Slots,
	})
	j.stats.add(&s.Stats)
	j.addFindings(&s, a)
	j.addRuns(a)
	j.repeats.add(key.Text(), a.History)
	j.samples = append(j.samples, samplesOf(a.Samples))
	j.addKnowledge(&a.Knowledge)
	j.addLast(&s, key.Shard)
	return nil
}

// addIdentity takes in what a part's campaign is. Several campaigns have the engines and solvers of all.
func (j *joined) addIdentity(s *State, key partKey) {
	if j.seeds == nil {
		j.seeds = make(map[string]int)
	}
	first := len(j.seeds) == 0
	j.seeds[key.campaign] = s.Stats.Seeds
	switch id := &j.identity; {
	case first:
		*id = s.Config
		id.Shard = ""
	case len(j.seeds) > 1:
		id.Campaigns = len(j.seeds)
		id.Engines, id.Solvers, id.Baselines = united(id.Engines, s.Config.Engines), united(id.Solvers, s.Config.Solvers), united(id.Baselines, s.Config.Baselines)
	}
}

// united has each word of two lists once.
func united(a, b []string) []string {
	out := slices.Clone(a)
	for _, word := range b {
		if !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	return out
}

func (j *joined) addFindings(s *State, a *store.Archive) {
	c := &j.counters
	if c.Hits == nil {
		c.Hits, c.Dropped, c.First, j.lost = make(map[string]int64), make(map[string]int64), make(map[string][]string), make(map[string]store.Finding)
	}
	for signature, n := range s.Counters.Hits {
		c.Hits[signature] += n
	}
	for bucket, n := range s.Counters.Dropped {
		c.Dropped[bucket] += n
	}
	for signature, names := range s.Counters.First {
		all := slices.Concat(c.First[signature], names)
		slices.Sort(all)
		all = slices.Compact(all)
		c.First[signature] = all[:min(len(all), findings.MaxFirst)]
	}
	for _, row := range a.Findings {
		if was, ok := j.lost[row.Signature]; !ok || was.Class == "" {
			j.lost[row.Signature] = row
		}
	}
}

// addRuns adds the sessions of a shard, and what happened to findings in them.
func (j *joined) addRuns(a *store.Archive) {
	number := make(map[int64]int64)
	for _, s := range a.Sessions {
		was := s.Number
		s.Number = int64(len(j.sessions)) + 1
		number[was] = s.Number
		j.sessions = append(j.sessions, s)
	}
	for _, h := range a.History {
		h.Session = number[h.Session]
		j.history = append(j.history, h)
	}
}

func (j *joined) addKnowledge(k *store.Knowledge) {
	if j.answers == nil {
		j.answers = make(map[[2]int]store.Answer)
	}
	j.Seeds = k.Seeds
	j.Excluded = append(j.Excluded, k.Excluded...)
	j.Pairs = append(j.Pairs, k.Pairs...)
	for _, a := range k.Answers {
		at := [2]int{a.Seed, a.Solver}
		// Where pairs are dealt, several shards run a solver on one seed.
		if was, ok := j.answers[at]; !ok || cmp.Or(cmp.Compare(was.Lap, a.Lap), cmp.Compare(a.Wall, was.Wall)) < 0 {
			j.answers[at] = a
		}
	}
}

// addLast adds what a shard's last run said. What was seen inside solvers cannot be added up from counts, and stays with the shards.
func (j *joined) addLast(s *State, shard schedule.Shard) {
	var last LastRun
	if len(s.LastRun) > 0 {
		_ = json.Unmarshal(s.LastRun, &last) // what another version wrote there is as good as nothing
	}
	l := &j.last
	l.Elapsed = max(l.Elapsed, time.Duration(s.Stats.Seconds*float64(time.Second)))
	l.Jobs += last.Jobs
	l.Searches, l.LostAnswers = l.Searches || last.Searches, l.LostAnswers || last.LostAnswers
	l.Effort.Mode = cmp.Or(l.Effort.Mode, last.Effort.Mode)
	if l.Effort.Seeds == nil {
		l.Effort.Seeds, l.Effort.Passed = make(map[effort.Why]int), make(map[effort.Why]int64)
	}
	for why, n := range last.Effort.Seeds {
		l.Effort.Seeds[why] += n
	}
	for why, n := range last.Effort.Passed {
		l.Effort.Passed[why] += n
	}
	if last.SkippedFiles >= l.SkippedFiles { // all shards leave out the same
		l.SkippedFiles, l.Skipped = last.SkippedFiles, last.Skipped
	}
	for _, n := range last.Notes {
		j.notes.add("shard %s: %s", shard.Text(), n)
	}
	if j.known == nil {
		j.known = make(map[string]KnownFinding)
	}
	for _, k := range last.Known {
		if _, ok := j.known[k.Signature]; !ok {
			j.known[k.Signature] = k
		}
	}
}

// missing are the shards of the campaign that were not added.
func (j *joined) missing() (out []string) {
	if j.identity.Campaigns > 1 {
		return nil
	}
	of := 0
	for _, s := range j.shards {
		of = max(of, s.shard.Of)
	}
	order := j.identity.order(schedule.Shard{Of: of})
	lacks := make(map[int]bool)
	for pair, s := range j.owners() {
		if s == nil {
			lacks[order.Part(j.identity.pair(pair))] = true
		}
	}
	for _, i := range slices.Sorted(maps.Keys(lacks)) {
		out = append(out, schedule.Shard{Index: i, Of: of}.Text())
	}
	return out
}

// owners says which shard has a pair of a seed and an engine, nil for none.
func (j *joined) owners() []*joinedShard {
	byNumber := make(map[int]map[int]*joinedShard)
	for i := range j.shards {
		s := &j.shards[i]
		if byNumber[s.shard.Of] == nil {
			byNumber[s.shard.Of] = make(map[int]*joinedShard)
		}
		byNumber[s.shard.Of][s.shard.Index] = s
	}
	out := make([]*joinedShard, j.identity.Seeds*len(j.identity.Engines))
	for of, shards := range byNumber {
		order := j.identity.order(schedule.Shard{Of: of})
		for pair := range out {
			if s := shards[order.Part(j.identity.pair(pair))]; s != nil {
				out[pair] = s
			}
		}
	}
	return out
}

// someOf lists the first of many.
func someOf(all []string) string {
	const most = 10
	if len(all) <= most {
		return strings.Join(all, ", ")
	}
	return fmt.Sprintf("%s and %s more", strings.Join(all[:most], ", "), thousands(int64(len(all)-most)))
}

// archive returns the database of all together.
func (j *joined) archive(found *findings.Disk) (*store.Archive, error) {
	j.sum, j.repeated = j.stats.stats(), j.repeats.all()
	for _, r := range j.repeated {
		if e := j.sum.Engines[r.engine]; e != nil {
			e.Findings--
		}
	}
	if j.identity.Campaigns > 1 {
		j.sum.Seeds = 0
		for _, n := range j.seeds {
			j.sum.Seeds += n
		}
	}
	for _, s := range j.shards {
		if j.identity.Merged != "" {
			j.identity.Merged += ", "
		}
		j.identity.Merged += s.Shard
	}
	a := &store.Archive{Sessions: j.sessions, History: j.history}
	slices.SortStableFunc(a.History, func(x, y store.Incident) int { return cmp.Compare(x.Seconds, y.Seconds) })
	for _, part := range []func(*store.Archive) error{j.putFigures, j.putTotals, j.putSlots, j.putSamples} {
		if err := part(a); err != nil {
			return nil, err
		}
	}
	if err := j.putFindings(a, found); err != nil {
		return nil, err
	}
	return a, j.putSession(a, found)
}

func (j *joined) putFigures(a *store.Archive) (err error) {
	if a.Settings, err = j.identity.settings(); err != nil {
		return err
	}
	if a.Solvers, err = itemsOf(j.sum.Solvers); err != nil {
		return err
	}
	if a.Logics, err = itemsOf(j.sum.Logics); err != nil {
		return err
	}
	engines := make(map[string]*EngineStats, len(j.sum.Engines))
	for _, name := range sortedKeys(j.sum.Engines) {
		shown := *j.sum.Engines[name]
		for _, rule := range sortedKeys(shown.Rules) {
			a.Rules = append(a.Rules, store.Rule{Engine: name, Rule: rule, Mutants: shown.Rules[rule]})
		}
		for _, hash := range slices.Sorted(maps.Keys(shown.Sample.counts)) {
			a.Texts = append(a.Texts, store.Text{Engine: name, Hash: hash, Mutants: shown.Sample.counts[hash]})
		}
		shown.Rules, shown.Sample = nil, nil
		engines[name] = &shown
	}
	a.Engines, err = itemsOf(engines)
	return err
}

// itemsOf are rows in the order of their names.
func itemsOf[V any](all map[string]V) (rows []store.Item, err error) {
	for _, name := range sortedKeys(all) {
		data, err := json.Marshal(all[name])
		if err != nil {
			return nil, err
		}
		rows = append(rows, store.Item{Name: name, Value: data})
	}
	return rows, nil
}

// totalShards is the name of the total that lists the shards.
const totalShards = "shards"

func (j *joined) putTotals(a *store.Archive) (err error) {
	all := map[string]any{totalFigures: totals{plainStats: (*plainStats)(&j.sum)}, totalShards: j.shards, totalSlots: 0}
	if j.identity.Campaigns <= 1 {
		j.done = j.edge()
		all[totalSlots] = j.done
	}
	if len(j.sum.Rejections) > 0 {
		all[totalRejections] = j.sum.Rejections
	}
	if len(j.sum.FaultTexts) > 0 {
		all[totalFaults] = j.sum.FaultTexts
	}
	a.Totals, err = itemsOf(all)
	return err
}

// edge is the number of leading slots of the whole campaign that are done.
func (j *joined) edge() uint64 {
	owner := j.owners()
	whole := schedule.New(*j.identity.order(schedule.Shard{}))
	from := ^uint64(0)
	for _, s := range j.shards {
		from = min(from, s.done)
	}
	if slices.Contains(owner, nil) {
		from = 0
	}
	for ; ; from++ {
		s := owner[whole.Pair(whole.At(from))]
		if s == nil {
			return from
		}
		if begun, ok := s.begun[from]; from >= s.done && (!ok || begun.Run < begun.Mutants) {
			return from
		}
	}
}

// putSlots writes what is known of slots and seeds, which have numbers of their own in each of several campaigns.
func (j *joined) putSlots(a *store.Archive) error {
	if j.identity.Campaigns > 1 {
		return nil
	}
	for i := range j.shards {
		for number, saved := range j.shards[i].begun {
			if number < j.done {
				continue
			}
			underway, err := json.Marshal(&saved.underway)
			if err != nil {
				return err
			}
			a.Slots = append(a.Slots, store.Slot{Slot: number, Mutants: saved.Mutants, Run: saved.Run, Underway: underway})
		}
	}
	slices.SortFunc(a.Slots, func(x, y store.Slot) int { return cmp.Compare(x.Slot, y.Slot) })
	a.Seeds, a.Excluded, a.Pairs = j.Seeds, j.Excluded, j.Pairs
	for _, answer := range j.answers {
		a.Answers = append(a.Answers, answer)
	}
	return nil
}

// putSamples adds up how far the shards were at a time after their beginnings.
func (j *joined) putSamples(a *store.Archive) error {
	var numbers []int64
	for _, all := range j.samples {
		for _, s := range all {
			number, _ := place(s.Seconds)
			numbers = append(numbers, number)
		}
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	for len(numbers) > maxSamples {
		last := numbers[len(numbers)-1]
		var half []int64
		for i := len(numbers) - 1; i >= 0; i -= 2 {
			half = append(half, numbers[i])
		}
		slices.Reverse(half)
		numbers = append(half[:len(half)-1], last)
	}
	next := make([]int, len(j.samples))
	for _, number := range numbers {
		sum := Sample{Session: int64(len(j.sessions)) + 1, Engines: make(map[string]EngineSample), CPU: make(map[string]float64)}
		for i, all := range j.samples {
			for next[i] < len(all) {
				if n, _ := place(all[next[i]].Seconds); n > number {
					break
				}
				next[i]++
			}
			if next[i] == 0 {
				continue
			}
			upTo := &all[next[i]-1]
			sum.add(upTo)
			for _, r := range j.repeated {
				if r.shard == i && r.Seconds <= upTo.Seconds {
					sum.repeated(r.engine)
				}
			}
		}
		row, err := sum.row(number)
		if err != nil {
			return err
		}
		a.Samples = append(a.Samples, row)
	}
	return nil
}

// add adds what another shard had done after about the same time.
func (s *Sample) add(other *Sample) {
	if other.At.After(s.At) {
		s.At = other.At
	}
	s.Seconds = max(s.Seconds, other.Seconds)
	s.Mutants, s.Runs, s.Decided = s.Mutants+other.Mutants, s.Runs+other.Runs, s.Decided+other.Decided
	s.Findings, s.NewBehaviour = s.Findings+other.Findings, s.NewBehaviour+other.NewBehaviour
	for name, e := range other.Engines {
		sum := s.Engines[name]
		s.Engines[name] = EngineSample{sum.Mutants + e.Mutants, sum.NewBehaviour + e.NewBehaviour, sum.Findings + e.Findings}
	}
	for part, seconds := range other.CPU {
		s.CPU[part] += seconds
	}
}

// repeated takes back a finding that an engine of one shard found after another shard.
func (s *Sample) repeated(engine string) {
	s.Findings--
	if e, ok := s.Engines[engine]; ok {
		e.Findings--
		s.Engines[engine] = e
	}
}

func (j *joined) putFindings(a *store.Archive, found *findings.Disk) error {
	for _, signature := range sortedKeys(j.counters.Hits) {
		row := j.lost[signature]
		if brief, _, ok := found.One(signature); ok {
			row.Folder, row.Class, row.Solver, row.Family, row.Version = filepath.Base(brief.Dir), brief.Class, brief.Solver, brief.Family, brief.Version
			row.Logic, row.Summary, row.Suspect, row.Flaky = brief.Logic, brief.Summary, brief.Suspect, brief.Flaky
			row.Slot, row.Place, row.Kept = found.Place(signature)
		}
		row.Hits = j.counters.Hits[signature]
		var err error
		if row.First, err = json.Marshal(j.counters.First[signature]); err != nil {
			return err
		}
		a.Findings = append(a.Findings, row)
	}
	for _, bucket := range sortedKeys(j.counters.Dropped) {
		a.Dropped = append(a.Dropped, store.Drop{Bucket: bucket, Hits: j.counters.Dropped[bucket]})
	}
	return nil
}

// putSession adds a session for the merge itself: the last one is what readers of a campaign look at. It took none of the campaign's time.
func (j *joined) putSession(a *store.Archive, found *findings.Disk) error {
	l := j.last
	l.Notes = j.notes
	for _, signature := range sortedKeys(j.known) {
		k := j.known[signature]
		if brief, _, ok := found.One(signature); ok {
			k.Brief = brief
			l.Known = append(l.Known, k)
		}
	}
	facts, err := json.Marshal(l)
	if err != nil {
		return err
	}
	a.Sessions = append(a.Sessions, store.Session{Number: int64(len(j.sessions)) + 1, Ended: string(EndMerged), Jobs: l.Jobs, Facts: facts})
	return nil
}
