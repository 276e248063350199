package term

import (
	"strconv"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

// FuncKind says where a function symbol's meaning comes from.
type FuncKind uint8

// The kinds of function symbols.
const (
	NoFunc      FuncKind = iota
	TheoryFunc           // a row of the operator table
	UserFunc             // declared or defined by the script, including constructors and selectors
	TesterFunc           // (_ is c)
	UpdateFunc           // (_ update s)
	ValueFunc            // a function symbol used as a value of sort (-> ...)
	ApplyFunc            // application of a term of sort (-> ...): the first argument is the function
	TupleFunc            // (tuple a b ...)
	ProjectFunc          // ((_ tuple.select i) t)
	MapFunc              // ((_ map f) a ...), z3's pointwise array function
	AsArrayFunc          // (_ as-array f), an array in z3's models
	LiftFunc             // ((_ nullable.lift f) a ...), cvc5's function on values that may be null
	CardFunc             // (_ fmf.card S n): the sort has at most n elements
	CastFunc             // a function as an array or the reverse, for a solver that does not distinguish them: not written
)

// Func is a function symbol at one place of use: operator and indices, or declaration, with the sort that
// qualifies it, if any. Interned by its store.
type Func struct {
	id      uint32
	Kind    FuncKind
	Row     *theory.Row // TheoryFunc; MapFunc and LiftFunc of an operator
	Indices []int
	Decl    *Decl       // UserFunc, TesterFunc (the constructor), UpdateFunc (the selector), ValueFunc, MapFunc, LiftFunc, AsArrayFunc
	As      *sorts.Sort // the sort of (as f S), nil when not qualified; for a CardFunc the sort whose elements it counts

	// alone is the symbol without arguments as a term of the store home, made after the store had forgotten its terms era times:
	// by far most terms that are looked up are constants.
	alone *Term
	home  *Store
	era   int
}

// Name returns the bare name of the symbol.
func (f *Func) Name() string {
	switch f.Kind {
	case TheoryFunc:
		return f.Row.Name
	case UserFunc, ValueFunc:
		return f.Decl.Name
	case TesterFunc:
		return "is"
	case UpdateFunc:
		return "update"
	case TupleFunc:
		return "tuple"
	case ProjectFunc:
		return "tuple.select"
	case MapFunc:
		return "map"
	case AsArrayFunc:
		return "as-array"
	case LiftFunc:
		return "nullable.lift"
	case CardFunc:
		return "fmf.card"
	case CastFunc:
		return "cast"
	}
	return ""
}

// Is reports whether f is the theory operator called name, whatever its signature.
func (f *Func) Is(name string) bool { return f != nil && f.Kind == TheoryFunc && f.Row.Name == name }

// spelledBy reports whether Append writes the symbol for a solver differently from the table's spelling.
func (f *Func) spelledBy(solver string) bool {
	return f.Kind == TheoryFunc && f.Row.SpelledFor(solver) != f.Row.Name || f.Kind == UpdateFunc && solver == "z3"
}

// Append writes the symbol as it appears in head position, in the spelling of the named solver ("" for the
// table's own).
func (f *Func) Append(dst []byte, solver string) []byte {
	if f.Kind == CardFunc {
		dst = append(append(append(dst, "(_ fmf.card "...), f.As.String()...), ' ')
		return append(strconv.AppendInt(dst, int64(f.Indices[0]), 10), ')')
	}
	if f.Kind == CastFunc {
		return append(append(append(dst, "(cast "...), f.As.String()...), ')') // for messages only
	}
	if f.As != nil {
		dst = append(dst, "(as "...)
	}
	switch f.Kind {
	case TheoryFunc:
		name := f.Row.Name
		if solver != "" {
			name = f.Row.SpelledFor(solver)
		}
		if len(f.Indices) == 0 {
			dst = append(dst, name...)
			break
		}
		dst = append(append(dst, "(_ "...), name...)
		for _, n := range f.Indices {
			dst = strconv.AppendInt(append(dst, ' '), int64(n), 10)
		}
		dst = append(dst, ')')
	case UserFunc, ValueFunc:
		dst = append(dst, f.Decl.Text...)
	case TesterFunc:
		dst = append(append(append(dst, "(_ is "...), f.Decl.Text...), ')')
	case UpdateFunc:
		dst = append(dst, "(_ update"...)
		if solver == "z3" {
			dst = append(dst, "-field"...)
		}
		dst = append(append(append(dst, ' '), f.Decl.Text...), ')')
	case TupleFunc:
		dst = append(dst, "tuple"...)
	case ProjectFunc:
		dst = append(strconv.AppendInt(append(dst, "(_ tuple.select "...), int64(f.Indices[0]), 10), ')')
	case MapFunc, LiftFunc:
		dst = append(append(append(dst, "(_ "...), f.Name()...), ' ')
		if f.Row != nil {
			dst = append(dst, f.Row.Name...)
		} else {
			dst = append(dst, f.Decl.Text...)
		}
		dst = append(dst, ')')
	case AsArrayFunc:
		dst = append(append(append(dst, "(_ as-array "...), f.Decl.Text...), ')')
	}
	if f.As != nil {
		dst = append(append(append(dst, ' '), f.As.String()...), ')')
	}
	return dst
}

// String returns the symbol as it appears in head position.
func (f *Func) String() string { return string(f.Append(nil, "")) }

// DeclKind says what a declaration introduces.
type DeclKind uint8

// The kinds of declarations.
const (
	_           DeclKind = iota
	Declared             // declare-fun, declare-const
	Defined              // define-fun, define-const, define-fun-rec, define-funs-rec
	Constructor          // of a datatype
	Selector             // of a datatype
	Label                // (! t :named label)
	Subterm              // the predicate of a datatype's attribute :subterm
)

// Decl is a symbol that the script introduces.
type Decl struct {
	Name   string
	Text   string // Name as a symbol of the input language
	Kind   DeclKind
	Params []*sorts.Sort
	Result *sorts.Sort
	Poly   bool      // a sort parameter occurs in the signature
	Vars   []*Term   // Defined: the parameters' variables
	Body   *Term     // Defined: the body. Label: the annotated term. nil while a recursive body is being read
	Data   *Datatype // Constructor, Selector
	Fields []*Decl   // Constructor: its selectors
	Owner  *Decl     // Selector: its constructor
	From   int       // index of the command that introduces it
	plain  *Func     // the symbol without qualification; a declaration belongs to one store
	To     int       // index of the command that ends its scope; very large if none does
}

// NewDecl makes a declaration; Text and Poly are derived from the rest.
func NewDecl(kind DeclKind, name string, params []*sorts.Sort, result *sorts.Sort) *Decl {
	d := &Decl{Name: name, Text: syntax.SymbolText(name), Kind: kind, Params: params, Result: result, To: int(^uint(0) >> 1)}
	d.Poly = result.HasParam()
	for _, p := range params {
		d.Poly = d.Poly || p.HasParam()
	}
	return d
}

// Signature returns the declaration's sorts as text: "(Int Int) Bool".
func (d *Decl) Signature() string { return string(d.AppendSignature(nil)) }

// AppendSignature appends the declaration's sorts to dst as Signature writes them.
func (d *Decl) AppendSignature(dst []byte) []byte {
	dst = append(dst, '(')
	for i, p := range d.Params {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, p.String()...)
	}
	return append(append(dst, ") "...), d.Result.String()...)
}

// Datatype is an algebraic datatype, co-inductive when Co.
type Datatype struct {
	Name   string
	Params []string    // sort parameters
	Sort   *sorts.Sort // with the parameters as arguments
	Ctors  []*Decl
	Co     bool
	// Subterm is the predicate that z3's attribute :subterm declares, nil for none: its first argument is a part of the
	// second, or equal to it.
	Subterm *Decl
}
