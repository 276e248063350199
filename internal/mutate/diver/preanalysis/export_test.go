package preanalysis

// Weight returns the sum of the scores of all occurrences in the subtree.
func (n *Node) Weight() float64 { return n.weight }

// Places returns how many occurrences in the subtree can be chosen.
func (n *Node) Places() float64 { return n.places }
