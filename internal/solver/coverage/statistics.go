package coverage

import (
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/feedback"
)

// Statistics are counts of what a solver did, by name. An entry of a histogram is named after the histogram, with its own name in braces,
// such as "theory::strings::rewrites{LEN_CONCAT}". Counts of 0 are left out, as some solvers leave them out.
type Statistics map[string]uint64

// Bounds on what is read: the text comes from a solver.
const (
	maxStatistics     = 10_000
	maxStatisticsName = feedback.MaxKey
	maxStatisticsText = 4 << 20
)

// Skipped counts what is not part of the statistics, by reason.
type Skipped struct {
	Noise   int // its name is noise according to the profile
	Uncount int // its value is not a natural number: a time, a size, a share, a name
	Excess  int // it is one too many, its name is too long, or the text continues beyond what is read
}

// A StatisticsReader reads the statistics that a solver prints. It belongs to one goroutine.
type StatisticsReader struct {
	noise solver.Patterns
	known map[string]bool // whether names that were seen before are noise
}

// maxKnown bounds the number of names that a reader remembers.
const maxKnown = 4 * maxStatistics

// NewStatisticsReader returns a reader that leaves out what is noise.
func NewStatisticsReader(noise solver.Patterns) *StatisticsReader {
	return &StatisticsReader{noise: noise, known: make(map[string]bool)}
}

// Read reads the response to (get-info :all-statistics), in the forms of z3, yices and cvc.
func (r *StatisticsReader) Read(text string) (Statistics, Skipped) {
	s := scanner{reader: r, out: make(Statistics)}
	s.response(s.bounded(text))
	return s.out, s.skipped
}

// ParseStatistics is StatisticsReader.Read for a single text.
func ParseStatistics(text string, noise solver.Patterns) Statistics {
	out, _ := NewStatisticsReader(noise).Read(text)
	return out
}

// ReadLines reads lines "name = value", "name, value" and "name: value". Others are left out, and not counted.
func (r *StatisticsReader) ReadLines(text string) (Statistics, Skipped) {
	s := scanner{reader: r, out: make(Statistics)}
	for line := range strings.Lines(s.bounded(text)) {
		s.line(strings.TrimSpace(line))
	}
	return s.out, s.skipped
}

// isNoise reports whether a name says nothing about what the solver did.
func (r *StatisticsReader) isNoise(name string) bool {
	noise, known := r.known[name]
	if !known {
		noise = r.noise.Match(name)
		if len(r.known) < maxKnown {
			r.known[strings.Clone(name)] = noise
		}
	}
	return noise
}

// A scanner reads one text from its beginning to its end, without ever going back by more than a name.
type scanner struct {
	reader  *StatisticsReader
	out     Statistics
	skipped Skipped
}

func (s *scanner) bounded(text string) string {
	if len(text) > maxStatisticsText {
		s.skipped.Excess++
		text = text[:maxStatisticsText]
	}
	return text
}

// response finds (:name 12), ("name" 12), ("name" { a: 1, b: 2 }) and ("name" "[(a : 1), (b : 2)]").
func (s *scanner) response(text string) {
	for {
		at := strings.IndexAny(text, `:"`)
		if at < 0 {
			return
		}
		var name string
		if text[at] == '"' {
			var whole bool
			if name, text, whole = strings.Cut(text[at+1:], `"`); !whole {
				return
			}
		} else {
			text = text[at+1:]
			end := strings.IndexAny(text, " \t\r\n():\"")
			if end < 0 {
				return
			}
			name, text = text[:end], text[end:]
		}
		text = s.value(name, strings.TrimLeft(text, " \t\r\n"))
	}
}

// value enters what is at the beginning of a text as the value of a name, and returns the rest.
func (s *scanner) value(name, text string) (rest string) {
	switch {
	case text == "", text[0] == '(', text[0] == ')':
		return text // a list: its elements have names of their own
	case text[0] == '{':
		inner, rest, whole := strings.Cut(text[1:], "}")
		if whole {
			s.histogram(name, inner, " ,")
		}
		return rest
	case text[0] == '"':
		inner, rest, whole := strings.Cut(text[1:], `"`)
		if whole {
			s.word(name, inner)
		}
		return rest
	}
	end := strings.IndexAny(text, " \t\r\n()\"")
	if end < 0 {
		end = len(text)
	}
	s.word(name, text[:end])
	return text[end:]
}

// line enters what a line says.
func (s *scanner) line(line string) {
	at, length := -1, 0
	for _, separator := range []string{" = ", ": ", ", "} {
		if i := strings.Index(line, separator); i > 0 && (at < 0 || i < at) {
			at, length = i, len(separator)
		}
	}
	if at < 0 || !letter(line[0]) {
		return
	}
	name, value := line[:at], line[at+length:]
	if inner, ok := strings.CutPrefix(value, "{"); ok {
		s.histogram(name, strings.TrimSuffix(inner, "}"), " ,")
		return
	}
	s.word(name, value)
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// word enters a value that is a word, or a histogram in brackets.
func (s *scanner) word(name, value string) {
	if inner, ok := strings.CutPrefix(value, "["); ok {
		s.histogram(name, strings.TrimSuffix(inner, "]"), " ,(")
		return
	}
	s.count(name, value)
}

// histogram enters each entry of "a: 1, b: 2" or "(a : 1), (b : 2)". The name of an entry may contain colons and commas; around is what
// precedes it and is not part of it.
func (s *scanner) histogram(name, inner, around string) {
	for inner != "" {
		at := strings.IndexByte(inner, ':')
		// The count is what follows the first colon that digits follow.
		for at >= 0 {
			if rest := strings.TrimLeft(inner[at+1:], " "); rest != "" && rest[0] >= '0' && rest[0] <= '9' {
				break
			}
			next := strings.IndexByte(inner[at+1:], ':')
			if next < 0 {
				at = -1
				break
			}
			at += 1 + next
		}
		if at < 0 {
			if strings.TrimSpace(inner) != "" {
				s.skipped.Uncount++
			}
			return
		}
		entry := strings.TrimRight(strings.TrimLeft(inner[:at], around), " ")
		rest := strings.TrimLeft(inner[at+1:], " ")
		end := strings.IndexAny(rest, " ,)")
		if end < 0 {
			end = len(rest)
		}
		s.count(name+"{"+entry+"}", rest[:end])
		inner = strings.TrimLeft(rest[end:], " ,)")
	}
}

// count enters a count.
func (s *scanner) count(name, value string) {
	n, err := strconv.ParseUint(value, 10, 64)
	switch {
	case name == "" || err != nil:
		s.skipped.Uncount++
	case n == 0:
	case len(name) > maxStatisticsName, !utf8.ValidString(name):
		s.skipped.Excess++
	case s.reader.isNoise(name):
		s.skipped.Noise++
	case len(s.out) >= maxStatistics:
		s.skipped.Excess++
	default:
		s.out[strings.Clone(name)] += n
	}
}

// Signature is the content of the statistics in a form that can be compared and collected.
func (s Statistics) Signature() feedback.Signature { return feedback.Of(s.counts()) }

func (s Statistics) counts() iter.Seq2[string, uint64] { return maps.All(s) }

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
