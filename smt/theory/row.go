// Package theory is the operator table: one row per operator, read by the checker, the printer, the
// generator and the mutators. It does not hold terms and computes nothing with values.
//
// The rows are in theory files (tables/*.theory), in the notation of docs/reference/theory-files.md; users extend
// the table with files of their own.
package theory

import (
	"slices"

	"github.com/assay-smt/assay/smt/sorts"
)

// Assoc says how a binary operator is applied to more than two arguments (SMT-LIB 2.6, section 3.7.1).
type Assoc uint8

// The associativity attributes; None is an operator with exactly the arguments of its row.
const (
	None Assoc = iota
	LeftAssoc
	RightAssoc
	Chainable
	Pairwise
)

// Row is one operator with one signature. Rows are immutable once their table is built.
type Row struct {
	ID         int      // position in the table: rows of one table are numbered 0, 1, 2...
	Name       string   // the name under which it is printed
	Legacy     []string // old spellings that are read as this operator
	Spell      map[string]string
	HeadIdx    int      // how many indices the operator itself has: (_ extract i j) has 2
	IdxVars    []string // index variables, those of the head first
	SortVars   []string
	ListVars   []string // variables for any number of sorts, such as X... of (Tuple X...)
	HeadList   string   // the variable for any number of head indices, such as i...; the row then has no others
	Args       []sorts.Pattern
	Result     sorts.Pattern
	Assoc      Assoc
	Where      []Cond
	Usual      []Cond // conditions under which engines generate it; solvers differ on the rest
	In         []Availability
	OnlyAll    []Availability // the solvers that know it only under logic ALL or without a logic
	Seldom     []Availability // the solvers that seldom decide formulas with it: engines mostly leave it out
	Origin     string
	Theory     string
	Features   []string
	Partial    string // when the standard leaves the value open; "" is total
	NoGenerate string // why engines never invent it; "" is usual
	Doc        string
	NeedsAs    bool // the arguments do not determine the result sort: written with (as ...)
	Origfile   string
	Line       int
	dialects   Dialects
}

// Cond is a condition on index variables.
type Cond struct {
	Rel  string // "<", "<=", "=", "within", "joins"
	L, R sorts.Expr
	// Lists are the list variables of the last two relations: positions within a tuple, or pairs of positions within two
	// tuples whose components at each pair have one sort.
	Lists []int
}

// Holds evaluates the condition. A condition with an unbound variable does not hold.
func (c *Cond) Holds(b *sorts.Binding) bool {
	if len(c.Lists) > 0 {
		return c.positions(b)
	}
	l, ok := c.L.Eval(b)
	if !ok {
		return false
	}
	r, ok := c.R.Eval(b)
	if !ok {
		return false
	}
	switch c.Rel {
	case "<":
		return l < r
	case "<=":
		return l <= r
	}
	return l == r
}

// positions reports whether the head's indices are positions in the lists.
func (c *Cond) positions(b *sorts.Binding) bool {
	idx, ok := b.Many()
	var ss [2][]*sorts.Sort
	for k, v := range c.Lists {
		var bound bool
		ss[k], bound = b.List(v)
		ok = ok && bound
	}
	if !ok || len(idx)%len(c.Lists) != 0 {
		return false
	}
	for i := 0; i < len(idx); i += len(c.Lists) {
		for k := range c.Lists {
			if idx[i+k] < 0 || idx[i+k] >= len(ss[k]) || ss[k][idx[i+k]] != ss[0][idx[i]] {
				return false
			}
		}
	}
	return true
}

// TakesIndices reports whether the head may have n indices.
func (r *Row) TakesIndices(n int) bool { return r.HeadList != "" || n == r.HeadIdx }

// BindIndices binds the indices of the head. It keeps the slice.
func (r *Row) BindIndices(b *sorts.Binding, idx []int) {
	if r.HeadList != "" {
		b.SetMany(idx)
		return
	}
	for i, v := range idx {
		b.SetIdx(i, v)
	}
}

// BoundIndices returns the indices of the head as BindIndices takes them, nil for none. The caller must not change them.
func (r *Row) BoundIndices(b *sorts.Binding) []int {
	if r.HeadList != "" {
		idx, _ := b.Many()
		return idx
	}
	return b.Idx[:r.HeadIdx]
}

// AvailableIn reports whether the solver has the operator in that version. An empty version means the
// newest.
func (r *Row) AvailableIn(solver, version string) bool { return available(r.In, solver, version) }

// KnownUnder reports whether solvers that have the row know it in scripts that set a logic, "" for none.
func (r *Row) KnownUnder(logic string, solvers []Release) bool {
	if r.OnlyAll == nil || logic == "" || logic == "ALL" {
		return true
	}
	return !slices.ContainsFunc(solvers, func(s Release) bool { return available(r.OnlyAll, s.Name, s.Version) })
}

// Dialects returns the languages that have the operator, including the standard's if it is one of SMT-LIB or a user's own.
func (r *Row) Dialects() Dialects { return r.dialects }

// SpelledFor returns the operator's name in a solver's input language.
func (r *Row) SpelledFor(solver string) string {
	if s := r.Spell[solver]; s != "" {
		return s
	}
	return r.Name
}

// Has reports whether the row carries the feature.
func (r *Row) Has(feature string) bool {
	for _, f := range r.Features {
		if f == feature {
			return true
		}
	}
	return false
}

// Diverges reports whether solvers may rightly answer differently on formulas with the operator: the
// standard leaves some of its values open, and solvers fill them in ways of their own. Division by zero
// is open too, but does not count: every solver treats it as a function of the dividend.
func (r *Row) Diverges() bool { return r.Partial != "" && !r.Has("free-function") }

// Accepts reports whether n arguments are allowed.
func (r *Row) Accepts(n int) bool {
	if r.Assoc == None {
		return n == len(r.Args)
	}
	return n >= 2
}

// Param returns the pattern of argument i of n.
func (r *Row) Param(i, n int) *sorts.Pattern {
	if r.Assoc == None || n == 2 || len(r.Args) != 2 {
		return &r.Args[i]
	}
	switch r.Assoc {
	case LeftAssoc:
		if i == 0 {
			return &r.Args[0]
		}
		return &r.Args[1]
	case RightAssoc:
		if i == n-1 {
			return &r.Args[1]
		}
	}
	return &r.Args[0]
}
