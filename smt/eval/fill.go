package eval

import "github.com/assay-smt/assay/smt/value"

// Division reports whether op is a division whose result for a zero divisor every solver treats as a free function of the
// dividend. Other values that the standard leaves open differ from solver to solver.
func Division(op string) bool {
	switch op {
	case "/", "div", "mod":
		return true
	}
	return false
}

// ZeroQuotients returns an Options.Fill under which every division by zero is zero and other gaps stay open.
func ZeroQuotients(d *value.Domain) func(Gap) value.Value {
	return func(g Gap) value.Value {
		if !Division(g.Op) {
			return value.Value{}
		}
		v, _ := d.Default(g.Sort)
		return v
	}
}
