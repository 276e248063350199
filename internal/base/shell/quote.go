// Package shell writes command lines that people can paste into a POSIX shell.
package shell

import "strings"

// Quote writes words as a command line that a POSIX shell (XCU 2.2) and solver.ParseSpec read back as the same words.
func Quote(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quoteWord(w)
	}
	return strings.Join(quoted, " ")
}

// plainBytes need no quotes anywhere.
const plainBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-"

func quoteWord(w string) string {
	if w != "" && strings.Trim(w, plainBytes) == "" {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}
