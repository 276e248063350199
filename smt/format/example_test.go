package format_test

import (
	"fmt"

	"github.com/assay-smt/assay/smt/format"
)

func ExampleSource() {
	text, err := format.Source(`
(set-logic LIA) ; linear
(declare-fun f (Int) Int)
(assert (forall ((x Int)(y Int)) (! (=> (and (<= 0 x) (<= x y)) (<= (f x) (+ (f y) (* 2 (- y x))))) :pattern ((f x) (f y)))))
;; the end
(check-sat)`)
	if err != nil {
		panic(err)
	}
	fmt.Print(text)
	// Output:
	// (set-logic LIA) ; linear
	// (declare-fun f (Int) Int)
	// (assert
	//   (forall ((x Int) (y Int))
	//     (! (=> (and (<= 0 x) (<= x y)) (<= (f x) (+ (f y) (* 2 (- y x))))) :pattern ((f x) (f y)))))
	// ;; the end
	// (check-sat)
}
