package work

import (
	"testing"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/options"
)

// Options that name files, print, or are about something else than solving are not for a hub to set, whatever solver has them.
func TestHarmless(t *testing.T) {
	for _, tt := range []struct {
		option options.Option
		value  string
		want   bool
	}{
		{options.Option{Kind: options.Bool, Use: solver.UseSearch}, "true", true},
		{options.Option{Kind: options.Uint, Use: solver.UseSeed}, "7", true},
		{options.Option{Kind: options.Mode, Use: solver.UseUnwelcome}, "all", true},
		{options.Option{Kind: options.Text, Use: solver.UseSearch}, "a", true},
		{options.Option{Kind: options.Text, Use: solver.UseSearch}, "/tmp/a", false},
		{options.Option{Kind: options.Text, Use: solver.UseLimit}, "a", false},
		{options.Option{Kind: options.Text, Use: solver.UseFile}, "a", false},
		{options.Option{Kind: options.Bool, Use: solver.UseOutput}, "true", false},
		{options.Option{Kind: options.Bool, Use: solver.UseOther}, "true", false},
		{options.Option{Kind: options.Uint, Use: solver.UseParallel}, "8", false},
		{options.Option{Kind: options.Mode, Use: solver.UseInput}, "tptp", false},
	} {
		if got := harmless(&tt.option, tt.value); got != tt.want {
			t.Errorf("%s of kind %s with %q: %t", tt.option.Use, tt.option.Kind, tt.value, got)
		}
	}
}
