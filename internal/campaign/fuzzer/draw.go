package fuzzer

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"maps"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/script"
)

// Drawn says what became of the mutants that an engine offered for a chain.
type Drawn struct {
	// Repeats counts those that were dropped because they repeat the text of the seed or of an earlier mutant.
	Repeats int
	// Rejected counts what the engine tried and did not make, by reason; nil for engines that do not count.
	Rejected map[string]int
}

// Drawn returns what was dropped from the lineage.
func (l *Lineage) Drawn() Drawn { return l.drawn }

// mostRepeats is how many repeats a chain may have per wanted mutant before it ends: an engine may have nothing but repeats.
const mostRepeats = 4

// draw takes the mutants from the source, without those that repeat the seed or another mutant: running them again shows nothing. What is
// dropped follows from the earlier mutants alone, so a mutant's name means the same wherever it is made. The error is what ctx ended with;
// failure names the engine and seed of any fault.
func (b *breeder) draw(ctx context.Context, l *Lineage, source mutate.Source, failure *EngineError) error {
	r, length := b.fuzzer.random(l.name), b.fuzzer.length()
	seed, err := b.hash(ctx, l, l.script)
	if err != nil {
		return err
	}
	seen := map[uint64]bool{seed: true}
	for len(l.mutants) < length && l.drawn.Repeats <= mostRepeats*length {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		m, err := next(source, r)
		if errors.Is(err, mutate.ErrExhausted) {
			break
		}
		if err != nil {
			failure.Err = err
			l.Broken = failure
			break
		}
		text, err := b.hash(ctx, l, m.Script)
		if err != nil {
			return err
		}
		if seen[text] {
			l.drawn.Repeats++
			continue
		}
		seen[text] = true
		l.mutants, l.texts = append(l.mutants, m), append(l.texts, text)
	}
	if choosy, ok := source.(mutate.Choosy); ok {
		l.drawn.Rejected = maps.Clone(choosy.Rejected())
	}
	return nil
}

// hash returns a hash of a script's standard text. The error is what ctx ended with.
func (b *breeder) hash(ctx context.Context, l *Lineage, s *script.Script) (uint64, error) {
	text, err := b.bench.PrintStandard(ctx, s, l.dialects()[0])
	if err != nil {
		return 0, err
	}
	sum := sha256.Sum256(text)
	return binary.BigEndian.Uint64(sum[:8]), nil
}
