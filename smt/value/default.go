package value

import (
	"math/big"

	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/softfloat"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// Default returns some value of s, always the same one: the value that completes a model that omits a constant. ok is
// false when Assay has no value of that sort available, or when finding one takes too long. Repeated parts are shared:
// the value may stand for a tree that is far too large to write out.
func (d *Domain) Default(s *sorts.Sort) (v Value, ok bool) {
	c := completion{Domain: d, left: maxDefaultWork}
	v, _, ok = c.value(s, 0)
	return v, ok
}

// maxDefaultWork bounds the number of fields that Default inspects, including those of constructors that it does not choose.
const maxDefaultWork = 1 << 22

// completion is one run of Default.
type completion struct {
	*Domain
	left  int // fields that may still be inspected
	known map[*sorts.Sort]completed
}

// completed is the default of a datatype's sort, and how deeply its parts nest.
type completed struct {
	v      Value
	height int
}

func (d *completion) value(s *sorts.Sort, depth int) (v Value, height int, ok bool) {
	if depth > maxSortDepth {
		return Value{}, 0, false
	}
	switch s.Kind() {
	case sorts.Basic:
		v, ok = defaultBasic(s)
	case sorts.BitVec:
		if s.Width() > bitvec.MaxWidth {
			return Value{}, 0, false
		}
		return OfBV(bitvec.New(s.Width(), 0)), 0, true
	case sorts.Float:
		f := softfloat.Format{EB: s.Indices()[0], SB: s.Indices()[1]}
		if f.Check() != nil {
			return Value{}, 0, false
		}
		return OfFloat(softfloat.Zero(f, false)), 0, true
	case sorts.Field:
		return OfField(new(big.Int), s.Order()), 0, true
	case sorts.Array:
		e, height, ok := d.value(s.Args()[1], depth+1)
		return OfConst(s, e), height + 1, ok
	case sorts.Func:
		args := s.Args()
		e, height, ok := d.value(args[len(args)-1], depth+1)
		return OfFunc(constant{v: e, arity: len(args) - 1}, defaultID), height + 1, ok
	case sorts.Applied:
		return d.applied(s, depth)
	case sorts.User:
		return d.user(s, depth)
	}
	return v, 0, ok
}

// defaultID is the identity of all functions that are defaults. The function that remains after giving one some arguments is the
// default of its own sort.
const defaultID = 0

// constant is the function with one value.
type constant struct {
	v     Value
	arity int // the number of arguments that it takes, at least one
}

// Apply returns the value, a function again when arguments are missing.
func (c constant) Apply(args []Value) Value {
	switch {
	case len(args) < c.arity:
		return OfFunc(constant{v: c.v, arity: c.arity - len(args)}, defaultID)
	case len(args) > c.arity:
		return c.v.Func().Apply(args[c.arity:]) // its values are functions
	}
	return c.v
}

func defaultBasic(s *sorts.Sort) (v Value, ok bool) {
	switch s {
	case sorts.Bool:
		return False, true
	case sorts.Int:
		return OfInt(0), true
	case sorts.Real:
		return ToReal(OfInt(0)), true
	case sorts.String:
		return OfString(smtstr.String{}), true
	case sorts.RoundingMode:
		return OfMode(softfloat.RNE), true
	}
	if s.Name() == "Unicode" {
		return OfChar(0), true
	}
	return Value{}, false
}

func (d *completion) applied(s *sorts.Sort, depth int) (v Value, height int, ok bool) {
	switch s.Name() {
	case "Seq":
		return OfSeq(nil), 0, true
	case "Set":
		return OfSet(), 0, true
	case "Bag":
		return OfBag(nil, nil), 0, true
	case "Nullable":
		return OfNullable(nil), 0, true
	case "Tuple":
		fields, height, ok := d.values(s.Args(), depth)
		return OfTuple(fields), height, ok
	}
	return Value{}, 0, false
}

func (d *completion) values(ss []*sorts.Sort, depth int) (vs []Value, height int, ok bool) {
	for _, s := range ss {
		v, high, ok := d.value(s, depth+1)
		if d.left--; !ok || d.left < 0 {
			return nil, 0, false
		}
		vs, height = append(vs, v), max(height, high+1)
	}
	return vs, height, true
}

func (d *completion) user(s *sorts.Sort, depth int) (v Value, height int, ok bool) {
	data := d.Datatypes[s.Name()]
	if data == nil {
		if es := d.Universes[s].Elements; len(es) > 0 {
			return OfElement(es[0]), 0, true
		}
		// A sort is never empty. One element that no model names suffices as a value.
		return OfElement(d.anonymous(s)), 0, true
	}
	if old, ok := d.known[s]; ok {
		return old.v, old.height, depth+old.height <= maxSortDepth
	}
	c := d.shallowest(data)
	if c == nil {
		return Value{}, 0, false
	}
	fields, height, ok := d.values(d.Fields(c, s), depth)
	if !ok {
		return Value{}, 0, false
	}
	v = OfData(c, s, fields)
	if d.known == nil {
		d.known = map[*sorts.Sort]completed{}
	}
	d.known[s] = completed{v, height}
	return v, height, true
}

// shallowest returns the constructor with the least nesting of constructors below it, nil when there is none or it takes too long
// to find.
func (d *completion) shallowest(data *term.Datatype) *term.Decl {
	heights := map[*term.Datatype]int{}
	choice := map[*term.Datatype]*term.Decl{}
	met := map[*term.Datatype]bool{data: true}
	todo := []*term.Datatype{data}
	for i := 0; i < len(todo); i++ {
		for _, c := range todo[i].Ctors {
			for _, p := range c.Params {
				if in := d.Datatypes[p.Name()]; in != nil && p.Kind() == sorts.User && !met[in] {
					met[in] = true
					todo = append(todo, in)
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, t := range todo {
			for _, c := range t.Ctors {
				if d.left -= len(c.Params) + 1; d.left < 0 {
					return nil
				}
				h := 1
				for _, p := range c.Params {
					if in := d.Datatypes[p.Name()]; in != nil && p.Kind() == sorts.User {
						if heights[in] == 0 {
							h = -1
							break
						}
						h = max(h, heights[in]+1)
					}
				}
				if h > 0 && (heights[t] == 0 || h < heights[t]) {
					heights[t], choice[t] = h, c
					changed = true
				}
			}
		}
	}
	return choice[data]
}

// anonymous returns the element that represents a sort without known elements, the same one every time.
func (d *Domain) anonymous(s *sorts.Sort) *term.Decl {
	if u, ok := d.Universes[s]; ok && len(u.Elements) > 0 {
		return u.Elements[0]
	}
	e := term.NewDecl(term.Declared, "@"+s.Name()+"_0", nil, s)
	if d.Universes == nil {
		d.Universes = map[*sorts.Sort]Universe{}
	}
	d.Universes[s] = Universe{Elements: []*term.Decl{e}}
	return e
}
