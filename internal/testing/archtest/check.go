package archtest

import (
	"fmt"
	"slices"
	"strings"
)

// A Violation is one place where the source does what the policy forbids.
type Violation struct {
	Where  Reference // what is named, and the place
	Reason string    // one sentence for the person who wrote it
}

// String gives "file:line: reason".
func (v Violation) String() string {
	return fmt.Sprintf("%s:%d: %s", v.Where.File, v.Where.Line, v.Reason)
}

// Check returns all violations, in the order of the packages and of the places in them. The module's path tells
// its own packages from others.
func (p *Policy) Check(module string, packages []Package) []Violation {
	var found []Violation
	graph := newGraph(module, packages)
	for _, pkg := range packages {
		found = append(found, p.checkPackage(module, pkg)...)
		found = append(found, p.checkReach(graph, pkg)...)
	}
	return found
}

// checkReach holds a package and its tests to the apart lines.
func (p *Policy) checkReach(g graph, pkg Package) []Violation {
	var found []Violation
	for _, r := range p.rules {
		if r.kind != ruleApart || !anyMatches(r.packages, pkg.Path) {
			continue
		}
		for _, imported := range slices.Concat(pkg.Imports, pkg.TestImports) {
			own, inside := inModule(g.module, imported.Name)
			if !inside {
				continue
			}
			if far := g.reaches(own, r.what); far != "" {
				found = append(found, Violation{
					Where:  imported,
					Reason: fmt.Sprintf("%s may not import %s, not even in tests: it reaches %s (policy.txt:%d)", pkg.Path, own, far, r.line),
				})
			}
		}
	}
	return found
}

// A graph has the imports of the module's packages, without those of their tests.
type graph struct {
	module  string
	imports map[string][]string
}

func newGraph(module string, packages []Package) graph {
	g := graph{module, map[string][]string{}}
	for _, pkg := range packages {
		for _, imported := range pkg.Imports {
			if own, inside := inModule(module, imported.Name); inside {
				g.imports[pkg.Path] = append(g.imports[pkg.Path], own)
			}
		}
	}
	return g
}

// reaches returns the first package found that matches a pattern among a package and all that it imports, "" for none.
func (g graph) reaches(pkg string, what []pattern) string {
	seen := map[string]bool{}
	for todo := []string{pkg}; len(todo) > 0; todo = todo[1:] {
		if anyMatches(what, todo[0]) {
			return todo[0]
		}
		for _, next := range g.imports[todo[0]] {
			if !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return ""
}

func (p *Policy) checkPackage(module string, pkg Package) []Violation {
	var found []Violation
	report := func(where Reference, format string, args ...any) {
		found = append(found, Violation{Where: where, Reason: fmt.Sprintf(format, args...)})
	}
	known := p.knows(pkg.Path)
	support := anyMatches(p.support, pkg.Path)
	if support && !known {
		return nil
	}
	if !known && len(pkg.Files) > 0 {
		report(Reference{Name: pkg.Path, File: pkg.Files[0], Line: 1},
			"package %s is in no layer: find its place in docs/explanation/architecture.md, then name it in an order line of policy.txt", pkg.Path)
	}
	for _, imported := range pkg.Imports {
		own, inside := inModule(module, imported.Name)
		if inside && !support && anyMatches(p.support, own) {
			report(imported, "%s may not import %s: only tests may", pkg.Path, own)
			continue
		}
		if inside && known && !p.allows(pkg.Path, own) {
			report(imported, "%s may not import %s: policy.txt does not put it below", pkg.Path, own)
		}
		if support {
			continue
		}
		for _, r := range p.rules {
			if !inside && r.brokenByImport(pkg.Path, imported.Name) {
				report(imported, "%s may not import %s: %s", pkg.Path, imported.Name, r.explain())
			}
		}
		if !inside && thirdParty(imported.Name) && !p.owned(imported.Name) {
			report(imported, "nobody owns %s: record it in docs/adr/001-dependencies.md and give it an own line in policy.txt", imported.Name)
		}
	}
	if !support {
		found = append(found, p.checkUses(pkg)...)
	}
	return found
}

func (p *Policy) checkUses(pkg Package) []Violation {
	var found []Violation
	for _, used := range pkg.Uses {
		for _, r := range p.rules {
			if r.kind == ruleCall && anyMatches(r.what, used.Name) && !anyMatches(r.packages, pkg.Path) {
				found = append(found, Violation{
					Where:  used,
					Reason: fmt.Sprintf("%s may not use %s: %s", pkg.Path, used.Name, r.explain()),
				})
			}
		}
	}
	return found
}

func (r rule) brokenByImport(pkg, imported string) bool {
	if !anyMatches(r.what, imported) {
		return false
	}
	switch r.kind {
	case ruleOwn:
		return !anyMatches(r.packages, pkg)
	case ruleForbid:
		return anyMatches(r.packages, pkg)
	default:
		return false
	}
}

func (r rule) explain() string {
	if r.kind == ruleForbid {
		return fmt.Sprintf("its layer does without it (policy.txt:%d)", r.line)
	}
	if len(r.packages) == 0 {
		return fmt.Sprintf("only tests may (policy.txt:%d)", r.line)
	}
	owners := make([]string, len(r.packages))
	for i, p := range r.packages {
		owners[i] = string(p)
	}
	return fmt.Sprintf("that belongs to %s (policy.txt:%d)", strings.Join(owners, ", "), r.line)
}

// owned reports whether some package has the right to import it, even if only tests.
func (p *Policy) owned(imported string) bool {
	for _, r := range p.rules {
		if r.kind == ruleOwn && anyMatches(r.what, imported) {
			return true
		}
	}
	return false
}

// inModule gives the path of a package of the module relative to its root.
func inModule(module, imported string) (string, bool) {
	if imported == module {
		return ".", true
	}
	return strings.CutPrefix(imported, module+"/")
}

// thirdParty reports whether an import path belongs to neither the standard library nor the module: the first
// element of a module's path has a dot.
func thirdParty(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return strings.Contains(first, ".")
}
