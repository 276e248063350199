package oracle

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"

	"github.com/assay-smt/assay/smt"
)

// declared are the names of the constants of type Class in class.go, without those that only records of former versions have.
func declared(t *testing.T) (names []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "class.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if of, ok := spec.Type.(*ast.Ident); ok && of.Name == "Class" && spec.Names[0].Name != "LeakedState" {
			names = append(names, spec.Names[0].Name)
		}
		return true
	})
	return names
}

// Each class has one row, and each row says what findings of its class rest on.
func TestEachClassHasARow(t *testing.T) {
	names := declared(t)
	if len(names) < 15 {
		t.Fatalf("only %d constants of type Class were read in class.go", len(names))
	}
	rows := make(map[string]int)
	for _, spelled := range rowsAsWritten(t) {
		rows[spelled]++
	}
	for _, name := range names {
		if rows[name] != 1 {
			t.Errorf("the class %s has %d rows in table (class.go): add one at the place of its gravity, {class: %s, basis: ...}. "+
				"The type row says what its columns mean. Then run the tests of internal/findings, which say what its reports need", name, rows[name], name)
		}
	}
	for i, r := range table {
		if r.basis == 0 {
			t.Errorf("the row of %s says nothing about basis: what shows that something is wrong? If no Basis fits, add one (property.go)", r.class)
		}
		if r.isWrong && !r.answer.Decides() {
			t.Errorf("the row of %s: isWrong needs an answer that decides, not %v", r.class, r.answer)
		}
		if r.behind != "" && r.behind.Gravity() >= i {
			t.Errorf("the row of %s: behind is %s, which is not graver", r.class, r.behind)
		}
		if r.ofModel && r.basis != BasisResponse {
			t.Errorf("the row of %s: only a response is compared with the model that was printed", r.class)
		}
	}
	if len(Classes()) != len(names) || slices.Contains(Classes(), "") {
		t.Errorf("%d classes for %d constants: %q", len(Classes()), len(names), Classes())
	}
}

// rowsAsWritten are the names of the constants in the column class.
func rowsAsWritten(t *testing.T) (names []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "class.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if pair, ok := n.(*ast.KeyValueExpr); ok {
			key, _ := pair.Key.(*ast.Ident)
			if value, ok := pair.Value.(*ast.Ident); ok && key != nil && key.Name == "class" {
				names = append(names, value.Name)
			}
		}
		return true
	})
	return names
}

// What is asked about a class is what its row says, and nothing is said of a class without one.
func TestProperties(t *testing.T) {
	for _, wrong := range []smt.Status{smt.Sat, smt.Unsat} {
		if c := OfAnswer(wrong); c.WrongAnswer() != wrong || c.Answer() != wrong || c.FormulaIs() != wrong.Opposite() {
			t.Errorf("a wrong %v is %s: %v, %v, %v", wrong, c, c.WrongAnswer(), c.Answer(), c.FormulaIs())
		}
	}
	if c := OfAnswer(smt.Unknown); c != "" {
		t.Errorf("a wrong unknown is %s", c)
	}
	if CrashClass.Answer() != smt.NoStatus || !CrashClass.Crash() || CrashClass.Further() || CrashClass.Incompleteness() || CrashClass.OwnFault() {
		t.Error("a crash is something else")
	}
	if InvalidModel.WrongAnswer() != smt.NoStatus || !InvalidModel.Complaint() || InvalidModel.Behind() != SolutionSoundness {
		t.Error("a wrong model is something else")
	}
	other := Class("of another version")
	if other.Basis() != 0 || other.Answer() != smt.NoStatus || other.OwnFault() || other.Gravity() <= Harness.Gravity() {
		t.Errorf("a class that is not in the table has a row: %+v", other.row())
	}
}

// The check that failed decides the class of a crash, and each check has one.
func TestCrashesOfChecks(t *testing.T) {
	for check, want := range map[CheckKind]Class{NoCheck: CrashClass, ByAssertion: AssertionClass, BySanitizer: SanitizerClass} {
		found := Judge(Case{Observations: []Observation{{Solver: "z3", Family: "z3", Crash: &Crash{Kind: "assertion", Signature: "x at a.cpp:1", Check: check}}}})
		if len(found) != 1 || found[0].Class != want || found[0].Class.Checked() != (check != NoCheck) || !found[0].Class.Crash() {
			t.Errorf("check %d: %+v, want one of class %s", check, found, want)
		}
	}
}
