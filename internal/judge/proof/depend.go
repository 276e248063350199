package proof

import "slices"

// A dependency holds the assumptions, not known to be true, on which a step depends: local ones, and assertions.
type dependency struct {
	on   []int32 // increasing
	many bool    // more than maxDependency
}

// maxDependency bounds what is remembered about a step. A step that depends on more never counts as wrong.
const maxDependency = 64

func (d dependency) none() bool { return len(d.on) == 0 && !d.many }

// dependencyOf collects what step i depends on.
func (c *checker) dependencyOf(i int) dependency {
	s := &c.proof.Steps[i]
	if t := c.truths[i]; s.Kind == Input || s.Kind == Local {
		if t.known && t.is || s.Kind == Input && c.witness.certified {
			return dependency{}
		}
		return dependency{on: []int32{int32(s.As)}}
	}
	var out dependency
	from := s.Premises
	if s.Hidden {
		from = s.Active
	}
	for _, p := range from {
		if p >= 0 {
			out = merge(out, c.depends[p])
		}
	}
	return out.without(s.Discharges)
}

// without leaves out assumptions that are discharged.
func (d dependency) without(discharged []int) dependency {
	if len(discharged) == 0 || d.none() {
		return d
	}
	kept := dependency{many: d.many}
	for _, a := range d.on {
		if !slices.Contains(discharged, int(a)) {
			kept.on = append(kept.on, a)
		}
	}
	return kept
}

// merge joins two sets.
func merge(a, b dependency) dependency { return mergeUpTo(a, b, maxDependency) }

// mergeUpTo joins two sets, of which it remembers so many members. It shares memory where it can.
func mergeUpTo(a, b dependency, most int) dependency {
	switch {
	case a.none() || slices.Equal(a.on, b.on) && a.many == b.many:
		return b
	case b.none():
		return a
	}
	on := slices.Concat(a.on, b.on)
	slices.Sort(on)
	on = slices.Compact(on)
	switch many := a.many || b.many; len(on) {
	case len(a.on):
		return dependency{on: a.on, many: many}
	case len(b.on):
		return dependency{on: b.on, many: many}
	default:
		if len(on) > most {
			return dependency{on: on[:most], many: true}
		}
		return dependency{on: on, many: many}
	}
}
