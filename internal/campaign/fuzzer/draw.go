package fuzzer

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"maps"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/smt/script"
)

// Drawn says what became of the mutants that an engine offered for a lineage so far.
type Drawn struct {
	// Repeats counts those that were dropped because they repeat the text of the seed or of an earlier mutant.
	Repeats int
	// Rejected counts what the engine tried and did not make, by reason; nil for engines that do not count.
	Rejected map[string]int
}

// Drawn returns what was dropped from the lineage.
func (l *Lineage) Drawn() Drawn { return l.drawn }

// Since returns what was dropped after an earlier moment of the same lineage.
func (d Drawn) Since(before Drawn) Drawn {
	out := Drawn{Repeats: d.Repeats - before.Repeats}
	for reason, n := range d.Rejected {
		if n -= before.Rejected[reason]; n > 0 {
			enter(&out.Rejected, reason, n)
		}
	}
	return out
}

// mostRepeats is how many repeats a lineage may have per mutant before it ends: an engine may have nothing but repeats.
const mostRepeats = 4

// A spring is where the mutants of a lineage come from. It belongs to the lineage's goroutine.
type spring struct {
	fuzzer *Fuzzer
	bench  *trial.Bench
	source mutate.Source
	rand   *rng.Rand
	// seen has hashes of the texts of the seed and of all mutants, nil before the first.
	seen map[uint64]bool
	// failure names the engine and seed of any fault.
	failure *EngineError
	// dry: the engine has nothing more.
	dry bool
	// seed is the size in bytes of the seed's text, and last that of the last text.
	seed, last int
	text       []byte // scratch of hash
}

// A lineage is overgrown when its last mutant has more than overgrown times the bytes of the seed, and overgrownFloor more.
const (
	overgrown      = 8
	overgrownFloor = 32 << 10
)

// Overgrown reports whether mutants have become so much larger than the seed that the lineage should not be continued: those that build on each
// other in typefuzz double in size every thirty steps, and soon take longer to print than to solve.
func (l *Lineage) Overgrown() bool {
	return l.spring != nil && l.spring.last > overgrown*l.spring.seed+overgrownFloor
}

// Grow takes mutants from the engine until the lineage has that many, or the engine has no more. It leaves out those that repeat the seed or
// another mutant: running them again shows nothing. What is left out follows from the earlier mutants alone, so a mutant's name means the same
// wherever, and in however many steps, it is made. The error is what ctx ended with.
func (l *Lineage) Grow(ctx context.Context, mutants int) error {
	s := l.spring
	if s == nil {
		return nil
	}
	if s.seen == nil {
		seed, err := l.hash(ctx, l.script)
		if err != nil {
			return err
		}
		s.seen, s.seed = map[uint64]bool{seed: true}, s.last
	}
	for len(l.mutants) < mutants && !s.dry && l.drawn.Repeats <= mostRepeats*max(s.fuzzer.length(), len(l.mutants)) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := l.draw(ctx); err != nil {
			return err
		}
	}
	if choosy, ok := s.source.(mutate.Choosy); ok {
		l.drawn.Rejected = maps.Clone(choosy.Rejected())
	}
	return nil
}

// draw takes one mutant from the engine.
func (l *Lineage) draw(ctx context.Context) error {
	s := l.spring
	m, err := next(s.source, s.rand)
	if errors.Is(err, mutate.ErrExhausted) {
		s.dry = true
		return nil
	}
	if err != nil {
		s.failure.Err = err
		l.Broken, s.dry = s.failure, true
		return nil
	}
	text, err := l.hash(ctx, m.Script)
	if err != nil {
		return err
	}
	if s.seen[text] {
		l.drawn.Repeats++
		return nil
	}
	s.seen[text] = true
	l.mutants, l.texts = append(l.mutants, m), append(l.texts, text)
	return nil
}

// hash returns a hash of a script's standard text. The error is what ctx ended with.
func (l *Lineage) hash(ctx context.Context, s *script.Script) (uint64, error) {
	text, err := l.spring.bench.PrintStandard(ctx, l.spring.text[:0], s, l.dialects()[0])
	if err != nil {
		return 0, err
	}
	l.spring.text, l.spring.last = text, len(text)
	sum := sha256.Sum256(text)
	return binary.BigEndian.Uint64(sum[:8]), nil
}
