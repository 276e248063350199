package reduce

// A Pass is one way of making scripts smaller. Passes are values of tables; their state is that of the search.
type Pass struct {
	// Name is what users call it, Doc what it does, in a line.
	Name, Doc string

	edits func(st *state) []edit
	// together: several edits may be made at a time.
	together bool
	// large: edits are ordered by their gain, the largest first.
	large bool
	// grows: a step may make the text a little larger; each one removes a symbol, so they cannot go on for ever.
	grows bool
	// typed passes need terms.
	typed bool
	// last passes run when all others find nothing, and a reduction whose last pass finds nothing is minimal.
	last bool
}

func (p *Pass) hash() uint64 { return hashText(0, p.Name) }

// Passes returns the passes in the order in which they run: those that remove much come first.
func Passes() []*Pass { return table }

// table has the passes that are repeated until none finds anything.
var table = concat(
	commandPasses, shrinkPasses, variablePasses, definitionPasses, quantifierPasses, structurePasses, literalPasses, sortPasses,
	listPasses, questionPasses, rawPasses, []*Pass{namesPass, singlePass},
)

func concat(lists ...[]*Pass) []*Pass {
	var all []*Pass
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}
