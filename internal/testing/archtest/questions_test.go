package archtest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/question"
)

// questions is the package that has the kinds of questions, and questionFile the file with their names and their table.
const (
	questions    = "smt/question"
	questionFile = "../../../smt/question/table.go"
)

// askers are the files and folders that may name the kinds whose responses evaluation judges by themselves.
var askers = []string{
	"internal/judge/certify/",                   // judges the responses
	"internal/run/inquiry/",                     // makes questions
	"internal/solver/further.go",                // has the commands of profiles, and what they need
	"internal/findings/classes.go",              // says what classes of findings are about
	"internal/findings/reduce/questions.go",     // writes the terms of other questions as those of get-value
	"internal/run/trial/objectives.go",          // puts objectives into scripts
	"internal/mutate/generate/grammar/kinds.go", // generates scripts with questions
}

// speakers are the files that may write commands and options of questions as text.
var speakers = []string{
	questions + "/",        // the table
	"smt/syntax/symbol.go", // the reserved words of SMT-LIB
	"smt/elab/commands.go", // reads get-value
	"smt/script/print.go",  // prints get-value, and leaves out options that solvers do not read
}

// kindNames are the names of the constants of type Kind in the order of their values, from 1.
func kindNames(t *testing.T) (names []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), questionFile, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		g, ok := n.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			return true
		}
		ast.Inspect(g, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok {
				names = append(names, spec.Names[0].Name)
			}
			return true
		})
		return false
	})
	return names
}

// TestQuestionsAreAskedForProperties wants code to ask a kind of question for what matters about it. A list of kinds in the code is a place that
// somebody who adds a kind has to know.
func TestQuestionsAreAskedForProperties(t *testing.T) {
	names, kinds := kindNames(t), question.Kinds()
	if len(names) != len(kinds) {
		t.Fatalf("%d constants were read in %s for %d kinds", len(names), questionFile, len(kinds))
	}
	used := make(map[string]bool)
	for _, pkg := range scanModule(t) {
		for _, use := range pkg.Uses {
			name, ok := strings.CutPrefix(use.Name, module+"/"+questions+".")
			at := slices.Index(names, name)
			if !ok || at < 0 || !kinds[at].Further() {
				continue
			}
			if i := slices.IndexFunc(askers, func(s string) bool { return strings.HasPrefix(use.File, s) }); i >= 0 {
				used[askers[i]] = true
				continue
			}
			t.Errorf("%s:%d: it names the kind of question %s: ask the kind for what matters here, with one of the methods of question.Kind. "+
				"Where none of them says it, add a column to the table in %s/table.go", use.File, use.Line, name, questions)
		}
	}
	for _, s := range askers {
		if !used[s] {
			t.Errorf("%s names no such kind any more: take it out of askers", s)
		}
	}
}

// TestQuestionsAreSpelledOnce wants the commands that ask for more than models, and the options that enable them, to be taken from the table.
func TestQuestionsAreSpelledOnce(t *testing.T) {
	var words []string
	for _, k := range question.Kinds() {
		if o := k.Option(); o != "" && !slices.Contains(words, o) {
			words = append(words, o)
		}
	}
	common := []string{"get-model", "get-info", "get-option", "get-assertions"}
	for _, w := range question.Known() {
		if !slices.Contains(common, w) {
			words = append(words, w)
		}
	}
	root := os.DirFS("../../..")
	for _, pkg := range scanModule(t) {
		for _, name := range pkg.Files {
			if slices.ContainsFunc(speakers, func(s string) bool { return strings.HasPrefix(name, s) }) {
				continue
			}
			spelledIn(t, root, path.Clean(name), words)
		}
	}
}

// spelledIn complains about texts in a file that are one of the words, or a command with such a name.
func spelledIn(t *testing.T, root fs.FS, name string, words []string) {
	t.Helper()
	source, err := fs.ReadFile(root, name)
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return true
		}
		text, err := strconv.Unquote(lit.Value)
		if err != nil {
			return true
		}
		command, isCommand := strings.CutPrefix(text, "(")
		for _, w := range words {
			if text == w || isCommand && (command == w+")" || strings.HasPrefix(command, w+" ")) {
				t.Errorf("%s: it spells %s: take it from the kind in %s, as question.Core.Word() and Option() do", files.Position(lit.Pos()), w, questions)
			}
		}
		return true
	})
}
