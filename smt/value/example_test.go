package value_test

import (
	"fmt"
	"math/big"

	"github.com/assay-smt/assay/smt/value"
)

func ExampleOfRat() {
	third := value.OfRat(big.NewRat(1, 3))
	sum, err := value.Add(third, third)
	fmt.Println(sum, value.CompareNumbers(third, sum), err)
	// Output: (/ 2.0 3.0) -1 <nil>
}

func ExampleOfSeq() {
	s := value.OfSeq([]value.Value{value.OfInt(1), value.OfBool(true)})
	fmt.Println(s.Kind() == value.Seq, s.Len(), s.Elems()[1])
	// Output: true 2 true
}
