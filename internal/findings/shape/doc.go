// Package shape says what the formulas of two scripts have in common: it writes a script in a form that does not depend on names, on the order
// of commutative arguments, or on the order of assertions. It judges nothing; whether two findings are one is decided elsewhere.
//
// Equal forms mean that one script is the other with other names and orders. The reverse does not hold: where arguments look alike on all
// sides, their order stays as it is, so that two scripts of one shape may have two forms. That errs on the safe side: nothing is taken for
// equal that is not.
package shape
