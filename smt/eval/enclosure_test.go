package eval_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/assay-smt/assay/smt/eval"
)

// TestEnclosures: intervals distinguish numbers without an exact value, however close, and never call them equal.
func TestEnclosures(t *testing.T) {
	for formula, want := range map[string]string{
		"(= real.pi 0.25)":       "false",
		"(distinct real.pi 3.0)": "true",
		"(= real.pi real.pi)":    "true",
		"(< 3.14159265358979323846 real.pi 3.14159265358979323847)":                          "true",
		"(> real.pi 3.1415926535897932384626433832795028841971693993751058209749445924)":     "false",
		"(> real.pi 3.1415926535897932384626433832795028841971693993751058209749445923)":     "true",
		"(= (* 2.0 (/ real.pi 2.0)) real.pi)":                                                "unsupported",
		"(= 0.0 (sin real.pi))":                                                              "unsupported",
		"(< 0.84147098480789650 (sin 1.0) 0.84147098480789651)":                              "true",
		"(<= (sin 1.0) (sin 2.0) (sin 3.0))":                                                 "false",
		"(< (- 0.91) (cos 60.0) (- 0.95))":                                                   "false",
		"(< (- 0.9525) (cos 60.0) (- 0.9524))":                                               "true",
		"(< (cos (- 1.0)) (cos (- 0.5)))":                                                    "true",
		"(< 2.7182818284590452353 (exp 1.0) 2.7182818284590452354)":                          "true",
		"(< 0.0 (exp (- 60.0)) 0.00000000000000000000000001)":                                "true",
		"(< (+ (exp 1.0) real.pi) (* (exp 1.0) real.pi))":                                    "true",
		"(distinct (exp 1.0) real.pi (sin 1.0) (/ 1.0 real.pi) (- real.pi))":                 "true",
		"(< (exp 65.0) 1.0)":                                                                 "unsupported",
		"(= (tan 1.0) 7.0)":                                                                  "unsupported",
		"(< (/ 1.0 (- real.pi real.pi)) 7.0)":                                                "unsupported",
		"(or (= real.pi 0.25) (= (exp 1.0) 2.0))":                                            "false",
		"(forall ((x Bool)) (=> x (< 3.0 real.pi)))":                                         "true",
		"(= (exp 1.0) (exp 1.0))":                                                            "true",
		"(< 1.4142135623730950488 (+ (sqrt 2.0) (- real.pi real.pi)) 1.4142135623730950489)": "true",
		"(<= (sin 1.0) (ite (< 3.0 real.pi) 1.0 0.0))":                                       "true",
		"(exists ((x Real)) (< real.pi x))":                                                  "unsupported",
	} {
		if got := under(t, "(set-logic ALL)(assert "+formula+")", "()", eval.Options{})[0]; got != want {
			t.Errorf("%s is %s, want %s", formula, got, want)
		}
	}
}

// TestEnclosuresOfSeries compares the series with the machine's functions, on both sides of the values.
func TestEnclosuresOfSeries(t *testing.T) {
	for name, f := range map[string]func(float64) float64{"sin": math.Sin, "cos": math.Cos, "exp": math.Exp} {
		for k := -40; k <= 40; k++ {
			x := float64(k) / 8
			if x == 0 {
				continue
			}
			y := f(x)
			slack := 1e-12 * max(1, math.Abs(y))
			formula := fmt.Sprintf("(< %s (%s %s) %s)", decimal(y-slack), name, decimal(x), decimal(y+slack))
			if got := under(t, "(set-logic ALL)(assert "+formula+")", "()", eval.Options{})[0]; got != "true" {
				t.Errorf("%s is %s", formula, got)
			}
		}
	}
}

// decimal writes a number as a term of sort Real.
func decimal(x float64) string {
	if x < 0 {
		return fmt.Sprintf("(- %s)", decimal(-x))
	}
	return fmt.Sprintf("%.16f", x)
}
