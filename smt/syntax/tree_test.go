package syntax_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/smt/syntax"
)

// tiles checks that the nodes of one s-expression cover its text: atoms and parentheses in order, with
// nothing but white space and comments between them.
func tiles(tb interface{ Fatalf(string, ...any) }, tree *syntax.Tree, from, to int) {
	src := tree.Src
	at := from
	skip := func(end int) {
		gap := src[at:end]
		for i := 0; i < len(gap); i++ {
			switch gap[i] {
			case ' ', '\t', '\r', '\n', '(', ')':
			case ';':
				n := strings.IndexAny(gap[i:], "\r\n")
				if n < 0 {
					n = len(gap) - i
				}
				i += n - 1
			default:
				tb.Fatalf("%q: byte %d belongs to no node", src, at+i)
			}
		}
		at = end
	}
	for n := syntax.Root; n < tree.End(syntax.Root); n++ {
		if tree.Offset(n) < at {
			tb.Fatalf("%q: node %d starts at %d, inside what ends at %d", src, n, tree.Offset(n), at)
		}
		if tree.Kind(n) == syntax.List {
			text := tree.Text(n)
			if text[0] != '(' || text[len(text)-1] != ')' {
				tb.Fatalf("%q: a list is written %q", src, text)
			}
			if tree.Offset(n)+len(text) > to {
				tb.Fatalf("%q: a list ends behind the s-expression", src)
			}
			continue
		}
		skip(tree.Offset(n))
		at += len(tree.Text(n))
	}
	skip(to)
}

// checkText checks what must hold for every text: an error with a position inside it, or trees that tile it
// and whose canonical text is a fixed point with the same shape.
func checkText(tb interface{ Fatalf(string, ...any) }, src string) {
	var tree, again syntax.Tree
	r := syntax.NewReader(src)
	from := len(src) - len(strings.TrimPrefix(src, "\ufeff")) // a mark at the beginning is not part of the text
	for {
		more, err := r.Next(&tree)
		if err != nil {
			if err.Line < 1 || err.Col < 1 || err.Line > 1+strings.Count(src, "\n") || err.Code == "" || err.Msg == "" {
				tb.Fatalf("%q: odd error %+v", src, err)
			}
			return
		}
		if !more {
			return
		}
		if r.Offset() <= from {
			tb.Fatalf("%q: no progress at %d", src, from)
		}
		tiles(tb, &tree, from, r.Offset())
		from = r.Offset()
		text := string(tree.Append(nil, syntax.Root))
		r2 := syntax.NewReader(text)
		more, err = r2.Next(&again)
		if err != nil || !more {
			tb.Fatalf("%q: canonical text %q does not read: %v", src, text, err)
		}
		if again.Size(syntax.Root) != tree.Size(syntax.Root) {
			tb.Fatalf("%q: canonical text %q has %d nodes, not %d", src, text, again.Size(syntax.Root), tree.Size(syntax.Root))
		}
		for n := syntax.Root; n < tree.End(syntax.Root); n++ {
			if again.Kind(n) != tree.Kind(n) || again.End(n) != tree.End(n) || tree.Kind(n) != syntax.List && again.Text(n) != tree.Text(n) {
				tb.Fatalf("%q: canonical text %q differs at node %d", src, text, n)
			}
		}
		if text2 := string(again.Append(nil, syntax.Root)); text2 != text {
			tb.Fatalf("%q: canonical text %q is not a fixed point: %q", src, text, text2)
		}
	}
}

func TestByteSoup(t *testing.T) {
	for _, text := range []string{"\ufeffA", "\ufeff(a) b", "\ufeff", "\ufeff\ufeff"} {
		checkText(t, text)
	}
	t.Run("bytes", rapid.MakeCheck(func(t *rapid.T) {
		checkText(t, string(rapid.SliceOfN(rapid.Byte(), 0, 60).Draw(t, "text")))
	}))
	t.Run("characters", rapid.MakeCheck(func(t *rapid.T) {
		checkText(t, rapid.StringN(0, 40, -1).Draw(t, "text"))
	}))
	// Meaningful pieces make deeper trees than bytes do.
	t.Run("pieces", rapid.MakeCheck(func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"(", "(", ")", ")", " ", "\n", "\r\n", "; c\n", "a", "|", `"`, "#x", "#b1", ":k", "12", "1.5", "é", "\x00", "#f1m3", "<", ">", "real_algebraic_number"})
		checkText(t, strings.Join(rapid.SliceOfN(piece, 0, 40).Draw(t, "pieces"), ""))
	}))
}

func TestTreeNavigation(t *testing.T) {
	var tree syntax.Tree
	if _, err := syntax.NewReader("(a (b c) |d| () \"e\")").Next(&tree); err != nil {
		t.Fatal(err)
	}
	kids := tree.Children(syntax.Root)
	if len(kids) != 5 || tree.Len(syntax.Root) != 5 || tree.Len(kids[0]) != 0 || tree.Children(kids[0]) != nil {
		t.Fatalf("children %v", kids)
	}
	if tree.Text(kids[1]) != "(b c)" || tree.Size(kids[1]) != 3 || tree.Text(syntax.Root) != tree.Src {
		t.Errorf("list texts %q and %q", tree.Text(kids[1]), tree.Text(syntax.Root))
	}
	if tree.First(kids[3]) != tree.End(kids[3]) {
		t.Error("an empty list has a child")
	}
	if !tree.Is(kids[0], "a") || tree.Is(kids[2], "d") {
		t.Error("Is must hold for simple symbols only")
	}
	if name, ok := tree.Name(kids[2]); !ok || name != "d" {
		t.Errorf("|d| is named %q", name)
	}
	if _, ok := tree.Name(kids[4]); ok {
		t.Error("a string has a name")
	}
}

// Reading must not recurse: a text of parentheses only, deeper than any stack would allow.
func TestDeepNesting(t *testing.T) {
	const depth = 1_000_000
	src := strings.Repeat("(", depth) + strings.Repeat(")", depth)
	var tree syntax.Tree
	if _, err := syntax.NewReader(src).Next(&tree); err != nil {
		t.Fatal(err)
	}
	if tree.Size(syntax.Root) != depth || tree.Text(syntax.Root) != src || tree.Text(depth-1) != "()" {
		t.Error("wrong tree")
	}
	if got := string(tree.Append(nil, syntax.Root)); got != src {
		t.Error("canonical text differs")
	}
	if err := readErr(src[:depth+5]); err == nil || !strings.Contains(err.Error(), "999995 open") {
		t.Errorf("truncated: %v", err)
	}
}

// A byte order mark at the beginning takes no column; anywhere else it is not valid SMT-LIB text.
func TestByteOrderMark(t *testing.T) {
	for _, tt := range []struct{ text, err string }{
		{"\ufeff(a)", ""},
		{"\ufeff; comment\n(a)", ""},
		{"\ufeff", ""},
		{"\ufeff)", "1:1: syntax"},
		{"\ufeff(a) )", "1:5: syntax"},
		{"\ufeff(a)\n )", "2:2: syntax"},
		{"\ufeff\ufeff(a)", "1:1: binary"},
		{"(a)\ufeff", "1:4: binary"},
		{"(a \ufeff b)", "1:4: binary"},
		{" \ufeff(a)", "1:2: binary"},
		{"(|a\ufeffb|)", ""},
		{"\xef\xbb(a)", "1:1: binary"},
	} {
		var tree syntax.Tree
		var err *syntax.Error
		r := syntax.NewReader(tt.text)
		for more := true; more && err == nil; {
			more, err = r.Next(&tree)
		}
		got := ""
		if err != nil {
			got = fmt.Sprintf("%d:%d: %s", err.Line, err.Col, err.Code)
		}
		if got != tt.err {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.err)
		}
	}
}
