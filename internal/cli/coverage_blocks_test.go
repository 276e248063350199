package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/solver/coverage/blocks"
)

// outputCLI runs a command in this process.
func outputCLI(t *testing.T, args ...string) (out, log string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	code = Run(t.Context(), args, NewStreams(strings.NewReader(""), &o, &e))
	return o.String(), e.String(), code
}

// A program is run by the command that counts, and what it executed is shown.
func TestCoverageOfBlocks(t *testing.T) {
	if !blocks.Here {
		t.Skip("blocks are counted on Linux on amd64 only")
	}
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	release := t.TempDir()
	c := exec.Command("go", "build", "-o", filepath.Join(release, "bin", "acting"), "../solver/coverage/blocks/testdata/acting")
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	home := filepath.Join(data, "assay", "solvers", "acting", "1.0+blocks")
	b, err := blocks.Make(filepath.Join(home, "blocks"), release, "bin/acting", func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	record := `{"format":1,"name":"acting","version":"1.0+blocks","program":"bin/acting","build":{"assertions":false,"blocks":1}}`
	if err := os.WriteFile(filepath.Join(home, "assay-install.json"), []byte(record), 0o600); err != nil {
		t.Fatal(err)
	}
	for what, want := range map[string]int{"left": 0, "fail": 7} {
		if _, log, code := outputCLI(t, "run-blocks", filepath.Join(home, "blocks"), filepath.Join(home, "counts"), what); code != want {
			t.Errorf("%s ended with %d: %s", what, code, log)
		}
	}
	out, _, code := outputCLI(t, "coverage", "--blocks", "acting@1.0+blocks", "--functions", "--json")
	if code != 0 {
		t.Fatal(out)
	}
	functions := map[string]blocksRow{}
	var last blocksRow
	for line := range strings.Lines(out) {
		last = blocksRow{}
		if err := json.Unmarshal([]byte(line), &last); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		functions[last.Function] = last
	}
	if l, r := functions["main.left"], functions["main.right"]; l.Blocks.Hit == 0 || l.Blocks.Hit == l.Blocks.All || r.Blocks.Hit != 0 || r.Blocks.All == 0 {
		t.Errorf("left %+v, right %+v", l, r)
	}
	if last.Blocks.All != b.Blocks() || last.Functions == nil || last.Functions.Hit == 0 {
		t.Errorf("all %+v", last)
	}
	if out, _, code = outputCLI(t, "coverage", "--blocks", "acting@1.0+blocks", "--reset"); code != 0 || !strings.Contains(out, "\n0 of ") {
		t.Errorf("after a reset, %d: %s", code, out)
	}
	for _, tt := range []struct {
		want string
		args []string
	}{
		{"assay solvers build z3@latest --coverage blocks", []string{"coverage", "--blocks", "z3"}},
		{"assay solvers build z3@1.2.3 --coverage blocks", []string{"coverage", "--blocks", "z3@1.2.3"}},
		{"give one of them", []string{"coverage", "--blocks", "z3", "--gcov", "."}},
		{"--functions needs --blocks SPEC", []string{"coverage", "--gcov", ".", "--functions"}},
		{"needs the folders", []string{"run-blocks", "x"}},
	} {
		if _, log, code := outputCLI(t, tt.args...); code != exitUsage || !strings.Contains(log, tt.want) {
			t.Errorf("%v: %d, %s", tt.args, code, log)
		}
	}
	if _, log, code := outputCLI(t, "run-blocks", "nowhere", "counts"); code != 126 || !strings.Contains(log, "counting blocks") {
		t.Errorf("without a build: %d, %s", code, log)
	}
}
