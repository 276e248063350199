package question_test

import (
	"fmt"

	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/status"
)

func ExampleFind() {
	kind, asks := question.Find("get-unsat-core", "")
	fmt.Println(kind, asks, kind.Option(), kind.Fits(status.Sat))
	_, asks = question.Find("assert", "")
	fmt.Println(asks)
	// Output:
	// core true :produce-unsat-cores false
	// false
}
