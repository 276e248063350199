package preanalysis

import (
	"github.com/assay-smt/assay/internal/abstract"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// stringRules are those of Strings with the operators of solvers (DIVER paper, table I). All their sets are complete: where no form of set says
// what may stand at a place, evaluation does.
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
	"str.prefixof":       strict(func(a *Application) { a.stands(abstract.AtStart, 0, 1) }),
	"str.suffixof":       strict(func(a *Application) { a.stands(abstract.AtEnd, 0, 1) }),
	"str.contains":       strict(func(a *Application) { a.stands(abstract.Anywhere, 1, 0) }),
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
	"re.loop":            strict(languages),
}

// strict makes the rule of an operator that has a value whenever its arguments have: without one of them there is nothing to say, and where
// every value is wanted, every argument does.
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

// Backs from a value of an operator to an argument, see preimage.

// itself takes the value for the argument.
func itself(_ *rng.Rand, w value.Value) (value.Value, bool) { return w, true }

// turnedWord turns the value.
func turnedWord(_ *rng.Rand, w value.Value) (value.Value, bool) {
	return value.OfString(w.Str().Rev()), true
}

// letter takes any character.
func letter(r *rng.Rand, _ value.Value) (value.Value, bool) {
	return value.OfString(smtstr.FromCode('0' + r.IntN(75))), true
}

// random returns a back that takes any value of a sort.
func random(s *sorts.Sort) back {
	return func(r *rng.Rand, _ value.Value) (value.Value, bool) { return abstract.Any(s).Pick(r, value.Value{}) }
}

// part takes any part of a string.
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

// numbersOf sets the set of argument 0, an integer, from those that the function gives for each string, when finitely many are wanted or
// are not. It reports whether they are.
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

// concat is the rule of str.++: an argument is what is wanted without what stands before and behind it.
func concat(a *Application) {
	if abstract.IsPoint(a.Want) {
		return // the arguments follow from each other
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

// cut returns a string without two others, before and behind; ok is false when these are not there.
func cut(s, before, behind smtstr.String) (v value.Value, ok bool) {
	if s.Len() < before.Len()+behind.Len() || !s.HasPrefix(before) || !s.HasSuffix(behind) {
		return v, false
	}
	return value.OfString(s.Slice(before.Len(), s.Len()-behind.Len())), true
}

// cutAll cuts those strings that can be.
func cutAll(vs []value.Value, before, behind smtstr.String) []value.Value {
	out := make([]value.Value, 0, len(vs))
	for _, v := range vs {
		if c, ok := cut(v.Str(), before, behind); ok {
			out = append(out, c)
		}
	}
	return out
}

// maxPositions bounds the positions of a string that are tried one by one.
const maxPositions = 64

// positions sets the set of argument i, an integer, by trying the numbers from lo to hi. The application has one value for all numbers up to lo,
// and one for all from hi on; at returns it, nil leaves that to evaluation.
func (a *Application) positions(i, lo, hi int, at func(n int) value.Value) {
	if hi-lo > maxPositions {
		a.preimage(i, func(r *rng.Rand, _ value.Value) (value.Value, bool) {
			return value.OfInt(int64(lo + r.IntN(hi-lo+1))), true
		})
		return
	}
	if at == nil {
		args := append([]value.Value(nil), a.Args...)
		at = func(n int) value.Value {
			args[i] = value.OfInt(int64(n))
			return a.Eval.Apply(a.Term, args)
		}
	}
	var buf [8]abstract.Interval
	good := buf[:0]
	before := false // the number before is good
	for n := lo; n <= hi; n++ {
		v := at(n)
		is := v.IsKnown() && a.Want.Has(v)
		end := abstract.End{}
		if n > lo && n < hi || n == lo && hi > lo {
			end = abstract.Closed(value.OfInt(int64(n)))
		}
		switch {
		case is && before:
			good[len(good)-1].Hi = end
		case is:
			p := abstract.Interval{Lo: abstract.Closed(value.OfInt(int64(n))), Hi: end}
			if n == lo {
				p.Lo = abstract.End{}
			}
			good = append(good, p)
		}
		before = is
	}
	a.Sets[i] = abstract.Numbers(sorts.Int, good...)
}

// charAt is the rule of str.at.
func charAt(a *Application) {
	s := a.Args[0].Str()
	at := a.Args[1].Clamp(-1, s.Len())
	a.preimage(0, func(_ *rng.Rand, w value.Value) (value.Value, bool) {
		switch c := w.Str(); {
		case c.Len() == 0:
			return value.OfString(s.Substr(0, max(at, 0))), true
		case at < 0:
			return w, false
		default:
			return padded(s, at, at+1, c), true
		}
	})
	a.positions(1, -1, s.Len(), func(n int) value.Value { return value.OfString(s.CharAt(n)) })
}

// padded returns s with the characters from i to j-1 replaced, made long enough for i with whatever is there.
func padded(s smtstr.String, i, j int, with smtstr.String) value.Value {
	const most = 64 // characters that are added
	before := s.Substr(0, i)
	for range min(i-before.Len(), most) {
		before, _ = smtstr.Concat(before, smtstr.FromCode('a'))
	}
	j = min(j, s.Len())
	behind := s.Slice(max(min(i, s.Len()), j), s.Len())
	out, _ := smtstr.Concat(before, with, behind) // not longer than strings can be, but for some characters
	return value.OfString(out)
}

// substr is the rule of str.substr.
func substr(a *Application) {
	s := a.Args[0].Str()
	from, n := a.Args[1].Clamp(-1, s.Len()), a.Args[2].Clamp(0, s.Len())
	a.preimage(0, func(_ *rng.Rand, w value.Value) (value.Value, bool) {
		switch {
		case w.TextLen() == 0:
			return value.OfString(s.Substr(0, max(from, 0))), true
		case from < 0 || n <= 0:
			return w, false
		case w.TextLen() < a.Args[2].Clamp(0, smtstr.MaxLen): // it ends with the string
			return padded(s.Substr(0, from), from, from, w.Str()), true
		}
		return padded(s, from, from+n, w.Str()), true
	})
	a.positions(1, -1, s.Len(), func(i int) value.Value { return value.OfString(s.Substr(i, n)) })
	a.positions(2, 0, s.Len(), func(n int) value.Value { return value.OfString(s.Substr(from, n)) })
}

// stands is the rule of a predicate that says that one argument stands at a place of another one.
func (a *Application) stands(at abstract.Place, part, whole int) {
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

// indexOf is the rule of the operators that find positions, with and without a start.
func indexOf(a *Application) {
	s := a.Args[0].Str()
	a.preimage(0, func(r *rng.Rand, w value.Value) (value.Value, bool) {
		n := w.Clamp(-1, s.Len())
		if n < 0 || a.Args[1].Kind() != value.String {
			return random(sorts.String)(r, w)
		}
		t := a.Args[1].Str()
		return padded(s, n, n+t.Len(), t), true
	})
	if a.Args[1].Kind() == value.String {
		a.preimage(1, func(r *rng.Rand, w value.Value) (value.Value, bool) {
			n := w.Clamp(-1, s.Len())
			if n < 0 || r.IntN(4) == 0 {
				return random(sorts.String)(r, w)
			}
			return value.OfString(s.Substr(n, 1+r.IntN(3))), true
		})
	} else {
		a.preimage(1, anyLanguage(a))
	}
	if len(a.Args) > 2 {
		var at func(int) value.Value
		if a.Args[1].Kind() == value.String {
			t := a.Args[1].Str()
			at = func(n int) value.Value { return value.OfInt(int64(s.IndexOf(t, n))) }
		}
		a.positions(2, -1, s.Len()+1, at)
	}
}

// replace is the rule of the operators that replace a pattern, a word or a language, by a word.
func replace(a *Application) {
	s, u := a.Args[0].Str(), a.Args[2].Str()
	word := a.Args[1].Kind() == value.String
	a.preimage(0, func(r *rng.Rand, w value.Value) (value.Value, bool) {
		if word && r.Bool() {
			if v, ok := w.Str().Replace(u, a.Args[1].Str()); ok {
				return value.OfString(v), true
			}
		}
		return w, true
	})
	if word {
		a.preimage(1, func(r *rng.Rand, w value.Value) (value.Value, bool) {
			if r.IntN(3) == 0 {
				return random(sorts.String)(r, w)
			}
			return part(s)(r, w)
		})
	} else {
		a.preimage(1, anyLanguage(a))
	}
	a.preimage(2, func(r *rng.Rand, w value.Value) (value.Value, bool) {
		if word && a.Term.Func().Row.Name == "str.replace" {
			if i := s.IndexOf(a.Args[1].Str(), 0); i >= 0 {
				return cut(w.Str(), s.Slice(0, i), s.Slice(i+a.Args[1].TextLen(), s.Len()))
			}
		}
		if r.Bool() {
			return random(sorts.String)(r, w)
		}
		return part(w.Str())(r, w)
	})
}

// overwrite is the rule of str.update.
func overwrite(a *Application) {
	n := a.Args[0].TextLen()
	a.preimage(0, itself)
	a.positions(1, -1, n, nil)
	from := a.Args[1].Clamp(-1, n)
	a.preimage(2, func(_ *rng.Rand, w value.Value) (value.Value, bool) {
		return value.OfString(w.Str().Substr(max(from, 0), n)), true
	})
}

// inLanguage is the rule of str.in_re.
func inLanguage(a *Application) {
	b, yes := a.Eval.Languages(), a.Want.Has(value.True)
	a.Sets[0] = abstract.Language(b, a.Args[1].Regex(), yes)
	a.Sets[1] = abstract.Having(b, a.Args[0].Str(), yes)
}

// toLanguage is the rule of str.to_re.
func toLanguage(a *Application) {
	word, yes, ok := abstract.AsHaving(a.Want)
	switch {
	case ok && yes:
		a.Sets[0] = abstract.Exactly(sorts.String, value.OfString(word))
	case ok:
		a.Sets[0] = abstract.Except(sorts.String, value.OfString(word))
	default:
		a.preimage(0, random(sorts.String))
	}
}

// languages is the rule of the operators on languages. Numbers among the arguments stay as they are.
func languages(a *Application) {
	for i := range a.Args {
		if a.Args[i].Kind() == value.RegLan {
			a.preimage(i, anyLanguage(a))
		}
	}
}

// anyLanguage returns a back that takes the value itself, or one of the simple languages.
func anyLanguage(a *Application) back {
	return func(r *rng.Rand, w value.Value) (value.Value, bool) {
		b := a.Eval.Languages()
		switch r.IntN(4) {
		case 0:
			return value.OfRegex(b.All()), true
		case 1:
			return value.OfRegex(b.None()), true
		case 2:
			if word, ok := random(sorts.String)(r, w); ok {
				return value.OfRegex(b.Word(word.Str())), true
			}
		}
		if w.Kind() == value.RegLan {
			return w, true
		}
		return value.OfRegex(b.AllChar()), true
	}
}
