package campaign

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/store"
)

// A rowsReader makes values of rows until one cannot be read.
type rowsReader struct{ err error }

// json reads a value.
func (r *rowsReader) json(what string, data []byte, v any) {
	if r.err != nil {
		return
	}
	if err := json.Unmarshal(data, v); err != nil {
		r.err = fmt.Errorf("%s: %w", what, err)
	}
}

// item reads one of several values, if it is there.
func (r *rowsReader) item(table string, all []store.Item, name string, v any) {
	for _, i := range all {
		if i.Name == name {
			r.json(table+" "+name, i.Value, v)
		}
	}
}

// figuresOf returns the state without what only a campaign that goes on needs. The error is a *store.DamagedError.
func figuresOf(path string, f *store.Figures) (State, error) {
	s, r := State{Stats: newStats()}, &rowsReader{}
	fields := make(map[string]json.RawMessage, len(f.Settings))
	for _, i := range f.Settings {
		fields[i.Name] = i.Value
	}
	if all, err := json.Marshal(fields); err != nil {
		r.err = err
	} else {
		r.json("settings", all, &s.Config)
	}
	r.totals(&s, f.Totals)
	for _, i := range f.Solvers {
		v := &SolverStats{}
		r.json("solvers "+i.Name, i.Value, v)
		s.Stats.Solvers[i.Name] = v
	}
	for _, i := range f.Engines {
		v := &EngineStats{}
		r.json("engines "+i.Name, i.Value, v)
		s.Stats.Engines[i.Name] = v
	}
	for _, i := range f.Logics {
		v := &LogicStats{}
		r.json("logics "+i.Name, i.Value, v)
		s.Stats.Logics[i.Name] = v
	}
	for _, rule := range f.Rules {
		e := at(s.Stats.Engines, rule.Engine)
		if e.Rules == nil {
			e.Rules = make(map[string]int64)
		}
		e.Rules[rule.Rule] = rule.Mutants
	}
	r.findings(&s, f)
	s.Samples, s.FoundAt = samplesOf(f.Samples), foundOf(f.Found)
	if f.Session != nil {
		s.Ended, s.LastRun, s.session = EndReason(f.Session.Ended), f.Session.Facts, f.Session.Number
	}
	if r.err != nil {
		return State{}, &store.DamagedError{Path: path, Err: r.err}
	}
	return s, nil
}

func (r *rowsReader) totals(s *State, all []store.Item) {
	r.item("totals", all, totalFigures, &totals{plainStats: (*plainStats)(&s.Stats)})
	r.item("totals", all, totalRejections, &s.Stats.Rejections)
	r.item("totals", all, totalFaults, &s.Stats.FaultTexts)
	r.item("totals", all, totalSlots, &s.Done)
	r.item("totals", all, totalMutants, &s.Before)
}

func (r *rowsReader) findings(s *State, f *store.Figures) {
	if len(f.Findings) > 0 {
		s.Counters.Hits, s.Counters.First, s.Kept = make(map[string]int64), make(map[string][]string), make(map[string]Kept)
	}
	for _, row := range f.Findings {
		s.Counters.Hits[row.Signature] = row.Hits
		var first []string
		r.json("findings "+row.Signature, row.First, &first)
		s.Counters.First[row.Signature] = first
		if row.Kept {
			s.Kept[row.Signature] = Kept{Folder: row.Folder, Slot: row.Slot, Index: row.Place}
		}
	}
	if len(f.Dropped) > 0 {
		s.Counters.Dropped = make(map[string]int64)
	}
	for _, d := range f.Dropped {
		s.Counters.Dropped[d.Bucket] = d.Hits
	}
}

// stateOf returns the whole state. The error is a *store.DamagedError.
func stateOf(path string, c *store.Contents) (State, error) {
	s, err := figuresOf(path, &c.Figures)
	if err != nil {
		return State{}, err
	}
	r := &rowsReader{}
	r.slots(&s, &c.Knowledge)
	r.effort(&s, &c.Knowledge)
	samples(&s, c.Texts)
	if r.err != nil {
		return State{}, &store.DamagedError{Path: path, Err: r.err}
	}
	return s, nil
}

func (r *rowsReader) slots(s *State, k *store.Knowledge) {
	engines := len(s.Config.Engines)
	if len(k.Slots) > 0 {
		s.Slots = make(map[uint64]savedSlot, len(k.Slots))
	}
	for _, row := range k.Slots {
		var saved savedSlot
		r.json(fmt.Sprint("slots ", row.Slot), row.Underway, &saved.underway)
		saved.Mutants, saved.Run = row.Mutants, row.Run
		s.Slots[row.Slot] = saved
	}
	for _, p := range k.Excluded {
		s.Excluded = append(s.Excluded, p.Seed*engines+p.Engine)
	}
	slices.SortFunc(k.Chains, func(a, b store.Chain) int { return cmp.Compare(a.Number, b.Number) })
	for _, c := range k.Chains {
		s.chains = append(s.chains, pairChain{c.Seed*engines + c.Engine, ranChain{ran: ran{Targets: c.Targets, Marks: marksOf(c.Marks)}, round: c.Round, number: c.Number}})
	}
}

func (r *rowsReader) effort(s *State, k *store.Knowledge) {
	r.item("learned", k.Learned, learnedEffort, &s.Effort)
	var known []effort.AnswerState
	for _, a := range k.Answers {
		known = append(known, effort.AnswerState{
			Seed: a.Seed, Target: a.Solver, Outcome: outcome.Outcome(a.Outcome), Wall: time.Duration(a.Wall), Doublings: a.Doublings, Lap: a.Lap, Failures: a.Failures, Until: a.Until,
		})
	}
	var pairs []effort.PairState
	for _, p := range k.Pairs {
		pairs = append(pairs, effort.PairState{Pair: p.Seed*len(s.Config.Engines) + p.Engine, Shown: p.Shown, Missed: p.Missed, Failures: p.Failures, Until: p.Until})
	}
	s.Effort.Enter(known, pairs)

	r.item("learned", k.Learned, learnedElites, &s.Elites)
	for _, e := range k.Elites {
		p := effort.PlaceState{Place: effort.Place{Engine: e.Engine, Logic: e.Logic, Solver: e.Solver}, At: e.Entry}
		r.json("elites "+e.Solver, e.Configurations, &p.Configurations)
		s.Elites.Places = append(s.Elites.Places, p)
	}
	slices.SortFunc(s.Elites.Places, func(a, b effort.PlaceState) int { return cmp.Compare(a.At, b.At) })
	r.item("learned", k.Learned, learnedSearches, &s.Searches)
	r.item("learned", k.Learned, learnedShown, &s.Shown)
	for _, row := range k.Shown {
		var all []showingsOne
		r.json(fmt.Sprint("shown ", row.Slot), row.Searches, &all)
		if s.Shown.Later == nil {
			s.Shown.Later = make(map[uint64][]showingsOne)
		}
		s.Shown.Later[row.Slot] = all
	}
}

// samples puts the texts into the samples of their engines.
func samples(s *State, all []store.Text) {
	for _, e := range s.Stats.Engines {
		if e.Unique.Seen > 0 {
			e.Sample = &DistinctSample{level: e.Unique.Level, counts: make(map[uint64]int64)}
		}
	}
	for _, t := range all {
		e := at(s.Stats.Engines, t.Engine)
		if e.Sample == nil {
			e.Sample = &DistinctSample{level: e.Unique.Level}
		}
		e.Sample.Add(t.Hash, t.Mutants)
	}
}
