package term

// Map maps the terms of one store to values. A term without an entry has the zero value of V. The zero Map is empty
// and ready to use. Not safe for concurrent use.
//
// A Map is a table of pages by [Term.ID]: it costs the memory of one V for every term of a page that has an entry, and a pointer
// for every page up to the last of these. Terms that are made together are on few pages. For a few terms all over a store a Go map
// is smaller.
type Map[V any] struct{ pages []*[pageSize]V }

const pageSize = 64

// NewMap returns an empty map; its table has room for the terms that the store holds now, and grows only for later ones.
func NewMap[V any](st *Store) Map[V] {
	return Map[V]{pages: make([]*[pageSize]V, st.Len()/pageSize+1)}
}

// Get returns the value of t.
func (m *Map[V]) Get(t *Term) V {
	if i := int(t.id / pageSize); i < len(m.pages) && m.pages[i] != nil {
		return m.pages[i][t.id%pageSize]
	}
	var none V
	return none
}

// Set gives t a value.
func (m *Map[V]) Set(t *Term, v V) { *m.At(t) = v }

// At returns a pointer to t's value. It is valid until the next call of Clear.
func (m *Map[V]) At(t *Term) *V {
	i := int(t.id / pageSize)
	if i >= len(m.pages) || m.pages[i] == nil {
		m.add(i)
	}
	return &m.pages[i][t.id%pageSize]
}

// Clear removes all entries and keeps the memory.
func (m *Map[V]) Clear() {
	for _, p := range m.pages {
		if p != nil {
			clear(p[:])
		}
	}
}

// add makes a page. The table grows with a reserve, so that following a growing store takes linear time.
func (m *Map[V]) add(i int) {
	if i >= len(m.pages) {
		m.pages = append(m.pages, make([]*[pageSize]V, i+1-len(m.pages)+len(m.pages)/2)...)
	}
	m.pages[i] = new([pageSize]V)
}
