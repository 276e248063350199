package schedule

import (
	"github.com/assay-smt/assay/internal/base/rng"
)

// A Slot is one piece of work: the mutants that one engine makes of one seed, once.
type Slot struct {
	Number uint64 // position in the order of all slots, from 0
	Seed   int    // index of the seed
	Engine int    // index of the engine
	Round  uint64 // how many earlier slots have the same seed and engine
}

// An order is the order of slots, which follows from the campaign seed. Not safe for concurrent use: it remembers the lap it was asked about last.
type order struct {
	random         uint64
	seeds, engines int

	lap    uint64
	inLap  []int32 // the seeds of the lap in their order, nil before the first question
	engine []int32 // scratch space
}

// at returns the slot with a number.
func (o *order) at(number uint64) Slot {
	lap := number / uint64(o.seeds)
	o.shuffle(lap)
	seed := int(o.inLap[number%uint64(o.seeds)])
	return Slot{Number: number, Seed: seed, Engine: o.engineOf(seed, lap), Round: lap / uint64(o.engines)}
}

// shuffle sets the order of the seeds in a lap.
func (o *order) shuffle(lap uint64) {
	if o.inLap == nil {
		o.inLap = make([]int32, o.seeds)
	} else if o.lap == lap {
		return
	}
	o.lap = lap
	permute(rng.New(o.random).Split("order of seeds").SplitN(lap), o.inLap)
}

// engineOf returns the engine of a seed in a lap. In the laps of a round, a seed meets all engines, in an order of its own.
func (o *order) engineOf(seed int, lap uint64) int {
	if o.engine == nil {
		o.engine = make([]int32, o.engines)
	}
	engines := uint64(o.engines)
	permute(rng.New(o.random).Split("order of engines").SplitN(lap/engines).SplitN(uint64(seed)), o.engine)
	return int(o.engine[lap%engines])
}

// permute puts the numbers from 0 into a random order.
func permute(r *rng.Rand, numbers []int32) {
	for i := range numbers {
		numbers[i] = int32(i)
	}
	for i := len(numbers) - 1; i > 0; i-- {
		k := r.IntN(i + 1)
		numbers[i], numbers[k] = numbers[k], numbers[i]
	}
}
