package certify

import (
	"fmt"
	"hash/fnv"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/values"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

const (
	// guesses is the number of interpretations under which a claim about all of them is tried.
	guesses = 24
	// maxGuessed bounds the symbols of a claim; a claim with more is not tried.
	maxGuessed = 200
)

// symbols returns the declared constants and functions that the terms depend on, definitions included, in the order in which they are met;
// ok is false for more than maxGuessed.
func symbols(roots ...*term.Term) (out []*term.Decl, ok bool) {
	seen := map[*term.Decl]bool{}
	for len(roots) > 0 {
		var bodies []*term.Term
		term.Walk(roots, func(t *term.Term) bool {
			f := t.Func()
			if f == nil || f.Decl == nil || seen[f.Decl] {
				return true
			}
			seen[f.Decl] = true
			switch d := f.Decl; {
			case d.Body != nil:
				bodies = append(bodies, d.Body)
			case d.Kind == term.Declared:
				out = append(out, d)
			}
			return true
		})
		roots = bodies
	}
	return out, len(out) <= maxGuessed
}

// A guesser makes interpretations of symbols: random ones, with values at which operators change their behaviour. The same claim gets the same ones.
type guesser struct {
	script  *script.Script
	check   int
	symbols []*term.Decl
	random  *rng.Rand
	// varied makes values of all kinds, alike makes values that are often equal to one another.
	varied, alike *values.Generator
}

func newGuesser(s *script.Script, check int, about string, symbols []*term.Decl) *guesser {
	h := fnv.New64a()
	h.Write([]byte(about))
	o := values.Options{Structured: true, Rare: 20, Datatypes: datatypes(s)}
	g := &guesser{script: s, check: check, symbols: symbols, random: rng.New(h.Sum64()), varied: values.New(s.Store, o)}
	o.Repetitive, o.Rare = true, 0
	g.alike = values.New(s.Store, o)
	return g
}

// datatypes returns the datatypes of a script by name.
func datatypes(s *script.Script) map[string]*term.Datatype {
	out := map[string]*term.Datatype{}
	for _, c := range s.Commands {
		for _, d := range c.Datas {
			out[d.Name] = d
		}
	}
	return out
}

// guess returns interpretation number i. Symbols for which no value can be made are left out.
func (g *guesser) guess(i int) *model.Model {
	m := interpretsNothing(g.script, g.check)
	r := g.random.SplitN(uint64(i))
	of := g.varied
	if i%2 == 1 {
		of = g.alike
	}
	for _, d := range g.symbols {
		if def := g.meaning(r, of, d); def != nil {
			m.Defs[d] = def
		}
	}
	return m
}

// meaning returns a value, or a function that has one value at one argument and another one elsewhere.
func (g *guesser) meaning(r *rng.Rand, of *values.Generator, d *term.Decl) *model.Def {
	body := of.Value(r, d.Result)
	if body == nil || len(d.Params) == 0 {
		if body == nil {
			return nil
		}
		return &model.Def{Body: body}
	}
	st := g.script.Store
	vars := make([]*term.Term, len(d.Params))
	for i, p := range d.Params {
		vars[i] = st.NewVar(fmt.Sprintf("x!%d", i), p)
	}
	if at, other := of.Value(r, d.Params[0]), of.Value(r, d.Result); at != nil && other != nil {
		if is, err := equal(st, vars[0], at); err == nil {
			if t, err := apply(st, "ite", is, other, body); err == nil {
				body = t
			}
		}
	}
	return &model.Def{Vars: vars, Body: body}
}

// apply returns the application of an operator of the table.
func apply(st *term.Store, name string, args ...*term.Term) (*term.Term, error) {
	t, _, err := st.Overload(st.Table.Lookup(name), nil, nil, args)
	return t, err
}

// conjunction returns the conjunction of formulas, which is true when there are none.
func conjunction(st *term.Store, all []*term.Term) (*term.Term, error) {
	return joined(st, "and", "true", all)
}

// disjunction returns the disjunction of formulas, which is false when there are none.
func disjunction(st *term.Store, all []*term.Term) (*term.Term, error) {
	return joined(st, "or", "false", all)
}

func joined(st *term.Store, name, none string, all []*term.Term) (*term.Term, error) {
	switch len(all) {
	case 0:
		return apply(st, none)
	case 1:
		if all[0].Sort() != sorts.Bool {
			return nil, fmt.Errorf("a formula has sort %v", all[0].Sort())
		}
		return all[0], nil
	}
	return apply(st, name, all...)
}
