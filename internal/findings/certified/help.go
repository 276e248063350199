package certified

import (
	"context"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/options"
)

// help is what a solver says about its options; without a catalogue it says nothing that can be read.
type help struct{ catalogue *options.Catalogue }

// helpOf asks a solver for its options, in the way that its profile gives.
func helpOf(ctx context.Context, t solver.Target) help {
	c, err := options.List(ctx, t)
	if err != nil {
		return help{} // a report has less to say then
	}
	return help{c}
}

// used says what is known about an option. Options set in a script are looked up as those of the command line.
func (h help) used(o solver.Option, script bool) Used {
	out := Used{Option: o, Script: script}
	if h.catalogue == nil {
		return out
	}
	if about, ok := h.catalogue.Set(o); ok {
		out.Level, out.Default = string(h.catalogue.Level(about)), about.Default
	}
	return out
}
