package campaign

import (
	"strings"
	"testing"
)

func TestPlain(t *testing.T) {
	for reason, want := range map[string]string{
		"line 12 column 3: invalid sort":                   "line N column N: invalid sort",
		"line 13 column 47: invalid sort":                  "line N column N: invalid sort",
		"seed.smt2:4:17: no Float32":                       "FILE no Float32",
		"<stdin>:4.17: (_ BitVec 8) and (_ BitVec 16)":     "<stdin>:N: (_ BitVec N) and (_ BitVec N)",
		"z3@4.13.4 does not read Float128 or int2bv":       "z3@4.13.4 does not read Float128 or int2bv",
		"cvc5 has no bv2nat in QF_BV32":                    "cvc5 has no bv2nat in QF_BV32",
		"unknown constant k!12 at 0x7f3c00ab":              "unknown constant k!N at N",
		"used 12.5s of 3s, 512MiB, 17 time-outs  in a row": "used Ns of Ns, NMiB, N time-outs in a row",
		"3d is no number, é5 neither":                      "3d is no number, é5 neither",
		"(- 0.001) -5 1/4":                                 "(- N) -N N/N",
		"":                                                 "",
		strings.Repeat("x1 ", 100):                         strings.Repeat("x1 ", 53) + "x...",
	} {
		if got := plain(reason); got != want {
			t.Errorf("plain(%q) = %q, want %q", reason, got, want)
		}
	}
}
