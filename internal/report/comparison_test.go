package report

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/compare"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/report/comparison"
	"github.com/assay-smt/assay/internal/run/timing"
)

// contest is a comparison of a number of scripts. Word is all text from others in it.
func contest(scripts int, word string) comparison.Input {
	random := rand.New(rand.NewPCG(3, 4))
	r := &compare.Report{
		Sides: []compare.SideInfo{
			{Role: compare.Baseline, Name: word + "z3@4.16.0", Solver: "z3", Version: "4.16.0"}, {Role: compare.Candidate, Name: word + "/opt/z3/build/z3", Solver: "z3", Version: "5.4.1"},
			{Role: compare.Witness, Name: word + "cvc5", Solver: "cvc5", Version: "1.4.2"},
		},
		Timeout: 10, Slower: timing.Default, FailOn: []compare.Kind{compare.Wrong, compare.Crash, compare.Lost}, Mutants: 9480, Engines: []string{word + "typefuzz"}, Elapsed: 5980,
		Left: []string{word + "312 scripts: the time did not suffice"}, Skipped: map[string]int{word + "no check-sat": 4}, Same: [][2]int{{1, 0}},
	}
	change := func(k compare.Kind, s compare.Standing, c oracle.Class) compare.Change {
		return compare.Change{
			Kind: k, Standing: s, Class: c, Candidate: 1, Against: []int{0}, Summary: word + "the candidate is worse",
			Counts: []compare.Count{{Side: 1, Shows: 5, Of: 5}, {Side: 0, Shows: 0, Of: 5}},
		}
	}
	logics := []string{"QF_BV", "QF_LIA", "QF_NIA", "QF_S", "UFLIA", "QF_ABV", "LRA"}
	for i := range scripts {
		before := min(10, 0.008*math.Exp(1.6*math.Abs(random.NormFloat64())*2))
		after := min(10, before*math.Exp(.25*random.NormFloat64()))
		logic := logics[random.IntN(len(logics))]
		rec := compare.Record{
			Source: compare.FromSeeds, Name: fmt.Sprintf("%sbenchmarks/%s/family-%d/instance_%05d.smt2", word, logic, i%17, i), Logic: word + logic, Bytes: 200 + i, Runs: []compare.Run{
				{Side: 0, Outcome: outcome.Sat, CPU: before, Work: uint64(before * 1e6)}, {Side: 1, Outcome: outcome.Sat, CPU: after, Work: uint64(after * 1e6)},
			},
		}
		if before == 10 {
			rec.Runs[0].Outcome = outcome.Timeout
		}
		if after == 10 {
			rec.Runs[1].Outcome = outcome.Timeout
		}
		switch i % 101 {
		case 3:
			c := change(compare.Slower, compare.Regression, "")
			rec.Runs[0].CPU, rec.Runs[1].CPU, rec.Runs[0].Outcome, rec.Runs[1].Outcome = .9, 1.7+random.Float64()*5, outcome.Unsat, outcome.Unsat
			c.Timing = &timing.Result{Old: .9, New: rec.Runs[1].CPU, Ratio: timing.Interval{Estimate: rec.Runs[1].CPU / .9, Low: 1.5, High: 9}, Work: timing.Counts{Old: 100, New: 400}}
			rec.Changes = append(rec.Changes, c)
		case 17:
			rec.Runs[1].Outcome, rec.Runs[1].Reason = outcome.Unknown, word+"incomplete"
			rec.Changes = append(rec.Changes, change(compare.Lost, compare.Regression, ""))
		case 30:
			rec.Runs[0].Outcome = outcome.Unknown
			rec.Changes = append(rec.Changes, change(compare.Lost, compare.Improved, ""))
		case 44:
			rec.Changes = append(rec.Changes, change(compare.Wrong, compare.Both, oracle.InvalidModel))
		case 60:
			c := change(compare.Wrong, compare.Regression, oracle.RefutationSoundness)
			c.Finding, c.Suspect, rec.Runs[1].Outcome = word+"findings/refutation-soundness-z3-QF_BV-0123456789", true, outcome.Unsat
			c.SmallBytes, c.Reduced = 76, word+"reduced"
			rec.Changes = append(rec.Changes, c)
		case 71:
			rec.Changes = append(rec.Changes, change(compare.Crash, compare.Unsure, oracle.CrashClass))
		case 75:
			rec.Changes = append(rec.Changes, change(compare.Error, compare.Gone, ""))
		case 80:
			rec.Runs[1] = compare.Run{Side: 1, Unable: word + "it does not read this logic"}
		case 90:
			rec.Runs, rec.Error = nil, word+"it cannot be opened"
		case 95:
			rec.Source, rec.Unread = compare.FromCorpus, word+"line 3: unknown operator"
		}
		r.Records = append(r.Records, rec)
	}
	r.Tally()
	return comparison.Input{Report: r, Out: "ci-out", Version: "1.2.3", Text: func(p compare.Place) string {
		if p.Kind == compare.Wrong {
			return word + "(set-logic QF_BV)\n(declare-const x (_ BitVec 4))\n(assert (bvult (bvudiv x #x0) x))\n(check-sat)\n"
		}
		return strings.Repeat("(assert (< x y))\n", 1000)
	}}
}

func comparisonPage(t testing.TB, in comparison.Input) string {
	t.Helper()
	var page strings.Builder
	if err := ComparisonPage(&page, in); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

var again = regexp.MustCompile(`(?s)<p class="again">.*?</p>`)

var styles = regexp.MustCompile(`(?s)<style>.*?</style>`)

func TestComparisonPage(t *testing.T) {
	got := styles.ReplaceAllString(comparisonPage(t, contest(120, "")), "<style></style>")
	file := filepath.Join("testdata", "comparison.html")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A comparison of nothing is a page as well.
func TestComparisonPageOfNothing(t *testing.T) {
	r := &compare.Report{}
	r.Tally()
	page := comparisonPage(t, comparison.Input{Report: r})
	if !strings.Contains(page, "Nothing was compared") || strings.Contains(page, "<svg") {
		t.Errorf("the page of nothing: %s", styles.ReplaceAllString(page, ""))
	}
}

// Nothing that others wrote becomes markup, and the page needs nothing from outside.
func TestComparisonPageHostile(t *testing.T) {
	// Commands are only there for words that a person may paste.
	bones := func(page string) []string { return skeleton(again.ReplaceAllString(page, "")) }
	want := bones(comparisonPage(t, contest(120, "word")))
	for _, word := range []string{
		`</title></style></script><script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onmouseover='alert(1)' x='`, `--></svg><!--`, `{{.}}`, "`${alert(1)}`",
		"\x00\xff\u202e\u2028", `javascript:alert(1)//`, `*/ } body { display: none } /*`, `]]>`, strings.Repeat("word ", 700), "a\nb", "|",
	} {
		page := comparisonPage(t, contest(120, word))
		if diff := cmp.Diff(want, bones(page)); diff != "" {
			t.Errorf("%.60q changes the page (-plain +hostile):\n%s", word, diff)
		}
		if strings.Contains(page, "ZgotmplZ") {
			t.Errorf("%.60q: a value was refused", word)
		}
		if bad := regexp.MustCompile(`(?i)href="[a-z0-9+.-]+:|<script`).FindString(page); bad != "" {
			t.Errorf("%.60q: %s", word, bad)
		}
	}
	page := comparisonPage(t, contest(300, ""))
	if bad := regexp.MustCompile(`(?i)https?:|src=|@import|url\(|<script|<link|\bon[a-z]+=`).FindAllString(page, -1); bad != nil {
		t.Errorf("the page has %q", bad)
	}
}

// However many scripts there are, the page stays small and says what it leaves out.
func TestComparisonPageSize(t *testing.T) {
	in := contest(10_000, "")
	for i := range in.Records {
		if i%3 == 0 {
			in.Records[i].Changes = append(in.Records[i].Changes, compare.Change{Kind: compare.Crash, Standing: compare.Regression, Candidate: 1, Against: []int{0}, Class: oracle.CrashClass, Summary: strings.Repeat("x ", 500)})
		}
	}
	in.Tally()
	page := comparisonPage(t, in)
	if len(page) > 3<<20 {
		t.Errorf("%d bytes", len(page))
	}
	if n := strings.Count(page, "<title>") - 1; n < 1000 || n > mostDots+100 {
		t.Errorf("%d dots", n)
	}
	if n := strings.Count(page, `<article class="change">`); n != 2*mostChanges && n != mostChanges+99 {
		t.Errorf("%d regressions are listed", n)
	}
	if !strings.Contains(page, "more, in the records.") || !strings.Contains(page, "bytes\n") && !strings.Contains(page, "more here") {
		t.Error("what is left out is not counted")
	}
}

// Whatever times are, dots are in the picture, and each script is counted once.
func TestScatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seconds := rapid.OneOf(rapid.Float64Range(0, 20), rapid.SampledFrom([]float64{0, 1e-12, .01, 10, 1e9, math.MaxFloat64}))
		outcomes := rapid.SampledFrom(outcome.All())
		r := &compare.Report{
			Sides:   []compare.SideInfo{{Role: compare.Baseline, Name: "a"}, {Role: compare.Candidate, Name: "b"}},
			Timeout: rapid.SampledFrom([]float64{0, .001, 1, 10, 3600}).Draw(t, "limit"), Slower: timing.Limit{Ratio: rapid.SampledFrom([]float64{0, 1.1, 2, 1e6}).Draw(t, "ratio")},
		}
		n := rapid.IntRange(1, 50).Draw(t, "scripts")
		for range n {
			r.Records = append(r.Records, compare.Record{Source: compare.FromSeeds, Runs: []compare.Run{
				{Side: 0, Outcome: outcomes.Draw(t, "old"), CPU: seconds.Draw(t, "before")}, {Side: 1, Outcome: outcomes.Draw(t, "new"), CPU: seconds.Draw(t, "after")},
			}})
		}
		r.Tally()
		v := comparisonView{Digest: comparison.New(comparison.Input{Report: r})}
		most := rapid.IntRange(1, 60).Draw(t, "most")
		s := v.scatter("x", &r.Duels[0], most)
		count, dots := 0, 0
		for _, g := range s.Groups {
			count += g.Count
			dots += len(g.Dots)
			for _, m := range g.Dots {
				if !inside(m.X, s.Left(), s.Right()) || !inside(m.Y, s.Top(), s.Bottom()) || math.IsNaN(m.X+m.Y) {
					t.Fatalf("a dot at %v, %v", m.X, m.Y)
				}
			}
		}
		if count != n || dots > max(most, 4*len(outcomesShown(s))) {
			t.Fatalf("%d scripts are %d, in %d dots", n, count, dots)
		}
		for _, k := range append(s.Ticks, s.YTicks...) {
			if !inside(k.At, 0, s.Size()) {
				t.Fatalf("tick %+v", k)
			}
		}
		if c := v.Cactus(); c == nil || len(c.Steps) != 2 {
			t.Fatalf("lines %+v", c)
		}
	})
}

func outcomesShown(s *scatter) (names []string) {
	for _, g := range s.Groups {
		names = append(names, g.Name)
	}
	return names
}

// Dots are where they belong: on the diagonal, above it, in a band.
func TestScatterPlaces(t *testing.T) {
	r := &compare.Report{
		Sides: []compare.SideInfo{{Role: compare.Baseline, Name: "a"}, {Role: compare.Candidate, Name: "b"}}, Timeout: 10, Slower: timing.Default,
		Records: []compare.Record{
			{Source: compare.FromSeeds, Name: "even", Runs: []compare.Run{{Side: 0, Outcome: outcome.Sat, CPU: 1}, {Side: 1, Outcome: outcome.Sat, CPU: 1}}},
			{Source: compare.FromSeeds, Name: "even too", Runs: []compare.Run{{Side: 0, Outcome: outcome.Sat, CPU: 1}, {Side: 1, Outcome: outcome.Sat, CPU: 1}}},
			{Source: compare.FromSeeds, Name: "worse", Runs: []compare.Run{{Side: 0, Outcome: outcome.Sat, CPU: 1}, {Side: 1, Outcome: outcome.Sat, CPU: 9}},
				Changes: []compare.Change{{Kind: compare.Slower, Standing: compare.Regression, Candidate: 1, Against: []int{0}}}},
			{Source: compare.FromSeeds, Name: "lost", Runs: []compare.Run{{Side: 0, Outcome: outcome.Sat, CPU: .1}, {Side: 1, Outcome: outcome.Timeout, CPU: 10}}},
			{Source: compare.FromSeeds, Name: "gained", Runs: []compare.Run{{Side: 0, Outcome: outcome.Unknown, CPU: .1}, {Side: 1, Outcome: outcome.Unsat, CPU: 1}}},
			{Source: compare.FromSeeds, Name: "wrong", Runs: []compare.Run{{Side: 0, Outcome: outcome.Sat, CPU: .1}, {Side: 1, Outcome: outcome.Unsat, CPU: 1}}},
			{Source: compare.FromMutants, Name: "mutant", Runs: []compare.Run{{Side: 0, Outcome: outcome.Sat, CPU: .1}, {Side: 1, Outcome: outcome.Sat, CPU: 1}}},
		},
	}
	r.Tally()
	v := comparisonView{Digest: comparison.New(comparison.Input{Report: r})}
	s := v.scatter("x", &r.Duels[0], 100)
	at := map[string]mark{}
	for _, g := range s.Groups {
		if len(g.Dots) != 1 {
			t.Fatalf("%s has %d dots", g.Name, len(g.Dots))
		}
		at[g.Name] = g.Dots[0]
	}
	even := at["no difference"]
	if !strings.HasSuffix(even.Words, "; and 1 more here") || !strings.HasPrefix(even.Words, "even: sat in 1.00 s, sat in 1.00 s") {
		t.Errorf("words %q", even.Words)
	}
	if d := (even.X - s.Left()) / (s.BandX() - 4 - s.Left()); math.Abs(d-2./3) > .01 {
		t.Errorf("one second is at %v of the axis from 0.01 to 10", d)
	}
	worse, lost, gained, wrong := at["slower"], at["lost"], at["gained"], at["contradiction, or another regression"]
	if worse.X != even.X || worse.Y >= even.Y || lost.Y > s.Top()+band || gained.X < s.BandX() || wrong.Y != even.Y || wrong.X >= even.X {
		t.Errorf("even %v, worse %v, lost %v, gained %v, wrong %v", even, worse, lost, gained, wrong)
	}
	if s.Summary != "no difference 2, gained 1, slower 1, lost 1, contradiction, or another regression 1." {
		t.Error(s.Summary)
	}
}

func BenchmarkComparisonPage(b *testing.B) {
	in := contest(10_000, "")
	for b.Loop() {
		if err := ComparisonPage(io.Discard, in); err != nil {
			b.Fatal(err)
		}
	}
}
