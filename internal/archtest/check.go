package archtest

import (
	"fmt"
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
	for _, pkg := range packages {
		found = append(found, p.checkPackage(module, pkg)...)
	}
	return found
}

func (p *Policy) checkPackage(module string, pkg Package) []Violation {
	var found []Violation
	report := func(where Reference, format string, args ...any) {
		found = append(found, Violation{Where: where, Reason: fmt.Sprintf(format, args...)})
	}
	if anyMatches(p.support, pkg.Path) {
		return nil
	}
	known := p.order.knows(pkg.Path)
	if !known && len(pkg.Files) > 0 {
		report(Reference{Name: pkg.Path, File: pkg.Files[0], Line: 1},
			"package %s is in no layer: find its place in docs/architecture.md, then name it in an order line of policy.txt", pkg.Path)
	}
	for _, imported := range pkg.Imports {
		own, inside := inModule(module, imported.Name)
		if inside && anyMatches(p.support, own) {
			report(imported, "%s may not import %s: only tests may", pkg.Path, own)
			continue
		}
		if inside && known && !p.order.allows(pkg.Path, own) {
			report(imported, "%s may not import %s: no order line of policy.txt puts it below", pkg.Path, own)
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
	found = append(found, p.checkUses(pkg)...)
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
