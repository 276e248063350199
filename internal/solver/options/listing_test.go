package options

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/solver"
)

func TestListing(t *testing.T) {
	r := listing([]byte(`{"name": "b", "kind": "bool", "default": "false", "class": "expert", "doc": "does it", "since": 3}
{"name": "a", "aliases": ["aa", "not a name"], "kind": "uint", "default": "7", "least": "0", "most": "18446744073709551615", "use": "search"}

{"name": "m", "kind": "mode", "values": ["x", "y"], "default": "x"}
{"name": "n", "kind": "mode"}
{"name": "c", "kind": "complex"}
{"name": "d", "kind": "bool", "class": "odd"}
no json
`))
	want := []Option{
		{Name: "a", Aliases: []string{"aa"}, Kind: Uint, Default: "7", Least: "0", Most: "18446744073709551615", Class: Regular},
		{Name: "b", Kind: Bool, Default: "false", Class: Expert, Doc: "does it"},
		{Name: "m", Kind: Mode, Default: "x", Values: []string{"x", "y"}, Class: Regular},
		{Name: "n", Kind: Text, Class: Regular},
	}
	if diff := cmp.Diff(want, r.options()); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
	if r.unread != 3 {
		t.Errorf("%d lines unread, want 3", r.unread)
	}
}

// TestHostile makes each form read what no solver prints: too much of everything, control characters, and no text at
// all.
func TestHostile(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	var many strings.Builder
	for i := range 2 * maxOptions {
		fmt.Fprintf(&many, "    option%d (bool) text (default: true)\n  --option%d   text [*]\n{\"name\":\"option%d\",\"kind\":\"bool\"}\n", i, i, i)
	}
	texts := []string{
		"", "\x00\xff\xfe", strings.Repeat("\n", 2*maxLines), strings.Repeat("(", 100_000), many.String(),
		"    " + long + " (bool) (default: true)", "    a (bool) " + long, "    a (symbol) " + strings.Repeat("x, ", 2000) + " (default: x)",
		"  --a=MODE " + long, "  --" + long, "  --a   \x1b[31mred\x07 \u202e [*]", `{"name":"a","kind":"mode","values":["` + long + `"]}`,
		`{"name":"a","kind":"mode","values":[` + strings.Repeat(`"v",`, 5000) + `"v"]}`, `{"name":"../a b","kind":"bool"}`,
	}
	for _, form := range []solver.OptionForm{solver.FormParameters, solver.FormUsage, solver.FormJSON, "none"} {
		for _, text := range texts {
			all := read(form, []byte(text)).options()
			if len(all) > maxOptions {
				t.Errorf("%s: %d options", form, len(all))
			}
			for _, o := range all {
				whole := o.Name + o.Default + o.Doc + strings.Join(o.Values, "")
				if len(o.Name) > maxName || len(o.Doc) > 2*maxDoc || len(o.Values) > maxValues || !utf8.ValidString(whole) || strings.ContainsAny(whole, "\x00\x07\x1b\n\u202e") {
					t.Errorf("%s reads %.200q from %.60q", form, whole, text)
				}
			}
		}
	}
}
