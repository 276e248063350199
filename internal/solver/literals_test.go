package solver

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLiterals(t *testing.T) {
	for pattern, want := range map[string][]string{
		`^ASSERTION VIOLATION\s*\nFile: (\S+)`: {"ASSERTION VIOLATION"},
		`out of memory|memout`:                 {"out of memory", "memout"},
		`out of memory|^.*$`:                   nil,
		`(?i)out of memory`:                    nil, // its letters may be of any case
		`a+b*`:                                 nil,
		`(?:abc)?`:                             nil,
		`(?:abc){0,2}def`:                      {"def"},
		`x*(?:abcd)+\d`:                        {"abcd"},
		`^(?P<what>Failed|Fatal|unsupported)`:  {"iled", "tal", "unsupported"}, // the common beginning is factored out
		`[[:alpha:]]+`:                         nil,
	} {
		if diff := cmp.Diff(want, literalsOf("(?m)"+pattern)); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", pattern, diff)
		}
	}
}

// TestLiteralsRuleOutNothingElse: on all recorded outputs, on their lines, and on texts that are made of the patterns, a pattern says what its expression says.
func TestLiteralsRuleOutNothingElse(t *testing.T) {
	texts := []string{"", "\n", "sat\n"}
	files, err := filepath.Glob("testdata/*/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no recorded outputs", err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			continue // a folder
		}
		texts = append(texts, string(data))
		for line := range strings.Lines(string(data)) {
			texts = append(texts, line)
		}
	}
	matched, filtered := 0, 0
	for _, p := range builtinSet(t).Profiles() {
		x := p.Text
		patterns := slices.Concat(x.Timeout, x.Memory, x.Options, x.Unsupported, x.Rejected, x.Errors, x.Harmless, x.InvalidModel, x.Incomplete, x.NotACrash)
		for _, c := range p.Crash {
			patterns = append(patterns, c.Pattern)
		}
		for _, pattern := range patterns {
			if len(pattern.literals) > 0 {
				filtered++
			}
			for _, text := range texts {
				want := pattern.re.MatchString(text)
				if got := pattern.Match(text); got != want {
					t.Fatalf("%s: %v on %q gives %t, the expression %t", p.Name, pattern.re, text, got, want)
				}
				if want {
					matched++
				}
			}
		}
	}
	if matched < 100 || filtered < 20 {
		t.Errorf("%d matches, %d patterns with literals: the test shows nothing", matched, filtered)
	}
}

// FuzzLiterals: an expression that matches a text has one of its literals there.
func FuzzLiterals(f *testing.F) {
	for _, seed := range [][2]string{{"abc|def", "xdef"}, {"^(abc)+d?$", "abcabc"}, {"(?:aaa|bbb){2}", "aaabbb"}, {"(?s)abc.*def", "abc\ndef"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		var p Pattern
		if len(pattern) > 200 || p.UnmarshalText([]byte(pattern)) != nil {
			return
		}
		if re := regexp.MustCompile("(?m)" + pattern); re.MatchString(text) && !p.Match(text) {
			t.Errorf("%q occurs in %q, which has none of %q", pattern, text, p.literals)
		}
	})
}
