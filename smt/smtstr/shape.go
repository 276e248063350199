package smtstr

// Shape is how an expression is made: an operator of SMT-LIB with its indices, and either words or expressions for arguments.
type Shape struct {
	Op      string // "re.none", "str.to_re", "re.range", "re.++", "re.*", "re.loop"...
	Indices []int  // of re.^ and re.loop
	Words   []String
	Args    []Regex
}

// maxIndex bounds the indices of a shape: solvers do not read larger ones.
const maxIndex = 1 << 31

// Shape returns how the expression is made, which may differ from how the builder was asked for it; ok is false when a loop has uselessly
// large bounds.
func (r Regex) Shape() (s Shape, ok bool) {
	n := r.n
	for _, a := range n.args {
		s.Args = append(s.Args, Regex{a})
	}
	switch n.kind {
	case kNone:
		s.Op = "re.none"
	case kEps:
		s.Op, s.Words = "str.to_re", []String{{}}
	case kAll:
		s.Op = "re.all"
	case kWord:
		s.Op, s.Words = "str.to_re", []String{n.word}
	case kChars:
		lo, hi := FromCode(int(n.lo)), FromCode(int(n.hi))
		switch {
		case n.lo == 0 && n.hi == MaxChar:
			s.Op = "re.allchar"
		case n.lo == n.hi:
			s.Op, s.Words = "str.to_re", []String{lo}
		default:
			s.Op, s.Words = "re.range", []String{lo, hi}
		}
	case kConcat:
		s.Op = "re.++"
	case kUnion:
		s.Op = "re.union"
	case kInter:
		s.Op = "re.inter"
	case kComp:
		s.Op = "re.comp"
	case kLoop:
		switch {
		case n.hi == unbounded && n.lo == 0:
			s.Op = "re.*"
		case n.hi == unbounded && n.lo == 1:
			s.Op = "re.+"
		case n.lo >= maxIndex || n.hi != unbounded && n.hi >= maxIndex:
			return s, false
		case n.hi == unbounded: // as re.^, followed by re.* of the same: one index says so
			s.Op, s.Indices = "re.loop", []int{int(n.lo)}
		default:
			s.Op, s.Indices = "re.loop", []int{int(n.lo), int(n.hi)}
		}
	}
	return s, true
}

// Unbounded reports whether the expression repeats something without end, or is a complement: then the length of its words is usually
// unbounded. It visits at most the given number of parts, and treats those that it does not visit as unbounded.
func (r Regex) Unbounded(parts int) bool {
	todo := []*node{r.n}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if parts--; parts < 0 || n.kind == kAll || n.kind == kComp || n.kind == kLoop && n.hi == unbounded {
			return true
		}
		todo = append(todo, n.args...)
	}
	return false
}
