package algebraic_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/assay-smt/assay/smt/algebraic"
)

// TestFloorNextToIntegers: the floor of a root is the greatest integer whose power does not exceed the radicand, even if an integer
// lies just below or just above the root. The floors of its negative and of its sum with a rational number are correct too.
func TestFloorNextToIntegers(t *testing.T) {
	one := big.NewInt(1)
	var squares []*big.Int
	for n := range int64(400) {
		squares = append(squares, big.NewInt(n))
	}
	for _, digits := range []int64{3, 9, 10, 20, 40} {
		k := new(big.Int).Exp(big.NewInt(10), big.NewInt(digits), nil)
		k2 := new(big.Int).Mul(k, k)
		squares = append(squares, new(big.Int).Sub(k2, one), k2, new(big.Int).Add(k2, one))
	}
	for _, n := range squares {
		x := must(algebraic.FromRat(new(big.Rat).SetInt(n)).NthRoot(2))
		down := new(big.Int).Sqrt(n)
		whole := new(big.Int).Mul(down, down).Cmp(n) == 0
		up := new(big.Int).Add(down, one)
		if whole {
			up = down
		}
		check := func(what string, got, want *big.Int) {
			if got.Cmp(want) != 0 {
				t.Errorf("the floor of %s of the root of %s is %s, want %s", what, n, got, want)
			}
		}
		check("itself", x.Floor(), down)
		check("the negative", x.Neg().Floor(), new(big.Int).Neg(up))
		// Shifted by one half, it can move past the next integer.
		half := big.NewRat(1, 2)
		moved := must(algebraic.Add(x, algebraic.FromRat(half)))
		twice := new(big.Int).Sqrt(new(big.Int).Lsh(n, 2)) // the floor of two times the root
		check("the sum with 1/2", moved.Floor(), new(big.Int).Rsh(new(big.Int).Add(twice, one), 1))
		check(fmt.Sprintf("the difference with %s", down), must(algebraic.Sub(x, algebraic.FromRat(new(big.Rat).SetInt(down)))).Floor(), new(big.Int))
	}
}
