package living

// A transcript is what a process has read, text by text. Texts that it has returned never change.
type transcript struct {
	texts [][]byte
	chunk []byte // where the next text goes, if it fits
	size  int
}

const chunkSize = 64 << 10

// add appends a copy of a text in parts.
func (t *transcript) add(parts ...[]byte) {
	size := 0
	for _, p := range parts {
		size += len(p)
	}
	if cap(t.chunk)-len(t.chunk) < size {
		t.chunk = make([]byte, 0, max(chunkSize, size))
	}
	begin := len(t.chunk)
	for _, p := range parts {
		t.chunk = append(t.chunk, p...)
	}
	t.texts = append(t.texts, t.chunk[begin:len(t.chunk):len(t.chunk)])
	t.size += size
}

// all returns the texts so far.
func (t *transcript) all() [][]byte { return t.texts[:len(t.texts):len(t.texts)] }
