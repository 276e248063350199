package mutatetest

import (
	"errors"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

// Script reads a script with the built-in operators. A text that cannot be read ends the test.
func Script(t testing.TB, text string) *script.Script {
	t.Helper()
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return s
}

// Asserts returns the indices of a script's assert commands.
func Asserts(s *script.Script) []int {
	var out []int
	for i := range s.Commands {
		if s.Commands[i].Kind == script.Assert {
			out = append(out, i)
		}
	}
	return out
}

// Drawn returns up to n mutants of a source, fewer when it is exhausted earlier. Any other error ends the test.
func Drawn(t testing.TB, source mutate.Source, r *rng.Rand, n int) []mutate.Mutant {
	t.Helper()
	var out []mutate.Mutant
	for range n {
		m, err := source.Next(r)
		if errors.Is(err, mutate.ErrExhausted) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
}
