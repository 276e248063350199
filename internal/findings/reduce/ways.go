package reduce

// ways are the ways from lists to the innermost ones: from each list to its largest element, the first of several. The way of a list
// continues as that of its largest element, so they share memory, however deep the lists are.
type ways struct {
	nodes []int32 // one way after the other
	at    []int32 // by node: its place in nodes
	end   []int32 // by place of a node that begins a way: the end of that way
	begin []int32 // by node: the place where its way begins
}

// way returns the nodes on the way from n to an innermost list, without n, the largest first.
func (l *layout) way(n int32) []int32 {
	if l.ways == nil {
		l.ways = l.findWays()
	}
	w := l.ways
	return w.nodes[w.at[n]+1 : w.end[w.begin[n]]]
}

func (l *layout) findWays() *ways {
	largest := make([]int32, len(l.nodes)) // the largest element of each list, 0 for none: no element is node 0
	for i := range l.nodes {
		c := int32(i)
		if p := l.nodes[c].parent; p >= 0 && (largest[p] == 0 || l.size(c) > l.size(largest[p])) {
			largest[p] = c
		}
	}
	w := &ways{
		nodes: make([]int32, 0, len(l.nodes)), at: make([]int32, len(l.nodes)), end: make([]int32, len(l.nodes)), begin: make([]int32, len(l.nodes)),
	}
	for i := range l.nodes {
		n := int32(i)
		if p := l.nodes[n].parent; p >= 0 && largest[p] == n {
			continue // on the way of its parent
		}
		first := int32(len(w.nodes))
		for {
			w.at[n], w.begin[n] = int32(len(w.nodes)), first
			w.nodes = append(w.nodes, n)
			if n = largest[n]; n == 0 {
				break
			}
		}
		w.end[first] = int32(len(w.nodes))
	}
	return w
}
