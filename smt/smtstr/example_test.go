package smtstr_test

import (
	"fmt"

	"github.com/assay-smt/assay/smt/smtstr"
)

func ExampleString() {
	s, err := smtstr.ParseLiteral(`"a\u{1F600}b"`)
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Len(), s.Literal(), s.Substr(2, 9).Literal())
	// Output: 3 "a\u{1f600}b" "b"
}

// Languages are matched by derivatives, so that complement and intersection cost no more than union.
func ExampleBuilder() {
	b := smtstr.NewBuilder()
	word := func(text string) smtstr.Regex {
		s, err := smtstr.ParseLiteral(`"` + text + `"`)
		if err != nil {
			panic(err)
		}
		return b.Word(s)
	}
	r := b.Inter(b.Star(b.Union(word("ab"), word("c"))), b.Comp(word("c")))
	shortest, found, ok := b.Witness(b.Inter(r, b.Plus(b.AllChar())), 1000)
	fmt.Println(shortest.Literal(), found, ok)
	// Output: "ab" true true
}
