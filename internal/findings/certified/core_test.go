package certified_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
)

var named = regexp.MustCompile(`:named ([^ )]+)`)

// cored is an unsat with the first n names of the text as its core.
func cored(text string, n int) solver.Verdict {
	var core []string
	for _, m := range named.FindAllStringSubmatch(text, n) {
		core = append(core, m[1])
	}
	v := solver.Verdict{Answers: []smt.Status{smt.Unsat}}
	if strings.Contains(text, "(get-unsat-core)") {
		v.Returns = []solver.Return{{Kind: question.Core, Text: "(" + strings.Join(core, " ") + ")", Sure: true}}
	}
	return v
}

// A wrong core stays one of a formula that is unsat, and its text asks for it, although the original did not.
func TestWrongCore(t *testing.T) {
	stage := newStage(t, func(text string, _ *world) (solver.Verdict, bool) {
		return cored(text, 1), strings.Contains(text, "bvule")
	})
	text := symbols + "(assert (bvule x y))\n(assert (or p q))\n(assert (bvult y x))\n(assert (= z (bvadd x y)))\n(check-sat)\n"
	r, err := stage.reduce(t, stage.caseOf(oracle.InvalidCore, stage.first), text, certified.Config{})
	if err != nil {
		t.Fatal(err)
	}
	small := r.Best.Text
	bare := regexp.MustCompile(`\(! (.*) :named [^ )]+\)`).ReplaceAllString(small, "$1")
	w := worldOf(strings.ReplaceAll(strings.ReplaceAll(bare, "(get-unsat-core)", ""), "(set-option :produce-unsat-cores true)", ""))
	if w == nil {
		t.Fatalf("it is not of this kind:\n%s", small)
	}
	if truth, _ := w.truth(); truth != smt.Unsat {
		t.Errorf("the whole is %v:\n%s", truth, small)
	}
	if !strings.Contains(small, "(get-unsat-core)") || !strings.Contains(small, ":named") || r.Best.Finding.Class != oracle.InvalidCore || r.Best.Finding.Evidence.Model == "" {
		t.Errorf("%+v\n%s", r.Best.Finding, small)
	}
}

// A formula found for a wrong core that holds as a whole under a model is a wrong unsat, which needs no core to show.
func TestCoreOfWrongUnsat(t *testing.T) {
	stage := newStage(t, func(text string, _ *world) (solver.Verdict, bool) {
		return cored(text, 0), strings.Contains(text, "bvule")
	})
	text := symbols + "(assert (bvule x y))\n(assert (or p q))\n(check-sat)\n"
	r, err := stage.reduce(t, stage.caseOf(oracle.InvalidCore, stage.first), text, certified.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if f := r.Best.Finding; f.Class != oracle.RefutationSoundness || f.Suspect || strings.Contains(r.Best.Text, "core") || assertions(r.Best.Text) != 1 {
		t.Errorf("%+v\n%s", f, r.Best.Text)
	}
}
