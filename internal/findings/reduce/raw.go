package reduce

import (
	"cmp"
	"slices"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
)

// rawPasses reduce s-expressions about which nothing is known: all of them in raw reductions, unknown commands in typed ones.
var rawPasses = []*Pass{
	{Name: "lists", Doc: "erase elements of lists, and replace lists by their elements, large ones first", edits: shrinkLists, large: true},
	{Name: "atoms", Doc: "replace atoms by shorter ones", edits: shrinkAtoms, together: true},
}

// maxElements bounds the elements that are offered in place of a list.
const maxElements = 12

// shrinkLists proposes for every list the list without some elements, and its elements in its place, the largest lists first.
func shrinkLists(st *state) []edit {
	var all []edit
	for _, root := range st.opaque() {
		for n := root; n < st.nodes[root].end; n++ {
			if st.nodes[n].kind == syntax.List && st.size(n) > 1 {
				all = append(all, edit{gain: st.size(n), expand: func() []edit { return st.listEdits(n) }})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b edit) int { return cmp.Compare(b.gain, a.gain) })
	return all
}

func (st *state) listEdits(n int32) []edit {
	var all []edit
	var elements []int32
	st.children(n, func(_ int, c int32) bool { elements = append(elements, c); return true })
	sums := st.hashes()
	at := st.nodes[n]
	replace := func(text string, key uint64) {
		all = append(all, edit{splices: []splice{{at.from, at.to, text}}, key: mix(sums[n], key)})
	}
	if at.parent >= 0 {
		if st.size(n) > 2 {
			replace("true", 1)
			replace("0", 2)
		}
	}
	for _, d := range st.innermost(n) {
		replace(st.textOf(d), sums[d])
	}
	for i, c := range elements[:min(len(elements), maxElements)] {
		// A command does not become an atom, nor a list its head: erasing the command, or the arguments, is tried instead.
		if st.nodes[c].kind == syntax.List || i > 0 && at.parent >= 0 {
			replace(st.textOf(c), sums[c])
		}
	}
	for size := max(1, len(elements)/2); ; size /= 2 {
		for from := 0; from < len(elements); from += size {
			to := min(from+size, len(elements))
			key := mix(sums[n], uint64(from)<<32|uint64(to))
			s := splice{from: st.nodes[elements[from]].from, to: st.nodes[elements[to-1]].to}
			all = append(all, edit{splices: []splice{s}, key: key})
		}
		if size <= 1 {
			return all
		}
	}
}

// innermost returns lists on the way from n to the innermost one, the smallest first, each at most half as large as the next.
func (st *state) innermost(n int32) []int32 {
	var found []int32
	way := st.way(n)
	for bound := st.size(n) / 2; bound > 8; bound = st.size(found[len(found)-1]) / 2 {
		i, _ := slices.BinarySearchFunc(way, bound, func(n int32, bound int) int { return cmp.Compare(bound, st.size(n)) })
		if i == len(way) {
			break
		}
		found = append(found, way[i])
		way = way[i+1:]
	}
	slices.Reverse(found)
	return found
}

// shrinkAtoms proposes the shortest atoms of a kind.
func shrinkAtoms(st *state) []edit {
	var all []edit
	var nodes []int32
	for _, root := range st.opaque() {
		for n := root; n < st.nodes[root].end; n++ {
			nodes = append(nodes, n)
		}
	}
	for _, i := range nodes {
		n := st.nodes[i]
		to := ""
		switch n.kind {
		case syntax.Numeral:
			to = "0"
		case syntax.Decimal:
			to = "0.0"
		case syntax.String:
			to = `""`
		case syntax.Hex:
			to = "#x0"
		case syntax.Binary:
			to = "#b0"
		case syntax.Quoted:
			to = "x"
		default:
			continue
		}
		if text := st.textOf(i); text != to {
			all = append(all, edit{splices: []splice{{n.from, n.to, to}}})
		}
	}
	return all
}

// opaque returns the commands to reduce as lists: unknown ones, and tactics.
func (st *state) opaque() []int32 {
	if st.script == nil {
		return st.roots
	}
	if len(st.script.Commands) != len(st.roots) {
		return nil
	}
	var all []int32
	for i, c := range st.script.Commands {
		if c.Kind == script.Other || c.Kind == script.CheckSatUsing {
			all = append(all, st.roots[i])
		}
	}
	return all
}
