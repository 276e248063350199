package solver

import (
	"reflect"
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
)

// TestFurtherTable wants a row for each command of the profile, and a command for each kind that evaluation judges.
func TestFurtherTable(t *testing.T) {
	var f Further
	keys := map[string]*string{}
	kinds := map[question.Kind]bool{}
	for _, c := range f.table() {
		keys[c.key], kinds[c.kind] = c.command, true
	}
	v := reflect.ValueOf(&f).Elem()
	for i := range v.NumField() {
		command, ok := v.Field(i).Addr().Interface().(*string)
		if key := v.Type().Field(i).Tag.Get("toml"); ok && keys[key] != command {
			t.Errorf("%s has no row, or that of another field", key)
		}
	}
	for _, k := range question.Kinds() {
		if k.Further() != kinds[k] {
			t.Errorf("%v has a row: %t; the table of questions says %t", k, kinds[k], k.Further())
		}
	}
}

func TestFurtherCheck(t *testing.T) {
	for _, tt := range []struct {
		f    Further
		want string // of the error, "" for none
	}{
		{Further{Values: "(get-value ({terms}))", Assignment: "(get-assignment)"}, ""},
		{Further{Values: "(get-value (x))"}, "values needs {terms}"},
		{Further{Abduct: "(get-abduct X)"}, "abduct needs {term}"},
		{Further{Partition: "(get-interpolants {first} {second})"}, ""},
		{Further{Partition: "(get-interpolant ({names}))"}, ""},
		{Further{Partition: "(get-interpolants {first})"}, "partition needs {names} in it, or {first} and {second}"},
		{Further{Apply: "(apply {tactic})"}, "tactics"},
		{Further{Tactics: []string{"simplify"}}, "tactics"},
		{Further{Apply: "(apply {tactic})", Tactics: []string{"simplify"}}, ""},
	} {
		err := tt.f.check()
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: error %v, want %q", tt.f, err, tt.want)
		}
	}
}

func TestCanAsk(t *testing.T) {
	p := &Profile{Show: Evidence{Core: "(get-unsat-core)", Further: Further{
		Values: "(get-value ({terms}))", Simplify: "(simplify {term})", Partition: "(get-interpolants {first} {second})",
	}}}
	for _, tt := range []struct {
		kind   question.Kind
		answer smt.Status
		want   bool
	}{
		{question.Values, smt.Sat, true},
		{question.Values, smt.NoStatus, false},
		{question.Core, smt.Unsat, true},
		{question.Assumptions, smt.Unsat, true},
		{question.Assumptions, smt.Sat, false},
		{question.Simplified, smt.Unknown, true},
		{question.Interpolant, smt.Unsat, true},
		{question.Interpolant, smt.NoStatus, true},
		{question.Interpolant, smt.Sat, false},
		{question.Abduct, smt.Sat, false},
	} {
		if got := p.CanAsk(tt.kind, tt.answer); got != tt.want {
			t.Errorf("%v after %v: %t, want %t", tt.kind, tt.answer, got, tt.want)
		}
	}
}
