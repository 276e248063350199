package term

// Map maps the terms of one store to values. A term without an entry has the zero value of V. The zero Map is empty
// and ready to use. Not safe for concurrent use.
//
// A Map is a slice indexed by [Term.ID]: it costs the memory of one V for every term that the store made up to the
// latest one entered, and up to half as much again, whether or not the terms have entries. It pays off for maps that
// hold much of a store or live as long as one; for a few terms of a large store a Go map is smaller.
type Map[V any] struct{ values []V }

// NewMap returns an empty map with room for the terms that the store holds now; it grows only for later ones.
func NewMap[V any](st *Store) Map[V] { return Map[V]{values: make([]V, st.Len()+1)} }

// Get returns the value of t.
func (m *Map[V]) Get(t *Term) V {
	if int(t.id) < len(m.values) {
		return m.values[t.id]
	}
	var none V
	return none
}

// Set gives t a value.
func (m *Map[V]) Set(t *Term, v V) {
	if int(t.id) >= len(m.values) {
		m.grow(int(t.id))
	}
	m.values[t.id] = v
}

// At returns a pointer to t's value. It is valid until the next call of Set or At.
func (m *Map[V]) At(t *Term) *V {
	if int(t.id) >= len(m.values) {
		m.grow(int(t.id))
	}
	return &m.values[t.id]
}

// Clear removes all entries and keeps the memory.
func (m *Map[V]) Clear() { clear(m.values) }

// grow makes room for an ID, with a reserve so that following a growing store takes linear time.
func (m *Map[V]) grow(id int) {
	m.values = append(m.values, make([]V, id+1-len(m.values)+len(m.values)/2)...)
}
