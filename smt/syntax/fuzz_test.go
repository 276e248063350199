package syntax_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/base/seeds"
)

// FuzzRead: every byte sequence gives an error with a position, or trees that tile it.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"", "(a |b c| \"d\"\"e\" :k 1 1.5 #xF #b1 #f1m3) ; c\r\n()", "(\x00)", "\"\xff\"", "((", "))", "|a", "1a", "#", ":",
	} {
		f.Add(s)
	}
	for i, s := range seeds.All() {
		if i%8 == 0 {
			f.Add(string(s.Text))
		}
	}
	f.Fuzz(func(t *testing.T, src string) { checkText(t, src) })
}
