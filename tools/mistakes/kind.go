package main

// Kind is a kind of mistake. The order of the constants is the order in which places are counted.
type Kind int

const (
	Boundary   Kind = iota // < for <=
	Negation               // a condition and its opposite
	Equality               // == for !=
	Connective             // && for ||
	Operand                // an operand of && or || is missing
	Arithmetic             // + for -
	Constant               // a whole number one too large
	Truth                  // return true for return false
	NilError               // an error that is not returned
	Statement              // an assignment, an append or a call is missing
	Jump                   // break for continue, or neither
	Case                   // a case of a switch is missing
	Bound                  // a bound of a slice is off by one
	Branch                 // a branch is never taken
	Default                // a zero value in place of a result
	kinds                  // how many there are
)

var kindNames = [kinds]string{
	"boundary", "negation", "equality", "connective", "operand", "arithmetic", "constant", "truth", "nil-error", "statement", "jump", "case",
	"bound", "branch", "default",
}

func (k Kind) String() string { return kindNames[k] }
