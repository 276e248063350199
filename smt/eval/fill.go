package eval

import "github.com/assay-smt/assay/smt/value"

// Division reports whether an operator is one whose result for a divisor of zero every solver takes for a free function
// of the dividend. What else the standard leaves open, solvers fix in ways of their own.
func Division(op string) bool {
	switch op {
	case "/", "div", "mod", "rem":
		return true
	}
	return false
}

// ZeroQuotients is an Options.Fill that makes every division by zero zero and leaves other gaps open.
func ZeroQuotients(d *value.Domain) func(Gap) value.Value {
	return func(g Gap) value.Value {
		if !Division(g.Op) {
			return value.Value{}
		}
		v, _ := d.Default(g.Sort)
		return v
	}
}
