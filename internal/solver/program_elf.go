package solver

import (
	"context"
	"debug/elf"
	"fmt"
	"regexp"
	"slices"

	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// hasLibrary reports whether the program needs a library that is named after the solver, as Debian's cvc5 needs libcvc5.so.1. What it
// says about itself is enough: where that library lies, only the loader knows.
func (t Target) hasLibrary() bool {
	f, err := elf.Open(t.path)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	libraries, err := f.ImportedLibraries()
	return err == nil && slices.ContainsFunc(libraries, t.named)
}

// loaded finds the libraries in what the loader of Linux lists (ld.so(8)): their names, and where they are.
var loaded = regexp.MustCompile(`(?m)^\t(?:\S+ => )?(/.+) \(0x[0-9a-f]+\)$`)

// libraries are the libraries named after the solver that the loader finds for the program. It is asked for a list and does not start the program. The error is
// that of ctx.
func (t Target) libraries(ctx context.Context) ([]string, error) {
	res, err := sandbox.Run(ctx, sandbox.Command{Argv: []string{t.path}, Vars: []string{"LD_TRACE_LOADED_OBJECTS=1"}, Timeout: probeTime, MaxOutput: maxRecord})
	if ctx.Err() != nil {
		return nil, fmt.Errorf("solver %s: %w", t, sandbox.Ended(ctx))
	}
	var out []string
	if err != nil {
		return out, nil //nolint:nilerr // what cannot be started has no libraries
	}
	for _, m := range loaded.FindAllStringSubmatch(string(res.Stdout), maxErrors) {
		if t.named(m[1]) {
			out = append(out, m[1])
		}
	}
	return out, nil
}
