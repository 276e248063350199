package living

import (
	"bytes"
	"strings"
)

// An anomaly is something unusual in a reused process: what it was, in a few words that can be counted, and the beginning of what the
// process said, "" for nothing. The zero value means no anomaly.
type anomaly struct{ what, said string }

func (o anomaly) String() string {
	if o.said == "" {
		return o.what
	}
	return o.what + ": " + o.said
}

// maxExcerpt bounds how much is kept of what a process said.
const maxExcerpt = 200

// excerpt is the beginning of the first of some texts that says something, in one line. It is hostile.
func excerpt(texts ...[]byte) string {
	for _, text := range texts {
		text = bytes.TrimSpace(text)
		if len(text) > 0 {
			return strings.Join(strings.Fields(strings.ToValidUTF8(string(text[:min(len(text), maxExcerpt)]), "?")), " ")
		}
	}
	return ""
}
