package weaken_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/weaken"
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/smt/script"
)

// One step of one rule turns each seed into the example of the thesis.
func TestThesis(t *testing.T) {
	for _, tt := range []struct{ name, rule, seed, want string }{
		{
			"figure 1", "greater-not-equal",
			"(declare-const a Real)(assert (forall ((b Real)) (exists ((c Real)) (and (= (+ a (* c (+ b c) (+ b c))) 0.0) (< a 0.0) (> c 0.0)))))",
			"(forall ((b Real)) (exists ((c Real)) (and (= (+ a (* c (+ b c) (+ b c))) 0.0) (< a 0.0) (not (= c 0.0)))))",
		},
		{"figure 4", "equal-contains", `(declare-const s String)(assert (= s "."))`, `(str.contains s ".")`},
		{
			"figure 5", "greater-suffix", `(declare-const s String)(assert (= s "abc"))(assert (> 2 1))`,
			`(= s "abc") (=> (and (>= 2 0) (>= 1 0)) (str.suffixof (str.substr s 2 (str.len s)) (str.substr s 1 (str.len s))))`,
		},
		{
			"listing 4", "or-drop-false-first", "(declare-const s Real)(assert (or (= 0.0 s) (< (* s (+ 6 (* s 12))) (- 1))))",
			"(or (or false (= 0.0 s)) (< (* s (+ 6.0 (* s 12.0))) (- 1.0)))",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			all, err := builtinRules()
			if err != nil {
				t.Fatal(err)
			}
			var one []*rules.Rule
			for _, r := range all {
				if r.Name == tt.rule {
					one = append(one, r)
				}
			}
			e := engine(t, with(func(o *weaken.Options) { o.Rules, o.Walk, o.LeaveLogic = one, 1, 100 }))
			src := prepare(t, e, read(t, "(set-info :status sat)"+tt.seed+"(check-sat)"), mutate.Env{})
			made := map[string]bool{}
			for _, m := range chain(t, src, 1, 200) {
				var asserted []string
				for i := range m.Script.Commands {
					if c := m.Script.Commands[i]; c.Kind == script.Assert {
						asserted = append(asserted, c.Terms[0].String())
					}
				}
				made[strings.Join(asserted, " ")] = true
			}
			if !made[tt.want] {
				t.Errorf("%s makes\n%v\nand not\n%s", tt.rule, made, tt.want)
			}
		})
	}
}
