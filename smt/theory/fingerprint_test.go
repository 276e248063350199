package theory

import (
	"reflect"
	"strings"
	"testing"
)

func fingerprint(t *testing.T, text string) string {
	t.Helper()
	extended, _, err := Builtin().Extend("mine.theory", text)
	if err != nil {
		t.Fatal(err)
	}
	return extended.Fingerprint()
}

// TestFingerprint: it is the same for the same operators, whatever is said about them, and different for other
// operators.
func TestFingerprint(t *testing.T) {
	builtin := Builtin().Fingerprint()
	if builtin != Builtin().Fingerprint() || len(builtin) != 16 {
		t.Errorf("%s and %s", builtin, Builtin().Fingerprint())
	}
	for _, same := range []string{"", "; a comment\n", "(+ Int Int Int :left-assoc)"} {
		if got := fingerprint(t, same); got != builtin {
			t.Errorf("%q changes the fingerprint of the built-in table", same)
		}
	}
	mine := fingerprint(t, "(mine Int Int)")
	if got := fingerprint(t, "\n; moved\n(mine Int Int :doc \"says something\")"); got != mine {
		t.Error("a row that moves has another fingerprint")
	}
	seen := map[string]string{builtin: "the built-in table", mine: "(mine Int Int)"}
	for _, text := range []string{
		"(mine Int Bool)", "(mine Int Int Int)", "(mine Int Int Int :left-assoc)", "(yours Int Int)", "(mine Int Int)(yours Int Int)", "(yours Int Int)(mine Int Int)",
		"(sort Mine 0)", "(sort Mine 1)", "(sort (_ Mine n) 0)", "(sort (_ Mine n) 0 :where ((< 1 n)))", "(define-sort Mine () Int)", "(define-sort Mine (A) (Array A Int))",
		"(par (A) (mine A A))", "((_ mine i) Int Int)", "((_ mine i) Int Int :where ((< 3 i)))", "((_ mine i) Int Int :where ((< 4 i)))",
	} {
		got := fingerprint(t, text)
		if other, ok := seen[got]; ok {
			t.Errorf("%s and %s have the same fingerprint", text, other)
		}
		seen[got] = text
	}
}

// TestFingerprintFields: every field of a row counts, except those that are named here.
func TestFingerprintFields(t *testing.T) {
	unread := map[string]bool{"Doc": true, "Origfile": true, "Line": true}
	spoil := func(r *Row, field string) {
		v := reflect.ValueOf(r).Elem().FieldByName(field)
		switch field {
		case "Spell":
			r.Spell = map[string]string{"z3": "other"}
		case "Args":
			r.Args = r.Args[:1]
		case "Result":
			r.Result = r.Args[0]
		case "Usual":
			r.Usual = []Cond{{Rel: "<"}}
			r.Usual[0].L.Op, r.Usual[0].R.Op, r.Usual[0].R.N = 'n', 'n', 1
		case "Where":
			r.Where = []Cond{{Rel: "<"}}
			r.Where[0].L.Op, r.Where[0].R.Op, r.Where[0].R.N = 'n', 'n', 1
		case "In":
			r.In = []Availability{{Solver: "z3", Since: "9"}}
		case "OnlyAll":
			r.OnlyAll = []Availability{{Solver: "z3", Since: "9"}}
		case "Seldom":
			r.Seldom = []Availability{{Solver: "z3", Since: "9"}}
		case "IdxVars":
			r.IdxVars = []string{"other"}
		default:
			switch v.Kind() {
			case reflect.String:
				v.SetString(v.String() + "other")
			case reflect.Int:
				v.SetInt(v.Int() + 1)
			case reflect.Uint8:
				v.SetUint(v.Uint() + 1)
			case reflect.Bool:
				v.SetBool(!v.Bool())
			case reflect.Slice:
				v.Set(reflect.ValueOf([]string{"other"}))
			default:
				t.Fatalf("the test does not know how to change %s", field)
			}
		}
	}
	text := func(r Row) string {
		var b strings.Builder
		r.describe(&b)
		return b.String()
	}
	base := *Builtin().Row("((_ extract i j) (_ BitVec m) (_ BitVec (+ (- i j) 1)))")
	base.Args = append(base.Args, base.Args[0])
	for i := range reflect.TypeOf(base).NumField() {
		field := reflect.TypeOf(base).Field(i).Name
		if field == "dialects" {
			continue // derived from In and Origin
		}
		changed := base
		if field == "HeadIdx" {
			changed.HeadIdx = 1
		} else {
			spoil(&changed, field)
		}
		if field == "IdxVars" {
			changed.IdxVars = []string{"x", "y", "z"}
		}
		if same := text(changed) == text(base); same != unread[field] {
			t.Errorf("%s: the description is the same: %t", field, same)
		}
	}
}
