package bitvec_test

import (
	"fmt"

	"github.com/assay-smt/assay/smt/bitvec"
)

func ExampleBV() {
	x, err := bitvec.Parse("#xf0")
	if err != nil {
		panic(err)
	}
	y := bitvec.New(8, 0x21)
	fmt.Println(x.Add(y), x.Udiv(bitvec.New(8, 0)), x.Signed(), x.Slt(y), x.Extract(5, 2))
	// Output: #x11 #xff -16 true #xc
}
