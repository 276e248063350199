package rules_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

// FuzzParse: any text gives rules or a positioned error; a rule is laid out so that it reads back, and it can be tried.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("builtin/*.rules")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		rs, err := rules.Parse(theory.Builtin(), file, string(text))
		if err != nil {
			f.Fatal(err)
		}
		for i, r := range rs {
			if i%6 == 0 {
				f.Add(r.String())
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		rs, err := rules.Parse(theory.Builtin(), "f", text)
		if err != nil {
			var e *syntax.Error
			if !errors.As(err, &e) || e.Line < 1 || e.Col < 1 || e.Msg == "" {
				t.Fatalf("%v", err)
			}
			return
		}
		for _, r := range rs {
			again, err := rules.Parse(theory.Builtin(), "f", r.String())
			if err != nil || again[0].String() != r.String() {
				t.Fatalf("does not read back: %v\n%s", err, r)
			}
			if _, err := rules.Verify(context.Background(), r, nil, rules.Options{Valuations: 2}); err != nil {
				t.Fatal(err)
			}
		}
	})
}
