package preanalysis

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// maxPositions bounds the positions of a string that are tried one by one.
const maxPositions = 64

// positions sets the set of argument i, an integer, by trying the numbers from lo to hi. The application has one value for all numbers up to lo,
// and one for all from hi on. at returns the value; a nil at leaves that to evaluation.
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
	before := false // the previous number is good
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

// padded returns s with the characters from i to j-1 replaced; s is first extended, if necessary, to reach i.
func padded(s smtstr.String, i, j int, with smtstr.String) value.Value {
	const most = 64 // characters that are added
	before := s.Substr(0, i)
	for range min(i-before.Len(), most) {
		before, _ = smtstr.Concat(before, smtstr.FromCode('a'))
	}
	j = min(j, s.Len())
	behind := s.Slice(max(min(i, s.Len()), j), s.Len())
	out, _ := smtstr.Concat(before, with, behind) // not longer than the longest string, except for a few characters
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
