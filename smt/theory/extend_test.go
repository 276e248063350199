package theory_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

func signatures(rows []*theory.Row) []string {
	var out []string
	for _, r := range rows {
		out = append(out, r.Signature())
	}
	return out
}

func TestExtend(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      []string // the rows that the file names
		added     int      // how many of these are new
	}{
		{"nothing", "; nothing\n", nil, 0},
		{"a new operator", "(cube Int Int)", []string{"(cube Int Int)"}, 1},
		{"a typefuzz configuration", `; Core
(not Bool Bool)
(and Bool Bool Bool :left-assoc)
(par (A) (id A A))
(par (A) (= A A Bool :chainable))
(str.++ String String String :left-assoc)
(div Int Int Int :left-assoc)
`, []string{
			"(not Bool Bool)", "(and Bool Bool Bool :left-assoc)", "(par (A) (id A A))", "(par (X) (= X X Bool :chainable))",
			"(str.++ String String String :left-assoc)", "(div Int Int Int :left-assoc)"}, 1},
		{"an arity that the table has not", "(and Bool Bool Bool Bool)", []string{"(and Bool Bool Bool Bool)"}, 1},
		{"variables by other names", "(par (Elem Idx) (select (Array Idx Elem) Idx Elem))(bvnot (_ BitVec w) (_ BitVec w))",
			[]string{"(par (Elem Idx) (select (Array Idx Elem) Idx Elem))", "(bvnot (_ BitVec m) (_ BitVec m))"}, 1},
		{"sorts of its own", "(sort Date 0)(sort (_ Grid w h) 0)(sort Pair 2)((_ cell i) Date Date)(at (_ Grid i j) (Pair Date Int))",
			[]string{"((_ cell i) Date Date)", "(at (_ Grid i j) (Pair Date Int))"}, 2},
		{"indices", "((_ slice i n) (_ BitVec m) (_ BitVec (+ n 1)) :where ((<= (+ i n) m)))", []string{"((_ slice i n) (_ BitVec m) (_ BitVec (+ n 1)))"}, 1},
		{"twice the same row", "(cube Int Int)\n(cube Int Int)", []string{"(cube Int Int)", "(cube Int Int)"}, 1},
		{"lists of sorts", "(par (X... Y) ((_ cut i...) (Set (Tuple Y X...)) (Set (Tuple (pick X... i...) (reverse X...) Y)) :where ((within i... X...))))\n(par (X...) ((_ at2 i) (Tuple X...) (pick X... i)))\n(define-sort Row (X...) (Seq (Tuple X...)))(rows (Row Int Bool) Int)",
			[]string{"(par (Y X...) ((_ cut i...) (Set (Tuple Y X...)) (Set (Tuple (pick X... i...) (reverse X...) Y))))", "(par (X...) ((_ at2 i) (Tuple X...) (pick X... i)))", "(rows (Seq (Tuple Int Bool)) Int)"}, 3},
		{"quoted variables", "(par (|A B|) (dup |A B| (Set |A B|)))", []string{"(par (|A B|) (dup |A B| (Set |A B|)))"}, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := len(theory.Builtin().Rows())
			got, named, err := theory.Builtin().Extend("user.theory", tt.src)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, signatures(named)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			if n := len(got.Rows()) - before; n != tt.added {
				t.Errorf("%d rows added, want %d", n, tt.added)
			}
			if len(theory.Builtin().Rows()) != before {
				t.Error("the built-in table changed")
			}
			for _, r := range named {
				again, same, err := got.Extend("again", r.Signature())
				if err != nil || len(same) != 1 || same[0] != r || len(again.Rows()) != len(got.Rows()) {
					t.Errorf("%s does not read back as itself: %v", r.Signature(), err)
				}
			}
		})
	}
	if theory.Builtin().Lookup("cube") != nil {
		t.Error("the built-in table knows a user's operator")
	}
}

func TestExtendErrors(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"atom", "\n and", "2:2: malformed: expected a declaration"},
		{"empty list", "()", "1:1: malformed: expected a declaration"},
		{"no result", "(f)", "1:1: malformed: an operator needs a name and a result sort"},
		{"only attributes", "(f :left-assoc)", "1:2: malformed: operator f has no result sort"},
		{"unknown sort", "(not Bool Bool)\n(f Int Foo)", "2:8: unknown: unknown sort Foo"},
		{"unbound sort variable", "(id A A)", "1:5: unknown: unknown sort A (declare it with (sort NAME ARITY), or bind it with (par (NAME) ...))"},
		{"arity of a sort", "(f (Array Int) Int)", "1:5: sort: sort Array takes 0 indices and 2 arguments, found 0 and 1"},
		{"unknown attribute", "(f Int Int :foo 1)", "1:12: unknown: unknown attribute :foo"},
		{"attribute without a value", "(f Int Int :doc)", "1:12: malformed: attribute :doc needs a value"},
		{"value without attribute", "(f Int Int :left-assoc 3)", "1:24: malformed: expected an attribute"},
		{"misspelt attribute", "(f Int Int Int :left_assoc)", "1:16: malformed: attribute :left_assoc needs a value"},
		{"associativity of one argument", "(f Int Int :left-assoc)", "1:2: malformed: the associativity attribute does not fit the sorts of f"},
		{"left-assoc of a predicate", "(f Int Int Bool :left-assoc)", "1:2: malformed: the associativity attribute does not fit"},
		{"chainable function", "(f Int Int Int :chainable)", "1:2: malformed: the associativity attribute does not fit"},
		{"pairwise of two sorts", "(f Int Real Bool :pairwise)", "1:2: malformed: the associativity attribute does not fit"},
		{"right-assoc", "(f Int Bool Int :right-assoc)", "1:2: malformed: the associativity attribute does not fit"},
		{"par without a list", "(par A (f A A))", "1:2: malformed: a polymorphic operator has the form"},
		{"par with a number", "(par (1) (f Int Int))", "1:7: malformed: sort variables are distinct symbols"},
		{"par with one name twice", "(par (A A) (f A A))", "1:9: malformed: sort variables are distinct symbols"},
		{"list outside a sort", "(par (X...) (f X... Int))", "1:16: malformed: a list of sorts stands inside a sort such as (Tuple X...)"},
		{"list in an array", "(par (X...) (f (Array X...) Int))", "1:17: sort: sort Array takes 0 indices and 2 arguments, found 0 and 1"},
		{"positions of no list", "(par (X) ((_ f i...) (Set X) Int :where ((within i... X))))", "1:55: unknown: expected a variable for a list of sorts, found X (bind it with (par (X...) ...))"},
		{"odd positions", "(par (X...) ((_ f i...) (Tuple X...) Int :where ((within X...))))", "1:50: malformed: a condition on positions has the form (within i... X...) or (joins i... X... Y...)"},
		{"three lists", "(par (X... Y... Z...) (f (Tuple X... Y... Z...) Int))", "1:6: too-large: more than 2 variables for lists of sorts"},
		{"par with too many", "(par (A B C D E F G) (f A A))", "1:6: too-large: more than 6 sort variables"},
		{"name that is a string", `("f" Int Int)`, "1:2: malformed: an operator is a symbol"},
		{"name that needs bars", "(|a b| Int Int)", "1:2: malformed: a b cannot be an operator's"},
		{"reserved name", "(let Int Int)", "1:2: malformed: let cannot be an operator's"},
		{"name of a command", "(assert Bool Bool)", "1:2: malformed: assert cannot be an operator's"},
		{"index that is a numeral", "((_ f 3) Int Int)", "1:7: malformed: indices of an operator's head"},
		{"index in the result only", "(f Int (_ BitVec m))", "1:18: unknown: index variable m is bound neither"},
		{"index expression", "(f (_ BitVec (/ m 2)) Int)", "1:14: malformed: expected a numeral, an index variable"},
		{"huge index", "(f (_ BitVec 99999999999) Int)", "1:14: too-large: index above"},
		{"where without a list", "(f (_ BitVec m) Int :where m)", "1:28: malformed: expected a list of conditions"},
		{"where with another relation", "(f (_ BitVec m) Int :where ((> m 1)))", "1:29: malformed: a condition has the form"},
		{"where with an unbound variable", "(f (_ BitVec m) Int :where ((< n 1)))", "1:32: unknown: index variable n"},
		{"in without a list", "(f Int Int :in z3)", "1:16: malformed: expected a list of names"},
		{"in with a string", `(f Int Int :in ("z3"))`, "1:17: malformed: expected a name"},
		{"spell without a list", "(f Int Int :spell g)", "1:19: malformed: expected a list of (SOLVER NAME)"},
		{"spell with one name", "(f Int Int :spell ((z3)))", "1:20: malformed: expected (SOLVER NAME)"},
		{"doc that is a list", "(f Int Int :doc (a))", "1:17: malformed: expected a string or a name"},
		{"sort without arity", "(sort S)", "1:2: malformed: a sort is declared as"},
		{"sort with another arity", "(sort Array 1)", "1:7: redeclared: sort Array is known with another arity"},
		{"sort with many arguments", "(sort S 100)", "1:9: too-large: a sort has at most 6 arguments"},
		{"sort with indices and arguments", "(sort (_ G w) 1)(f ((_ G i) Int) Int)", "1:20: malformed: a compound sort has the form"},
		{"define-sort form", "(define-sort S Int)", "1:2: malformed: a defined sort has the form"},
		{"define-sort of itself", "(define-sort S () S)", "1:19: unknown: unknown sort S"},
		{"theory without a name", "(theory)", "1:2: malformed: a header has the form"},
		{"theory with a number", "(theory 3)", "1:9: malformed: a theory's name is a symbol"},
		{"not closed", "(not Bool\n (f Int", "2:2: truncated: parenthesis never closed"},
		{"NUL", "(f Int \x00)", "1:8: binary: NUL"},
		{"deep", "(f " + strings.Repeat("(Set ", 100_000) + "Int" + strings.Repeat(")", 100_000) + " Int)", "1:1: too-deep: a declaration nested more than"},
		{"doubling", doubling(30), "10:20: too-large: a defined sort with more than 1000 parts"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, named, err := theory.Builtin().Extend("user.theory", tt.src)
			if err == nil {
				t.Fatalf("accepted, %d rows", len(named))
			}
			if got != nil || named != nil {
				t.Error("a table is returned with the error")
			}
			var at *syntax.Error
			if !errors.As(err, &at) || at.File != "user.theory" {
				t.Fatalf("%v is no *syntax.Error of the file", err)
			}
			if !strings.HasPrefix(err.Error(), "user.theory:"+tt.want) {
				t.Errorf("\n got %v\nwant user.theory:%s", err, tt.want)
			}
		})
	}
}

// doubling defines n sorts, each twice as large as the one before.
func doubling(n int) string {
	var b strings.Builder
	b.WriteString("(define-sort S0 () Int)\n")
	for i := range n {
		b.WriteString("(define-sort S" + string(rune('A'+i)) + " () (Array ")
		prev := "S0"
		if i > 0 {
			prev = "S" + string(rune('A'+i-1))
		}
		b.WriteString(prev + " " + prev + "))\n")
	}
	return b.String()
}

// FuzzTheoryFile: any text extends the table or gives an error with a position in the file, and the table's
// own rows stay unchanged.
func FuzzTheoryFile(f *testing.F) {
	for _, s := range []string{
		"", "(not Bool Bool)", "(par (A) (id A A))", "(sort S 1)(f (S Int) Bool :chainable)", "(theory t :in (z3>=4.8 cvc5))(g Int Int :doc \"x\")",
		"((_ f i j) (_ BitVec m) (_ BitVec (+ (- i j) 1)) :where ((<= j i) (< i m)))", "(define-sort F (X) (Array X X))(h (F Int) Int)",
		"(par (X... Y...) ((_ j i...) (Bag (Tuple X...)) (Tuple Y... Int) (Bag (Tuple (reverse X...) (pick Y... i...))) :where ((joins i... X... Y...))))", "(define-sort R (X...) (Set (Tuple X...)))(r (R Int) Int :generate-where ((< 1 2)))",
		"(k Int Int Int :left-assoc :legacy (kk) :spell ((z3 kkk)) :partial \"never\" :feature (nonlinear))", doubling(20),
	} {
		f.Add(s)
	}
	for i, s := range seeds.All() {
		if i%40 == 0 {
			f.Add(string(s.Text))
		}
	}
	base := theory.Builtin()
	f.Fuzz(func(t *testing.T, src string) {
		got, named, err := base.Extend("f", src)
		if err != nil {
			var at *syntax.Error
			if !errors.As(err, &at) || at.Line < 1 || at.Col < 1 || at.Line > 1+strings.Count(src, "\n") {
				t.Fatalf("odd error %v", err)
			}
			return
		}
		for i, r := range base.Rows() {
			if got.Rows()[i] != r {
				t.Fatal("a built-in row changed")
			}
		}
		for _, r := range named {
			again, same, err := got.Extend("again", r.Signature())
			if err != nil || len(same) != 1 || same[0] != r || len(again.Rows()) != len(got.Rows()) {
				t.Fatalf("%s does not read back as itself: %v", r.Signature(), err)
			}
		}
	})
}

// TestOnlyAll: some solvers know a row only if the logic is ALL or not set.
func TestOnlyAll(t *testing.T) {
	table, rows, err := theory.Builtin().Extend("mine", `(mine Int Int :in (z3 cvc5) :only-all (z3>=5))`)
	if err != nil || table == nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		logic, solver, version string
		want                   bool
	}{
		{"ALL", "z3", "5.1.0", true}, {"", "z3", "5.1.0", true}, {"QF_LIA", "z3", "5.1.0", false}, {"QF_LIA", "z3", "", false},
		{"QF_LIA", "z3", "4.8.12", true}, {"QF_LIA", "cvc5", "", true}, {"HO_ALL", "z3", "5.1.0", false},
	} {
		if got := rows[0].KnownUnder(tt.logic, []theory.Release{{Name: tt.solver, Version: tt.version}}); got != tt.want {
			t.Errorf("%s %s under %q: %t", tt.solver, tt.version, tt.logic, got)
		}
	}
}
