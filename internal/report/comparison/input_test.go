package comparison_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
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

// golden compares text with a file. With ASSAY_UPDATE=1 the file is written anew.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if os.Getenv("ASSAY_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// written is what a function writes.
func written(t testing.TB, write func(io.Writer, comparison.Input) error, in comparison.Input) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, in); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// sides are an old z3 and a new one.
func sides() []compare.SideInfo {
	return []compare.SideInfo{
		{Role: compare.Baseline, Name: "z3@4.16.0", Solver: "z3", Version: "4.16.0", Program: "aa"},
		{Role: compare.Candidate, Name: "/opt/z3/build/z3", Solver: "z3", Version: "5.4.1", Program: "bb"},
		{Role: compare.Witness, Name: "cvc5@1.4.2", Solver: "cvc5", Version: "1.4.2", Program: "cc"},
	}
}

// script is a record of a script that both solve alike, with changes.
func script(name, logic string, before, after float64, changes ...compare.Change) compare.Record {
	return compare.Record{
		Source: compare.FromSeeds, Name: name, Logic: logic, Truth: "sat", Bytes: 76, Changes: changes,
		Runs: []compare.Run{{Side: 0, Outcome: outcome.Sat, CPU: before, Work: uint64(1000 * before)}, {Side: 1, Outcome: outcome.Sat, CPU: after, Work: uint64(1000 * after)}},
	}
}

func change(kind compare.Kind, standing compare.Standing, class oracle.Class, summary string) compare.Change {
	return compare.Change{Kind: kind, Standing: standing, Candidate: 1, Against: []int{0}, Class: class, Summary: summary}
}

// usual is a comparison with something of all sorts.
func usual() comparison.Input {
	wrong := change(compare.Wrong, compare.Regression, oracle.RefutationSoundness, "/opt/z3/build/z3 says unsat, and the model of cvc5@1.4.2 makes the formula true")
	wrong.Counts = []compare.Count{{Side: 1, Shows: 5, Of: 5}, {Side: 0, Shows: 0, Of: 5}}
	wrong.Finding = "findings/refutation-soundness-z3-QF_BV-0123456789"
	crash := change(compare.Crash, compare.Regression, oracle.CrashClass, "/opt/z3/build/z3: ASSERTION VIOLATION File: ../src/ast/ast.cpp Line: 416, UNEXPECTED CODE WAS REACHED.")
	crash.Counts = []compare.Count{{Side: 1, Shows: 4, Of: 5}, {Side: 0, Shows: 0, Of: 5, Cut: 1}}
	crash.Finding = "findings/crash-z3-QF_S-9876543210"
	slower := change(compare.Slower, compare.Regression, "", "/opt/z3/build/z3 takes 8.40 s of CPU time where z3@4.16.0 takes 2.10 s")
	slower.Timing = &timing.Result{
		Verdict: timing.Slower, Ratio: timing.Interval{Estimate: 4, Low: 3.81, High: 4.25}, Difference: timing.Interval{Estimate: 6.3, Low: 6.1, High: 6.6},
		Old: 2.1, New: 8.4, Work: timing.Counts{Old: 21_000, New: 86_100},
	}
	wrong.SmallBytes, wrong.Reduced = 76, "reduced"
	gone := change(compare.Error, compare.Gone, "", "/opt/z3/build/z3: nothing where z3@4.16.0 answers sat")
	lost := change(compare.Lost, compare.Regression, "", "/opt/z3/build/z3: unknown ((incomplete (theory arithmetic))) where z3@4.16.0 answers sat")
	lost.Counts = []compare.Count{{Side: 0, Shows: 3, Of: 3}, {Side: 1, Shows: 3, Of: 3}}
	gained := change(compare.Lost, compare.Improved, "", "z3@4.16.0: timeout where /opt/z3/build/z3 answers sat")
	both := change(compare.Wrong, compare.Both, oracle.InvalidModel, "/opt/z3/build/z3 gives a model that makes the formula false")
	unsure := change(compare.Crash, compare.Unsure, oracle.CrashClass, "/opt/z3/build/z3: segmentation fault")
	unsure.Suspect = true
	r := &compare.Report{
		Sides: sides(), Timeout: 10, Slower: timing.Default, FailOn: []compare.Kind{compare.Wrong, compare.Crash, compare.Lost, compare.Error},
		Mutants: 9480, Engines: []string{"typefuzz", "storm"}, Elapsed: 598, Left: []string{"312 of 1,204 scripts were not run"},
		Skipped: map[string]int{"no check-sat": 8, "larger than 1 MiB": 3},
	}
	for i := range 12 {
		before := 0.1 + float64(i)/10
		r.Records = append(r.Records, script(fmt.Sprintf("seeds/lia/%02d.smt2", i), "QF_LIA", before, before*1.02))
	}
	slow := script("seeds/nia/slow.smt2", "QF_NIA", 2.1, 8.4, slower)
	missing := script("seeds/nia/lost.smt2", "QF_NIA", 2.5, 1.2, lost)
	missing.Runs[1].Outcome = outcome.Unknown
	back := script("seeds/bv/back.smt2", "QF_BV", 10, 0.4, gained)
	back.Runs[0].Outcome = outcome.Timeout
	old := script("invalid-model-z3-QF_BV-0011223344", "QF_BV", 0.05, 0.05, both)
	old.Source, old.Runs = compare.FromCorpus, nil
	again := script("seeds/again.smt2", "QF_S", 0.3, 0.3, gone)
	unread := script("seeds/x.smt2", "", 0.2, 0.2)
	unread.Unread = `line 3: unknown operator "bvfoo"`
	unable := script("seeds/strings.smt2", "QF_S", 0, 0)
	unable.Runs[0] = compare.Run{Side: 0, Unable: "it does not read strings"}
	r.Records = append(r.Records, slow, missing, back, old, again, unread, unable, script("seeds/flaky.smt2", "QF_S", 0.3, 0.3, unsure),
		compare.Record{Source: compare.FromSeeds, Name: "seeds/gone.smt2", Error: "it cannot be opened: no such file"},
		compare.Record{Source: compare.FromMutants, Name: "bv/a.smt2/typefuzz/7/3", Logic: "QF_BV", Changes: []compare.Change{wrong}},
		compare.Record{Source: compare.FromMutants, Name: "s/b.smt2/storm/1/12", Logic: "QF_S", Changes: []compare.Change{crash}})
	r.Tally()
	return comparison.Input{Report: r, Out: "ci-out", Corpus: "corpus", Version: "1.2.3", Text: func(p compare.Place) string {
		switch p.Logic {
		case "QF_BV":
			return "(set-logic QF_BV)\n(declare-const x (_ BitVec 4))\n(assert (bvult (bvudiv x #x0) x))\n(check-sat)\n"
		case "QF_NIA":
			return ""
		}
		return strings.Repeat("(assert true)\n", 200)
	}}
}

// fine is a comparison without any change; nothing one of nothing; same one of a program with itself; uncounted one whose regressions do not count.
func fine() comparison.Input {
	in := usual()
	r := &compare.Report{Sides: in.Sides, Timeout: 10, Slower: timing.Default, FailOn: in.FailOn, Elapsed: 65, Records: in.Records[:12]}
	r.Tally()
	in.Report = r
	return in
}

func nothing() comparison.Input {
	r := &compare.Report{Sides: sides(), Timeout: 10, FailOn: compare.Kinds()}
	r.Tally()
	return comparison.Input{Report: r}
}

func same() comparison.Input {
	in := fine()
	in.Sides = sides()
	in.Sides[1] = compare.SideInfo{Role: compare.Candidate, Name: "candidate:z3@4.16.0", Spec: "z3@4.16.0", Solver: "z3", Version: "4.16.0", Program: "aa"}
	in.Same = [][2]int{{1, 0}}
	return in
}

func uncounted() comparison.Input {
	in := usual()
	in.FailOn, in.Left = []compare.Kind{compare.Error}, nil
	return in
}

// many is a comparison with more of everything than there is room for.
func many() comparison.Input {
	in := usual()
	r := *in.Report
	for i := range 10 {
		r.Sides = append(r.Sides, compare.SideInfo{Role: []compare.Role{compare.Baseline, compare.Candidate}[i%2], Name: fmt.Sprintf("/opt/%d/z3 smt.arith.solver=%d", i, i), Version: "4.0"})
		r.Left = append(r.Left, fmt.Sprintf("something else %d", i))
	}
	for i := range 1000 {
		kind := compare.Kinds()[i%5]
		class := map[compare.Kind]oracle.Class{compare.Wrong: oracle.Classes()[i/5%16], compare.Crash: oracle.CrashClass}[kind]
		c := change(kind, standings[i/5%4], class, strings.Repeat("word ", 500))
		for k := range 100 {
			c.Counts = append(c.Counts, compare.Count{Side: k, Shows: 1, Of: 2})
		}
		r.Records = append(r.Records, script(fmt.Sprintf("seeds/%d.smt2", i), fmt.Sprintf("LOGIC%d", i%50), 1, float64(i+1), c, c))
	}
	in.Report = &r
	r.Tally()
	return in
}

var standings = []compare.Standing{compare.Regression, compare.Improved, compare.Both, compare.Unsure}

// hostile is a comparison whose names and reasons are all one word.
func hostile(word string) comparison.Input {
	in := usual()
	r := *in.Report
	r.Sides = append([]compare.SideInfo(nil), r.Sides...)
	for i := range r.Sides {
		s := &r.Sides[i]
		s.Name, s.Spec, s.Solver, s.Version, s.Program = word, word, word, word, word
	}
	in.Corpus = word
	r.Engines, r.Left, r.Skipped = []string{word}, []string{word}, map[string]int{word: 3}
	r.Records = nil
	for i := range in.Records {
		rec := in.Records[i]
		rec.Name, rec.Logic = word, word
		if rec.Error != "" {
			rec.Error = word
		}
		if rec.Unread != "" {
			rec.Unread = word
		}
		rec.Runs = append([]compare.Run(nil), rec.Runs...)
		for k := range rec.Runs {
			rec.Runs[k].Reason = word
			if rec.Runs[k].Unable != "" {
				rec.Runs[k].Unable = word
			}
		}
		rec.Changes = append([]compare.Change(nil), rec.Changes...)
		for k := range rec.Changes {
			rec.Changes[k].Summary, rec.Changes[k].Reduced = word, word
			if rec.Changes[k].Finding != "" {
				rec.Changes[k].Finding = word
			}
		}
		r.Records = append(r.Records, rec)
	}
	r.Tally()
	in.Report, in.Out, in.Version = &r, word, word
	in.Text = func(compare.Place) string { return word }
	return in
}

// words that try to be something else than text.
func words() []string {
	return []string{
		`</script><script>alert(1)</script>`, "a|b", `a\|b\\|c`, "one\ntwo\r\n\r\n# three", "\xff\xfe(\xc3", strings.Repeat("x", 10<<10), strings.Repeat("| `", 4<<10),
		"@somebody and @org/team", "`a` ``b`` ```c", "[a](http://example.org) ![b](c)", "<img src=x onerror=alert(1)>", "<!-- ", "#12 GH-34 0123456789abcdef",
		"\x00\x1b[31m\u202e\u2028", "]]>", "&lt;&amp;&#64;x", "*a* _b_ ~~c~~ $x$", "http://a.example www.b.example c@d.example", "  - [ ] x", "{0} {{1}}", `'"`, ":+1:", " ", "-rf", "%41%", "a:b/c?d#e",
		"z3@5.4.1.", "...", "=====", "https://x|y", "a`|`b", "\\", "`", "|", ``,
	}
}

// hostileText draws such words and others.
func hostileText() *rapid.Generator[string] {
	return rapid.OneOf(rapid.SampledFrom(words()), rapid.String(), rapid.Custom(func(t *rapid.T) string {
		return string(rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "bytes"))
	}), rapid.StringOfN(rapid.RuneFrom([]rune("|`\\@<>[]()#*_~&! \nab:/.-1")), 0, 60, -1))
}

func namesOf(in comparison.Input) (out []string) {
	d := comparison.New(in)
	for i := range in.Sides {
		out = append(out, d.Name(i))
	}
	return out
}

// The names of sides differ, whatever they are.
func TestNames(t *testing.T) {
	for _, tt := range []struct {
		sides []compare.SideInfo
		want  []string
	}{
		{sides(), []string{"z3@4.16.0", "z3@5.4.1", "cvc5@1.4.2"}},
		{same().Sides, []string{"z3@4.16.0 (baseline)", "z3@4.16.0 (candidate)", "cvc5@1.4.2"}},
		{
			[]compare.SideInfo{{Role: compare.Baseline, Name: "/a/z3 -smt2 x=1", Version: "4.8"}, {Role: compare.Candidate, Name: "/b/z3 -smt2 x=1", Version: "4.8"}, {Role: compare.Candidate, Name: "/b/z3", Version: "4.8"}},
			[]string{"/a/z3@4.8 -smt2 x=1", "/b/z3@4.8 -smt2 x=1", "z3@4.8"},
		},
		{[]compare.SideInfo{{Role: compare.Candidate, Name: "candidate:z3", Spec: "z3"}, {Role: compare.Candidate, Name: "z3"}, {Solver: "s"}}, []string{"z3 (candidate)", "z3 (candidate) #2", "s"}},
	} {
		in := comparison.Input{Report: &compare.Report{Sides: tt.sides}}
		if diff := cmp.Diff(tt.want, namesOf(in)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		var all []compare.SideInfo
		for range rapid.IntRange(0, 5).Draw(t, "sides") {
			all = append(all, compare.SideInfo{
				Role: rapid.SampledFrom([]compare.Role{compare.Baseline, compare.Candidate}).Draw(t, "role"), Name: hostileText().Draw(t, "name"), Version: rapid.SampledFrom([]string{"", "1", "#2"}).Draw(t, "version"),
			})
		}
		in := comparison.Input{Report: &compare.Report{Sides: all}}
		seen := map[string]bool{}
		for _, n := range namesOf(in) {
			if seen[n] || strings.ContainsAny(n, "\n\x1b") {
				t.Fatalf("names %q", namesOf(in))
			}
			seen[n] = true
		}
	})
}

// Before is what the baseline does, and after what the candidate does, whichever of them is slower; what was not measured has no figures.
func TestTimed(t *testing.T) {
	in := usual()
	measured := timing.Result{
		Verdict: timing.Slower, Ratio: timing.Interval{Estimate: 4, Low: 3.81, High: 4.25}, Old: 2.1, New: 8.4, Work: timing.Counts{Old: 21_000, New: 86_100},
	}
	over := measured
	over.Over, over.Work = true, timing.Counts{}
	changed := timing.Result{Verdict: timing.Changed, Why: "the second one: unknown", Work: timing.Counts{Old: 21_000, New: 86_100}}
	for _, tt := range []struct {
		by     compare.Role
		timing timing.Result
		want   string
	}{
		{compare.Candidate, measured, "Work 21,000 before, 86,100 after (4.10 times); 2.10 s of CPU before, 8.40 s after: 4.00 times as long [3.81, 4.25]."},
		{compare.Baseline, measured, "Work 86,100 before, 21,000 after (4.10 times before); 8.40 s of CPU before, 2.10 s after: 4.00 times as long before [3.81, 4.25]."},
		{compare.Candidate, over, "2.10 s of CPU before, 8.40 s or more, which is the limit, after: 4.00 times as long [3.81, 4.25]."},
		{compare.Baseline, over, "8.40 s of CPU or more, which is the limit, before, 2.10 s after: 4.00 times as long before [3.81, 4.25]."},
		{compare.Candidate, changed, "CPU time was not measured, since a run did not end with the same answer."},
	} {
		c := compare.Change{Kind: compare.Slower, Standing: compare.Improved, Shown: tt.by, Candidate: 1, Against: []int{0}, Timing: &tt.timing}
		if got := comparison.Timed(compare.Place{Record: &in.Records[0], Change: &c}); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.by, got, tt.want)
		}
	}
}
