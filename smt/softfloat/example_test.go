package softfloat_test

import (
	"fmt"
	"math/big"

	"github.com/assay-smt/assay/smt/softfloat"
)

// A format that no processor has: three bits of exponent, and three of precision.
func ExampleFormat() {
	f := softfloat.Format{EB: 3, SB: 3}
	third := softfloat.FromRat(f, softfloat.RNE, big.NewRat(1, 3))
	up := softfloat.FromRat(f, softfloat.RTP, big.NewRat(1, 3))
	fmt.Println(third, up, softfloat.Less(third, up))
	fmt.Println(softfloat.Div(softfloat.RNE, third, softfloat.Zero(f, true)))
	// Output:
	// (fp #b0 #b001 #b01) (fp #b0 #b001 #b10) true
	// (_ -oo 3 3)
}
