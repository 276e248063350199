package value_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// extents are the sizes of the sorts of a script's constants, by name, in words.
func extents(t *testing.T, script string) map[string]string {
	t.Helper()
	s, err := elab.Script(script, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := value.Domain{Sorts: s.Store.Sorts, Datatypes: map[string]*term.Datatype{}}
	all := map[string]*sorts.Sort{}
	for i := range s.Commands {
		for _, data := range s.Commands[i].Datas {
			d.Datatypes[data.Name] = data
		}
		for _, c := range s.Commands[i].Decls {
			if c.Kind == term.Declared {
				all[c.Name] = c.Result
			}
		}
	}
	out := map[string]string{}
	for name, sort := range all {
		switch n, e := d.Size(sort); e {
		case value.Finite:
			out[name] = fmt.Sprint(n)
		case value.Infinite:
			out[name] = "infinite"
		default:
			out[name] = "unstated"
		}
	}
	return out
}

// TestExtents: a datatype is infinite when its values contain one another, or values of an infinite sort.
func TestExtents(t *testing.T) {
	got := extents(t, `(declare-datatypes ((U 0) (B 0) (N 0) (L 0) (T 0) (F 0) (P 1) (R 1) (W 0))
(((u)) ((b) (c (d Bool))) ((zero) (succ (pred N))) ((nil) (cons (hd U) (tl L))) ((node (kids F))) ((none) (some (first T) (rest F)))
 (par (X) ((pair (x X) (y X)))) (par (X) ((stop) (go (more (R (P X)))))) ((w (only U) (any Int)))))
(declare-codatatypes ((S 0)) (((s (next S)))))
(declare-const u1 U)(declare-const b1 B)(declare-const n1 N)(declare-const l1 L)(declare-const t1 T)(declare-const f1 F)(declare-const p1 (P B))(declare-const p2 (P (P B)))
(declare-const p3 (P N))(declare-const r1 (R Bool))(declare-const w1 W)(declare-const s1 S)(declare-const a1 (Array N U))(declare-const a2 (Array U N))(declare-const a3 (Array B B))`)
	for name, want := range map[string]string{
		"u1": "1", "b1": "3", "n1": "infinite", "l1": "infinite", "t1": "infinite", "f1": "infinite", "p1": "9", "p2": "81", "p3": "infinite",
		"r1": "unstated", "w1": "infinite", "s1": "unstated", "a1": "1", "a2": "infinite", "a3": "27",
	} {
		if got[name] != want {
			t.Errorf("%s: %s, want %s", name, got[name], want)
		}
	}
}

// TestDeepExtents: a finite datatype is never infinite, however deeply it nests; if it nests too deeply, its
// size is not stated.
func TestDeepExtents(t *testing.T) {
	var text strings.Builder
	text.WriteString("(declare-datatypes ((D0 0)) (((c0))))(declare-const x0 D0)")
	const depth = 100
	for i := 1; i <= depth; i++ {
		fmt.Fprintf(&text, "(declare-datatypes ((D%d 0)) (((c%d (f%d D%d)))))(declare-const x%d D%d)", i, i, i, i-1, i, i)
	}
	got := extents(t, text.String())
	if got["x64"] != "1" {
		t.Errorf("64 deep: %s", got["x64"])
	}
	for name, e := range got {
		if e != "1" && e != "unstated" {
			t.Errorf("%s: %s", name, e)
		}
	}
	if e := got["x100"]; e != "unstated" {
		t.Errorf("100 deep: %s", e)
	}
}
