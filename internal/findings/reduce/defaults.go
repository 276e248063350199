package reduce

import (
	"strings"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// constants makes the simplest terms of sorts, each only once.
type constants struct {
	st   *state
	made map[*sorts.Sort][]*term.Term
}

func newConstants(st *state) *constants {
	return &constants{st: st, made: map[*sorts.Sort][]*term.Term{}}
}

// of returns the simplest terms of a sort, the simplest first; none when nothing is known to be simple.
func (c *constants) of(s *sorts.Sort) []*term.Term {
	if known, ok := c.made[s]; ok {
		return known
	}
	c.made[s] = nil // for a sort that needs itself
	c.made[s] = c.make(s)
	return c.made[s]
}

func (c *constants) make(s *sorts.Sort) []*term.Term {
	store := c.st.script.Store
	switch s.Kind() {
	case sorts.Basic:
		switch s {
		case sorts.Bool:
			return c.ops(nil, nil, "true", "false")
		case sorts.Int:
			return []*term.Term{store.Lit(syntax.Numeral, "0", s)}
		case sorts.Real:
			return []*term.Term{store.Lit(syntax.Decimal, "0.0", s)}
		case sorts.String:
			return []*term.Term{store.Lit(syntax.String, `""`, s)}
		case sorts.RegLan:
			return c.ops(nil, nil, "re.none", "re.all")
		case sorts.RoundingMode:
			return c.ops(nil, nil, "RNE")
		}
	case sorts.BitVec:
		return []*term.Term{zeros(store, s)}
	case sorts.Float:
		return c.ops(s.Indices(), nil, "+zero")
	case sorts.Array:
		args := s.Args()
		if len(args) != 2 {
			return nil
		}
		if elem := c.of(args[1]); len(elem) > 0 {
			return c.op("const", nil, s, elem[0])
		}
	case sorts.Applied:
		switch s.Name() {
		case "Seq", "Set", "Bag":
			return c.ops(nil, s, strings.ToLower(s.Name())+".empty")
		}
	case sorts.User:
		return c.declared(s)
	case sorts.Invalid, sorts.Field, sorts.Indexed, sorts.Func, sorts.Param:
	}
	return nil
}

// zeros is the bit-vector of zeros, in the shorter of the two notations for literals.
func zeros(store *term.Store, s *sorts.Sort) *term.Term {
	if w := s.Width(); w%4 == 0 {
		return store.Lit(syntax.Hex, "#x"+strings.Repeat("0", w/4), s)
	}
	return store.Lit(syntax.Binary, "#b"+strings.Repeat("0", s.Width()), s)
}

// declared returns what the script declares for a sort: constructors without fields, or else the first constant.
func (c *constants) declared(s *sorts.Sort) []*term.Term {
	store := c.st.script.Store
	var all []*term.Term
	for _, cmd := range c.st.script.Commands {
		for _, data := range cmd.Datas {
			if data.Sort.Name() != s.Name() {
				continue
			}
			for _, ctor := range data.Ctors {
				if len(ctor.Params) > 0 {
					continue
				}
				as := s
				if len(data.Params) == 0 {
					as = nil
				}
				if t, err := store.App(store.User(ctor, as)); err == nil && t.Sort() == s {
					all = append(all, t)
				}
			}
		}
		if cmd.Kind == script.DeclareFun && cmd.Decls[0].Result == s && len(cmd.Decls[0].Params) == 0 && len(all) == 0 {
			if t, err := store.App(store.User(cmd.Decls[0], nil)); err == nil {
				all = append(all, t)
			}
		}
	}
	return all
}

func (c *constants) ops(idx []int, as *sorts.Sort, names ...string) []*term.Term {
	var all []*term.Term
	for _, name := range names {
		all = append(all, c.op(name, idx, as)...)
	}
	return all
}

// op applies an operator by its name; nothing when the table has no such operator.
func (c *constants) op(name string, idx []int, as *sorts.Sort, args ...*term.Term) []*term.Term {
	if t := c.st.apply1(name, idx, as, args...); t != nil {
		return []*term.Term{t}
	}
	return nil
}

// apply1 applies a theory operator, nil when it does not fit.
func (st *state) apply1(name string, idx []int, as *sorts.Sort, args ...*term.Term) *term.Term {
	store := st.script.Store
	t, _, err := store.Overload(store.Table.Lookup(name), idx, as, args)
	if err != nil {
		return nil
	}
	return t
}
