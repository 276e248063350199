package apitext_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/testing/apitext"
)

const before = `package p

import "m/q"

// Kind is a kind.
type Kind uint8

const (
	A Kind = iota
	b
	C
)

const Most, least = 3, 4

var Default = Options{X: 1}
var ErrX = errors.New("x")

type Options struct {
	X, Y int
	q.Base
	hidden int
	Done   <-chan struct{}
}

type hidden struct{ X int }

func (h *hidden) Exported() {}
func (o *Options) Set(name string, values ...int) (err error) { return nil }
func (m *Map[V]) At(k q.Key) *V { return nil }
func New[V any](n int, f func(a, b int) (V, bool)) *Map[V] { return nil }

type Map[V any] struct{}
type Alias = q.Base
type Visitor interface {
	Visit(t q.Key) bool
}
`

func lines(t *testing.T, src string) []string {
	t.Helper()
	got, err := apitext.Of(fstest.MapFS{
		"p/a.go":            {Data: []byte(src)},
		"p/a_test.go":       {Data: []byte("package p\nfunc Test() {}")},
		"p/testdata/x.go":   {Data: []byte("package x\nfunc X() {}")},
		"p/internal/y/y.go": {Data: []byte("package y\nfunc Y() {}")},
	}, "p")
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestOf(t *testing.T) {
	want := `p: const A Kind = iota, iota = 0
p: const C Kind = iota, iota = 2
p: const Most = 3
p: field Options.Done <-chan struct{}
p: field Options.X int
p: field Options.Y int
p: field Options.q.Base, embedded
p: func New[V any](int, func(int, int) (V, bool)) *Map[V]
p: method (*Map[V]) At(q.Key) *V
p: method (*Options) Set(string, ...int) error
p: type Alias = q.Base
p: type Kind uint8
p: type Map[V any] struct
p: type Options struct
p: type Visitor interface{ Visit(t q.Key) bool }
p: var Default = Options{}
p: var ErrX = errors.New()`
	if diff := cmp.Diff(strings.Split(want, "\n"), lines(t, before)); diff != "" {
		t.Errorf("API (-want +got):\n%s", diff)
	}
}

// TestCompare: a change that breaks users loses a line, and one that does not breaks nothing.
func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		old, new     string
		lost, gained int
	}{
		{"func New[V any](n int,", "func New[V any](number int,", 0, 0},
		{"// Kind is a kind.", "// Kind is another.", 0, 0},
		{"hidden int", "other string", 0, 0},
		{"	b\n	C", "	C", 1, 1}, // the value of C
		{"values ...int", "values []int", 1, 1},
		{"X, Y int", "X int", 1, 0},
		{"type hidden struct{ X int }", "type hidden struct{ X int }\nfunc More() {}", 0, 1},
		{"type Alias = q.Base", "type Alias q.Base", 1, 1},
	} {
		if !strings.Contains(before, tt.old) {
			t.Fatalf("%q is not in the source", tt.old)
		}
		lost, gained := apitext.Compare(lines(t, before), lines(t, strings.Replace(before, tt.old, tt.new, 1)))
		if len(lost) != tt.lost || len(gained) != tt.gained {
			t.Errorf("%q to %q: lost %q, gained %q", tt.old, tt.new, lost, gained)
		}
	}
}

func TestInternalTypes(t *testing.T) {
	for _, src := range []string{
		"package p\nimport \"m/internal/q\"\nfunc F(x []*q.Key) {}", "package p\nimport r \"m/internal/q\"\ntype T struct { X r.Key }",
	} {
		_, err := apitext.Of(fstest.MapFS{"p/a.go": {Data: []byte(src)}}, "p")
		if err == nil || !strings.Contains(err.Error(), "cannot import") {
			t.Errorf("%q: %v", src, err)
		}
	}
	if _, err := apitext.Of(fstest.MapFS{"p/a.go": {Data: []byte("package p\nimport \"m/internal/q\"\nfunc f(x q.Key) {}\nfunc F() { f(q.K) }")}}, "p"); err != nil {
		t.Error(err)
	}
}
