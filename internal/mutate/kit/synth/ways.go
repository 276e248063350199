package synth

import (
	"math"
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

const (
	// maxShapes bounds the ways that one operator has for a sort.
	maxShapes = 24
	// maxIdle bounds the guesses that give no new way.
	maxIdle = 5
	// maxPower bounds how often re.^ and re.loop repeat: languages nest.
	maxPower = 4
)

// smallNumbers are the arguments, counted from 1, that make an operator's value huge when they are not small.
var smallNumbers = map[string]int{"piand": 1, "bag": 2}

// shapes returns the ways in which a row makes terms of a sort: with different argument sorts and indices, where the sort leaves
// these open.
func (g *Grower) shapes(r *rng.Rand, row *theory.Row, s *sorts.Sort) []way {
	idle := 1
	if opens(row, s) {
		idle = maxIdle
	}
	var out []way
	for left := idle; left > 0 && len(out) < maxShapes; left-- {
		fn, args := g.build.shape(r, row, s, len(row.Args))
		if fn == nil || !tame(row, fn) {
			continue
		}
		w := way{fn: fn, row: row, from: -1, to: math.MaxInt, args: make([]*plan, len(args))}
		for i, a := range args {
			w.args[i] = g.plan(a)
		}
		if len(args) == len(row.Args) {
			w.small = smallNumbers[row.Name]
		}
		if fn.As != nil {
			sp := g.build.Pool.scopes.of(s)
			w.from, w.to = int(sp.from)-1, int(sp.to)
		}
		if !slices.ContainsFunc(out, func(o way) bool { return o.fn == fn && slices.Equal(o.args, w.args) }) {
			out, left = append(out, w), idle
		}
	}
	return out
}

// opens reports whether a row that makes terms of sort s leaves the sorts of its arguments or its indices open.
func opens(row *theory.Row, s *sorts.Sort) bool {
	if len(row.SortVars)+len(row.IdxVars)+len(row.ListVars) == 0 && row.HeadList == "" {
		return false
	}
	var bind sorts.Binding
	if !row.MatchResult(s, &bind) || row.HeadList != "" || len(row.ListVars) > 0 {
		return true
	}
	for i := range row.IdxVars {
		if !bind.HasIdx(i) {
			return true
		}
	}
	for i := range row.SortVars {
		if bind.Sorts[i] == nil {
			return true
		}
	}
	return false
}

// tame reports whether the indices of an operator keep its values small.
func tame(row *theory.Row, fn *term.Func) bool {
	return row.Name != "re.^" && row.Name != "re.loop" || !slices.ContainsFunc(fn.Indices, func(i int) bool { return i > maxPower })
}

// declared returns the ways to make terms of a sort with the script's own functions, constructors, selectors and testers,
// grouped by symbol.
func (g *Grower) declared(s *sorts.Sort) [][]way {
	var out [][]way
	for _, d := range g.build.Pool.decls {
		if d.Result == s && len(d.Params) > 0 && !recursive(d) {
			out = append(out, []way{g.wayOf(d, g.build.Store.User(d, nil), d.Params)})
		}
		if s == sorts.Bool && d.Kind == term.Constructor {
			out = append(out, []way{g.wayOf(d, g.tester(d), []*sorts.Sort{d.Result})})
		}
	}
	for _, d := range g.build.Pool.parametric {
		if ways := g.instances(d, s); len(ways) > 0 {
			out = append(out, ways)
		}
	}
	return out
}

func (g *Grower) tester(ctor *term.Decl) *term.Func {
	return g.build.Store.Func(term.Func{Kind: term.TesterFunc, Decl: ctor})
}

func (g *Grower) wayOf(d *term.Decl, fn *term.Func, params []*sorts.Sort) way {
	w := way{fn: fn, from: d.From, to: d.To, args: make([]*plan, len(params))}
	for i, p := range params {
		w.args[i] = g.plan(p)
	}
	return w
}

// recursive reports whether a defined function calls itself, perhaps through others: its calls may not terminate.
func recursive(d *term.Decl) bool {
	if d.Kind != term.Defined || d.Body == nil {
		return d.Kind == term.Defined
	}
	found := false
	term.Walk([]*term.Term{d.Body}, func(t *term.Term) bool {
		if f := t.Func(); f != nil && f.Decl != nil && f.Decl.Kind == term.Defined && f.Decl.From >= d.From {
			found = true
		}
		return !found
	})
	return found
}

// instances returns the ways to make terms of a sort with a constructor or selector of a parametric datatype, or a constructor's
// tester. The instances of the datatype are those that the script uses.
func (g *Grower) instances(d *term.Decl, s *sorts.Sort) []way {
	st := g.build.Store
	by := map[string]*sorts.Sort{}
	if d.Kind == term.Constructor && sorts.Unify(d.Result, s, by) {
		params := substitute(st, d.Params, by)
		var as *sorts.Sort
		told := map[string]*sorts.Sort{}
		for i, p := range d.Params {
			sorts.Unify(p, params[i], told)
		}
		if st.Sorts.Substitute(d.Result, told) != s {
			as = s // the fields leave the sort open
		}
		return []way{g.wayOf(d, st.User(d, as), params)}
	}
	var out []way
	for _, known := range g.build.among {
		switch {
		case d.Kind == term.Constructor && s == sorts.Bool && sorts.Unify(d.Result, known, map[string]*sorts.Sort{}):
			out = append(out, g.wayOf(d, g.tester(d), []*sorts.Sort{known}))
		case d.Kind == term.Selector:
			by := map[string]*sorts.Sort{}
			if sorts.Unify(d.Params[0], known, by) && st.Sorts.Substitute(d.Result, by) == s {
				out = append(out, g.wayOf(d, st.User(d, nil), []*sorts.Sort{known}))
			}
		}
	}
	return out
}

func substitute(st *term.Store, ss []*sorts.Sort, by map[string]*sorts.Sort) []*sorts.Sort {
	out := make([]*sorts.Sort, len(ss))
	for i, s := range ss {
		out[i] = st.Sorts.Substitute(s, by)
	}
	return out
}
