package smtstr

// Reverse is the language of the words of r read backwards.
func (b *Builder) Reverse(r Regex) Regex {
	done := map[*node]*node{}
	todo := []*node{r.n}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		missing := false
		for _, a := range n.args {
			if done[a] == nil {
				todo = append(todo, a)
				missing = true
			}
		}
		if missing {
			continue
		}
		todo = todo[:len(todo)-1]
		b.steps++
		args := make([]*node, len(n.args))
		for i, a := range n.args {
			args[i] = done[a]
		}
		switch n.kind {
		case kWord:
			done[n] = b.wordNode(n.word.Rev())
		case kConcat:
			done[n] = b.concat(args[1], args[0])
		case kUnion, kInter:
			done[n] = b.gather(n.kind, args) // not flattened: see maxFlat
		case kComp:
			done[n] = b.comp(args[0])
		case kLoop:
			done[n] = b.loop(args[0], n.lo, n.hi)
		default:
			done[n] = n
		}
	}
	return Regex{done[r.n]}
}
