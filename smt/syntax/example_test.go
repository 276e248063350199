package syntax_test

import (
	"fmt"

	"github.com/assay-smt/assay/smt/syntax"
)

// A Reader splits a text into s-expressions, and a Tree has the parts of one.
func ExampleTree() {
	r := syntax.NewReader("(assert (= |a b| 1.5)) ; done\n(check-sat)")
	var t syntax.Tree
	for {
		more, err := r.Next(&t)
		if err != nil {
			panic(err)
		}
		if !more {
			break
		}
		name, _ := t.Name(t.First(syntax.Root))
		fmt.Println(name, "with", t.Len(syntax.Root)-1, "argument")
		for n := syntax.Root; n < t.End(syntax.Root); n++ {
			if t.Kind(n) == syntax.Decimal {
				fmt.Println("a decimal:", t.Text(n))
			}
		}
	}
	// Output:
	// assert with 1 argument
	// a decimal: 1.5
	// check-sat with 0 argument
}

func ExampleSymbolText() {
	fmt.Println(syntax.SymbolText("x"), syntax.SymbolText("two words"), syntax.SymbolText("let"))
	// Output: x |two words| |let|
}

func ExampleReplaceSymbols() {
	text, err := syntax.ReplaceSymbols("(assert (< x |y z|)) ; x stays here", func(name string) (string, bool) { return "n_" + name, name == "x" })
	fmt.Println(text, err)
	// Output: (assert (< n_x |y z|)) ; x stays here <nil>
}
