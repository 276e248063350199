package sorts_test

import (
	"fmt"

	"github.com/assay-smt/assay/smt/sorts"
)

// Sorts of one store are equal exactly when their pointers are.
func ExampleStore() {
	st := sorts.NewStore()
	array := st.Make(sorts.Array, "Array", nil, []*sorts.Sort{st.BitVec(32), sorts.Bool})
	again := st.Make(sorts.Array, "Array", nil, []*sorts.Sort{st.BitVec(32), sorts.Bool})
	fmt.Println(array, array == again, array.Args()[0].Width())
	// Output: (Array (_ BitVec 32) Bool) true 32
}
