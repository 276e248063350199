package normal

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// op is the operator of a form. Others than opApply are what several operators of the table are brought to: or, =>, <=, - and their like are
// written with them.
type op uint8

const (
	opApply op = iota // any other, which rules know by its symbol
	opNot
	opAnd
	opXor
	opIte
	opEqual
	opDistinct
	opSum
	opNegative
	opProduct
	opLess
)

// maxArgs bounds the arguments that rules compare with each other, and those that are merged with their parent's: formulas can be wide and deep.
const maxArgs = 64

// of returns an operator with arguments to which no rule applies.
func of(o op, args ...*form) *form { return tagged(o, uint64(o)^saltOp, args) }

func tagged(o op, tag uint64, args []*form) *form {
	sum := mix(tag ^ uint64(len(args))<<48)
	for _, a := range args {
		sum = mix(sum ^ a.hash)
	}
	return &form{op: o, args: args, hash: sum}
}

// apply returns the form of an application that has no value.
func (h *Hasher) apply(t *term.Term, args []*form) *form {
	f := t.Func()
	if f.Kind == term.TheoryFunc && len(args) > 0 {
		if len(f.Indices) == 0 {
			if rule := rules[f.Row.Name]; rule != nil {
				if made := rule(h, t, args); made != nil {
					return made
				}
			}
		} else if idle(f, args[0], t) {
			return args[0]
		}
	}
	if made := h.taken(t, args); made != nil {
		return made
	}
	return h.applied(f, args)
}

// applied returns a symbol with arguments to which no rule applies.
func (h *Hasher) applied(f *term.Func, args []*form) *form {
	made := tagged(opApply, h.symbol(f), args)
	made.fn = f
	return made
}

// idle reports whether an operator with indices changes nothing.
func idle(f *term.Func, arg *form, t *term.Term) bool {
	switch f.Row.Name {
	case "zero_extend", "sign_extend", "extract", "repeat":
		return t.Sort() == t.Args()[0].Sort()
	case "rotate_left", "rotate_right":
		return f.Indices[0]%max(1, t.Sort().Width()) == 0
	}
	return false
}

// taken returns what a selector takes from a constructor, and what a tester says about one; nil for other terms.
func (h *Hasher) taken(t *term.Term, args []*form) *form {
	f := t.Func()
	if len(args) != 1 || args[0].fn == nil || args[0].fn.Kind != term.UserFunc || args[0].fn.Decl.Kind != term.Constructor {
		return nil
	}
	ctor := args[0].fn.Decl
	switch {
	case f.Kind == term.TesterFunc:
		return truths[f.Decl == ctor]
	case f.Kind == term.UserFunc && f.Decl.Kind == term.Selector:
		if i := slices.Index(ctor.Fields, f.Decl); i >= 0 && i < len(args[0].args) {
			return args[0].args[i]
		}
	}
	return nil
}

// rules bring applications of operators without indices to their forms. They return nil where they do not apply.
var rules map[string]func(h *Hasher, t *term.Term, args []*form) *form

func init() {
	type rule = func(h *Hasher, t *term.Term, args []*form) *form
	plain := func(f func(args []*form) *form) rule {
		return func(_ *Hasher, _ *term.Term, args []*form) *form { return f(args) }
	}
	rules = map[string]rule{
		"not": plain(func(args []*form) *form { return not(args[0]) }),
		"and": plain(conjunction),
		"or":  plain(disjunction),
		"=>": plain(func(args []*form) *form {
			last := len(args) - 1
			return not(conjunction(append(slices.Clone(args[:last]), not(args[last]))))
		}),
		"xor":      plain(exclusive),
		"ite":      func(_ *Hasher, t *term.Term, args []*form) *form { return choice(t.Sort(), args[0], args[1], args[2]) },
		"=":        equality,
		"distinct": distinct,
		"+":        func(h *Hasher, t *term.Term, args []*form) *form { return h.sum(t.Sort(), args) },
		"-": func(h *Hasher, t *term.Term, args []*form) *form {
			if len(args) == 1 {
				return h.negative(t.Sort(), args[0])
			}
			parts := []*form{args[0]}
			for _, a := range args[1:] {
				parts = append(parts, h.negative(t.Sort(), a))
			}
			return h.sum(t.Sort(), parts)
		},
		"*":      func(h *Hasher, t *term.Term, args []*form) *form { return h.product(t.Sort(), args) },
		"select": selection,
		"str.++": joined, "seq.++": joined,
		"bvneg": involution, "bvnot": involution, "str.rev": involution, "seq.rev": involution, "fp.neg": involution,
		"bvadd": bits(bitRule{neutral: zeros}), "bvmul": bits(bitRule{neutral: one, absorbing: zeros}),
		"bvand": bits(bitRule{neutral: ones, absorbing: zeros, idempotent: true}), "bvor": bits(bitRule{neutral: zeros, absorbing: ones, idempotent: true}),
		"bvxor": bits(bitRule{neutral: zeros}),
		"bvsub": right(zeros), "bvshl": right(zeros), "bvlshr": right(zeros), "bvashr": right(zeros), "bvudiv": right(one), "bvsdiv": right(one),
	}
	// A comparison is "less" with its arguments in one order or the other, negated or not.
	for _, c := range []struct{ less, most, greater, least string }{
		{"<", "<=", ">", ">="}, {"bvult", "bvule", "bvugt", "bvuge"}, {"bvslt", "bvsle", "bvsgt", "bvsge"}, {"str.<", "str.<=", "", ""},
	} {
		tag := nameTag(c.less)
		less := func(a, b *form) *form {
			if a.hash == b.hash {
				return truths[false]
			}
			return tagged(opLess, tag, []*form{a, b})
		}
		rules[c.less] = chain(less)
		rules[c.most] = chain(func(a, b *form) *form { return not(less(b, a)) })
		if c.greater != "" {
			rules[c.greater] = chain(func(a, b *form) *form { return less(b, a) })
			rules[c.least] = chain(func(a, b *form) *form { return not(less(a, b)) })
		}
	}
}

// chain makes a rule of a relation between neighbours.
func chain(relate func(a, b *form) *form) func(*Hasher, *term.Term, []*form) *form {
	return func(_ *Hasher, _ *term.Term, args []*form) *form {
		parts := make([]*form, 0, len(args))
		for i := range len(args) - 1 {
			parts = append(parts, relate(args[i], args[i+1]))
		}
		return conjunction(parts)
	}
}

func not(f *form) *form {
	switch {
	case f.op == opNot:
		return f.args[0]
	case f.is(true):
		return truths[false]
	case f.is(false):
		return truths[true]
	}
	return of(opNot, f)
}

func disjunction(args []*form) *form {
	parts := make([]*form, len(args))
	for i, a := range args {
		parts[i] = not(a)
	}
	return not(conjunction(parts))
}

func conjunction(args []*form) *form {
	parts := merged(args, func(f *form) bool { return f.op == opAnd })
	parts = slices.DeleteFunc(parts, func(f *form) bool { return f.is(true) })
	if len(parts) <= maxArgs {
		parts = ordered(parts)
		parts = slices.CompactFunc(parts, same)
		for _, p := range parts {
			if p.is(false) || p.op == opNot && slices.ContainsFunc(parts, func(q *form) bool { return same(q, p.args[0]) }) {
				return truths[false]
			}
		}
	}
	switch len(parts) {
	case 0:
		return truths[true]
	case 1:
		return parts[0]
	}
	return of(opAnd, parts...)
}

// merged returns arguments, with those of the same operator replaced by what it is applied to.
func merged(args []*form, own func(*form) bool) []*form {
	parts := make([]*form, 0, len(args))
	for _, a := range args {
		if own(a) && len(a.args)+len(args) <= maxArgs {
			parts = append(parts, a.args...)
		} else {
			parts = append(parts, a)
		}
	}
	return parts
}

func same(a, b *form) bool { return a.hash == b.hash }

func ordered(args []*form) []*form {
	slices.SortFunc(args, func(a, b *form) int { return cmp.Compare(a.hash, b.hash) })
	return args
}

func exclusive(args []*form) *form {
	if len(args) > maxArgs {
		return nil
	}
	odd := false
	var parts []*form
	for _, a := range merged(args, func(f *form) bool { return f.op == opXor }) {
		if a.op == opNot {
			a, odd = a.args[0], !odd
			if a.op == opXor && len(parts)+len(a.args) <= maxArgs {
				parts = append(parts, a.args...)
				continue
			}
		}
		switch {
		case a.is(true):
			odd = !odd
		case !a.is(false):
			parts = append(parts, a)
		}
	}
	parts = cancelled(ordered(parts), same)
	out := truths[false]
	switch len(parts) {
	case 0:
	case 1:
		out = parts[0]
	default:
		out = of(opXor, parts...)
	}
	if odd {
		return not(out)
	}
	return out
}

// cancelled drops neighbours in pairs.
func cancelled(args []*form, pair func(a, b *form) bool) []*form {
	var out []*form
	for _, a := range args {
		if n := len(out); n > 0 && pair(out[n-1], a) {
			out = out[:n-1]
		} else {
			out = append(out, a)
		}
	}
	return out
}

func choice(s *sorts.Sort, c, yes, no *form) *form {
	if c.op == opNot {
		c, yes, no = c.args[0], no, yes
	}
	switch {
	case c.is(true), same(yes, no):
		return yes
	case c.is(false):
		return no
	case s != sorts.Bool:
		return of(opIte, c, yes, no)
	case yes.is(true), same(yes, c):
		return disjunction([]*form{c, no})
	case yes.is(false):
		return conjunction([]*form{not(c), no})
	case no.is(true):
		return disjunction([]*form{not(c), yes})
	case no.is(false), same(no, c):
		return conjunction([]*form{c, yes})
	}
	return of(opIte, c, yes, no)
}

func equality(_ *Hasher, t *term.Term, args []*form) *form {
	truth := t.Args()[0].Sort() == sorts.Bool
	parts := make([]*form, 0, len(args))
	for i := range len(args) - 1 {
		a, b := args[i], args[i+1]
		switch {
		case same(a, b):
		case truth:
			parts = append(parts, not(exclusive([]*form{a, b})))
		default:
			parts = append(parts, of(opEqual, ordered([]*form{a, b})...))
		}
	}
	return conjunction(parts)
}

func distinct(h *Hasher, t *term.Term, args []*form) *form {
	if len(args) == 2 {
		return not(equality(h, t, args))
	}
	if len(args) > maxArgs {
		return nil
	}
	args = ordered(slices.Clone(args))
	if len(slices.CompactFunc(slices.Clone(args), same)) < len(args) {
		return truths[false]
	}
	return of(opDistinct, args...)
}

// sum is the normal form of a sum: without zeros, and without what is added and subtracted.
func (h *Hasher) sum(s *sorts.Sort, args []*form) *form {
	constant := zero(s)
	var parts []*form
	for _, a := range merged(args, func(f *form) bool { return f.op == opSum }) {
		if a.known() {
			if a.value.Kind() != constant.Kind() {
				return nil
			}
			v, err := value.Add(constant, a.value)
			if err != nil {
				return nil
			}
			constant = v
			continue
		}
		parts = append(parts, a)
	}
	if len(parts) <= maxArgs {
		opposite := func(a, b *form) bool {
			return a.op == opNegative && same(a.args[0], b) || b.op == opNegative && same(b.args[0], a)
		}
		key := func(f *form) uint64 {
			if f.op == opNegative {
				return f.args[0].hash
			}
			return f.hash
		}
		slices.SortFunc(parts, func(a, b *form) int { return cmp.Or(cmp.Compare(key(a), key(b)), cmp.Compare(a.hash, b.hash)) })
		parts = cancelled(parts, opposite)
	}
	if value.Compare(constant, zero(s)) != 0 || len(parts) == 0 {
		parts = append(parts, h.ofValue(constant, s))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return of(opSum, parts...)
}

func (h *Hasher) negative(s *sorts.Sort, f *form) *form {
	switch {
	case f.op == opNegative:
		return f.args[0]
	case f.known():
		return h.ofValue(value.Neg(f.value), s)
	}
	return of(opNegative, f)
}

func (h *Hasher) product(s *sorts.Sort, args []*form) *form {
	constant := unit(s)
	var parts []*form
	for _, a := range merged(args, func(f *form) bool { return f.op == opProduct }) {
		if a.known() {
			if a.value.Kind() != constant.Kind() {
				return nil
			}
			v, err := value.Mul(constant, a.value)
			if err != nil {
				return nil
			}
			constant = v
			continue
		}
		parts = append(parts, a)
	}
	switch {
	case constant.Sign() == 0 || len(parts) == 0:
		return h.ofValue(constant, s)
	case value.Compare(constant, unit(s)) != 0:
		parts = append(parts, h.ofValue(constant, s))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	if len(parts) <= maxArgs {
		parts = ordered(parts)
	}
	return of(opProduct, parts...)
}

func zero(s *sorts.Sort) value.Value { return number(s, 0) }
func unit(s *sorts.Sort) value.Value { return number(s, 1) }

func number(s *sorts.Sort, n int64) value.Value {
	if s == sorts.Real {
		return value.ToReal(value.OfInt(n))
	}
	return value.OfInt(n)
}

// selection finds what was stored: (select (store a i v) i) is v, and other values do not matter.
func selection(h *Hasher, t *term.Term, args []*form) *form {
	array, at := args[0], args[1]
	for array.fn.Is("store") && len(array.args) == 3 {
		switch stored := array.args[1]; {
		case same(stored, at):
			return array.args[2]
		case stored.known() && at.known() && value.Compare(stored.value, at.value) != 0 && definite(at.value) && definite(stored.value):
			array = array.args[0]
			continue
		}
		break
	}
	if array == args[0] {
		return nil
	}
	return h.applied(t.Func(), []*form{array, at})
}

// definite reports whether values that compare as different are different.
func definite(v value.Value) bool {
	switch v.Kind() {
	case value.Int, value.Real, value.BitVec, value.Bool, value.String:
		return true
	}
	return false
}

// joined drops empty texts.
func joined(h *Hasher, t *term.Term, args []*form) *form {
	parts := slices.DeleteFunc(merged(args, func(f *form) bool { return f.fn == t.Func() }), func(f *form) bool {
		return f.value.Kind() == value.String && f.value.TextLen() == 0 || f.value.Kind() == value.Seq && len(f.value.Elems()) == 0
	})
	if len(parts) == 1 {
		return parts[0]
	}
	if len(parts) == 0 {
		return args[0]
	}
	return h.applied(t.Func(), parts)
}

// involution is the rule of operators that undo themselves.
func involution(_ *Hasher, t *term.Term, args []*form) *form {
	if args[0].fn == t.Func() && len(args[0].args) == 1 {
		return args[0].args[0]
	}
	return nil
}

// bitRule says which arguments of a commutative operator on bit-vectors change nothing, and which leave nothing else.
type bitRule struct {
	neutral, absorbing func(value.Value) bool
	idempotent         bool
}

func zeros(v value.Value) bool { return v.Kind() == value.BitVec && v.BV().Big().Sign() == 0 }
func one(v value.Value) bool   { return v.Kind() == value.BitVec && v.BV().Big().Cmp(big.NewInt(1)) == 0 }
func ones(v value.Value) bool {
	return v.Kind() == value.BitVec && v.BV().Not().Big().Cmp(bitvec.New(v.Width(), 0).Big()) == 0
}

func bits(b bitRule) func(*Hasher, *term.Term, []*form) *form {
	return func(h *Hasher, t *term.Term, args []*form) *form {
		parts := merged(args, func(f *form) bool { return f.fn == t.Func() })
		if len(parts) > maxArgs {
			return nil
		}
		for _, p := range parts {
			if b.absorbing != nil && p.known() && b.absorbing(p.value) {
				return p
			}
		}
		parts = ordered(slices.DeleteFunc(parts, func(f *form) bool { return f.known() && b.neutral(f.value) }))
		if b.idempotent {
			parts = slices.CompactFunc(parts, same)
		}
		switch len(parts) {
		case 0:
			return args[0] // all are neutral
		case 1:
			return parts[0]
		}
		return h.applied(t.Func(), parts)
	}
}

// right is the rule of operators whose second argument may be neutral.
func right(neutral func(value.Value) bool) func(*Hasher, *term.Term, []*form) *form {
	return func(_ *Hasher, _ *term.Term, args []*form) *form {
		if len(args) == 2 && args[1].known() && neutral(args[1].value) {
			return args[0]
		}
		return nil
	}
}

// nameTag hashes a name.
func nameTag(name string) uint64 {
	tag := uint64(saltOp)
	for i := range len(name) {
		tag = mix(tag ^ uint64(name[i]))
	}
	return tag
}
