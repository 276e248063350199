package seeds_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/seeds"
)

func TestAllIsSortedAndUnique(t *testing.T) {
	all := seeds.All()
	if len(all) == 0 {
		t.Fatal("no built-in seeds")
	}
	byText := map[string]string{}
	for i, s := range all {
		if i > 0 && all[i-1].Name >= s.Name {
			t.Errorf("%s comes before %s", all[i-1].Name, s.Name)
		}
		if !strings.HasPrefix(s.Name, logicOf(s)+"/"+statusOf(s)+"/") {
			t.Errorf("%s: name does not start with logic %s and status %s", s.Name, logicOf(s), statusOf(s))
		}
		if other, dup := byText[s.Text]; dup {
			t.Errorf("%s and %s have the same text", other, s.Name)
		}
		byText[s.Text] = s.Name
	}
}

func TestAllReturnsFreshCopies(t *testing.T) {
	want := seeds.All()
	spoilt := seeds.All()
	for i := range spoilt {
		spoilt[i].Name = ""
		spoilt[i].Text = ""
	}
	if diff := cmp.Diff(want, seeds.All()); diff != "" {
		t.Errorf("a caller's change shows in the next call (-want +got):\n%s", diff)
	}
}

var (
	setLogic = regexp.MustCompile(`(?m)^\(set-logic ([A-Z_]+)\)$`)
	// Either a status or a check; the order of the matches pairs them.
	statusOrCheck = regexp.MustCompile(`(?m)^\((?:set-info :status (sat|unsat)\)|check-sat(?:\)| |-assuming ))`)
)

// expectations returns the status that holds at each check of the script, "" where none is set.
func expectations(text []byte) []string {
	var want []string
	current := ""
	for _, m := range statusOrCheck.FindAllSubmatch(text, -1) {
		if len(m[1]) > 0 {
			current = string(m[1])
			continue
		}
		want = append(want, current)
	}
	return want
}

func TestExpectations(t *testing.T) {
	text := "(check-sat)\n(set-info :status sat)\n(check-sat)\n(check-sat-assuming (p))\n" +
		"; (check-sat)\n(set-info :status unsat)\n(check-sat)\n"
	if diff := cmp.Diff([]string{"", "sat", "sat", "unsat"}, expectations([]byte(text))); diff != "" {
		t.Errorf("expectations (-want +got):\n%s", diff)
	}
}

func TestTextMatchesFolder(t *testing.T) {
	for _, s := range seeds.All() {
		t.Run(s.Name, func(t *testing.T) {
			if n := len(s.Text); n < 150 || n > 2500 {
				t.Errorf("%d bytes, want 150 to 2500", n)
			}
			if strings.ContainsAny(s.Text, "\r\t") || !strings.HasPrefix(s.Text, "; ") {
				t.Error("want LF line ends, no tabs, and a comment in the first line")
			}
			logics := setLogic.FindAllSubmatch([]byte(s.Text), -1)
			if len(logics) != 1 || string(logics[0][1]) != logicOf(s) {
				t.Errorf("set-logic commands %q, want one for %s", logics, logicOf(s))
			}
			want := expectations([]byte(s.Text))
			if statusOf(s) == seeds.StatusIncremental {
				if len(want) < 2 || slices.Contains(want, "") {
					t.Errorf("checks expect %q, want at least two, each with a status", want)
				}
				return
			}
			if diff := cmp.Diff([]string{statusOf(s)}, want); diff != "" {
				t.Errorf("status of the checks (-want +got):\n%s", diff)
			}
			if !strings.HasSuffix(s.Text, "\n(check-sat)\n") {
				t.Error("does not end with check-sat")
			}
		})
	}
}

// TestBothAnswersEverywhere holds the collection to its purpose: neither a logic nor a theory may
// be there with one answer only, or an oracle for the other answer never runs on it.
func TestBothAnswersEverywhere(t *testing.T) {
	theories := map[string]*regexp.Regexp{
		"core":         regexp.MustCompile(`\((xor|ite|=>|distinct) `),
		"functions":    regexp.MustCompile(`\(declare-fun \S+ \([^)]`),
		"integers":     regexp.MustCompile(`\((mod|div|abs) `),
		"reals":        regexp.MustCompile(`\b[0-9]+\.[0-9]+\b`),
		"int-real":     regexp.MustCompile(`\((to_real|to_int|is_int) `),
		"bit-vectors":  regexp.MustCompile(`\(bv(add|mul|and|or|xor|ult|slt) `),
		"floats":       regexp.MustCompile(`\(fp\.(add|mul|lt|leq|min|max|fma|abs) `),
		"arrays":       regexp.MustCompile(`\(store `),
		"strings":      regexp.MustCompile(`\(str\.`),
		"regexes":      regexp.MustCompile(`\(re\.`),
		"sequences":    regexp.MustCompile(`\(seq\.`),
		"datatypes":    regexp.MustCompile(`\(declare-datatypes? `),
		"quantifiers":  regexp.MustCompile(`\((forall|exists) `),
		"let":          regexp.MustCompile(`\(let `),
		"match":        regexp.MustCompile(`\(match `),
		"recursion":    regexp.MustCompile(`\(define-funs?-rec `),
		"attributes":   regexp.MustCompile(`\(! `),
		"defined":      regexp.MustCompile(`\(define-(fun|sort) `),
		"conversions":  regexp.MustCompile(`\(_ (to_fp|to_fp_unsigned|fp\.to_[us]bv|int2bv) |str\.(to|from)_`),
		"nonlinear":    regexp.MustCompile(`\(\* ([a-z]) [a-z]\)`),
		"constant-arr": regexp.MustCompile(`\(as const `),
	}
	have := map[string]map[string]bool{}
	note := func(what, status string) {
		if have[what] == nil {
			have[what] = map[string]bool{}
		}
		have[what][status] = true
	}
	incremental := 0
	for name := range theories {
		have["theory "+name] = map[string]bool{}
	}
	for _, s := range seeds.All() {
		if statusOf(s) == seeds.StatusIncremental {
			incremental++
			continue
		}
		note("logic "+logicOf(s), statusOf(s))
		for name, re := range theories {
			if re.MatchString(s.Text) {
				note("theory "+name, statusOf(s))
			}
		}
	}
	for what, got := range have {
		if !got[seeds.StatusSat] || !got[seeds.StatusUnsat] {
			t.Errorf("%s: sat %v, unsat %v, want both", what, got[seeds.StatusSat], got[seeds.StatusUnsat])
		}
	}
	if incremental == 0 {
		t.Error("no incremental seeds")
	}
}

// TestOperatorsOccur names operators that a mutator can only swap in or out if some seed has them.
func TestOperatorsOccur(t *testing.T) {
	var all []byte
	for _, s := range seeds.All() {
		all = append(all, s.Text...)
	}
	operators := strings.Fields(`
		not and or xor => = distinct ite let forall exists match !
		+ - * / div mod abs < <= > >= to_real to_int is_int
		concat extract repeat rotate_left rotate_right zero_extend sign_extend bvcomp
		bvnot bvneg bvand bvor bvxor bvnand bvnor bvxnor bvadd bvsub bvmul bvudiv bvurem bvsdiv bvsrem
		bvsmod bvshl bvlshr bvashr bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge bv2nat int2bv
		fp fp.abs fp.neg fp.add fp.sub fp.mul fp.div fp.fma fp.sqrt fp.rem fp.roundToIntegral fp.min
		fp.max fp.leq fp.lt fp.geq fp.gt fp.eq fp.isNormal fp.isSubnormal fp.isZero fp.isInfinite
		fp.isNaN fp.isNegative fp.isPositive to_fp to_fp_unsigned fp.to_ubv fp.to_sbv fp.to_real
		RNE RNA RTP RTN RTZ +oo -zero +zero NaN
		select store
		str.++ str.len str.< str.<= str.at str.substr str.prefixof str.suffixof str.contains
		str.indexof str.replace str.replace_all str.replace_re str.replace_re_all str.is_digit
		str.to_code str.from_code str.to_int str.from_int str.in_re str.to_re char
		re.none re.all re.allchar re.++ re.union re.inter re.* re.comp re.diff re.+ re.opt re.range
		re.^ re.loop
		seq.++ seq.len seq.unit seq.empty seq.at seq.nth seq.extract seq.contains seq.indexof
		seq.replace seq.prefixof seq.suffixof
		declare-datatype declare-datatypes par is define-fun-rec define-funs-rec define-sort
		push pop check-sat-assuming reset-assertions :named :pattern`)
	tokens := map[string]bool{}
	for _, tok := range strings.FieldsFunc(string(all), func(r rune) bool { return strings.ContainsRune(" \n()", r) }) {
		tokens[tok] = true
	}
	for _, op := range operators {
		if !tokens[op] {
			t.Errorf("no seed uses %s", op)
		}
	}
}
