package campaign

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"slices"
)

// maxDistinct is how many hashes a DistinctSample keeps; of more different texts it keeps about half as many at least. That is
// enough for a standard deviation of half a percent in the share of unique texts, as long as no single text makes up
// much of all.
const maxDistinct = 1 << 14

// A DistinctSample estimates how many of many texts differ, in bounded memory (distinct sampling: Gibbons, VLDB 2001). It
// keeps the hashes that end in Level zero bits, each with how often it came, and raises the level when there are too
// many. A hash is kept from its first time or never, so that counts are exact, and what is kept is a function of the texts
// alone: it depends neither on their order nor on how they were spread over samples that were merged. The zero value is an
// empty sample. Not safe for concurrent use.
type DistinctSample struct {
	level  int
	seen   int64 // sum of counts
	counts map[uint64]int64
}

// Uniqueness is what a sample of texts says about all.
type Uniqueness struct {
	// Seen is the number of texts in the sample, Kept how many of them differ.
	Seen int64 `json:"seen"`
	Kept int64 `json:"kept"`
	// Level: the sample is one different text in 2 to the power of Level, 0 for all.
	Level int `json:"level"`
}

// Share is the part of texts that differ from all before them, from 0 to 1; 1 when there are none.
func (u Uniqueness) Share() float64 {
	if u.Seen <= 0 {
		return 1
	}
	return float64(u.Kept) / float64(u.Seen)
}

// Add counts a text n times, n > 0; hash is a hash of it with 64 good bits.
func (s *DistinctSample) Add(hash uint64, n int64) {
	if bits.TrailingZeros64(hash) < s.level {
		return
	}
	if s.counts == nil {
		s.counts = make(map[uint64]int64)
	}
	s.counts[hash] += n
	s.seen += n
	for len(s.counts) > maxDistinct {
		s.raise(s.level + 1)
	}
}

// raise forgets the hashes below a level.
func (s *DistinctSample) raise(level int) {
	s.level = level
	for hash, n := range s.counts {
		if bits.TrailingZeros64(hash) < level {
			delete(s.counts, hash)
			s.seen -= n
		}
	}
}

// Merge adds the texts of another sample.
func (s *DistinctSample) Merge(o *DistinctSample) {
	if o.level > s.level {
		s.raise(o.level)
	}
	for hash, n := range o.counts {
		s.Add(hash, n)
	}
}

// Uniqueness sums the sample up.
func (s *DistinctSample) Uniqueness() Uniqueness {
	return Uniqueness{Seen: s.seen, Kept: int64(len(s.counts)), Level: s.level}
}

// savedSample is a sample in campaign.json: the hashes in ascending order, eight bytes each, and behind each its count as
// a varint.
type savedSample struct {
	Level  int    `json:"level"`
	Hashes []byte `json:"hashes"`
}

// MarshalJSON implements json.Marshaler.
func (s *DistinctSample) MarshalJSON() ([]byte, error) {
	out := savedSample{Level: s.level, Hashes: make([]byte, 0, 9*len(s.counts))}
	for _, hash := range slices.Sorted(maps.Keys(s.counts)) {
		out.Hashes = binary.BigEndian.AppendUint64(out.Hashes, hash)
		out.Hashes = binary.AppendUvarint(out.Hashes, uint64(s.counts[hash]))
	}
	return json.Marshal(out)
}

var errSample = errors.New("the sample of distinct mutants is damaged")

// UnmarshalJSON implements json.Unmarshaler.
func (s *DistinctSample) UnmarshalJSON(data []byte) error {
	var in savedSample
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	if in.Level < 0 || in.Level > 64 {
		return fmt.Errorf("%w: level %d", errSample, in.Level)
	}
	*s = DistinctSample{level: in.Level}
	for rest := in.Hashes; len(rest) > 0; {
		if len(rest) < 8 {
			return fmt.Errorf("%w: it is cut off", errSample)
		}
		hash := binary.BigEndian.Uint64(rest)
		n, size := binary.Uvarint(rest[8:])
		// No campaign runs that many mutants, and sums of them do not overflow.
		const most = 1 << 48
		if size <= 0 || n == 0 || n > most {
			return fmt.Errorf("%w: a count is none", errSample)
		}
		s.Add(hash, int64(n))
		rest = rest[8+size:]
	}
	return nil
}
