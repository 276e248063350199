package syntax_test

import (
	"testing"

	"github.com/assay-smt/assay/smt/syntax"
)

func TestReplaceSymbols(t *testing.T) {
	by := func(name string) (string, bool) {
		to, ok := map[string]string{"x": "|x 2|", "f": "g", "a b": "c"}[name]
		return to, ok
	}
	tests := []struct{ src, want string }{
		{"(assert (f x))", "(assert (g |x 2|))"},
		{"(f |f| |a b|)", "(g g c)"},
		{`(f "f x" :f #xf xf ; f`, `(g "f x" :f #xf xf ; f`},
		{"", ""},
		{"x", "|x 2|"},
		{"(let ((x 1)) (= x 0f))", ""},
	}
	for _, tt := range tests {
		got, err := syntax.ReplaceSymbols(tt.src, by)
		if err != nil {
			if tt.want != "" {
				t.Errorf("%s: %v", tt.src, err)
			}
			continue
		}
		if got != tt.want {
			t.Errorf("%s: %s, not %s", tt.src, got, tt.want)
		}
	}
}
