package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/fusion"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/theory"
)

// pool offers the seeds of a folder as a campaign does: those of a logic are grouped, and half of the time the logic is chosen first.
type pool struct {
	logics  []string
	byLogic map[string][]seeds.Seed
}

// maxPartner is the size in bytes of the largest partner, as in campaigns.
const maxPartner = 64 << 10

func (p *pool) add(logic string, s seeds.Seed) {
	if len(s.Text) > maxPartner {
		return
	}
	if p.byLogic[logic] == nil {
		p.logics = append(p.logics, logic)
	}
	p.byLogic[logic] = append(p.byLogic[logic], s)
}

func (p *pool) Partner(r *rng.Rand, logic string) (seeds.Seed, bool) {
	var fit []string
	for _, other := range p.logics {
		if problem.Compatible(logic, other) {
			fit = append(fit, other)
		}
	}
	if len(fit) == 0 {
		return seeds.Seed{}, false
	}
	other := logic
	if r.Bool() || p.byLogic[logic] == nil {
		other = rng.Pick(r, fit)
	}
	return rng.Pick(r, p.byLogic[other]), true
}

// usableSeeds is how many labelled seeds are tried, and usableSize how large they may be, in bytes.
const (
	usableSeeds = 300
	usableSize  = 256 << 10
)

// labelledSeeds returns a sample of the labelled seeds of a folder that can be read and ask once, and all seeds as partners.
func labelledSeeds(t *testing.T, dir string) (some []seeds.Seed, partners *pool) {
	t.Helper()
	partners = &pool{byLogic: map[string][]seeds.Seed{}}
	var all []seeds.Seed
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".smt2" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		s := seeds.New(strings.TrimPrefix(path, dir), string(text))
		_, rest, _ := strings.Cut(s.Text, "(set-logic ")
		logic, _, _ := strings.Cut(rest, ")")
		partners.add(logic, s)
		if len(text) <= usableSize && (strings.Contains(s.Text, ":status sat") || strings.Contains(s.Text, ":status unsat")) {
			all = append(all, s)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range min(usableSeeds, len(all)) {
		some = append(some, all[i*len(all)/min(usableSeeds, len(all))])
	}
	return some, partners
}

// TestFusionUsable measures, for evaluation/engines.md, from which share of the labelled seeds in the folder ASSAY_SEEDS fusion makes
// mutants, with solvers and without, and why it makes none from the others.
func TestFusionUsable(t *testing.T) {
	dir := os.Getenv("ASSAY_SEEDS")
	if dir == "" {
		t.Skip("no folder of seeds: set ASSAY_SEEDS")
	}
	some, partners := labelledSeeds(t, dir)
	askers := map[string]mutate.Asker{"without solvers": nil}
	if targets := trialtest.Installed(t, "z3", "cvc5"); len(targets) > 0 {
		askers["with solvers"] = &query.Answers{Bench: &trial.Bench{}, Targets: targets, Scratch: trialtest.Scratch(t)}
	}
	for name, ask := range askers {
		t.Run(name, func(t *testing.T) {
			e, err := fusion.New(fusion.DefaultOptions())
			if err != nil {
				t.Fatal(err)
			}
			read, used, onLabels, functions := 0, 0, 0, map[string]int{}
			reasons := map[string][]string{}
			for _, s := range some {
				seed, err := mutate.Read(s, theory.Builtin())
				if err != nil || !seed.Truth.Status.Decides() {
					continue
				}
				read++
				ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
				m, err := firstMutant(ctx, e, seed, mutate.Env{
					Asker: ask, Partners: partners, Rand: rng.New(1).Split(s.Hash),
					Dialects: []mutate.Dialect{{Name: "z3", Version: "4.8.12"}, {Name: "cvc5", Version: "1.0.3"}},
				})
				cancel()
				if err != nil {
					why := strings.ReplaceAll(err.Error(), s.Name, "SEED")
					reasons[why] = append(reasons[why], s.Name)
					continue
				}
				used++
				if m.Truth.Label {
					onLabels++
				}
				for part := range strings.SplitSeq(m.Steps[0].Summary, "; ") {
					if _, rest, ok := strings.Cut(part, "(builtin:"); ok {
						line, _, _ := strings.Cut(rest, ")")
						functions["builtin:"+line]++
					}
				}
			}
			t.Logf("%d labelled seeds, %d usable (%.0f %%), %d of these by labels alone; functions %v", read, used, 100*float64(used)/float64(read), onLabels, functions)
			var lines []string
			for why, names := range reasons {
				lines = append(lines, fmt.Sprintf("%4d %s: %v", len(names), why, names[:min(len(names), 3)]))
			}
			sort.Strings(lines)
			slices.Reverse(lines)
			for _, l := range lines {
				t.Log(l)
			}
			if 10*used < 9*read {
				t.Errorf("only %d of %d seeds are usable", used, read)
			}
		})
	}
}

// firstMutant prepares a seed and makes one mutant.
func firstMutant(ctx context.Context, e *fusion.Engine, seed *mutate.Seed, env mutate.Env) (mutate.Mutant, error) {
	source, err := e.Prepare(ctx, seed, env)
	if err != nil {
		return mutate.Mutant{}, err
	}
	m, err := source.Next(rng.New(2))
	if errors.Is(err, mutate.ErrExhausted) {
		return m, fmt.Errorf("no mutant: %w", err)
	}
	return m, err
}
