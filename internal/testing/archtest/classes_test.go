package archtest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// oracle is the package that has the classes of findings, and classFile the file with their names and their table.
const (
	oracle    = "internal/judge/oracle"
	classFile = "../../judge/oracle/class.go"
)

// spellers are the files and folders that may name classes.
var spellers = []string{
	"internal/judge/",                     // makes findings, and has the table of what depends on the class alone
	"internal/findings/classes.go",        // the table of what people read
	"internal/campaign/fuzzer/recheck.go", // makes findings of what the runner saw in reused processes
}

// classNames are the names of the constants of type Class, apart from those that only records of former versions have.
func classNames(t *testing.T) (names []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), classFile, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			if of, ok := spec.Type.(*ast.Ident); ok && of.Name == "Class" && spec.Names[0].Name != "LeakedState" {
				names = append(names, spec.Names[0].Name)
			}
		}
		return true
	})
	return names
}

// TestClassesAreAskedForProperties wants code to ask a class for what matters about it. A list of classes in the code is a place that somebody who
// adds a class has to know.
func TestClassesAreAskedForProperties(t *testing.T) {
	classes := classNames(t)
	if len(classes) < 15 {
		t.Fatalf("only %d classes were read in %s", len(classes), classFile)
	}
	used := make(map[string]bool)
	spelled := func(file, name string, line int) {
		i := slices.IndexFunc(spellers, func(s string) bool { return strings.HasPrefix(file, s) })
		if i >= 0 {
			used[spellers[i]] = true
			return
		}
		t.Errorf("%s:%d: it names the class %s: ask the class for what matters here, with one of the methods of oracle.Class. "+
			"Where none of them says it, add a column to the table in %s/class.go", file, line, name, oracle)
	}
	for _, pkg := range scanModule(t) {
		for _, use := range pkg.Uses {
			if name, ok := strings.CutPrefix(use.Name, module+"/"+oracle+"."); ok && slices.Contains(classes, name) {
				spelled(use.File, name, use.Line)
			}
		}
	}
	for _, s := range spellers {
		if !used[s] {
			t.Errorf("%s names no class any more: take it out of spellers", s)
		}
	}
}
