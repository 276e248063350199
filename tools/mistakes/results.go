package main

import (
	"go/ast"
	"go/constant"
	"go/types"
)

// results has each result of a return statement be another one: true for false, nil for an error, the zero value for anything else.
func (f *finder) results(s *ast.ReturnStmt, stack []ast.Node) {
	signature := f.enclosing(stack)
	if signature == nil {
		return
	}
	var written []ast.Expr // the type of each result, as it is written
	for _, field := range signature.Results.List {
		for range max(1, len(field.Names)) {
			written = append(written, field.Type)
		}
	}
	if len(written) != len(s.Results) {
		return // no results, or those of one call
	}
	for i, e := range s.Results {
		f.result(e, written[i])
	}
}

// enclosing is the type of the innermost function, or nil if it has no results.
func (f *finder) enclosing(stack []ast.Node) *ast.FuncType {
	for i := len(stack) - 1; i >= 0; i-- {
		var t *ast.FuncType
		switch n := stack[i].(type) {
		case *ast.FuncLit:
			t = n.Type
		case *ast.FuncDecl:
			t = n.Type
		default:
			continue
		}
		if t.Results == nil {
			return nil
		}
		return t
	}
	return nil
}

func (f *finder) result(e, written ast.Expr) {
	value := f.pkg.Info.Types[e]
	if value.IsNil() {
		return
	}
	t := f.pkg.Info.TypeOf(written)
	if types.Identical(t, types.Universe.Lookup("error").Type()) {
		f.replace(NilError, e.Pos(), e.End(), "nil")
		return
	}
	if name, ok := e.(*ast.Ident); ok && value.Value != nil {
		switch f.pkg.Info.Uses[name] {
		case types.Universe.Lookup("true"):
			f.replace(Truth, e.Pos(), e.End(), "false")
			return
		case types.Universe.Lookup("false"):
			f.replace(Truth, e.Pos(), e.End(), "true")
			return
		}
	}
	if literal, ok := e.(*ast.CompositeLit); ok && len(literal.Elts) == 0 {
		return
	}
	if zero := f.zero(t, written); zero != "" && !isZero(value.Value) {
		f.replace(Default, e.Pos(), e.End(), zero)
	}
}

// zero writes the zero value of a type.
func (f *finder) zero(t types.Type, written ast.Expr) string {
	if _, ok := t.(*types.TypeParam); ok {
		return "*new(" + f.text(written) + ")"
	}
	switch u := underlying(t).(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return "false"
		case u.Info()&types.IsNumeric != 0:
			return "0"
		case u.Info()&types.IsString != 0:
			return `""`
		}
		return ""
	case *types.Struct, *types.Array:
		return "*new(" + f.text(written) + ")"
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return "nil"
	}
	return ""
}

// isZero reports whether a constant is the zero value of its type.
func isZero(v constant.Value) bool {
	if v == nil {
		return false
	}
	switch v.Kind() {
	case constant.Bool:
		return !constant.BoolVal(v)
	case constant.String:
		return constant.StringVal(v) == ""
	case constant.Int, constant.Float:
		return constant.Sign(v) == 0
	}
	return false
}
