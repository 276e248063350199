package snapshot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// compilers are the names under which C compilers are searched for, the preferred one first.
var compilers = []string{"cc", "gcc", "clang"}

// compileTime bounds the compiler.
const compileTime = time.Minute

// A shim is the compiled library. Safe for concurrent use.
type shim struct {
	cache string

	mu     sync.Mutex
	path   string
	reason string // why there is none, "" until it has been tried
}

// errNoShim says why the library is not available.
type errNoShim struct{ reason string }

func (e *errNoShim) Error() string { return e.reason }

// ready returns the path of the library, which is compiled if the cache does not have it. Errors are *errNoShim, which is permanent,
// and what ctx ended with.
func (s *shim) ready(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.path == "" && s.reason == "" {
		path, err := compile(ctx, s.cache)
		var none *errNoShim
		switch {
		case errors.As(err, &none):
			s.reason = none.reason
		case err != nil:
			return "", err
		default:
			s.path = path
		}
	}
	if s.reason != "" {
		return "", &errNoShim{s.reason}
	}
	return s.path, nil
}

// shimName is the name of the library in a cache: by content, so that another version of Assay has its own.
func shimName() string {
	sum := sha256.Sum256([]byte(runtime.GOARCH + "\n" + sandbox.ForkShim))
	return "forks-" + hex.EncodeToString(sum[:8]) + ".so"
}

// compile returns the path of the library in a cache folder.
func compile(ctx context.Context, cache string) (string, error) {
	if runtime.GOOS != "linux" {
		return "", &errNoShim{"snapshots need Linux"}
	}
	if cache == "" {
		return "", &errNoShim{"there is no cache folder for the library that snapshots need"}
	}
	path := filepath.Join(cache, shimName())
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
		return path, nil
	}
	compiler := ""
	for _, name := range compilers {
		if found, err := sandbox.LookPath(name); err == nil {
			compiler = found
			break
		}
	}
	if compiler == "" {
		return "", &errNoShim{"snapshots need a C compiler (" + strings.Join(compilers, ", ") + ") on PATH, and there is none: install one, such as the package gcc"}
	}
	if err := disk.MakeDir(cache); err != nil {
		return "", &errNoShim{err.Error()}
	}
	dir, err := os.MkdirTemp(cache, "forks-")
	if err != nil {
		return "", &errNoShim{"snapshots need a cache folder: " + err.Error()}
	}
	defer func() { _ = os.RemoveAll(dir) }()
	source, made := filepath.Join(dir, "forks.c"), filepath.Join(dir, "forks.so")
	if err := os.WriteFile(source, []byte(sandbox.ForkShim), 0o644); err != nil {
		return "", &errNoShim{"snapshots need a cache folder: " + err.Error()}
	}
	argv := []string{compiler, "-std=gnu99", "-O2", "-shared", "-fPIC", "-o", made, source, "-ldl"}
	res, err := sandbox.Run(ctx, sandbox.Command{Argv: argv, Timeout: compileTime})
	switch {
	case err != nil:
		return "", &errNoShim{"the C compiler cannot be run: " + err.Error()}
	case res.Reason == sandbox.Canceled:
		return "", sandbox.Ended(ctx)
	case res.Reason != sandbox.Exited || res.ExitCode != 0:
		line, _, _ := strings.Cut(strings.TrimSpace(string(res.Stderr)), "\n")
		return "", &errNoShim{fmt.Sprintf("%s cannot compile the library that snapshots need: %s", compiler, line)}
	}
	// Another process may do the same at the same time; one of the two files stays, and they are identical.
	if err := os.Rename(made, path); err != nil {
		return "", &errNoShim{"snapshots need a cache folder: " + err.Error()}
	}
	return path, nil
}
