package dossier

import (
	"slices"
	"strings"
)

// A Change is a stretch of a text and what became of it.
type Change struct {
	// Kind is "" for what both texts have, "-" for what only the first has and "+" for what only the second has.
	Kind string `json:"kind,omitempty"`
	Text string `json:"text"`
}

// Bounds on comparing: the work is the number of words times that of the differences.
const (
	maxCompared    = 20_000 // words of both texts
	maxDifferences = 1_500  // words that only one of them has
)

// Compare compares two scripts word by word, where a word is a parenthesis, a symbol or blanks; nil where they are too long or differ in too much.
// It is the greedy algorithm for shortest edit scripts (Myers, An O(ND) Difference Algorithm, 1986).
func Compare(before, after string) []Change {
	a, b := words(before), words(after)
	if before == "" || after == "" || len(a)+len(b) > maxCompared {
		return nil
	}
	trace, ok := shortest(a, b)
	if !ok {
		return nil
	}
	var out []Change
	add := func(kind, text string) {
		if n := len(out); n > 0 && out[n-1].Kind == kind {
			out[n-1].Text = text + out[n-1].Text // from the end to the beginning
			return
		}
		out = append(out, Change{kind, text})
	}
	x, y := len(a), len(b)
	for d := len(trace) - 1; d >= 0; d-- {
		v, k := trace[d], x-y
		from := k - 1
		if k == -d || k != d && v.at(k-1) < v.at(k+1) {
			from = k + 1
		}
		startX := 0
		if d > 0 {
			startX = v.at(from)
		}
		startY := startX - from
		for x > startX && y > startY && (d > 0 || x > 0 && y > 0) {
			add("", a[x-1])
			x, y = x-1, y-1
		}
		if d == 0 {
			break
		}
		if from == k+1 {
			add("+", b[y-1])
		} else {
			add("-", a[x-1])
		}
		x, y = startX, startY
	}
	slices.Reverse(out)
	return out
}

// A frontier has, by diagonal, how far the first text was read with a number of differences.
type frontier struct {
	reach  []int
	middle int
}

func (f frontier) at(k int) int { return f.reach[f.middle+k] }

// shortest returns the frontiers before each number of differences; ok is false where there are too many.
func shortest(a, b []string) (trace []frontier, ok bool) {
	limit := min(len(a)+len(b), maxDifferences)
	now := frontier{reach: make([]int, 2*limit+3), middle: limit + 1}
	for d := 0; d <= limit; d++ {
		// Of a frontier, only the diagonals up to d+1 are ever read.
		trace = append(trace, frontier{reach: slices.Clone(now.reach[now.middle-d-1 : now.middle+d+2]), middle: d + 1})
		for k := -d; k <= d; k += 2 {
			x := now.at(k-1) + 1
			if k == -d || k != d && now.at(k-1) < now.at(k+1) {
				x = now.at(k + 1)
			}
			y := x - k
			for x < len(a) && y < len(b) && a[x] == b[y] {
				x, y = x+1, y+1
			}
			now.reach[now.middle+k] = x
			if x >= len(a) && y >= len(b) {
				return trace, true
			}
		}
	}
	return nil, false
}

// words splits a text into parentheses, blanks and what is between them. Together they are the text.
func words(text string) []string {
	const blanks = " \t\r\n"
	var out []string
	for text != "" {
		end := 1
		switch {
		case strings.ContainsRune(blanks, rune(text[0])):
			end = len(text) - len(strings.TrimLeft(text, blanks))
		case text[0] != '(' && text[0] != ')':
			if end = strings.IndexAny(text, "()"+blanks); end < 0 {
				end = len(text)
			}
		}
		out = append(out, text[:end])
		text = text[end:]
	}
	return out
}
