package snapshot

import (
	"bytes"
	"strings"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/syntax"
)

// maxHead is the maximum length in bytes of the beginning of a script that is read before a snapshot.
const maxHead = 4096

// chunk is a multiple of what solvers read in one piece before they process it. A head is padded with blanks to that length, so that the
// solver obeys all of it before it reads on.
const chunk = 1024

// A head is the beginning of a script, which sets options and the logic.
type head struct {
	text string // in one line; "" for none
	size int    // bytes that it takes in the script
}

// headOf finds the head of a script. A script has no head if a line feed is inside a word or string.
func headOf(script []byte) head {
	text := string(script[:min(len(script), maxHead)])
	var tree syntax.Tree
	var h head
	var line strings.Builder
	for r := syntax.NewReader(text); ; {
		before := r.Offset()
		if more, err := r.Next(&tree); err != nil || !more || tree.Kind(syntax.Root) != syntax.List {
			break
		}
		kids := tree.Children(syntax.Root)
		if len(kids) == 0 {
			break
		}
		name, _ := tree.Name(kids[0])
		if name != "set-logic" && name != "set-option" && name != "set-info" {
			break
		}
		command := text[max(before, tree.Offset(syntax.Root)):r.Offset()]
		if strings.ContainsAny(command, "\n\r;") {
			break
		}
		line.WriteString(command)
		h.size = r.Offset()
	}
	h.text = line.String()
	return h
}

// file is what a process reads before the first snapshot: the head in one line without its end, so that the lines of what
// follows keep their numbers, and the command that warms up.
func (h head) file(warm solver.Warm) []byte {
	out := append([]byte(h.text), warm.Command...)
	return append(out, bytes.Repeat([]byte{' '}, chunk-len(out)%chunk)...)
}

// blank writes the rest of a script into buf: the script with its head replaced by blanks.
func (h head) blank(buf, script []byte) []byte {
	buf = append(buf[:0], script...)
	for i, c := range buf[:h.size] {
		if c != '\n' {
			buf[i] = ' '
		}
	}
	return buf
}
