// Package nearest finds what somebody meant who has mistyped a word.
package nearest

import "strings"

// Hint returns ", did you mean X?" for the candidate nearest to word, or nothing when none is near.
func Hint(word string, candidates []string) string {
	best, bestDistance := "", 3
	if len(word) < 5 {
		bestDistance = 2
	}
	for _, c := range candidates {
		d := distance(strings.ToLower(word), strings.ToLower(c))
		if strings.HasPrefix(c, word) && len(word) > 2 {
			d = 0
		}
		if d < bestDistance {
			best, bestDistance = c, d
		}
	}
	if best == "" {
		return ""
	}
	return ", did you mean " + best + "?"
}

// distance is the number of insertions, deletions, replacements and swaps of neighbours that turn a into b
// (optimal string alignment), so that the commonest typing slips count once.
func distance(a, b string) int {
	before := make([]int, len(b)+1)
	last := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
