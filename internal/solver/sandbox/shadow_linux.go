package sandbox

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"sync"
	"time"
)

// shadowMarks are what a program compiled with a sanitizer that reserves memory has in it: the name of a symbol, or of the tool.
var shadowMarks = [][]byte{
	[]byte("__asan_init"), []byte("AddressSanitizer"), []byte("__tsan_init"), []byte("ThreadSanitizer"), []byte("__msan_init"), []byte("MemorySanitizer"),
}

// A fileState is what tells whether a file has changed.
type fileState struct {
	size     int64
	modified time.Time
}

// shadows remembers the programs that were examined.
var shadows struct {
	sync.Mutex
	of map[string]struct {
		fileState
		reserves bool
	}
}

// reservesShadow reports whether a program maps terabytes for its own bookkeeping when it starts, as those with a sanitizer do: RLIMIT_DATA counts
// them, and would keep it from starting. Only the watch limits the memory of such a program. It is safe for concurrent use.
func reservesShadow(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	state := fileState{info.Size(), info.ModTime()}
	shadows.Lock()
	known, ok := shadows.of[path]
	shadows.Unlock()
	if ok && known.fileState == state {
		return known.reserves
	}
	known.fileState, known.reserves = state, hasMark(path)
	shadows.Lock()
	defer shadows.Unlock()
	if shadows.of == nil {
		shadows.of = make(map[string]struct {
			fileState
			reserves bool
		})
	}
	shadows.of[path] = known
	return known.reserves
}

// hasMark reports whether an ELF file has one of the marks in it.
func hasMark(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	r := bufio.NewReaderSize(f, 1<<20)
	if head, err := r.Peek(4); err != nil || string(head) != "\x7fELF" {
		return false
	}
	const overlap = 32 // longer than any mark
	buffer := make([]byte, overlap+1<<20)
	kept := 0
	for {
		n, err := io.ReadFull(r, buffer[kept:])
		text := buffer[:kept+n]
		for _, m := range shadowMarks {
			if bytes.Contains(text, m) {
				return true
			}
		}
		if err != nil {
			return false
		}
		kept = copy(buffer, text[len(text)-overlap:])
	}
}
