package crosscheck

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/values"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// generator makes closed terms of given operators for one solver to read.
type generator struct {
	*dialect
	st    *term.Store
	decls *script.Script // the prelude
	r     *rng.Rand
	inner *synth.Catalog // operators that may occur inside
	datas map[string]*term.Datatype
	depth int // how far operators nest

	values *values.Generator
	used   map[*sorts.Sort][]*term.Term // values of the current term
	scope  []*term.Term                 // bound variables
}

// maxBits bounds the width of bit-vectors, which concatenation and repetition add up.
const maxBits = 300

// catalogs holds the operators that may occur inside, by dialect.
type catalogs map[string]*synth.Catalog

func newCatalogs(versions map[string]string) catalogs {
	c := catalogs{}
	for _, d := range dialects {
		c[d.name] = synth.NewCatalog(theory.Builtin(), nil, []mutate.Dialect{{Name: d.solver, Version: versions[d.solver]}})
	}
	return c
}

// newGenerator returns a generator over a store of its own that holds the prelude's datatypes.
func newGenerator(d *dialect, inner *synth.Catalog, r *rng.Rand) *generator {
	s, err := elab.Script(groundPrelude, elab.Options{})
	if err != nil {
		panic(err)
	}
	g := &generator{dialect: d, st: s.Store, decls: s, r: r, inner: inner, datas: map[string]*term.Datatype{}}
	for _, c := range s.Commands {
		for _, data := range c.Datas {
			g.datas[data.Name] = data
		}
	}
	g.values = g.newValues()
	return g
}

// aim sets the solver for which terms are made.
func (g *generator) aim(d *dialect, inner *synth.Catalog) { g.dialect, g.inner = d, inner }

// term returns an application of the row, nil when chance finds none that fits.
func (g *generator) term(row *theory.Row) *term.Term {
	g.begin()
	if row.HeadIdx > 0 && row.Name == "char" {
		return nil // it is a literal
	}
	t := g.fill(row, nil, 0)
	if t == nil || t.Sort() != sorts.RegLan {
		return t
	}
	// Languages are compared by their words.
	return g.op("str.in_re", nil, nil, g.word(t), t)
}

// word assembles a text from the texts in a regular expression.
func (g *generator) word(re *term.Term) *term.Term {
	var texts []*term.Term
	term.Walk([]*term.Term{re}, func(u *term.Term) bool {
		if u.Kind() == term.Literal && u.Sort() == sorts.String {
			texts = append(texts, u)
		}
		return true
	})
	if len(texts) == 0 {
		return g.literal(sorts.String)
	}
	parts := make([]*term.Term, rng.Pick(g.r, []int{0, 1, 1, 1, 2, 2, 3, 4}))
	for i := range parts {
		parts[i] = rng.Pick(g.r, texts)
		if g.r.IntN(6) == 0 {
			parts[i] = g.text(values.Character(g.r))
		}
	}
	switch len(parts) {
	case 0:
		return g.text()
	case 1:
		return parts[0]
	}
	return g.op("str.++", nil, nil, parts...)
}

// fillTries is how often indices and sorts of an operator are guessed.
const fillTries = 60

// fill returns an application of the row, of sort want unless that is nil, nil when none is found.
func (g *generator) fill(row *theory.Row, want *sorts.Sort, depth int) *term.Term {
	for range fillTries {
		b, ok := g.bind(row, want, depth)
		if !ok {
			continue
		}
		n := len(row.Args)
		if row.Assoc != theory.None {
			for n < 4 && g.r.IntN(4) == 0 {
				n++
			}
		}
		params := make([]*sorts.Sort, n)
		for i := range params {
			if params[i] = g.instance(row.Param(i, n), &b); params[i] == nil {
				ok = false
				break
			}
		}
		result := g.instance(&row.Result, &b)
		if !ok || result == nil {
			continue
		}
		args := make([]*term.Term, n)
		for i, s := range params {
			args[i] = g.argument(row, i, s, depth+1)
		}
		var as *sorts.Sort
		if row.NeedsAs {
			as = result
		}
		t, err := g.st.App(g.st.Op(row, slices.Clone(row.BoundIndices(&b)), as), args...)
		if err == nil {
			return t
		}
	}
	return nil
}

// instance returns the sort of a pattern, nil when the solver does not know it or it is too large.
func (g *generator) instance(p *sorts.Pattern, b *sorts.Binding) *sorts.Sort {
	s, err := p.Instantiate(g.st.Sorts, b)
	if err != nil || s.Width() > maxBits {
		return nil
	}
	if s.Kind() == sorts.Float && (s.Indices()[0] > 15 || s.Indices()[1] > 113) {
		return nil
	}
	return s
}

// bind chooses what the variables of a row stand for.
func (g *generator) bind(row *theory.Row, want *sorts.Sort, depth int) (b sorts.Binding, ok bool) {
	done := want == nil
	matched := func() {
		trial := b
		if !done && row.Result.Match(want, &trial) {
			b, done = trial, true
		}
	}
	matched()
	for i := range row.SortVars {
		if b.Sorts[i] == nil {
			b.Sorts[i] = g.element(2 - min(depth, 2))
			for b.Sorts[i].Size() > 6 {
				b.Sorts[i] = g.element(1)
			}
		}
	}
	row.ChooseLists(&b, g.r.IntN, func() *sorts.Sort { return g.element(0) })
	row.ChooseIndices(&b, g.r.IntN)
	f := randomFormat(g.r)
	w := width(g.r) // use one width for all variables, so that conditions between them can hold
	order := make([]int, len(row.IdxVars))
	for i := range order {
		j := g.r.IntN(i + 1)
		order[i] = order[j]
		order[j] = i
	}
	for _, i := range order {
		matched()
		for k := range row.Where {
			if c := &row.Where[k]; c.Rel == "=" && !b.HasIdx(i) {
				solve(c, &b)
			}
		}
		if !b.HasIdx(i) {
			b.SetIdx(i, g.index(row, i, f, w))
		}
	}
	matched()
	if !done {
		return b, false
	}
	for i := range row.IdxVars {
		if b.Idx[i] < 0 {
			return b, false
		}
	}
	for _, c := range slices.Concat(row.Where, row.Usual) {
		if !c.Holds(&b) {
			return b, false
		}
	}
	return b, true
}

// solve makes an equation hold when one of its sides is known.
func solve(c *theory.Cond, b *sorts.Binding) {
	trial := *b
	if v, ok := c.R.Eval(b); ok && c.L.Solve(v, &trial) {
		*b = trial
		return
	}
	trial = *b
	if v, ok := c.L.Eval(b); ok && c.R.Solve(v, &trial) {
		*b = trial
	}
}

// role is what an index variable of a row means.
type role uint8

const (
	plainIndex role = iota
	bitWidth
	exponentBits
	significandBits
	storedBits // the significand without its hidden bit
)

// roleOf finds out what index variable i of a row means from the sorts in which it occurs.
func roleOf(row *theory.Row, i int) role {
	r := plainIndex
	var look func(p *sorts.Pattern)
	look = func(p *sorts.Pattern) {
		for k := range p.Idx {
			e := &p.Idx[k]
			direct := e.Op == 'v' && e.N == i
			sum := e.Op == '+' && (e.L.Op == 'v' && e.L.N == i || e.R.Op == 'v' && e.R.N == i)
			switch {
			case p.Kind == sorts.Float && direct && k == 0:
				r = max(r, exponentBits)
			case p.Kind == sorts.Float && direct:
				r = max(r, significandBits)
			case p.Kind == sorts.Float && sum:
				r = storedBits
			case p.Kind == sorts.BitVec && direct:
				r = max(r, bitWidth)
			}
		}
		for k := range p.Args {
			look(&p.Args[k])
		}
	}
	for k := range row.Args {
		look(&row.Args[k])
	}
	look(&row.Result)
	return r
}

// index chooses a value for index variable i of a row.
func (g *generator) index(row *theory.Row, i int, f format, w int) int {
	r := g.r
	second := randomFormat(r)
	converts := row.Name == "to_fp" && i >= row.HeadIdx // from a format other than that of the head
	switch roleOf(row, i) {
	case bitWidth:
		if r.Bool() {
			return width(r)
		}
		return w
	case exponentBits:
		if converts {
			return second.eb
		}
		return f.eb
	case significandBits:
		if converts {
			return second.sb
		}
		return f.sb
	case storedBits:
		return f.sb - 1
	case plainIndex:
	}
	switch row.Name {
	case "Char", "char":
		return values.Character(r)
	case "re.^", "re.loop":
		return rng.Pick(r, []int{0, 0, 1, 1, 2, 2, 3, 4, 7})
	case "at-most", "at-least", "pble", "pbge", "pbeq":
		return r.IntN(6)
	case "rotate_left", "rotate_right", "divisible":
		if r.IntN(8) == 0 {
			return rng.Pick(r, []int{100, 255, 256, 1000, 65536, 1<<30 - 1})
		}
	}
	if row.Theory == "finitefields" {
		return rng.Pick(r, []int{2, 3, 5, 7, 17, 257, 65537})
	}
	switch r.IntN(4) {
	case 0:
		return r.IntN(5)
	case 1:
		return max(0, w-1)
	case 2:
		return w
	}
	return r.IntN(max(1, w))
}

// argument returns a term of sort s as argument i of the row; row is nil for arguments of anything else.
func (g *generator) argument(row *theory.Row, i int, s *sorts.Sort, depth int) *term.Term {
	if row != nil {
		if t := g.hinted(row, i, s); t != nil {
			return t
		}
	}
	if s.Kind() != sorts.Func {
		for _, v := range g.scope {
			if v.Sort() == s && g.r.Bool() {
				return v
			}
		}
	}
	chance := 3
	if s == sorts.RegLan {
		chance = 1
	}
	if depth < g.depth && g.r.IntN(3) < chance && s.Kind() != sorts.Func {
		if t := g.nested(s, depth); t != nil {
			return t
		}
	}
	return g.literal(s)
}

// nested returns an operator applied, of sort s, or nil.
func (g *generator) nested(s *sorts.Sort, depth int) *term.Term {
	specific, generic := g.inner.Producing(s)
	for range 4 {
		rows := specific
		if len(rows) == 0 || g.r.IntN(5) == 0 {
			rows = generic
		}
		if len(rows) == 0 || rows[0].Result.Var >= 0 && !g.holdable(s) {
			continue
		}
		row := rng.Pick(g.r, rows)
		if row.Has("transcendental") || row.Has("higher-order") || !evaluates(g.dialect, row, false) {
			continue
		}
		if t := g.fill(row, s, depth); t != nil {
			return t
		}
	}
	return nil
}

// holdable reports whether terms of sort s may be elements, alternatives and sides of equations. Languages and
// functions have no equality in most solvers, and a sequence of z3's characters is a string.
func (g *generator) holdable(s *sorts.Sort) bool {
	return s != sorts.RegLan && s.Kind() != sorts.Func && s.Name() != "Unicode"
}

// hinted returns an argument for which the row needs a special form, because solvers read nothing else there or
// because random values would hardly ever be interesting. It is nil for most arguments.
func (g *generator) hinted(row *theory.Row, i int, s *sorts.Sort) *term.Term {
	if wantsLiteral(row.Name, i, s) {
		return g.literal(s)
	}
	switch row.Name {
	case "^":
		if i == 1 && s == sorts.Int {
			return g.small(-1, 8)
		}
		if i == 1 {
			return g.op("to_real", nil, nil, g.small(-3, 8))
		}
	case "seq.nth", "seq.nth_i":
		if i == 1 && g.r.Bool() {
			return g.small(0, 2)
		}
	case "int.pow2":
		return g.small(0, 80)
	case "re.loop":
		if i > 0 {
			return g.small(0, 4)
		}
	case "rel.join_image":
		if i == 1 {
			return g.small(1, 3) // with 0 it is the universe, see withoutMeaning
		}
	case "re.range":
		if g.solver == "z3" && g.r.IntN(4) == 0 {
			return nil
		}
		return g.text(values.Character(g.r))
	}
	if row.Has("transcendental") && g.r.Bool() {
		return g.op("to_real", nil, nil, g.small(-1, 1))
	}
	return nil
}
