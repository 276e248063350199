package certify

import (
	"testing"

	"github.com/assay-smt/assay/smt/question"
)

// TestCheckers wants a checker for each kind of question whose responses are said to be judged by themselves, and no others.
func TestCheckers(t *testing.T) {
	for _, k := range question.Kinds() {
		c, ok := checkers[k]
		if ok != k.Further() {
			t.Errorf("%v has a checker: %t; the table of questions says %t", k, ok, k.Further())
		}
		if ok && !c.class.Further() {
			t.Errorf("%v fails as %s, which is not a class of responses", k, c.class)
		}
		if ok && k.Refutable() != c.class.Refereed() {
			t.Errorf("%v is refutable: %t, and %s is refereed: %t", k, k.Refutable(), c.class, c.class.Refereed())
		}
	}
}
