package term

// TextSize returns the approximate length of the printed terms: one for each node that is written and one for each byte of
// a long literal, both as often as they are written. Shared terms count once if a let names them. Atoms and literals of up
// to eight bytes count one.
func TextSize(roots []*Term) int {
	s := sizer{}
	Walk(roots, func(t *Term) bool {
		if !t.IsLeaf() {
			s.note(t)
		}
		return true
	})
	for _, r := range roots {
		s.total += s.written(r)
	}
	return s.total
}

// sizer is one run of TextSize.
type sizer struct {
	small map[*Term]smallTerm
	total int // of the terms that are not small
}

// smallTerm is what is known about a term that no let names.
type smallTerm struct{ nodes, text int }

// note records a term whose parts it has seen.
func (s *sizer) note(t *Term) {
	nodes, text := 1, 1
	below(t, func(c *Term) {
		text += s.written(c)
		switch known, ok := s.small[c]; {
		case ok:
			nodes += known.nodes
		case c.IsLeaf():
			nodes++
		default:
			nodes = LetSize
		}
	})
	if nodes >= LetSize {
		s.total += text
		return
	}
	if s.small == nil {
		s.small = map[*Term]smallTerm{}
	}
	s.small[t] = smallTerm{nodes, text}
}

// written returns what a term counts at each occurrence.
func (s *sizer) written(t *Term) int {
	if t.kind == Literal {
		return literalSize(t.ext.text)
	}
	if known, ok := s.small[t]; ok {
		return known.text
	}
	return 1
}

// shortLiteral is how many bytes of a literal are free.
const shortLiteral = 8

func literalSize(text string) int { return 1 + max(0, len(text)-shortLiteral) }

// LiteralBytes returns the total bytes of the texts of all distinct literals that the store has made.
func (st *Store) LiteralBytes() int { return st.literalBytes }
