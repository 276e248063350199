package proof

import (
	"slices"

	"github.com/assay-smt/assay/smt/term"
)

// A Refutation is the part of a proof that derives false: what has to be true for the script's assertions to be unsatisfiable.
//
// If every obligation is met, they are: take an interpretation of the script's symbols that makes the assertions true, and extend it to the symbols that the
// proof introduces, so that their definitions hold. Then every step is true wherever the assumptions that it rests on are, and the last one is false.
type Refutation struct {
	// Used counts the steps that lead to false: Asserted are assertions of the script word by word, Assumed are local assumptions, and each of the others has
	// an obligation.
	Used, Asserted, Assumed int
	Obligations             []Obligation
	// Why says why there is no refutation, "" for nothing.
	Why string
}

// An Obligation says that the conclusion follows from the premises, in every interpretation in which the definitions of the proof's constants hold. Free
// variables are constants.
type Obligation struct {
	Step       int // index
	Premises   []*term.Term
	Conclusion *term.Term
	// Why says why there is nothing to check, "" where there is: then the step cannot be settled.
	Why string
}

// Why a proof has no refutation.
const (
	whyCut     = "the proof was not read to its end"
	whyNoFalse = "no step concludes false without local assumptions"
	whyClash   = "two symbols have one name"
)

// Refutation finds out what the last step that concludes false rests on. Assertions are the script's, at the proof's check. It adds terms to the store.
func (p *Proof) Refutation(assertions []*term.Term) Refutation {
	switch {
	case p.Cut != "":
		return Refutation{Why: whyCut + ": " + p.Cut}
	case p.clash(assertions):
		return Refutation{Why: whyClash}
	}
	f := &refuter{proof: p, assertions: assertions, asserted: map[*term.Term]bool{}, compared: maxCompared}
	for _, a := range assertions {
		f.asserted[a] = true
	}
	f.dependencies()
	last := -1
	for i := range p.Steps {
		if s := &p.Steps[i]; s.Kind != Local && isFalse(s.Claim) && f.depends[i].none() {
			last = i
		}
	}
	if last < 0 {
		return Refutation{Why: whyNoFalse}
	}
	return f.from(last)
}

func isFalse(t *term.Term) bool {
	return t != nil && t.Func() != nil && t.Func().Is("false")
}

// clash reports whether two different symbols have one name: texts, and the comparison of terms from different places, could not tell them apart.
func (p *Proof) clash(assertions []*term.Term) bool {
	roots := slices.Clone(assertions)
	for i := range p.Steps {
		if c := p.Steps[i].Claim; c != nil {
			roots = append(roots, c)
		}
	}
	for _, s := range p.Skolems {
		roots = append(roots, s.meaning()...)
	}
	byName := map[string]*term.Decl{}
	clash := false
	term.Walk(roots, func(t *term.Term) bool {
		if f := t.Func(); f != nil && f.Decl != nil {
			if d := byName[f.Decl.Name]; d != nil && d != f.Decl {
				clash = true
			}
			byName[f.Decl.Name] = f.Decl
		}
		return !clash
	})
	return clash
}

type refuter struct {
	proof      *Proof
	assertions []*term.Term
	asserted   map[*term.Term]bool
	depends    []dependency
	compared   int
	held       int // members of all sets in depends
}

// dependencies finds out on which local assumptions each step rests.
func (f *refuter) dependencies() {
	f.depends = make([]dependency, len(f.proof.Steps))
	for i := range f.proof.Steps {
		s := &f.proof.Steps[i]
		if s.Kind == Local {
			f.depends[i] = dependency{on: []int32{int32(s.As)}}
			continue
		}
		var on dependency
		for _, p := range s.Premises {
			if p >= 0 && p < i {
				on = f.merge(on, f.depends[p])
			}
		}
		for _, a := range s.Active {
			on = f.merge(on, f.depends[a])
		}
		if f.depends[i] = on.without(s.Discharges); len(s.Discharges) > 0 {
			f.held += len(f.depends[i].on)
		}
	}
}

// merge joins two sets while not too much is held.
func (f *refuter) merge(a, b dependency) dependency {
	if f.held > maxHeld && !a.none() && !b.none() {
		return dependency{many: true}
	}
	out := mergeUpTo(a, b, maxAssumptions)
	if len(out.on) > max(len(a.on), len(b.on)) {
		f.held += len(out.on)
	}
	return out
}

// maxHeld bounds what is remembered of local assumptions for all steps together: 64 MiB. Sets beyond that count as sets that are too large.
const maxHeld = 1 << 24

// maxAssumptions bounds the local assumptions on which a step may rest. A step that rests on more counts as one that always rests on some.
const maxAssumptions = 4096

// from collects what a step rests on.
func (f *refuter) from(last int) Refutation {
	var out Refutation
	used := make([]bool, last+1)
	used[last] = true
	for i := last; i >= 0; i-- {
		if !used[i] {
			continue
		}
		s := &f.proof.Steps[i]
		out.Used++
		switch {
		case s.Kind == Local:
			out.Assumed++
			continue
		case s.Kind == Input && f.isAsserted(s.Claim):
			out.Asserted++
			continue
		}
		o := Obligation{Step: i, Conclusion: s.Claim, Why: s.Why}
		if s.Kind == Input {
			o.Premises = f.assertions
			out.Obligations = append(out.Obligations, o)
			continue
		}
		if s.Claim != nil {
			o.Why = ""
		}
		for _, p := range f.readable(i, &o) {
			used[p] = true
			if claim := f.under(p, s.Discharges); claim != nil {
				o.Premises = append(o.Premises, claim)
			} else {
				o.Why = "unreadable: what follows from an assumption"
			}
		}
		out.Obligations = append(out.Obligations, o)
	}
	slices.Reverse(out.Obligations)
	return out
}

// maxBehind bounds the steps behind unreadable ones that stand in for them.
const maxBehind = 1000

// readable returns the premises of a step. In place of those that cannot be read, it returns what these rest on in turn: if the step follows from that, it
// follows.
func (f *refuter) readable(i int, o *Obligation) []int {
	var out []int
	seen := map[int]bool{}
	todo := []int{i}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		s := &f.proof.Steps[at]
		switch {
		case s.Hidden:
			o.Why = "hidden: the proof does not say what the step rests on"
		case at != i && (s.Kind != Inference || len(s.Discharges) > 0 || len(seen) > maxBehind):
			o.Why = s.Why
		}
		if o.Why != "" {
			return nil
		}
		for _, p := range s.Premises {
			switch {
			case p < 0 || p >= at:
				o.Why = "missing: no step before it has the name of a premise"
				return nil
			case seen[p]:
				continue
			}
			seen[p] = true
			if f.proof.Steps[p].Claim != nil {
				out = append(out, p)
			} else {
				todo = append(todo, p)
			}
		}
	}
	slices.Sort(out)
	return out
}

// under returns what a step says where it no longer rests on some local assumptions: that it follows from them. It is nil where that cannot be written.
func (f *refuter) under(i int, discharged []int) *term.Term {
	claim := f.proof.Steps[i].Claim
	store := f.proof.Script.Store
	for _, d := range discharged {
		if !slices.Contains(f.depends[i].on, int32(d)) {
			continue
		}
		assumption := f.proof.Steps[d].Claim
		if assumption == nil {
			return nil
		}
		t, _, err := store.Overload(store.Table.Lookup("=>"), nil, nil, []*term.Term{assumption, claim})
		if err != nil || t == nil {
			return nil
		}
		claim = t
	}
	return claim
}

// isAsserted reports whether a formula is an assertion of the script, up to the names of bound variables.
func (f *refuter) isAsserted(t *term.Term) bool {
	if t == nil {
		return false
	}
	if f.asserted[t] {
		return true
	}
	for _, a := range f.assertions {
		if a.Size() == t.Size() && t.HasBinder() && take(&f.compared, []*term.Term{a, t}, 1) && term.Equal(a, t) {
			return true
		}
	}
	return false
}
