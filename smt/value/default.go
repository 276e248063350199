package value

import (
	"math/big"

	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/softfloat"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// Default returns some value of s, always the same one: the value that completes a model which leaves a
// constant out. ok is false when Assay has no value of that sort at hand.
func (d *Domain) Default(s *sorts.Sort) (v Value, ok bool) { return d.defaultAt(s, 0) }

func (d *Domain) defaultAt(s *sorts.Sort, depth int) (v Value, ok bool) {
	if depth > maxSortDepth {
		return Value{}, false
	}
	switch s.Kind() {
	case sorts.Basic:
		v, ok = defaultBasic(s)
	case sorts.BitVec:
		return OfBV(bitvec.New(s.Width(), 0)), true
	case sorts.Float:
		f := softfloat.Format{EB: s.Indices()[0], SB: s.Indices()[1]}
		if f.Check() != nil {
			return Value{}, false
		}
		return OfFloat(softfloat.Zero(f, false)), true
	case sorts.Field:
		return OfField(new(big.Int), big.NewInt(int64(s.Indices()[0]))), true
	case sorts.Array:
		e, ok := d.defaultAt(s.Args()[1], depth+1)
		return OfConst(s, e), ok
	case sorts.Func:
		args := s.Args()
		e, ok := d.defaultAt(args[len(args)-1], depth+1)
		return OfFunc(constant{e}, Hash(e)), ok
	case sorts.Applied:
		return d.defaultApplied(s, depth)
	case sorts.User:
		return d.defaultUser(s, depth)
	}
	return v, ok
}

// constant is the function with one value.
type constant struct{ v Value }

// Apply returns the value.
func (c constant) Apply([]Value) Value { return c.v }

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

func (d *Domain) defaultApplied(s *sorts.Sort, depth int) (v Value, ok bool) {
	switch s.Name() {
	case "Seq":
		return OfSeq(nil), true
	case "Set":
		return OfSet(), true
	case "Bag":
		return OfBag(nil, nil), true
	case "Tuple":
		fields, ok := d.defaults(s.Args(), depth)
		return OfTuple(fields), ok
	}
	return Value{}, false
}

func (d *Domain) defaults(ss []*sorts.Sort, depth int) (vs []Value, ok bool) {
	for _, s := range ss {
		v, ok := d.defaultAt(s, depth+1)
		if !ok {
			return nil, false
		}
		vs = append(vs, v)
	}
	return vs, true
}

func (d *Domain) defaultUser(s *sorts.Sort, depth int) (v Value, ok bool) {
	data := d.Datatypes[s.Name()]
	if data == nil {
		if es := d.Universes[s].Elements; len(es) > 0 {
			return OfElement(es[0]), true
		}
		// A sort is never empty. One element that no model names is enough to have a value.
		return OfElement(d.anonymous(s)), true
	}
	if c := shallowest(data, d); c != nil {
		fields, ok := d.defaults(d.Fields(c, s), depth)
		return OfData(c, s, fields), ok
	}
	return Value{}, false
}

// shallowest returns the constructor with the least nesting of constructors below it.
func shallowest(data *term.Datatype, d *Domain) *term.Decl {
	heights := map[*term.Datatype]int{}
	choice := map[*term.Datatype]*term.Decl{}
	todo := []*term.Datatype{data}
	for i := 0; i < len(todo); i++ {
		for _, c := range todo[i].Ctors {
			for _, p := range c.Params {
				if in := d.Datatypes[p.Name()]; in != nil && p.Kind() == sorts.User && !containsData(todo, in) {
					todo = append(todo, in)
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, t := range todo {
			for _, c := range t.Ctors {
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

func containsData(ds []*term.Datatype, d *term.Datatype) bool {
	for _, e := range ds {
		if e == d {
			return true
		}
	}
	return false
}

// anonymous returns the element that stands for a sort without known elements, the same one every time.
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
