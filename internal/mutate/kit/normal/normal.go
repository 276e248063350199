// Package normal tells whether formulas say the same: it gives terms a hash that is equal for terms that a simplifier would turn into the same
// term. It folds what has a value, drops neutral and repeated arguments, and orders arguments whose order does not matter. Equal hashes mean equal
// terms, but for a collision of 64 bits; unequal ones mean nothing. It costs microseconds for each term that was not hashed before.
package normal

import (
	"slices"

	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Hasher hashes terms of one store, and remembers them. Hashes of different hashers have nothing to do with each other. Not safe for concurrent
// use.
type Hasher struct {
	store *term.Store
	ev    *eval.Evaluator // of terms without symbols
	forms term.Map[*form]
	stack []visit
	// values and parts are scratch of fold and Script.
	values []value.Value
	parts  []uint64
	// numbers stand for symbols and sorts in hashes, in the order in which they were met.
	funcs map[*term.Func]uint64
	sorts map[*sorts.Sort]uint64
}

// Bounds of all evaluations of one hasher together. Terms that come after they are exceeded are not folded.
const (
	maxSteps = 1 << 20
	maxWork  = 1 << 24
	maxBytes = 1 << 26
)

// New returns a hasher of the terms of a store.
func New(st *term.Store) *Hasher {
	return &Hasher{
		store: st, funcs: map[*term.Func]uint64{}, sorts: map[*sorts.Sort]uint64{},
		ev: eval.New(st, nil, eval.Options{Steps: maxSteps, Work: maxWork, Bytes: maxBytes, Missing: eval.MissingOpen}),
	}
}

// Term returns the hash of a term.
func (h *Hasher) Term(t *term.Term) uint64 { return h.form(t).hash }

// Script returns the hash of what a script asserts and asks, whatever its logic, and whatever it declares besides. Between two other commands,
// the order of assertions does not matter, nor how often they occur, nor whether they are one conjunction.
func (h *Hasher) Script(s *script.Script) uint64 {
	sum := uint64(1)
	h.parts = h.parts[:0]
	flush := func() {
		slices.Sort(h.parts)
		for _, p := range slices.Compact(h.parts) {
			sum = mix(sum ^ p)
		}
		h.parts = h.parts[:0]
	}
	for _, c := range s.Commands {
		switch c.Kind {
		case script.Assert:
			switch f := h.form(c.Terms[0]); {
			case f.op == opAnd:
				for _, a := range f.args {
					h.parts = append(h.parts, a.hash)
				}
			case !f.is(true):
				h.parts = append(h.parts, f.hash)
			}
		case script.SetLogic, script.SetInfo, script.SetOption, script.DeclareFun, script.DeclareSort, script.DeclareDatatypes:
		default:
			flush()
			sum = mix(sum ^ uint64(c.Kind)<<32 ^ uint64(c.Arity))
			for _, t := range c.Terms {
				sum = mix(sum ^ h.Term(t))
			}
		}
	}
	flush()
	return sum
}

// form is the normal form of a term: a value, or an operator with arguments.
type form struct {
	hash  uint64
	op    op
	args  []*form     // nil where no rule looks into them
	value value.Value // Invalid for terms whose value depends on symbols
	fn    *term.Func  // of opApply
}

// is reports whether a form is the truth value b.
func (f *form) is(b bool) bool { return b && f.value.IsTrue() || !b && f.value.IsFalse() }

func (f *form) known() bool { return f.value.Kind() != value.Invalid }

// visit is a term that form has reached, before or after its subterms.
type visit struct {
	t    *term.Term
	open bool
}

// form returns the form of a term. Terms may be deep, so it keeps its own stack.
func (h *Hasher) form(root *term.Term) *form {
	if f := h.forms.Get(root); f != nil {
		return f
	}
	h.stack = append(h.stack[:0], visit{t: root})
	for len(h.stack) > 0 {
		v := &h.stack[len(h.stack)-1]
		t := v.t
		if h.forms.Get(t) == nil && !v.open {
			v.open = true
			for _, a := range t.Args() {
				if h.forms.Get(a) == nil {
					h.stack = append(h.stack, visit{t: a})
				}
			}
			continue
		}
		h.stack = h.stack[:len(h.stack)-1]
		if h.forms.Get(t) == nil {
			h.forms.Set(t, h.made(t))
		}
	}
	return h.forms.Get(root)
}

// made returns the form of a term whose arguments have theirs.
func (h *Hasher) made(t *term.Term) *form {
	args := make([]*form, len(t.Args()))
	for i, a := range t.Args() {
		args[i] = h.forms.Get(a)
	}
	switch t.Kind() {
	case term.Literal:
		if v := h.ev.Term(t); foldable(v) {
			return h.ofValue(v, t.Sort())
		}
	case term.Annot:
		return args[0]
	case term.Quant:
		sum := mix(uint64(t.Binder()) ^ saltQuant)
		for _, v := range t.Bound() {
			sum = mix(sum ^ uint64(v.ID()))
		}
		return &form{hash: mix(sum ^ args[0].hash)}
	case term.App:
		if v := h.fold(t, args); v.Kind() != value.Invalid {
			return h.ofValue(v, t.Sort())
		}
		return h.apply(t, args)
	}
	return &form{hash: mix(uint64(t.ID()) ^ saltTerm)}
}

// fold returns the value that a term has whatever symbols mean, the invalid Value for none.
func (h *Hasher) fold(t *term.Term, args []*form) value.Value {
	f := t.Func()
	switch f.Kind {
	case term.TheoryFunc, term.TesterFunc, term.TupleFunc, term.ProjectFunc, term.UpdateFunc:
	case term.UserFunc:
		if f.Decl.Kind != term.Constructor && f.Decl.Kind != term.Selector {
			return value.Value{}
		}
	default:
		return value.Value{}
	}
	h.values = h.values[:0]
	for _, a := range args {
		if !a.known() {
			return value.Value{}
		}
		h.values = append(h.values, a.value)
	}
	if v := h.ev.Apply(t, h.values); foldable(v) {
		return v
	}
	return value.Value{}
}

// foldable reports whether a value may stand for a term: it is known, and has a hash of its own.
func foldable(v value.Value) bool {
	return v.Kind() != value.Invalid && v.IsKnown() && v.Kind() != value.RegLan && v.Kind() != value.Func
}

func (h *Hasher) ofValue(v value.Value, s *sorts.Sort) *form {
	return &form{value: v, hash: mix(value.Hash(v) ^ h.sort(s) ^ saltValue)}
}

// truths are the forms of true and false.
var truths = map[bool]*form{
	true:  {value: value.True, hash: mix(value.Hash(value.True) ^ saltValue)},
	false: {value: value.False, hash: mix(value.Hash(value.False) ^ saltValue)},
}

// sort returns the number of a sort; that of Bool is 0.
func (h *Hasher) sort(s *sorts.Sort) uint64 {
	if s == sorts.Bool {
		return 0
	}
	n, met := h.sorts[s]
	if !met {
		n = mix(uint64(len(h.sorts)) + 1)
		h.sorts[s] = n
	}
	return n
}

// symbol returns the number of a symbol.
func (h *Hasher) symbol(f *term.Func) uint64 {
	n, met := h.funcs[f]
	if !met {
		n = mix(uint64(len(h.funcs)) ^ saltFunc)
		h.funcs[f] = n
	}
	return n
}

// Salts keep apart what is hashed in different ways.
const (
	saltQuant = 0x9e3779b97f4a7c15 + iota
	saltTerm
	saltValue
	saltFunc
	saltOp
)

// mix spreads the bits of h over the whole word.
func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
