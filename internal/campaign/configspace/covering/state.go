package covering

import (
	"encoding/binary"
	"errors"
)

// A State is what an Array knows, as it is saved.
type State struct {
	// Covered and Accepted are sets of pairs and of values, eight in a byte.
	Covered  []byte `json:"covered,omitempty"`
	Accepted []byte `json:"accepted,omitempty"`
	// Refusals and Alone count refused rows with pairs and with values.
	Refusals map[uint32]uint8 `json:"refusals,omitempty"`
	Alone    map[uint32]uint8 `json:"alone,omitempty"`
}

// Save returns what the array knows.
func (a *Array) Save() State {
	return State{Covered: bytesOf(a.covered), Accepted: bytesOf(a.accepted), Refusals: clone(a.refusals), Alone: clone(a.alone)}
}

// Restore replaces what the array knows with what an array of the same factors had saved. After an error nothing is covered.
func (a *Array) Restore(st State) error {
	covered, accepted := words(st.Covered, len(a.covered)), words(st.Accepted, len(a.accepted))
	if covered == nil || accepted == nil {
		return errors.New("covering: the state is that of other factors")
	}
	a.covered, a.accepted, a.done = covered, accepted, count(covered)
	a.refusals, a.alone = clone(st.Refusals), clone(st.Alone)
	return nil
}

func bytesOf(set []uint64) []byte {
	var out []byte
	for _, word := range set {
		out = binary.LittleEndian.AppendUint64(out, word)
	}
	return out
}

// words is the inverse of bytesOf, nil for another number of words.
func words(text []byte, n int) []uint64 {
	if len(text) != 8*n {
		return nil
	}
	out := make([]uint64, n)
	for i := range out {
		out[i] = binary.LittleEndian.Uint64(text[8*i:])
	}
	return out
}
