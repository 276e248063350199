package script_test

import (
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

// TestShort: the shorter forms of declarations say the same, and only what has a shorter form is written in one.
func TestShort(t *testing.T) {
	const text = `(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (hd X) (tl (L X)))))))
(declare-datatypes ((A 0) (B 0)) (((a (of B))) ((b))))
(declare-codatatypes ((S 0)) (((s (next S)))))
(declare-datatypes ((C 0)) (((c))))
(declare-fun x () Int)
(declare-fun |a b| () (L Int))
(declare-fun f (Int) Int)
(assert (= (f x) (hd |a b|)))
`
	const want = `(declare-datatype L (par (X) ((nil) (cons (hd X) (tl (L X))))))
(declare-datatypes ((A 0) (B 0)) (((a (of B))) ((b))))
(declare-codatatypes ((S 0)) (((s (next S)))))
(declare-datatype C ((c)))
(declare-const x Int)
(declare-const |a b| (L Int))
(declare-fun f (Int) Int)
(assert (= (f x) (hd |a b|)))
`
	sc, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := script.Printer{Short: true}
	got := string(p.Append(nil, sc))
	if got != want {
		t.Errorf("got\n%s", got)
	}
	again, err := elab.Script(got, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if equal, why := script.Equal(sc, again); !equal {
		t.Error(why)
	}
}
