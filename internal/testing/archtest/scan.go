package archtest

import (
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A Package is what the policy needs to know of one folder with Go files.
type Package struct {
	Path        string      // slash-separated, relative to the module's root; "." is the root
	Files       []string    // that are not tests, in the order of their names; like Path
	Imports     []Reference // import paths, of files that are not tests
	Uses        []Reference // names of other packages that are used, as in "os.Exit"; not of tests
	TestImports []Reference // import paths, of test files
}

// A Reference is something that a source file names.
type Reference struct {
	Name string
	File string // slash-separated, relative to the module's root
	Line int    // from 1
}

// Scan reads all Go files of a module whatever their build constraints, because a policy must hold on every
// platform. It leaves out files that are never part of a build ("//go:build ignore"), test data, hidden folders,
// and modules nested in the tree. The packages come in the order of their paths.
//
// Uses are found without type information: a local variable that is named like an imported package looks like it.
func Scan(root fs.FS) ([]Package, error) {
	packages := make(map[string]*Package)
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			return enter(root, name)
		case !strings.HasSuffix(name, ".go"):
			return nil
		}
		source, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		dir := path.Dir(name)
		if packages[dir] == nil {
			packages[dir] = &Package{Path: dir}
		}
		return packages[dir].scanFile(name, source)
	})
	if err != nil {
		return nil, fmt.Errorf("scan source: %w", err)
	}
	list := make([]Package, 0, len(packages))
	for _, p := range packages {
		list = append(list, *p)
	}
	slices.SortFunc(list, func(a, b Package) int { return strings.Compare(a.Path, b.Path) })
	return list, nil
}

// enter says whether the walk goes into a folder: nil, or [fs.SkipDir].
func enter(root fs.FS, dir string) error {
	if dir == "." {
		return nil
	}
	base := path.Base(dir)
	if base == "testdata" || base == "vendor" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
		return fs.SkipDir
	}
	if _, err := fs.Stat(root, path.Join(dir, "go.mod")); err == nil {
		return fs.SkipDir
	}
	return nil
}

func (p *Package) scanFile(name string, source []byte) error {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	if neverBuilt(file) {
		return nil
	}
	locals := make(map[string]string) // name in this file -> import path
	var imports []Reference
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return fmt.Errorf("%s: import %s: %w", name, spec.Path.Value, err)
		}
		imports = append(imports, Reference{Name: imported, File: name, Line: fset.Position(spec.Pos()).Line})
		locals[localName(spec, imported)] = imported
	}
	if strings.HasSuffix(name, "_test.go") {
		p.TestImports = append(p.TestImports, imports...)
		return nil
	}
	p.Files = append(p.Files, name)
	p.Imports = append(p.Imports, imports...)
	ast.Inspect(file, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if left, ok := selector.X.(*ast.Ident); ok && locals[left.Name] != "" {
			p.Uses = append(p.Uses, Reference{
				Name: locals[left.Name] + "." + selector.Sel.Name,
				File: name,
				Line: fset.Position(selector.Pos()).Line,
			})
		}
		return true
	})
	return nil
}

// localName is the name that a file uses for an import: the one it gives, or else the last element of the path
// that is not a major version.
func localName(spec *ast.ImportSpec, imported string) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	dir, base := path.Split(imported)
	if version, ok := strings.CutPrefix(base, "v"); ok && dir != "" {
		if _, err := strconv.Atoi(version); err == nil {
			return path.Base(dir)
		}
	}
	return base
}

// neverBuilt reports whether the file's build constraint is the customary one of generators, ignore.
func neverBuilt(file *ast.File) bool {
	for _, group := range file.Comments {
		if group.Pos() > file.Package {
			break
		}
		for _, comment := range group.List {
			if !constraint.IsGoBuild(comment.Text) {
				continue
			}
			expr, err := constraint.Parse(comment.Text)
			if tag, ok := expr.(*constraint.TagExpr); err == nil && ok && tag.Tag == "ignore" {
				return true
			}
		}
	}
	return false
}
