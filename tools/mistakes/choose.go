package main

import (
	"slices"
)

// A Rule says which mistakes are made.
type Rule struct {
	Number int // of mistakes in all packages together
	Least  int // of mistakes in each package
	Seed   int // the first place of each package that counts; others draw other mistakes
}

// A Draw is what the rule has chosen in one package.
type Draw struct {
	Package *Package
	Places  []*Place // all there are
	Chosen  []*Place
	Broken  int // places that were skipped because they do not compile
}

// choose applies the rule. Whether a mistake compiles is the only thing that it asks about the code.
func (r Rule) choose(packages []*Package) []*Draw {
	draws := make([]*Draw, len(packages))
	sizes := make([]int, len(packages))
	for i, p := range packages {
		draws[i] = &Draw{Package: p, Places: places(p)}
		sizes[i] = len(draws[i].Places)
	}
	for i, share := range r.shares(sizes) {
		d := draws[i]
		d.Chosen, d.Broken = r.pick(d.Places, share, d.Package.compiles)
	}
	return draws
}

// shares divides the number of mistakes among packages in proportion to their sizes. None gets less than the least number, except that
// none gets more than it has places.
func (r Rule) shares(sizes []int) []int {
	shares := make([]int, len(sizes))
	fixed := make([]bool, len(sizes))
	for {
		left, total := r.Number, 0
		for i, size := range sizes {
			if fixed[i] {
				left -= shares[i]
			} else {
				total += size
			}
		}
		small := false
		sum := 0 // of the sizes so far: rounding is carried over to the next package
		given := 0
		for i, size := range sizes {
			if fixed[i] {
				continue
			}
			sum += size
			shares[i] = max(0, left*sum/max(1, total)-given)
			given += shares[i]
			if least := min(r.Least, size); shares[i] < least {
				shares[i], fixed[i], small = least, true, true
				break
			}
		}
		if !small {
			break
		}
	}
	for i, size := range sizes {
		shares[i] = min(shares[i], size)
	}
	return shares
}

// pick takes every k-th place, and the next one that is still free where one does not compile. It returns them in order, with the
// number of those that do not compile.
func (r Rule) pick(all []*Place, share int, compiles func(*Place) bool) (chosen []*Place, broken int) {
	if share == 0 {
		return nil, 0
	}
	step := len(all) / share
	passed := make([]bool, len(all))
	var at []int
	for i := range share {
		for n := range all {
			k := (i*len(all)/share + r.Seed%step + n) % len(all)
			if passed[k] {
				continue
			}
			passed[k] = true
			if compiles(all[k]) {
				at = append(at, k)
				break
			}
			broken++
		}
	}
	slices.Sort(at)
	for _, k := range at {
		chosen = append(chosen, all[k])
	}
	return chosen, broken
}
