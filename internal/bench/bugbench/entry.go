package bugbench

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/findings/bugs"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/syntax"
)

// ErrNoHistory says that the versions of a finding are not known, so it has no identity.
var ErrNoHistory = errors.New("no version of the solver that can be run shows it")

// Entry makes a bug from a finding, reduced or as it is, with the versions that show it. version is the blamed solver's, NAME@VERSION. The error
// is ErrNoHistory, or about files.
func Entry(f findings.Stored, version string, b *triage.Bisection) (*bugs.Bug, error) {
	if b == nil || b.FirstBad == "" {
		return nil, ErrNoHistory
	}
	out := &bugs.Bug{
		Solver: f.Family, Class: f.Class, Shows: version, First: b.FirstBad, Behaves: b.FirstFixed, Engine: f.Provenance.Engine,
	}
	if !showsIn(b, version) { // the program at hand is not among the versions
		out.Shows = cmp.Or(b.LastBad, b.FirstBad)
	}
	if spec, err := solver.ParseSpec(f.Solver); err == nil {
		out.Options = spec.Args
	}
	text, err := os.ReadFile(filepath.Join(f.Dir, findings.BugFile))
	if err != nil {
		return nil, err
	}
	out.Formula = string(text)
	if r := f.Reduction; r != nil {
		out.Operators, out.Certificate = r.Operators, r.Certificate
	} else if form, err := triage.ShapeOf(f); err == nil {
		out.Operators = form.Operators
	}
	out.Operators = append(slices.Clone(out.Operators), commandsIn(out.Formula)...)
	slices.Sort(out.Operators)
	out.Operators = slices.Compact(out.Operators)
	if !f.Class.Crash() {
		return out, nil
	}
	for _, v := range b.Versions {
		if v.Verdict == bisect.Shows && v.Signature != "" && !solver.SaysNothing(v.Signature) {
			out.Signatures = append(out.Signatures, bugs.Signature{Version: v.Name, Text: strings.Join(strings.Fields(v.Signature), " ")})
		}
	}
	return out, nil
}

// plainCommands are in scripts of all kinds.
var plainCommands = []string{
	"set-logic", "set-info", "assert", "check-sat", "exit", "echo", "declare-fun", "declare-const", "declare-sort", "declare-datatype", "declare-datatypes",
	"define-fun", "define-const", "define-sort", "get-model", "get-info",
}

// commandsIn returns the names of a script's commands and options beyond the plain ones: bugs of incremental solving have no other operators.
func commandsIn(script string) []string {
	var out []string
	var tree syntax.Tree
	for r := syntax.NewReader(script); ; {
		more, err := r.Next(&tree)
		if err != nil || !more {
			return out // a formula that cannot be read crashes a solver all the same
		}
		kids := tree.Children(syntax.Root)
		if tree.Kind(syntax.Root) != syntax.List || len(kids) == 0 {
			continue
		}
		name, ok := tree.Name(kids[0])
		switch {
		case !ok || slices.Contains(plainCommands, name):
		case name == "set-option" && len(kids) > 1:
			if option := tree.Text(kids[1]); option != question.Model.Option() {
				out = append(out, option)
			}
		case name != "set-option":
			out = append(out, name)
			if (name == "check-sat-using" || name == "apply") && len(kids) > 1 {
				out = append(out, tacticsIn(&tree, kids[1])...)
			}
		}
	}
}

// combinators are the words that combine tactics, and the tactic that only decides what the others leave.
var combinators = []string{"then", "or-else", "repeat", "try-for", "using-params", "!", "if", "par-or", "par-then", "smt"}

// tacticsIn returns the tactics of a term, without the combinators: which one is wrong tells bugs apart.
func tacticsIn(tree *syntax.Tree, root syntax.ID) []string {
	var out []string
	for todo := []syntax.ID{root}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], tree.Children(n)...)
		if name, ok := tree.Name(n); ok && !slices.Contains(combinators, name) {
			out = append(out, name)
		}
	}
	return out
}

func showsIn(b *triage.Bisection, version string) bool {
	return slices.ContainsFunc(b.Versions, func(v triage.VersionVerdict) bool { return v.Name == version && v.Verdict == bisect.Shows })
}

// nameOf names a new bug by its solver, its class and what tells it apart, with a number where that name is taken.
func nameOf(b *bugs.Bug, taken func(string) bool) string {
	words := append([]string{strings.ReplaceAll(b.Shows, "@", "-"), string(b.Class)}, bugs.Distinctive(b.Operators)...)
	if len(b.Signatures) > 0 {
		words = append(words[:2], findings.ShortHash(b.Identity()))
	}
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		}
		return '_'
	}, strings.Join(words, "-"))
	const most = 60
	return FreeName(name[:min(len(name), most)], taken)
}

// FreeName is a name, with a number behind it where it is taken.
func FreeName(name string, taken func(string) bool) string {
	out := name
	for n := 2; taken(out); n++ {
		out = fmt.Sprintf("%s-%d", name, n)
	}
	return out
}
