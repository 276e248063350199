package eval

import (
	"slices"

	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Apply returns the value that the application t would have if its arguments had the given values, whatever their values are in t
// itself. It costs one step and remembers nothing, so that a term can be evaluated again along one path without building the terms on
// that path. Terms other than applications have no arguments that could be substituted: their value is unsupported. The values belong
// to this evaluator, or are known. Reals that only enclosures of their terms can distinguish are not distinguished here: the terms are
// those of t.
func (ev *Evaluator) Apply(t *term.Term, args []value.Value) value.Value {
	switch {
	case ev.over():
		return ev.spent()
	case t.Kind() == term.Annot:
		return args[0]
	case t.Kind() != term.App:
		return ev.unsupported("a binder has no arguments that could be given")
	}
	if ev.laziness(t.Func()) == choosing && !args[0].IsOpen() {
		branch := args[1]
		if args[0].IsFalse() {
			branch = args[2]
		}
		args = []value.Value{args[0], branch}
	}
	ev.applying++
	defer func() { ev.applying-- }()
	return ev.finish(t, slices.Clip(args), nil)
}
