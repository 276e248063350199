package bugbench

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A folder and the file that it was written to have the same record, but for runs that have not begun.
func TestRecordRoundTrip(t *testing.T) {
	f := newFolder(t, 2, "a", "b")
	f.run("a", 1, 100)
	f.run("b", 1, 80.123)
	f.finding("a", 1, 10.5, "storm", "old")
	f.finding("a", 1, 30, "weaken", "new")
	f.finding("a", 1, 31, "exec:mine.py", "new")
	f.finding("b", 1, 40, "", "["+string(NotReproduced)+"]")
	f.finding("b", 1, 50, "storm", "")
	want, err := ReadRecord(f.dir)
	f.must(err)
	var b bytes.Buffer
	f.must(want.Write(&b))
	path := filepath.Join(t.TempDir(), "record.jsonl")
	f.must(os.WriteFile(path, b.Bytes(), 0o600))
	got, err := ReadRecord(path)
	f.must(err)
	// Runs that have not begun are left out.
	var begun []RecordedRun
	for _, r := range want.Runs {
		if r.CPU > 0 {
			begun = append(begun, r)
		}
	}
	want.Source, want.Runs = path, begun
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if lines := strings.Count(b.String(), "\n"); lines != 1+2+5 {
		t.Errorf("%d lines:\n%s", lines, b.String())
	}
}

// What ReadRecord refuses is not written.
func TestRecordNotWritten(t *testing.T) {
	for _, engine := range []string{"", "storm", "opfuzz+typefuzz", "exec:mine.py", "exec:python3+mine.py+--fast", "exec:_.py", "exec:" + strings.Repeat("x", 60)} {
		r := made("one", 1, map[string][]int{"good": {1}})
		r.Runs[0].Seen[0].Engine = engine
		var b bytes.Buffer
		if err := r.Write(&b); err != nil {
			t.Errorf("engine %q: %v", engine, err)
		}
		if _, err := parseRecord("f", b.Bytes()); err != nil {
			t.Errorf("engine %q: %v", engine, err)
		}
	}
	for what, change := range map[string]func(r *Record){
		"the record: line 3 is not": func(r *Record) { r.Runs[0].Seen[0].Engine = "mine: the second" },
		"is not a reason":           func(r *Record) { r.Runs[0].Seen[0].Bug, r.Runs[0].Seen[0].Why = "", "no; 7" },
		"there is no arm":           func(r *Record) { r.Arms = nil },
	} {
		r := made("one", 1, map[string][]int{"good": {1}})
		change(r)
		var b bytes.Buffer
		var plan *PlanError
		if err := r.Write(&b); !errors.As(err, &plan) || !strings.HasPrefix(err.Error(), "one: ") || !strings.Contains(err.Error(), what) || b.Len() > 0 {
			t.Errorf("%s: %v, and %d bytes were written", what, err, b.Len())
		}
	}
}

func TestRecordErrors(t *testing.T) {
	const head = `{"record":1,"flags":[],"given_seconds":9,"arms":[{"arm":"a","version":"v"}],"runs":1}` + "\n"
	const run = `{"arm":"a","run":1,"cpu_seconds":5,"findings":1}` + "\n"
	const finding = `{"at":1,"engine":"e","bug":"x"}` + "\n"
	if r, err := parseRecord("f", []byte(head+run+finding)); err != nil || len(r.Runs) != 1 || len(r.Runs[0].Seen) != 1 {
		t.Error(r, err)
	}
	two := strings.Replace(head, `"runs":1`, `"runs":2`, 1)
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "", "it is empty"},
		{"another file", "(check-sat)\n", "line 1 is not a line of a record"},
		{"another format", strings.Replace(head, ":1", ":3", 1), "format 3, this program reads 1 to 2"},
		{"an arm without a valid name", strings.Replace(head, `"a"`, `"../a"`, 1), "a name has letters"},
		{"no arm", `{"record":1,"flags":[],"given_seconds":9,"arms":[]}`, "there is no arm"},
		{"no time given", strings.Replace(head, `"given_seconds":9,`, "", 1), "0 is not a CPU time"},
		{"a run of no arm", head + strings.Replace(run, `"a"`, `"b"`, 1), `line 2 is not a line of a record of assay bench bugs: there is no arm "b"`},
		{"a run without a number", head + strings.Replace(run, `"run":1,`, "", 1), "0 is not a run number"},
		{"a run without time", head + strings.Replace(run, `"cpu_seconds":5,`, "", 1), "0 is not a CPU time"},
		{"time that goes back", head + strings.Replace(run, ":5", ":-5", 1), "-5 is not a CPU time"},
		{"a run twice", two + run + finding + run + finding, "line 4 is not a line of a record of assay bench bugs: run a/1 is there twice"},
		{"fewer runs than none", strings.Replace(head, `"runs":1`, `"runs":-1`, 1), "-1 is not a number of runs"},
		{"fewer findings than none", head + strings.Replace(run, `"findings":1`, `"findings":-1`, 1), "-1 is not a number of findings"},
		{"a finding of no run", head + finding, "line 2"},
		{"unknown field", head + run + `{"at":1,"bag":"x"}`, "line 3"},
		{"no time", head + run + `{"bug":"x"}`, "a finding without a time"},
		{"null", head + run + "null", "a finding without a time"},
		{"two verdicts", head + run + `{"at":1,"bug":"x","why":"damaged"}`, "both a bug and a reason for none"},
		{"control characters", head + run + `{"at":1,"bug":"x\u001b[2J"}`, "is not the name of a bug"},
		{"control characters in an engine", head + run + `{"at":1,"engine":"exec:x\u001b[2J"}`, "is not the name of an engine"},
		{"a colon in an engine", head + run + `{"at":1,"engine":"x:y"}`, "is not the name of an engine"},
		{"an engine with an endless name", head + run + `{"at":1,"engine":"exec:` + strings.Repeat("x", 200) + `"}`, "is not the name of an engine"},
		{"control characters in a reason", head + run + `{"at":1,"why":"x\u001b[2J"}`, "is not a reason"},
		{"two objects", head + run + `{"at":1,"bug":"x"} {"at":1}`, "more than one object"},
		{"an end in a line", head + run + `{"at":1,"bu`, "line 3"},
		{"an end after a run", head + run, "it is cut off after line 2"},
		{"an end after the head", head, "it is cut off after line 1"},
		{"more findings", head + run + finding + finding, "line 4 is not a line of a record of assay bench bugs: there are more lines than it announces"},
	} {
		var plan *PlanError
		if _, err := parseRecord("f", []byte(tt.text)); !errors.As(err, &plan) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

// A record that cannot be read is an error in the user's input.
func TestRecordUnreadable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Truncate(maxRecordFile+1), f.Close()); err != nil {
		t.Fatal(err)
	}
	var plan *PlanError
	if _, err := ReadRecord(path); !errors.As(err, &plan) || !strings.Contains(err.Error(), "it is larger than") {
		t.Error(err)
	}
}

// made is a record of runs of 100 s each that found the given numbers of bugs, one a second.
func made(source string, first int, counts map[string][]int) *Record {
	r := &Record{Source: source, Given: 100}
	for _, arm := range []string{"good", "bad", "third"} {
		if counts[arm] == nil {
			continue
		}
		r.Arms = append(r.Arms, RecordedArm{Name: arm, Version: "0123456789abcdef+" + source})
		for k, n := range counts[arm] {
			run := RecordedRun{RunID: RunID{arm, first + k}, CPU: 100}
			for i := range n {
				run.Seen = append(run.Seen, Seen{CPU: float64(i + 1), Engine: "e", Bug: "bug" + string(rune('a'+i))})
			}
			r.Runs = append(r.Runs, run)
		}
	}
	return r
}

// Two machines, of which the second finds more with every arm: the arms are compared within each.
func TestPooled(t *testing.T) {
	one := made("one", 1, map[string][]int{"good": {2, 3}, "bad": {1, 1}, "third": {1}})
	two := made("two", 3, map[string][]int{"good": {9, 8}, "bad": {7, 7}})
	r, err := Summarise([]*Record{one, two}, Scope{})
	if err != nil {
		t.Fatal(err)
	}
	if good := r.Arms[0]; !cmp.Equal(good.Runs, []int{1, 2, 3, 4}) || !cmp.Equal(good.Distinct, []int{2, 3, 9, 8}) || good.Median != 5.5 {
		t.Errorf("%+v", good)
	}
	// There are 6*6 ways to split, and two of them differ as much as this one.
	if c := r.Comparisons[0]; c.A != "good" || c.B != "bad" || c.Distinct.P != nil || !strings.Contains(c.Distinct.Words, "with 4 and 4, no outcome has p below 0.056") {
		t.Errorf("%+v", c)
	}
	// The third arm ran on one machine alone.
	if c := r.Comparisons[1]; c.B != "third" || !strings.Contains(c.Distinct.Words, "with 2 and 1") {
		t.Errorf("%+v", c)
	}
	if got := r.About(); !strings.Contains(got, "Runs of 2 benchmarks, which are compared within each. The arm bad was not the same program in all of them: 0123456789+one, 0123456789+two. The arm good was") {
		t.Error(got)
	}
	// A third one, with two fives among its four values, makes it 216 ways: two are as good, and two as bad.
	three := made("three", 5, map[string][]int{"good": {5, 6}, "bad": {5, 4}})
	if r, err = Summarise([]*Record{one, two, three}, Scope{}); err != nil {
		t.Fatal(err)
	}
	if c := r.Comparisons[0]; c.Distinct.P == nil || math.Abs(*c.Distinct.P-4.0/216) > 1e-9 || !strings.Contains(c.Distinct.String(), "stratified by benchmark") || *c.Times.P > 0.05 {
		t.Errorf("%+v", c)
	}
	// Bugs that one of them cannot find are left out by name.
	if r, err = Summarise([]*Record{one, two}, Scope{Except: regexp.MustCompile("^bug[c-z]"), At: 90 * time.Second}); err != nil {
		t.Fatal(err)
	}
	if !cmp.Equal(r.Arms[0].Distinct, []int{2, 2, 2, 2}) || len(r.Bugs) != 2 || !strings.Contains(r.About(), "bugs that match ^bug[c-z] are left out") {
		t.Errorf("%+v", r)
	}
}

// The triggers of one bug count once, at the earliest of their times, and patterns match that bug.
func TestAliases(t *testing.T) {
	r, err := Summarise([]*Record{made("one", 1, map[string][]int{"good": {3}})}, Scope{Aliases: map[string]string{"bugc": "bugb", "bugb": "b"}, Except: regexp.MustCompile("^bugb")})
	if err != nil {
		t.Fatal(err)
	}
	// bugc is left out by the name of the bug that it triggers, and bugb by its own.
	if diff := cmp.Diff([]string{"buga"}, r.Arms[0].Union); diff != "" {
		t.Error(diff)
	}
	r, err = Summarise([]*Record{made("one", 1, map[string][]int{"good": {3}})}, Scope{Aliases: map[string]string{"bugc": "bugb"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Bugs) != 2 || *r.Bugs[1].Arms[0].Times[0] != 2 {
		t.Errorf("%+v", r.Bugs)
	}
	// A new trigger of a known bug is not a new bug.
	one := made("one", 1, map[string][]int{"good": {2}})
	one.Runs[0].Seen[0].New, one.Runs[0].Seen[1].New = true, true
	r, err = Summarise([]*Record{one}, Scope{Aliases: map[string]string{"bugb": "known"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Bugs) != 2 || r.Bugs[0].Name != "buga" || !r.Bugs[0].New || r.Bugs[1].Name != "known" || r.Bugs[1].New {
		t.Errorf("%+v", r.Bugs)
	}
}

func TestPoolErrors(t *testing.T) {
	one := func() *Record { return made("one", 1, map[string][]int{"good": {2}}) }
	two := made("two", 1, map[string][]int{"good": {2}})
	flags := made("two", 2, map[string][]int{"good": {2}})
	flags.Flags = []string{"--solver", "z3"}
	seeds, first := made("two", 2, map[string][]int{"good": {2}}), made("one", 1, map[string][]int{"good": {2}})
	seeds.Seeds, first.Seeds = "1", "2"
	arm := made("two", 2, map[string][]int{"good": {2}})
	arm.Arms[0].Flags = []string{"--engine", "storm"}
	for _, tt := range []struct {
		with *Record
		want string
	}{
		{two, "run good/1 is in one as well"},
		{flags, "its flags are --solver z3"},
		{arm, "its arm good has the flags --engine storm, in one they are"},
	} {
		var plan *PlanError
		if _, err := Summarise([]*Record{one(), tt.with}, Scope{}); !errors.As(err, &plan) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %q", err, tt.want)
		}
	}
	// A run that has not begun belongs to no machine.
	two.Runs[0].CPU, two.Runs[0].Seen = 0, nil
	if _, err := Summarise([]*Record{one(), two}, Scope{}); err != nil {
		t.Error(err)
	}
	var plan *PlanError
	if _, err := Summarise([]*Record{first, seeds}, Scope{}); !errors.As(err, &plan) || !strings.Contains(err.Error(), "two: its seeds are not those of one") {
		t.Error(err)
	}
	unknown := made("zero", 3, map[string][]int{"good": {2}})
	if _, err := Summarise([]*Record{unknown, first, seeds}, Scope{}); !errors.As(err, &plan) {
		t.Error("seeds that differ are pooled after seeds that are not known")
	}
	// Seeds that are not known may be the same.
	seeds.Seeds = ""
	if _, err := Summarise([]*Record{first, seeds}, Scope{}); err != nil {
		t.Error(err)
	}
}
