package smtstr_test

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/smt/smtstr"
)

// The string functions against their definitions on Go strings, for all words over two letters.
func TestFunctionsExhaustive(t *testing.T) {
	short := words(3)
	same := func(what string, got smtstr.String, want string) {
		t.Helper()
		if got != str(want) {
			t.Fatalf("%s = %s, want %q", what, got.Literal(), want)
		}
	}
	for _, w := range words(4) {
		s := str(w)
		if s.Len() != len(w) {
			t.Fatalf("length of %q: %d", w, s.Len())
		}
		for i := -2; i <= 6; i++ {
			at := ""
			if i >= 0 && i < len(w) {
				at = w[i : i+1]
			}
			same("at", s.CharAt(i), at)
			for n := -2; n <= 6; n++ {
				sub := ""
				if i >= 0 && i < len(w) && n > 0 {
					sub = w[i:min(len(w), i+n)]
				}
				same("substr", s.Substr(i, n), sub)
			}
		}
		for _, v := range short {
			u := str(v)
			if s.HasPrefix(u) != strings.HasPrefix(w, v) || s.HasSuffix(u) != strings.HasSuffix(w, v) || s.Contains(u) != strings.Contains(w, v) {
				t.Fatalf("%q in %q", v, w)
			}
			if got, want := smtstr.Compare(s, u), strings.Compare(w, v); got != want {
				t.Fatalf("%q against %q: %d", w, v, got)
			}
			if got := s.LastIndexOf(u); got != strings.LastIndex(w, v) {
				t.Fatalf("last %q in %q: %d", v, w, got)
			}
			for i := -2; i <= 6; i++ {
				want := -1
				if i >= 0 && i <= len(w) {
					if want = strings.Index(w[i:], v); want >= 0 {
						want += i
					}
				}
				if got := s.IndexOf(u, i); got != want {
					t.Fatalf("indexof %q %q %d = %d, want %d", w, v, i, got, want)
				}
				updated := w
				if i >= 0 && i < len(w) {
					updated = (w[:i] + v)[:min(len(w), i+len(v))]
					updated += w[len(updated):]
				}
				same("update", s.Update(i, u), updated)
			}
			for _, x := range short {
				r, _ := s.Replace(u, str(x))
				same("replace", r, strings.Replace(w, v, x, 1))
				all := w
				if v != "" {
					all = strings.ReplaceAll(w, v, x)
				}
				r, _ = s.ReplaceAll(u, str(x))
				same("replace_all", r, all)
			}
		}
	}
}

// Characters share bytes in the representation: a match across their boundaries does not count.
func TestAlignment(t *testing.T) {
	s, _ := smtstr.FromCodes([]uint32{0x10101, 0x101, 0x10001, 0x1})
	for i := range s.Len() {
		one := s.CharAt(i)
		if got := s.IndexOf(one, 0); got != i {
			t.Errorf("character %d is found at %d", i, got)
		}
		if got := s.LastIndexOf(one); got != i {
			t.Errorf("character %d is found last at %d", i, got)
		}
	}
	if n := s.IndexOf(smtstr.FromCode(0x101010), 0); n != 0 {
		t.Errorf("the empty string is found at %d", n)
	}
	if n := s.IndexOf(smtstr.FromCode(0x10100), 0); n != -1 {
		t.Errorf("a character that is not there is found at %d", n)
	}
}

func TestConversions(t *testing.T) {
	for _, c := range []struct {
		text string
		code int
		n    int64
	}{
		{"", -1, -1}, {"0", '0', 0}, {"007", -1, 7}, {"-1", -1, -1}, {"a", 'a', -1}, {"12a", -1, -1},
		{`\u{2ffff}`, 0x2ffff, -1}, {`\u{d800}`, 0xd800, -1}, {`\u{0661}`, 0x661, -1},
	} {
		s := str(c.text)
		if s.ToCode() != c.code || s.ToInt().Cmp(big.NewInt(c.n)) != 0 {
			t.Errorf("%q: code %d, number %v", c.text, s.ToCode(), s.ToInt())
		}
	}
	if s := smtstr.FromCode(196608); s.Len() != 0 {
		t.Error("there is a character above the last one")
	}
	if s := smtstr.FromInt(big.NewInt(-3)); s.Len() != 0 {
		t.Error("a negative number has digits")
	}
	if s := smtstr.FromInt(big.NewInt(120)); s != str("120") {
		t.Error(s.Literal())
	}
	if s := str(`aZ[\u{c4}`); s.ToUpper() != str(`AZ[\u{c4}`) || s.ToLower() != str(`az[\u{c4}`) || s.Rev() != str(`\u{c4}[Za`) {
		t.Error("case or order")
	}
}

// Escapes as SMT-LIB 2.6 has them.
func TestLiterals(t *testing.T) {
	for text, want := range map[string]string{
		`"a""b"`:       "a 0x22 b",
		`"\u{41}"`:     "A",
		`"\u0041"`:     "A",
		`"\u00410"`:    "A 0",
		`"\u{0}"`:      "0x0",
		`"\u{2FFFF}"`:  "0x2ffff",
		`"\u{30000}"`:  `\ u { 3 0 0 0 0 }`,
		`"\u{000041}"`: `\ u { 0 0 0 0 4 1 }`,
		`"\u{}"`:       `\ u { }`,
		`"\u{4g}"`:     `\ u { 4 g }`,
		`"\u{41"`:      `\ u { 4 1`,
		`"\u004"`:      `\ u 0 0 4`,
		`"\x61\n\\"`:   `\ x 6 1 \ n \ \`,
		`"é😀"`:         "0xe9 0x1f600",
	} {
		s, err := smtstr.ParseLiteral(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		fields := strings.Fields(want)
		if len(fields) != s.Len() {
			t.Errorf("%s has %d characters, want %q", text, s.Len(), want)
			continue
		}
		for i, f := range fields {
			code := uint32(f[0])
			if len(f) > 1 {
				n, ok := new(big.Int).SetString(f, 0)
				if !ok {
					n, _ = new(big.Int).SetString(f, 16)
				}
				code = uint32(n.Uint64())
			}
			if s.At(i) != code {
				t.Errorf("%s: character %d is %x, want %x", text, i, s.At(i), code)
			}
		}
	}
	for _, text := range []string{``, `"`, `a`, `"a"b"`, `"a""`} {
		if s, err := smtstr.ParseLiteral(text); err == nil {
			t.Errorf("%s is read as %s", text, s.Literal())
		}
	}
}

func FuzzLiteral(f *testing.F) {
	f.Add(`a\u{41}""\`)
	f.Add("\xff\u00e9\\u12")
	f.Fuzz(func(t *testing.T, inner string) {
		s, err := smtstr.ParseLiteral(`"` + inner + `"`)
		if err != nil {
			return
		}
		back, err := smtstr.ParseLiteral(s.Literal())
		if err != nil || back != s {
			t.Fatalf("%q: %s reads as %s (%v)", inner, s.Literal(), back.Literal(), err)
		}
	})
}

func TestLaws(t *testing.T) {
	any := rapid.Custom(func(t *rapid.T) smtstr.String {
		codes := rapid.SliceOfN(rapid.SampledFrom([]uint32{0, 1, 'a', 'b', 0x101, 0xd800, 0x10101, smtstr.MaxChar}), 0, 8).Draw(t, "codes")
		s, _ := smtstr.FromCodes(codes)
		return s
	})
	rapid.Check(t, func(t *rapid.T) {
		s, u, v := any.Draw(t, "s"), any.Draw(t, "u"), any.Draw(t, "v")
		c, _ := smtstr.Concat(s, u)
		if c.Len() != s.Len()+u.Len() || !c.HasPrefix(s) || !c.HasSuffix(u) || !c.Contains(u) {
			t.Fatal("concatenation")
		}
		if c.Substr(0, s.Len()) != s || c.Substr(s.Len(), u.Len()) != u {
			t.Fatal("parts of a concatenation")
		}
		if s.Rev().Rev() != s {
			t.Fatal("reversed twice")
		}
		ru, _ := smtstr.Concat(u.Rev(), s.Rev())
		if c.Rev() != ru {
			t.Fatal("reversed concatenation")
		}
		if r, _ := s.Replace(u, u); r != s {
			t.Fatal("replaced by itself")
		}
		if r, _ := s.ReplaceAll(u, u); r != s {
			t.Fatal("all replaced by themselves")
		}
		if i := s.IndexOf(u, 0); i >= 0 {
			if s.Substr(i, u.Len()) != u {
				t.Fatal("found what is not there")
			}
			head, _ := smtstr.Concat(s.Substr(0, i), v)
			want, _ := smtstr.Concat(head, s.Substr(i+u.Len(), s.Len()))
			if r, _ := s.Replace(u, v); r != want {
				t.Fatal("replacement")
			}
		} else if s.Contains(u) {
			t.Fatal("contained and not found")
		}
		if (smtstr.Compare(s, u) == 0) != (s == u) || smtstr.Compare(s, u) != -smtstr.Compare(u, s) {
			t.Fatal("order")
		}
	})
}
