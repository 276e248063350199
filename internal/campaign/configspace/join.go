package configspace

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// fewestTried is on how many formulas an option must have been tried before a record that is not about it may say that it does not matter.
const fewestTried = 10

// A Lore is what is known about a solver's options, and from where.
type Lore struct {
	*Correlations
	// Own is the number of formulas of the user's record, Shipped that of the correlations that come with Assay, of ShippedVersion.
	Own, Shipped   int
	ShippedVersion string
}

// Source says from what it was learned.
func (l *Lore) Source() string {
	var parts []string
	if l.Own > 0 {
		parts = append(parts, fmt.Sprintf("%d of your formulas", l.Own))
	}
	if l.Shipped > 0 {
		parts = append(parts, fmt.Sprintf("%d that come with Assay, about version %s", l.Shipped, l.ShippedVersion))
	}
	return strings.Join(parts, " and ")
}

// Join puts a record of the user's beside the correlations that come with Assay. About a kind of operations, the one with more formulas of that kind
// is believed, and the user's where both have as many, since it is about the very version. So a record of a few minutes adds to an hour of learning
// instead of replacing it. Options that were tried too seldom count as not tried. Either may be nil.
func Join(own, shipped *Correlations) *Lore {
	out := &Lore{}
	if own != nil {
		out.Own = own.Formulas
		own = own.withoutSeldomTried()
	}
	if shipped != nil {
		out.Shipped, out.ShippedVersion = shipped.Formulas, shipped.Version
	}
	switch {
	case own == nil && shipped == nil:
		return nil
	case own == nil:
		out.Correlations = shipped
		return out
	case shipped == nil:
		out.Correlations = own
		return out
	}
	j := &Correlations{
		Format: CorrelationsFormat, Solver: own.Solver, Version: own.Version, Formulas: own.Formulas + shipped.Formulas, Runs: own.Runs + shipped.Runs,
		Seconds: own.Seconds + shipped.Seconds, Skipped: sum(own.Skipped, shipped.Skipped), Kinds: sum(own.Kinds, shipped.Kinds),
	}
	options := map[string][2]*OptionEffects{}
	for i, c := range []*Correlations{own, shipped} {
		for k := range c.Options {
			pair := options[c.Options[k].Name]
			pair[i] = &c.Options[k]
			options[c.Options[k].Name] = pair
		}
	}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		pair := options[name]
		switch {
		case pair[0] == nil:
			j.Options = append(j.Options, *pair[1])
		case pair[1] == nil:
			j.Options = append(j.Options, *pair[0])
		default:
			a, b := pair[0], pair[1]
			j.Options = append(j.Options, OptionEffects{
				Name: name, Tried: a.Tried + b.Tried, Affected: a.Affected + b.Affected, Conflicts: a.Conflicts + b.Conflicts, By: sum(a.By, b.By),
				General:  a.General && a.Tried >= b.Tried || b.General && b.Tried >= a.Tried,
				Relevant: joinLinks(own, shipped, a.Relevant, b.Relevant), Refusing: joinLinks(own, shipped, a.Refusing, b.Refusing),
			})
		}
	}
	out.Correlations = j
	return out
}

// joinLinks takes each kind's link from the one that has seen more formulas of that kind.
func joinLinks(own, shipped *Correlations, ours, theirs []Link) []Link {
	var out []Link
	for _, l := range ours {
		if own.Kinds[l.Kind] >= shipped.Kinds[l.Kind] {
			out = append(out, l)
		}
	}
	for _, l := range theirs {
		if own.Kinds[l.Kind] < shipped.Kinds[l.Kind] {
			out = append(out, l)
		}
	}
	slices.SortStableFunc(out, func(a, b Link) int { return cmp.Compare(b.P(), a.P()) })
	return out
}

// withoutSeldomTried leaves out the options about which too little was seen.
func (c *Correlations) withoutSeldomTried() *Correlations {
	out := *c
	out.Options = slices.DeleteFunc(slices.Clone(c.Options), func(o OptionEffects) bool { return o.Tried+o.Conflicts < fewestTried })
	return &out
}

// sum adds two counts.
func sum(a, b map[string]int) map[string]int {
	out := make(map[string]int, len(a)+len(b))
	for _, m := range []map[string]int{a, b} {
		for k, n := range m {
			out[k] += n
		}
	}
	return out
}
