package weaken

import "github.com/assay-smt/assay/smt/term"

// String returns the polarity in one word.
func (p Polarity) String() string { return [...]string{"positive", "negative", "ambiguous"}[p] }

// Below returns the polarity, within the whole, of something that has polarity q within a part of polarity p.
func (p Polarity) Below(q Polarity) Polarity {
	switch {
	case p == Ambiguous || q == Ambiguous:
		return Ambiguous
	case p == q:
		return Positive
	}
	return Negative
}

// PolarityAt returns the polarity of the occurrence at a path within root, a formula.
func PolarityAt(root *term.Term, path term.Path) Polarity {
	p := Positive
	for _, i := range path {
		p = p.Below(argument(root, i))
		root = root.Args()[i]
	}
	return p
}
