// Package sorts holds SMT-LIB sorts: immutable, interned values that are compared by pointer, and the
// sort patterns of operator signatures. It knows nothing about operators or terms.
package sorts

import (
	"encoding/binary"
	"math/big"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/syntax"
)

// Kind is the family of a sort.
type Kind uint8

// The kinds.
const (
	Invalid Kind = iota
	Basic        // a sort of a theory without arguments: Bool, Int, Real, String, RegLan, RoundingMode...
	BitVec       // (_ BitVec m)
	Float        // (_ FloatingPoint eb sb)
	Field        // (_ FiniteField p)
	Indexed      // another indexed sort of a theory
	Array        // (Array X Y)
	Func         // (-> X ... Y)
	Applied      // another sort constructor of a theory: (Seq X), (Set X), (Tuple ...)
	User         // declared by the script: uninterpreted or a datatype
	Param        // a sort parameter inside a polymorphic declaration
)

// Sort is a sort. Sorts of one [Store] are equal exactly when their pointers are. Immutable, safe for
// concurrent use.
type Sort struct {
	kind Kind
	name string
	idx  []int
	args []*Sort
	id   uint32
	size int
	text string // "" when large: then it is rendered on demand
	// digits is the order of a field that is too large for an index, which is then wide.
	digits string
	// tail is what a function of several arguments gives for the first one: a function of the rest. It is nil when there are
	// more than maxTail of them.
	tail *Sort
}

// maxTail bounds the number of arguments of functions whose partial applications fit signatures.
const maxTail = 16

// Size returns the number of sort constructors in s, counted with repetition.
func (s *Sort) Size() int { return s.size }

// ID is a number that only equal sorts of a store share.
func (s *Sort) ID() uint32 { return s.id }

// Kind returns the family of s.
func (s *Sort) Kind() Kind { return s.kind }

// Name returns the name of the sort or of its constructor: "Bool", "BitVec", "Array", "->".
func (s *Sort) Name() string { return s.name }

// Indices returns the numerals of an indexed sort. The caller must not change them.
func (s *Sort) Indices() []int { return s.idx }

// Args returns the argument sorts; for a function sort the last one is the result. The caller must not
// change them.
func (s *Sort) Args() []*Sort { return s.args }

// Width returns m of (_ BitVec m), 0 for any other sort.
func (s *Sort) Width() int {
	if s.kind != BitVec {
		return 0
	}
	return s.idx[0]
}

// String returns the sort as SMT-LIB text.
func (s *Sort) String() string {
	if s.text != "" {
		return s.text
	}
	return render(s.name, s.idx, s.args)
}

// The sorts that the language itself mentions. All stores share them.
var (
	Bool         = basic("Bool", 1)
	Int          = basic("Int", 2)
	Real         = basic("Real", 3)
	String       = basic("String", 4)
	RegLan       = basic("RegLan", 5)
	RoundingMode = basic("RoundingMode", 6)
)

var shared = map[string]*Sort{
	Bool.text: Bool, Int.text: Int, Real.text: Real, String.text: String, RegLan.text: RegLan, RoundingMode.text: RoundingMode,
}

func basic(name string, id uint32) *Sort {
	return &Sort{kind: Basic, name: name, id: id, size: 1, text: name}
}

// Store interns sorts. The zero value is not usable; call [NewStore]. Not safe for concurrent use.
type Store struct {
	table map[string]*Sort
	bv    map[int]*Sort
	last  uint32
	key   []byte // scratch
	flat  bool   // see Flatten
	nests bool   // see Nests
}

// NewStore returns an empty store.
func NewStore() *Store {
	return &Store{table: map[string]*Sort{}, bv: map[int]*Sort{}, last: uint32(len(shared))}
}

// MaxIndex bounds the indices of sorts: widths above it are refused where they are read.
const MaxIndex = 1 << 30

// BitVec returns (_ BitVec m), 1 <= m <= MaxIndex.
func (st *Store) BitVec(m int) *Sort {
	if s := st.bv[m]; s != nil {
		return s
	}
	s := st.Make(BitVec, "BitVec", []int{m}, nil)
	st.bv[m] = s
	return s
}

// Float returns (_ FloatingPoint eb sb).
func (st *Store) Float(eb, sb int) *Sort { return st.Make(Float, "FloatingPoint", []int{eb, sb}, nil) }

// Field returns (_ FiniteField order), the order in decimal digits; it is at least 2. Orders may have any size.
func (st *Store) Field(order string) *Sort {
	order = strings.TrimLeft(order, "0")
	if n, err := strconv.Atoi(order); err == nil {
		return st.Make(Field, fieldName, []int{n}, nil)
	}
	return st.intern(Field, fieldName, []int{wide}, nil, order)
}

const fieldName = "FiniteField"

// Order returns p of (_ FiniteField p), nil for any other sort.
func (s *Sort) Order() *big.Int {
	switch {
	case s.kind != Field:
		return nil
	case s.digits == "":
		return big.NewInt(int64(s.idx[0]))
	}
	n, _ := new(big.Int).SetString(s.digits, 10)
	return n
}

// Flatten makes functions whose values are functions take all arguments at once from now on: (-> X (-> Y Z)) is (-> X Y Z), as
// cvc5 reads it. For z3 the two differ, as arrays of arrays and arrays of several indices do. It must be called before the
// first sort is made.
func (st *Store) Flatten() { st.flat = true }

// Nests reports whether a function whose values are functions has been requested.
func (st *Store) Nests() bool { return st.nests }

// Func returns (-> args... result), or result when there are no arguments.
func (st *Store) Func(args []*Sort, result *Sort) *Sort {
	if len(args) == 0 {
		return result
	}
	all := make([]*Sort, 0, len(args)+1)
	if result.kind == Func {
		st.nests = true
	}
	if st.flat && result.kind == Func {
		args, result = append(append(all, args...), result.args[:len(result.args)-1]...), result.args[len(result.args)-1]
		all = make([]*Sort, 0, len(args)+1)
	}
	return st.Make(Func, "->", nil, append(append(all, args...), result))
}

// MaxSize bounds the size of a sort that a reader should accept; see [Sort.Size]. Definitions that
// double a sort at each step would otherwise grow without bound.
const MaxSize = 10000

// Make interns the sort of that kind, constructor name, indices and arguments. It keeps the slices.
func (st *Store) Make(kind Kind, name string, idx []int, args []*Sort) *Sort {
	return st.intern(kind, name, idx, args, "")
}

func (st *Store) intern(kind Kind, name string, idx []int, args []*Sort, digits string) *Sort {
	if len(idx) == 0 && len(args) == 0 && kind != User && kind != Param {
		if s := shared[name]; s != nil {
			return s
		}
	}
	key := append(st.key[:0], byte(kind))
	key = append(key, name...)
	key = append(key, 0)
	for _, n := range idx {
		key = binary.AppendVarint(key, int64(n))
	}
	key = append(key, 0)
	size := 1
	for _, a := range args {
		key = binary.AppendUvarint(key, uint64(a.id))
		size += a.size
	}
	key = append(key, digits...)
	st.key = key
	if s := st.table[string(key)]; s != nil {
		return s
	}
	st.last++
	s := &Sort{kind: kind, name: name, idx: idx, args: args, id: st.last, size: min(size, 1<<40), digits: digits}
	switch {
	case kind == Applied && name == "Tuple" && len(args) == 0:
		s.text = "UnitTuple"
	case kind == Applied && (name == "Set" || name == "Bag") && args[0].text == "UnitTuple":
		s.text = map[string]string{"Set": "Relation", "Bag": "Table"}[name] // older versions have no name for the tuple alone
	case digits != "":
		s.text = "(_ " + name + " " + digits + ")"
	case s.size <= 64:
		s.text = render(name, idx, args)
	}
	st.table[string(key)] = s
	if kind == Func && len(args) > 2 && len(args) <= maxTail {
		s.tail = st.intern(Func, name, nil, args[1:], "")
	}
	return s
}

func render(name string, idx []int, args []*Sort) string {
	sym := syntax.SymbolText(name)
	if len(idx) == 0 && len(args) == 0 {
		return sym
	}
	var b strings.Builder
	if len(args) > 0 {
		b.WriteByte('(')
	}
	if len(idx) > 0 {
		b.WriteString("(_ ")
		b.WriteString(sym)
		for _, n := range idx {
			b.WriteByte(' ')
			b.WriteString(strconv.Itoa(n))
		}
		b.WriteByte(')')
	} else {
		b.WriteString(sym)
	}
	for _, a := range args {
		b.WriteByte(' ')
		b.WriteString(a.String())
	}
	if len(args) > 0 {
		b.WriteByte(')')
	}
	return b.String()
}

// Substitute replaces sort parameters in s by name. Parameters without an entry stay.
func (st *Store) Substitute(s *Sort, by map[string]*Sort) *Sort {
	if s.kind == Param {
		if r := by[s.name]; r != nil {
			return r
		}
		return s
	}
	if len(s.args) == 0 {
		return s
	}
	var changed []*Sort
	for i, a := range s.args {
		r := st.Substitute(a, by)
		if r != a && changed == nil {
			changed = append(make([]*Sort, 0, len(s.args)), s.args[:i]...)
		}
		if changed != nil {
			changed = append(changed, r)
		}
	}
	if changed == nil {
		return s
	}
	if last := len(changed) - 1; s.kind == Func {
		return st.Func(changed[:last], changed[last])
	}
	return st.Make(s.kind, s.name, s.idx, changed)
}

// HasParam reports whether a sort parameter occurs in s.
func (s *Sort) HasParam() bool {
	if s.kind == Param {
		return true
	}
	for _, a := range s.args {
		if a.HasParam() {
			return true
		}
	}
	return false
}

// Unify matches the pattern sort p, which may contain sort parameters, against s and records the parameters'
// values in by. It reports whether they match.
func Unify(p, s *Sort, by map[string]*Sort) bool {
	if p.kind == Param {
		if old := by[p.name]; old != nil {
			return old == s
		}
		by[p.name] = s
		return true
	}
	if p == s {
		return true
	}
	if p.kind != s.kind || p.name != s.name || len(p.args) != len(s.args) || len(p.idx) != len(s.idx) || p.digits != s.digits {
		return false
	}
	for i := range p.idx {
		if p.idx[i] != s.idx[i] {
			return false
		}
	}
	for i := range p.args {
		if !Unify(p.args[i], s.args[i], by) {
			return false
		}
	}
	return true
}
