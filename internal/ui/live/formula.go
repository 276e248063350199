package live

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/findings"
)

const (
	// mostRead is how much of a formula is read for one of its lines.
	mostRead = 256 << 10
	// longestLine bounds that line in bytes.
	longestLine = 400
)

// formula returns the size of a finding's formula and its last assertion on one line; zeros when it cannot be read.
func formula(folder string) (size int64, line string) {
	f, err := os.Open(filepath.Join(folder, findings.BugFile))
	if err != nil {
		return 0, ""
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0, ""
	}
	text, _ := io.ReadAll(io.LimitReader(f, mostRead)) // a part of it will do
	return info.Size(), lastAssertion(string(text))
}

// lastAssertion returns the last command of a script that begins a line with an assertion, with single blanks, and cut off where it is long.
func lastAssertion(text string) string {
	const begin = "(assert"
	at := strings.LastIndex("\n"+text, "\n"+begin)
	if at < 0 {
		return ""
	}
	rest := text[at:]
	if end := strings.Index(rest, "\n("); end >= 0 {
		rest = rest[:end]
	}
	line := strings.Join(strings.Fields(rest), " ")
	if len(line) > longestLine {
		line = strings.ToValidUTF8(line[:longestLine], "") + "..."
	}
	return line
}
