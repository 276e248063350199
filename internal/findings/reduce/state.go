package reduce

import (
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// A state is the best text so far, in the forms that passes need. It belongs to the goroutine that makes candidates.
type state struct {
	*layout
	table   *theory.Table  // nil is the built-in one
	script  *script.Script // nil when terms are not used
	printer script.Printer
	dag     *graph          // of script, once it is wanted
	names   map[string]bool // see mentions
	veiled  bool            // see readVeiled
}

func newState(l *layout, sc *script.Script, table *theory.Table) *state {
	st := &state{layout: l, script: sc, table: table}
	if sc != nil {
		st.script, st.veiled = readVeiled(l, sc, table)
		st.printer.Solver = sc.Dialects.Solver()
	}
	return st
}

// graph returns the terms of the script.
func (st *state) graph() *graph {
	if st.dag == nil {
		st.dag = draw(st.script)
	}
	return st.dag
}

// print writes the script with other commands.
func (st *state) print(commands []*script.Command) string {
	sc := *st.script
	sc.Commands = commands
	return unveil(string(st.printer.Append(nil, &sc)), commands)
}

// An edit is one way to a smaller text. Exactly one of splices, swaps, make and expand is set.
type edit struct {
	// gain is roughly how many nodes it removes: passes that try large steps first order their edits by it.
	gain int
	// splices change the text, in order.
	splices []splice
	// swaps change terms, and erases is the command that the swaps make superfluous and that is removed, nil for none.
	swaps  []swap
	erases *script.Command
	// make writes the new text, "" when there is none.
	make func(st *state) string
	// expand gives the edits that this one stands for: most are never needed.
	expand func() []edit
	// key is the same for edits that do the same in other places or states, 0 for none: an edit that failed once is deferred.
	key uint64
	// parts are the keys of edits that do less of the same: when one of them failed, this one is deferred.
	parts []uint64
}

// A swap replaces a term by another: wherever it occurs, or only as one argument of one parent.
type swap struct {
	old, new *term.Term
	parent   *term.Term // nil for everywhere
	index    int        // of old among the parent's arguments
}

// apply makes one text of several edits of a kind; ok is false when that is not possible.
func (st *state) apply(edits []edit) (text string, ok bool) {
	if len(edits) == 1 && edits[0].make != nil {
		text = edits[0].make(st)
		return text, text != ""
	}
	var splices []splice
	var swaps []swap
	erased := map[*script.Command]bool{}
	for _, e := range edits {
		if e.erases != nil {
			erased[e.erases] = true
		}
		splices = append(splices, e.splices...)
		swaps = append(swaps, e.swaps...)
	}
	if len(splices) > 0 {
		sortSplices(splices)
		return spliced(st.text, splices), true
	}
	return st.swapped(swaps, erased)
}
