package elab

import (
	"strconv"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// headOf reads the function position n. isHead is false when it is a term of its own.
func (e *elaborator) headOf(n syntax.ID) (h head, isHead bool, err *syntax.Error) {
	t := &e.tree
	if name, ok := t.Name(n); ok {
		if en := e.lookup(name); en != nil && (e.shadowing(en) || en.decl != nil && en.decl.Kind == term.Label) {
			return head{at: n, name: name}, false, nil
		}
		return head{at: n, name: name}, true, nil
	}
	if t.Kind(n) == syntax.List && t.Len(n) > 0 {
		if f := t.First(n); t.Is(f, "_") || t.Is(f, "as") {
			h, err = e.readHead(n)
			return h, true, err
		}
		return head{at: n}, false, nil
	}
	return h, false, t.Errorf(n, syntax.CodeMalformed, "expected a function symbol, found %s", syntax.Clip(t.Text(n), 40))
}

// shadowing reports whether a local name hides the other meanings of the name before arguments. A local value that is not a
// function does not hide a function: cvc5 and z3 read (let ((sin 0.0)) (sin sin)).
func (e *elaborator) shadowing(en *entry) bool {
	k := len(en.locals)
	if k == 0 || e.session != nil {
		return k > 0
	}
	switch en.locals[k-1].Sort().Kind() {
	case sorts.Func, sorts.Array, sorts.Param:
		return true
	}
	return en.rows == nil && (en.decl == nil || len(en.decl.Params) == 0) || !e.may(theory.LocalHead)
}

// readHead reads (_ name index ...), (as name sort) or (as (_ name index ...) sort).
func (e *elaborator) readHead(n syntax.ID) (head, *syntax.Error) {
	t := &e.tree
	kids := t.Children(n)
	if t.Is(kids[0], "as") {
		if len(kids) != 3 {
			return head{}, t.Errorf(n, syntax.CodeMalformed, "a qualified symbol has the form (as symbol sort)")
		}
		h := head{at: kids[1]}
		if name, ok := t.Name(kids[1]); ok {
			h.name = name
		} else if t.Kind(kids[1]) == syntax.List && t.Len(kids[1]) > 0 && t.Is(t.First(kids[1]), "_") {
			var err *syntax.Error
			if h, err = e.readHead(kids[1]); err != nil {
				return h, err
			}
		} else {
			return h, t.Errorf(kids[1], syntax.CodeMalformed, "expected a symbol, found %s", syntax.Clip(t.Text(kids[1]), 40))
		}
		s, err := e.sort(kids[2])
		h.as = s
		return h, err
	}
	h := head{at: n}
	ok := false
	if len(kids) >= 3 {
		h.name, ok = t.Name(kids[1])
	}
	if !ok {
		return h, t.Errorf(n, syntax.CodeMalformed, "an indexed symbol has the form (_ symbol index ...)")
	}
	if h.name == "char" && t.Kind(kids[2]) == syntax.Numeral && len(kids) == 3 && e.session == nil {
		if v, err := e.numeral(kids[2], 0x2ffff); err == nil && e.may(theory.OldSpelling) {
			h.sym = "#x" + strconv.FormatInt(int64(v), 16)
			return h, nil
		}
	}
	if h.name == "char" && t.Kind(kids[2]) == syntax.Hex || t.Kind(kids[2]) == syntax.Algebraic {
		h.sym = t.Text(kids[2])
		return h, nil
	}
	if h.name == "fmf.card" && len(kids) == 4 {
		return e.cardinality(kids)
	}
	return e.readIndices(n, h, kids)
}

// readIndices reads the indices of (_ name index ...) at n, which is h so far; kids are its children.
func (e *elaborator) readIndices(n syntax.ID, h head, kids []syntax.ID) (head, *syntax.Error) {
	t := &e.tree
	for _, k := range kids[2:] {
		if sym, ok := t.Name(k); ok {
			if h.sym != "" || len(kids) != 3 {
				return h, t.Errorf(k, syntax.CodeMalformed, "only one index may be a symbol")
			}
			h.sym = sym
			continue
		}
		if t.Kind(k) == syntax.List && h.name == "map" || t.Kind(k) == syntax.List && h.name == "is" {
			return h, e.specialIndex(&h, k)
		}
		v, err := e.numeral(k, maxNumeral)
		if err != nil {
			return h, err
		}
		h.idx = append(h.idx, v)
	}
	if len(h.idx) > maxIndices {
		return h, t.Errorf(n, syntax.CodeMalformed, "more than %d indices", maxIndices)
	}
	return h, nil
}

// maxIndices bounds the number of indices of an operator. Few operators have more than two, but a projection has one for each
// component.
const maxIndices = 1000

// specialIndex reads a list as index: z3 writes ((_ map (f (Int Int) Bool)) a b) and
// ((_ is (c (Int) T)) t), a symbol with its signature.
func (e *elaborator) specialIndex(h *head, n syntax.ID) *syntax.Error {
	kids := e.tree.Children(n)
	if len(kids) == 3 {
		if name, ok := e.tree.Name(kids[0]); ok && name != "_" && name != "as" {
			h.sym = name
			return nil
		}
	}
	if len(kids) == 2 || len(kids) == 3 && e.tree.Is(kids[0], "as") {
		if name, ok := e.tree.Name(kids[len(kids)-2]); ok {
			h.sym = name
			return nil
		}
	}
	return e.tree.Errorf(n, syntax.CodeMalformed, "expected a symbol as index")
}
