package term

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

// Store makes and owns terms. Not safe for concurrent use; its terms are.
type Store struct {
	Sorts *sorts.Store
	Table *theory.Table

	table   []*Term // open addressing, power of two
	count   int
	nextID  uint32
	first   uint32  // the ID of the first term since the store last forgot all terms
	slab    []Term  // what is left of chunk
	argSlab []*Term // what is left of argChunk
	// chunk and argChunk are the memory that was allocated last.
	chunk    []Term
	argChunk []*Term

	plain        []*Func // theory functions without indices and qualification, by row ID
	funcs        map[funcKey]*Func
	nextFunc     uint32
	era          int // how often the store forgot all terms
	freeSize     int // total length of all free-variable sets, see maxFree
	literalBytes int
	declared     int // symbols in funcs that declarations introduce
}

type funcKey struct {
	kind FuncKind
	row  int
	decl *Decl
	as   *sorts.Sort
	n    int
	idx  [sorts.MaxIndices]int
	more string // the indices beyond those in idx
}

// NewStore returns an empty store over the operator table.
func NewStore(table *theory.Table) *Store {
	return &Store{
		Sorts:  sorts.NewStore(),
		Table:  table,
		table:  make([]*Term, 256),
		plain:  make([]*Func, len(table.Rows())),
		funcs:  map[funcKey]*Func{},
		nextID: 1, first: 1,
	}
}

// Len returns the number of distinct terms made.
func (st *Store) Len() int { return int(st.nextID) - 1 }

// Forget releases all terms: those that nothing else holds can be collected. Terms made later are not shared
// with those made before, and equal terms from before and after have different pointers.
func (st *Store) Forget() {
	st.table = make([]*Term, 256)
	st.count, st.freeSize = 0, 0
	st.era++
	st.first = st.nextID
	st.slab, st.argSlab, st.chunk, st.argChunk = nil, nil, nil, nil
	st.dropDeclared()
}

// Reuse is Forget for callers that guarantee that no term of the store is in use any longer: new terms reuse the memory and the numbers
// of the old ones.
func (st *Store) Reuse() {
	const large = 1 << 14
	if len(st.table) > large {
		st.table = make([]*Term, 256)
	}
	clear(st.table)
	st.count, st.freeSize, st.literalBytes = 0, 0, 0
	st.era++
	st.nextID, st.first = 1, 1
	clear(st.chunk[:len(st.chunk)-len(st.slab)])
	st.slab, st.argSlab = st.chunk, st.argChunk
	st.dropDeclared()
}

// Era counts how often the store has released its terms: what is remembered about terms is worthless in another era.
func (st *Store) Era() int { return st.era }

// dropDeclared releases the symbols of declarations once there are many: no term of the store has them any longer.
func (st *Store) dropDeclared() {
	if st.declared < 1<<10 {
		return
	}
	maps.DeleteFunc(st.funcs, func(k funcKey, _ *Func) bool { return k.decl != nil })
	st.declared = 0
}

// maxFree bounds the memory that free-variable sets take (entries of 8 bytes): deeply nested binders
// whose body uses all their variables would otherwise take quadratic space.
const maxFree = 8 << 20

// ErrTooManyFree is returned when a term nests so many binders that their variables cannot be tracked.
var ErrTooManyFree = errors.New("too many variables bound at once")

// --- function symbols ---

// Op returns the theory operator row with the given head indices, qualified with as unless as is nil.
func (st *Store) Op(row *theory.Row, idx []int, as *sorts.Sort) *Func {
	if len(idx) == 0 && as == nil {
		if f := st.plain[row.ID]; f != nil {
			return f
		}
		f := st.newFunc(Func{Kind: TheoryFunc, Row: row})
		st.plain[row.ID] = f
		return f
	}
	return st.Func(Func{Kind: TheoryFunc, Row: row, Indices: idx, As: as})
}

// User returns the function symbol of a declaration, qualified with as unless as is nil.
func (st *Store) User(d *Decl, as *sorts.Sort) *Func {
	if as == nil {
		if d.plain == nil {
			d.plain = st.newFunc(Func{Kind: UserFunc, Decl: d})
		}
		return d.plain
	}
	return st.Func(Func{Kind: UserFunc, Decl: d, As: as})
}

// Func interns a function symbol.
func (st *Store) Func(f Func) *Func {
	if len(f.Indices) == 0 && f.As == nil {
		// These have a faster path, and a symbol must not exist twice.
		switch f.Kind {
		case TheoryFunc:
			return st.Op(f.Row, nil, nil)
		case UserFunc:
			return st.User(f.Decl, nil)
		}
	}
	k := funcKey{kind: f.Kind, row: -1, decl: f.Decl, as: f.As, n: len(f.Indices)}
	if f.Row != nil {
		k.row = f.Row.ID
	}
	if n := copy(k.idx[:], f.Indices); n < len(f.Indices) {
		k.more = fmt.Sprint(f.Indices[n:])
	}
	if old := st.funcs[k]; old != nil {
		return old
	}
	if f.Decl != nil {
		st.declared++
	}
	f.Indices = slices.Clone(f.Indices)
	n := st.newFunc(f)
	st.funcs[k] = n
	return n
}

func (st *Store) newFunc(f Func) *Func {
	st.nextFunc++
	f.id = st.nextFunc
	return &f
}

// --- building terms ---

// App applies fn to args. It fails with a *SortError when the result would be ill-sorted. It keeps no
// reference to args.
func (st *Store) App(fn *Func, args ...*Term) (*Term, error) {
	sort, err := st.ResultSort(fn, args)
	if err != nil {
		return nil, err
	}
	return st.app(fn, sort, args)
}

// app builds without checking sorts.
func (st *Store) app(fn *Func, sort *sorts.Sort, args []*Term) (*Term, error) {
	if len(args) == 0 {
		if t := fn.alone; t != nil && fn.home == st && fn.era == st.era && t.sort == sort {
			return t, nil
		}
	}
	h := uint32(2166136261)
	h = (h ^ fn.id) * 16777619
	for _, a := range args {
		h = (h ^ a.id) * 16777619
	}
	h ^= h >> 15
	mask := uint32(len(st.table) - 1)
	i := h & mask
probe:
	for ; st.table[i] != nil; i = (i + 1) & mask {
		t := st.table[i]
		if t.hash != h || t.fn != fn || t.sort != sort || len(t.args) != len(args) {
			continue
		}
		for j := range args {
			if t.args[j] != args[j] {
				continue probe
			}
		}
		return t, nil
	}
	free, err := st.union(args)
	if err != nil {
		return nil, err
	}
	t := st.alloc(App, sort, args)
	t.hash, t.fn, t.free = h, fn, free
	if fn.Decl != nil {
		t.flags |= flagUser
	}
	if len(args) == 0 {
		fn.alone, fn.home, fn.era = t, st, st.era
	}
	st.table[i] = t
	st.count++
	if st.count*2 > len(st.table) {
		st.grow()
	}
	return t, nil
}

func (st *Store) grow() {
	old := st.table
	st.table = make([]*Term, 2*len(old))
	mask := uint32(len(st.table) - 1)
	for _, t := range old {
		if t == nil {
			continue
		}
		i := t.hash & mask
		for st.table[i] != nil {
			i = (i + 1) & mask
		}
		st.table[i] = t
	}
}

// alloc makes a term whose flags and children are set.
func (st *Store) alloc(kind Kind, sort *sorts.Sort, args []*Term) *Term {
	held := int(st.nextID - st.first)
	if len(st.slab) == 0 {
		st.chunk = make([]Term, min(1024, 64+held))
		st.slab = st.chunk
	}
	t := &st.slab[0]
	st.slab = st.slab[1:]
	if n := len(args); n > 0 {
		if n > len(st.argSlab) {
			st.argChunk = make([]*Term, max(n, min(2048, 128+held)))
			st.argSlab = st.argChunk
		}
		t.args = st.argSlab[:n:n]
		st.argSlab = st.argSlab[n:]
		copy(t.args, args)
	}
	t.id, t.kind, t.sort, t.size = st.nextID, kind, sort, 1
	st.nextID++
	for _, a := range args {
		t.flags |= a.flags
		t.size = min(t.size+a.size, maxSize)
	}
	return t
}

// maxSize is the largest size that is recorded for a term.
const maxSize = 1 << 30

// intern looks up a term that is not an App by its hash and an equality test, or stores made().
func (st *Store) intern(h uint32, same func(*Term) bool, made func() *Term) *Term {
	mask := uint32(len(st.table) - 1)
	i := h & mask
	for ; st.table[i] != nil; i = (i + 1) & mask {
		if t := st.table[i]; t.hash == h && same(t) {
			return t
		}
	}
	t := made()
	t.hash = h
	st.table[i] = t
	st.count++
	if st.count*2 > len(st.table) {
		st.grow()
	}
	return t
}

func hashString(s string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// Lit makes a literal of the given token kind, written as text. The caller guarantees that text denotes a
// value of the sort; [Store.Numeral] and the other constructors do so for their sorts.
func (st *Store) Lit(kind syntax.Kind, text string, sort *sorts.Sort) *Term {
	h := hashString(text)*16777619 ^ uint32(kind)
	return st.intern(h,
		func(t *Term) bool {
			return t.kind == Literal && t.sort == sort && t.ext.text == text && t.ext.lit == kind
		},
		func() *Term {
			t := st.alloc(Literal, sort, nil)
			t.ext = &extra{text: text, lit: kind}
			st.literalBytes += len(text)
			return t
		})
}

// NewVar makes a fresh bound variable: no other variable is equal to it, whatever its name.
func (st *Store) NewVar(name string, sort *sorts.Sort) *Term {
	t := st.alloc(Var, sort, nil)
	t.hash = t.id * 2654435761
	t.ext = &extra{text: name}
	t.free = []*Term{t}
	st.freeSize++
	return t
}

// Quant makes a quantified term, a lambda, a choice or a comprehension over vars. Every variable must be fresh: bound by no other
// binder. The body of forall, exists and choice must be of sort Bool, that of a comprehension a pair of a Bool and an element.
func (st *Store) Quant(b Binder, vars []*Term, body *Term) (*Term, error) {
	if len(vars) == 0 {
		return nil, &SortError{Msg: b.String() + " without variables"}
	}
	sort := sorts.Bool
	switch {
	case b == Comprehension:
		pair := body.sort.Args()
		if body.sort.Name() != "Tuple" || len(pair) != 2 || pair[0] != sorts.Bool {
			return nil, &SortError{Msg: fmt.Sprintf("the body of %s has sort %s, not (Tuple Bool S)", b, body.sort)}
		}
		sort = st.Sorts.Make(sorts.Applied, "Set", nil, pair[1:2:2])
	case b == Lambda:
		params := make([]*sorts.Sort, len(vars))
		for i, v := range vars {
			params[i] = v.sort
		}
		// A lambda below a lambda is written as two: z3 reads the whole as an array of arrays.
		sort = st.Sorts.Make(sorts.Func, "->", nil, append(params, body.sort))
	case b == Choice && len(vars) > 1:
		return nil, &SortError{Msg: "choice binds one variable"}
	case body.sort != sorts.Bool:
		return nil, &SortError{Msg: fmt.Sprintf("the body of %s has sort %s, not Bool", b, body.sort)}
	case b == Choice:
		sort = vars[0].sort
	}
	free, err := st.without(body.free, vars)
	if err != nil {
		return nil, err
	}
	h := (vars[0].id*16777619 ^ body.id) * 16777619
	h = (h ^ uint32(b)) * 2654435761
	return st.intern(h,
		func(t *Term) bool {
			return t.kind == Quant && t.args[0] == body && t.ext.binder == b && slices.Equal(t.ext.vars, vars)
		},
		func() *Term {
			t := st.alloc(Quant, sort, []*Term{body})
			t.flags |= flagBinder
			t.ext = &extra{binder: b, vars: slices.Clone(vars)}
			t.free = free
			return t
		}), nil
}

// Annot makes (! body attrs). The pattern terms' free variables count as free in the result. It fails with a
// *SortError when a named term would hold variables bound outside (SMT-LIB 2.6, section 3.6).
func (st *Store) Annot(body *Term, attrs []Attr) (*Term, error) {
	if len(attrs) == 0 {
		return nil, &SortError{Msg: "annotation without attributes"}
	}
	parts := []*Term{body}
	h := body.id*16777619 ^ 0x9e3779b9
	named := false
	for _, a := range attrs {
		h = (h ^ hashString(a.Key) ^ hashString(a.Value)) * 16777619
		parts = append(parts, a.Terms...)
		named = named || a.Label != nil
	}
	free, err := st.union(parts)
	if err != nil {
		return nil, err
	}
	if named && len(free) > 0 {
		return nil, &SortError{Msg: "a named term must not hold variables bound outside"}
	}
	return st.intern(h,
		func(t *Term) bool {
			return t.kind == Annot && t.args[0] == body && slices.EqualFunc(t.ext.attrs, attrs, sameAttr)
		},
		func() *Term {
			t := st.alloc(Annot, body.sort, []*Term{body})
			t.flags |= flagAnnot
			if named {
				t.flags |= flagNamed
			}
			for _, p := range parts {
				t.flags |= p.flags
			}
			t.ext = &extra{attrs: slices.Clone(attrs)}
			t.free = free
			return t
		}), nil
}

func sameAttr(a, b Attr) bool {
	return a.Key == b.Key && a.Value == b.Value && a.Label == b.Label && slices.Equal(a.Terms, b.Terms)
}

// Match makes a match of scrutinee; bodies[i] belongs to cases[i]. The bodies must have one sort. The reader
// has to ensure that the cases cover the datatype.
func (st *Store) Match(scrutinee *Term, cases []Case, bodies []*Term) (*Term, error) {
	if len(cases) == 0 || len(cases) != len(bodies) {
		return nil, &SortError{Msg: "match without cases"}
	}
	args := append([]*Term{scrutinee}, bodies...)
	h := uint32(0x85ebca6b)
	for _, a := range args {
		h = (h ^ a.id) * 16777619
	}
	sets := make([]*Term, 0, len(args))
	var all [][]*Term
	all = append(all, scrutinee.free)
	for i, b := range bodies {
		if b.sort != bodies[0].sort {
			return nil, &SortError{Msg: fmt.Sprintf("cases of match have sorts %s and %s", bodies[0].sort, b.sort)}
		}
		f, err := st.without(b.free, cases[i].Vars)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	for _, f := range all {
		sets = append(sets, f...)
	}
	slices.SortFunc(sets, byID)
	sets = slices.Compact(sets)
	if err := st.charge(len(sets)); err != nil {
		return nil, err
	}
	return st.intern(h,
		func(t *Term) bool {
			return t.kind == Match && slices.Equal(t.args, args) && slices.EqualFunc(t.ext.cases, cases, func(a, b Case) bool {
				return a.Ctor == b.Ctor && slices.Equal(a.Vars, b.Vars)
			})
		},
		func() *Term {
			t := st.alloc(Match, bodies[0].sort, args)
			t.flags |= flagBinder | flagUser | flagMatch
			t.ext = &extra{cases: slices.Clone(cases)}
			t.free = sets
			return t
		}), nil
}

func byID(a, b *Term) int { return int(a.id) - int(b.id) }

// union returns the union of the free variables of ts, sharing a child's set where it can.
func (st *Store) union(ts []*Term) ([]*Term, error) {
	if len(ts) > 16 {
		return st.unionMany(ts)
	}
	var acc []*Term
	owned := false
	for _, t := range ts {
		switch {
		case len(t.free) == 0 || subset(t.free, acc):
		case subset(acc, t.free):
			acc, owned = t.free, false
		default:
			merged := make([]*Term, 0, len(acc)+len(t.free))
			i, j := 0, 0
			for i < len(acc) && j < len(t.free) {
				switch {
				case acc[i].id < t.free[j].id:
					merged = append(merged, acc[i])
					i++
				case acc[i].id > t.free[j].id:
					merged = append(merged, t.free[j])
					j++
				default:
					merged = append(merged, acc[i])
					i, j = i+1, j+1
				}
			}
			acc, owned = append(append(merged, acc[i:]...), t.free[j:]...), true
		}
	}
	if owned {
		if err := st.charge(len(acc)); err != nil {
			return nil, err
		}
	}
	return acc, nil
}

// unionMany is union in one sweep: merging sets one by one would take quadratic time and memory.
func (st *Store) unionMany(ts []*Term) ([]*Term, error) {
	n := 0
	var largest []*Term
	for _, t := range ts {
		n += len(t.free)
		if len(t.free) > len(largest) {
			largest = t.free
		}
	}
	if n == len(largest) {
		return largest, nil
	}
	var out []*Term
	if len(ts) > 1<<10 && n > 4*len(largest) || n > 1<<16 {
		// For many sets with much in common, do not list every variable as often as it occurs.
		seen := make(map[*Term]bool, 2*len(largest))
		for _, t := range ts {
			for _, v := range t.free {
				if !seen[v] {
					seen[v] = true
					out = append(out, v)
				}
			}
		}
	} else {
		out = make([]*Term, 0, n)
		for _, t := range ts {
			out = append(out, t.free...)
		}
	}
	slices.SortFunc(out, byID)
	out = slices.Compact(out)
	if len(out) == len(largest) {
		return largest, nil
	}
	return slices.Clip(out), st.charge(len(out))
}

func (st *Store) without(set, vars []*Term) ([]*Term, error) {
	if len(set) == 0 {
		return nil, nil
	}
	has := func(v *Term) bool { return slices.Contains(vars, v) }
	if len(vars) > 8 {
		vars = slices.SortedFunc(slices.Values(vars), byID)
		has = func(v *Term) bool {
			_, ok := slices.BinarySearchFunc(vars, v, byID)
			return ok
		}
	}
	if !slices.ContainsFunc(set, has) {
		return set, nil
	}
	var out []*Term
	for _, v := range set {
		if !has(v) {
			out = append(out, v)
		}
	}
	return out, st.charge(len(out))
}

func (st *Store) charge(n int) error {
	st.freeSize += n
	if st.freeSize > maxFree {
		return ErrTooManyFree
	}
	return nil
}

// subset reports whether a is a subset of b; both are ordered by ID.
func subset(a, b []*Term) bool {
	if len(a) > len(b) {
		return false
	}
	j := 0
	for _, v := range a {
		for j < len(b) && b[j].id < v.id {
			j++
		}
		if j == len(b) || b[j] != v {
			return false
		}
	}
	return true
}

// Subset reports whether all of a's free variables are among b's: a may replace b without a bound variable
// escaping (local compatibility, TypeFuzz paper, definition 2).
func Subset(a, b []*Term) bool { return subset(a, b) }
