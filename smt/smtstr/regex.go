package smtstr

import (
	"slices"
	"strconv"
	"strings"
)

// Regex is a regular expression: an immutable term of its [Builder]. Equal terms of one builder are the same, and
// terms are kept in a form in which derivatives of one expression are finitely many. The zero Regex is none.
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
const unbounded = ^uint32(0)

type node struct {
	id       uint32
	kind     kind
	nullable bool // holds the empty word
	lo, hi   uint32
	word     String
	args     []*node
}

// Builder makes regular expressions and remembers their derivatives. Not safe for concurrent use.
type Builder struct {
	table                   map[string]*node
	none, eps, all, anyChar *node
	derived                 map[step]*node
	key                     []byte
}

// step is an expression and the character that is taken off its words.
type step struct {
	id   uint32
	char uint32
}

// NewBuilder returns an empty builder.
func NewBuilder() *Builder {
	b := &Builder{table: map[string]*node{}, derived: map[step]*node{}}
	b.none = b.make(node{kind: kNone})
	b.eps = b.make(node{kind: kEps, nullable: true})
	b.all = b.make(node{kind: kAll, nullable: true})
	b.anyChar = b.make(node{kind: kChars, hi: MaxChar})
	return b
}

// make interns an expression.
func (b *Builder) make(n node) *node {
	k := append(b.key[:0], byte(n.kind))
	for _, x := range [2]uint32{n.lo, n.hi} {
		k = append(k, byte(x), byte(x>>8), byte(x>>16), byte(x>>24))
	}
	for _, a := range n.args {
		k = append(k, byte(a.id), byte(a.id>>8), byte(a.id>>16), byte(a.id>>24))
	}
	k = append(k, n.word.s...)
	b.key = k
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

// AllChar is the language of all words of one character.
func (b *Builder) AllChar() Regex { return Regex{b.anyChar} }

// Eps is the language of the empty word.
func (b *Builder) Eps() Regex { return Regex{b.eps} }

// Word is the language of one word.
func (b *Builder) Word(s String) Regex { return Regex{b.wordNode(s)} }

func (b *Builder) wordNode(s String) *node {
	switch s.Len() {
	case 0:
		return b.eps
	case 1:
		return b.make(node{kind: kChars, lo: s.At(0), hi: s.At(0)})
	}
	return b.make(node{kind: kWord, word: s})
}

// Range is the language of the characters between two, both included; it is empty unless both bounds are single
// characters in that order.
func (b *Builder) Range(lo, hi String) Regex {
	if lo.Len() != 1 || hi.Len() != 1 || lo.At(0) > hi.At(0) {
		return b.None()
	}
	return Regex{b.make(node{kind: kChars, lo: lo.At(0), hi: hi.At(0)})}
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

// Union is the union of two languages.
func (b *Builder) Union(p, q Regex) Regex { return Regex{b.join(kUnion, []*node{p.n, q.n})} }

// Inter is the intersection of two languages.
func (b *Builder) Inter(p, q Regex) Regex { return Regex{b.join(kInter, []*node{p.n, q.n})} }

// join makes a union or intersection: flat, sorted, without repetitions. These identities are what keeps
// derivatives finitely many.
func (b *Builder) join(k kind, parts []*node) *node {
	neutral, absorbing := b.none, b.all
	if k == kInter {
		neutral, absorbing = b.all, b.none
	}
	var flat []*node
	for _, p := range parts {
		switch {
		case p == absorbing:
			return absorbing
		case p.kind == k:
			flat = append(flat, p.args...)
		case p != neutral:
			flat = append(flat, p)
		}
	}
	slices.SortFunc(flat, func(x, y *node) int { return int(x.id) - int(y.id) })
	flat = slices.Compact(flat)
	for _, p := range flat {
		if p.kind == kComp {
			if _, both := slices.BinarySearchFunc(flat, p.args[0].id, func(x *node, id uint32) int { return int(x.id) - int(id) }); both {
				return absorbing // a language together with its complement
			}
		}
	}
	switch len(flat) {
	case 0:
		return neutral
	case 1:
		return flat[0]
	}
	nullable := k == kInter
	for _, p := range flat {
		if p.nullable != nullable {
			nullable = !nullable
			break
		}
	}
	return b.make(node{kind: k, nullable: nullable, args: flat})
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
func (b *Builder) Opt(r Regex) Regex { return Regex{b.join(kUnion, []*node{r.n, b.eps})} }

// Power is the language of exactly n words of r in a row, n from 0 to 2^30.
func (b *Builder) Power(r Regex, n int) Regex { return b.Loop(r, n, n) }

// Loop is the language of lo to hi words of r in a row; it is empty when lo is above hi. Both are from 0 to 2^30.
func (b *Builder) Loop(r Regex, lo, hi int) Regex {
	if lo > hi {
		return b.None()
	}
	return Regex{b.loop(r.n, uint32(lo), uint32(hi))}
}

// LoopFrom is the language of at least lo words of r in a row, lo from 0 to 2^30.
func (b *Builder) LoopFrom(r Regex, lo int) Regex { return Regex{b.loop(r.n, uint32(lo), unbounded)} }

func (b *Builder) loop(r *node, lo, hi uint32) *node {
	if r.nullable {
		lo = 0 // fewer words do as well: the missing ones are empty
	}
	switch {
	case hi == 0 || r == b.eps:
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
	case r.kind == kLoop && r.lo == 0 && r.hi == unbounded:
		return r // words of a star in a row are words of the star; the empty word is among them
	}
	return b.make(node{kind: kLoop, nullable: lo == 0, lo: lo, hi: hi, args: []*node{r}})
}

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
			done[n] = b.join(n.kind, args)
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

// maxShown bounds how deep String goes.
const maxShown = 200

// String returns the expression as an SMT-LIB term, its deep parts as dots.
func (r Regex) String() string {
	var b strings.Builder
	r.n.write(&b, 0)
	return b.String()
}

func (n *node) write(b *strings.Builder, depth int) {
	if depth > maxShown {
		b.WriteString("...")
		return
	}
	head := ""
	switch n.kind {
	case kNone:
		b.WriteString("re.none")
		return
	case kEps:
		b.WriteString(`(str.to_re "")`)
		return
	case kAll:
		b.WriteString("re.all")
		return
	case kWord:
		b.WriteString("(str.to_re " + n.word.Literal() + ")")
		return
	case kChars:
		lo, hi := FromCode(int(n.lo)).Literal(), FromCode(int(n.hi)).Literal()
		switch {
		case n.lo == 0 && n.hi == MaxChar:
			b.WriteString("re.allchar")
		case n.lo == n.hi:
			b.WriteString("(str.to_re " + lo + ")")
		default:
			b.WriteString("(re.range " + lo + " " + hi + ")")
		}
		return
	case kConcat:
		head = "re.++"
	case kUnion:
		head = "re.union"
	case kInter:
		head = "re.inter"
	case kComp:
		head = "re.comp"
	case kLoop:
		lo := strconv.FormatUint(uint64(n.lo), 10)
		switch {
		case n.hi != unbounded:
			head = "(_ re.loop " + lo + " " + strconv.FormatUint(uint64(n.hi), 10) + ")"
		case n.lo == 0:
			head = "re.*"
		case n.lo == 1:
			head = "re.+"
		default:
			head = "re.++ ((_ re.^ " + lo + ") "
			b.WriteString("(" + head)
			n.args[0].write(b, depth+1)
			b.WriteString(") (re.* ")
			n.args[0].write(b, depth+1)
			b.WriteString("))")
			return
		}
	}
	b.WriteString("(" + head)
	for _, a := range n.args {
		b.WriteByte(' ')
		a.write(b, depth+1)
	}
	b.WriteByte(')')
}
