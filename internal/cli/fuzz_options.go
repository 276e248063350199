package cli

import (
	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/campaign/setup"
)

// searchFlags say whether a campaign searches configurations, and how.
type searchFlags struct {
	// Mode is the value of --options.
	Mode string
	setup.Search
}

// The values of --options.
const (
	optionsNone   = "none"
	optionsSearch = "search"
)

func (f *searchFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.Mode, "options", optionsNone,
		"search also runs mutants in other configurations of the solvers, with options that matter for their operations, and prefers what does something new inside the solver; none runs the solvers as given")
	complete(cmd, "options", func(string) []string { return []string{optionsNone, optionsSearch} })
	flags.BoolVar(&f.NoLearned, "options-no-learned", false, "search all options, whatever was learned about which operations they matter for")
	flags.BoolVar(&f.NoGenetic, "options-no-genetic", false, "try random configurations instead of the genetic algorithm")
	flags.BoolVar(&f.Unwelcome, "options-unwelcome", false, "also search options about which the solver's developers accept no reports")
}

func (f *searchFlags) check() error {
	switch {
	case f.Mode != optionsNone && f.Mode != optionsSearch:
		return usagef("--options %s: give %s or %s", f.Mode, optionsSearch, optionsNone)
	case f.Mode == optionsNone && (f.NoLearned || f.NoGenetic || f.Unwelcome):
		return usagef("--options-no-learned, --options-no-genetic and --options-unwelcome say how to search: add --options %s", optionsSearch)
	}
	return nil
}

// search is the search as a plan has it, nil for none.
func (f *searchFlags) search() *setup.Search {
	if f.Mode == optionsNone {
		return nil
	}
	return &f.Search
}
