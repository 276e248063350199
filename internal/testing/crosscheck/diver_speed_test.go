package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/cputime"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/diver"
	"github.com/assay-smt/assay/internal/mutate/diver/preanalysis"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/theory"
)

// speedSize is the extent of a measurement of the engine diver.
type speedSize struct {
	every  int // of the built-in seeds, 0 for the seed folder
	chains int // of each seed
}

// TestDiverSpeed measures how many mutants the engine diver accepts per second of CPU time, without solvers and printing, from quantifier-free
// sat seeds of less than 4 KB, in chains of 20: with the usual options, and without weights, aiming and fresh variables; and in chains of 200, like
// visits that the bandit lets go on. Short is over every 10th of the built-in seeds, medium over every 5th, long over all of the seed folder;
// ASSAY_DIVER_SPEED_TABLE names a file for the table.
func TestDiverSpeed(t *testing.T) {
	size := testdepth.Crosscheck(t, speedSize{10, 1}, speedSize{5, 2}, speedSize{0, 5})
	_, answers := everySolver(t)
	ways := []struct {
		name   string
		o      diver.Options
		length int // mutants of a chain
	}{
		{"usual", with(func(*diver.Options) {}), divers},
		{"no weights", with(func(o *diver.Options) { o.Weighing = preanalysis.Evenly }), divers},
		{"no aim", with(func(o *diver.Options) { o.Aiming = diver.Reject }), divers},
		{"neither", with(func(o *diver.Options) { o.Weighing, o.Aiming = preanalysis.Evenly, diver.Reject }), divers},
		{"no complicate", with(func(o *diver.Options) { o.Complicate = 0 }), divers},
		{"usual, 200 mutants", with(func(*diver.Options) {}), 10 * divers},
	}
	table := map[string]map[string]*speed{}
	for _, text := range coverageSeeds(t, size.every) {
		if len(text.Text) >= 4<<10 || !quantifierFree(text) {
			continue
		}
		for _, w := range ways {
			for chain := range size.chains {
				s := measured(t, diver.New(w.o), answers, text, uint64(chain), w.length)
				for _, row := range []string{theoryOf(text), "all"} {
					if table[row] == nil {
						table[row] = map[string]*speed{}
					}
					if table[row][w.name] == nil {
						table[row][w.name] = &speed{}
					}
					table[row][w.name].add(s)
				}
			}
		}
	}
	var b strings.Builder
	b.WriteString("| theory | seeds |")
	for _, w := range ways {
		b.WriteString(" " + w.name + " |")
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(ways)) + "\n")
	for _, row := range append(groups(), "all") {
		if table[row] == nil || table[row]["usual"].chains == 0 {
			continue
		}
		fmt.Fprintf(&b, "| %s | %d |", row, table[row]["usual"].chains/size.chains)
		for _, w := range ways {
			fmt.Fprintf(&b, " %s |", table[row][w.name])
		}
		b.WriteString("\n")
	}
	t.Log("\n" + b.String())
	if file := os.Getenv("ASSAY_DIVER_SPEED_TABLE"); file != "" {
		if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
			t.Error(err)
		}
	}
}

// with returns the usual options with a change.
func with(change func(*diver.Options)) diver.Options {
	o := diver.DefaultOptions()
	change(&o)
	return o
}

// speed counts mutants and the time that they took.
type speed struct {
	chains, ended, mutants int
	cpu                    time.Duration
}

func (s *speed) add(o speed) {
	s.chains, s.ended, s.mutants, s.cpu = s.chains+o.chains, s.ended+o.ended, s.mutants+o.mutants, s.cpu+o.cpu
}

// String returns mutants per second, and the share of chains that ended early.
func (s *speed) String() string {
	text := fmt.Sprintf("%d", int(float64(s.mutants)/max(s.cpu.Seconds(), 1e-9)))
	if s.ended > 0 {
		text += fmt.Sprintf(" (%d %% ended)", 100*s.ended/s.chains)
	}
	return text
}

// measured makes one chain of mutants.
func measured(t *testing.T, e *diver.Engine, asker mutate.Asker, text seeds.Seed, chain uint64, mutants int) (out speed) {
	seed, err := mutate.Read(text, theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	r := rng.New(chain).Split(text.Hash)
	src, err := e.Prepare(context.Background(), seed, mutate.Env{Asker: asker, Rand: r.Split("prepare")})
	if errors.Is(err, mutate.ErrNotApplicable) {
		return speed{}
	}
	if err != nil {
		t.Fatal(err)
	}
	out.chains = 1
	began := cputime.Own()
	for range mutants {
		if _, err := src.Next(r); err != nil {
			out.ended++
			break
		}
		out.mutants++
	}
	out.cpu = cputime.Own() - began
	return out
}

// groups are the rows of the table, in order.
func groups() []string {
	return []string{"floats", "strings", "datatypes", "arrays", "bit-vectors", "Int and Real", "Int", "Real", "uninterpreted functions", "other"}
}

// theoryOf returns the group of a seed by its logic.
func theoryOf(s seeds.Seed) string {
	seed, err := mutate.Read(s, theory.Builtin())
	if err != nil {
		return "other"
	}
	l := theory.ParseLogic(seed.Script.Logic())
	switch {
	case l.All:
		return "other"
	case l.FloatingPoint:
		return "floats"
	case l.Strings:
		return "strings"
	case l.Datatypes:
		return "datatypes"
	case l.Arrays:
		return "arrays"
	case l.BitVectors:
		return "bit-vectors"
	case l.Ints && l.Reals:
		return "Int and Real"
	case l.Ints:
		return "Int"
	case l.Reals:
		return "Real"
	case l.UF:
		return "uninterpreted functions"
	}
	return "other"
}
