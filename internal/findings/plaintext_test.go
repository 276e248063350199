package findings

import "testing"

// Text reads as it is, with as few backslashes as necessary.
func TestPlainText(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"wrong unsat with <=, arccos", "wrong unsat with <=, arccos"},
		{"<=", "<="},
		{"x >= y", "x >= y"},
		{">= y", `\>= y`},
		{"<b>", `\<b\>`},
		{"4.8.12", "4.8.12"},
		{"4. item", `4\. item`},
		{"4.", `4\.`},
		{"- item", `\- item`},
		{"str.len_x", "str.len_x"},
		{"_x_", `\_x\_`},
	} {
		if got := plainText(tt.in); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
	}
}
