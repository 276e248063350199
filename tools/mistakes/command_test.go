package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// module is one with two packages: the tests of the lower one catch some mistakes, those of the upper one others.
var module = map[string]string{
	"go.mod": "module m\n\ngo 1.26.0\n",
	"low/low.go": `package low

// Larger is the larger of two numbers. Which one it takes of two equal ones makes no difference.
func Larger(a, b int) int {
	if a > b {
		return a
	}
	return b
}

// Even leaves negative numbers out.
func Even(n int) bool {
	if n < 0 {
		return false
	}
	return n%2 == 0
}
`,
	"low/low_test.go": `package low

import "testing"

func TestLarger(t *testing.T) {
	if Larger(1, 2) != 2 {
		t.Error("wrong")
	}
}
`,
	"high/high.go": "package high\n\nimport \"m/low\"\n\nfunc Three(a, b, c int) int { return low.Larger(low.Larger(a, b), c) }\n",
	"high/high_test.go": `package high

import (
	"testing"

	"m/low"
)

func TestThree(t *testing.T) {
	if Three(3, 2, 1) != 3 || !low.Even(4) || low.Even(3) {
		t.Error("wrong")
	}
}
`,
}

// The whole program on a small module: what is chosen, planted, caught by whom, and reported; a second run plants nothing again.
func TestCommand(t *testing.T) {
	dir := t.TempDir()
	root := filepath.Join(dir, "m")
	for name, text := range module {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		t.Fatal(err)
	}
	recordPath, judged := filepath.Join(dir, "record.jsonl"), filepath.Join(dir, "judged.tsv")
	call := func(args ...string) (stdout, stderr string, err error) {
		t.Helper()
		var o, e bytes.Buffer
		args = append([]string{args[0], "-tree", root, "-packages", "low", "-record", recordPath, "-judged", judged, "-reach", filepath.Join(dir, "reach"), "-memory", "17179869184", "-n", "7", "-least", "1"}, args[1:]...)
		err = command(context.Background(), args, &o, &e)
		return o.String(), e.String(), err
	}
	listed, _, err := call("list")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(listed, "\n"); got != 7 {
		t.Errorf("%d mistakes, want 7:\n%s", got, listed)
	}
	id, _, _ := strings.Cut(listed, "\t")
	shown, _, err := call("show", id)
	if err != nil || !strings.Contains(shown, "-\tif a > b {\n+\tif a >= b {\n") {
		t.Errorf("show %s: %v\n%s", id, err, shown)
	}
	if _, _, err := call("show", "none"); err == nil {
		t.Error("a mistake that does not exist is shown")
	}

	if err := os.WriteFile(judged, []byte(id+"\tlow Larger\ta >= b\tboth are the same\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	report, log, err := call("run", "-workers", "2")
	if err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	t.Logf("%s\n%s", log, report)
	results := readResults(t, recordPath)
	if len(results) != 7 {
		t.Errorf("%d results, want 7", len(results))
	}
	if got := results[id]; got.Result != Survived || len(got.Ran) != 2 {
		t.Errorf("%+v", got)
	}
	by := make(map[string]int)
	for _, r := range results {
		by[r.By]++
	}
	if by["low"] == 0 || by["high"] == 0 {
		t.Errorf("caught by %v", by)
	}
	if !strings.Contains(report, "equivalent: both are the same") {
		t.Errorf("the report lacks the survivor's reason:\n%s", report)
	}

	size := func() int64 {
		info, err := os.Stat(recordPath)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	before := size()
	if _, _, err := call("run"); err != nil || size() != before {
		t.Errorf("a second run adds %d bytes, error %v", size()-before, err)
	}
	if _, _, err := call("run", "-again"); err != nil || size() == before {
		t.Errorf("survivors are not planted again, error %v", err)
	}

	// What was caught by a dependent survives without it, and is caught by it afterwards; its own tests are not run again.
	if err := os.Remove(recordPath); err != nil {
		t.Fatal(err)
	}
	// A sample of the mistakes is enough, as it has one of these.
	restored := false
	for _, args := range [][]string{{"run", "-slow", "0.000001", "-sample", "3"}, {"run", "-further", "-sample", "3"}} {
		if _, log, err := call(args...); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, log)
		}
		for id, r := range readResults(t, recordPath) {
			restored = restored || r.By == "high"
			if want := results[id]; args[1] == "-further" && (r.Result != want.Result || r.By != want.By || !slices.Equal(r.Ran, want.Ran)) {
				t.Errorf("%v: %+v, want %+v", args, r, want)
			} else if args[1] == "-slow" && (r.By == "high" || !slices.Equal(append(r.Ran, r.Unreached...), []string{"low"})) {
				t.Errorf("%v: %+v", args, r)
			}
		}
	}
	if !restored {
		t.Error("no mistake of the sample is caught by the dependent")
	}
	if _, _, err := call("report", "-at-least", "101"); err == nil {
		t.Error("more than everything is caught")
	}
	if err := os.WriteFile(judged, []byte("0000000000\tlow Larger\ta >= b\tboth are the same\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := call("report"); err == nil || !strings.Contains(err.Error(), "has changed since") {
		t.Errorf("a stale judgement: %v", err)
	}
}

// Tests that fail without any mistake stop the run.
func TestRedBaseline(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module m\n\ngo 1.26.0\n", "low/a.go": "package low\n\nfunc One() int { return 1 }\n",
		"low/a_test.go": "package low\n\nimport \"testing\"\n\nfunc TestOne(t *testing.T) { t.Error(\"red\") }\n",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	err := command(context.Background(), []string{"run", "-tree", root, "-packages", "low", "-n", "1", "-least", "1", "-record", filepath.Join(root, "r"), "-reach", filepath.Join(root, "reach"), "-memory", "17179869184"}, &out, &out)
	if err == nil || !strings.Contains(err.Error(), "TestOne") {
		t.Errorf("error %v", err)
	}
}

func readResults(t *testing.T, path string) map[string]Result {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	results := make(map[string]Result)
	for line := range strings.Lines(string(text)) {
		var r Result
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if r.ID != "" {
			results[r.ID] = r
		}
	}
	return results
}
