package cli

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTranslate(t *testing.T) {
	for _, tt := range []struct{ line, want, notes string }{
		{"typefuzz|z3;cvc5|s", "--timeout|8|--iterations|300|--seed-size|100000|--out|bugs|z3;cvc5|s", ""},
		{"typefuzz|-t9|-i=5|-Lx|-bd|z3", "--timeout|9|--iterations|5|--seed-size|x|--out|d|z3", ""},
		{"opfuzz|--config=c|z3|-n|-k", "--opfuzz-config|c|--timeout|8|--iterations|300|--seed-size|100000|--out|bugs|z3", "-n -k"},
		{"opfuzz|-d|60|-j|2|--json|z3|s", "--duration|60|--jobs|2|--json|--timeout|8|--seed-size|100000|--out|bugs|z3|s", ""},
		{"opfuzz|-o|d|--timeout=1s|--mutants=3|z3", "--out|d|--timeout|1s|--mutants=3|--seed-size|100000|z3", ""},
		{"yinyang|-o|unsat|-r|-g|3|z3", "--timeout|8|--iterations|30|--seed-size|100000|--out|bugs|z3", "-o -r -g"},
		{"storm|--solver=z3|--benchmark|s", "--solver|z3|--out|bugs|s", ""},
		{"storm|--solver=z3|--solverbin|/a b/z3|--seed=4|--theory=QF_S|--benchmark=s", "--seed=4|--solver|'/a b/z3'|--out|bugs|s", "--theory"},
		{"storm|--solver=z3|--solver|cvc5 -q|--benchmark=s", "--solver|z3|--solver|cvc5 -q|--out|bugs|s", ""},
		{"typefuzz|--|-t", "--timeout|8|--iterations|300|--seed-size|100000|--out|bugs|--|-t", ""},
		{"typefuzz|--nosuch|z3", "--nosuch|--timeout|8|--iterations|300|--seed-size|100000|--out|bugs|z3", ""},
	} {
		words := strings.Split(tt.line, "|")
		for _, d := range dialects() {
			if d.name != words[0] {
				continue
			}
			got, notes, err := d.translate(words[1:])
			if err != nil {
				t.Errorf("%s: %v", tt.line, err)
			}
			if diff := cmp.Diff("fuzz|--engine|"+d.engine+"|"+tt.want, strings.Join(got, "|")); diff != "" {
				t.Errorf("%s: %s", tt.line, diff)
			}
			var left []string
			for _, n := range notes {
				word, _, _ := strings.Cut(n, " ")
				left = append(left, word)
			}
			if diff := cmp.Diff(tt.notes, strings.Join(left, " ")); diff != "" {
				t.Errorf("%s: notes: %s", tt.line, diff)
			}
		}
	}
}

// Advice never names a flag that its command does not have.
func TestAdviceIsTrue(t *testing.T) {
	root := newRoot(nowhere())
	for _, f := range foreignFlags {
		for _, name := range f.names {
			if !strings.HasPrefix(adviceOn(name), "there is no flag -") {
				t.Errorf("%s: %q", name, adviceOn(name))
			}
		}
		for word := range strings.FieldsSeq(f.here) {
			flag, ok := strings.CutPrefix(strings.Trim(word, ",;:."), "--")
			if !ok {
				continue
			}
			known := false
			for _, c := range root.Commands() {
				known = known || c.Flags().Lookup(flag) != nil
			}
			if !known {
				t.Errorf("%q: no command has --%s", f.here, flag)
			}
		}
	}
	if adviceOn("nosuch") != "" {
		t.Error("advice on a flag that no tool has")
	}
}

func TestRoffText(t *testing.T) {
	for text, want := range map[string]string{
		"a-b": `a\-b`, `\n`: `\en`, ".TH\n'x\ny.": "\\&.TH\n\\&'x\ny.",
	} {
		if got := roffText(text); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
}
