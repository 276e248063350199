package eval_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/eval"
)

// TestCardinality: z3's cardinality and pseudo-Boolean constraints by their sums, around every bound.
func TestCardinality(t *testing.T) {
	table := map[string]string{}
	for k := range 8 {
		v := [3]int{k & 1, k >> 1 & 1, k >> 2}
		args := fmt.Sprintf("%v %v %v)", v[0] == 1, v[1] == 1, v[2] == 1)
		for bound := range 5 {
			n, sum := v[0]+v[1]+v[2], v[0]+2*v[1]+2*v[2]
			table[fmt.Sprintf("((_ at-most %d) %s", bound, args)] = fmt.Sprint(n <= bound)
			table[fmt.Sprintf("((_ at-least %d) %s", bound, args)] = fmt.Sprint(n >= bound)
			table[fmt.Sprintf("((_ pble %d 1 2 2) %s", bound, args)] = fmt.Sprint(sum <= bound)
			table[fmt.Sprintf("((_ pbge %d 1 2 2) %s", bound, args)] = fmt.Sprint(sum >= bound)
			table[fmt.Sprintf("((_ pbeq %d 1 2 2) %s", bound, args)] = fmt.Sprint(sum == bound)
		}
	}
	const large = "4611686018427387904" // the largest index
	for _, weights := range []string{large + " " + large, large + " " + large + " " + large + " " + large + " " + large} {
		args := weights + ")" + strings.Repeat(" true", strings.Count(weights, " ")+1) + ")"
		table["((_ pbge 1 "+args], table["((_ pble 1 "+args], table["((_ pbeq 0 "+args] = "true", "false", "false"
		table["((_ pbge "+large+" "+args], table["((_ pbeq "+large+" "+args] = "true", "false"
	}
	values(t, table)
}

// TestConversionsOfExtensions: signs of conversions, loops with one bound, and sets that are arrays.
func TestConversionsOfExtensions(t *testing.T) {
	const none, all = "((as const (Array Int Bool)) false)", "((as const (Array Int Bool)) true)"
	const has, lacks = "(store " + none + " 3 true)", "(store " + all + " 3 false)"
	const few, most = "((as const (Array Bool Bool)) false)", "((as const (Array Bool Bool)) true)"
	values(t, map[string]string{
		"((_ to_fp_unsigned 5 11) RNE #b1111)": h("15.0"), "((_ to_fp 5 11) RNE #b1111)": h("-1.0"), "((_ to_fp_unsigned 5 11) RNE #b1000)": h("8.0"), "((_ to_fp 5 11) RNE #b1000)": h("-8.0"),
		`(str.in_re "a" ((_ re.loop 2) (str.to_re "a")))`: "false", `(str.in_re "aa" ((_ re.loop 2) (str.to_re "a")))`: "true", `(str.in_re "aaaaa" ((_ re.loop 2) (str.to_re "a")))`: "true", `(str.in_re "" ((_ re.loop 0) re.none))`: "true",
		"(subset " + none + " " + none + ")": "true", "(subset " + none + " " + all + ")": "true", "(subset " + all + " " + all + ")": "true", "(subset " + all + " " + none + ")": "false",
		"(subset " + none + " " + has + ")": "true", "(subset " + has + " " + none + ")": "false", "(subset " + has + " " + lacks + ")": "false", "(subset " + lacks + " " + all + ")": "true", "(subset " + lacks + " " + has + ")": "false", "(subset " + all + " " + lacks + ")": "false",
		"(subset (store " + most + " true false) (store " + few + " false true))": "true", "(subset " + most + " (store (store " + few + " true true) false true))": "true", "(subset " + most + " (store " + few + " true true))": "false",
		"(select (union " + has + " " + none + ") 3)": "true", "(select (intersection " + has + " " + all + ") 4)": "false", "(select (setminus " + all + " " + has + ") 3)": "false", "(select (setminus " + all + " " + has + ") 4)": "true", "(select (complement " + has + ") 3)": "false",
	})
}

// TestOpenMatch: a match on an open value has the value that all its cases agree on, wherever one differs.
func TestOpenMatch(t *testing.T) {
	const decls = "(declare-datatype T ((leaf) (one (left T)) (two (right T)) (three)))"
	for cases, want := range map[string]string{
		"1 1 1 1": "true", "2 1 1 1": "unspecified", "1 2 1 1": "unspecified", "1 1 2 1": "unspecified", "1 1 1 2": "unspecified", "1 2 2 2": "unspecified",
	} {
		var n [4]int
		if _, err := fmt.Sscan(cases, &n[0], &n[1], &n[2], &n[3]); err != nil {
			t.Fatal(err)
		}
		match := fmt.Sprintf("(match (left leaf) ((leaf %d) ((one a) %d) ((two a) %d) (three %d)))", n[0], n[1], n[2], n[3])
		if got := under(t, decls+"(assert (= 1 "+match+"))", "()", eval.Options{}); got[0] != want {
			t.Errorf("%s is %s, want %s", match, got[0], want)
		}
	}
}

// TestLanguagesAsElements: two expressions of one language are never different, wherever they are.
func TestLanguagesAsElements(t *testing.T) {
	const one, same, other = `(re.union (str.to_re "a") (str.to_re "b"))`, `(re.range "a" "b")`, `(str.to_re "a")`
	array := func(r string) string { return "((as const (Array Int RegLan)) " + r + ")" }
	at := func(r string) string { return "(store ((as const (Array RegLan Int)) 0) " + r + " 1)" }
	unit := func(r string) string { return "(seq.unit " + r + ")" }
	words(t, map[string]string{
		"(= " + one + " " + same + ")": "true", "(= " + one + " " + other + ")": "false",
		"(= " + unit(one) + " " + unit(one) + ")": "true", "(= " + unit(one) + " (seq.++ " + unit(one) + " " + unit(one) + "))": "false",
		"(= " + unit(one) + " " + unit(same) + ")": "open", "(distinct " + unit(one) + " " + unit(same) + ")": "open",
		"(= " + array(one) + " " + array(same) + ")": "open", "(= (store " + array(one) + " 1 " + other + ") (store " + array(same) + " 1 " + other + "))": "open",
		"(= (select " + at(one) + " " + same + ") 1)":                                          "open",
		"(seq.contains " + unit(one) + " " + unit(same) + ")":                                  "open",
		"(seq.prefixof " + unit(one) + " " + unit(same) + ")":                                  "open",
		"(= (seq.indexof " + unit(one) + " " + unit(same) + " 0) 0)":                           "open",
		"(= (seq.len (seq.replace " + unit(one) + " " + unit(same) + " " + unit(one) + ")) 1)": "open",
	})
}
