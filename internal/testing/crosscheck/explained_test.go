package crosscheck

import (
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// hides reports whether a step may depend on assertions without saying so: up to 4.8.12, z3 rewrites with asserted equations, but
// gives its rule rewrite no premises. evaluation/proofs.md has examples.
func hides(name string, l *proof.Located) bool {
	return strings.HasPrefix(name, "z3 4.") && l.Rule == "rewrite" && len(l.Premises) == 0
}

// explained reports whether the conclusion of a step that is false under a model becomes true once the symbols in asserted equations have
// the values that these give them, and everything else stays unchanged: then the step depends on these equations.
func explained(s *script.Script, m *model.Model, claim *term.Term) bool {
	if claim == nil || len(claim.Free()) > 0 {
		return false
	}
	solved := &model.Model{Script: s, Check: m.Check, Defs: map[*term.Decl]*model.Def{}}
	for d, def := range m.Defs {
		solved.Defs[d] = def
	}
	eq := equations{defs: solved.Defs, by: map[*term.Decl]*term.Term{}}
	active, _ := s.Active(m.Check)
	for _, a := range active {
		eq.assert(a.Term, s.Store)
	}
	opts := eval.Options{Heed: eval.Division, Steps: 2_000_000, Instances: 20_000, Work: 1 << 28, Bytes: 1 << 28}
	before, after := eval.New(s.Store, m, opts).Term(claim), eval.New(s.Store, solved, opts).Term(claim)
	return before.IsFalse() && after.IsTrue()
}

// equations gives constants the values that asserted equations and literals name.
type equations struct {
	defs map[*term.Decl]*model.Def
	by   map[*term.Decl]*term.Term // what was solved
}

func (e *equations) assert(t *term.Term, st *term.Store) {
	for t.Kind() == term.Annot {
		t = t.Args()[0]
	}
	if t.Kind() == term.Quant && t.Binder() == term.Forall {
		e.macro(t)
		return
	}
	f := t.Func()
	if f == nil {
		return
	}
	switch {
	case f.Is("and"):
		for _, a := range t.Args() {
			e.assert(a, st)
		}
	case f.Is("="):
		for i, a := range t.Args() {
			for _, b := range t.Args()[i+1:] {
				if !e.solve(a, b) {
					e.solve(b, a)
				}
			}
		}
	case f.Is("not"):
		e.solve(t.Args()[0], truth(st, "false"))
	default:
		e.solve(t, truth(st, "true"))
	}
}

// macro reads (forall (x ...) (= (f x ...) t)) as the definition of f.
func (e *equations) macro(t *term.Term) {
	body := t.Args()[0]
	for body.Kind() == term.Annot {
		body = body.Args()[0]
	}
	f := body.Func()
	if f == nil || !f.Is("=") || len(body.Args()) != 2 {
		return
	}
	for i, head := range body.Args() {
		f, is := head.Func(), body.Args()[1-i]
		if f == nil || f.Decl == nil || f.Decl.Kind != term.Declared || e.by[f.Decl] != nil || len(head.Args()) != len(t.Bound()) || e.restsOn(is, f.Decl) {
			continue
		}
		bound := func(v *term.Term) bool { return slices.Contains(head.Args(), v) }
		if !slices.ContainsFunc(t.Bound(), func(v *term.Term) bool { return !bound(v) }) { // they are its arguments, each once
			e.by[f.Decl], e.defs[f.Decl] = is, &model.Def{Vars: head.Args(), Body: is}
			return
		}
	}
}

func truth(st *term.Store, name string) *term.Term {
	t, _, _ := st.Overload(st.Table.Lookup(name), nil, nil, nil)
	return t
}

// solve gives a constant the value of a term, unless it already has one or the term depends on it.
func (e *equations) solve(t, is *term.Term) bool {
	f := t.Func()
	if f == nil || f.Decl == nil || f.Decl.Kind != term.Declared || len(f.Decl.Params) > 0 || e.by[f.Decl] != nil || len(is.Free()) > 0 {
		return false
	}
	if e.restsOn(is, f.Decl) {
		return false
	}
	e.by[f.Decl], e.defs[f.Decl] = is, &model.Def{Body: is}
	return true
}

// restsOn reports whether a term mentions a constant, or another one that is defined by it.
func (e *equations) restsOn(t *term.Term, d *term.Decl) bool {
	roots, seen := []*term.Term{t}, map[*term.Decl]bool{}
	for found := false; len(roots) > 0; {
		var next []*term.Term
		term.Walk(roots, func(t *term.Term) bool {
			f := t.Func()
			if f == nil || f.Decl == nil || seen[f.Decl] {
				return true
			}
			seen[f.Decl] = true
			found = found || f.Decl == d
			if f.Decl.Body != nil {
				next = append(next, f.Decl.Body)
			}
			if is := e.by[f.Decl]; is != nil {
				next = append(next, is)
			}
			return !found
		})
		if found {
			return true
		}
		roots = next
	}
	return false
}

// A rewrite with an asserted equation, or with one that follows from several, is explained. A wrong one is not, whatever is asserted.
func TestExplained(t *testing.T) {
	s, err := elab.Script(`(declare-const x Int)(declare-const y Int)(declare-const z Int)(declare-const p Bool)
		(assert (and (= 3 x) (! (= y (+ x 1)) :named n)))(assert (not p))(assert (= z (* 2 z)))(assert (> x 7))
		(assert (= (* 2 x) (* 2 x)))(assert (= (* 2 x) 0))(assert (= y (+ z 1)))(assert (= (+ x y) (+ 4 x)))(assert (or p (= y z)))
		(declare-fun f (Int Int) Int)(assert (forall ((a Int) (b Int)) (! (= (f b a) (- b a)) :pattern ((f b a)))))(check-sat)`, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	claims := map[string]bool{"(= (* 2 x) 6)": true, "(= y 4)": true, "(= p false)": true, "(= (f 7 2) 5)": true, "(= (f 7 2) (- 5))": false, "(= (* 2 x) 8)": false, "(= z 1)": false, "(= (+ y z) (+ y 1))": false, "(= p true)": false}
	for text, want := range claims {
		x, err := elab.Script(strings.Replace(s.String(), "(check-sat)", "(assert "+text+")(check-sat)", 1), elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var claim *term.Term
		kept := x.Commands[:0:0]
		for _, c := range x.Commands {
			if c.Kind == script.Assert {
				claim = c.Terms[0]
			}
		}
		for _, c := range x.Commands {
			if c.Kind != script.Assert || c.Terms[0] != claim {
				kept = append(kept, c)
			}
		}
		x.Commands = kept
		m, err := model.Read("((define-fun x () Int 1)(define-fun y () Int 9)(define-fun z () Int 5)(define-fun p () Bool "+map[bool]string{true: "true", false: "false"}[text != "(= p true)"]+"))", x, 0, model.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := explained(x, m, claim); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
