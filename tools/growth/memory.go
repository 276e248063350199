package growth

import "runtime/metrics"

// read returns runtime metrics that are counters.
func read(names ...string) []uint64 {
	samples := make([]metrics.Sample, len(names))
	for i, name := range names {
		samples[i].Name = name
	}
	metrics.Read(samples)
	out := make([]uint64, len(names))
	for i := range samples {
		out[i] = samples[i].Value.Uint64()
	}
	return out
}

// allocated returns how many bytes and objects this process has allocated so far. The runtime counts small ones by the page: one
// piece of work looks cheaper or more expensive than it is, the mean of many does not.
func allocated() (bytes, objects uint64) {
	m := read("/gc/heap/allocs:bytes", "/gc/heap/allocs:objects")
	return m[0], m[1]
}

// alive returns the bytes of live objects, right after a collection.
func alive() uint64 { return read("/memory/classes/heap/objects:bytes")[0] }
