package reduce

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/smt/elab"
)

func always(context.Context, *Candidate) (bool, error) { return true, nil }

// searchOf is a search that has come as far as a text, whose candidates need not sort-check.
func searchOf(ctx context.Context, t *testing.T, text string, cfg Config, p PredicateFunc) *search {
	t.Helper()
	s := newSearch(ctx, p, cfg, nil)
	s.round = 1
	s.cur = stateOf(t, text, false)
	s.best = NewCandidate(s.cur.text, nil)
	return s
}

// TestLargerCandidates: only passes that may grow a text try candidates that are not smaller, only those that are not much larger, and no
// longer after two hundred such steps.
func TestLargerCandidates(t *testing.T) {
	const length = 80 // so that 50 bytes more are near, and 51 are not
	text := "(f " + strings.Repeat("a", length-5) + ")\n"
	for _, tt := range []struct {
		name  string
		grows bool
		grown int
		more  int // bytes
		want  bool
	}{
		{"smaller", false, 0, -1, true},
		{"smaller, after many steps", true, 200, -1, true},
		{"the same", false, 0, 0, false},
		{"the same, where a pass may grow", true, 0, 0, true},
		{"larger", false, 0, 1, false},
		{"larger, after many steps", false, 200, 1, false},
		{"larger, where a pass may grow", true, 0, 1, true},
		{"as much larger as may be", true, 199, 50, true},
		{"too much larger", true, 0, 51, false},
		{"larger, after too many steps", true, 200, 1, false},
	} {
		s := searchOf(t.Context(), t, text, Config{}, always)
		s.grown = tt.grown
		p := &Pass{Name: "test", grows: tt.grows}
		candidate := "(f " + strings.Repeat("b", length-5+tt.more) + ")\n"
		got := s.trialOf(p, []edit{{}}, candidate) != nil
		if got != tt.want || s.count("test").Larger == 1 == tt.want {
			t.Errorf("%s: tried: %v, %d too large", tt.name, got, s.count("test").Larger)
		}
	}
}

// TestBelow: what counts as smaller is the length, then the number of parts, then the order of texts.
func TestBelow(t *testing.T) {
	ordered := []string{"", "(f)", "(f 0 1)", "(f 00 )", "(f 1 0)", "(f (()))", "(f aaaaaa)"}
	for i, a := range ordered {
		for k, b := range ordered {
			if i == k {
				la, _ := lay(a)
				if measureOf(la).below(measureOf(la)) {
					t.Errorf("%q is below itself", a)
				}
				continue
			}
			la, _ := lay(a)
			lb, _ := lay(b)
			if ma, mb := measureOf(la), measureOf(lb); ma.below(mb) == mb.below(ma) {
				t.Errorf("%q and %q: neither or both are below", a, b)
			}
		}
	}
	m := measure{bytes: 10, nodes: 3, text: "(f 0)"}
	for _, larger := range []measure{{11, 1, "("}, {10, 4, "("}, {10, 3, "(f 1)"}, {10, 3, "(f x)"}} {
		if !m.below(larger) || larger.below(m) {
			t.Errorf("%v and %v", m, larger)
		}
	}
}

// TestNear: an eighth and forty bytes more are near.
func TestNear(t *testing.T) {
	for bytes, most := range map[int]int{0: 40, 7: 47, 8: 49, 80: 130, 800: 940} {
		now := measure{bytes: bytes}
		if !(measure{bytes: most}).near(now) || (measure{bytes: most + 1}).near(now) || !(measure{}).near(now) {
			t.Errorf("of %d bytes, %d are the most that is near", bytes, most)
		}
	}
}

// TestCache: the cache remembers a quarter of a million failures, and forgets the oldest one for each further one.
func TestCache(t *testing.T) {
	const most = 1 << 18
	key := func(i int) (k [sha256.Size]byte) {
		binary.LittleEndian.PutUint64(k[:], uint64(i))
		return k
	}
	c := newCache()
	for i := range most {
		c.add(key(i))
	}
	c.add(key(7)) // it is there
	if !c.has(key(0)) || len(c.failed) != most {
		t.Fatalf("something is forgotten with %d keys", len(c.failed))
	}
	for i := most; i < most+3; i++ {
		c.add(key(i))
		if c.has(key(i-most)) || !c.has(key(i-most+1)) || !c.has(key(i)) || len(c.failed) != most {
			t.Errorf("after %d keys: the oldest, the next and the last: %v, %v, %v; %d in all", i+1, c.has(key(i-most)), c.has(key(i-most+1)), c.has(key(i)), len(c.failed))
		}
	}
}

// TestRounds: a reduction whose passes find something for ever ends after its five hundredth round.
func TestRounds(t *testing.T) {
	s := searchOf(t.Context(), t, "(f"+strings.Repeat(" a", 600)+")", Config{}, always)
	rounds := 0
	again := false
	p := &Pass{Name: "test", edits: func(st *state) []edit { // one edit each time that it is its turn
		if again = !again; !again {
			return nil
		}
		rounds++
		return []edit{{splices: []splice{st.cut(st.child(0, 1))}}}
	}}
	s.passes([]*Pass{p})
	if rounds != 499 || strings.Count(s.best.text, "a") != 600-rounds { // the first round is number 1, and number 500 does not begin
		t.Errorf("%d rounds, %d left", rounds, strings.Count(s.best.text, "a"))
	}
}

// TestWasted: verdicts that come when an earlier candidate has been accepted are counted as wasted, whether they were given or called off. The
// predicate was not asked about candidates that do not sort-check.
func TestWasted(t *testing.T) {
	for _, tt := range []struct {
		name, second string
		typed        bool
		want         int
	}{
		{"a verdict that comes too late", "(assert false)", true, 1},
		{"one on s-expressions", "(assert 1)", false, 1},
		{"none, for something that does not sort-check", "(assert 1)", true, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := searchOf(t.Context(), t, "(assert true)", Config{Jobs: 3}, always)
			s.typed = tt.typed
			var made int
			accepted := s.first(func() *trial {
				synctest.Wait() // the verdicts on all candidates before this one are there, and nobody has received them
				made++
				if made > 2 {
					return nil
				}
				text := [...]string{"(assert true)", tt.second}[made-1]
				return &trial{candidate: NewCandidate(text, nil), pass: &Pass{Name: "test"}, key: sha256.Sum256([]byte(text))}
			})
			if accepted == nil || accepted.candidate.text != "(assert true)" || s.wasted != tt.want || s.tests != 1 {
				t.Errorf("%s: %d wasted, %d tests, accepted %v", tt.name, s.wasted, s.tests, accepted)
			}
		})
	}
}

// TestUnreadableProposal: a pass may make a text that is no sequence of s-expressions. It is counted, and not tried.
func TestUnreadableProposal(t *testing.T) {
	s := searchOf(t.Context(), t, "(assert true)", Config{}, always)
	p := &Pass{Name: "test"}
	for _, text := range []string{"(assert", `"`, ")"} {
		if got := s.trialOf(p, []edit{{}}, text); got != nil {
			t.Errorf("%q is tried", text)
		}
	}
	if n := s.count("test").IllSorted; n != 3 {
		t.Errorf("%d of 3 are counted", n)
	}
	if s.trialOf(p, []edit{{}}, "(a)") == nil {
		t.Error("a shorter text is not tried")
	}
}

// TestLinesWithinTests: the reduction by lines tries no more candidates than it may, and keeps what they have shown.
func TestLinesWithinTests(t *testing.T) {
	for _, jobs := range []int{1, 4} {
		for most := 1; most <= 5; most++ {
			s := searchOf(t.Context(), t, "(a)\n(h)\n(b)\n(c)\n(d)\n(e)\n(f)\n(g)\n", Config{Jobs: jobs, MaxTests: most}, func(_ context.Context, c *Candidate) (bool, error) {
				return strings.Contains(c.Text(), "(h)"), nil
			})
			s.lines()
			if s.tests != most {
				t.Errorf("%d jobs: %d tests of %d", jobs, s.tests, most)
			}
		}
	}
}

// TestManyLinesUntried: to count the lines that were not tried takes no time that matters, however many there are; each would be read without each other.
func TestManyLinesUntried(t *testing.T) {
	text := "(\n" + strings.Repeat("12345678\n", 50_000)
	began := time.Now()
	r, err := Reduce(t.Context(), text, PredicateFunc(func(_ context.Context, c *Candidate) (bool, error) {
		return len(c.Text()) >= len(text), nil
	}), Config{MaxTests: 3})
	if err != nil || r.End != OutOfTests || r.Untried < 49_999 {
		t.Errorf("%v, %v: %d lines were not tried", err, r.End, r.Untried)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it takes %v", took)
	}
}

// TestShortNamesFirst: the passes see short names from the beginning, so that long ones do not count as size.
func TestShortNamesFirst(t *testing.T) {
	const text = "(declare-fun a_long_name () Int)\n(assert (> a_long_name 3))\n"
	const short = "(declare-const x Int)\n(assert (> x 3))\n"
	for _, passes := range [][]string{nil, {"names", "terms"}, {"terms"}} {
		var asked []string
		_, err := Reduce(t.Context(), text, PredicateFunc(func(_ context.Context, c *Candidate) (bool, error) {
			asked = append(asked, c.Text())
			return strings.Contains(c.Text(), "3"), nil
		}), Config{Passes: passes})
		if err != nil {
			t.Fatal(err)
		}
		first := passes == nil || passes[0] == "names"
		if got := slices.Index(asked, short); first != (got == 2) {
			t.Errorf("%q: short names at place %d of %q", passes, got, asked)
		}
	}
}

// TestLinesAgain: a line that has to stay because of a later one goes after that.
func TestLinesAgain(t *testing.T) {
	r, err := Reduce(t.Context(), "(\nneeds\nkept\nneeded\nlast\n", PredicateFunc(func(_ context.Context, c *Candidate) (bool, error) {
		has := func(word string) bool { return strings.Contains(c.Text(), word+"\n") }
		return has("(") && has("kept") && has("last") && (has("needs") || !has("needed")), nil
	}), Config{})
	if err != nil || r.Best.Text() != "(\nkept\nlast\n" || r.Mode != Lines {
		t.Errorf("%v, %v: %q", err, r.Mode, r.Best.Text())
	}
}

// TestNewNames: names are the letters of their class, then these with numbers; a name that was given back is the next one again.
func TestNewNames(t *testing.T) {
	for c, want := range map[class]string{
		constant: "x y z w v u a b c d e i j k l m n o q r s t x0 y0", function: "f g h p q r s f0 g0 h0 p0 q0 r0 s0 f1",
		sort: "S T U V W A B C D S0 T0 U0 V0 W0 A0 B0 C0 D0 S1",
	} {
		n := &namer{taken: func(name string) bool { return name == "p" && c == constant }}
		var got []string
		for range strings.Count(want, " ") + 1 {
			n.next(c)
			n.back(c)
			got = append(got, n.next(c))
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	n := &namer{taken: func(name string) bool { return name == "y" || name == "z" }}
	if got := n.next(constant) + n.next(constant); got != "xw" {
		t.Error(got)
	}
}

// TestIntroduced: the names that each command introduces, whatever is missing in it.
func TestIntroduced(t *testing.T) {
	for text, want := range map[string]string{
		"(declare-fun |a b| (S) T)": "a b", "(declare-const a S)": "a", "(declare-sort S 0)": "S", "(define-fun f ((x S)) T x)": "f",
		"(define-const c Int 1)": "c", "(define-sort S (X) (Set X))": "S", "(define-fun-rec f ((x S)) T (f x))": "f",
		"(define-funs-rec ((f ((x S)) T) (g () T)) (1 2))": "f g", "(define-funs-rec)": "", "(define-funs-rec (f))": "",
		"(declare-datatypes ((D 0) (E 1)) (((c (s D) (t E)) d) (par (X) ((e (u X))))))": "D E c s t d e u",
		"(declare-datatype D (par (X) ((c (s X)) (d))))":                                "D c s d", "(declare-datatype D (par (X)))": "D",
		"(declare-datatypes)": "", "(declare-datatypes ((D 0)))": "D", "(declare-codatatypes ((D 0)) (((c (s D)))))": "D c s",
		"(declare-datatype D ((c (s D) (t E)) (d)))": "D c s t d", "(declare-datatype D)": "D", "(declare-codatatype D ((c)))": "D c",
		"(assert (declare-fun a () S))": "", "(declare-fun)": "", "(declare-fun 1 () S)": "", "(check-sat)": "",
	} {
		l, err := lay(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(l.introduced(0), " "); got != want {
			t.Errorf("%s introduces %q, want %q", text, got, want)
		}
	}
}

// TestHashes: nodes have the same number if they have the same text.
func TestHashes(t *testing.T) {
	l, err := lay("(f (a b c) (a b d) (a b) (a (b)) () a (a b c))\n(f (a b c) (a b d) (a b) (a (b)) () a (a b c) ())\n(a)\n((a b) c)\n((a b))")
	if err != nil {
		t.Fatal(err)
	}
	text := map[uint64]string{}
	sums := map[string]uint64{}
	for n, sum := range l.hashes() {
		own := l.textOf(int32(n))
		if known, ok := text[sum]; ok && known != own {
			t.Errorf("%s and %s have the same number", known, own)
		}
		if known, ok := sums[own]; ok && known != sum {
			t.Errorf("%s has two numbers", own)
		}
		text[sum], sums[own] = own, sum
	}
}

// TestConstants: the simplest terms of each sort, which are offered for all others.
func TestConstants(t *testing.T) {
	const declarations = `(declare-sort S 0)(declare-sort T 0)(declare-fun f (Int) S)(declare-const s1 S)(declare-const s2 S)
(declare-datatypes ((Color 0) (Tree 0)) (((red) (green) (mixed (of Int))) ((leaf) (node (left Tree) (right Tree)))))
(declare-datatype Only ((wrap (inside Int))))(declare-const o1 Only)(declare-const o2 Only)
(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))`
	for sort, want := range map[string]string{
		"Bool": "true false", "Int": "0", "Real": "0.0", "String": `""`, "RegLan": "re.none re.all", "RoundingMode": "RNE",
		"(_ BitVec 5)": "#b00000", "(_ BitVec 8)": "#x00", "(_ FloatingPoint 3 4)": "(_ +zero 3 4)",
		"(Array Int Bool)": "((as const (Array Int Bool)) true)", "(Array Int T)": "", "(Array Int S)": "((as const (Array Int S)) s1)",
		"(Seq Int)": "(as seq.empty (Seq Int))",
		"S":         "s1", "T": "", "Color": "red green", "Tree": "leaf", "Only": "o1", "(List Int)": "(as nil (List Int))",
	} {
		sc, err := elab.Script(declarations+"(declare-fun wanted () "+sort+")", elab.Options{})
		if err != nil {
			t.Fatalf("%s: %v", sort, err)
		}
		last := sc.Commands[len(sc.Commands)-1]
		st := &state{script: sc}
		if want == "" || want == "s1" || want == "o1" {
			// The constant that asks is the only one, or the last one.
			sc.Commands = sc.Commands[:len(sc.Commands)-1]
		}
		var got []string
		for _, c := range newConstants(st).of(last.Decls[0].Result) {
			got = append(got, fmt.Sprint(c))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", sort, got, want)
		}
	}
}
