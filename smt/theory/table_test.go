package theory_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

var (
	knownSolvers = []string{"z3", "cvc5", "cvc4", "boolector", "bitwuzla", "yices2", "smtinterpol"}
	knownOrigins = []string{"smtlib-2.6", "smtlib-2.7", "z3", "cvc5", "cvc4", "bitwuzla", "smtinterpol"}
	knownFeature = []string{"nonlinear", "transcendental", "higher-order", "quantifier", "mixed", "difference-free", "free-function"}
	knownTheory  = []string{
		"core", "ints", "reals", "reals_ints", "bitvectors", "floatingpoint", "arrays", "strings", "sequences", "sets", "bags",
		"finitefields", "transcendentals", "separation", "tuples", "nullables",
	}
)

func TestBuiltinRows(t *testing.T) {
	rows := theory.Builtin().Rows()
	if len(rows) < 350 {
		t.Errorf("only %d rows", len(rows))
	}
	for i, r := range rows {
		t.Run(r.Signature(), func(t *testing.T) {
			if r.ID != i {
				t.Errorf("row %d has the ID %d", i, r.ID)
			}
			if !syntax.IsSimple(r.Name) {
				t.Errorf("%q is no simple symbol", r.Name)
			}
			if len(r.Doc) < 4 || !strings.HasSuffix(r.Doc, ".") || strings.Contains(r.Doc, "\n") {
				t.Errorf("documentation %q is no sentence on one line", r.Doc)
			}
			if !slices.Contains(knownOrigins, r.Origin) {
				t.Errorf("unknown origin %q", r.Origin)
			}
			if !slices.Contains(knownTheory, r.Theory) {
				t.Errorf("unknown theory %q", r.Theory)
			}
			var solvers []string
			for _, a := range r.In {
				if !slices.Contains(knownSolvers, a.Solver) || slices.Contains(solvers, a.Solver) && a.Since == "" {
					t.Errorf("odd solver %q among %v", a.Solver, r.In)
				}
				if a.Since != "" && theory.CompareVersions(a.Since, "0") <= 0 || a.Until != "" && theory.CompareVersions(a.Until, a.Since) <= 0 {
					t.Errorf("odd versions %q to %q", a.Since, a.Until)
				}
				solvers = append(solvers, a.Solver)
			}
			for solver, name := range r.Spell {
				if !slices.Contains(solvers, solver) || !syntax.IsSimple(name) || name == r.Name {
					t.Errorf("spelling %s for %s, which has it in %v", name, solver, solvers)
				}
			}
			for _, f := range r.Features {
				if !slices.Contains(knownFeature, f) {
					t.Errorf("unknown feature %s", f)
				}
			}
			if r.Assoc != theory.None && len(r.Args) != 2 {
				t.Errorf("associativity with %d arguments", len(r.Args))
			}
			for _, name := range append([]string{r.Name}, r.Legacy...) {
				if !slices.Contains(theory.Builtin().Lookup(name), r) {
					t.Errorf("not found as %s", name)
				}
			}
			if theory.Builtin().Row(r.Signature()) != r {
				t.Error("another row has the same signature")
			}
			if r.Origfile == "" || r.Line < 1 {
				t.Errorf("place %s:%d", r.Origfile, r.Line)
			}
		})
	}
}

// TestSignaturesReadBack: Signature writes a theory file that selects the row itself.
func TestSignaturesReadBack(t *testing.T) {
	for _, r := range theory.Builtin().Rows() {
		_, named, err := theory.Builtin().Extend("row", r.Signature())
		if err != nil {
			t.Errorf("%s: %v", r.Signature(), err)
		} else if len(named) != 1 || named[0] != r {
			t.Errorf("%s selects %d rows, not itself", r.Signature(), len(named))
		}
	}
}

// TestNoRowTwice: a signature that occurs twice in the table files would silently lose the second's attributes.
func TestNoRowTwice(t *testing.T) {
	files, err := filepath.Glob("tables/*.theory")
	if err != nil || len(files) == 0 {
		t.Fatal("no table files", err)
	}
	seen := map[*theory.Row]string{}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		extended, named, err := theory.Builtin().Extend(f, string(src))
		if err != nil {
			t.Fatal(err)
		}
		if len(extended.Rows()) != len(theory.Builtin().Rows()) {
			t.Errorf("%s: reading it again adds rows", f)
		}
		for _, r := range named {
			if seen[r] != "" {
				t.Errorf("%s: %s stands in %s too", f, r.Signature(), seen[r])
			}
			seen[r] = f
		}
	}
	if len(seen) != len(theory.Builtin().Rows()) {
		t.Errorf("%d rows in files, %d in the table", len(seen), len(theory.Builtin().Rows()))
	}
}

// Operators that must be qualified are few: a new one is more likely a mistake in its signature.
func TestQualifiedOperators(t *testing.T) {
	var got []string
	for _, r := range theory.Builtin().Rows() {
		if r.NeedsAs {
			got = append(got, r.Name)
		}
	}
	slices.Sort(got)
	got = slices.Compact(got)
	want := []string{"bag.empty", "const", "nullable.null", "sep.nil", "seq.empty", "set.empty", "set.universe"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestLookup(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"str.in.re", "(str.in_re String RegLan Bool)"},
		{"implies", "(=> Bool Bool Bool :right-assoc)"},
		{"bv2nat", "(ubv_to_int (_ BitVec m) Int)"},
		{"member", "(par (X) (set.member X (Set X) Bool))"},
		{"roundTowardZero", "(RTZ RoundingMode)"},
	} {
		rows := theory.Builtin().Lookup(tt.name)
		if len(rows) != 1 || rows[0].Signature() != tt.want {
			t.Errorf("%s stands for %d rows", tt.name, len(rows))
		}
	}
	if theory.Builtin().Lookup("no.such") != nil {
		t.Error("an unknown name is found")
	}
	if rows := theory.Builtin().Lookup("seq.unit"); len(rows) != 2 || len(rows[0].SortVars) != 0 {
		t.Error("the row for certain sorts must come before the polymorphic one")
	}
}

// TestDescribes: rows that only one solver has do not make it a solver that the table describes.
func TestDescribes(t *testing.T) {
	const one = "(theory more :in (lonely))\n(lonely.op Int Int :doc \"An operator of one solver.\")\n"
	table, _, err := theory.Builtin().Extend("more.theory", one)
	if err != nil {
		t.Fatal(err)
	}
	for solver, want := range map[string]bool{"z3": true, "cvc5": true, "cvc4": true, "boolector": true, "bitwuzla": true, "yices2": true, "smtinterpol": true, "lonely": false, "nosuch": false, "": false} {
		if got := table.Describes(solver); got != want {
			t.Errorf("%q: %v", solver, got)
		}
	}
	if len(table.Lookup("lonely.op")) != 1 || !table.Lookup("lonely.op")[0].AvailableIn("lonely", "1.0") {
		t.Error("the row is not there")
	}
}

func TestAbbreviations(t *testing.T) {
	st := sorts.NewStore()
	for _, tt := range []struct {
		name string
		args []*sorts.Sort
		want string
	}{
		{"Float32", nil, "(_ FloatingPoint 8 24)"},
		{"Float64", nil, "(_ FloatingPoint 11 53)"},
		{"RegEx", []*sorts.Sort{sorts.String}, "RegLan"},
		{"Float32", []*sorts.Sort{sorts.Int}, ""},
		{"Int", nil, ""},
	} {
		s, ok := theory.Builtin().Abbreviation(st, tt.name, tt.args)
		if ok != (tt.want != "") || ok && s.String() != tt.want {
			t.Errorf("%s%v: got %v", tt.name, tt.args, s)
		}
	}
}

func TestAcceptsAndParam(t *testing.T) {
	tab := theory.Builtin()
	imp, sub, abs, ins := tab.Row("(=> Bool Bool Bool :right-assoc)"), tab.Row("(- Int Int Int :left-assoc)"), tab.Row("(abs Int Int)"), tab.Row("(par (X) (set.insert X (Set X) (Set X) :right-assoc))")
	if !imp.Accepts(5) || imp.Accepts(1) || !sub.Accepts(2) || abs.Accepts(2) || !abs.Accepts(1) {
		t.Error("wrong numbers of arguments")
	}
	if ins.Param(2, 4).Var != 0 || ins.Param(3, 4).Name != "Set" {
		t.Error("set.insert takes its set last")
	}
}

func TestVersions(t *testing.T) {
	r := &theory.Row{In: []theory.Availability{{Solver: "z3"}, {Solver: "cvc5", Since: "1.1"}}}
	for _, tt := range []struct {
		solver, version string
		want            bool
	}{
		{"z3", "", true}, {"z3", "1", true}, {"cvc5", "", true}, {"cvc5", "1.0.9", false}, {"cvc5", "1.1", true}, {"cvc5", "1.2.1", true}, {"cvc4", "", false},
	} {
		if got := r.AvailableIn(tt.solver, tt.version); got != tt.want {
			t.Errorf("%s %s: %v", tt.solver, tt.version, got)
		}
	}
}

// TestVersionsOfRows: the versions from which and until which a solver has a row, as theory files write them.
func TestVersionsOfRows(t *testing.T) {
	table, rows, err := theory.Builtin().Extend("own.theory", `(theory Own)
(always Int Int :in (z3))
(since Int Int :in (z3>=4.8.13))
(until Int Int :in (z3<5))
(between Int Int :in (z3>=4.8<4.12.2))
(again Int Int :in (z3<4.8 z3>=5.1))
`)
	if err != nil || table == nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"always": "4.7 4.8 4.8.12 4.8.13 4.12.2 5.0.0 5.1.0 newest", "since": "4.8.13 4.12.2 5.0.0 5.1.0 newest",
		"until": "4.7 4.8 4.8.12 4.8.13 4.12.2", "between": "4.8 4.8.12 4.8.13", "again": "4.7 5.1.0 newest",
	} {
		row := rows[slices.IndexFunc(rows, func(r *theory.Row) bool { return r.Name == name })]
		var got []string
		for _, version := range []string{"4.7", "4.8", "4.8.12", "4.8.13", "4.12.2", "5.0.0", "5.1.0", "newest"} {
			asked := version
			if version == "newest" {
				asked = ""
			}
			if row.AvailableIn("z3", asked) {
				got = append(got, version)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
}

func TestLogics(t *testing.T) {
	// What a logic allows, as letters: q quantifiers, a arrays, u UF, b BV, f FP, s strings, d datatypes, i Ints, r Reals,
	// n nonlinear, - difference, t transcendental, h higher-order, S sets, F fields, * everything.
	for _, tt := range []struct{ name, want string }{
		{"QF_UF", "u"}, {"UF", "qu"}, {"QF_BV", "b"}, {"QF_ABV", "ab"}, {"QF_AUFBV", "aub"}, {"QF_LIA", "i"}, {"QF_NIA", "in"},
		{"LRA", "qr"}, {"QF_NRA", "rn"}, {"QF_IDL", "i-"}, {"QF_RDL", "r-"}, {"QF_UFIDL", "ui-"}, {"AUFLIRA", "qauir"}, {"AUFNIRA", "qauirn"},
		{"QF_AX", "au"}, {"QF_S", "s"}, {"QF_SLIA", "si"}, {"QF_SNIA", "sin"}, {"QF_FP", "f"}, {"QF_FPBV", "bf"}, {"QF_BVFP", "bf"}, {"QF_ABVFPLRA", "abfr"},
		{"QF_DT", "d"}, {"UFDTLIA", "qudi"}, {"QF_FF", "F"}, {"QF_UFLIAFS", "uiS"}, {"QF_NRAT", "rnt"}, {"HO_UF", "quh"}, {"HO_ALL", "h*"}, {"ALL", "*"},
		{"", "*"}, {"ALL_SUPPORTED", "*"}, {"MY_LOGIC", "*"}, {"QF_XYZ", "*"},
	} {
		l := theory.ParseLogic(tt.name)
		got := ""
		for _, f := range []struct {
			on   bool
			name string
		}{
			{l.Quantifiers && !l.All, "q"}, {l.Arrays, "a"}, {l.UF, "u"}, {l.BitVectors, "b"}, {l.FloatingPoint, "f"}, {l.Strings, "s"}, {l.Datatypes, "d"},
			{l.Ints, "i"}, {l.Reals, "r"}, {l.Nonlinear, "n"}, {l.Difference, "-"}, {l.Transcendental, "t"}, {l.HigherOrder, "h"}, {l.Sets, "S"},
			{l.FiniteFields, "F"}, {l.All, "*"},
		} {
			if f.on {
				got += f.name
			}
		}
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestLogicAllows(t *testing.T) {
	tab := theory.Builtin()
	for _, tt := range []struct {
		logic, row string
		want       bool
	}{
		{"QF_LIA", "(+ Int Int Int :left-assoc)", true},
		{"QF_LIA", "(* Int Int Int :left-assoc)", false},
		{"QF_NIA", "(* Int Int Int :left-assoc)", true},
		{"QF_LIA", "(+ Real Real Real :left-assoc)", false},
		{"QF_LRA", "(to_real Int Real)", false},
		{"AUFLIRA", "(to_real Int Real)", true},
		{"QF_BV", "(bvadd (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc)", true},
		{"QF_UF", "(and Bool Bool Bool :left-assoc)", true},
		{"QF_S", "(str.len String Int)", true},
		{"QF_LIA", "(str.len String Int)", false},
		{"QF_NRA", "(sin Real Real)", false},
		{"ALL", "(str.len String Int)", true},
		{"ALL", "(par (X Y) (set.map (-> X Y) (Set X) (Set Y)))", false},
		{"HO_ALL", "(par (X Y) (set.map (-> X Y) (Set X) (Set Y)))", true},
	} {
		l := theory.ParseLogic(tt.logic)
		if got := l.Allows(tab.Row(tt.row)); got != tt.want {
			t.Errorf("%s allows %s: %v", tt.logic, tt.row, got)
		}
	}
}

func TestNumeralsAsReals(t *testing.T) {
	for _, tt := range []struct {
		logic string
		want  bool
	}{
		{"QF_LRA", true}, {"QF_RDL", true}, {"NRA", true}, {"QF_LIA", false}, {"AUFLIRA", false}, {"ALL", false}, {"", false}, {"QF_BV", false},
	} {
		l := theory.ParseLogic(tt.logic)
		if got := l.RealLiterals(); got != tt.want {
			t.Errorf("%s: %v", tt.logic, got)
		}
	}
}
