package fusion

import (
	"context"
	"fmt"
	"slices"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// placed is a function with the sorts of the formulas that its own sorts stand for.
type placed struct {
	*usable
	by map[*sorts.Sort]*sorts.Sort
}

const (
	// maxSizes bounds the widths or formats, for one pair of seeds, for which functions are read and proved.
	maxSizes = 3
	// maxPlaces bounds the sorts, of one pair of seeds, over which a function for every sort is used.
	maxPlaces = 24
)

// place finds which functions fit the terms of both sides, and over which sorts.
func (s *source) place(ctx context.Context, env mutate.Env) {
	s.inputs[0] = inputsOf(s.problem.Assertions[:s.first])
	s.inputs[1] = inputsOf(s.problem.Assertions[s.first:])
	if len(s.inputs[1].sorts) == 0 {
		s.inputs[1] = s.inputs[0] // a formula fused with itself states nothing twice
	}
	for _, f := range s.engine.opts.Functions {
		for _, indices := range s.indices(f) {
			u := s.engine.prove(ctx, f, indices, env)
			if u.instance == nil || len(u.inverses) == 0 || !s.readable(u) {
				continue
			}
			places := s.places(u, placed{usable: u})
			if len(places) == 0 {
				continue
			}
			s.usable = append(s.usable, places)
			if len(u.sorts) == 0 && s.constant(places[0]) {
				s.near = append(s.near, places)
			}
		}
	}
}

// indices returns the numerals that fit a function's symbols for indices.
func (s *source) indices(f *Function) []map[string]string {
	if len(f.indices) == 0 {
		return []map[string]string{{}}
	}
	var found []*sorts.Sort
	for _, sort := range s.inputs[0].sorts {
		if (sort.Kind() == sorts.BitVec || sort.Kind() == sorts.Float) && len(sort.Indices()) == len(f.indices) {
			found = append(found, sort)
		}
	}
	// The sorts of constants come first.
	slices.SortStableFunc(found, func(a, b *sorts.Sort) int {
		return min(1, len(s.inputs[0].constants[b])) - min(1, len(s.inputs[0].constants[a]))
	})
	var out []map[string]string
	for _, sort := range found[:min(len(found), maxSizes)] {
		m := map[string]string{}
		for i, name := range f.indices {
			m[name] = fmt.Sprint(sort.Indices()[i])
		}
		out = append(out, m)
	}
	return out
}

// places returns the ways to choose sorts for the function's own sorts, the first of which are already chosen, so that both
// sides have terms for the inputs; at most maxPlaces.
func (s *source) places(u *usable, p placed) []placed {
	if len(p.by) == len(u.sorts) {
		if s.fits(p) {
			return []placed{p}
		}
		return nil
	}
	var out []placed
	own := u.sorts[len(p.by)]
	side := slices.IndexFunc(u.inputs, func(x *term.Decl) bool { return x.Result == own })
	if side < 0 {
		return nil // not the sort of anything that is fused
	}
	for _, sort := range s.inputs[side%2].sorts {
		next := placed{usable: u, by: map[*sorts.Sort]*sorts.Sort{own: sort}}
		for from, to := range p.by {
			next.by[from] = to
		}
		if out = append(out, s.places(u, next)...); len(out) >= maxPlaces {
			return out[:maxPlaces]
		}
	}
	return out
}

// fits reports whether both sides have terms for the inputs.
func (s *source) fits(p placed) bool {
	for i, x := range p.inputs {
		if sort, err := s.in(p, x.Result); err != nil || s.inputs[i%2].empty(sort) {
			return false
		}
	}
	return true
}

// constant reports whether both sides have constants for the inputs.
func (s *source) constant(p placed) bool {
	for i, x := range p.inputs {
		if sort, err := s.in(p, x.Result); err != nil || len(s.inputs[i%2].constants[sort]) == 0 {
			return false
		}
	}
	return true
}

// readable reports whether all targets have a function's operators.
func (s *source) readable(u *usable) bool {
	all := problem.Problem{Assertions: []*term.Term{u.fused}}
	for _, r := range u.inverses {
		all.Assertions = append(all.Assertions, r)
	}
	return all.Readable(s.targets)
}
