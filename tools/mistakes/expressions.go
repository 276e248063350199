package main

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"strconv"
)

var (
	boundaries  = map[token.Token]string{token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">"}
	equalities  = map[token.Token]string{token.EQL: "!=", token.NEQ: "=="}
	connectives = map[token.Token]string{token.LAND: "||", token.LOR: "&&"}
	signs       = map[token.Token]string{token.ADD: "-", token.SUB: "+", token.ADD_ASSIGN: "-=", token.SUB_ASSIGN: "+=", token.INC: "--", token.DEC: "++"}
)

func (f *finder) binary(e *ast.BinaryExpr) {
	operator := func(kind Kind, text string) {
		f.replace(kind, e.OpPos, e.OpPos+token.Pos(len(e.Op.String())), text)
	}
	if text, ok := boundaries[e.Op]; ok {
		operator(Boundary, text)
	}
	if text, ok := equalities[e.Op]; ok {
		operator(Equality, text)
	}
	if text, ok := connectives[e.Op]; ok {
		operator(Connective, text)
		// In a chain every operand goes once: a && b && c is (a && b) && c, whose first operand is no operand of the chain.
		if !joins(e.X, e.Op) {
			f.replace(Operand, e.X.Pos(), e.Y.Pos(), "")
		}
		f.replace(Operand, e.X.End(), e.Y.End(), "")
	}
	if text, ok := signs[e.Op]; ok && f.numeric(e) {
		operator(Arithmetic, text)
	}
}

func joins(e ast.Expr, op token.Token) bool {
	b, ok := e.(*ast.BinaryExpr)
	return ok && b.Op == op
}

func (f *finder) numeric(e ast.Expr) bool {
	b, ok := underlying(f.pkg.Info.TypeOf(e)).(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

func underlying(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

// condition turns a condition into its opposite. For == and != the kind Equality does that.
func (f *finder) condition(e ast.Expr) {
	if b, ok := e.(*ast.BinaryExpr); ok && equalities[b.Op] != "" {
		return
	}
	f.replace(Negation, e.Pos(), e.End(), "!("+f.text(e)+")")
}

// number makes a whole number one larger, but for the lengths of array types and for bounds of slices, which are a kind of their own.
func (f *finder) number(e *ast.BasicLit, stack []ast.Node) {
	if e.Kind != token.INT {
		return
	}
	switch parent := stack[len(stack)-1].(type) {
	case *ast.ArrayType:
		return
	case *ast.SliceExpr:
		if parent.X != e {
			return
		}
	}
	n, exact := constant.Int64Val(constant.MakeFromLiteral(e.Value, e.Kind, 0))
	if !exact || n == math.MaxInt64 {
		return
	}
	f.replace(Constant, e.Pos(), e.End(), strconv.FormatInt(n+1, 10))
}

// bounds moves each bound of a slice towards the middle.
func (f *finder) bounds(e *ast.SliceExpr) {
	if e.Low != nil {
		f.replace(Bound, e.Low.Pos(), e.Low.End(), "("+f.text(e.Low)+")+1")
	}
	if e.High != nil {
		f.replace(Bound, e.High.Pos(), e.High.End(), "("+f.text(e.High)+")-1")
	}
}
