package theory_test

import (
	"fmt"

	"github.com/assay-smt/assay/smt/theory"
)

func ExampleParseLogic() {
	l := theory.ParseLogic("QF_UFLIA")
	fmt.Println(l.Known, l.UF, l.Ints, l.Reals, l.Quantifiers, l.Nonlinear)
	larger := theory.ParseLogic("UFNIA")
	fmt.Println(larger.Includes(&l), l.Includes(&larger))
	// Output:
	// true true true false false false
	// true false
}

// A table says for each operator which sorts it takes and who has it.
func ExampleTable() {
	for _, row := range theory.Builtin().Lookup("str.replace_re") {
		fmt.Println(row.Name, row.Signature())
		fmt.Println(row.AvailableIn("z3", "4.13.0"), row.AvailableIn("bitwuzla", ""))
	}
	// Output:
	// str.replace_re (str.replace_re String RegLan String String)
	// true false
}
