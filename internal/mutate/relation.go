package mutate

// Relation says what the mutants of one chain have in common: how much what a solver did on one of them tells about the next.
type Relation uint8

const (
	// Successive mutants are made from the one before, or from one before that.
	Successive Relation = iota
	// Siblings are each made from the seed.
	Siblings
	// Independent mutants have nothing in common with each other or with the seed, except for its logic.
	Independent
)

// Related is implemented by engines whose mutants are not Successive.
type Related interface{ Relation() Relation }

// RelationOf returns what the mutants that an engine makes in one chain have in common.
func RelationOf(e Engine) Relation {
	if r, ok := e.(Related); ok {
		return r.Relation()
	}
	return Successive
}
