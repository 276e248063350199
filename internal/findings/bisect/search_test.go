package bisect

import (
	"context"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// lineOf reads a line of versions: x shows it, a dot does not, a question mark cannot say.
func lineOf(text string) []Verdict {
	out := make([]Verdict, len(text))
	for i, c := range text {
		out[i] = map[rune]Verdict{'x': Shows, '.': Absent, '?': Unclear, ' ': Unasked}[c]
	}
	return out
}

func search(t *testing.T, truth string, s Search) (h History, asked int) {
	t.Helper()
	line := lineOf(truth)
	if s.Known == nil {
		s.Known = make([]Verdict, len(line))
	}
	seen := map[int]bool{}
	s.Ask = func(_ context.Context, i int) (Verdict, error) {
		if seen[i] {
			t.Errorf("version %d is asked twice", i)
		}
		seen[i] = true
		return line[i], nil
	}
	h, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return h, len(seen)
}

func TestSearch(t *testing.T) {
	for _, c := range []struct {
		name, line                              string
		firstBad, lastGood, lastBad, firstFixed int
		monotone                                bool
		most                                    int // versions asked
	}{
		{"nothing", "", None, None, None, None, true, 0},
		{"one", "x", 0, None, 0, None, true, 1},
		{"never", "................", None, None, None, None, true, 5},
		{"always", "xxxxxxxxxxxxxxxx", 0, None, 15, None, true, 5},
		{"came", "..........xxxxxx", 10, 9, 15, None, true, 9},
		{"went", "xxxxxx..........", 0, None, 5, 6, true, 9},
		{"came and went", "......xxxxx.....", 6, 5, 10, 11, true, 10},
		{"one version in many, which is known to be bad", strings.Repeat(".", 31) + "x" + strings.Repeat(".", 31), 31, 30, 31, 32, true, 20},
		{"goes around what cannot say", "....???xxx??....", 7, 3, 9, 12, true, 16},
		{"no version can say", "????????", None, None, None, None, true, 8},
		{"ends cannot say", "??...xxx??", 5, 4, 7, None, true, 10},
		{"went and came again", "xxxx........xxxx", 0, None, 15, None, false, 16},
		{"holes", ".xx.xx.xx.xx.xx.", 1, 0, 14, 15, false, 16},
	} {
		t.Run(c.name, func(t *testing.T) {
			likely := strings.IndexByte(c.line, 'x')
			h, asked := search(t, c.line, Search{Likely: likely, Whole: true})
			if h.FirstBad() != c.firstBad || h.LastGood() != c.lastGood || h.LastBad() != c.lastBad || h.FirstFixed() != c.firstFixed || h.Monotone != c.monotone {
				t.Errorf("first bad %d, last good %d, last bad %d, first fixed %d, monotone %v", h.FirstBad(), h.LastGood(), h.LastBad(), h.FirstFixed(), h.Monotone)
			}
			if asked > c.most {
				t.Errorf("%d versions were asked, %d should do", asked, c.most)
			}
			if !c.monotone && asked != len(c.line) {
				t.Errorf("%d versions were asked of a history that is not monotone", asked)
			}
		})
	}
}

// Versions with known verdicts are not asked again.
func TestSearchResumed(t *testing.T) {
	h, asked := search(t, "......xxxxx.....", Search{Likely: 6, Known: lineOf("..    x?   .   .")})
	if h.FirstBad() != 6 || h.FirstFixed() != 11 {
		t.Errorf("first bad %d, first fixed %d", h.FirstBad(), h.FirstFixed())
	}
	_, fresh := search(t, "......xxxxx.....", Search{Likely: 6})
	if asked >= fresh {
		t.Errorf("%d asked, %d without what was known", asked, fresh)
	}
}

// Where no version is silent, a defect that came and went at most once is located exactly, wherever it is, with few questions. The result
// never contradicts any answer, whatever the answers are.
func TestSearchIsRight(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 200).Draw(rt, "versions")
		from := rapid.IntRange(0, n-1).Draw(rt, "from")
		to := rapid.IntRange(from, n-1).Draw(rt, "to")
		likely := rapid.IntRange(from, to).Draw(rt, "likely")
		line := []byte(strings.Repeat(".", n))
		for i := from; i <= to; i++ {
			line[i] = 'x'
		}
		h, asked := search(t, string(line), Search{Likely: likely})
		if h.FirstBad() != from || h.LastBad() != to || !h.Monotone {
			rt.Fatalf("%s: first bad %d, last bad %d", line, h.FirstBad(), h.LastBad())
		}
		if asked > 24 {
			rt.Fatalf("%d of %d versions were asked", asked, n)
		}
	})
	rapid.Check(t, func(rt *rapid.T) {
		line := rapid.StringOfN(rapid.SampledFrom([]rune("x.?")), 1, 40, -1).Draw(rt, "line")
		truth := lineOf(line)
		h, _ := search(t, line, Search{Likely: -1})
		for i, v := range h.Line {
			if v != Unasked && v != truth[i] {
				rt.Fatalf("%s: version %d %s", line, i, v)
			}
		}
		for _, c := range h.Changes {
			for i := c.From + 1; i < c.To; i++ {
				if h.Line[i] != Unclear {
					rt.Fatalf("%s: version %d between %d and %d was not asked", line, i, c.From, c.To)
				}
			}
		}
	})
}

// Where asking is expensive, the changes that are seen are located, and not all versions are asked.
func TestSearchNotWhole(t *testing.T) {
	line := strings.Repeat("x", 30) + strings.Repeat(".", 40) + strings.Repeat("x", 30)
	h, asked := search(t, line, Search{Likely: -1, Probes: 3})
	if h.Monotone || len(h.Changes) != 2 || h.Changes[0].To != 30 || h.Changes[1].To != 70 || asked > 20 {
		t.Errorf("%+v after %d", h.Changes, asked)
	}
}

func TestSearchEnds(t *testing.T) {
	broken := errors.New("broken")
	s := Search{Known: make([]Verdict, 10), Likely: 3, Ask: func(_ context.Context, i int) (Verdict, error) {
		if i == 3 {
			return Shows, nil
		}
		return Unasked, broken
	}}
	h, err := s.Run(t.Context())
	if !errors.Is(err, broken) || h.FirstBad() != 3 {
		t.Errorf("%+v, %v", h, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestAssumed(t *testing.T) {
	h := HistoryOf(lineOf(" . . x x .? "))
	for i, want := range lineOf("....?xxx?.?.") {
		if got := h.Assumed(i); got != want {
			t.Errorf("version %d: %q, want %q", i, got, want)
		}
	}
}
