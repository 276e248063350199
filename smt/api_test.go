package smt_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/testing/apitext"
)

var updateAPI = flag.Bool("update", false, "accept what the packages export now")

const apiFile = "testdata/api.txt"

// TestAPI compares what this package and those below it export with what is written down. Programs of others use it.
func TestAPI(t *testing.T) {
	now, err := apitext.Of(os.DirFS(".."), "smt")
	if err != nil {
		t.Fatal(err)
	}
	if *updateAPI {
		if err := os.WriteFile(apiFile, []byte(strings.Join(now, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(apiFile)
	if err != nil {
		t.Fatal(err)
	}
	lost, gained := apitext.Compare(strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), now)
	for _, l := range lost {
		t.Errorf("users lose    %s", l)
	}
	for _, l := range gained {
		t.Errorf("users gain    %s", l)
	}
	if t.Failed() {
		t.Log("docs/reference/stability.md says what may change when. To accept the change: go test ./smt -run TestAPI -update, " +
			"and a line in CHANGELOG.md for what users lose.")
	}
}

// TestExamples wants an Example in each package: it is what users read first.
func TestExamples(t *testing.T) {
	dirs, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{}
	for _, file := range dirs {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Dir(file)
		has[dir] = has[dir] || strings.HasSuffix(file, "example_test.go") && strings.Contains(string(text), "// Output:")
	}
	if len(has) < 10 {
		t.Fatalf("found %d packages", len(has))
	}
	for dir, ok := range has {
		if !ok {
			t.Errorf("smt/%s has no example_test.go with an output", dir)
		}
	}
}
