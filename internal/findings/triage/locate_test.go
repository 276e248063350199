package triage_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/internal/run/inference"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/elab"
)

// Versions are tried starting from the nearest.
func TestNearest(t *testing.T) {
	list := func(names ...string) (out []triage.Candidate) {
		for _, n := range names {
			out = append(out, triage.Candidate{Name: n})
		}
		return out
	}
	names := func(cs []triage.Candidate) (out []string) {
		for _, c := range cs {
			out = append(out, c.Name)
		}
		return out
	}
	for _, tt := range []struct {
		blamed string
		want   []string
	}{
		{"b", []string{"a", "c", "d", "e"}},
		{"d", []string{"c", "e", "b", "a"}},
		{"e", []string{"d", "c", "b", "a"}},
		{"x", []string{"e", "d", "c", "b", "a"}},
	} {
		if diff := cmp.Diff(tt.want, names(triage.Nearest(list("a", "b", "c", "d", "e"), tt.blamed))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.blamed, diff)
		}
	}
}

const wrongly = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< x 5))\n(check-sat)\n"

const wrongProof = `(proof(mp(asserted(< x 5))(rewrite(=(< x 5)false))false))`

// wrongUnsat is a wrong unsat of the first of some fake solvers, with the others as its versions.
func wrongUnsat(t *testing.T, args ...string) (triage.Locator, triage.Wrongly) {
	t.Helper()
	s, err := elab.Script(wrongly, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	targets := trialtest.Fakes(t, "evidence.model = \"(get-model)\"\nevidence.proof = \"(get-proof)\"\nevidence.proof_options = [\":produce-proofs true\"]\nevidence.proof_settings = [\":opt-setting 1\"]\n", args...)
	q := triage.Wrongly{Script: s, Witness: "((define-fun x () Int 1))", Blamed: targets[0]}
	for _, near := range targets[1:] {
		q.Near = append(q.Near, triage.Candidate{Name: near.String(), Target: func(context.Context) (solver.Target, error) { return near, nil }})
	}
	dir := trialtest.Scratch(t)
	return triage.Locator{Bench: (&trial.Bench{Dir: dir}).In(dir)}, q
}

// The blamed solver shows no proof; the next version that does is investigated, and the search ends there.
func TestLocateInAnotherVersion(t *testing.T) {
	l, q := wrongUnsat(t, "--answer=unsat", "--opt-b=1 --answer=sat", `--opt-c=1 --do='unsat out "`+wrongProof+`\n"'`, "--opt-d=1 --answer=unsat")
	got, err := l.Locate(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if got.State != triage.Located || got.Report.Wrong.Rule != "rewrite" || got.Solver != q.Near[1].Name || len(got.Proof) == 0 || len(got.Asked) == 0 {
		t.Errorf("%+v", got)
	}
	var results []string
	for _, a := range got.Tried {
		results = append(results, a.Setting+": "+a.Result)
	}
	want := []string{
		": unsat, and no proof: it prints none", ":opt-setting 1: unsat, and no proof: it prints none", ": it answers sat when proofs are asked for",
		": unsat, with a proof of 3 steps: 1 holds, 1 vacuous, 1 wrong",
	}
	if diff := cmp.Diff(want, results); diff != "" {
		t.Errorf("tried (-want +got):\n%s", diff)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, findings.ReportFile), []byte("# Bug\n\n## Versions\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := got.Keep(dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{findings.LocatedFile, findings.ProofFile, findings.AskedFile, findings.ReportFile} {
		if data, err := os.ReadFile(filepath.Join(dir, name)); err != nil || len(data) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Without a model that makes the formula true nothing counts against the solver; evaluation looks for one.
func TestLocateWitness(t *testing.T) {
	l, q := wrongUnsat(t, `--do='unsat out "`+wrongProof+`\n"'`)
	q.Witness = "((define-fun x () Int 7))"
	if _, err := l.Locate(t.Context(), q); !errors.Is(err, triage.ErrNoWitness) {
		t.Errorf("a model that does not hold: %v", err)
	}
	q.Witness = ""
	if got, err := l.Locate(t.Context(), q); err != nil || got.State != triage.Located {
		t.Errorf("found by evaluation: %+v, %v", got, err)
	}
	if got, err := l.Judge(t.Context(), q, "(proof (asserted (< x 5)))"); err != nil || got.State != triage.NotLocated || got.Report.By[proof.Holds.String()] != 1 {
		t.Errorf("a right proof: %+v, %v", got, err)
	}
}

// Who has no model, or one that makes an assertion false, is skipped; one that leaves an assertion open is better than none. The blamed solver is not
// asked for what it says is not there. Nobody is asked when evaluation finds a model, or the one given holds.
func TestLocateAsks(t *testing.T) {
	const (
		proves = `--do='unsat out "` + wrongProof + `\n"'`
		holds  = "sat, with a model under which every assertion is true"
		sat    = `--do='sat out "%s\n"'`
	)
	model := func(n int, def string) string {
		return fmt.Sprintf("--opt-%c=1 ", 'b'+rune(n)) + fmt.Sprintf(sat, "((define-fun x () Int "+def+"))")
	}
	for _, tt := range []struct {
		name, script, given string
		ask                 []string
		want                []string // results, in order
		state               triage.LocateState
		caveat              bool
		err                 string
	}{
		{"the first model that holds", "(assert (< x 5))(assert (= (* x x) 4))", "", []string{"--opt-b=1 --answer=unsat", model(1, "4"), model(2, "2"), model(3, "2")},
			[]string{"unsat", "sat, and its model makes an assertion false", holds}, triage.Located, false, ""},
		{"none", "(assert (< x 5))(assert (= (* x x) 4))", "", []string{"--opt-b=1 --answer=unsat", "--opt-c=1 --answer=unknown"}, []string{"unsat", "unknown"}, "", false,
			"fakesolver --opt-b=1 --answer=unsat: unsat; fakesolver --opt-c=1 --answer=unknown: unknown"},
		{"an open one first", "(assert (< x 5))(assert (forall ((y Int)) (> (* y y) (- x 100))))", "", []string{model(0, "4"), "--opt-c=1 --answer=unsat"},
			[]string{"sat, with a model that leaves an assertion open", "unsat"}, triage.Located, true, ""},
		{"evaluation", "(assert (< x 5))", "", []string{model(0, "4")}, nil, triage.Located, false, ""},
		{"few values", "(declare-const b (_ BitVec 2))(assert (= (bvmul b b) #b01))(assert (distinct b #b01))", "", []string{model(0, "4")}, nil, triage.Located, false, ""},
		{"the one given does not hold", "(assert (< x 5))(assert (= (* x x) 4))", "((define-fun x () Int 3))", []string{model(0, "2")},
			[]string{"it makes an assertion false", holds}, triage.Located, false, ""},
		{"the one given holds", "(assert (< x 5))(assert (= (* x x) 4))", "((define-fun x () Int 2))", []string{model(0, "2")}, nil, triage.Located, false, ""},
	} {
		l, q := wrongUnsat(t, append([]string{proves}, tt.ask...)...)
		var err error
		if q.Script, err = elab.Script("(declare-const x Int)"+tt.script+"(check-sat)", elab.Options{}); err != nil {
			t.Fatal(err)
		}
		asked := []solver.Target{q.Blamed}
		for _, c := range q.Near {
			target, err := c.Target(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			asked = append(asked, target)
		}
		q.Near, q.Witness = nil, tt.given
		q.Ask = func(context.Context) ([]solver.Target, error) { return asked, nil }
		got, err := l.Locate(t.Context(), q)
		if tt.err != "" != errors.Is(err, triage.ErrNoWitness) || err != nil && !strings.Contains(err.Error(), tt.err) || got.State != tt.state || (got.Caveat != "") != tt.caveat {
			t.Errorf("%s: %+v, %v", tt.name, got, err)
		}
		var results []string
		for _, w := range got.Witnesses {
			results = append(results, w.Result)
		}
		if diff := cmp.Diff(tt.want, results); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// A proof in all its detail is looked into first: it names the rewriting that a step without it stands for. The plain one is tried where that is of no help.
func TestLocateInDetail(t *testing.T) {
	const detailed = `(proof(mp(asserted(< x 5))(trans(rewrite(=(< x 5)(<= x 4)))(rewrite(=(<= x 4)false))(=(< x 5)false))false))`
	for _, tt := range []struct{ name, args, setting, conclusion string }{
		{"it is shown", `--when=':opt-detail=>unsat out "` + detailed + `\n"' --do='unsat out "` + wrongProof + `\n"'`, ":opt-detail 1", "(= (<= x 4) false)"},
		{"it is not known", `--when=':opt-detail=>error "no"' --do='unsat out "` + wrongProof + `\n"'`, "", "(= (< x 5) false)"},
	} {
		s, err := elab.Script(wrongly, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		targets := trialtest.Fakes(t, "evidence.proof = \"(get-proof)\"\nevidence.proof_detail = \":opt-detail 1\"\n", tt.args)
		dir := trialtest.Scratch(t)
		l := triage.Locator{Bench: (&trial.Bench{Dir: dir}).In(dir)}
		got, err := l.Locate(t.Context(), triage.Wrongly{Script: s, Witness: "((define-fun x () Int 1))", Blamed: targets[0]})
		if err != nil || got.State != triage.Located || got.Setting != tt.setting || got.Report.Wrong.Conclusion != tt.conclusion {
			t.Errorf("%s: %+v, %v", tt.name, got, err)
			continue
		}
		if r := got.Report.Wrong.Rewrite; r == nil || r.BeforeValue != "true" || r.AfterValue != "false" {
			t.Errorf("%s: %+v", tt.name, got.Report.Wrong)
		}
	}
}

// The tactic that a check itself asks for is tried first, and whoever is asked for a model is asked without it.
func TestLocateCheckUsing(t *testing.T) {
	s, err := elab.Script("(declare-const x Int)(assert (= (* x x) 4))(check-sat-using (then simplify euf-completion))", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	target := trialtest.Printing(t, "z3", "unknown\nassay-tactic-0\n(goals (goal (> x 7) :precision precise))\nassay-tactic-1\n")
	runner := &answering{}
	var asked string
	runner.verdict = func(r trial.Request) (solver.Verdict, error) {
		asked = string(r.Text.Bytes)
		return solver.Verdict{}, nil
	}
	dir := trialtest.Scratch(t)
	l := triage.Locator{Bench: (&trial.Bench{Dir: dir}).In(dir)}
	q := triage.Wrongly{Script: s, Witness: "((define-fun x () Int 2))", Blamed: target}
	got, err := l.Locate(t.Context(), q)
	if err != nil || got.State != triage.Located || got.Tactics[0].Tactic != "(then simplify euf-completion)" || got.Tactics[0].False != "(> x 7)" {
		t.Errorf("%+v, %v", got, err)
	}
	l.Bench = (&trial.Bench{Fresh: runner}).In(dir)
	q.Witness, q.Ask = "((define-fun x () Int 9))", func(context.Context) ([]solver.Target, error) { return []solver.Target{target}, nil }
	if _, err = l.Locate(t.Context(), q); !errors.Is(err, triage.ErrNoWitness) {
		t.Fatal(err)
	}
	if strings.Contains(asked, "check-sat-using") || !strings.Contains(asked, "(check-sat)") {
		t.Errorf("asked\n%s", asked)
	}
}

func TestWronglyOf(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, findings.BugFile), []byte(wrongly), 0o600); err != nil {
		t.Fatal(err)
	}
	target := trialtest.Fakes(t, "", "--answer=unsat")[0]
	resolve := func(context.Context, string) (solver.Target, error) { return target, nil }
	f := findings.Stored{Dir: dir, Finding: findings.Finding{Class: oracle.RefutationSoundness, Truths: []findings.Truth{{Witness: "W"}}}}
	q, err := triage.WronglyOf(t.Context(), f, resolve, nil)
	if err != nil || q.Witness != "W" || q.Script.Checks() != 1 {
		t.Errorf("%+v, %v", q, err)
	}
	f.Evidence.Model = "M"
	if q, err = triage.WronglyOf(t.Context(), f, resolve, nil); err != nil || q.Witness != "M" {
		t.Errorf("%+v, %v", q, err)
	}
	f.Class = oracle.CrashClass
	if _, err = triage.WronglyOf(t.Context(), f, resolve, nil); err == nil {
		t.Error("a crash has no proof")
	}
}

// A solver that cannot be run shows no proof, for a reason; any other failure is not about the solver.
func TestShow(t *testing.T) {
	target := trialtest.Printing(t, "z3", "")
	runner := &answering{}
	l := triage.Locator{Bench: (&trial.Bench{Fresh: runner}).In(trialtest.Scratch(t))}
	s := elaborated(t, "(set-option :produce-proofs false)\n(set-option :produce-models true)\n(declare-const x Int)\n(assert (< x 5))\n(check-sat)\n"+
		"(get-model)\n(get-value (x))\n(simplify x)\n")
	failed := errors.New("the disk is full")
	for _, tt := range []struct {
		err  error
		why  string
		want error
	}{
		{failed, "", failed},
		{&solver.UnusableError{Solver: "z3", Problem: "gone"}, "gone", nil},
		{nil, "no answer", nil},
	} {
		runner.verdict = func(trial.Request) (solver.Verdict, error) { return solver.Verdict{}, tt.err }
		shown, err := inference.ShowProof(t.Context(), l.Bench, s, 0, target, ":opt 1")
		if !errors.Is(err, tt.want) || !strings.Contains(shown.Why, tt.why) || shown.Text != "" {
			t.Errorf("%v: %+v, %v", tt.err, shown, err)
		}
		if tt.err != nil {
			continue
		}
		// What it reads asks for a proof and for nothing else, whatever the script wants.
		asked := string(shown.Asked)
		for _, want := range []string{"(set-option :produce-proofs true)", "(set-option :opt 1)", "(set-option :produce-models true)", "(assert (< x 5))", "(get-proof)"} {
			if strings.Count(asked, want) != 1 {
				t.Errorf("%q is not once in\n%s", want, asked)
			}
		}
		for _, not := range []string{":produce-proofs false", "get-model", "get-value"} {
			if strings.Contains(asked, not) {
				t.Errorf("%q is in\n%s", not, asked)
			}
		}
	}
}

// z3 assumes the arguments of a check-sat, so that its proof may start from them.
func TestLocateBeyondAssertions(t *testing.T) {
	const text = "(proof(mp(asserted p)(asserted(=> p (< x x)))false))"
	for check, wrong := range map[string]bool{"(check-sat p)": false, "(check-sat)": true} {
		s, err := elab.Script("(declare-const p Bool)(declare-const x Int)(assert (=> p (< x x)))"+check, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		out, err := triage.Locator{}.Judge(t.Context(), triage.Wrongly{Script: s, Witness: "((define-fun p () Bool false)(define-fun x () Int 1))"}, text)
		if errors.Is(err, triage.ErrNoWitness) == wrong || (out.State == triage.Located) != wrong {
			t.Errorf("%s: %v, %v", check, out.Words, err)
		}
	}
}
