package shell_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/shell"
)

func TestSplit(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want []string
	}{
		{"", nil},
		{"z3 bug.smt2", []string{"z3", "bug.smt2"}},
		{"  a\t b  ", []string{"a", "b"}},
		{`a 'b c' "d e" f\ g`, []string{"a", "b c", "d e", "f g"}},
		{`'it'\''s' '' ""x`, []string{"it's", "", "x"}},
		{`"a\"b" 'a\b'`, []string{`a"b`, `a\b`}},
	} {
		if got, err := shell.Split(tt.in); err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, %v, want %q", tt.in, got, err, tt.want)
		}
	}
	for _, open := range []string{"'a", `a "b`, `a\`} {
		if got, err := shell.Split(open); err == nil {
			t.Errorf("%q: %q", open, got)
		}
	}
}

// Split reads what Quote writes.
func TestSplitQuote(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.String()).Draw(t, "words")
		if got, err := shell.Split(shell.Quote(words)); err != nil || !slices.Equal(got, words) {
			t.Errorf("%q, %v", got, err)
		}
	})
}
