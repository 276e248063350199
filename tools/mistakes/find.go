package main

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
)

// places returns the places of a package in the order in which the rule counts them: by kind, file and position.
func places(p *Package) []*Place {
	var all []*Place
	for _, file := range p.Files {
		if ast.IsGenerated(file.Syntax) {
			continue
		}
		all = append(all, find(p, file)...)
	}
	slices.SortStableFunc(all, func(a, b *Place) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.File, b.File), cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	return all
}

// A finder collects the places of one file.
type finder struct {
	pkg   *Package
	file  *File
	found []*Place
	seen  map[[2]int][]string // replacements by the bytes that they replace: two kinds must not make one mistake twice
}

func find(p *Package, file *File) []*Place {
	f := &finder{pkg: p, file: file, seen: make(map[[2]int][]string)}
	for _, decl := range file.Syntax.Decls {
		first := len(f.found)
		ast.PreorderStack(decl, nil, func(n ast.Node, stack []ast.Node) bool {
			f.visit(n, stack)
			return true
		})
		start, end := f.offset(decl.Pos()), f.offset(decl.End())
		_, isFunc := decl.(*ast.FuncDecl)
		for _, place := range f.found[first:] {
			place.Decl, place.IsFunc = declName(decl), isFunc
			place.identify(string(file.Source[start:end]), start)
			place.describe(file.Source)
		}
	}
	return f.found
}

func (f *finder) visit(n ast.Node, stack []ast.Node) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.IfStmt:
		f.condition(n.Cond)
		f.branches(n)
	case *ast.ForStmt:
		if n.Cond != nil {
			f.condition(n.Cond)
		}
	case *ast.CaseClause:
		f.clause(n, stack)
	case *ast.BasicLit:
		f.number(n, stack)
	case *ast.ReturnStmt:
		f.results(n, stack)
	case *ast.AssignStmt:
		f.assignment(n, stack)
	case *ast.IncDecStmt:
		f.step(n, stack)
	case *ast.ExprStmt:
		f.call(n, stack)
	case *ast.BranchStmt:
		f.jump(n)
	case *ast.SliceExpr:
		f.bounds(n)
	}
}

// replace adds a place whose mistake replaces the text from one position to another.
func (f *finder) replace(kind Kind, from, to token.Pos, text string) *Place {
	start, end := f.offset(from), f.offset(to)
	key := [2]int{start, end}
	if slices.Contains(f.seen[key], text) {
		return &Place{}
	}
	f.seen[key] = append(f.seen[key], text)
	place := &Place{
		Package: f.pkg.Dir, File: f.file.Name, Line: f.pkg.Fset.Position(from).Line, Kind: kind, Start: start, End: end, New: text,
	}
	f.found = append(f.found, place)
	return place
}

func (f *finder) offset(pos token.Pos) int { return f.pkg.Fset.Position(pos).Offset }

// text is the source of a node.
func (f *finder) text(n ast.Node) string {
	return string(f.file.Source[f.offset(n.Pos()):f.offset(n.End())])
}

// declName names a declaration: a function, a method with its receiver's type, or the first name of another declaration.
func declName(decl ast.Decl) string {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil || len(d.Recv.List) == 0 {
			return d.Name.Name
		}
		t := d.Recv.List[0].Type
		for {
			switch x := t.(type) {
			case *ast.StarExpr:
				t = x.X
				continue
			case *ast.IndexExpr:
				t = x.X
				continue
			case *ast.IndexListExpr:
				t = x.X
				continue
			case *ast.Ident:
				return x.Name + "." + d.Name.Name
			}
			return d.Name.Name
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.ValueSpec:
				return s.Names[0].Name
			case *ast.TypeSpec:
				return s.Name.Name
			}
		}
	}
	return ""
}
