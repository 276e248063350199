package elab

import (
	"errors"

	"github.com/assay-smt/assay/smt/theory"
)

// readEitherWay reads a script whose functions may have functions as values. For z3 (-> X (-> Y Z)) and (-> X Y Z) differ, for
// cvc5 they are one. What z3 takes has the same meaning for cvc5, so that the sorts are kept as they are written, and are
// flattened only where no solver reads the script without that. prepare sets up each reading. The elaborator holds what was
// read, also when there is an error.
func readEitherWay(src string, opts Options, prepare func(*elaborator)) (*elaborator, error) {
	e := newElaborator(opts)
	prepare(e)
	err := e.script(src)
	if !e.store.Sorts.Nests() || errors.Is(err, ErrStopped) {
		return e, err
	}
	if err == nil && e.out.Dialects != 0 || e.opts.Dialects&theory.FlatFunctions.Dialects() == 0 {
		e.out.Features.Add(theory.NestedFunctions) // who has functions as values has these
		return e, err
	}
	flat := newElaborator(opts)
	flat.store.Sorts.Flatten()
	prepare(flat)
	flatErr := flat.script(src)
	flat.may(theory.FlatFunctions)
	if errors.Is(flatErr, ErrStopped) || flatErr == nil && (err != nil || flat.out.Dialects != 0) {
		return flat, flatErr
	}
	e.out.Features.Add(theory.NestedFunctions)
	return e, err
}
