package findings

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/base/visible"
)

// maxReported is how many bytes of a formula a report shows; the rest is in the file next to it.
const maxReported = 16 << 10

// Report writes a finding as Markdown that can be pasted into an issue tracker, in the layout that the solver's developers ask for. bug is
// what the blamed solver read, others are the texts beside it by file name: the base, the session.
func Report(f *Finding, bug []byte, others map[string][]byte) []byte {
	return tracker(f, bug, others, nil)
}

// CommandLine is the command as people type it, with the file that it reads on its standard input.
func (r *Run) CommandLine() string {
	line := shell.Quote(r.Command)
	if r.Stdin {
		line += " < " + shell.Quote([]string{r.File})
	}
	return line
}

// Fenced is a text as a block of code of a report, with all its characters visible.
func Fenced(language, text string) []byte {
	return []byte(block(language, []byte(text), maxReported, RecordFile))
}

func sentence(s string) string { return strings.TrimRight(strings.TrimSpace(s), ".") }

// block is a fenced block.
func block(language string, text []byte, limit int, where string) string {
	var b bytes.Buffer
	codeBlock(&b, language, text, limit, where)
	return b.String()
}

// codeBlock fences text so that none of its lines can end the block, with all characters visible. limit bounds the bytes of text.
func codeBlock(b *bytes.Buffer, language string, text []byte, limit int, where string) {
	cut := len(text) > limit
	if cut {
		text = text[:limit]
	}
	shown := strings.TrimRight(visible.Text(string(text)), "\n")
	fence := "```"
	for strings.Contains(shown, fence) {
		fence += "`"
	}
	fmt.Fprintf(b, "%s%s\n%s\n%s\n", fence, language, shown, fence)
	if cut {
		fmt.Fprintf(b, "\n(cut here; %s next to this report has the rest)\n", where)
	}
}
