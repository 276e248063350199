package enumerate

import "github.com/assay-smt/assay/internal/mutate/kit/termspace"

// PerBatch is the number of terms that are looked at together. They have one operator at the top.
const PerBatch = 64

// A Plan says which terms of a space are looked at: all up to a size, but at most some of each operator and size, spread evenly.
type Plan struct {
	Size int
	// Limit bounds the numbers that are tried of each cell and size, 0 for all. A number may stand for a term that another number has.
	Limit uint64
	// Hand deals the batches of a limited plan to many plans, from 1; 0 is none, which has all. Each hand has perHand batches of Limit terms, at most PerBatch, and the
	// hands behind the last operator and size go on with the first, at the terms that come next in the walk.
	Hand int
}

// A Batch is a part of the terms of a cell and size.
type Batch struct {
	// Cell is the position of the cell in its space.
	Cell int `json:"cell"`
	Size int `json:"size"`
	// Chunk says which part it is, from 0: the numbers from Chunk times PerBatch on, in the order of the walk.
	Chunk uint64 `json:"chunk"`
}

// perHand is how many batches a hand has.
const perHand = 4

// hand returns the batches of a hand.
func (p Plan) hand(s *termspace.Space) []Batch {
	var deck []Batch
	for size := 1; size <= p.Size; size++ {
		for i, c := range s.Cells {
			if s.Numbers(c, size) > 0 {
				deck = append(deck, Batch{Cell: i, Size: size})
			}
		}
	}
	var out []Batch
	for k := range min(perHand, len(deck)) {
		at := (p.Hand-1)*perHand + k
		b := deck[at%len(deck)]
		b.Chunk = uint64(at / len(deck))
		out = append(out, b)
	}
	return out
}

// mostBatches bounds the batches of a plan: a day has no time for more.
const mostBatches = 1 << 21

// Batches returns the batches of a plan in the order in which they are looked at: by size, and within a size by chunk, so that all operators advance at the
// same pace. A plan with more than mostBatches ends there; what is left out counts as not covered.
func (p Plan) Batches(s *termspace.Space) []Batch {
	if p.Hand > 0 {
		return p.hand(s)
	}
	var all []Batch
	for size := 1; size <= p.Size; size++ {
		chunks := make([]uint64, len(s.Cells))
		longest := uint64(0)
		for i, c := range s.Cells {
			n := s.Numbers(c, size)
			if p.Limit > 0 {
				n = min(n, p.Limit)
			}
			chunks[i] = (n + PerBatch - 1) / PerBatch
			longest = max(longest, chunks[i])
		}
		for chunk := uint64(0); chunk < longest; chunk++ {
			for i := range s.Cells {
				if chunk >= chunks[i] {
					continue
				}
				if len(all) == mostBatches {
					return all
				}
				all = append(all, Batch{Cell: i, Size: size, Chunk: chunk})
			}
		}
	}
	return all
}

// numbers calls f for the numbers of a batch.
func (p Plan) numbers(s *termspace.Space, b Batch, f func(n uint64) error) error {
	all := s.Numbers(s.Cells[b.Cell], b.Size)
	most := all
	if p.Limit > 0 {
		most = min(most, p.Limit)
	}
	step := termspace.Stride(all)
	first, last := b.Chunk*PerBatch, min(most, (b.Chunk+1)*PerBatch)
	if p.Hand > 0 {
		first = b.Chunk % all * p.Limit % all
		last = first + most
	}
	for k := first; k < last; k++ {
		if err := f(termspace.Visit(k%all, step, all)); err != nil {
			return err
		}
	}
	return nil
}
