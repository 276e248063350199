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

// maxDistinct is how many hashes a DistinctSample keeps at most; when there are more different texts, it keeps at least about
// half as many. That is enough for a standard deviation of half a percent in the share of unique texts, as long as no single
// text makes up a large part of all texts.
const maxDistinct = 1 << 14

// A DistinctSample estimates in bounded memory how many of many texts differ (distinct sampling: Gibbons, VLDB 2001). It
// keeps the hashes that end in Level zero bits, each with the number of its occurrences, and raises the level when there
// are too many. A hash is kept from its first occurrence or never, so counts are exact. What is kept is a function of the
// texts alone: it depends neither on their order nor on how they were spread over merged samples. The zero value is an
// empty sample. Not safe for concurrent use.
type DistinctSample struct {
	level  int
	seen   int64 // sum of counts
	counts map[uint64]int64
}

// Uniqueness is what a sample of texts says about all of them.
type Uniqueness struct {
	// Seen is the number of texts in the sample, Kept how many of them differ.
	Seen int64 `json:"seen"`
	Kept int64 `json:"kept"`
	// Level: the sample has one in 2 to the power of Level different texts; 0 means all.
	Level int `json:"level"`
}

// Share is the share of texts that differ from all earlier ones, from 0 to 1; 1 when there are none.
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

// raise drops the hashes below a level.
func (s *DistinctSample) raise(level int) {
	s.level = level
	for hash, n := range s.counts {
		if bits.TrailingZeros64(hash) < level {
			delete(s.counts, hash)
			s.seen -= n
		}
	}
}

// Uniqueness sums the sample up.
func (s *DistinctSample) Uniqueness() Uniqueness {
	return Uniqueness{Seen: s.seen, Kept: int64(len(s.counts)), Level: s.level}
}

// savedSample is a sample as it was saved by versions without a database: the hashes in ascending order, eight bytes each, and after each its count as
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
			return fmt.Errorf("%w: a count is invalid", errSample)
		}
		s.Add(hash, int64(n))
		rest = rest[8+size:]
	}
	return nil
}
