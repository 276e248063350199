// Package apitext writes down what packages export, one line for each name, so that a test can say what a change takes from their users.
//
// It reads source and needs no compiler. Names of parameters and doc comments do not count, unexported fields neither; for constants the expression
// counts that gives their value.
package apitext

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Of returns the lines of all packages of the module below the folder root of fsys, sorted. A line whose type comes from a folder internal is an error: users of
// the package cannot name it.
func Of(fsys fs.FS, root string) ([]string, error) {
	var out []string
	err := fs.WalkDir(fsys, root, func(dir string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || !d.IsDir():
			return err
		case d.Name() == "testdata" || d.Name() == "internal":
			return fs.SkipDir
		}
		lines, err := ofPackage(fsys, dir)
		out = append(out, lines...)
		return err
	})
	slices.Sort(out)
	return out, err
}

// A writer collects the lines of one package.
type writer struct {
	dir      string
	internal map[string]bool // names of imported packages that users cannot import, in the current file
	lines    []string
	err      error
}

func ofPackage(fsys fs.FS, dir string) ([]string, error) {
	files, err := fs.Glob(fsys, path.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	w := &writer{dir: dir}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		w.file(f)
	}
	return w.lines, w.err
}

func (w *writer) file(f *ast.File) {
	w.internal = map[string]bool{}
	for _, i := range f.Imports {
		from, err := strconv.Unquote(i.Path.Value)
		if err != nil || !slices.Contains(strings.Split(from, "/"), "internal") {
			continue
		}
		name := path.Base(from)
		if i.Name != nil {
			name = i.Name.Name
		}
		w.internal[name] = true
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			w.function(d)
		case *ast.GenDecl:
			w.general(d)
		}
	}
}

// add adds a line about an exported name.
func (w *writer) add(format string, args ...any) {
	w.lines = append(w.lines, w.dir+": "+fmt.Sprintf(format, args...))
}

func (w *writer) function(d *ast.FuncDecl) {
	if !d.Name.IsExported() {
		return
	}
	if d.Recv == nil {
		w.add("func %s%s%s", d.Name.Name, w.typeParams(d.Type.TypeParams), w.signature(d.Type))
		return
	}
	recv := d.Recv.List[0].Type
	if name := baseName(recv); ast.IsExported(name) {
		w.add("method (%s) %s%s", w.text(recv), d.Name.Name, w.signature(d.Type))
	}
}

// baseName returns the name of a receiver's type.
func baseName(t ast.Expr) string {
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

func (w *writer) general(d *ast.GenDecl) {
	var last *ast.ValueSpec // the constants before that say how the next ones go on
	for i, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			if s.Name.IsExported() {
				w.typeSpec(s)
			}
		case *ast.ValueSpec:
			if d.Tok == token.CONST {
				if s.Type != nil || len(s.Values) > 0 {
					last = s
				}
				w.constants(s, last, i)
				continue
			}
			w.variables(s)
		}
	}
}

func (w *writer) constants(s, from *ast.ValueSpec, iota int) {
	for i, name := range s.Names {
		if !name.IsExported() {
			continue
		}
		line := "const " + name.Name
		if from.Type != nil {
			line += " " + w.text(from.Type)
		}
		if i < len(from.Values) {
			value := w.text(from.Values[i])
			if line += " = " + value; strings.Contains(value, "iota") {
				line += fmt.Sprintf(", iota = %d", iota)
			}
		}
		w.add("%s", line)
	}
}

func (w *writer) variables(s *ast.ValueSpec) {
	for i, name := range s.Names {
		if !name.IsExported() {
			continue
		}
		switch {
		case s.Type != nil:
			w.add("var %s %s", name.Name, w.text(s.Type))
		case i < len(s.Values):
			w.add("var %s = %s", name.Name, w.kindOf(s.Values[i]))
		}
	}
}

// kindOf says what a variable holds whose type is that of its first value.
func (w *writer) kindOf(v ast.Expr) string {
	switch v := v.(type) {
	case *ast.CompositeLit:
		return w.text(v.Type) + "{}"
	case *ast.CallExpr:
		return w.text(v.Fun) + "()"
	}
	return w.text(v)
}

func (w *writer) typeSpec(s *ast.TypeSpec) {
	name := s.Name.Name + w.typeParams(s.TypeParams)
	if s.Assign.IsValid() {
		w.add("type %s = %s", name, w.text(s.Type))
		return
	}
	t, ok := s.Type.(*ast.StructType)
	if !ok {
		w.add("type %s %s", name, w.text(s.Type))
		return
	}
	w.add("type %s struct", name)
	for _, f := range t.Fields.List {
		if len(f.Names) == 0 {
			if ast.IsExported(embedded(f.Type)) {
				w.add("field %s.%s, embedded", s.Name.Name, w.text(f.Type))
			}
			continue
		}
		for _, n := range f.Names {
			if n.IsExported() {
				w.add("field %s.%s %s", s.Name.Name, n.Name, w.text(f.Type))
			}
		}
	}
}

// embedded returns the name of an embedded field.
func embedded(t ast.Expr) string {
	if s, ok := t.(*ast.StarExpr); ok {
		t = s.X
	}
	if s, ok := t.(*ast.SelectorExpr); ok {
		return s.Sel.Name
	}
	return baseName(t)
}

// signature writes parameters and results without their names.
func (w *writer) signature(t *ast.FuncType) string {
	out := "(" + strings.Join(w.types(t.Params), ", ") + ")"
	switch results := w.types(t.Results); len(results) {
	case 0:
		return out
	case 1:
		return out + " " + results[0]
	default:
		return out + " (" + strings.Join(results, ", ") + ")"
	}
}

func (w *writer) types(l *ast.FieldList) []string {
	var out []string
	if l == nil {
		return nil
	}
	for _, f := range l.List {
		for range max(1, len(f.Names)) {
			out = append(out, w.text(f.Type))
		}
	}
	return out
}

func (w *writer) typeParams(l *ast.FieldList) string {
	if l == nil {
		return ""
	}
	var out []string
	for _, f := range l.List {
		for _, n := range f.Names {
			out = append(out, n.Name+" "+w.text(f.Type))
		}
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// text writes an expression or a type in one line.
func (w *writer) text(e ast.Expr) string {
	if f, ok := e.(*ast.FuncType); ok {
		return "func" + w.signature(f)
	}
	ast.Inspect(e, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := s.X.(*ast.Ident); ok && w.internal[x.Name] && w.err == nil {
			w.err = fmt.Errorf("%s exports something with %s.%s, which its users cannot import", w.dir, x.Name, s.Sel.Name)
		}
		return true
	})
	var b bytes.Buffer
	if err := printer.Fprint(&b, token.NewFileSet(), e); err != nil && w.err == nil {
		w.err = err
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// Compare returns what is in only one of two sorted texts: what users lose, and what they gain.
func Compare(before, after []string) (lost, gained []string) {
	for _, l := range before {
		if _, ok := slices.BinarySearch(after, l); !ok {
			lost = append(lost, l)
		}
	}
	for _, l := range after {
		if _, ok := slices.BinarySearch(before, l); !ok {
			gained = append(gained, l)
		}
	}
	return lost, gained
}
