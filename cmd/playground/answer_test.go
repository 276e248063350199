package main

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf16"
)

// TestExamples: every example of the page has the verdict that its title promises, and a part that is marked in the formula.
func TestExamples(t *testing.T) {
	want := []struct{ verdict, part string }{
		{"false", "(= (mod (* x y) 7) 3)"},
		{"true", ""},
		{"false", "(bvslt x y)"},
		{"false", "(fp.eq left right)"},
		{"false", "(> (str.len t) (str.to_int (str.substr s 2 1)))"},
		{"false", "(= after (store (store before i 1) (+ i 1) 2))"},
		{"false", "(sorted l)"},
		{"false", "(forall ((x (_ BitVec 4))) (= (f (f x)) x))"},
		{"false", "(= (seq.++ s t) (seq.++ t s))"},
		{"false", "(= (set.card (set.union a b)) (+ (set.card a) (set.card b)))"},
		{"false", "(= (ff.add (ff.mul x x) (ff.neg y)) (as ff2 F))"},
		{"unspecified", ""},
	}
	list, err := examples()
	if err != nil || len(list) != len(want) {
		t.Fatalf("%d examples, %v; want %d", len(list), err, len(want))
	}
	for i, e := range list {
		var r reply
		if err := json.Unmarshal(answer(e.Formula, e.Model, 0), &r); err != nil {
			t.Fatal(err)
		}
		if r.Error != nil || r.Verdict != want[i].verdict {
			t.Errorf("%s: %s, %+v; want %s", e.Name, r.Verdict, r.Error, want[i].verdict)
		}
		units := utf16.Encode([]rune(e.Formula))
		part := ""
		for _, a := range r.Assertions {
			if a.Part != nil && part == "" {
				part = string(utf16.Decode(units[a.Part.Start:a.Part.End]))
			}
		}
		if part != want[i].part {
			t.Errorf("%s: the part is %q, want %q", e.Name, part, want[i].part)
		}
	}
}

func TestAnswerProblems(t *testing.T) {
	for _, tt := range []struct{ formula, model, where, code string }{
		{"(assert", "()", "formula", "truncated"},
		{"(declare-const x Int)(assert (> x \"a\"))", "()", "formula", "sort"},
		{"(declare-const x Int)(check-sat)", "((define-fun x () Bool true))", "model", "sort"},
		{"(declare-const x Int)(check-sat)", "", "model", ""},
	} {
		r := evaluate(tt.formula, tt.model, 0)
		if r.Error == nil || r.Error.Where != tt.where || tt.code != "" && r.Error.Code != tt.code || r.Error.Message == "" {
			t.Errorf("%s, %s: %+v", tt.formula, tt.model, r.Error)
		}
	}
}

// TestFewerChecks: the page still has the number of a check that the formula has lost, and hides it where there is one check alone. That is no fault of the model.
func TestFewerChecks(t *testing.T) {
	const formula = "(declare-const x Int)(assert (> x 0))(check-sat)"
	for _, check := range []int{0, 1, 7, -1} {
		r := evaluate(formula, "((define-fun x () Int 1))", check)
		if r.Error != nil || r.Verdict != "true" || r.Checks != 1 {
			t.Errorf("check %d: %q, %+v", check, r.Verdict, r.Error)
		}
	}
	if r := evaluate(formula+"(assert (< x 0))(check-sat)", "((define-fun x () Int 1))", 1); r.Verdict != "false" {
		t.Errorf("the second of two checks: %q", r.Verdict)
	}
}

// TestUnits: the browser counts UTF-16 code units.
func TestUnits(t *testing.T) {
	const formula = "; ä 😀\n(assert |ü😀|)"
	r := evaluate("(declare-const |ü😀| Bool)"+formula, "((define-fun |ü😀| () Bool false))", 0)
	if len(r.Assertions) != 1 || r.Assertions[0].Part == nil {
		t.Fatalf("%+v", r)
	}
	units := utf16.Encode([]rune("(declare-const |ü😀| Bool)" + formula))
	if got := string(utf16.Decode(units[r.Assertions[0].Part.Start:r.Assertions[0].Part.End])); got != "|ü😀|" {
		t.Errorf("the part is %q", got)
	}
}

// TestPage: the page has all of its parts, and no text of ours ends a script early.
func TestPage(t *testing.T) {
	page, err := makePage([]byte("\x00asm"), "function Go() {}")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(page, "{{") || !strings.Contains(page, "function Go() {}") || !strings.Contains(page, "Finite fields") {
		t.Error("a part of the page is missing")
	}
	if open, closed := strings.Count(page, "<script"), strings.Count(page, "</script>"); open != closed || open == 0 {
		t.Errorf("%d scripts begin, %d end", open, closed)
	}
	for _, outside := range []string{"http://", "src=\"/", "url(", "fetch("} {
		if strings.Contains(page, outside) {
			t.Errorf("the page loads something: %s", outside)
		}
	}
}
