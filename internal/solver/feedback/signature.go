package feedback

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

// MaxKey is the length of a key in bytes after which the rest of it is ignored.
const MaxKey = 200

// MaxEntries is the number of entries of a signature. What a run shows beyond it is left out, the last ones in the order of keys.
const MaxEntries = 1 << 20

// An Entry says how many times something happened in a run.
type Entry struct {
	Key    string
	Bucket Bucket
}

// A Signature is what a run showed: a set of entries, at most one for each key. The zero value is the signature of a run that
// showed nothing. It is immutable and safe for concurrent use.
type Signature struct {
	entries []Entry // in the order of keys
}

// Of returns the signature of counts by key. Counts of 0 are left out. For keys that are the same up to MaxKey, only the largest
// count is used.
func Of(counts iter.Seq2[string, uint64]) Signature {
	var all []Entry
	for key, n := range counts {
		if n == 0 {
			continue
		}
		if len(key) > MaxKey {
			key = strings.Clone(key[:MaxKey])
		}
		all = append(all, Entry{key, BucketOf(n)})
	}
	slices.SortFunc(all, func(a, b Entry) int {
		if c := strings.Compare(a.Key, b.Key); c != 0 {
			return c
		}
		return int(b.Bucket) - int(a.Bucket)
	})
	all = slices.CompactFunc(all, func(a, b Entry) bool { return a.Key == b.Key })
	return Signature{all[:min(len(all), MaxEntries)]}
}

// Len is the number of entries.
func (s Signature) Len() int { return len(s.entries) }

// All yields the entries in the order of keys.
func (s Signature) All() iter.Seq[Entry] { return slices.Values(s.entries) }

// MarshalJSON returns an object with the bucket of each key.
func (s Signature) MarshalJSON() ([]byte, error) {
	out := make(map[string]Bucket, len(s.entries))
	for _, e := range s.entries {
		out[e.Key] = e.Bucket
	}
	return json.Marshal(out)
}

// UnmarshalJSON is the inverse of MarshalJSON. It refuses what no run shows.
func (s *Signature) UnmarshalJSON(text []byte) error {
	var in map[string]Bucket
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	if len(in) > MaxEntries {
		return fmt.Errorf("feedback: %d entries", len(in))
	}
	s.entries = nil
	for _, key := range slices.Sorted(maps.Keys(in)) {
		if len(key) > MaxKey || in[key] >= Buckets {
			return fmt.Errorf("feedback: %.80q in bucket %d", key, in[key])
		}
		s.entries = append(s.entries, Entry{key, in[key]})
	}
	return nil
}

// Digest is a short name of the signature: equal signatures have the same digest, different ones hardly ever.
func (s Signature) Digest() string {
	h := sha256.New()
	for _, e := range s.entries {
		h.Write([]byte(e.Key))
		h.Write([]byte{0, byte(e.Bucket)})
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// Differ returns, in order, the keys for which two signatures do not have the same entry.
func (s Signature) Differ(o Signature) []string {
	var keys []string
	a, b := s.entries, o.entries
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].Key < b[0].Key:
			keys, a = append(keys, a[0].Key), a[1:]
		case len(a) == 0 || b[0].Key < a[0].Key:
			keys, b = append(keys, b[0].Key), b[1:]
		default:
			if a[0] != b[0] {
				keys = append(keys, a[0].Key)
			}
			a, b = a[1:], b[1:]
		}
	}
	return keys
}
