package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record.jsonl")
	r, err := openRecord(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []any{
		Baseline{Baseline: "low", Seconds: 2, Busy: 1}, Result{ID: "1", Result: Survived, Before: "a < b"}, Result{ID: "2", Result: Caught}, Result{ID: "1", Result: Caught},
		Result{ID: "3", Result: Survived},
	} {
		if err := r.add(line); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "a < b") {
		t.Errorf("the record is hard to read:\n%s", text)
	}
	// The program was killed while it wrote.
	if err := os.WriteFile(path, append(text, `{"id":"4","res`...), 0o644); err != nil {
		t.Fatal(err)
	}
	if r, err = openRecord(path); err != nil {
		t.Fatal(err)
	}
	if got, ok := r.result("1"); !ok || got.Result != Caught {
		t.Errorf("the later result does not count: %+v", got)
	}
	if _, ok := r.result("4"); ok {
		t.Error("half a line counts")
	}
	if got, ok := r.baseline("low"); !ok || got.Seconds != 2 || got.Busy != 1 {
		t.Errorf("baseline %v", got)
	}
	// What is added behind half a line can be read.
	if err := r.add(Result{ID: "5", Result: Caught}); err != nil {
		t.Fatal(err)
	}
	if r, err = openRecord(path); err != nil {
		t.Fatal(err)
	}
	if _, ok := r.result("5"); !ok {
		t.Error("what was added behind half a line is lost")
	}
}

func TestDamagedRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record.jsonl")
	if err := os.WriteFile(path, []byte("{\"id\":\n{\"id\":\"1\"}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := openRecord(path); err == nil || !strings.Contains(err.Error(), ":1:") {
		t.Errorf("error %v", err)
	}
}

func TestJudgements(t *testing.T) {
	judged, err := parseJudgements(strings.NewReader("# comment\n\n1\tlow f\ta < b -> a <= b\tnever equal\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := judged["1"]; got.Decl != "low f" || got.Reason != "never equal" {
		t.Errorf("%+v", got)
	}
	for _, line := range []string{"1\tlow f\tedit\t\n", "1\tlow f\tedit\n", "1\tf\te\tr\n1\tf\te\tr\n"} {
		if _, err := parseJudgements(strings.NewReader(line)); err == nil {
			t.Errorf("%q is accepted", line)
		}
	}
}

// A judgement is stale when its mistake is gone or caught, but not when its package was not looked at.
func TestStale(t *testing.T) {
	draws := []*Draw{{Package: &Package{Dir: "low"}, Places: numbered(3)}}
	record := &Record{results: map[string]Result{"1": {ID: "1", Result: Caught, By: "low", Test: "TestF"}, "2": {ID: "2", Result: Survived}}}
	got := stale(map[string]Judgement{
		"0": {ID: "0", Decl: "low f"}, "1": {ID: "1", Decl: "low f"}, "2": {ID: "2", Decl: "low f"}, "8": {ID: "8", Decl: "low f"}, "9": {ID: "9", Decl: "high f"},
	}, draws, record)
	if len(got) != 2 || !strings.Contains(got[0], "TestF catches it") || !strings.Contains(got[1], "has changed") {
		t.Errorf("%q", got)
	}
}
