package status_test

import (
	"fmt"

	"github.com/assay-smt/assay/smt/status"
)

func ExampleParse() {
	s, err := status.Parse("unsat")
	fmt.Println(s, s.Decides(), s.Opposite(), err)
	fmt.Println(status.Label("(error)"))
	// Output:
	// unsat true sat <nil>
	// unknown
}
