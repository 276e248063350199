package findings

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/judge/oracle"
)

// Each class has one row, and each row says all that people read about its class.
func TestEachClassHasARow(t *testing.T) {
	of := make(map[oracle.Class][]row)
	for _, r := range rows {
		of[r.class] = append(of[r.class], r)
	}
	for _, class := range append(oracle.Classes(), "") {
		if len(of[class]) != 1 {
			t.Errorf("the class %q has %d rows in rows (classes.go): it needs one, {class: ..., severity: ..., kind: ..., title: ..., says: ..., expected: ..., why: ...}, "+
				"at the place of how bad it is for a user of the solver. The type row says what the columns mean. "+
				"Then write testdata/reports/class-%s.md with -update, and read it", class, len(of[class]), class)
			continue
		}
		r := of[class][0]
		for column, missing := range map[string]bool{
			"severity": r.severity == "", "kind": r.kind == "", "title": r.title == "" && class != "", "says": r.says == nil, "expected": r.expected == nil, "why": r.why == nil,
		} {
			if missing {
				t.Errorf("the row of %q in rows (classes.go) says nothing in the column %s, which the type row explains", class, column)
			}
		}
	}
	if len(rows) != len(oracle.Classes())+1 {
		t.Errorf("%d rows in classes.go for %d classes and the one of no class", len(rows), len(oracle.Classes()))
	}
}

// The words of severities are read back.
func TestSeverities(t *testing.T) {
	for _, class := range oracle.Classes() {
		s := SeverityOf(class)
		if !s.Rated() {
			t.Errorf("%s is not rated", class)
		}
		text, err := json.Marshal(s)
		var back Severity
		if err != nil || json.Unmarshal(text, &back) != nil || back != s {
			t.Errorf("%s: %s, %v", class, text, back)
		}
	}
	if s := SeverityOf("of another version"); s.Rated() || s.String() != "unrated" || s.Kind() != "unrated" || s >= SeverityOf(oracle.Harness) {
		t.Errorf("a class that is not known is %d, %v", s, s)
	}
	if SeverityOf(oracle.SolutionSoundness).Kind() != SeverityOf(oracle.RefutationSoundness).Kind() {
		t.Error("a wrong sat and a wrong unsat are not of one kind")
	}
	if f := (Finding{Class: oracle.CrashClass, Session: &Session{Shows: oracle.InvalidModel}}); f.Severity() != SeverityOf(oracle.InvalidModel) {
		t.Errorf("a session that shows a wrong model: %v", f.Severity())
	}
	var none struct{ S Severity }
	if err := json.Unmarshal([]byte(`{"S":""}`), &none); err != nil || none.S != 0 {
		t.Errorf("%v, %v", none, err)
	}
	if err := json.Unmarshal([]byte(`{"S":"dreadful"}`), &none); err == nil {
		t.Error("any word is a severity")
	}
}

func used(name, value, level string) UsedOption {
	return UsedOption{Option: Option{Name: name, Value: value}, Level: level}
}

func TestNeeds(t *testing.T) {
	reduced := func(commands []string, options ...UsedOption) Finding {
		return Finding{Solver: "s", Reduction: &Reduction{Plain: &Run{}, Options: options, Commands: commands}}
	}
	inScript := used(":smt.arith.nl", "false", "")
	inScript.Script = true
	for _, c := range []struct {
		name    string
		f       Finding
		script  string
		want    string
		tactics []string
	}{
		{"nothing", reduced(nil), "(declare-const x Int)(assert (= x 1))(check-sat)", "default configuration", nil},
		{"what was idle in the campaign", Finding{Solver: "s", Runs: []Run{{Solver: "s", Configuration: []Option{{Name: "a", Value: "true"}}}},
			Reduction: &Reduction{Plain: &Run{}}}, "", "default configuration", nil},
		{"not reduced", Finding{Solver: "s", Runs: []Run{{Solver: "t", Configuration: []Option{{Name: "check-models"}}}, {Solver: "s", Configuration: []Option{{Name: "a", Value: "true"}}}}},
			"", "an option", nil},
		{"told to check itself as always", Finding{Solver: "s", Runs: []Run{{Solver: "s", Options: Options{SelfCheck: true, Models: true}}}}, "", "default configuration", nil},
		{"models and strings", reduced(nil, used("--strings-exp", "", "regular"), used("--produce-models", "", "common"), used("--incremental", "", "common")), "", "default configuration", nil},
		{"a regular option", reduced(nil, used("--ackermann", "", "regular")), "", "a regular option", nil},
		{"an expert option", reduced(nil, used("--ackermann", "", "expert"), used("--x", "", "common")), "", "a regular option, an expert option", nil},
		{"an experimental option", reduced(nil, used("sat.euf", "true", "experimental")), "", "an experimental option", nil},
		{"an option of the script", reduced(nil, inScript), "", "an option", nil},
		{"a check mode", reduced(nil, used("model_validate", "true", "")), "", "a check mode", nil},
		{"cvc5's check mode", reduced(nil, used("--check-models", "", "regular")), "", "a check mode", nil},
		{"interpolants", reduced([]string{"(get-interpolant I (> x 1))"}, used(":produce-interpolants", "true", "")), "", "interpolants", nil},
		{"abducts in a script", Finding{}, "(set-option :produce-abducts true)(declare-const x Int)(get-abduct A (> x 1))", "abducts", nil},
		{"cores, and not proofs", Finding{}, "(set-option :produce-unsat-cores true)(set-option :produce-proofs false)", "unsat cores", nil},
		{"a script that cannot be read to its end", Finding{}, "(set-option :produce-proofs true)(assert (", "proofs", nil},
		{"a tactic", reduced([]string{"(check-sat-using (then simplify (using-params euf-completion :x true) (or-else smt fail)))"}), "", "a tactic",
			[]string{"simplify", "euf-completion", "smt", "fail"}},
		{"tactics behind a probe", Finding{}, "(check-sat-using (if (> size 3) (try-for qflia 100) (when is-qfbv (repeat aig 3))))", "a tactic", []string{"qflia", "aig"}},
		{"an applied tactic", Finding{}, "(apply nla2bv :timeout 2)", "a tactic", []string{"nla2bv"}},
		{"a tactic on the command line", reduced(nil, used("tactic.default_tactic", "(then fm smt)", "")), "", "a tactic", []string{"fm", "smt"}},
		{"a session", Finding{Session: &Session{Shows: oracle.CrashClass}}, "(check-sat)", "a session", nil},
		{"a core", Finding{Class: oracle.InvalidCore}, "", "unsat cores", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := c.f.NeedsIn([]byte(c.script))
			if got.String() != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if diff := cmp.Diff(c.tactics, got.Tactics); diff != "" {
				t.Error(diff)
			}
			if back := NeedsOf(got.Words()); back.Compare(got) != 0 {
				t.Errorf("%q read back as %q", got, back)
			}
		})
	}
}

// A wrong answer in the default configuration comes before every other finding.
func TestWeights(t *testing.T) {
	needs := func(words ...string) Needs { return NeedsOf(words) }
	of := SeverityOf
	want := []Weight{
		{of(oracle.RefutationSoundness), false, Needs{}},
		{of(oracle.SolutionSoundness), false, Needs{}},
		{of(oracle.SolutionSoundness), false, needs("a session")},
		{of(oracle.RefutationSoundness), false, needs("a tactic")},
		{of(oracle.RefutationSoundness), false, needs("an expert option")},
		{of(oracle.SolutionSoundness), true, Needs{}},
		{of(oracle.InvalidModel), false, Needs{}},
		{of(oracle.InvalidModel), false, needs("a regular option")},
		{of(oracle.InvalidModel), false, needs("unsat cores", "a regular option")},
		{of(oracle.InvalidValue), false, Needs{}},
		{of(oracle.CrashClass), false, Needs{}},
		{of(oracle.CrashClass), false, needs("an experimental option")},
		{of(oracle.IncompletenessRegression), false, Needs{}},
		{of(oracle.Harness), false, Needs{}},
	}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, Weight.Compare)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if text := want[0].String(); text != "wrong answer, default configuration" {
		t.Error(text)
	}
}

// What a reduced script needs tells bugs apart, but not the question for a model.
func TestHeads(t *testing.T) {
	option := used(":produce-interpolants", "true", "")
	option.Script = true
	r := Reduction{Options: []UsedOption{option, used("--x", "", "")}, Commands: []string{"(get-model)", "(get-interpolant I p)", "(check-sat-using (then nnf smt))", "(push 1)"}}
	if diff := cmp.Diff([]string{":produce-interpolants", "check-sat-using", "get-interpolant", "nnf", "push"}, r.Heads()); diff != "" {
		t.Error(diff)
	}
}
