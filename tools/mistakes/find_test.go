package main

import (
	"slices"
	"strings"
	"testing"
)

// checked checks the types of a package with one file.
func checked(t *testing.T, source string) *Package {
	t.Helper()
	p, err := check("low", "m/low", []string{"a.go"}, map[string][]byte{"a.go": []byte(source)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Each kind of mistake, made in a small function: the lines as they are after it.
func TestKinds(t *testing.T) {
	const types = `package low

type problem struct{}

func (*problem) Error() string { return "" }

type box struct{ n int; list []int; sub *box }

type text string

func work(int) int { return 0 }
`
	for _, tt := range []struct {
		name   string
		kind   Kind
		source string
		want   []string
	}{
		{"order", Boundary, "func f(a, b int) bool { return a < b || a >= b }", []string{
			"func f(a, b int) bool { return a <= b || a >= b }", "func f(a, b int) bool { return a < b || a > b }",
		}},
		{"conditions", Negation, "func f(a bool, n int) {\nif a {\n}\nif n == 1 {\n}\nfor n < 3 {\n}\nfor {\n}\nswitch {\ncase a && n > 1:\n}\n}", []string{
			"if !(a) {", "for !(n < 3) {", "case !(a && n > 1):",
		}},
		{"comparisons", Equality, "func f(a, b int) bool {\nreturn a == b\n}\nfunc g(a, b int) bool {\nreturn a != b\n}", []string{"return a != b", "return a == b"}},
		{"and", Connective, "func f(a, b bool) bool {\nreturn a && b\n}", []string{"return a || b"}},
		{"or", Connective, "func f(a, b bool) bool {\nreturn a || b\n}", []string{"return a && b"}},
		{"each operand of a chain", Operand, "func f(a, b, c bool) bool {\nreturn a && b && c\n}", []string{"return b && c", "return a && c", "return a && b"}},
		{"operands in brackets", Operand, "func f(a, b, c bool) bool {\nreturn a && (b || c)\n}", []string{
			"return (b || c)", "return a", "return a && (c)", "return a && (b)",
		}},
		{"sums", Arithmetic, "func f(a int, s string) int {\na += 2\na++\nfor i := 0; i < 3; i++ {\n}\ns = s + s\ns += s\nreturn a + 1 - a\n}", []string{
			"a -= 2", "a--", "return a - 1 - a", "return a + 1 + a",
		}},
		{"numbers", Constant, "func f(list []int) int {\nvar a [3]int\nconst c = 0x10\nlist = list[1:]\nreturn a[0]\n}", []string{"const c = 17", "return a[1]"}},
		{"truths", Truth, "func f(a bool) (bool, bool) {\nif a {\nreturn true, a\n}\nreturn false, false\n}", []string{
			"return false, a", "return true, false", "return false, true",
		}},
		{"errors", NilError, "func f(p *problem, e error) (int, error) {\nif e != nil {\nreturn 0, e\n}\nif p == nil {\nreturn 1, nil\n}\nreturn 2, p\n}", []string{
			"return 0, nil", "return 2, nil",
		}},
		{"assignments that are seen elsewhere", Statement, "func f(b *box, m map[int]int, p *int) {\nb.n = 1\nm[1] = 2\n*p = 3\nn := 1\nn = 2\n_ = n\nb.n++\n}", []string{
			"", "", "", "",
		}},
		{"appending", Statement, "func f(b *box) []int {\nvar l []int\nl = append(l, 1)\nl = append(b.list, 2)\nreturn l\n}", []string{""}},
		{"calls", Statement, "func f() {\nwork(1)\n_ = work(2)\ndefer work(3)\npanic(4)\n}", []string{""}},
		{"jumps", Jump, "func f(n int) {\nfor n < 9 {\nif n == 1 {\nbreak\n}\nif n == 2 {\ncontinue\n}\n}\n}", []string{
			"continue", "", "break", "",
		}},
		{"cases", Case, "func f(n int) {\nswitch n {\ncase 1: n = 2\ncase 3, 4: n = 5\ndefault: n = 6\n}\n}", []string{
			"", "", "case 4: n = 5", "case 3: n = 5", "",
		}},
		{"slices", Bound, "func f(l []int, n int) {\n_ = l[1:n]\n_ = l[:]\n}", []string{"_ = l[(1)+1:n]", "_ = l[1:(n)-1]"}},
		{"branches", Branch, "func f(n int) {\nif n > 1 {\nn = 2\n} else {\nn = 3\n}\n}", []string{"if false && (n > 1) {", "}"}},
		{"zero values", Default, "func f(b *box, s text, x box) (*box, text, int, box, error) {\nreturn b, s, 2, x, nil\n}\nfunc g() (int, string, box, []int) {\nreturn 0, \"\", box{}, nil\n}\n" +
			"func h[T any](x T, n int) (T, bool) {\nreturn x, n > 2\n}", []string{
			"return nil, s, 2, x, nil", `return b, "", 2, x, nil`, "return b, s, 0, x, nil", "return b, s, 2, *new(box), nil", "return *new(T), n > 2", "return x, false",
		}},
		{"results of functions in functions", Truth, "func f() int {\ng := func() bool {\nreturn true\n}\n_ = g\nreturn 1\n}", []string{"return false"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := checked(t, types+tt.source)
			var got []string
			before := strings.Count(types, "\n")
			for _, place := range places(p) {
				if place.Line <= before || place.Kind != tt.kind {
					continue
				}
				got = append(got, place.After)
				if string(place.apply(p.Files[0].Source)) == string(p.Files[0].Source) {
					t.Errorf("%s changes nothing", place.Before)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q\nwant %q", got, tt.want)
			}
		})
	}
}

// What does not compile is told from what does, and a variable that is left without use gets one.
func TestCompiles(t *testing.T) {
	p := checked(t, `package low

type box struct{ n int }

func f(b *box) (int, bool) {
	n := 1
	b.n = n
	s := "a"
	if s == "b" && len(s) == 1 {
		return 2, true
	}
	for {
		if b.n > 1 {
			break
		}
	}
	return 1, false
}

func g(n int) int {
	for {
		if n > 3 {
			return n
		}
		continue
	}
}
`)
	compiles := make(map[string]bool)
	for _, place := range places(p) {
		ok := p.compiles(place)
		compiles[place.Before+" -> "+place.After] = ok
	}
	for edit, want := range map[string]bool{
		"b.n = n -> _, _ = b, n": true, // else n is not used
		"break -> continue":      true,
		"break -> ":              true,
		"continue -> break":      false, // a return is missing
		"continue -> ":           true,
		`if s == "b" && len(s) == 1 { -> if len(s) == 1 {`: true,
	} {
		got, ok := compiles[edit]
		if !ok || got != want {
			t.Errorf("%s: there is such a place: %v, it compiles: %v, want %v", edit, ok, got, want)
		}
	}
}

// An ID outlives changes of other declarations, and not those of its own.
func TestIDs(t *testing.T) {
	const f = "func f(a, b int) bool { return a < b }\n"
	id := func(source string) string {
		t.Helper()
		for _, place := range places(checked(t, "package low\n"+source)) {
			if place.Decl == "f" && place.Kind == Boundary {
				return place.ID
			}
		}
		t.Fatal("no place")
		return ""
	}
	first := id(f)
	if got := id("const c = 1\n" + f + "func g() {}\n"); got != first {
		t.Errorf("other declarations make %s of %s", got, first)
	}
	if got := id(strings.Replace(f, "b int", "b  int", 1)); got == first {
		t.Error("a changed declaration keeps the ID")
	}
	seen := make(map[string]string)
	for _, place := range places(checked(t, "package low\nfunc f(a, b bool) bool { return a && b && a && b || !a }\nfunc g(a, b bool) bool { return a && b && a && b || !a }\n")) {
		edit := place.Decl + place.Kind.String() + place.After
		if seen[place.ID] != "" {
			t.Errorf("%s stands for %s and %s", place.ID, seen[place.ID], edit)
		}
		seen[place.ID] = edit
	}
}

func TestDeclarations(t *testing.T) {
	p := checked(t, "package low\ntype a struct{}\nfunc (a) f() int { return 1 }\nfunc (*a) g() int { return 2 }\ntype b[T any] struct{}\nfunc (*b[T]) h() int { return 3 }\nvar v = 4\nfunc i() int { return 5 }\n")
	var got []string
	for _, place := range places(p) {
		if place.Kind == Constant {
			got = append(got, place.Decl)
		}
	}
	if want := []string{"a.f", "a.g", "b.h", "v", "i"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestGeneratedFilesHaveNoPlaces(t *testing.T) {
	p := checked(t, "// Code generated by hand. DO NOT EDIT.\n\npackage low\nfunc i() int { return 5 }\n")
	if got := places(p); len(got) != 0 {
		t.Errorf("%d places", len(got))
	}
}
