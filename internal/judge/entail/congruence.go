package entail

import (
	"encoding/binary"
	"slices"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// complete collects the terms of congruence closure, and says what follows from their shape: a term that chooses equals what it chooses, and a formula that
// is an argument is true or false.
func (q *question) complete() {
	for i := 0; i < len(q.order); i++ {
		e := q.equalities[q.order[i]]
		q.collect(e.left)
		if e.right != nil {
			q.collect(e.right)
		}
		if q.left <= 0 {
			return
		}
	}
}

// collect adds a term and what is in it, arguments first.
func (q *question) collect(t *term.Term) {
	type visit struct {
		t     *term.Term
		leave bool
	}
	stack := []visit{{t: t}}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if _, ok := q.index[v.t]; ok {
			continue
		}
		if !q.spend(1) {
			return
		}
		parts := q.arguments(v.t)
		if v.leave || len(parts) == 0 {
			q.index[v.t] = len(q.terms)
			q.terms = append(q.terms, v.t)
			q.shape(v.t)
			continue
		}
		stack = append(stack, visit{v.t, true})
		for _, p := range parts {
			stack = append(stack, visit{t: p})
		}
	}
}

// arguments returns the terms on whose values alone the value of a term depends, nil for one that is taken as a whole.
func (q *question) arguments(t *term.Term) []*term.Term {
	if t.Kind() != term.App && t.Kind() != term.Annot {
		return nil
	}
	args := t.Args()
	if !slices.ContainsFunc(args, func(a *term.Term) bool { return q.kernel.canonical(a) != a }) {
		return args
	}
	out := make([]*term.Term, len(args))
	for i, a := range args {
		out[i] = q.kernel.canonical(a)
	}
	return out
}

// shape says what follows from the shape of a term.
func (q *question) shape(t *term.Term) {
	f := t.Func()
	if isBool(t) {
		if l := q.formula(t); q.equalities[l] != (equation{left: t}) {
			q.noteEquation(l, equation{left: t})
		}
		return
	}
	if f != nil && f.Kind == term.TheoryFunc && f.Name() == "ite" && len(t.Args()) == 3 {
		c := q.formula(t.Args()[0])
		q.add(-c, q.equal(t, t.Args()[1]))
		q.add(c, q.equal(t, t.Args()[2]))
	}
}

// A theory refutes assignments of a question's atoms.
type theory struct {
	q *question
	// heads numbers function symbols, and args has the indices of the arguments by term.
	heads []int
	args  [][]int
	// values are those of terms, and pairs the terms that are equal in any case.
	values []value.Value
	pairs  [][2]int

	parent []int
	of     []int // by root: the term whose value it has, -1 for none
	unlike [][2]int
	table  map[string]int
	key    []byte
}

// The two truth values have the last two indices.
func (t *theory) yes() int { return len(t.q.terms) }
func (t *theory) no() int  { return len(t.q.terms) + 1 }

// newTheory returns nil where connectives are all that counts.
func newTheory(q *question) *theory {
	if q.by == Propositional {
		return nil
	}
	t := &theory{q: q, table: map[string]int{}}
	heads := map[*term.Func]int{}
	byHash := map[uint64][]int{}
	forms := map[string]int{}
	for i, x := range q.terms {
		head := -1
		var args []int
		for _, a := range q.arguments(x) {
			args = append(args, q.index[a])
		}
		switch {
		case x.Kind() == term.Annot:
			t.pairs = append(t.pairs, [2]int{i, args[0]})
			args = nil
		case x.Func() != nil && len(args) > 0:
			n, ok := heads[x.Func()]
			if !ok {
				n = len(heads)
				heads[x.Func()] = n
			}
			head = n
		}
		t.heads, t.args = append(t.heads, head), append(t.args, args)
		v := open
		if x.Sort() != sorts.RegLan && !isBool(x) {
			v = q.kernel.value(x)
		}
		t.values = append(t.values, v)
		if v.IsKnown() {
			h := value.Hash(v)
			for _, j := range byHash[h] {
				if same, known := q.kernel.sameValues(t.values[j], v); same && known && q.terms[j].Sort() == x.Sort() {
					t.pairs = append(t.pairs, [2]int{i, j})
					break
				}
			}
			byHash[h] = append(byHash[h], i)
		}
		for _, form := range q.normal(x) {
			if j, ok := forms[form]; ok {
				t.pairs = append(t.pairs, [2]int{i, j})
			} else {
				forms[form] = i
			}
		}
	}
	t.parent, t.of = make([]int, len(q.terms)+2), make([]int, len(q.terms)+2)
	return t
}

// normal returns texts that terms have in common only if they are equal.
func (q *question) normal(t *term.Term) []string {
	if q.by != Normal {
		return nil
	}
	var out []string
	if flat := q.flat(t, 0); flat != "" {
		out = append(out, flat)
	}
	if numeric(t.Sort()) {
		out = append(out, t.Sort().String()+" "+q.poly(t).text())
	}
	return out
}

// refutes reports whether no interpretation makes the assigned atoms true; what it cannot afford to find out is not known.
func (t *theory) refutes(assigned []int8) bool {
	q := t.q
	if !q.spend(2*len(q.terms) + len(q.order)) {
		return false
	}
	for i := range t.parent {
		t.parent[i], t.of[i] = i, -1
		if i < len(q.terms) && t.values[i].IsKnown() {
			t.of[i] = i
		}
	}
	t.unlike = append(t.unlike[:0], [2]int{t.yes(), t.no()})
	for _, p := range t.pairs {
		if !t.merge(p[0], p[1]) {
			return true
		}
	}
	for _, l := range q.order {
		e, v := q.equalities[l], assigned[l]
		switch {
		case v == 0:
		case e.right == nil && v > 0:
			if !t.merge(q.index[e.left], t.yes()) {
				return true
			}
		case e.right == nil:
			if !t.merge(q.index[e.left], t.no()) {
				return true
			}
		case v > 0:
			if !t.merge(q.index[e.left], q.index[e.right]) {
				return true
			}
		default:
			t.unlike = append(t.unlike, [2]int{q.index[e.left], q.index[e.right]})
		}
	}
	return t.close() || q.by == Normal && q.boundsConflict(assigned)
}

// close merges what is equal by congruence, and reports whether that is a contradiction.
func (t *theory) close() bool {
	for changed := true; changed; {
		changed = false
		clear(t.table)
		if !t.q.spend(len(t.args)) {
			return false
		}
		for i, args := range t.args {
			if len(args) == 0 {
				continue
			}
			t.key = binary.AppendUvarint(t.key[:0], uint64(t.heads[i]))
			for _, a := range args {
				t.key = binary.AppendUvarint(t.key, uint64(t.find(a)))
			}
			j, ok := t.table[string(t.key)]
			if !ok {
				t.table[string(t.key)] = i
				continue
			}
			if t.find(i) != t.find(j) {
				changed = true
				if !t.merge(i, j) {
					return true
				}
			}
		}
	}
	return slices.ContainsFunc(t.unlike, func(p [2]int) bool { return t.find(p[0]) == t.find(p[1]) })
}

func (t *theory) find(i int) int {
	for t.parent[i] != i {
		t.parent[i] = t.parent[t.parent[i]]
		i = t.parent[i]
	}
	return i
}

// merge makes two terms equal, and reports whether they can be: two different values cannot.
func (t *theory) merge(i, j int) bool {
	i, j = t.find(i), t.find(j)
	if i == j {
		return true
	}
	t.parent[j] = i
	switch {
	case t.of[j] < 0:
	case t.of[i] < 0:
		t.of[i] = t.of[j]
	default:
		if equal, known := t.q.kernel.sameValues(t.values[t.of[i]], t.values[t.of[j]]); known && !equal {
			return false
		}
	}
	return true
}
