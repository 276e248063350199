package smtstr_test

import (
	"testing"

	"github.com/assay-smt/assay/smt/smtstr"
)

// rebuild recreates an expression from the shapes of its parts.
func rebuild(t *testing.T, b *smtstr.Builder, r smtstr.Regex) smtstr.Regex {
	t.Helper()
	s, ok := r.Shape()
	if !ok {
		t.Fatalf("%s has no shape", r)
	}
	var args []smtstr.Regex
	for _, a := range s.Args {
		args = append(args, rebuild(t, b, a))
	}
	join := func(op func(p, q smtstr.Regex) smtstr.Regex) smtstr.Regex {
		out := args[0]
		for _, a := range args[1:] {
			out = op(out, a)
		}
		return out
	}
	switch s.Op {
	case "re.none":
		return b.None()
	case "re.all":
		return b.All()
	case "re.allchar":
		return b.AllChar()
	case "str.to_re":
		return b.Word(s.Words[0])
	case "re.range":
		return b.Range(s.Words[0], s.Words[1])
	case "re.++":
		return join(b.Concat)
	case "re.union":
		return join(b.Union)
	case "re.inter":
		return join(b.Inter)
	case "re.comp":
		return b.Comp(args[0])
	case "re.*":
		return b.Star(args[0])
	case "re.+":
		return b.Plus(args[0])
	case "re.loop":
		if len(s.Indices) == 1 {
			return b.LoopFrom(args[0], s.Indices[0])
		}
		return b.Loop(args[0], s.Indices[0], s.Indices[1])
	}
	t.Fatalf("an unknown operator %s", s.Op)
	return r
}

// TestShape: shapes recreate the same expressions, and those without stars and complements are bounded.
func TestShape(t *testing.T) {
	b := smtstr.NewBuilder()
	for _, x := range leaves(b) {
		if got := rebuild(t, b, x.re); got != x.re {
			t.Errorf("%s becomes %s", x.re, got)
		}
		for _, y := range unary(b, x, 1, 3) {
			if got := rebuild(t, b, y.re); got != y.re {
				t.Errorf("%s becomes %s", y.re, got)
			}
			for _, z := range binary(b, x, y) {
				if got := rebuild(t, b, z.re); got != z.re {
					t.Errorf("%s becomes %s", z.re, got)
				}
			}
		}
	}
	ab := b.Word(str("ab"))
	if _, ok := b.Loop(ab, 2, 1<<40).Shape(); ok {
		t.Error("a loop with a bound that is no index has a shape")
	}
	for _, tt := range []struct {
		r    smtstr.Regex
		want bool
	}{
		{b.None(), false},
		{ab, false},
		{b.Loop(b.Union(ab, b.AllChar()), 2, 5), false},
		{b.All(), true},
		{b.Concat(ab, b.Star(ab)), true},
		{b.Comp(ab), true},
		{b.LoopFrom(ab, 7), true},
	} {
		if got := tt.r.Unbounded(100); got != tt.want {
			t.Errorf("%s is unbounded: %v", tt.r, got)
		}
	}
}
