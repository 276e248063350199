package algebraic_test

import (
	"fmt"

	"github.com/assay-smt/assay/smt/algebraic"
)

// The square root of two, exactly.
func ExampleNumber() {
	root, err := algebraic.FromInt(2).NthRoot(2)
	if err != nil {
		panic(err)
	}
	square, err := algebraic.Mul(root, root)
	if err != nil {
		panic(err)
	}
	lo, hi := root.Bounds(10)
	fmt.Println(root, square, algebraic.Cmp(root, square))
	fmt.Println(lo.Cmp(hi) < 0, root.Floor())
	// Output:
	// (root-obj (+ (^ x 2) (- 2)) 2) 2 -1
	// true 1
}
