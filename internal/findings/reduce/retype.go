package reduce

import (
	"math/big"
	"slices"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// sortPasses give symbols simpler sorts.
var sortPasses = []*Pass{
	{Name: "widths", Doc: "narrow bit-vectors", edits: narrowWidths, typed: true},
	{Name: "formats", Doc: "narrow floating-point formats", edits: narrowFloats, typed: true},
	{Name: "sorts", Doc: "replace sorts by Int or Bool", edits: simplerSorts, typed: true},
}

// sortsIn returns the sorts of the script's terms for which keep holds, each once, in the order of the text.
func (st *state) sortsIn(keep func(*sorts.Sort) bool) []*sorts.Sort {
	var all []*sorts.Sort
	seen := map[*sorts.Sort]bool{}
	var visit func(s *sorts.Sort)
	visit = func(s *sorts.Sort) { // sorts are small
		if seen[s] {
			return
		}
		seen[s] = true
		if keep(s) {
			all = append(all, s)
		}
		for _, a := range s.Args() {
			visit(a)
		}
	}
	for _, t := range st.graph().terms {
		visit(t.Sort())
	}
	return all
}

func narrowWidths(st *state) []edit {
	store := st.script.Store.Sorts
	widths := st.sortsIn(func(s *sorts.Sort) bool { return s.Kind() == sorts.BitVec && s.Width() > 1 })
	var all []edit
	offer := func(key uint64, to func(w int) int) {
		all = append(all, st.retyping(key, func(s *sorts.Sort) *sorts.Sort {
			if s.Kind() == sorts.BitVec {
				return store.BitVec(to(s.Width()))
			}
			return nil
		}))
	}
	if len(widths) > 1 {
		for _, by := range []int{8, 4, 2} {
			offer(uint64(by), func(w int) int { return max(1, w/by) })
		}
	}
	for _, s := range widths {
		w := s.Width()
		tried := []int{}
		for _, to := range []int{1, 2, 4, w / 2, w - 1} {
			if to < 1 || to >= w || slices.Contains(tried, to) {
				continue
			}
			tried = append(tried, to)
			offer(uint64(w)<<32|uint64(to), func(v int) int {
				if v == w {
					return to
				}
				return v
			})
		}
	}
	return all
}

// smallFormats are the floating-point formats to try, the smallest first.
var smallFormats = [][2]int{{2, 2}, {2, 3}, {3, 3}, {3, 5}, {5, 11}, {8, 24}}

func narrowFloats(st *state) []edit {
	store := st.script.Store.Sorts
	var all []edit
	for _, s := range st.sortsIn(func(s *sorts.Sort) bool { return s.Kind() == sorts.Float }) {
		eb, sb := s.Indices()[0], s.Indices()[1]
		for _, f := range smallFormats {
			if f[0] > eb || f[1] > sb || f[0] == eb && f[1] == sb {
				continue
			}
			to := store.Float(f[0], f[1])
			all = append(all, st.retyping(uint64(eb)<<48|uint64(sb)<<32|uint64(f[0])<<16|uint64(f[1]), func(other *sorts.Sort) *sorts.Sort {
				if other == s {
					return to
				}
				return nil
			}))
		}
	}
	return all
}

func simplerSorts(st *state) []edit {
	var all []edit
	declared := map[string]*script.Command{}
	for _, c := range st.script.Commands {
		if c.Kind == script.DeclareSort {
			declared[c.Name] = c
		}
	}
	offer := func(s, to *sorts.Sort) {
		all = append(all, st.retyping(hashText(0, s.String()+to.String()), func(other *sorts.Sort) *sorts.Sort {
			if other == s {
				return to
			}
			return nil
		}, declared[s.Name()]))
	}
	var others []*sorts.Sort
	for _, s := range st.sortsIn(func(s *sorts.Sort) bool { return s != sorts.Bool && s != sorts.Int }) {
		if s.Kind() == sorts.User && len(s.Args()) == 0 && declared[s.Name()] != nil {
			offer(s, sorts.Int)
			offer(s, sorts.Bool)
		} else {
			others = append(others, s)
		}
	}
	// Nothing that belongs to these sorts alone may be left.
	for _, s := range others {
		offer(s, sorts.Int)
		offer(s, sorts.Bool)
	}
	return all
}

// retyping is the edit that gives all terms other sorts, and removes commands that become superfluous.
func (st *state) retyping(key uint64, to func(*sorts.Sort) *sorts.Sort, erased ...*script.Command) edit {
	return edit{key: mix(key, 7), make: func(st *state) string {
		r := &retyper{st: st, to: to, sorts: map[*sorts.Sort]*sorts.Sort{}, decls: map[*term.Decl]*term.Decl{}, vars: map[*term.Term]*term.Term{}}
		superfluous := map[*script.Command]bool{}
		for _, c := range erased {
			superfluous[c] = true
		}
		return st.rewritten(rewriting{term: r.term, decl: r.decl, erased: superfluous})
	}}
}

// A retyper turns a script's terms into terms of other sorts. It fails where the result does not have the wanted sort; that is no loss,
// since what cannot be narrowed stays.
type retyper struct {
	st    *state
	to    func(*sorts.Sort) *sorts.Sort
	sorts map[*sorts.Sort]*sorts.Sort
	decls map[*term.Decl]*term.Decl
	vars  map[*term.Term]*term.Term
}

// sort returns the replacement of a sort.
func (r *retyper) sort(s *sorts.Sort) *sorts.Sort {
	if s == nil {
		return nil
	}
	if known := r.sorts[s]; known != nil {
		return known
	}
	new := r.to(s)
	if new == nil {
		new = s
		args := make([]*sorts.Sort, len(s.Args()))
		changed := false
		for i, a := range s.Args() {
			args[i] = r.sort(a)
			changed = changed || args[i] != a
		}
		if changed {
			new = r.st.script.Store.Sorts.Make(s.Kind(), s.Name(), s.Indices(), args)
		}
	}
	r.sorts[s] = new
	return new
}

func (r *retyper) all(list []*sorts.Sort) []*sorts.Sort {
	new := make([]*sorts.Sort, len(list))
	for i, s := range list {
		new[i] = r.sort(s)
	}
	return new
}

// decl returns the replacement of a declaration.
func (r *retyper) decl(d *term.Decl) *term.Decl {
	if known := r.decls[d]; known != nil {
		return known
	}
	new := term.NewDecl(d.Kind, d.Name, r.all(d.Params), r.sort(d.Result))
	new.Body = d.Body
	for _, v := range d.Vars {
		new.Vars = append(new.Vars, r.variable(v))
	}
	r.decls[d] = new
	return new
}

func (r *retyper) variable(v *term.Term) *term.Term {
	if r.vars[v] == nil {
		r.vars[v] = r.st.script.Store.NewVar(v.Text(), r.sort(v.Sort()))
	}
	return r.vars[v]
}

func (r *retyper) term(t *term.Term, args []*term.Term) (*term.Term, error) {
	store := r.st.script.Store
	switch t.Kind() {
	case term.Var:
		return r.variable(t), nil
	case term.Literal:
		return r.literal(t), nil
	case term.Quant:
		vars := make([]*term.Term, len(t.Bound()))
		for i, v := range t.Bound() {
			vars[i] = r.variable(v)
		}
		return store.Quant(t.Binder(), vars, args[0])
	case term.App:
		new, err := r.apply(t, args)
		if err != nil || new == nil {
			return nil, errNoTerm
		}
		return r.fit(new, r.sort(t.Sort()))
	case term.Annot:
		return args[0], nil // patterns and names go with their sorts
	case term.Match, term.Invalid:
	}
	return nil, nil
}

// errNoTerm says that a term has no counterpart.
var errNoTerm = &term.SortError{Msg: "no counterpart of the sort"}

// literal is a literal of the wanted sort, cut to its width.
func (r *retyper) literal(t *term.Term) *term.Term {
	to := r.sort(t.Sort())
	if to == t.Sort() {
		return t
	}
	if n, ok := bits(t.Text()); ok && to.Kind() == sorts.BitVec {
		return bitLiteral(r.st.script.Store, to, n)
	}
	if to == sorts.Int && t.LiteralKind() == syntax.Decimal {
		return r.st.script.Store.Lit(syntax.Numeral, "0", to)
	}
	return t
}

// apply applies the function of t to other arguments.
func (r *retyper) apply(t *term.Term, args []*term.Term) (*term.Term, error) {
	store := r.st.script.Store
	f := t.Func()
	if f.Kind == term.UserFunc {
		if f.Decl.Kind != term.Declared && f.Decl.Kind != term.Defined {
			return store.App(f, args...)
		}
		return store.App(store.User(r.decl(f.Decl), r.sort(f.As)), args...)
	}
	if f.Kind != term.TheoryFunc {
		return store.App(f, args...)
	}
	if f.Is("fp") {
		args = r.parts(r.sort(t.Sort()), args)
	}
	idx := r.indices(t, args)
	if idx == nil && len(f.Indices) > 0 {
		return args[len(args)-1], nil // an extension by nothing
	}
	new, _, err := store.Overload(store.Table.Lookup(f.Row.Name), idx, r.sort(f.As), args)
	return new, err
}

// indices are the indices of t's function for other sorts, nil for a function that is not needed.
func (r *retyper) indices(t *term.Term, args []*term.Term) []int {
	f := t.Func()
	if len(f.Indices) == 0 {
		return nil
	}
	to := r.sort(t.Sort())
	switch f.Row.Name {
	case "extract":
		have, want := args[0].Sort().Width(), to.Width()
		high := min(f.Indices[0], have-1)
		return []int{high, max(0, high-want+1)}
	case "zero_extend", "sign_extend":
		if more := to.Width() - args[0].Sort().Width(); more > 0 {
			return []int{more}
		}
		return nil
	case "fp.to_ubv", "fp.to_sbv", "int2bv", "int_to_bv":
		return []int{to.Width()}
	}
	if to.Kind() == sorts.Float && len(f.Indices) == 2 {
		return to.Indices()
	}
	return f.Indices
}

// parts fits the bits of sign, exponent and significand to a format.
func (r *retyper) parts(to *sorts.Sort, args []*term.Term) []*term.Term {
	if to.Kind() != sorts.Float || len(args) != 3 {
		return args
	}
	st := r.st.script.Store
	fitted := slices.Clone(args)
	for i, w := range []int{1, to.Indices()[0], to.Indices()[1] - 1} {
		n, ok := bits(args[i].Text())
		if args[i].Kind() != term.Literal || !ok || args[i].Sort().Width() == w {
			continue
		}
		if have := args[i].Sort().Width(); have > w {
			n = new(big.Int).Rsh(n, uint(have-w)) // the leading bits
		}
		fitted[i] = bitLiteral(st, st.Sorts.BitVec(w), n)
	}
	return fitted
}

// fit makes a bit-vector as wide as it should be.
func (r *retyper) fit(t *term.Term, want *sorts.Sort) (*term.Term, error) {
	if t.Sort() == want {
		return t, nil
	}
	if t.Sort().Kind() != sorts.BitVec || want.Kind() != sorts.BitVec {
		return nil, errNoTerm
	}
	have, need := t.Sort().Width(), want.Width()
	name, idx := "extract", []int{need - 1, 0}
	if need > have {
		name, idx = "zero_extend", []int{need - have}
	}
	if new := r.st.apply1(name, idx, nil, t); new != nil {
		return new, nil
	}
	return nil, errNoTerm
}
