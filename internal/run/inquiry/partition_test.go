package inquiry_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/run/inquiry"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/question"
)

// All assertions have names, the two parts cover all of them, and each solver that interpolates is asked in its own syntax. The text can be read.
func TestPartition(t *testing.T) {
	const ground = "(set-logic QF_LIA)\n(declare-fun x () Int)\n(assert (! (> x 3) :named |a b|))\n(assert (< x 0))\n(assert (distinct x 1))\n(check-sat)\n"
	sizes := map[int]bool{}
	for seed := range uint64(20) {
		s, err := elab.Script(ground, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		with, ask := inquiry.Partition(s, rng.New(seed))
		if with == nil || len(ask(profile(t, "cvc5"))) > 0 || len(ask(profile(t, "z3"))) > 0 {
			t.Fatalf("%v", with)
		}
		asked := ask(profile(t, "smtinterpol"))
		if len(asked) != 1 || asked[0].Kind != question.Interpolant {
			t.Fatalf("%+v", asked)
		}
		command := asked[0].Command
		names := strings.NewReplacer("|a b|", "N", "assertion_3", "N", "assertion_4", "N").Replace(command)
		switch names {
		case "(get-interpolants N (and N N))":
			sizes[1] = true
		case "(get-interpolants (and N N) N)":
			sizes[2] = true
		default:
			t.Errorf("%s", command)
		}
		bitwuzla := ask(profile(t, "bitwuzla").ForVersion("0.9.1"))
		if len(bitwuzla) != 1 || strings.Count(bitwuzla[0].Command, "(") != 2 || len(ask(profile(t, "bitwuzla").ForVersion("0.8.2"))) != 0 {
			t.Errorf("%+v", bitwuzla)
		}
		text := with.String()
		if !strings.HasPrefix(text, "(set-option :produce-interpolants true)\n") || strings.Count(text, ":named") != 3 {
			t.Errorf("%s", text)
		}
		if _, err := elab.Script(text+command+"\n", elab.Options{}); err != nil {
			t.Errorf("%v: %s", err, command)
		}
	}
	if len(sizes) != 2 {
		t.Errorf("parts of %v", sizes)
	}
	for _, text := range []string{formula, ground + "(check-sat)\n", "(declare-fun p () Bool)\n(assert p)\n(check-sat)\n"} {
		s, err := elab.Script(text, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if with, _ := inquiry.Partition(s, rng.New(1)); with != nil {
			t.Errorf("asked about\n%s", text)
		}
	}
}
