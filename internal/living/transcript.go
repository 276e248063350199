package living

// A transcript is what a process has read, text by text. What it returned once never changes.
type transcript struct {
	texts [][]byte
	chunk []byte // where the next text goes, as far as it has room
	size  int
}

const chunkSize = 64 << 10

// add appends a copy of a text.
func (t *transcript) add(text []byte) {
	if cap(t.chunk)-len(t.chunk) < len(text) {
		t.chunk = make([]byte, 0, max(chunkSize, len(text)))
	}
	begin := len(t.chunk)
	t.chunk = append(t.chunk, text...)
	t.texts = append(t.texts, t.chunk[begin:len(t.chunk):len(t.chunk)])
	t.size += len(text)
}

// all returns the texts so far.
func (t *transcript) all() [][]byte { return t.texts[:len(t.texts):len(t.texts)] }
