package findings

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// historyFrom is a history of versions 1.0, 1.1, ...: x shows it, a dot does not, ? cannot say, m may be good, - is not installed, and a blank
// was not run.
func historyFrom(class oracle.Class, name, verdicts string) *History {
	h := &History{Class: class}
	for i, c := range verdicts {
		v := VersionVerdict{Name: fmt.Sprintf("%s@1.%d", name, i), Runs: 4}
		switch c {
		case 'x':
			v.Verdict, v.Shown, v.Runs = bisect.Shows, 1, 1
		case '.':
			v.Verdict = bisect.Absent
		case '?':
			v.Verdict, v.Reason = bisect.Unclear, "it refuses the formula"
		case 'm':
			v.Verdict, v.Runs = bisect.MayBeGood, 60
		case '-':
			v.Verdict, v.Reason, v.Runs = bisect.Unclear, "it is not installed", 0
		default:
			v.Runs = 0
		}
		h.Versions = append(h.Versions, v)
	}
	return h
}

// What is said about versions is what was run, and no more.
func TestVersionLines(t *testing.T) {
	wrong := oracle.RefutationSoundness
	releases := func(h *History, versions ...string) *History {
		for _, v := range versions {
			h.Releases = append(h.Releases, "z3@"+v)
		}
		return h
	}
	flaky := historyFrom(oracle.CrashClass, "z3", ".xxm")
	for i, k := range []int{0, 24, 20, 0} {
		flaky.Versions[i].Shown, flaky.Versions[i].Runs = k, []int{8, 30, 30, 60}[i]
	}
	later := historyFrom(wrong, "z3", "xx")
	later.Others = []VersionVerdict{{Name: "z3@0.9", Verdict: bisect.Absent}, {Name: "z3@1.0.5", Verdict: bisect.Shows}}
	for _, tt := range []struct {
		name       string
		history    *History
		want       []string
		regression string
		span       string
	}{
		{"none", nil, nil, "", ""},
		{"nothing was run", historyFrom(wrong, "z3", "   "), nil, "", ""},
		{"not there", &History{Versions: []VersionVerdict{{Name: "z3@1", Verdict: bisect.Unclear, Reason: "version 1 is not installed (the one at /home/me/z3 says 2)"}}}, []string{
			"not tried: 1 (version 1 is not installed)",
		}, "", ""},
		{"paths", &History{Versions: []VersionVerdict{
			{Name: "z3@1", Verdict: bisect.Unclear, Runs: 1, Reason: "fork/exec /home/me/bin/z3: no such file"},
			{Name: "z3@2", Verdict: bisect.Unclear, Runs: 1, Reason: "input rejected: operator is wrong for (/ x 0)"},
		}}, []string{
			"cannot say: 1 (fork/exec z3: no such file)", "cannot say: 2 (input rejected: operator is wrong for (/ x 0))",
		}, "", ""},
		{"one", historyFrom(wrong, "z3", "x"), []string{"wrong in 1.0, the only version tried"}, "wrong in 1.0, the only version tried", "1.0, the only one tried"},
		{"all", historyFrom(wrong, "z3", "xxx"), []string{"wrong in all 3 versions tried, from 1.0 to 1.2 (none older was tried)"}, "wrong in all 3 versions tried, from 1.0 to 1.2 (none older was tried)", "all 3 tried"},
		{"all crash, some were not needed", historyFrom(oracle.CrashClass, "z3", "x x  x"), []string{
			"crashes in all 3 versions tried, from 1.0 to 1.5 (none older was tried)", "not tried: 1.1, 1.3, 1.4 (the search did not need them)",
		}, "crashes in all 3 versions tried, from 1.0 to 1.5 (none older was tried)", "all 3 tried"},
		{"older ones cannot say", historyFrom(wrong, "z3", "-??xx"), []string{
			"wrong in both versions that can say, of 4 tried, 1.3 and 1.4 (no older one that was tried can say)",
			"cannot say: 1.1, 1.2 (it refuses the formula)", "not tried: 1.0 (it is not installed)",
		}, "wrong in both versions that can say, of 4 tried, 1.3 and 1.4 (no older one that was tried can say)", "both tried"},
		{"an older one is not installed", historyFrom(wrong, "z3", "-xx"), []string{
			"wrong in both versions tried, 1.1 and 1.2 (none older was tried)", "not tried: 1.0 (it is not installed)",
		}, "wrong in both versions tried, 1.1 and 1.2 (none older was tried)", "both tried"},
		{"nobody can say", historyFrom(wrong, "z3", "?"), []string{"cannot say: 1.0 (it refuses the formula)"}, "", ""},
		{"never", historyFrom(wrong, "z3", ".."), []string{"good in both versions tried, 1.0 and 1.1"}, "", ""},
		{"came, and nothing is known of releases", historyFrom(wrong, "z3", "..xx"), []string{
			"4 versions tried, from 1.0 to 1.3", "1.1 is good, 1.2 is wrong (nothing between was tried)",
		}, "1.1 is good, 1.2 is wrong (nothing between was tried)", "from 1.2"},
		{"came between neighbours", releases(historyFrom(wrong, "z3", ".x"), "1.0", "1.1"), []string{
			"2 versions tried, from 1.0 to 1.1", "good until 1.0, wrong from 1.1",
		}, "good until 1.0, wrong from 1.1", "from 1.1"},
		{"another release is between", releases(historyFrom(wrong, "z3", ".x"), "1.0", "1.0.1", "1.1"), []string{
			"2 versions tried, from 1.0 to 1.1", "1.0 is good, 1.1 is wrong (nothing between was tried)",
		}, "1.0 is good, 1.1 is wrong (nothing between was tried)", "from 1.1"},
		{"went", releases(historyFrom(oracle.IncompletenessRegression, "z3", "xx."), "1.0", "1.1", "1.2"), []string{
			"3 versions tried, from 1.0 to 1.2", "unknown until 1.1, good from 1.2",
		}, "", "until 1.1"},
		{"came and went", historyFrom(oracle.CrashClass, "z3", ".x?."), []string{
			"4 versions tried, from 1.0 to 1.3", "1.0 is good, 1.1 crashes (nothing between was tried)",
			"1.1 crashes, 1.3 is good (between them, 1.2 cannot say)", "cannot say: 1.2 (it refuses the formula)",
		}, "1.0 is good, 1.1 crashes (nothing between was tried)", "1.1"},
		{"came back", historyFrom(wrong, "z3", "x.xx"), []string{
			"4 versions tried, from 1.0 to 1.3", "it went away and came back: wrong in 1.0, 1.2, 1.3; good in 1.1",
			"1.0 is wrong, 1.1 is good (nothing between was tried)", "1.1 is good, 1.2 is wrong (nothing between was tried)",
		}, "1.1 is good, 1.2 is wrong (nothing between was tried)", "3 of 4 tried"},
		{"flaky", flaky, []string{
			"4 versions tried, from 1.0 to 1.3", "1.0 is good, 1.1 crashes (nothing between was tried)",
			"it does not show in every run: 1.1 in 24 of 30 runs, 1.2 in 20 of 30 runs", "good, with a chance below 1 % of having missed it: 1.0 in 0 of 8 runs",
			"may be good: 1.3 (0 of 60 runs, 1 % not reached)",
		}, "1.0 is good, 1.1 crashes (nothing between was tried)", "from 1.1"},
		{"earlier searches count", later, []string{
			"4 versions tried, from 0.9 to 1.1", "0.9 is good, 1.0 is wrong (nothing between was tried)",
		}, "0.9 is good, 1.0 is wrong (nothing between was tried)", "from 1.0"},
		{"another solver of the same code", &History{Class: wrong, Versions: slices.Concat(historyFrom(wrong, "a", ".").Versions, historyFrom(wrong, "z3", "xx").Versions)}, []string{
			"wrong in both versions tried, 1.0 and 1.1 (none older was tried)", "a, which shares code with z3: good in 1.0, the only version tried",
		}, "wrong in both versions tried, 1.0 and 1.1 (none older was tried)", "both tried"},
		{"some need an option", needing(historyFrom(wrong, "z3", "xxx."), "--fp-exp", 1, 2, 3), []string{
			"4 versions tried, from 1.0 to 1.3", "1.2 is wrong, 1.3 is good (nothing between was tried)", "called with --fp-exp: 1.1, 1.2, 1.3",
		}, "", "until 1.2"},
		{"many", historyFrom(wrong, "z3", "x              x"), []string{
			"wrong in both versions tried, 1.0 and 1.15 (none older was tried)",
			"not tried: 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 1.10 and 4 more (the search did not need them)",
		}, "wrong in both versions tried, 1.0 and 1.15 (none older was tried)", "both tried"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.history.Lines("z3")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got := tt.history.Regression("z3"); got != tt.regression {
				t.Errorf("regression: %q", got)
			}
			if got := tt.history.Span("z3"); got != tt.span {
				t.Errorf("span: %q", got)
			}
		})
	}
}

// needing is a history in which some versions need an option.
func needing(h *History, option string, which ...int) *History {
	for _, i := range which {
		h.Versions[i].With = []string{option}
	}
	return h
}

// The version with which a finding was found shows it, whether a search ran that version or not.
func TestFoundVersion(t *testing.T) {
	const wrong = oracle.RefutationSoundness
	shared := &History{Class: wrong, Versions: historyFrom(wrong, "a", "..").Versions}
	for _, tt := range []struct {
		name    string
		history *History
		found   string // its version
		want    []string
	}{
		{"no search", nil, "0.9", nil},
		{"all that were run are good", historyFrom(wrong, "z3", ".."), "0.9", []string{
			"3 versions tried, from 0.9 to 1.1", "0.9 is wrong, 1.0 is good (nothing between was tried)",
		}},
		{"it was run", historyFrom(wrong, "z3", ".x"), "1.1", []string{"2 versions tried, from 1.0 to 1.1", "1.0 is good, 1.1 is wrong (nothing between was tried)"}},
		{"it was run and cannot say", historyFrom(wrong, "z3", ".?"), "1.1", []string{
			"good in 1.0, the only one of 2 versions tried that can say", "cannot say: 1.1 (it refuses the formula)",
		}},
		{"without a name", historyFrom(wrong, "z3", ".."), "", []string{"good in both versions tried, 1.0 and 1.1"}},
		{"versions of another solver", shared, "0.9", []string{"a, which shares code with z3: good in both versions tried, 1.0 and 1.1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := &Finding{Class: wrong, Family: "z3", Version: tt.found, Repeated: Repetition{Runs: 3, Shown: 3}}
			if diff := cmp.Diff(tt.want, tt.history.withFound(f).Lines("z3")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Where a finding was counted for its history, that says more than its record.
func TestCounted(t *testing.T) {
	recorded := Repetition{Runs: 2, Shown: 2}
	for _, tt := range []struct {
		h    *History
		want Repetition
	}{
		{nil, recorded}, {&History{}, recorded}, {&History{Rate: &Repetition{Runs: 1, Shown: 1}}, recorded},
		{&History{Rate: &Repetition{Runs: 30, Shown: 24}}, Repetition{Runs: 30, Shown: 24}},
	} {
		if got := tt.h.Counted(recorded); got != tt.want {
			t.Errorf("%+v, want %+v", got, tt.want)
		}
	}
}

// A report says how often it shows by all runs that are known, those that were made to count it as well.
func TestReportCounts(t *testing.T) {
	f := reduced("z3")
	for _, tt := range []struct {
		h    *History
		want string
	}{
		{nil, "shows in 7 of 7 runs"},
		{&History{Rate: &Repetition{Runs: 4, Shown: 4}}, "shows in 7 of 7 runs"},
		{&History{Rate: &Repetition{Runs: 30, Shown: 24}}, "flaky: shows in 24 of 30 runs"},
	} {
		r := newTracked(&f, []byte("(check-sat)\n"), nil, tt.h)
		r.Repeated, r.Reduction.Confirmed, r.note.Repetition = Repetition{Runs: 2, Shown: 2}, Repetition{Runs: 2, Shown: 2}, Repetition{Runs: 5, Shown: 5}
		if got := r.configuration(); !strings.HasSuffix(got, "; "+tt.want) {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// What needs threads is said to need them once that is known, and before that to have had them.
func TestThreadWords(t *testing.T) {
	found := wrongUnsat("z3")
	found.Runs[0].Threads = []string{"smt.sls.enable"}
	one, two, idle := reduced("z3"), reduced("z3"), reduced("z3")
	one.Reduction.Threads, two.Reduction.Threads, idle.Runs[0].Threads = []string{"smt.sls.enable"}, []string{"smt.threads", "psmt"}, []string{"smt.threads"}
	for _, tt := range []struct {
		f    Finding
		want string
	}{
		{wrongUnsat("z3"), ""},
		{found, "was found with threads: smt.sls.enable"},
		{one, "shows only with threads: smt.sls.enable, which starts them"},
		{two, "shows only with threads: smt.threads, psmt, which start them"},
		{idle, ""}, // it shows without that option
	} {
		if got := tt.f.ThreadWords(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	if text := string(tracker(&one, nil, nil, nil)); !strings.Contains(text, "\n- Threads: shows only with threads: smt.sls.enable, which starts them\n") {
		t.Errorf("not in the report:\n%s", text)
	}
}

// Whatever the history is, no version is said to be good or bad that was not, and no first bad version is claimed that no good one precedes.
func TestVersionLinesClaim(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		verdicts := rapid.StringOfN(rapid.SampledFrom([]rune("x.?m- ")), 1, 12, -1).Draw(rt, "verdicts")
		h := historyFrom(oracle.RefutationSoundness, "z3", verdicts)
		for _, v := range h.Versions {
			if rapid.Bool().Draw(rt, "released") {
				h.Releases = append(h.Releases, v.Name)
			}
		}
		at := func(version string) byte {
			var i int
			if _, err := fmt.Sscanf(version, "1.%d", &i); err != nil {
				rt.Fatalf("%q: %v", version, err)
			}
			return verdicts[i]
		}
		for _, text := range h.Lines("z3") {
			var a, b string
			switch {
			case scan(text, "good until %s wrong from %s", &a, &b), scan(text, "%s is good, %s is wrong", &a, &b):
				if at(a) != '.' || at(b) != 'x' {
					rt.Fatalf("%q of %q", text, verdicts)
				}
			case scan(text, "wrong until %s good from %s", &a, &b), scan(text, "%s is wrong, %s is good", &a, &b):
				if at(a) != 'x' || at(b) != '.' {
					rt.Fatalf("%q of %q", text, verdicts)
				}
			case strings.HasPrefix(text, "wrong in all"):
				if strings.Contains(verdicts, ".") {
					rt.Fatalf("%q of %q", text, verdicts)
				}
			}
			if strings.Contains(text, " until ") { // only of releases that follow each other
				i := slices.Index(h.Releases, "z3@"+a)
				if i < 0 || i+1 >= len(h.Releases) || h.Releases[i+1] != "z3@"+b {
					rt.Fatalf("%q: %q and %q are no neighbours in %q", text, a, b, h.Releases)
				}
			}
		}
	})
}

// scan reads two words from a text in a form.
func scan(text, form string, a, b *string) bool {
	n, _ := fmt.Sscanf(text, form, a, b) // what follows the words does not matter
	*a = strings.TrimRight(*a, ",")
	return n == 2
}

// The ends of a history are versions of the finding's own solver, whatever else was run once.
func TestEndsOfOneSolver(t *testing.T) {
	h := historyFrom(oracle.CrashClass, "cvc5", ".x.")
	h.Others = historyFrom(oracle.CrashClass, "cvc4", "..").Versions
	want := bisect.Ends{LastGood: "cvc5@1.0", FirstBad: "cvc5@1.1", LastBad: "cvc5@1.1", FirstFixed: "cvc5@1.2"}
	if diff := cmp.Diff(want, h.Ends("cvc5")); diff != "" {
		t.Error(diff)
	}
}
