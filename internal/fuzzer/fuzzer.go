package fuzzer

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

const (
	// DefaultChain is how many mutants in a row build on each other.
	DefaultChain = 20
	// DefaultGiveUp is the default of Fuzzer.GiveUp: mutants of a formula that is too hard are too hard, mostly.
	DefaultGiveUp = 2
)

// A Fuzzer is what all chains of a campaign share. Its fields are not changed after first use; then it is safe for
// concurrent use.
type Fuzzer struct {
	// Solvers are run on every mutant, in this order.
	Solvers []*solver.Solver
	// Seed is the campaign seed.
	Seed uint64
	// Length is the largest number of mutants of a chain, 0 for DefaultChain.
	Length int
	// Limits bound each run.
	Limits solver.Limits
	// SelfCheck has the solvers check their own models.
	SelfCheck bool
	// GiveUp is after how many time-outs in a row a solver is not asked any more in a chain, 0 for DefaultGiveUp,
	// negative for never. Mutants are made and numbered all the same.
	GiveUp int
	// Solo makes one chain in so many for one solver alone, with all operators that it has: what only one solver
	// understands cannot be compared, but it can crash, and its models can be wrong. 0 makes none.
	Solo int
	// Table is the operator table that seeds are read with, nil for the built-in one.
	Table *theory.Table
	// Asker and Partners are lent to engines; nil for none.
	Asker    mutate.Asker
	Partners mutate.Partners
	// Baselines are pairs of the Solvers by name: what the older one decides, the newer one is expected to decide.
	Baselines []oracle.Pair
	// Support finds the operators behind unknowns that a solver does not support at all; nil for nobody asks.
	Support *Support
	// Known says which hits are worth repeating; nil means all.
	Known Known
}

// Known is what the fuzzer asks of the findings so far: whether a hit would change more than a counter.
type Known interface {
	Wants(signature string, size int, job uint64, index int) bool
}

var _ Known = (*findings.Store)(nil)

// A Seed is a seed formula's text.
type Seed struct {
	Name string // as shown to users
	Hash string // HashSeed of Text
	Text string
}

// HashSeed names a seed's text: 16 hexadecimal digits.
func HashSeed(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// A Name names a mutant. Together with the campaign seed and the seed's text it says how to make it again.
type Name struct {
	SeedHash string
	Engine   string
	Round    uint64
	Index    int // from 0
}

// String returns the name as SEEDHASH/ENGINE/ROUND/INDEX.
func (n Name) String() string {
	return fmt.Sprintf("%s/%s/%d/%d", n.SeedHash, n.Engine, n.Round, n.Index)
}

// ParseName is the inverse of Name.String.
func ParseName(s string) (Name, error) {
	parts := strings.Split(s, "/")
	if len(parts) == 4 {
		round, err1 := strconv.ParseUint(parts[2], 10, 64)
		index, err2 := strconv.Atoi(parts[3])
		if err1 == nil && err2 == nil && index >= 0 && parts[0] != "" && parts[1] != "" {
			return Name{parts[0], parts[1], round, index}, nil
		}
	}
	return Name{}, fmt.Errorf("%q is no mutant's name, which is SEEDHASH/ENGINE/ROUND/INDEX", s)
}

// alone chooses the only solver of a chain, or leaves all.
func (f *Fuzzer) alone(n Name, readers []*solver.Solver) []*solver.Solver {
	if f.Solo <= 0 || len(readers) < 2 {
		return readers
	}
	r := f.random(n).Split("solo")
	if r.IntN(f.Solo) > 0 {
		return readers
	}
	return []*solver.Solver{rng.Pick(r, readers)}
}

// random returns the generator of a chain.
func (f *Fuzzer) random(n Name) *rng.Rand {
	return rng.New(f.Seed).Split(n.SeedHash).Split(n.Engine).SplitN(n.Round)
}

func (f *Fuzzer) giveUp() int {
	if f.GiveUp == 0 {
		return DefaultGiveUp
	}
	return f.GiveUp
}

func (f *Fuzzer) length() int {
	if f.Length <= 0 {
		return DefaultChain
	}
	return f.Length
}

// targets are what engines are told of the solvers that a script is for, each dialect and version once.
func (f *Fuzzer) targets(readers []*solver.Solver) []mutate.Dialect {
	table := f.table()
	var targets []mutate.Dialect
	for _, s := range readers {
		for _, t := range targetsOf(table, s) {
			if !slices.Contains(targets, t) {
				targets = append(targets, t)
			}
		}
	}
	return targets
}

func (f *Fuzzer) table() *theory.Table {
	if f.Table == nil {
		return theory.Builtin()
	}
	return f.Table
}

// targetsOf finds the name under which the operator table knows a solver. Of one that it does not know, no more is
// expected than what solvers of all kinds had early on.
func targetsOf(table *theory.Table, s *solver.Solver) []mutate.Dialect {
	for _, name := range []string{s.Profile().Dialect, s.Profile().Name} {
		known := slices.ContainsFunc(table.Rows(), func(r *theory.Row) bool {
			return slices.ContainsFunc(r.In, func(a theory.Availability) bool { return a.Solver == name })
		})
		if known {
			return []mutate.Dialect{{Name: name, Version: s.Version()}}
		}
	}
	return []mutate.Dialect{{Name: "z3", Version: "4.8.0"}, {Name: "cvc5", Version: "1.0.0"}}
}
