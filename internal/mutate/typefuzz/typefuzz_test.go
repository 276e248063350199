package typefuzz_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/definition"
	"github.com/assay-smt/assay/internal/mutate/typefuzz"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/term"
)

// texts returns the built-in seeds and, when the folder is there, a sample of the shared ones.
func texts(t testing.TB) map[string]string {
	t.Helper()
	every := 32
	if testing.Short() {
		every = 100
	}
	out := map[string]string{}
	for _, s := range seeds.All() {
		out[s.Name] = string(s.Text)
	}
	root := os.Getenv("ASSAY_SEEDS")
	if root == "" {
		root = filepath.Join("..", "..", "..", "..", "shared", "seeds")
	}
	n := 0
	_ = filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(p, ".smt2") {
			if n++; n%every == 0 {
				src, err := os.ReadFile(p)
				if err != nil {
					return err
				}
				out[p] = string(src)
			}
		}
		return nil
	})
	return out
}

// TestMutantsAreWellFormed makes chains from every seed: each mutant must be closed, must print to a text that reads back to
// the same script, and must differ from the one before.
func TestMutantsAreWellFormed(t *testing.T) {
	for name, text := range texts(t) {
		sc, err := elab.Script(text, elab.Options{})
		if err != nil {
			continue
		}
		source, err := typefuzz.New(typefuzz.Options{}).Prepare(context.Background(), &mutate.Seed{Name: name, Script: sc}, mutate.Env{})
		if err != nil {
			continue
		}
		r := rng.New(7).Split(name)
		last := sc.String()
		for range 12 {
			m, err := source.Next(r)
			if err != nil {
				break
			}
			last = accept(t, m, last, nil)
			step := m.Steps[len(m.Steps)-1]
			budget := 100_000
			if v := nestedTwice(definition.Root(m.Script.Commands[step.Command]), map[*term.Term]bool{}, &budget); v != nil {
				t.Fatalf("%s: %v: variable %s is bound inside its own scope", name, step, v.Text())
			}
		}
	}
}

// nestedTwice returns a variable that a binder inside its own scope binds again, nil when there is none.
// It examines no more than budget occurrences.
func nestedTwice(t *term.Term, active map[*term.Term]bool, budget *int) *term.Term {
	if *budget--; *budget < 0 {
		return nil
	}
	vars := slices.Clone(t.Bound())
	for _, c := range t.Cases() {
		vars = append(vars, c.Vars...)
	}
	for _, v := range vars {
		if active[v] {
			return v
		}
		active[v] = true
	}
	for _, a := range t.Args() {
		if a.HasBinder() {
			if v := nestedTwice(a, active, budget); v != nil {
				return v
			}
		}
	}
	for _, v := range vars {
		delete(active, v)
	}
	return nil
}
