package findings

import (
	"fmt"
	"strings"
)

// versions says which versions show it.
func (r *tracked) versions() string {
	var b strings.Builder
	if h := r.history; h != nil {
		lastBad := h.LastBad
		if h.FirstFixed == "" {
			lastBad = "" // the newest that was run
		}
		for _, one := range []struct{ words, version string }{
			{"first bad version", h.FirstBad}, {"last good version", h.LastGood}, {"last bad version", lastBad}, {"first good version after it", h.FirstFixed},
		} {
			if one.version != "" {
				fmt.Fprintf(&b, "- %s: %s\n", one.words, code(one.version))
			}
		}
	}
	return b.String()
}

// regression says between which versions it appeared.
func (r *tracked) regression() string {
	if h := r.history; h != nil && h.LastGood != "" {
		return fmt.Sprintf("It does not show in %s; the first version that shows it is %s.\n", code(h.LastGood), code(h.FirstBad))
	}
	return ""
}
