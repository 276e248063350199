package smtstr

import "encoding/binary"

// Regex is a regular expression: an immutable term of its [Builder]. Equal terms of one builder are identical,
// and terms are kept in a form in which an expression has finitely many derivatives. The zero Regex is not an
// expression.
type Regex struct{ n *node }

// ID numbers a builder's expressions in order of creation.
func (r Regex) ID() int { return int(r.n.id) }

// kind is the shape of an expression.
type kind uint8

const (
	kNone   kind = iota // the empty language
	kEps                // the empty word alone
	kChars              // one character from lo to hi
	kWord               // one word of at least two characters
	kAll                // every word
	kConcat             // args[0] then args[1]
	kUnion              // sorted by id, at least two
	kInter              // sorted by id, at least two
	kComp               // the complement of args[0]
	kLoop               // args[0] from lo to hi times in a row; hi is unbounded for no end
)

// unbounded is the upper end of a loop without one.
const unbounded = ^uint64(0)

type node struct {
	id       uint32
	kind     kind
	nullable bool // holds the empty word
	// lo and hi are the bounds of characters or of a loop. For a word they are the number of the text whose end it
	// is, and the position where it begins there: the suffixes of a long word share its text.
	lo, hi uint64
	word   String
	args   []*node
}

// Builder makes regular expressions and remembers their derivatives. Not safe for concurrent use.
type Builder struct {
	table                   map[string]*node
	texts                   map[String]uint64
	none, eps, all, anyChar *node
	derived                 map[step]*node
	derivatives             int // made so far, including forgotten ones
	classes                 classes
	key                     []byte
	steps                   int // for all questions so far, see Spent
}

// Spent returns how many steps questions to the builder have taken so far, and how many expressions and derivatives it has made.
// Building counts the parts of what it joins as steps.
func (b *Builder) Spent() (steps, made int) { return b.steps, len(b.table) + b.derivatives }

// charge counts what has been used of a budget as steps.
func (b *Builder) charge(before int, left *int) { b.steps += before - *left }

// step is an expression and the character that is taken off its words.
type step struct {
	id   uint32
	char uint32
}

// NewBuilder returns an empty builder.
func NewBuilder() *Builder {
	b := &Builder{table: map[string]*node{}, texts: map[String]uint64{}, derived: map[step]*node{}}
	b.none = b.make(node{kind: kNone})
	b.eps = b.make(node{kind: kEps, nullable: true})
	b.all = b.make(node{kind: kAll, nullable: true})
	b.anyChar = b.chars(0, MaxChar)
	return b
}

// make interns an expression.
func (b *Builder) make(n node) *node {
	k := append(b.key[:0], byte(n.kind))
	k = binary.LittleEndian.AppendUint64(k, n.lo)
	k = binary.LittleEndian.AppendUint64(k, n.hi)
	for _, a := range n.args {
		k = binary.LittleEndian.AppendUint32(k, a.id)
	}
	b.key = k
	b.steps += 1 + len(n.args)
	if old := b.table[string(k)]; old != nil {
		return old
	}
	n.id = uint32(len(b.table))
	made := &n
	b.table[string(k)] = made
	return made
}

// None is the empty language.
func (b *Builder) None() Regex { return Regex{b.none} }

// All is the language of all words.
func (b *Builder) All() Regex { return Regex{b.all} }

// AllChar is the language of all words with one character.
func (b *Builder) AllChar() Regex { return Regex{b.anyChar} }

// Word is the language of one word.
func (b *Builder) Word(s String) Regex { return Regex{b.wordNode(s)} }

func (b *Builder) wordNode(s String) *node {
	switch s.Len() {
	case 0:
		return b.eps
	case 1:
		return b.chars(s.At(0), s.At(0))
	}
	text, known := b.texts[s]
	if !known {
		text = uint64(len(b.texts))
		b.texts[s] = text
		for i := range s.Len() {
			b.classes.tellApart(s.At(i), s.At(i))
		}
	}
	return b.make(node{kind: kWord, lo: text, word: s})
}

// tail returns a word of at least two characters without its first character.
func (b *Builder) tail(n *node) *node {
	rest := n.word.Slice(1, n.word.Len())
	if rest.Len() == 1 {
		return b.chars(rest.At(0), rest.At(0))
	}
	return b.make(node{kind: kWord, lo: n.lo, hi: n.hi + 1, word: rest})
}

func (b *Builder) chars(lo, hi uint32) *node {
	b.classes.tellApart(lo, hi)
	return b.make(node{kind: kChars, lo: uint64(lo), hi: uint64(hi)})
}

// Range is the language of the characters between two bounds, both inclusive; it is empty unless both bounds
// are single characters in that order.
func (b *Builder) Range(lo, hi String) Regex {
	if lo.Len() != 1 || hi.Len() != 1 || lo.At(0) > hi.At(0) {
		return b.None()
	}
	return Regex{b.chars(lo.At(0), hi.At(0))}
}

// Concat is the language of a word of p followed by one of q.
func (b *Builder) Concat(p, q Regex) Regex { return Regex{b.concat(p.n, q.n)} }

func (b *Builder) concat(p, q *node) *node {
	switch {
	case p == b.none || q == b.none:
		return b.none
	case p == b.eps:
		return q
	case q == b.eps:
		return p
	case p == b.all && q == b.all:
		return p
	}
	return b.make(node{kind: kConcat, nullable: p.nullable && q.nullable, args: []*node{p, q}})
}

// Comp is the complement.
func (b *Builder) Comp(r Regex) Regex { return Regex{b.comp(r.n)} }

func (b *Builder) comp(r *node) *node {
	switch {
	case r == b.none:
		return b.all
	case r == b.all:
		return b.none
	case r.kind == kComp:
		return r.args[0]
	}
	return b.make(node{kind: kComp, nullable: !r.nullable, args: []*node{r}})
}

// Diff is the language of the words of p that are not in q.
func (b *Builder) Diff(p, q Regex) Regex { return b.Inter(p, b.Comp(q)) }

// Star is the language of any number of words of r in a row.
func (b *Builder) Star(r Regex) Regex { return Regex{b.loop(r.n, 0, unbounded)} }

// Plus is the language of one or more words of r in a row.
func (b *Builder) Plus(r Regex) Regex { return Regex{b.loop(r.n, 1, unbounded)} }

// Opt is the language of r and the empty word.
func (b *Builder) Opt(r Regex) Regex { return Regex{b.pair(kUnion, r.n, b.eps)} }

// Power is the language of exactly n words of r in a row; a negative n counts as 0.
func (b *Builder) Power(r Regex, n int) Regex { return b.Loop(r, max(n, 0), max(n, 0)) }

// Loop is the language of lo to hi words of r in a row; it is empty when lo is above hi. A negative lo counts as 0.
func (b *Builder) Loop(r Regex, lo, hi int) Regex {
	lo = max(lo, 0)
	if lo > hi {
		return b.None()
	}
	return Regex{b.loop(r.n, uint64(lo), uint64(hi))}
}

// LoopFrom is the language of at least lo words of r in a row; a negative lo counts as 0.
func (b *Builder) LoopFrom(r Regex, lo int) Regex {
	return Regex{b.loop(r.n, uint64(max(lo, 0)), unbounded)}
}

func (b *Builder) loop(r *node, lo, hi uint64) *node {
	if hi == 0 {
		return b.eps
	}
	if r.nullable {
		lo = 0 // fewer words suffice: the missing ones are empty
	}
	for {
		newLo, newHi, ok := fused(r, lo, hi)
		if !ok {
			break
		}
		r, lo, hi = r.args[0], newLo, newHi
	}
	switch {
	case r == b.eps:
		return b.eps
	case r == b.none && lo > 0:
		return b.none
	case r == b.none:
		return b.eps
	case lo == 1 && hi == 1:
		return r
	case lo == 0 && hi == 1 && r.nullable:
		return r
	case lo == 0 && hi == unbounded && (r == b.anyChar || r == b.all):
		return b.all
	}
	return b.make(node{kind: kLoop, nullable: lo == 0, lo: lo, hi: hi, args: []*node{r}})
}

// maxFused limits the bounds of loops that are fused from two, so that their products cannot overflow.
const maxFused = 1 << 31

// fused returns the bounds of one loop that is the loop of r, itself a loop, from lo to hi, which is not 0. k rounds of r are k*r.lo to
// k*r.hi rounds of what it repeats: this is one interval for all k when there is no gap between two neighbours, and gaps shrink as k
// grows.
func fused(r *node, lo, hi uint64) (newLo, newHi uint64, ok bool) {
	if r.kind != kLoop || r.lo > maxFused || lo > maxFused {
		return 0, 0, false
	}
	newHi = unbounded
	if r.hi != unbounded {
		if r.hi > maxFused {
			return 0, 0, false
		}
		if gap := lo*r.hi+1 < (lo+1)*r.lo; gap && lo < hi {
			return 0, 0, false
		}
		if hi != unbounded {
			if hi > maxFused {
				return 0, 0, false
			}
			newHi = hi * r.hi
		}
	} else if lo == 0 && r.lo > 1 {
		return 0, 0, false // zero rounds are separate from the others
	}
	return lo * r.lo, newHi, true
}
