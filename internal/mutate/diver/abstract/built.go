package abstract

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Way is a way to build values of a datatype, or of a sort of tuples: the constructor, nil for tuples, and what its fields may be.
type Way struct {
	Ctor   *term.Decl
	Fields []Set // none of them Irrelevant
}

// built is a set of values that are built in certain ways.
type built struct {
	sort *sorts.Sort
	dom  *value.Domain
	ways []Way // at least one
	// how many functions Has goes through, see chainOf
	chain int
}

// Built returns the set of the values of a sort that are built in one of the ways. Ways with a field that has no value do not count.
func Built(dom *value.Domain, s *sorts.Sort, ways ...Way) Set {
	kept := make([]Way, 0, len(ways))
	for _, w := range ways {
		if !slices.ContainsFunc(w.Fields, func(f Set) bool { _, empty := f.(nothing); return empty }) {
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 {
		return Nothing(s)
	}
	if free := func(w Way) bool { return !slices.ContainsFunc(w.Fields, func(f Set) bool { return !IsAny(f) }) }; free(kept[0]) &&
		len(kept) == 1 && (kept[0].Ctor == nil || kept[0].Ctor.Data != nil && len(kept[0].Ctor.Data.Ctors) == 1) {
		return Any(s)
	}
	out := &built{sort: s, dom: dom, ways: kept}
	for _, w := range kept {
		for _, f := range w.Fields {
			out.chain = max(out.chain, chainOf(f))
		}
	}
	return out
}

// AsBuilt returns the ways of a set that Built has made; ok is false for others. The caller must not change them.
func AsBuilt(set Set) (ways []Way, ok bool) {
	s, ok := set.(*built)
	if !ok {
		return nil, false
	}
	return s.ways, true
}

// partsOf returns the constructor and fields of a value of a datatype, or of a tuple.
func partsOf(v value.Value) (ctor *term.Decl, fields []value.Value, ok bool) {
	switch v.Kind() {
	case value.Data:
		ctor, fields = v.Data()
		return ctor, fields, true
	case value.Tuple:
		return nil, v.Elems(), true
	}
	return nil, nil, false
}

func (w *Way) has(ctor *term.Decl, fields []value.Value) bool {
	if ctor != w.Ctor || len(fields) != len(w.Fields) {
		return false
	}
	for i, f := range w.Fields {
		if !f.Has(fields[i]) {
			return false
		}
	}
	return true
}

func (s *built) Sort() *sorts.Sort { return s.sort }

func (s *built) Has(v value.Value) bool {
	ctor, fields, ok := partsOf(v)
	if !ok || !v.IsKnown() {
		return false
	}
	for i := range s.ways {
		if s.ways[i].has(ctor, fields) {
			return true
		}
	}
	return false
}

// Score adds up the scores of the ways: the product of their fields' scores, and MinScore if there are no fields.
func (s *built) Score() float64 {
	sum := 0.0
	for _, w := range s.ways {
		score := float64(MaxScore)
		if len(w.Fields) == 0 {
			score = MinScore
		}
		for _, f := range w.Fields {
			score *= f.Score()
		}
		sum += score
	}
	return max(MinScore, min(MaxScore, sum))
}

// Pick chooses a way, and leaves some fields as they are.
func (s *built) Pick(r *rng.Rand, not value.Value) (value.Value, bool) {
	const tries = 3
	for range tries {
		if v, ok := s.pick(r, not); ok && !same(v, not) {
			return v, true
		}
	}
	return value.Value{}, false
}

func (s *built) pick(r *rng.Rand, not value.Value) (value.Value, bool) {
	w := rng.Pick(r, s.ways)
	ctor, old, ok := partsOf(not)
	if !ok || ctor != w.Ctor || len(old) != len(w.Fields) {
		old = nil
	}
	fields := make([]value.Value, len(w.Fields))
	for i, f := range w.Fields {
		var before value.Value
		if old != nil && f.Has(old[i]) {
			before = old[i]
		}
		v, ok := before, before.Kind() != value.Invalid && r.Bool()
		if !ok {
			v, ok = f.Pick(r, before)
		}
		if !ok {
			v, ok = before, before.Kind() != value.Invalid
		}
		if !ok {
			v, ok = s.dom.Default(f.Sort())
		}
		if !ok || !f.Has(v) || value.TooDeep(v) {
			return value.Value{}, false
		}
		fields[i] = v
	}
	if w.Ctor == nil {
		return s.dom.Canonical(value.OfTuple(fields))
	}
	return s.dom.Canonical(value.OfData(w.Ctor, s.sort, fields))
}

func (s *built) Formula(st *term.Store, x *term.Term) (*term.Term, error) {
	b := builder{st: st}
	var ways []*term.Term
	for _, w := range s.ways {
		var parts []*term.Term
		if w.Ctor != nil && (w.Ctor.Data == nil || len(w.Ctor.Data.Ctors) > 1) {
			parts = append(parts, b.call(term.Func{Kind: term.TesterFunc, Decl: w.Ctor}, x))
		}
		for i, f := range w.Fields {
			if IsAny(f) {
				continue
			}
			project := term.Func{Kind: term.ProjectFunc, Indices: []int{i}}
			if w.Ctor != nil {
				project = term.Func{Kind: term.UserFunc, Decl: w.Ctor.Fields[i]}
			}
			if t := b.member(f, b.call(project, x)); t != nil {
				parts = append(parts, t)
			}
		}
		if b.err == nil && len(parts) == 0 {
			return nil, nil
		}
		ways = append(ways, b.all(parts))
	}
	if len(ways) > 1 {
		return b.apply("or", ways...), b.err
	}
	return ways[0], b.err
}

func (s *built) Same(other Set) bool {
	o, ok := other.(*built)
	return ok && o.sort == s.sort && slices.EqualFunc(o.ways, s.ways, func(a, b Way) bool {
		return a.Ctor == b.Ctor && slices.EqualFunc(a.Fields, b.Fields, Set.Same)
	})
}

func (s *built) String() string {
	var out []string
	for _, w := range s.ways {
		name := "tuple"
		if w.Ctor != nil {
			name = w.Ctor.Text
		}
		fields := make([]string, len(w.Fields))
		for i, f := range w.Fields {
			fields[i] = f.String()
		}
		out = append(out, name+"("+strings.Join(fields, "; ")+")")
	}
	return strings.Join(out, " or ")
}
