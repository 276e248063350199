package campaign

import (
	"encoding/json"
	"math"
	"time"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/store"
)

const (
	// sampleEvery is the time between two samples of a young campaign. It is not less than saveEvery: samples are written with what is saved anyway.
	sampleEvery = saveEvery
	// maxSamples bounds the samples of a campaign: when there are as many, every other one goes, and the time between two of them doubles.
	maxSamples = 500
)

// A Sample is how far a campaign was at a moment. Counts are those of the whole campaign up to then.
type Sample struct {
	// Session is the number of the run of assay fuzz, from 1. At is the time of day, Seconds the campaign's wall time over all sessions.
	Session int64     `json:"session"`
	At      time.Time `json:"at"`
	Seconds float64   `json:"seconds"`
	Mutants int64     `json:"mutants"`
	Runs    int64     `json:"runs"`
	// Decided counts the runs that answered sat or unsat, Findings the findings that have a folder.
	Decided      int64 `json:"decided"`
	Findings     int64 `json:"findings"`
	NewBehaviour int64 `json:"new_behaviour"`
	// Engines says what each engine brought. CPU is CPU time in seconds by the names of parts.
	Engines map[string]EngineSample `json:"engines"`
	CPU     map[string]float64      `json:"cpu_seconds"`
}

// An EngineSample is what an engine had brought at a moment.
type EngineSample struct {
	Mutants      int64 `json:"mutants"`
	NewBehaviour int64 `json:"new_behaviour"`
	Findings     int64 `json:"findings"`
}

// A sampler decides when a sample is due. Not safe for concurrent use.
type sampler struct {
	// last is the number of the last sample, and stride the distance between two, as they are in the database.
	last, stride int64
	// lost are samples of a damaged database, which the new one does not have yet.
	lost []store.Sample
}

func newSampler() sampler { return sampler{last: -1} }

// restore continues after the samples of earlier sessions. whole: the database has them.
func (s *sampler) restore(all []store.Sample, whole bool) {
	if len(all) > 0 {
		s.last = all[len(all)-1].Number
	}
	if !whole {
		s.lost = all
	}
}

// place returns the number of a sample that is taken after a time, and the distance between two samples by then.
func place(seconds float64) (number, stride int64) {
	tick := max(int64(seconds/sampleEvery.Seconds()), 0)
	stride = 1
	for tick/stride >= maxSamples {
		stride *= 2
	}
	return tick - tick%stride, stride
}

// next returns the number of the sample that is to be taken after a time; ok is false when none is due. A session ends with a sample in any case.
func (s *sampler) next(seconds float64, ends bool) (number int64, ok bool) {
	number, _ = place(seconds)
	return number, ends || number != s.last
}

// thins returns the stride by which the samples are to be thinned out, 0 for not at all.
func (s *sampler) thins(seconds float64) int64 {
	_, stride := place(seconds)
	if stride == s.stride {
		return 0
	}
	s.stride = stride
	return stride
}

// sampled adds a sample to a change if one is due.
func (b *books) sampled(c *store.Change, session int64, ends bool) error {
	s := &b.samples
	c.Samples, s.lost = s.lost, nil
	number, ok := s.next(b.stats.Seconds, ends)
	if !ok {
		return nil
	}
	now := b.sample()
	now.Session = session
	row, err := now.row(number)
	if err != nil {
		return err
	}
	c.Samples = append(c.Samples, row)
	c.Stride, s.last = s.thins(b.stats.Seconds), number
	return nil
}

// sample says how far the campaign is.
func (b *books) sample() Sample {
	st := &b.stats
	found, _ := b.kept.store.Count()
	s := Sample{
		At: b.c.Now(), Seconds: st.Seconds, Mutants: st.Mutants, Runs: st.Calls, Findings: int64(found),
		Engines: make(map[string]EngineSample, len(st.Engines)), CPU: make(map[string]float64),
	}
	for _, v := range st.Solvers {
		s.Decided += v.Outcomes[outcome.Sat] + v.Outcomes[outcome.Unsat]
		s.NewBehaviour += v.NewBehaviour
		if v.Configurations != nil {
			s.NewBehaviour += v.Configurations.NewBehaviour
		}
	}
	for name, e := range st.Engines {
		s.Engines[name] = EngineSample{Mutants: e.Mutants, NewBehaviour: e.NewBehaviour, Findings: e.Findings}
	}
	for _, p := range st.Parts() {
		if p.CPUSeconds > 0 {
			s.CPU[p.Part] = math.Round(1000*p.CPUSeconds) / 1000
		}
	}
	return s
}

// row is the sample as it is written.
func (s *Sample) row(number int64) (store.Sample, error) {
	engines, err := json.Marshal(s.Engines)
	if err != nil {
		return store.Sample{}, err
	}
	cpu, err := json.Marshal(s.CPU)
	return store.Sample{
		Number: number, Session: s.Session, At: s.At.Unix(), Seconds: s.Seconds, Mutants: s.Mutants, Runs: s.Runs, Decided: s.Decided, Findings: s.Findings,
		NewBehaviour: s.NewBehaviour, Engines: engines, CPU: cpu,
	}, err
}

// samplesOf reads samples. One that cannot be read is left out: a history with a gap is better than none.
func samplesOf(rows []store.Sample) []Sample {
	var out []Sample
	for _, row := range rows {
		s := Sample{
			Session: row.Session, At: time.Unix(row.At, 0).UTC(), Seconds: row.Seconds, Mutants: row.Mutants, Runs: row.Runs, Decided: row.Decided, Findings: row.Findings,
			NewBehaviour: row.NewBehaviour,
		}
		if json.Unmarshal(row.Engines, &s.Engines) == nil && json.Unmarshal(row.CPU, &s.CPU) == nil {
			out = append(out, s)
		}
	}
	return out
}

// foundOf says when findings were found, by signature.
func foundOf(moments []store.Moment) map[string]float64 {
	out := make(map[string]float64, len(moments))
	for _, m := range moments {
		if first, ok := out[m.Signature]; !ok || m.Seconds < first {
			out[m.Signature] = m.Seconds
		}
	}
	return out
}
