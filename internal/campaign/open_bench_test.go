package campaign

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/store"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
)

// large makes a campaign of 1,000,000 mutants of 10,000 seeds with seven engines and 10,000 findings, full to every bound.
func large(b testing.TB, out string) Config {
	b.Helper()
	const mutants, seeds, engines, found = 1_000_000, 10_000, 7, 10_000
	c := Config{
		Targets: fake(b, "--answer=sat"), Out: out, Seed: 7, Jobs: 1, Mutants: 200, Memory: -1, Runner: crashing{}, Fresh: crashing{}, Effort: effort.Adaptive,
	}
	for i := range engines {
		c.Engines = append(c.Engines, numbers{name: fmt.Sprint("engine", i)})
	}
	for i := range seeds {
		c.Seeds = append(c.Seeds, numberSeed(fmt.Sprint("x", i), 20))
	}
	if _, err := Run(b.Context(), c); err != nil {
		b.Fatal(err)
	}
	st, err := LoadState(c.Out)
	if err != nil {
		b.Fatal(err)
	}
	change := &store.Change{}
	put := func(name string, v any) {
		data, err := json.Marshal(v)
		if err != nil {
			b.Fatal(err)
		}
		change.Totals = append(change.Totals, store.Item{Name: name, Value: data})
	}
	st.Stats.Mutants = mutants
	put(totalFigures, totals{plainStats: (*plainStats)(&st.Stats)})
	put(totalSlots, mutants/20)
	put(totalMutants, mutants)
	change.SlotsBefore = mutants / 20
	number := int64(1000)
	for e := range engines {
		for i := range maxDistinct / 2 {
			change.Texts = append(change.Texts, store.Text{Engine: fmt.Sprint("engine", e), Hash: uint64(i*1_000_003+e) * 0x9e3779b97f4a7c15, Mutants: 2})
		}
		for i := range maxRules {
			change.Rules = append(change.Rules, store.Rule{Engine: fmt.Sprint("engine", e), Rule: fmt.Sprint("rule ", i), Mutants: 70})
		}
		for i := range seeds {
			change.Pairs = append(change.Pairs, store.PairState{Pair: store.Pair{Seed: i, Engine: e}, Shown: uint64(i), Failures: 1, Until: 9})
		}
		for i := range windowSize / (20 + windowChain) / engines {
			number++
			change.Chains = append(change.Chains, store.Chain{Number: number, Pair: store.Pair{Seed: i, Engine: e}, Round: 1, Targets: 1, Marks: make([]byte, 80)})
		}
	}
	for i := range seeds {
		change.Answers = append(change.Answers, store.Answer{Seed: i, Outcome: string(outcome.Sat), Wall: 1_000_000, Lap: 5})
	}
	manySamples(b, change, st.Stats.Engines)
	manyFindings(b, c.Out, found, change)
	db, err := store.Open(filepath.Join(c.Out, store.FileName), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	if err := db.Write(change); err != nil {
		b.Fatal(err)
	}
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
	return c
}

// manySamples gives a campaign a history of a night, full to its bound.
func manySamples(b testing.TB, change *store.Change, engines map[string]*EngineStats) {
	b.Helper()
	for i := range int64(maxSamples) {
		of := make(map[string]EngineSample)
		for name := range engines {
			of[name] = EngineSample{Mutants: 285 * i, NewBehaviour: 14 * i, Findings: 3 * i}
		}
		parts, err := json.Marshal(of)
		if err != nil {
			b.Fatal(err)
		}
		change.Samples = append(change.Samples, store.Sample{
			Number: 16 * i, Session: 1, At: 1_790_000_000 + 80*i, Seconds: float64(80 * i), Mutants: 2000 * i, Runs: 4000 * i, Decided: 3700 * i, Findings: 20 * i, NewBehaviour: 100 * i,
			Engines: parts, CPU: fmt.Appendf(nil, `{"solving": %d, "own work": %d, "time-outs": %d}`, 60*i, 8*i, 12*i),
		})
	}
}

// manyFindings copies one finding, with other signatures, classes and words.
func manyFindings(b testing.TB, out string, n int, change *store.Change) {
	b.Helper()
	all, err := findings.LoadAll(out)
	if err != nil || len(all) == 0 {
		b.Fatal(len(all), err)
	}
	one := all[0]
	text, err := os.ReadFile(filepath.Join(one.Dir, findings.RecordFile))
	if err != nil {
		b.Fatal(err)
	}
	entries, err := os.ReadDir(one.Dir)
	if err != nil {
		b.Fatal(err)
	}
	for i := range n {
		dir := fmt.Sprintf("%s-%d", one.Dir, i+10)
		if err := os.Mkdir(dir, 0o755); err != nil {
			b.Fatal(err)
		}
		for _, e := range entries {
			if e.Name() == findings.RecordFile {
				continue
			}
			if err := os.Link(filepath.Join(one.Dir, e.Name()), filepath.Join(dir, e.Name())); err != nil {
				b.Fatal(err)
			}
		}
		var record map[string]any
		if err := json.Unmarshal(text, &record); err != nil {
			b.Fatal(err)
		}
		signature := fmt.Sprint(one.Signature, " ", i)
		record["signature"] = signature
		class := []oracle.Class{oracle.CrashClass, oracle.RefutationSoundness, oracle.InvalidModel}[i%3]
		record["class"] = class
		record["evidence"].(map[string]any)["words"] = fmt.Sprintf("%s, place %d", one.Evidence.Summary, i)
		data, err := json.MarshalIndent(record, "", "  ")
		if err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, findings.RecordFile), data, 0o644); err != nil {
			b.Fatal(err)
		}
		change.Findings = append(change.Findings, store.Finding{
			Signature: signature, Folder: filepath.Base(dir), Class: string(class), Solver: one.Solver, Family: one.Family, Logic: one.Logic,
			Summary: one.Evidence.Summary, Hits: int64(1 + i%50), Kept: true, Slot: uint64(i), First: []byte(`["a","b","c"]`),
		})
		change.History = append(change.History, store.Incident{Signature: signature, Mutant: "a", What: store.Found, Session: 1, Seconds: float64(4 * i)})
	}
}

// TestLargeCampaign leaves a campaign of 10,000 findings in the folder that ASSAY_LARGE names, for measuring what shows it (make pages-large).
func TestLargeCampaign(t *testing.T) {
	dir := os.Getenv("ASSAY_LARGE")
	if dir == "" {
		t.Skip("ASSAY_LARGE names no folder")
	}
	large(t, dir)
}

// BenchmarkOpen measures how long a campaign of a million mutants takes to go on, and to be read.
func BenchmarkOpen(b *testing.B) {
	c := large(b, filepath.Join(b.TempDir(), "out"))
	info, err := os.Stat(filepath.Join(c.Out, store.FileName))
	if err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(c.Out, store.FileName)
	b.Run("database", func(b *testing.B) {
		b.ReportMetric(float64(info.Size()), "B-file")
		for range b.N {
			db, err := store.Open(path, store.Options{})
			if err != nil {
				b.Fatal(err)
			}
			if err := db.Check(); err != nil {
				b.Fatal(err)
			}
			if _, err := db.ReadAll(); err != nil {
				b.Fatal(err)
			}
			if err := db.Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("figures", func(b *testing.B) {
		for range b.N {
			if s, err := loadFigures(c.Out); err != nil || s.Stats.Mutants != 1_000_000 {
				b.Fatal(s.Stats.Mutants, err)
			}
		}
	})
	b.Run("findings", func(b *testing.B) {
		for range b.N {
			if _, err := findings.Open(c.Out, 0, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("go on", func(b *testing.B) {
		complete, err := c.complete()
		if err != nil {
			b.Fatal(err)
		}
		for range b.N {
			r, err := open(&complete)
			if err != nil {
				b.Fatal(err)
			}
			if n := r.ledger.books.stats.Mutants; n != 1_000_000 {
				b.Fatal(n)
			}
			r.close(false)
		}
	})
}

// BenchmarkMutants measures campaigns with solvers that cost nothing: what is left is Assay's own work for each mutant.
func BenchmarkMutants(b *testing.B) {
	for range b.N {
		b.StopTimer()
		c := Config{Targets: fake(b, "--answer=sat"), Out: filepath.Join(b.TempDir(), "out"), Seed: 7, Jobs: 1, Mutants: 10_000, Memory: -1, Runner: crashing{}, Fresh: crashing{}, Effort: effort.Adaptive}
		c.Engines = []mutate.Engine{numbers{name: "one", span: 1 << 30}, numbers{name: "two", span: 1 << 30}}
		for i := range 200 {
			c.Seeds = append(c.Seeds, numberSeed(fmt.Sprint("x", i), 20))
		}
		b.StartTimer()
		s, err := Run(b.Context(), c)
		if err != nil || s.Stats.Mutants != c.Mutants {
			b.Fatal(s.Stats.Mutants, err)
		}
	}
	b.ReportMetric(10_000*float64(b.N)/b.Elapsed().Seconds(), "mutants/s")
}
