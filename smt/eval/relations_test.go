package eval_test

import (
	"fmt"
	"testing"

	"github.com/assay-smt/assay/smt/eval"
)

// TestRelations: relations, tables and tuples, computed by hand from cvc5's manual.
func TestRelations(t *testing.T) {
	rel := func(tuples ...string) string {
		out := ""
		for _, p := range tuples {
			if out == "" {
				out = "(set.singleton (tuple " + p + "))"
			} else {
				out = "(set.union " + out + " (set.singleton (tuple " + p + ")))"
			}
		}
		return out
	}
	bag := func(count int, p string) string { return fmt.Sprintf("(bag (tuple %s) %d)", p, count) }
	sum := func(bags ...string) string {
		out := bags[0]
		for _, b := range bags[1:] {
			out = "(bag.union_disjoint " + out + " " + b + ")"
		}
		return out
	}
	same := map[string]string{
		"(rel.transpose " + rel(`1 true "a"`, `2 true "b"`) + ")":                       rel(`"a" true 1`, `"b" true 2`),
		"(rel.tclosure " + rel("1 2", "2 3", "3 1") + ")":                               rel("1 1", "1 2", "1 3", "2 1", "2 2", "2 3", "3 1", "3 2", "3 3"),
		"(rel.join " + rel("1 2", "3 4", "5 2") + rel(`2 "a"`) + ")":                    rel(`1 "a"`, `5 "a"`),
		"(rel.join " + rel("1", "2") + rel("1 7 8", "3 0 0") + ")":                      rel("7 8"),
		"(rel.join " + rel("1 7", "2 9") + rel("7") + ")":                               rel("1"),
		"(rel.product " + rel("1 2") + rel("true", "false") + ")":                       rel("1 2 true", "1 2 false"),
		"(rel.iden " + rel("1", "2") + ")":                                              rel("1 1", "2 2"),
		"(rel.join_image " + rel("1 2", "1 3", "2 3") + " 2)":                           rel("1"),
		"((_ rel.project 1 1) " + rel("1 2", "3 2") + ")":                               rel("2 2"),
		"(rel.project " + rel("1 2", "3 2") + ")":                                       "(set.singleton tuple.unit)",
		"((_ rel.table_join 0 1) " + rel("1 2", "3 4") + rel("9 1", "8 3", "7 3") + ")": rel("1 2 9 1", "3 4 8 3", "3 4 7 3"),
		"((_ rel.group 0) " + rel("1 2", "1 3", "2 2") + ")":                            "(set.insert " + rel("1 2", "1 3") + " (set.singleton " + rel("2 2") + "))",
		"(rel.group " + rel("1 2", "1 3") + ")":                                         "(set.singleton " + rel("1 2", "1 3") + ")",

		"(table.product " + sum(bag(2, "1"), bag(3, "2")) + bag(5, "true") + ")":         sum(bag(10, "1 true"), bag(15, "2 true")),
		"((_ table.join 0 0) " + sum(bag(2, "1 8"), bag(3, "2 8")) + bag(5, "1") + ")":   bag(10, "1 8 1"),
		"((_ table.project 1) " + sum(bag(2, "1 8"), bag(3, "2 8"), bag(1, "2 9")) + ")": sum(bag(5, "8"), bag(1, "9")),
		"((_ table.group 1) " + sum(bag(2, "1 8"), bag(3, "2 8"), bag(1, "2 9")) + ")":   "(bag.union_disjoint (bag " + sum(bag(2, "1 8"), bag(3, "2 8")) + " 1) (bag " + bag(1, "2 9") + " 1))",

		"((_ tuple.update 1) (tuple 1 true) false)":                                              "(tuple 1 false)",
		"((_ tuple.project 1 2 2 3 1) (tuple 10 20 30 40))":                                      "(tuple 20 30 30 40 20)",
		"(set.comprehension ((x (_ BitVec 2)) (y Bool)) (=> y (= x #b00)) (tuple x y))":          rel("#b00 true", "#b00 false", "#b01 false", "#b10 false", "#b11 false"),
		"(nullable.some ((_ tuple.select 0) (tuple 3 4)))":                                       "(nullable.some 3)",
		"((_ nullable.lift +) (nullable.some 1) (nullable.some 2))":                              "(nullable.some 3)",
		"((_ nullable.lift +) (nullable.some 1) (as nullable.null (Nullable Int)))":              "(as nullable.null (Nullable Int))",
		"((_ nullable.lift and) (nullable.some false) (as nullable.null (Nullable Bool)))":       "(as nullable.null (Nullable Bool))",
		"((_ nullable.lift str.len) (nullable.some \"abc\"))":                                    "(nullable.some 3)",
		"(nullable.lift (lambda ((x Int) (y Int)) (- x y)) (nullable.some 1) (nullable.some 3))": "(nullable.some (- 2))",
	}
	table := map[string]string{}
	for got, want := range same {
		table["(= "+got+" "+want+")"] = "true"
	}
	values(t, table)
	values(t, map[string]string{
		"(piand 4 7 (- 3))": "5", "(piand 0 7 7)": "0", "(piand (- 1) 7 7)": "0", "(piand 2 7 7)": "3", "(piand 3 (- 1) (- 1))": "7",
		"(nullable.is_null (as nullable.null (Nullable Int)))": "true", "(nullable.is_some (as nullable.null (Nullable Int)))": "false",
		"(nullable.is_null (nullable.some 1))": "false", "(nullable.is_some (nullable.some (div 1 0)))": "true",
		"(@purify 4)": "4",
	})
}

// TestSortCardinality: what fmf.card says about a model's universe.
func TestSortCardinality(t *testing.T) {
	for n, want := range map[int]string{1: "false", 2: "true", 3: "true"} {
		script := fmt.Sprintf("(declare-sort U 0)(declare-fun c () U)(assert (_ fmf.card U %d))", n)
		answer := "(\n; cardinality of U is 2\n; rep: (as @U_0 U)\n; rep: (as @U_1 U)\n(define-fun c () U (as @U_0 U))\n)"
		if got := under(t, script, answer, eval.Options{}); got[0] != want {
			t.Errorf("at most %d: %s, want %s", n, got[0], want)
		}
	}
}

// TestLargeFields: the order of a field may have any size.
func TestLargeFields(t *testing.T) {
	const p = "52435875175126190479447740508185965837690552500527637822603658699938581184513"
	f := func(n string) string { return "(as ff" + n + " (_ FiniteField " + p + "))" }
	values(t, map[string]string{
		"(= (ff.add " + f("-1") + f("1") + ") " + f("0") + ")": "true",
		"(= (ff.mul " + f("-1") + f("-1") + ") #f1m" + p + ")": "true",
		"(= (ff.neg " + f("5") + ") " + f("-5") + ")":          "true",
		"(= " + f("5") + " " + f("6") + ")":                    "false",
	})
}
