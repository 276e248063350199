package options

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParameters(t *testing.T) {
	r := parameters([]byte(`Global parameters
    auto_config (bool) use heuristics to select a solver (default: true)
    timeout (unsigned int) (default: infty) time in milliseconds. (default: 4294967295)
    unicode (bool) use unicode strings

To set a module parameter, use <module-name>.<parameter-name>=value

[module] sat, description: propositional solver
    restart (symbol) restart strategy: static, luby, ema or geometric (default: ema)
    restart.factor (double) increment for geometric (default: 1.5)
    drat.file (symbol) file to dump proofs (default: )
    phase (int) phase: 0 - always false, 1 - always true, 2 (caching) (default: 1)
    euf (bool) enable the solver (this feature is preliminary) (default: false)
[module] smt
    qi.cost (string) what an instance costs (default: (+ weight generation))
    string_solver (symbol) solver. options are: 'z3str3' (a solver), 'seq' (another), 'none' (no solver) (default: seq)
    strange (matrix) of another type (default: 1)
    no type at all
    auto_config (bool) twice (default: true)
    auto_config (bool) twice (default: true)
`))
	want := []Option{
		{Name: "auto_config", Kind: Bool, Default: "true", Class: Regular, Doc: "use heuristics to select a solver"},
		{Name: "sat.drat.file", Kind: Text, Class: Regular, Group: "sat", Doc: "file to dump proofs"},
		{Name: "sat.euf", Kind: Bool, Default: "false", Class: Experimental, Group: "sat", Doc: "enable the solver (this feature is preliminary)"},
		{Name: "sat.phase", Kind: Int, Default: "1", Values: []string{"0", "1", "2"}, Class: Regular, Group: "sat",
			Doc: "phase: 0 - always false, 1 - always true, 2 (caching)"},
		{Name: "sat.restart", Kind: Mode, Default: "ema", Values: []string{"static", "luby", "ema", "geometric"}, Class: Regular, Group: "sat",
			Doc: "restart strategy: static, luby, ema or geometric"},
		{Name: "sat.restart.factor", Kind: Double, Default: "1.5", Class: Regular, Group: "sat", Doc: "increment for geometric"},
		{Name: "smt.auto_config", Kind: Bool, Default: "true", Class: Regular, Group: "smt", Doc: "twice"},
		{Name: "smt.qi.cost", Kind: Text, Default: "(+ weight generation)", Class: Regular, Group: "smt", Doc: "what an instance costs"},
		{Name: "smt.string_solver", Kind: Mode, Default: "seq", Values: []string{"z3str3", "seq", "none"}, Class: Regular, Group: "smt",
			Doc: "solver. options are: 'z3str3' (a solver), 'seq' (another), 'none' (no solver)"},
		{Name: "timeout", Kind: Uint, Default: "4294967295", Least: "0", Most: "4294967295", Class: Regular, Doc: "time in milliseconds."},
		{Name: "unicode", Kind: Bool, Class: Regular, Doc: "use unicode strings"},
	}
	if diff := cmp.Diff(want, r.options()); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
	if r.unread != 3 {
		t.Errorf("%d entries unread, want 3: another type, no type, a name that comes twice", r.unread)
	}
}

func TestNumbered(t *testing.T) {
	for _, tt := range []struct {
		doc, standard string
		want          []string
	}{
		{"0 - none, 1 - some, 2 - all", "2", []string{"0", "1", "2"}},
		{"0: none; 1: some", "0", []string{"0", "1"}},
		{"1 - some, 2 - all", "1", []string{"1", "2"}},
		{"Strategy, 0 for none, 1 for BROWN, 2 for all", "0", []string{"0", "1", "2"}},
		{"0 - none, 1 - some", "7", nil},              // the default is another
		{"0 - none, 2 - all", "0", nil},               // one is missing
		{"probability wp / 1024", "100", nil},         // no values
		{"used for 2 for 3", "0", nil},                // no list
		{"if N = 0 then there is no limit", "0", nil}, // one number
	} {
		if diff := cmp.Diff(tt.want, numbered(tt.doc, tt.standard)); diff != "" {
			t.Errorf("numbered(%q, %q): %s", tt.doc, tt.standard, diff)
		}
	}
}

func TestNamed(t *testing.T) {
	for _, tt := range []struct {
		doc, standard string
		want          []string
	}{
		{"branching heuristic vsids, chb", "vsids", []string{"vsids", "chb"}},
		{"strategy: static, luby, or ema", "ema", []string{"static", "luby", "ema"}},
		{"select 'lex' (lexicographic), 'box'", "lex", []string{"lex", "box"}},
		{"name of the default relation to check, others too", "null", nil}, // the default is another
		{"a file, if any", "", nil},
		{"one", "one", nil},
	} {
		if diff := cmp.Diff(tt.want, named(tt.doc, tt.standard)); diff != "" {
			t.Errorf("named(%q, %q): %s", tt.doc, tt.standard, diff)
		}
	}
}
