package synth_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/assay-smt/assay/internal/mutate/synth"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// siteScripts hold sharing, binders of all kinds, labels, patterns and assertions of different sizes.
var siteScripts = map[string]string{
	"one leaf": `(assert true)`,
	"sharing": `
(declare-const a Int)
(assert (let ((x (+ a 1))) (let ((y (* x x))) (let ((z (- y y))) (> (+ z z x) (- z y))))))`,
	"binders": `
(declare-const a Int)
(declare-fun p (Int) Bool)
(assert (and (forall ((x Int) (y Int)) (=> (p x) (exists ((z Int)) (and (p z) (> (+ x y) z a))))) (p a)))
(assert (exists ((x Int)) (! (p x) :pattern ((p x)))))`,
	"labels": `
(declare-const a Int)
(assert (! (> (! (+ a 1) :named plus) (* 2 a)) :named top))
(assert (> plus (- a 3)))
(assert (forall ((x Int)) (! (> (+ x a) 7) :qid q)))`,
	"matches": `
(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
(declare-const l L)
(assert (> (match l ((nil 1) ((cons h t) (+ h (match t ((nil h) ((cons h2 t2) (- h2 h)))))))) 0))`,
	"lambdas": `
(declare-const f (-> Int Int))
(assert (= f (lambda ((x Int)) (+ x 1))))`,
}

func newSites(s *script.Script) *synth.Sites {
	var sites synth.Sites
	sites.Update(s)
	return &sites
}

// TestSitesAreExact checks every picked place: the path leads to the term, Above lists what is passed, and
// Scope holds exactly the variables bound above it, in order of their IDs.
func TestSitesAreExact(t *testing.T) {
	for name, text := range siteScripts {
		t.Run(name, func(t *testing.T) {
			s := read(t, text)
			sites := newSites(s)
			picked := 0
			for seed := range uint64(400) {
				site, ok := sites.Pick(rng.New(seed))
				if !ok {
					continue
				}
				picked++
				c := s.Commands[site.Command]
				if c.Kind != script.Assert {
					t.Fatalf("command %d is no assertion", site.Command)
				}
				at := c.Terms[0]
				var scope []*term.Term
				for i, child := range site.Path {
					if site.Above[i] != at {
						t.Fatalf("%v: step %d passes %s, not %s", site.Path, i, at, site.Above[i])
					}
					scope = append(scope, at.Bound()...)
					if cases := at.Cases(); cases != nil && child > 0 {
						scope = append(scope, cases[child-1].Vars...)
					}
					at = at.Args()[child]
				}
				if at != site.Term || len(site.Above) != len(site.Path) {
					t.Fatalf("%v leads to %s, not to %s", site.Path, at, site.Term)
				}
				if along := synth.Along(c.Terms[0], site.Path); !slices.Equal(along, site.Above) {
					t.Errorf("%v: along the path stand %v, above the term %v", site.Path, along, site.Above)
				}
				slices.SortFunc(scope, func(a, b *term.Term) int { return a.ID() - b.ID() })
				if !slices.Equal(scope, site.Scope) {
					t.Fatalf("%v: scope %v, not %v", site.Path, site.Scope, scope)
				}
				if !term.Subset(site.Term.Free(), site.Scope) {
					t.Fatalf("%s has variables that its scope %v lacks", site.Term, site.Scope)
				}
				if site.Term.HasNamed() || site.Term.Kind() == term.Annot {
					t.Fatalf("%s holds a label or is an annotation", site.Term)
				}
				if pl := site.Place(); pl.Command != site.Command || !slices.Equal(pl.Scope, site.Scope) {
					t.Fatalf("place %v of site %v", pl, site)
				}
			}
			if picked == 0 {
				t.Error("no place was ever picked")
			}
		})
	}
}

// TestSitesAreEven: every distinct subterm of an assertion is as likely as any other, however often it
// stands there and however large the assertions are.
func TestSitesAreEven(t *testing.T) {
	for name, text := range siteScripts {
		t.Run(name, func(t *testing.T) {
			s := read(t, text)
			type node struct {
				command int
				t       *term.Term
			}
			count := map[node]int{}
			for _, i := range asserts(s) {
				// Walk visits terms in patterns too: those are no places.
				var visit func(x *term.Term)
				visit = func(x *term.Term) {
					if _, ok := count[node{i, x}]; ok {
						return
					}
					count[node{i, x}] = 0
					for _, a := range x.Args() {
						visit(a)
					}
				}
				visit(s.Commands[i].Terms[0])
			}
			sites := newSites(s)
			if sites.Len() != len(count) {
				t.Fatalf("%d places, not %d", sites.Len(), len(count))
			}
			for n := range count {
				if n.t.HasNamed() || n.t.Kind() == term.Annot {
					delete(count, n)
				}
			}
			const each = 200
			total := 0
			r := rng.New(17)
			for range each * sites.Len() {
				site, ok := sites.Pick(r)
				if !ok {
					continue
				}
				n := node{site.Command, site.Term}
				if _, ok := count[n]; !ok {
					t.Fatalf("%s in command %d is no place", site.Term, site.Command)
				}
				count[n]++
				total++
			}
			for n, c := range count {
				if d := math.Abs(float64(c - each)); d > 6*math.Sqrt(each) {
					t.Errorf("%s in command %d was picked %d times, %d expected", n.t, n.command, c, each)
				}
			}
			if want := each * len(count); math.Abs(float64(total-want)) > 6*math.Sqrt(float64(want)) {
				t.Errorf("%d places, %d expected", total, want)
			}
		})
	}
}

// TestEveryOccurrenceIsReached: all paths to a shared subterm are picked.
func TestEveryOccurrenceIsReached(t *testing.T) {
	s := read(t, siteScripts["sharing"])
	root := s.Commands[asserts(s)[0]].Terms[0]
	missing := map[string]bool{}
	var visit func(x *term.Term, p term.Path)
	visit = func(x *term.Term, p term.Path) {
		missing[fmt.Sprint(p)] = true
		for i, a := range x.Args() {
			visit(a, append(slices.Clone(p), i))
		}
	}
	visit(root, term.Path{})
	sites := newSites(s)
	r := rng.New(3)
	all := len(missing)
	for range 40 * all {
		if site, ok := sites.Pick(r); ok {
			delete(missing, fmt.Sprint(site.Path))
		}
	}
	if len(missing) > 0 {
		t.Errorf("%d of %d occurrences were never picked: %v", len(missing), all, missing)
	}
}

// TestSitesFollowTheScript: after an update the places are those of a fresh look at the script.
func TestSitesFollowTheScript(t *testing.T) {
	s := read(t, siteScripts["binders"])
	b := builder(s, nil)
	sites := newSites(s)
	r := rng.New(8)
	for range 200 {
		site, ok := sites.Pick(r)
		if !ok {
			continue
		}
		x := b.Operator(r, site.Term.Sort(), site.Place())
		if x == nil {
			continue
		}
		root, err := s.Store.Replace(s.Commands[site.Command].Terms[0], site.Path, x)
		if err != nil {
			t.Fatal(err)
		}
		c := s.Commands[site.Command]
		c.Terms = []*term.Term{root}
		s = s.With(site.Command, c)
		sites.Update(s)
		fresh := newSites(s)
		if sites.Len() != fresh.Len() {
			t.Fatalf("%d places after an update, %d in a fresh look", sites.Len(), fresh.Len())
		}
		for seed := range uint64(5) {
			x, xok := sites.Pick(rng.New(seed))
			y, yok := fresh.Pick(rng.New(seed))
			if xok != yok || x.Term != y.Term || x.Command != y.Command || !slices.Equal(x.Path, y.Path) {
				t.Fatalf("an update gives %v at %v, a fresh look %v at %v", x.Term, x.Path, y.Term, y.Path)
			}
		}
	}
	// Fewer assertions than before.
	short := read(t, siteScripts["one leaf"])
	sites.Update(short)
	if site, ok := sites.Pick(r); sites.Len() != 1 || !ok || site.Term.String() != "true" {
		t.Errorf("%d places, %v", sites.Len(), site)
	}
}

func TestNoSites(t *testing.T) {
	sites := newSites(read(t, "(declare-const a Int)\n(check-sat)"))
	if site, ok := sites.Pick(rng.New(1)); ok || sites.Len() != 0 {
		t.Errorf("%d places, %v", sites.Len(), site)
	}
}
