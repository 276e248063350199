package feedback

import "math/bits"

// A Bucket is a class of counts. How often something happened matters on a logarithmic scale: a loop that runs 40 times instead of 39 is
// not news. The classes are those of AFL.
type Bucket uint8

// Buckets is the number of buckets, which are 0 to Buckets-1.
const Buckets = 8

var bucketNames = [Buckets]string{"1", "2", "3", "4-7", "8-15", "16-31", "32-127", "128+"}

// String returns the counts of the bucket.
func (b Bucket) String() string {
	if int(b) < len(bucketNames) {
		return bucketNames[b]
	}
	return "?"
}

// BucketOf returns the bucket of a count, which is at least 1.
func BucketOf(count uint64) Bucket {
	switch {
	case count <= 3:
		return Bucket(max(count, 1) - 1)
	case count < 32:
		return Bucket(bits.Len64(count))
	case count < 128:
		return 6
	}
	return 7
}
