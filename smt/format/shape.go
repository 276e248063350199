package format

import (
	"math"

	"github.com/assay-smt/assay/smt/syntax"
)

// A shape says which parts of a list stay on the line of its head where the list takes several lines.
type shape uint8

const (
	plain   shape = iota // the head alone
	named                // the head and the part behind it: a name, or bound variables
	defined              // the head and three parts: a name, parameters and a sort
	whole                // everything
	row                  // a list of lists, such as bindings: its parts begin in the same column
	chained              // like named, for let: a let in its body begins in the same column
)

// beside returns the number of parts on the line of the head.
func (s shape) beside() int {
	switch s {
	case named, chained:
		return 2
	case defined:
		return 4
	case whole:
		return math.MaxInt
	case plain, row:
	}
	return 1
}

// shapes of lists by their heads; the others are plain.
var shapes = map[string]shape{
	"set-logic": whole, "set-info": whole, "set-option": whole, "get-info": whole, "get-option": whole, "echo": whole,
	"declare-sort": whole, "declare-const": whole, "push": whole, "pop": whole, "_": whole, "as": whole,

	"declare-fun": named, "declare-datatype": named, "declare-datatypes": named, "define-sort": named, "define-funs-rec": named,
	"define-fun": defined, "define-fun-rec": defined, "define-const": defined,

	"forall": named, "exists": named, "lambda": named, "set.comprehension": named, "choice": named, "witness": named, "match": named, "par": named,
	"!": named, "let": chained,
}

// shapeOf returns the shape of the list n.
func (p *printer) shapeOf(n syntax.ID) shape {
	if p.tree.First(n) == p.tree.End(n) {
		return plain
	}
	head := p.tree.First(n)
	switch p.tree.Kind(head) {
	case syntax.List:
		if p.tree.Len(head) > 0 && p.tree.Is(p.tree.First(head), "_") || p.tree.Len(head) > 0 && p.tree.Is(p.tree.First(head), "as") {
			return plain // an indexed or qualified operator
		}
		return row
	case syntax.Symbol:
		return shapes[p.tree.Text(head)]
	}
	return plain
}
