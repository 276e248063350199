package history_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/fragment"
	"github.com/assay-smt/assay/internal/mutate/kit/history"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// TestNew: nearly all formulas of known bugs can be used, and those of papers; what cannot is counted.
func TestNew(t *testing.T) {
	h := history.New(theory.Builtin())
	left := 0
	for _, n := range h.Left() {
		left += n
	}
	t.Logf("%d formulas, %v", h.Len(), h.Left())
	if h.Len() < 200 || left > h.Len()/10 {
		t.Errorf("%d formulas, left out: %v", h.Len(), h.Left())
	}
	papers, bugs := 0, 0
	r := rng.New(1)
	for range 500 {
		s, _ := h.Partner(r, "QF_SLIA")
		switch {
		case strings.HasPrefix(s.Name, "findings/"):
			bugs++
		case strings.HasSuffix(s.Name, "-seed"):
			t.Errorf("%s is a seed of a paper, which shows no bug", s.Name)
		default:
			papers++
		}
	}
	if papers == 0 || bugs == 0 {
		t.Errorf("%d formulas of papers, %d of bugs", papers, bugs)
	}
}

// TestPartner: each formula asks once, under a logic that has all of it; three in four are of the logic that is asked for, and the others may be of any.
func TestPartner(t *testing.T) {
	h := history.New(theory.Builtin())
	for _, logic := range []string{"QF_BV", "QF_SLIA", "QF_ABV", "UFLIA", "ALL"} {
		r := rng.New(2).Split(logic)
		within := 0
		const n = 200
		names := map[string]bool{}
		for range n {
			text, ok := h.Partner(r, logic)
			if !ok {
				t.Fatal("no formula")
			}
			seed, err := mutate.Read(text, theory.Builtin())
			if err != nil {
				t.Fatalf("%s: %v", text.Name, err)
			}
			own := seed.Script.Logic()
			if seed.Truth.Status.Decides() {
				t.Errorf("%s is labelled %s: terms that replace its constants would make that false", text.Name, seed.Truth.Status)
			}
			if own == "" || seed.Script.Checks() != 1 || seed.Script.Incremental() {
				t.Errorf("%s: logic %q, %d questions", text.Name, own, seed.Script.Checks())
			}
			p, err := problem.Of(seed.Script)
			if err != nil {
				t.Fatal(err)
			}
			f := fragment.New(own)
			for _, a := range p.Assertions {
				if !f.Allows(a) {
					t.Errorf("%s is not of %s: %s", text.Name, own, a)
				}
			}
			if problem.Compatible(logic, own) {
				within++
			}
			names[text.Name] = true
		}
		if within < n*65/100 || logic != "ALL" && within == n || len(names) < 3 {
			t.Errorf("%s: %d of %d are of the logic, %d different ones", logic, within, n, len(names))
		}
	}
}

// TestPick: operators are drawn by the number of formulas that have them together with one of the script, and no others.
func TestPick(t *testing.T) {
	h := history.New(theory.Builtin())
	s := mutatetest.Script(t, `(declare-const s String)(assert (str.in_re s (re.+ (str.to_re "a"))))`)
	var given []*term.Term
	for _, i := range mutatetest.Asserts(s) {
		given = append(given, s.Commands[i].Terms[0])
	}
	table := theory.Builtin()
	rows := func(names ...string) (out []*theory.Row) {
		for _, n := range names {
			out = append(out, table.Lookup(n)[0])
		}
		return out
	}
	a := h.Beside(given, 100)
	drawn := map[string]int{}
	r := rng.New(3)
	for range 2000 {
		row := a.Pick(r, rows("re.diff", "fp.rem"), rows("and", "re.*", "bvsmod"))
		if row == nil {
			t.Fatal("nothing is drawn")
		}
		drawn[row.Name]++
	}
	if len(drawn) != 2 || drawn["re.diff"] < 100 || drawn["re.*"] < 100 {
		t.Errorf("%v", drawn)
	}
	if row := a.Pick(r, rows("bvsmod", "and")); row != nil {
		t.Errorf("%s never occurred together with the script's operators", row.Name)
	}
	half, none := h.Beside(given, 50), 0
	for range 1000 {
		if half.Pick(r, rows("re.*")) == nil {
			none++
		}
	}
	if none < 400 || none > 600 {
		t.Errorf("half of the draws: %d of 1000 draw nothing", none)
	}
}

// TestPickWithout: without an association nothing is drawn, so the mutants of other settings stay what they are.
func TestPickWithout(t *testing.T) {
	var a *history.Association
	r, same := rng.New(4), rng.New(4)
	if a.Pick(r, theory.Builtin().Lookup("bvadd")) != nil || r.Uint64() != same.Uint64() {
		t.Error("it draws")
	}
}

// TestOperators: connectives and equality are no operators to it.
func TestOperators(t *testing.T) {
	s := mutatetest.Script(t, "(declare-const x Int)(assert (=> (= x 1) (and (< x (+ x 2)) (distinct x (mod x 3)))))")
	got := history.Operators([]*term.Term{s.Commands[mutatetest.Asserts(s)[0]].Terms[0]})
	if strings.Join(got, " ") != "+ < mod" {
		t.Errorf("%q", got)
	}
}
