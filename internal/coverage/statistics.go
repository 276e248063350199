package coverage

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Statistics are counts of what a solver did, by name. An entry of a histogram has the name of the histogram with its own in braces, such
// as "theory::strings::rewrites{LEN_CONCAT}". Counts of 0 are left out, as some solvers leave them out.
type Statistics map[string]int64

// Bounds of what is read: the text comes from a solver.
const (
	maxStatistics     = 10_000
	maxStatisticsName = 200
)

// statistic finds (:name 12), ("name" 12), ("name" { a: 1, b: 2 }) and ("name" "[(a : 1), (b : 2)]").
var (
	statistic = regexp.MustCompile(`(?::([A-Za-z][\w.-]*)|\("([^"]*)")\s+(?:(-?\d+)([^\s():]*)|\{([^{}]*)\}|"\[([^"]*)\]")`)
	histogram = regexp.MustCompile(`([^,:()]+?)\s*:\s*(\d+)`)
)

// volatile are names of what differs between two runs that do the same: times, memory, counters that a process never sets back, and steps
// of rewriters that remember terms of scripts before.
var volatile = regexp.MustCompile(`(?i)time|memory|mem-usage|alloc|rlimit|^resource::(resourceUnits|spendResource|steps::resource|\w+Steps?$)`)

// ParseStatistics reads the response to (get-info :all-statistics), in the forms of z3, yices and cvc. Values that are no whole numbers,
// such as times, are left out.
func ParseStatistics(text string) Statistics {
	out := make(Statistics)
	add := func(name, count string) {
		n, err := strconv.ParseInt(count, 10, 64)
		if err != nil || n == 0 || len(name) > maxStatisticsName || len(out) >= maxStatistics {
			return
		}
		out[name] = n
	}
	for _, m := range statistic.FindAllStringSubmatch(text, maxStatistics) {
		name := m[1] + m[2]
		if volatile.MatchString(name) {
			continue
		}
		if m[3] != "" {
			if m[4] == "" {
				add(name, m[3])
			}
			continue
		}
		for _, h := range histogram.FindAllStringSubmatch(m[5]+m[6], maxStatistics) {
			add(name+"{"+strings.TrimSpace(h[1])+"}", h[2])
		}
	}
	return out
}

// Differ returns the names whose counts differ, sorted.
func (s Statistics) Differ(other Statistics) []string {
	var out []string
	for name, n := range s {
		if other[name] != n {
			out = append(out, name)
		}
	}
	for name := range other {
		if _, ok := s[name]; !ok {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// Without returns the statistics without some names.
func (s Statistics) Without(names []string) Statistics {
	out := maps.Clone(s)
	for _, name := range names {
		delete(out, name)
	}
	return out
}
