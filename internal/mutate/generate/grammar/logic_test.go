package grammar_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/generate/grammar"
	"github.com/assay-smt/assay/internal/mutate/kit/fragment"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// TestKeepsToLogic: a script contains nothing that its logic does not allow, as judged by the engines that change scripts. In a sample,
// 4 scripts of each logic, otherwise 200.
func TestKeepsToLogic(t *testing.T) {
	for _, logic := range theory.Logics() {
		l := theory.ParseLogic(logic)
		gen := newGrammar(t, grammar.Options{Logic: logic, Incremental: 50, Assertions: 30}).Generator()
		for i := range testdepth.Sample(4, 200) {
			s := gen.Next(rng.New(3).Split(logic).SplitN(uint64(i)))
			allowed := fragment.New(logic)
			for _, root := range s.Roots() {
				if !allowed.Allows(root) {
					t.Errorf("%s, script %d: %s", logic, i, root)
				}
			}
			for _, c := range s.Commands {
				if what := foreign(&l, c); what != "" {
					t.Errorf("%s, script %d: %s", logic, i, what)
				}
			}
			if l.Difference {
				differences(t, logic, s)
			}
		}
	}
}

// foreign returns what a command declares that the logic does not have.
func foreign(l *theory.Logic, c *script.Command) string {
	switch {
	case l.All:
	case c.Kind == script.DeclareSort && !l.UF:
		return c.Text
	case c.Kind == script.DeclareDatatypes && !l.Datatypes:
		return "datatypes"
	case c.Kind == script.DeclareFun && len(c.Decls[0].Params) > 0 && (!l.UF || l.Name == "QF_AX"):
		return "a function"
	}
	for _, d := range c.Decls {
		for _, s := range append(slices.Clone(d.Params), d.Result) {
			if !l.HasSort(s) {
				return "sort " + s.String()
			}
		}
	}
	return ""
}

// differences: numbers are variables, values of functions, or occur in (op (- x y) n).
func differences(t *testing.T, logic string, s *script.Script) {
	t.Helper()
	number := func(a *term.Term) bool { return a.Sort() == sorts.Int || a.Sort() == sorts.Real }
	constant := func(a *term.Term) bool {
		return a.Kind() == term.Literal || a.Func().Is("-") && len(a.Args()) == 1 && a.Args()[0].Kind() == term.Literal
	}
	plain := func(a *term.Term) bool {
		return a.Kind() == term.Var || a.Kind() == term.App && a.Func().Kind == term.UserFunc
	}
	term.Walk(s.Roots(), func(a *term.Term) bool {
		args := a.Args()
		if a.Sort() != sorts.Bool || len(args) != 2 || !number(args[0]) || a.Func().Row == nil {
			if a.Func() != nil && a.Func().Row != nil && !a.Func().Is("-") && slices.ContainsFunc(args, number) {
				t.Errorf("%s: %s", logic, a)
			}
			return true
		}
		minus := args[0].Func().Is("-") && len(args[0].Args()) == 2 && plain(args[0].Args()[0]) && plain(args[0].Args()[1])
		if !(plain(args[0]) && plain(args[1])) && !(minus && constant(args[1])) {
			t.Errorf("%s: %s", logic, a)
		}
		return true
	})
}

// TestUnique: hardly any two scripts are alike.
func TestUnique(t *testing.T) {
	for _, logic := range []string{"QF_UF", "QF_IDL", "QF_S", "ALL"} {
		gen := newGrammar(t, grammar.Options{Logic: logic, Fewest: 1}).Generator()
		seen := map[string]bool{}
		n := testdepth.Sample(300, 10_000)
		for i := range n {
			seen[gen.Next(rng.New(4).SplitN(uint64(i))).String()] = true
		}
		if 100*len(seen) < 95*n {
			t.Errorf("%s: %d of %d scripts are unique", logic, len(seen), n)
		}
	}
}

// TestKinds: restricted scripts contain the wanted kinds and, besides these, only what turns their values into formulas.
func TestKinds(t *testing.T) {
	for _, tt := range []struct {
		logic, kinds, glue string
	}{
		{"QF_SLIA", "str.++ push", "="},
		{"QF_SLIA", "re.* str.replace", "= str.in_re str.to_re"},
		{"QF_BV", "bvadd bvult get-unsat-core", ""},
		{"QF_LIA", "and", ""},
		{"QF_LIA", "*", "= -"},
		{"QF_IDL", "< or", "-"},
		{"QF_FP", "fp.add fp.isNaN get-model", "fp +oo -oo +zero -zero NaN -"},
		{"LIA", "forall + >=", "-"},
		{"QF_UFDT", "match declare-datatypes", ""},
		{"UFLIA", "declare-fun exists <", "-"},
		{"ALL", "seq.++ seq.len check-sat-assuming", "= - seq.empty"},
		{"ALL", "define-fun-rec", "ite <= -"},
		{"QF_ALIA", "let select", "= -"},
	} {
		t.Run(tt.logic+" "+tt.kinds, func(t *testing.T) {
			wanted := strings.Fields(tt.kinds)
			gen := newGrammar(t, grammar.Options{Logic: tt.logic, Kinds: wanted}).Generator()
			met := map[string]int{}
			// Constants of Boolean sort are negated in assumptions and where a formula is a leaf.
			allowed := append(strings.Fields(tt.glue+" not true false RNE RNA RTP RTN RTZ re.none re.all re.allchar fp +oo -oo +zero -zero NaN seq.empty"), wanted...)
			const scripts = 40
			for i := range scripts {
				s := gen.Next(rng.New(5).SplitN(uint64(i)))
				for _, k := range grammar.KindsOf(s) {
					met[k]++
					if !slices.Contains(allowed, k) && !(k == "declare-sort" || k == "declare-datatypes") {
						t.Errorf("script %d has %s:\n%s", i, k, s)
					}
				}
			}
			for _, k := range wanted {
				if met[k] < scripts/3 {
					t.Errorf("%d of %d scripts have %s", met[k], scripts, k)
				}
			}
		})
	}
}

// TestKindErrors: kinds that a grammar lacks are distinguished from those that do not exist.
func TestKindErrors(t *testing.T) {
	for kind, known := range map[string]bool{"bvadd": true, "forall": true, "bvad": false, "": false} {
		_, err := grammar.New(grammar.Options{Logic: "QF_LIA", Kinds: []string{"+", kind}})
		var e *grammar.KindError
		if !errors.As(err, &e) || e.Kind != kind || e.Known != known {
			t.Errorf("%q: %v", kind, err)
		}
	}
}

// TestEveryRow: each row of the table that z3 and cvc5 have, and that engines may make, is in the grammar of some logic.
func TestEveryRow(t *testing.T) {
	both := []theory.Release{{Name: "z3"}, {Name: "cvc5"}}
	for _, solvers := range [][]theory.Release{both, both[1:]} {
		has := map[string]bool{}
		for _, logic := range []string{"ALL", "HO_ALL", "QF_FF"} {
			for _, k := range newGrammar(t, grammar.Options{Logic: logic, Solvers: solvers}).Kinds() {
				has[k] = true
			}
		}
		for _, r := range theory.Builtin().Rows() {
			if r.NoGenerate == "" && r.AvailableInAll(solvers) && theory.Builtin().CommonSorts(solvers).Takes(r) && !has[r.Name] {
				t.Errorf("%v: %s is in no script", solvers, r.Signature())
			}
		}
	}
}

// TestOldBoolector: it reads constants, assertions and one check-sat, and later versions read more.
func TestOldBoolector(t *testing.T) {
	for _, tt := range []struct {
		version string
		plain   bool
	}{{"1.5.118", true}, {"3.2.2", false}, {"", false}} {
		g := newGrammar(t, grammar.Options{Logic: "QF_AUFBV", Incremental: 50, Solvers: []theory.Release{{Name: "boolector", Version: tt.version}}})
		gen := g.Generator()
		plain, checks := true, 0
		for i := range 60 {
			s := gen.Next(rng.New(5).SplitN(uint64(i)))
			checks = max(checks, s.Checks())
			for j := range s.Commands {
				switch s.Commands[j].Kind {
				case script.SetLogic, script.Assert, script.CheckSat:
				case script.DeclareFun:
					plain = plain && len(s.Commands[j].Decls[0].Params) == 0
				default:
					plain = false
				}
			}
		}
		if plain != tt.plain || (checks == 1) != tt.plain {
			t.Errorf("version %q: plain %t, up to %d checks", tt.version, plain, checks)
		}
	}
}
