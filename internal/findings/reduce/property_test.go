package reduce_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/findings/reduce"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// A planted predicate is one whose answer is known without a solver.
type planted struct {
	name     string
	monotone bool // a candidate with more in it holds as well
	holds    func(sc *script.Script) bool
}

// operators returns the names of the theory operators of a script with arguments, sorted.
func operators(sc *script.Script) []string {
	found := map[string]bool{}
	term.Walk(sc.Roots(), func(t *term.Term) bool {
		if f := t.Func(); f != nil && f.Kind == term.TheoryFunc && len(t.Args()) > 0 {
			found[f.Row.Name] = true
		}
		return true
	})
	var names []string
	for name := range found {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func hasOperators(names ...string) planted {
	return planted{"has " + strings.Join(names, " and "), true, func(sc *script.Script) bool {
		all := operators(sc)
		return !slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(all, name) })
	}}
}

// oneAssertionHas asks for two operators in one assertion, one above the other.
func oneAssertionHas(outer, inner string) planted {
	return planted{outer + " above " + inner, true, func(sc *script.Script) bool {
		found := false
		below := map[*term.Term]bool{}
		term.Walk(sc.Roots(), func(t *term.Term) bool {
			for _, a := range t.Args() {
				below[t] = below[t] || below[a] || a.Func().Is(inner)
			}
			found = found || below[t] && t.Func().Is(outer)
			return true
		})
		return found
	}}
}

// evaluates asks for an assertion that has the wanted value when all numbers are 1 and all Bools true, and that has the operator.
func evaluates(want bool, operator string) planted {
	name := fmt.Sprintf("an assertion with %s is %v under a model", operator, want)
	return planted{name, false, func(sc *script.Script) bool {
		var b strings.Builder
		for _, c := range sc.Commands {
			if c.Kind != script.DeclareFun || len(c.Decls[0].Params) > 0 {
				continue
			}
			switch d := c.Decls[0]; d.Result {
			case sorts.Int:
				fmt.Fprintf(&b, "(define-fun %s () Int 1)", d.Text)
			case sorts.Real:
				fmt.Fprintf(&b, "(define-fun %s () Real 1.0)", d.Text)
			case sorts.Bool:
				fmt.Fprintf(&b, "(define-fun %s () Bool true)", d.Text)
			}
		}
		m, err := model.Read("("+b.String()+")", sc, 0, model.Options{})
		if err != nil {
			return false
		}
		ev := eval.New(sc.Store, m, eval.Options{Steps: 100_000, Work: 1_000_000})
		active, _ := sc.Active(0)
		for _, a := range active {
			if ev.Term(a.Term).String() == fmt.Sprint(want) && slices.Contains(operators(&script.Script{
				Commands: []*script.Command{sc.Commands[a.Command]}, Store: sc.Store,
			}), operator) {
				return true
			}
		}
		return false
	}}
}

// erratic holds for some of the scripts for which another predicate holds, practically at random: a solver's bug that comes and goes.
func erratic(p planted, one int) planted {
	return planted{p.name + ", erratically", false, func(sc *script.Script) bool {
		h := fnv.New32()
		h.Write([]byte(sc.String()))
		return p.holds(sc) && (int(h.Sum32()>>3)%one != 0)
	}}
}

func (p planted) predicate(t interface{ Errorf(string, ...any) }) reduce.Predicate {
	return reduce.PredicateFunc(func(_ context.Context, c *reduce.Candidate) (bool, error) {
		sc, err := c.Script()
		if err != nil {
			t.Errorf("a candidate that does not sort-check is shown: %v\n%s", err, c.Text())
			return false, nil
		}
		return p.holds(sc), nil
	})
}

// plant chooses a predicate that holds for the script, nil when there is none.
func plant(t *rapid.T, sc *script.Script) *planted {
	names := operators(sc)
	if len(names) == 0 {
		return nil
	}
	a, b := rapid.SampledFrom(names).Draw(t, "operator"), rapid.SampledFrom(names).Draw(t, "other operator")
	p := rapid.SampledFrom([]planted{
		hasOperators(a), hasOperators(a, b), oneAssertionHas(a, b), evaluates(true, a), evaluates(false, a),
		erratic(hasOperators(a, b), 3), erratic(evaluates(true, a), 2),
	}).Draw(t, "predicate")
	if !p.holds(sc) {
		p = hasOperators(a, b)
	}
	return &p
}

// TestProperties reduces built-in seeds by planted predicates, at least 200 times, in the sample 60 times: the result satisfies the predicate,
// sort-checks, is the same for any number of jobs, is what was reported last, and needs all of its commands and terms.
func TestProperties(t *testing.T) {
	all := seeds.All()
	done, each, least := 0, testdepth.Sample(1, 3), testdepth.Sample(60, 200)
	rapid.Check(t, func(t *rapid.T) {
		for range each {
			seed := rapid.SampledFrom(all).Draw(t, "seed")
			sc, err := elab.Script(seed.Text, elab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if p := plant(t, sc); p != nil && len(seed.Text) < 6000 {
				checkReduction(t, seed, p)
				done++
			}
		}
	})
	if done < least && !t.Failed() {
		t.Errorf("%d reductions", done)
	}
}

func checkReduction(t *rapid.T, seed seeds.Seed, p *planted) {
	var first string
	for _, jobs := range []int{1, 2, 8} {
		last := seed.Text
		r, err := reduce.Reduce(t.Context(), seed.Text, p.predicate(t), reduce.Config{
			Jobs: jobs, Better: func(c *reduce.Candidate) error { last = c.Text(); return nil },
		})
		if err != nil {
			t.Fatalf("%s by %q: %v", seed.Name, p.name, err)
		}
		text := r.Best.Text()
		if r.End != reduce.Minimal || r.Mode != reduce.Typed {
			t.Errorf("%s by %q: %v, %v", seed.Name, p.name, r.End, r.Mode)
		}
		if text != last {
			t.Errorf("%s by %q: the result\n%s\nis not what was reported last\n%s", seed.Name, p.name, text, last)
		}
		if jobs == 1 {
			first = text
			checkMinimal(t, seed.Name, p, text)
			checkSingles(t, seed.Name, p, text)
		} else if text != first {
			t.Fatalf("%s by %q: with %d jobs\n%s\nand with one\n%s", seed.Name, p.name, jobs, text, first)
		}
	}
}

// checkMinimal fails unless the predicate holds for a text, but for no text that lacks one of its commands, or has a part of a term in
// place of the term.
func checkMinimal(t *rapid.T, name string, p *planted, text string) {
	sc, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatalf("%s by %q: the result does not sort-check: %v\n%s", name, p.name, err, text)
	}
	if !p.holds(sc) {
		t.Fatalf("%s by %q: the predicate does not hold for the result\n%s", name, p.name, text)
	}
	lines := strings.SplitAfter(text, "\n")
	for i := range lines[:len(lines)-1] {
		less := strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "")
		if sc, err := elab.Script(less, elab.Options{}); err == nil && p.holds(sc) {
			t.Errorf("%s by %q:\n%s\ncan do without command %d", name, p.name, text, i+1)
		}
	}
	for i, c := range sc.Commands {
		for k, root := range c.Terms {
			for _, part := range parts(root) {
				less := *c
				less.Terms = slices.Clone(c.Terms)
				less.Terms[k] = part
				shorter := sc.With(i, less).String()
				if len(shorter) >= len(text) {
					continue // a label that moved
				}
				if again, err := elab.Script(shorter, elab.Options{}); err == nil && p.holds(again) {
					t.Errorf("%s by %q:\n%s\ncan be\n%s", name, p.name, text, shorter)
				}
			}
		}
	}
}

// checkSingles fails if the predicate holds for a text that lacks one command, one element of a list, or has one of a list's elements or a constant in the
// place of a part, and still sort-checks and is shorter. It takes texts apart by itself.
func checkSingles(t *rapid.T, name string, p *planted, text string) {
	whole, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, less := range singles(text) {
		// What only a solver's dialect reads, by chance, is another matter.
		if sc, err := elab.Script(less, elab.Options{}); err == nil && whole.Dialects&^sc.Dialects == 0 && p.holds(sc) {
			t.Errorf("%s by %q:\n%s\ncan be\n%s", name, p.name, text, less)
		}
	}
}

// singles are the texts that lack one part of a text.
func singles(text string) []string {
	token := regexp.MustCompile(`\(|\)|"(?:[^"]|"")*"|\|[^|]*\||[^\s()"|]+`)
	type node struct {
		from, to int
		children []*node
	}
	root := &node{}
	open := []*node{root}
	var inner []*node
	for _, at := range token.FindAllStringIndex(text, -1) {
		parent := open[len(open)-1]
		switch text[at[0]:at[1]] {
		case ")":
			parent.to = at[1]
			open = open[:len(open)-1]
		default:
			n := &node{from: at[0], to: at[1]}
			parent.children = append(parent.children, n)
			if parent != root && (!slices.Contains(root.children, parent) || len(parent.children) > 1) { // a command keeps its name
				inner = append(inner, n)
			}
			if text[at[0]:at[1]] == "(" {
				open = append(open, n)
			}
		}
	}
	var out []string
	replace := func(n *node, by string) {
		if len(by) < n.to-n.from {
			out = append(out, text[:n.from]+by+text[n.to:])
		}
	}
	for _, command := range root.children {
		replace(command, "")
	}
	data := regexp.MustCompile(`(?m)^\(declare-(co)?datatype.*`).FindAllStringIndex(text, -1)
	for _, n := range inner {
		replace(n, "")
		if slices.ContainsFunc(data, func(at []int) bool { return n.from >= at[0] && n.to <= at[1] }) {
			continue // what a list in a datatype contains does not do in its place: constructors have parentheses
		}
		for _, c := range []string{"true", "false", "0", "0.0", `""`} {
			replace(n, c)
		}
		for _, c := range n.children {
			replace(n, text[c.from:c.to])
		}
	}
	return out
}

// parts returns the direct parts of a term that may replace it.
func parts(t *term.Term) []*term.Term {
	var found []*term.Term
	for _, a := range t.Args() {
		if a.Sort() == t.Sort() && term.Subset(a.Free(), t.Free()) {
			found = append(found, a)
		}
	}
	return found
}
