package preanalysis

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// stringRules are the rules of Strings with the operators of solvers (DIVER paper, table I). All their sets are complete: where no form of set
// says what may be at a place, evaluation does.
var stringRules = map[string]rule{
	"str.len":            strict(func(a *Application) { a.Sets[0] = abstract.Lengths(a.Want) }),
	"str.to_code":        strict(func(a *Application) { a.Sets[0] = abstract.Codes(a.Want) }),
	"str.to_int":         strict(func(a *Application) { a.Sets[0] = abstract.Numerals(a.Want) }),
	"str.is_digit":       strict(isDigit),
	"str.from_int":       strict(fromInt),
	"str.from_code":      strict(fromCode),
	"str.++":             strict(concat),
	"str.at":             strict(charAt),
	"str.substr":         strict(substr),
	"str.prefixof":       strict(func(a *Application) { a.occurs(abstract.AtStart, 0, 1) }),
	"str.suffixof":       strict(func(a *Application) { a.occurs(abstract.AtEnd, 0, 1) }),
	"str.contains":       strict(func(a *Application) { a.occurs(abstract.Anywhere, 1, 0) }),
	"str.<":              strict(before),
	"str.<=":             strict(before),
	"str.indexof":        strict(indexOf),
	"str.replace":        strict(replace),
	"str.replace_all":    strict(replace),
	"str.replace_re":     strict(replace),
	"str.replace_re_all": strict(replace),
	"str.update":         strict(overwrite),
	"str.rev":            strict(func(a *Application) { a.preimage(0, turnedWord) }),
	"str.to_lower":       strict(func(a *Application) { a.preimage(0, itself) }),
	"str.to_upper":       strict(func(a *Application) { a.preimage(0, itself) }),
	"str.indexof_re":     strict(indexOf),
	"seq.last_indexof":   strict(indexOf),
	"str.in_re":          strict(inLanguage),
	"str.to_re":          strict(toLanguage),
	"re.range":           strict(func(a *Application) { a.preimage(0, letter); a.preimage(1, letter) }),
	"re.++":              strict(languages),
	"re.union":           strict(languages),
	"re.inter":           strict(languages),
	"re.diff":            strict(languages),
	"re.comp":            strict(languages),
	"re.*":               strict(languages),
	"re.+":               strict(languages),
	"re.opt":             strict(languages),
	"re.^":               strict(languages),
	"re.loop":            loop,
}

// strict makes the rule of an operator that has a value whenever its arguments have one: if an argument has none, the rule says nothing,
// and where every value is wanted, every argument is allowed.
func strict(r rule) rule {
	return func(a *Application) {
		switch {
		case !a.known():
		case abstract.IsAny(a.Want):
			for i := range a.Args {
				a.Sets[i] = abstract.Any(a.Sort(i))
			}
		default:
			r(a)
		}
	}
}

// Backs, from a value of an operator to an argument; see preimage.

// itself uses the value as the argument.
func itself(_ *rng.Rand, w value.Value) (value.Value, bool) { return w, true }

// turnedWord reverses the value.
func turnedWord(_ *rng.Rand, w value.Value) (value.Value, bool) {
	return value.OfString(w.Str().Rev()), true
}

// random returns a back that uses an arbitrary value of a sort.
func random(s *sorts.Sort) back {
	return func(r *rng.Rand, _ value.Value) (value.Value, bool) { return abstract.Any(s).Pick(r, value.Value{}) }
}

// part uses an arbitrary part of a string.
func part(s smtstr.String) back {
	return func(r *rng.Rand, _ value.Value) (value.Value, bool) {
		i := r.IntN(s.Len() + 1)
		return value.OfString(s.Slice(i, i+r.IntN(s.Len()+1-i))), true
	}
}

// isDigit is the rule of str.is_digit.
func isDigit(a *Application) {
	digits := abstract.Interval{Lo: abstract.Closed(value.OfInt('0')), Hi: abstract.Closed(value.OfInt('9'))}
	if a.Want.Has(value.True) {
		a.Sets[0] = abstract.Codes(abstract.Between(sorts.Int, digits))
	} else {
		a.Sets[0] = abstract.Codes(outside(sorts.Int, digits))
	}
}

// numbersOf sets the set of argument 0, an integer, from the numbers that the function gives for each string, when finitely many strings
// are wanted or unwanted. It reports whether that is so.
func (a *Application) numbersOf(of func(to []abstract.Interval, s smtstr.String) []abstract.Interval) bool {
	vs, in := abstract.Values(a.Want)
	if !in {
		var but bool
		if vs, but = abstract.Excluded(a.Want); !but {
			return false
		}
	}
	var parts []abstract.Interval
	for _, v := range vs {
		parts = of(parts, v.Str())
	}
	if in {
		a.Sets[0] = abstract.Numbers(sorts.Int, parts...)
	} else {
		a.Sets[0] = abstract.Outside(sorts.Int, parts...)
	}
	return true
}

var negative = abstract.Interval{Hi: abstract.Closed(value.OfInt(-1))}

// fromInt is the rule of str.from_int: negative numbers give the empty string, others their digits.
func fromInt(a *Application) {
	if a.numbersOf(func(to []abstract.Interval, s smtstr.String) []abstract.Interval {
		if s.Len() == 0 {
			return append(to, negative)
		}
		if n := s.ToInt(); n.Sign() >= 0 && smtstr.FromInt(n) == s { // no leading zeros
			to = append(to, abstract.Point(value.OfBig(n)))
		}
		return to
	}) {
		return
	}
	a.preimage(0, func(r *rng.Rand, w value.Value) (value.Value, bool) {
		if w.TextLen() > maxWritten {
			return w, false
		}
		if n := value.OfBig(w.Str().ToInt()); n.Sign() >= 0 || w.TextLen() == 0 {
			return n, true
		}
		return value.OfInt(int64(r.IntN(2000))), true
	})
}

// maxWritten bounds the numerals that are read to guess an argument.
const maxWritten = 1 << 12

// fromCode is the rule of str.from_code: code points give their character, other numbers the empty string.
func fromCode(a *Application) {
	if a.numbersOf(func(to []abstract.Interval, s smtstr.String) []abstract.Interval {
		switch s.Len() {
		case 0:
			return append(to, negative, abstract.Interval{Lo: abstract.Closed(value.OfInt(smtstr.MaxChar + 1))})
		case 1:
			return append(to, abstract.Point(value.OfInt(int64(s.ToCode()))))
		}
		return to
	}) {
		return
	}
	a.preimage(0, func(r *rng.Rand, w value.Value) (value.Value, bool) {
		if n := w.Str().ToCode(); n >= 0 || w.TextLen() == 0 {
			return value.OfInt(int64(n)), true
		}
		return value.OfInt(int64(r.IntN(128))), true
	})
}

// concat is the rule of str.++: an argument is what is wanted without the parts before and after it.
func concat(a *Application) {
	if abstract.IsPoint(a.Want) {
		return // the arguments determine each other
	}
	whole := a.Value.Str()
	from := 0
	for i, v := range a.Args {
		to := from + v.TextLen()
		a.middle(i, whole.Slice(0, from), whole.Slice(to, whole.Len()))
		from = to
	}
}

// middle sets the set of argument i between two strings.
func (a *Application) middle(i int, before, behind smtstr.String) {
	if vs, ok := abstract.Values(a.Want); ok {
		a.Sets[i] = abstract.OneOf(sorts.String, cutAll(vs, before, behind)...)
		return
	}
	if vs, ok := abstract.Excluded(a.Want); ok {
		a.Sets[i] = abstract.Except(sorts.String, cutAll(vs, before, behind)...)
		return
	}
	if in, ok := abstract.AsLengths(a.Want); ok {
		if in, ok := translated(in, false, value.OfInt(int64(before.Len()+behind.Len()))); ok {
			a.Sets[i] = abstract.Lengths(in)
			return
		}
	}
	a.preimage(i, func(r *rng.Rand, w value.Value) (value.Value, bool) {
		if v, ok := cut(w.Str(), before, behind); ok {
			return v, true
		}
		return part(w.Str())(r, w)
	})
}

// cut returns a string without a given prefix and suffix; ok is false when it does not have them.
func cut(s, before, behind smtstr.String) (v value.Value, ok bool) {
	if s.Len() < before.Len()+behind.Len() || !s.HasPrefix(before) || !s.HasSuffix(behind) {
		return v, false
	}
	return value.OfString(s.Slice(before.Len(), s.Len()-behind.Len())), true
}

// cutAll cuts the strings that can be cut.
func cutAll(vs []value.Value, before, behind smtstr.String) []value.Value {
	out := make([]value.Value, 0, len(vs))
	for _, v := range vs {
		if c, ok := cut(v.Str(), before, behind); ok {
			out = append(out, c)
		}
	}
	return out
}

// occurs is the rule of a predicate that says that one argument occurs at a place in another one.
func (a *Application) occurs(at abstract.Place, part, whole int) {
	yes := a.Want.Has(value.True)
	a.Sets[part] = abstract.Within(at, a.Args[whole].Str(), yes)
	a.Sets[whole] = abstract.With(at, a.Args[part].Str(), yes)
}

// before is the rule of str.< and str.<=: an argument has to lie between its neighbours, or outside of them. It does not matter where the others
// break the chain.
func before(a *Application) {
	strict, yes := a.Term.Func().Row.Name == "str.<", a.Want.Has(value.True)
	for i := range a.Args {
		var p abstract.Interval
		if i > 0 {
			p.Lo = abstract.End{At: a.Args[i-1], Open: strict}
		}
		if i < len(a.Args)-1 {
			p.Hi = abstract.End{At: a.Args[i+1], Open: strict}
		}
		switch broken := a.broken(i, strict); {
		case !broken:
			a.Sets[i] = abstract.Ordered(p, yes)
		case !yes:
			a.Sets[i] = abstract.Any(sorts.String)
		}
	}
}

// broken reports whether neighbours other than argument i are in the wrong order.
func (a *Application) broken(i int, strict bool) bool {
	for j := range a.Args[1:] {
		if j == i || j+1 == i {
			continue
		}
		if c := smtstr.Compare(a.Args[j].Str(), a.Args[j+1].Str()); c > 0 || c == 0 && strict {
			return true
		}
	}
	return false
}
