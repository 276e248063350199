package reduce

// A Pass is one way of making scripts smaller. Passes are values of tables; their state is that of the search.
type Pass struct {
	// Name is what users call it, Doc what it does, in a line.
	Name, Doc string

	edits func(st *state) []edit
	// together: edits may be made several at a time.
	together bool
	// large: edits are ordered by their gain, the largest first.
	large bool
	// grows: a step may make the text a little larger; each one takes a symbol away, so that they cannot go on for ever.
	grows bool
	// typed passes need terms.
	typed bool
}

func (p *Pass) hash() uint64 { return hashText(0, p.Name) }

// Passes returns the passes in the order in which they run: what takes much away comes first.
func Passes() []*Pass { return table }

// table are the passes that are repeated until none finds anything.
var table = concat(
	commandPasses, shrinkPasses, variablePasses, definitionPasses, quantifierPasses, structurePasses, literalPasses, sortPasses,
	listPasses, rawPasses, []*Pass{namesPass},
)

func concat(lists ...[]*Pass) []*Pass {
	var all []*Pass
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}
