package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// branches has the branch of an if statement never taken, and leaves out what comes after else.
func (f *finder) branches(s *ast.IfStmt) {
	f.replace(Branch, s.Cond.Pos(), s.Cond.End(), "false && ("+f.text(s.Cond)+")")
	if s.Else != nil {
		f.replace(Branch, s.Body.End(), s.Else.End(), "")
	}
}

// clause leaves out a case of a switch, or one of the values of a case, and turns the condition of a case into its opposite.
func (f *finder) clause(c *ast.CaseClause, stack []ast.Node) {
	f.replace(Case, c.Pos(), c.End(), "")
	if len(c.List) > 1 {
		for i, e := range c.List {
			if i == 0 {
				f.replace(Case, e.Pos(), c.List[1].Pos(), "")
			} else {
				f.replace(Case, c.List[i-1].End(), e.End(), "")
			}
		}
	}
	if s, ok := stack[len(stack)-2].(*ast.SwitchStmt); ok && s.Tag == nil {
		for _, e := range c.List {
			f.condition(e)
		}
	}
}

// assignment swaps += and -=, and leaves out assignments that are seen elsewhere: through a field, a map, an index or a pointer, and
// appending.
func (f *finder) assignment(s *ast.AssignStmt, stack []ast.Node) {
	if text, ok := signs[s.Tok]; ok && f.numeric(s.Lhs[0]) {
		f.replace(Arithmetic, s.TokPos, s.TokPos+2, text)
	}
	if s.Tok == token.DEFINE {
		return
	}
	elsewhere := true
	for _, e := range s.Lhs {
		elsewhere = elsewhere && isElsewhere(e)
	}
	if elsewhere || f.appends(s) {
		f.leaveOut(s, stack)
	}
}

// isElsewhere reports whether an expression is assigned to through a field, a map, an index or a pointer.
func isElsewhere(e ast.Expr) bool {
	switch e.(type) {
	case *ast.SelectorExpr, *ast.IndexExpr, *ast.StarExpr:
		return true
	}
	return false
}

// appends reports whether a statement has the form x = append(x, ...).
func (f *finder) appends(s *ast.AssignStmt) bool {
	if len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return false
	}
	call, ok := s.Rhs[0].(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return false
	}
	name, ok := call.Fun.(*ast.Ident)
	if !ok || f.pkg.Info.Uses[name] != types.Universe.Lookup("append") {
		return false
	}
	return f.text(s.Lhs[0]) == f.text(call.Args[0])
}

// step swaps ++ and --, but not where a loop would not end.
func (f *finder) step(s *ast.IncDecStmt, stack []ast.Node) {
	if loop, ok := stack[len(stack)-1].(*ast.ForStmt); ok && loop.Post == s {
		return
	}
	f.replace(Arithmetic, s.TokPos, s.TokPos+2, signs[s.Tok])
	if isElsewhere(s.X) {
		f.leaveOut(s, stack)
	}
}

// call leaves out a call whose result nobody uses, unless it panics.
func (f *finder) call(s *ast.ExprStmt, stack []ast.Node) {
	call, ok := s.X.(*ast.CallExpr)
	if !ok {
		return
	}
	if name, ok := call.Fun.(*ast.Ident); ok && f.pkg.Info.Uses[name] == types.Universe.Lookup("panic") {
		return
	}
	f.leaveOut(s, stack)
}

// leaveOut leaves out a statement of a block.
func (f *finder) leaveOut(s ast.Stmt, stack []ast.Node) {
	switch stack[len(stack)-1].(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
	default:
		return
	}
	place := f.replace(Statement, s.Pos(), s.End(), "")
	if names := f.locals(s); len(names) > 0 {
		place.Keep = strings.TrimSuffix(strings.Repeat("_, ", len(names)), ", ") + " = " + strings.Join(names, ", ")
	}
}

// locals returns the variables of functions that a statement uses and does not declare itself.
func (f *finder) locals(s ast.Stmt) []string {
	var names []string
	ast.Inspect(s, func(n ast.Node) bool {
		name, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := f.pkg.Info.Uses[name].(*types.Var)
		if !ok || v.IsField() || v.Parent() == nil || v.Parent() == f.pkg.Types.Scope() || v.Pkg() != f.pkg.Types {
			return true
		}
		if v.Pos() >= s.Pos() && v.Pos() < s.End() || slices.Contains(names, name.Name) {
			return true
		}
		names = append(names, name.Name)
		return true
	})
	return names
}

// jump swaps break and continue, and leaves them out.
func (f *finder) jump(s *ast.BranchStmt) {
	other := map[token.Token]string{token.BREAK: "continue", token.CONTINUE: "break"}[s.Tok]
	if other == "" {
		return
	}
	f.replace(Jump, s.TokPos, s.TokPos+token.Pos(len(s.Tok.String())), other)
	f.replace(Jump, s.Pos(), s.End(), "")
}
