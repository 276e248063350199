// Package solvertest builds the fake solver and describes it to tests of other packages.
// It is not part of the program: only tests import it.
package solvertest

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// TB is the part of testing.TB that this package needs; a testscript's setup can supply
// it too.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Profile is the fake solver's profile, in the format of docs/reference/profiles.md. Its name is
// "fake" and its binary "fakesolver".
//
//go:embed fake.toml
var Profile []byte

var build = sync.OnceValues(buildFake)

// Binary returns the path of the fake solver, built from this module's source on the first call. The file
// name is "fakesolver", so that profiles find it by its name. It is kept in the user's cache folder and is
// safe to use from many test processes at once.
func Binary(t TB) string {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatalf("cannot build the fake solver: %v", err)
	}
	return path
}

// Probe makes the fake solver answer the small scripts with which solvers are examined, whatever its options make it answer otherwise.
const Probe = `
[probe]
script = "; fake: sat\n(check-sat)"
answer = "sat"
unsat = "; fake: unsat\n(check-sat)"
`

// WriteProfile writes Profile with Probe to dir/fake.toml and returns that path, for tests of code that reads
// profiles from files.
func WriteProfile(t TB, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "fake.toml")
	if err := os.WriteFile(path, append(bytes.Clone(Profile), Probe...), 0o644); err != nil {
		t.Fatalf("%v", err)
	}
	return path
}

// buildFake builds into a folder named after the content, by way of a private name: no process ever sees a
// half-written program or writes to a running one.
func buildFake() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	cache = filepath.Join(cache, "assay-test")
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	private, err := os.MkdirTemp(cache, "build")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(private)
	built := filepath.Join(private, "fakesolver")
	res, err := sandbox.Run(context.Background(), sandbox.Command{
		// Without DWARF a debugger reads it in a third of the time, and still names its functions.
		Argv:    []string{"go", "build", "-trimpath", "-ldflags=-w", "-o", built, "github.com/assay-smt/assay/cmd/fakesolver"},
		Timeout: 5 * time.Minute,
	})
	if err != nil {
		return "", err
	}
	if res.Reason != sandbox.Exited || res.ExitCode != 0 {
		return "", fmt.Errorf("go build: %v, status %d: %s", res.Reason, res.ExitCode, res.Stderr)
	}
	program, err := os.ReadFile(built)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(program)
	dir := filepath.Join(cache, hex.EncodeToString(sum[:8]))
	final := filepath.Join(dir, "fakesolver")
	if _, err := os.Stat(final); err == nil {
		return final, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	if err := os.Rename(built, final); err != nil {
		return "", err
	}
	return final, nil
}
